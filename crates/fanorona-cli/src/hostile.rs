//! `fanorona hostile`: positions that are hard on a program.
//!
//! The number of legal turns has no small bound (R8.2), so code that lists turns
//! needs positions that have as many, or as long ones, as can be found. This is
//! simulated annealing over the stones: change a few points, keep the change if
//! the position is no worse or, less and less often, although it is. When the
//! position is frozen the climb ends and another begins.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use fanorona::{Bitboard, Color, Position, Setup, Square, Symmetry};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::options::PositionOptions;
use crate::output;
use crate::random::Random;

/// Points in which two finds must differ, however the board is turned, to be
/// two kinds.
const DIFFERENT: u32 = 8;

/// How readily a worse position is taken at the beginning of a climb and at its
/// end: the difference in score that one in `e` changes survives.
const WARM: f64 = 0.6;
/// The end of a climb.
const COLD: f64 = 0.02;

/// Arguments of `fanorona hostile`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to look for
    #[arg(long, value_enum, default_value_t = Goal::Turns)]
    goal: Goal,
    /// The same seed and number of positions give the same finds
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions to try
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    positions: u64,
    /// Positions of one climb
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    climb: u64,
    /// Stop after this time, at whatever position
    #[arg(long, value_name = "N", default_value_t = 600)]
    seconds: u64,
    /// Stop counting the turns of a position here
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    cap: u64,
    /// Finds to keep
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    keep: u16,
    /// Game, rules and a position to begin the climbs with; without one a random filling.
    #[command(flatten)]
    options: PositionOptions,
    /// Write a JSON array of objects
    #[arg(long)]
    json: bool,
}

/// What makes a position hostile.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Goal {
    /// Many legal turns
    Turns,
    /// A long turn
    Longest,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Measure {
    /// Legal turns, up to the cap.
    turns: u64,
    /// Steps of the longest turn among those.
    longest: usize,
}

impl Measure {
    /// Walks the turns until there are `cap`.
    fn of(position: &Position, cap: u64) -> Self {
        let mut measure = Self {
            turns: 0,
            longest: 0,
        };
        let _ = position.for_each_move(|mv| {
            measure.turns += 1;
            measure.longest = measure.longest.max(mv.len());
            if measure.turns < cap {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        measure
    }

    /// What the climb makes great. A thousand turns more are much to a position
    /// of a hundred and nothing to one of a million, so turns count by their
    /// logarithm; they also break ties of length, for a chain that has many ways
    /// to go on is easier to make longer.
    fn score(self, goal: Goal) -> f64 {
        let turns = (1.0 + self.turns as f64).ln();
        match goal {
            Goal::Turns => turns,
            Goal::Longest => self.longest as f64 + 0.05 * turns,
        }
    }
}

/// A position found, with its measure and score.
#[derive(Clone, Copy)]
struct Find {
    position: Position,
    measure: Measure,
    score: f64,
}

impl Find {
    /// Measures a position.
    fn new(position: Position, args: &Args) -> Self {
        let measure = Measure::of(&position, args.cap);
        Self {
            position,
            measure,
            score: measure.score(args.goal),
        }
    }

    /// Points in which two positions differ at least, over all symmetries.
    fn distance(&self, other: &Self) -> u32 {
        let stones = |position: &Position| Color::ALL.map(|color| position.stones(color));
        let mine = stones(&self.position);
        Symmetry::all(self.position.variant().board())
            .map(|symmetry| {
                let theirs = stones(&symmetry.position(&other.position));
                let same = (mine[0] & theirs[0]) | (mine[1] & theirs[1]);
                let filled = (mine[0] | mine[1]) | (theirs[0] | theirs[1]);
                (filled - same).len()
            })
            .min()
            .unwrap_or(0)
    }
}

/// One line of the report.
#[derive(Serialize)]
struct Report {
    /// The position.
    fen: String,
    /// Legal turns; nothing where counting stopped at the cap.
    turns: Option<u64>,
    /// The cap, where counting stopped there.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
    /// Steps of the longest turn that was counted.
    longest: usize,
    /// Where it comes from.
    note: String,
}

/// Searches and reports the best finds.
///
/// # Errors
/// When there is no such position or stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let from = args.options.given()?;
    let variant = args.options.variant();
    if variant.board().points().len() < 2 {
        bail!("a board of one point has no turns");
    }
    let mut random = Random::new(args.seed);
    let begun = Instant::now();
    let bar = progress(args);
    let mut finds: Vec<Find> = Vec::new();
    let mut tried = 0;
    let mut in_time = || {
        tried += 1;
        bar.set_position(tried);
        tried <= args.positions && begun.elapsed() < Duration::from_secs(args.seconds)
    };
    while in_time() {
        let start = from.unwrap_or_else(|| random_filling(&mut random, args));
        let mut here = Find::new(start, args);
        let mut best = here;
        for step in 0..args.climb {
            if !in_time() {
                break;
            }
            let Some(position) = change(&here.position, &mut random) else {
                continue;
            };
            let there = Find::new(position, args);
            let cooled = step as f64 / args.climb as f64;
            let heat = WARM * (COLD / WARM).powf(cooled);
            if ((there.score - here.score) / heat).exp() > random.fraction() {
                here = there;
            }
            if here.score > best.score {
                best = here;
                let Measure { turns, longest } = best.measure;
                bar.set_message(format!(
                    "{}, longest {longest}",
                    output::count(turns, "turn")
                ));
            }
        }
        keep(&mut finds, best, usize::from(args.keep));
    }
    bar.finish_and_clear();
    report(&finds, args)
}

/// A bar that draws only where stderr is a terminal.
fn progress(args: &Args) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(args.positions);
    if let Ok(style) =
        ProgressStyle::with_template("{pos} positions [{wide_bar}] {elapsed}, climb at {msg}")
    {
        bar.set_style(style);
    }
    bar
}

/// Stones by lot, few or many, White to move.
fn random_filling(random: &mut Random, args: &Args) -> Position {
    let empty = Setup::empty(args.options.variant(), args.options.rules());
    loop {
        let mut setup = empty;
        let (white, black) = (random.below(60), 20 + random.below(60));
        for square in setup.variant.board().points() {
            let lot = random.below(120);
            if lot < white {
                put(&mut setup, square, Some(Color::White));
            } else if lot < white + black {
                put(&mut setup, square, Some(Color::Black));
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

/// The position with one to three points changed; `None` where that is none.
fn change(position: &Position, random: &mut Random) -> Option<Position> {
    let mut setup = position.setup();
    let points: Vec<_> = setup.variant.board().points().iter().collect();
    let any = |random: &mut Random| points[random.below(points.len() as u64) as usize];
    for _ in 0..=random.below(3) {
        let square = any(random);
        if random.below(3) == 0 {
            // Two points change what is on them.
            let other = any(random);
            let (here, there) = (on(&setup, square), on(&setup, other));
            put(&mut setup, square, there);
            put(&mut setup, other, here);
        } else {
            let stones = [None, Some(Color::White), Some(Color::Black)];
            put(&mut setup, square, stones[random.below(3) as usize]);
        }
    }
    setup.position().ok()
}

/// The stone on a point.
fn on(setup: &Setup, square: Square) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| setup.stones[color.index()].contains(square))
}

/// Puts a stone on a point, or clears it.
fn put(setup: &mut Setup, square: Square, stone: Option<Color>) {
    for color in Color::ALL {
        let stones = &mut setup.stones[color.index()];
        *stones = *stones - Bitboard::from_square(square);
        if stone == Some(color) {
            *stones = stones.with(square);
        }
    }
}

/// Keeps the best finds of different kinds, the best first.
fn keep(finds: &mut Vec<Find>, find: Find, number: usize) {
    let akin = |other: &Find| find.distance(other) < DIFFERENT;
    if finds
        .iter()
        .any(|other| akin(other) && other.score >= find.score)
    {
        return;
    }
    finds.retain(|other| !akin(other));
    finds.push(find);
    finds.sort_by(|a, b| b.score.total_cmp(&a.score));
    finds.truncate(number);
}

/// Writes the finds.
fn report(finds: &[Find], args: &Args) -> anyhow::Result<ExitCode> {
    let reports: Vec<_> = finds
        .iter()
        .map(|find| {
            let Measure { turns, longest } = find.measure;
            let capped = turns >= args.cap;
            Report {
                fen: find.position.to_fen(),
                turns: (!capped).then_some(turns),
                at_least: capped.then_some(turns),
                longest,
                note: format!("found with seed {}", args.seed),
            }
        })
        .collect();
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &reports)?;
    } else {
        for (find, report) in finds.iter().zip(reports) {
            let more = if report.at_least.is_some() { "+" } else { "" };
            let (turns, longest) = (find.measure.turns, report.longest);
            let word = if turns == 1 { "turn" } else { "turns" };
            writeln!(
                out,
                "{turns}{more} {word}, longest {longest}: {}",
                report.fen
            )?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
