//! `fanorona tablebase stats` and `verify`.

use std::io::Write;
use std::process::ExitCode;

use fanorona::tablebase::{ClassStats, LongestDtw};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{DtwArg, TableArgs};
use crate::{output, progress};

/// Arguments of `fanorona tablebase stats` and of `verify`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    to_win: DtwArg,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer of `stats --json`.
#[derive(Serialize)]
struct Stats {
    stones: u8,
    classes: Map<String, Value>,
    /// Placements that the no-capture limit makes draws, of the classes that have any.
    but_for_limit: Map<String, Value>,
}

/// Counts a number of stones.
///
/// # Errors
/// When the tables are too large, and when stdout cannot be written.
pub(super) fn stats(args: &Args) -> anyhow::Result<ExitCode> {
    let tables = args.table.build(&args.to_win)?;
    let stones = usize::from(args.table.stones);
    let classes = || (1..stones).map(|mover| (mover, stones - mover));
    let name = |(mover, other): (usize, usize)| format!("{mover}-{other}");
    let mut out = output::stdout();
    if args.json {
        let mut stats = Stats {
            stones: args.table.stones,
            classes: Map::new(),
            but_for_limit: Map::new(),
        };
        for class in classes() {
            if let Some(counts) = tables.class_stats(class.0, class.1) {
                let mut counts = serde_json::to_value(counts)?;
                let longest = tables.longest_dtw(class.0, class.1);
                if let (Some(counts), Some(longest)) = (counts.as_object_mut(), longest) {
                    let longest = serde_json::to_value(longest)?;
                    counts.extend(longest.as_object().cloned().unwrap_or_default());
                }
                stats.classes.insert(name(class), counts);
            }
            let limit = tables.but_for_limit(class.0, class.1).unwrap_or_default();
            if limit.win + limit.loss > 0 {
                stats
                    .but_for_limit
                    .insert(name(class), serde_json::to_value(limit)?);
            }
        }
        output::json_line(&mut out, &stats)?;
        return Ok(ExitCode::SUCCESS);
    }
    write!(
        out,
        "class         win        draw        loss  longest win  loss  quiet (reduced)"
    )?;
    writeln!(
        out,
        "{}",
        if args.to_win.dtw {
            "  to the end: win  loss"
        } else {
            ""
        }
    )?;
    for class in classes() {
        if let Some(stats) = tables.class_stats(class.0, class.1) {
            let longest = tables.longest_dtw(class.0, class.1);
            write_class(&mut out, &name(class), &stats, longest)?;
        }
    }
    for class in classes() {
        let limit = tables.but_for_limit(class.0, class.1).unwrap_or_default();
        if limit.win + limit.loss > 0 {
            writeln!(
                out,
                "{}: the no-capture limit makes draws of {} and {}",
                name(class),
                output::count(limit.win, "win"),
                output::count(limit.loss, "loss")
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_class(
    out: &mut impl Write,
    name: &str,
    stats: &ClassStats,
    longest: Option<LongestDtw>,
) -> std::io::Result<()> {
    let text = |distance: Option<u8>| distance.map_or_else(|| "-".to_owned(), |it| it.to_string());
    write!(
        out,
        "{name} {:>13} {:>11} {:>11} {:>12} {:>5} {:>16}",
        stats.win,
        stats.draw,
        stats.loss,
        text(stats.longest_win_dtc),
        text(stats.longest_loss_dtc),
        stats.quiet_reduced
    )?;
    if let Some(longest) = longest {
        let [win, loss] = [longest.longest_win_dtw, longest.longest_loss_dtw].map(text);
        write!(out, " {win:>16} {loss:>5}")?;
    }
    writeln!(out)
}

/// Verifies tables.
///
/// # Errors
/// When a value does not follow from its successors, when the tables are too large,
/// and when stdout cannot be written.
pub(super) fn verify(args: &Args) -> anyhow::Result<ExitCode> {
    let tables = args.table.build(&args.to_win)?;
    let bar = progress::bar();
    let verified = tables.verify(&mut |progress| {
        progress::show_tables(&bar, "verifying", progress);
        true
    });
    bar.finish_and_clear();
    let positions = verified?;
    let stones = args.table.stones;
    let mut out = output::stdout();
    if args.json {
        output::json_line(
            &mut out,
            &serde_json::json!({ "stones": stones, "positions": positions, "consistent": true }),
        )?;
    } else {
        writeln!(
            out,
            "{} to {stones} stones, up to symmetry: all consistent",
            output::count(positions, "quiet position")
        )?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
