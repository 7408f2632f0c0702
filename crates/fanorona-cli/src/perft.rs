//! `fanorona perft`: sequences of turns, the generator's test.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use fanorona::{Position, perft};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::options::PositionOptions;
use crate::output;
use crate::walk::try_for_each_sorted;

/// Turns that are looked ahead at most. Nobody lives to see the end of far fewer
/// on a real board, and the walk goes down the whole way at once: the stack must hold it.
const DEEPEST: i64 = 100;

/// A count from which on the next one may take long enough for a progress bar.
const QUICK: u64 = 100_000;

/// Arguments of `fanorona perft`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Turns to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST), allow_negative_numbers = true)]
    depth: u32,
    /// Game, rules and position.
    #[command(flatten)]
    options: PositionOptions,
    /// Show the share of each first turn in the last count
    #[arg(long)]
    divide: bool,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// All counts.
#[derive(Serialize)]
struct Report {
    /// The position.
    fen: String,
    /// The count of each depth from 1.
    perft: Vec<u64>,
    /// Speed of the last count.
    leaves_per_second: u64,
    /// The share of each first turn, if asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Map<String, Value>>,
}

/// Counts to each depth.
///
/// # Errors
/// When there is no such position or stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.options.position()?;
    let mut out = output::stdout();
    let mut report = Report {
        fen: position.to_fen(),
        perft: Vec::new(),
        leaves_per_second: 0,
        divide: None,
    };
    for depth in 1..=args.depth {
        let begun = Instant::now();
        let bar = progress(&report.perft);
        let leaves = if args.divide && depth == args.depth {
            let (shares, leaves) = divide(&position, depth, &bar);
            report.divide = Some(shares);
            leaves
        } else {
            count(&position, depth, &bar)
        };
        bar.finish_and_clear();
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        report.leaves_per_second = (leaves as f64 / seconds) as u64;
        report.perft.push(leaves);
        if !args.json {
            writeln!(
                out,
                "{depth} {leaves} ({} leaves/s)",
                report.leaves_per_second
            )?;
            // A deeper count can take long.
            out.flush()?;
        }
    }
    if args.json {
        output::json_line(&mut out, &report)?;
    } else {
        for (mv, leaves) in report.divide.iter().flatten() {
            writeln!(out, "{mv} {leaves}")?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A bar over the sequences of two turns; it draws only where stderr is a
/// terminal. A count that is over at once needs none.
fn progress(counts: &[u64]) -> ProgressBar {
    let (Some(pairs), Some(QUICK..)) = (counts.get(1), counts.last()) else {
        return ProgressBar::hidden();
    };
    let bar = ProgressBar::new(*pairs);
    if let Ok(style) = ProgressStyle::with_template("[{wide_bar}] {percent}% {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// [`perft`], moving the bar on after each two turns.
fn count(position: &Position, depth: u32, bar: &ProgressBar) -> u64 {
    if depth < 3 {
        return perft(position, depth);
    }
    let mut leaves = 0;
    let _ = position.for_each_successor::<()>(|_, next| {
        leaves += count_after_first(&next, depth - 1, bar);
        ControlFlow::Continue(())
    });
    leaves
}

/// The part of [`count`] behind the first turn.
fn count_after_first(position: &Position, depth: u32, bar: &ProgressBar) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    let mut leaves = 0;
    let _ = position.for_each_successor::<()>(|_, next| {
        leaves += perft(&next, depth - 1);
        bar.inc(1);
        ControlFlow::Continue(())
    });
    leaves
}

/// The share of each first turn, sorted by bytes, and their sum.
fn divide(position: &Position, depth: u32, bar: &ProgressBar) -> (Map<String, Value>, u64) {
    let (mut shares, mut sum) = (Map::new(), 0);
    let _ = try_for_each_sorted::<()>(position, |turn| {
        if let Ok((mv, next)) = turn.clone().finish() {
            let leaves = count_after_first(&next, depth - 1, bar);
            shares.insert(mv.to_string(), leaves.into());
            sum += leaves;
        }
        ControlFlow::Continue(())
    });
    (shares, sum)
}
