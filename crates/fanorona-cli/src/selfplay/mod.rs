//! `fanorona selfplay`: games of the search against itself, to learn from.

pub(crate) mod samples;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fanorona::eval::{Evaluator, is_learned};
use fanorona::search::{Limits, Search, Value};
use fanorona::tablebase::Tables;
use fanorona::{Color, Game, Outcome, Position, Wdl};

use crate::engine_match::evaluator;
use crate::options::PositionOptions;
use crate::ordered::in_order;
use crate::random::Random;
use crate::tablebase::tables_to;
use crate::whole_file::WholeFile;
use crate::{output, progress};
use samples::{MOST_SCORE, Sample};

/// Half-moves without a capture from which positions are left out: what they are
/// worth hangs on the limit (R6.3a), which an evaluation does not see.
const LATE_COUNT: u16 = 30;

/// A game is a draw after so many turns.
const LONGEST: usize = 300;

/// Arguments of `fanorona selfplay`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to write the samples
    file: PathBuf,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Nodes of a turn
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A game begins with up to so many random turns
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(0..=60))]
    turns: u8,
    /// One turn in so many is random later, too; 0 for none
    #[arg(long, value_name = "N", default_value_t = 24)]
    stray: u64,
    /// What judges positions: hand, shipped, or files of weights with + between them
    #[arg(long, value_name = "NAME", default_value = "shipped", value_parser = evaluator)]
    eval: Evaluator,
    /// Tables to so many stones end a game by its exact value; 0 for none
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=6))]
    stones: u8,
    /// The same seed gives the same samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Game, rules and where the games start
    #[command(flatten)]
    options: PositionOptions,
}

/// Plays the games.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let start = args.options.position()?;
    let variant = start.variant();
    // Found wrong before long work, not after it.
    let name = || args.file.display().to_string();
    let file = WholeFile::new(&args.file, samples::MAGIC).with_context(name)?;
    let tables = tables_to(variant.board(), args.stones, args.threads)?;
    let bar = progress::bar();
    bar.set_length(args.games);
    let (mut games, mut count) = (0u64, 0u64);
    let mut by_result = [0u64; 3];
    let search = || {
        let mut search = Search::new(4 << 20);
        search.set_tables(tables.clone());
        search.set_evaluator(args.eval.clone());
        search
    };
    file.replace(|out| {
        let mut written = samples::write_header(variant, out);
        in_order(
            args.threads,
            args.games,
            search,
            |search, number| play(args, start, search, tables.as_deref(), number),
            |(result, samples)| {
                games += 1;
                count += samples.len() as u64;
                by_result[match result {
                    Outcome::Win(Color::White) => 0,
                    Outcome::Draw => 1,
                    Outcome::Win(Color::Black) => 2,
                }] += 1;
                if written.is_ok() {
                    written = samples
                        .iter()
                        .try_for_each(|sample| samples::write(sample, out));
                }
                bar.inc(1);
                bar.set_message(output::count(count, "position"));
                written.is_ok()
            },
        );
        written
    })
    .with_context(name)?;
    bar.finish_and_clear();
    let [white, draws, black] = by_result;
    let mut out = output::stdout();
    writeln!(
        out,
        "{} (White won {white}, {draws} drawn, Black won {black}), {}",
        output::count(games, "game"),
        output::count(count, "position")
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Plays a game and returns its result and samples.
fn play(
    args: &Args,
    start: Position,
    search: &mut Search,
    tables: Option<&Tables>,
    number: u64,
) -> (Outcome, Vec<Sample>) {
    let mut random = Random::new(args.seed ^ number << 24);
    random.next();
    let opening = random.below(u64::from(args.turns) + 1) as usize;
    let mut game = Game::new(start);
    let mut samples: Vec<(Color, Sample)> = Vec::new();
    search.new_game();
    let outcome = loop {
        if let Some(end) = game.end() {
            break end.outcome;
        }
        let position = *game.position();
        let turn = position.turn();
        if let Some(value) = tables.and_then(|tables| tables.probe(&position)) {
            let wdl = value.verdict.map_or(value.wdl, |it| it.with_limit());
            break Outcome::of(wdl, turn);
        }
        if game.ply() >= LONGEST {
            break Outcome::Draw;
        }
        let stray = game.ply() < opening || args.stray > 0 && random.below(args.stray) == 0;
        let mv = if stray {
            random.turn(&position)
        } else {
            let report = search.think(
                &game,
                Limits {
                    nodes: Some(args.nodes),
                    ..Limits::default()
                },
            );
            // Part two of Vela is the plain game, which has samples of its own.
            let is_wanted = !position.variant().is_vela()
                || position.is_vela_part_one() && is_learned(&position);
            if is_wanted && position.no_capture() < LATE_COUNT {
                let score = match report.value {
                    Value::Estimate(score) => score.clamp(-MOST_SCORE, MOST_SCORE),
                    Value::Proved { wdl, .. } => match wdl {
                        Wdl::Win => MOST_SCORE,
                        Wdl::Draw => 0,
                        Wdl::Loss => -MOST_SCORE,
                    },
                };
                samples.push((
                    turn,
                    Sample {
                        own: position.stones(turn),
                        enemy: position.stones(!turn),
                        score: score as i16,
                        result: Wdl::Draw,
                    },
                ));
            }
            report.best
        };
        let played = mv.is_some_and(|mv| game.play(&mv).is_ok());
        if !played {
            break Outcome::Draw;
        }
    };
    let finished = samples.into_iter().map(|(turn, sample)| Sample {
        result: outcome.seen_by(turn),
        ..sample
    });
    (outcome, finished.collect())
}
