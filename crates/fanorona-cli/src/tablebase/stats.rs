//! `fanorona tablebase stats` and `verify`.

use std::io::Write;
use std::process::ExitCode;

use fanorona::tablebase::ClassStats;
use serde::Serialize;
use serde_json::{Map, Value};

use super::TableArgs;
use super::build::build;
use crate::{output, progress};

/// Arguments of `fanorona tablebase stats`.
#[derive(clap::Args)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// Arguments of `fanorona tablebase verify`.
#[derive(clap::Args)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    table: TableArgs,
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
pub(super) fn stats(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    let tables = build(&args.table)?;
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
                stats
                    .classes
                    .insert(name(class), serde_json::to_value(counts)?);
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
    writeln!(
        out,
        "class         win        draw        loss  longest win  loss  quiet (reduced)"
    )?;
    for class in classes() {
        if let Some(stats) = tables.class_stats(class.0, class.1) {
            write_class(&mut out, &name(class), &stats)?;
        }
    }
    for class in classes() {
        let limit = tables.but_for_limit(class.0, class.1).unwrap_or_default();
        if limit.win + limit.loss > 0 {
            writeln!(
                out,
                "{}: the no-capture limit makes draws of {} wins and {} losses",
                name(class),
                limit.win,
                limit.loss
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_class(out: &mut impl Write, name: &str, stats: &ClassStats) -> std::io::Result<()> {
    let distance = |dtc: Option<u8>| dtc.map_or_else(|| "-".to_owned(), |dtc| dtc.to_string());
    writeln!(
        out,
        "{name} {:>13} {:>11} {:>11} {:>12} {:>5} {:>16}",
        stats.win,
        stats.draw,
        stats.loss,
        distance(stats.longest_win_dtc),
        distance(stats.longest_loss_dtc),
        stats.quiet_reduced
    )
}

/// Verifies tables.
///
/// # Errors
/// When a value does not follow from its successors, when the tables are too large,
/// and when stdout cannot be written.
pub(super) fn verify(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let tables = build(&args.table)?;
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
            "{positions} quiet positions to {stones} stones, up to symmetry: all consistent"
        )?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
