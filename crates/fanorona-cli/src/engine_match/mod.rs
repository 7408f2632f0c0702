//! `fanorona match`: players against each other.

mod openings;
mod player;
mod program;
mod statistics;

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use fanorona::tablebase::Tables;
use fanorona::{Color, Game, Outcome, Position, Record, Wdl};
use serde::Serialize;

use crate::file_lock::open_in_place;
use crate::interrupt;
use crate::options::PositionOptions;
use crate::ordered::in_order;
use crate::output;
use crate::progress;
use crate::random::Random;
use crate::tablebase::tables_to;
use openings::Openings;
pub(crate) use player::evaluator;
use player::{Player, Spec, Work};
use statistics::{Decision, Elo, Pairs, Sprt};

/// Arguments of `fanorona match`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The player whose score is told: search, baseline, greedy, random, level1… or program:
    /// and a command line that speaks the engine's protocol; then settings, as in
    /// search,time=100,hash=32 (nodes, depth, time in ms; of search also hash in MiB, tables,
    /// contempt, and eval: hand, shipped, or files of weights with + between them)
    #[arg(value_name = "PLAYER", value_parser = Spec::parse)]
    first: Spec,
    /// The player against it
    #[arg(value_name = "PLAYER", value_parser = Spec::parse)]
    second: Spec,
    /// Games: two from each opening, with colours swapped
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Random turns of an opening
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(0..=40))]
    turns: u8,
    /// Openings may favour a side: in part one of Vela (R7.2) nearly all do
    #[arg(long)]
    unbalanced: bool,
    /// Openings from a file instead: a position (R8.1) on each line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The same seed gives the same openings, and with budgets of nodes the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    concurrency: u8,
    /// Stop as soon as it is clear whether the first player is better by so much: ELO0 or ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Tables to so many stones for the players, built before the match; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=6))]
    stones: u8,
    /// End a game by its exact value when the tables hold its position
    #[arg(long)]
    adjudicate: bool,
    /// A game is a draw after so many turns
    #[arg(long, value_name = "N", default_value_t = 400)]
    longest: usize,
    /// Write the games to this file, one after the other
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Game, rules and where the openings start
    #[command(flatten)]
    options: PositionOptions,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The result of a match.
#[derive(Serialize)]
struct Report<'a> {
    first: &'a str,
    second: &'a str,
    games: u64,
    /// Whether somebody ended the match before its end.
    interrupted: bool,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    /// Half of the 95 % interval.
    margin: f64,
    elo: Elo,
    /// Pairs by the first player's half points.
    pairs: [u64; 5],
    sprt: Option<Test>,
    work: [Labour; 2],
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    ratio: f64,
    decision: Decision,
}

/// What a player has done on the average.
#[derive(Serialize)]
struct Labour {
    turns: u64,
    nodes_per_turn: f64,
    depth: f64,
    milliseconds_per_turn: f64,
    nodes_per_second: f64,
    /// Games lost because a program failed.
    forfeits: u64,
}

impl From<&Work> for Labour {
    fn from(work: &Work) -> Self {
        let turns = work.turns.max(1) as f64;
        let seconds = work.time.as_secs_f64();
        Self {
            turns: work.turns,
            nodes_per_turn: work.nodes as f64 / turns,
            depth: work.depth as f64 / turns,
            milliseconds_per_turn: 1e3 * seconds / turns,
            nodes_per_second: work.nodes as f64 / seconds.max(1e-9),
            forfeits: work.forfeits,
        }
    }
}

/// A game that was played, the first player having `color`.
struct Played {
    game: Game,
    color: Color,
    result: Wdl,
    work: [Work; 2],
}

/// What all games so far make.
#[derive(Default)]
struct Total {
    pairs: Pairs,
    wins: u64,
    draws: u64,
    losses: u64,
    work: [Work; 2],
}

impl Total {
    fn add(&mut self, pair: &[Played; 2]) {
        let mut half_points = 0;
        for played in pair {
            match played.result {
                Wdl::Win => self.wins += 1,
                Wdl::Draw => self.draws += 1,
                Wdl::Loss => self.losses += 1,
            }
            half_points += match played.result {
                Wdl::Win => 2,
                Wdl::Draw => 1,
                Wdl::Loss => 0,
            };
            for (sum, work) in self.work.iter_mut().zip(&played.work) {
                sum.add(work);
            }
        }
        self.pairs.add(half_points);
    }
}

/// Plays the match.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let sprt = args.sprt.as_deref().map(test_of).transpose()?;
    let start = args.options.position()?;
    let tables = tables_to(start.variant().board(), args.stones, args.concurrency)?;
    if args.adjudicate && tables.is_none() {
        bail!("--adjudicate needs tables: --stones N");
    }
    let openings = openings(args, start)?;
    let mut records = match &args.records {
        None => None,
        Some(path) => Some(BufWriter::new(
            open_in_place(path).with_context(|| path.display().to_string())?,
        )),
    };
    interrupt::listen()?;
    let bar = progress::bar();
    bar.set_length(openings.len() as u64);
    let mut total = Total::default();
    let mut written = Ok(());
    let play_pair = |players: &mut [Player; 2], number: u64| {
        let opening = &openings[number as usize];
        let seed = Random::new(args.seed ^ number << 20).next();
        [Color::White, Color::Black]
            .map(|color| play(args, opening, color, players, seed, tables.as_ref()))
    };
    let show = |pair: [Option<Played>; 2]| {
        let [Some(first), Some(second)] = pair else {
            return false;
        };
        let pair = &[first, second];
        total.add(pair);
        if let Some(out) = &mut records {
            // Whole pairs at once, so that what stands in the file can be counted while it grows.
            written = pair
                .iter()
                .try_for_each(|played| write_record(args, played, out))
                .and_then(|()| out.flush());
        }
        bar.inc(1);
        bar.set_message(format!(
            "+{} ={} -{}, {:.1} %",
            total.wins,
            total.draws,
            total.losses,
            100.0 * total.pairs.score()
        ));
        written.is_ok() && sprt.is_none_or(|sprt| sprt.decision(&total.pairs) == Decision::Open)
    };
    in_order(
        args.concurrency,
        openings.len() as u64,
        || [&args.first, &args.second].map(|spec| spec.player(tables.as_ref())),
        play_pair,
        show,
    );
    bar.finish_and_clear();
    written.context("the records")?;
    let interrupted = interrupt::is_asked() && total.pairs.count() < openings.len() as u64;
    report(args, &total, sprt, interrupted)?;
    Ok(if interrupted {
        ExitCode::from(interrupt::STATUS)
    } else {
        ExitCode::SUCCESS
    })
}

fn test_of(elo: &[f64]) -> anyhow::Result<Sprt> {
    match elo {
        [elo0, elo1] if elo0 < elo1 => Ok(Sprt {
            elo0: *elo0,
            elo1: *elo1,
            alpha: 0.05,
            beta: 0.05,
        }),
        _ => bail!("--sprt: the first number must be the smaller one"),
    }
}

/// The games' openings, one for each pair.
fn openings(args: &Args, start: Position) -> anyhow::Result<Vec<Game>> {
    let pairs = args.games.div_ceil(2) as usize;
    if let Some(path) = &args.openings {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(name)?;
        let read = |(number, line): (usize, &str)| {
            let position = Position::from_fen(line, start.variant(), start.rules())
                .with_context(|| format!("{}: line {}", name(), number + 1))?;
            Ok(Game::new(position))
        };
        let lines = text.lines().enumerate();
        let used = lines
            .filter(|(_, line)| !line.trim().is_empty())
            .take(pairs);
        let games: Vec<Game> = used.map(read).collect::<anyhow::Result<_>>()?;
        if games.iter().any(|game| game.end().is_some()) {
            bail!("{}: a game that is over is no opening", name());
        }
        if games.is_empty() {
            bail!("{}: no positions", name());
        }
        return Ok(games);
    }
    let mut openings = Openings::new(start, usize::from(args.turns), !args.unbalanced, args.seed);
    let spinner = progress::spinner();
    let mut games = Vec::new();
    while games.len() < pairs {
        spinner.set_message(format!("opening {} of {pairs}", games.len() + 1));
        spinner.tick();
        match openings.next() {
            Some(game) => games.push(game),
            None => break,
        }
    }
    spinner.finish_and_clear();
    if games.len() < pairs {
        bail!(
            "only {} of {} found: more --turns, fewer --games or --unbalanced",
            output::count(
                games.len() as u64,
                if args.unbalanced {
                    "opening"
                } else {
                    "balanced opening"
                }
            ),
            output::count(args.turns.into(), "turn")
        );
    }
    Ok(games)
}

/// Plays a game; `color` is the first player's. `None` where the match is ended in its midst.
fn play(
    args: &Args,
    opening: &Game,
    color: Color,
    players: &mut [Player; 2],
    seed: u64,
    tables: Option<&Arc<Tables>>,
) -> Option<Played> {
    let mut game = opening.clone();
    let [first, second] = players;
    first.new_game(seed);
    second.new_game(!seed);
    let result = loop {
        if let Some(end) = game.end() {
            break end.outcome.seen_by(color);
        }
        if interrupt::is_asked() {
            return None;
        }
        let turn = game.position().turn();
        if let Some(value) = tables
            .filter(|_| args.adjudicate)
            .and_then(|tables| tables.probe_in_game(&game))
            .and_then(|value| value.verdict)
        {
            let wdl = value.with_limit();
            break if turn == color { wdl } else { -wdl };
        }
        if game.ply() >= args.longest {
            break Wdl::Draw;
        }
        let player = if turn == color {
            &mut *first
        } else {
            &mut *second
        };
        let played = player.turn(&game).is_some_and(|mv| game.play(&mv).is_ok());
        if !played {
            // A player without an answer has lost.
            game.resign(turn);
        }
    };
    Some(Played {
        game,
        color,
        result,
        work: [first.work, second.work],
    })
}

fn write_record(args: &Args, played: &Played, out: &mut impl Write) -> std::io::Result<()> {
    let mut record = Record::new(played.game.clone());
    let mut names = [args.first.text(), args.second.text()];
    if played.color == Color::Black {
        names.swap(0, 1);
    }
    for (header, name) in ["White", "Black"].into_iter().zip(names) {
        record.headers.push((header.to_owned(), name.to_owned()));
    }
    if played.game.end().is_none() {
        let outcome = Outcome::of(played.result, played.color);
        let text = format!("adjudicated {}", outcome.as_str());
        record.comments.push((played.game.ply(), text));
    }
    writeln!(out, "{record}\n")
}

fn report(args: &Args, total: &Total, sprt: Option<Sprt>, interrupted: bool) -> anyhow::Result<()> {
    let report = Report {
        first: args.first.text(),
        second: args.second.text(),
        games: 2 * total.pairs.count(),
        interrupted,
        wins: total.wins,
        draws: total.draws,
        losses: total.losses,
        score: total.pairs.score(),
        margin: total.pairs.margin(),
        elo: total.pairs.elo(),
        pairs: total.pairs.by_half_points,
        sprt: sprt.map(|sprt| Test {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            ratio: total.pairs.log_likelihood_ratio(sprt.elo0, sprt.elo1),
            decision: sprt.decision(&total.pairs),
        }),
        work: [(&total.work[0]).into(), (&total.work[1]).into()],
    };
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &report)?;
        return Ok(());
    }
    writeln!(out, "{} against {}", report.first, report.second)?;
    if interrupted {
        writeln!(out, "ended early; what was played to its end counts")?;
    }
    writeln!(
        out,
        "{}: +{} ={} -{}, score {:.1} % ± {:.1}",
        output::count(report.games, "game"),
        report.wins,
        report.draws,
        report.losses,
        100.0 * report.score,
        100.0 * report.margin
    )?;
    let bound = |elo: Option<f64>| elo.map_or("no bound".to_owned(), |elo| format!("{elo:+.0}"));
    writeln!(
        out,
        "Elo {} ({} to {})",
        bound(report.elo.value),
        bound(report.elo.low),
        bound(report.elo.high)
    )?;
    writeln!(
        out,
        "pairs with 0, 1/2, 1, 1 1/2, 2 points: {:?}",
        report.pairs
    )?;
    if let Some(test) = &report.sprt {
        let decision = match test.decision {
            Decision::Accepted => "accepted",
            Decision::Rejected => "rejected",
            Decision::Open => "open",
        };
        writeln!(
            out,
            "{} better, not {}: {decision} (log likelihood ratio {:.2})",
            test.elo1, test.elo0, test.ratio
        )?;
    }
    for (name, work) in [report.first, report.second].iter().zip(&report.work) {
        writeln!(
            out,
            "{name}: {}, {:.0} nodes and {:.1} ms a turn, depth {:.1}, {:.0} thousand nodes a second",
            output::count(work.turns, "turn"),
            work.nodes_per_turn,
            work.milliseconds_per_turn,
            work.depth,
            work.nodes_per_second / 1e3
        )?;
        if work.forfeits > 0 {
            writeln!(out, "{name}: {} games lost by failing", work.forfeits)?;
        }
    }
    out.flush()?;
    Ok(())
}
