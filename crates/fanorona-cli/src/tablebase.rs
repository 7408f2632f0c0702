//! `fanorona tablebase`: exact values of positions with few stones.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use fanorona::Variant;
use fanorona::tablebase::{ClassStats, MOST_STONES, Progress, Tables, class_stats};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::options::VariantOptions;
use crate::output;

/// Arguments of `fanorona tablebase`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to do
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Count wins, draws and losses of all positions with exactly so many stones
    Stats(BuildArgs),
    /// Hold every value against those of its successors
    Verify(BuildArgs),
}

/// What to build.
#[derive(clap::Args)]
struct BuildArgs {
    /// Stones of both sides together; on 9x5, 6 take some minutes and 200 MB, 7 an hour and 2.5 GB
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_STONES as i64))]
    stones: u8,
    #[command(flatten)]
    variant: VariantOptions,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer of `stats --json`.
#[derive(Serialize)]
struct Stats {
    stones: u8,
    classes: Map<String, Value>,
}

/// Runs the command.
///
/// # Errors
/// For Vela, whose part one the tables do not know, and when stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Stats(args) => stats(args),
        Command::Verify(args) => verify(args),
    }
}

fn build(args: &BuildArgs) -> anyhow::Result<Tables> {
    let variant: Variant = args.variant.variant();
    if variant.is_vela() {
        bail!(
            "tables are of the plain game: Vela has the values of tsivy once part one is over (R7.2)"
        );
    }
    let bar = spinner();
    let tables = Tables::build(variant.board(), usize::from(args.stones), &mut |progress| {
        show(&bar, "building", progress);
        true
    });
    bar.finish_and_clear();
    Ok(tables?)
}

/// Shows nothing where stderr is no terminal.
pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar
}

/// Shows where a build stands.
pub(crate) fn show(
    bar: &ProgressBar,
    what: &str,
    Progress {
        class: (mover, other),
        distance,
    }: Progress,
) {
    let distance = distance.map_or(String::new(), |distance| format!(", distance {distance}"));
    bar.set_message(format!("{what} {mover}-{other}{distance}"));
    bar.tick();
}

fn stats(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let tables = build(args)?;
    let stones = usize::from(args.stones);
    let classes =
        (1..stones).filter_map(|mover| Some((mover, class_stats(&tables, mover, stones - mover)?)));
    let mut out = output::stdout();
    if args.json {
        let named = classes.map(|(mover, stats)| {
            Ok((
                format!("{mover}-{}", stones - mover),
                serde_json::to_value(stats)?,
            ))
        });
        let classes = named.collect::<Result<Map<_, _>, serde_json::Error>>()?;
        output::json_line(
            &mut out,
            &Stats {
                stones: args.stones,
                classes,
            },
        )?;
    } else {
        writeln!(
            out,
            "class         win        draw        loss  longest win  loss  quiet (reduced)"
        )?;
        for (mover, stats) in classes {
            write_class(&mut out, mover, stones - mover, &stats)?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_class(
    out: &mut impl Write,
    mover: usize,
    other: usize,
    stats: &ClassStats,
) -> std::io::Result<()> {
    let distance = |dtc: Option<u8>| dtc.map_or_else(|| "-".to_owned(), |dtc| dtc.to_string());
    writeln!(
        out,
        "{mover}-{other} {:>13} {:>11} {:>11} {:>12} {:>5} {:>16}",
        stats.win,
        stats.draw,
        stats.loss,
        distance(stats.longest_win_dtc),
        distance(stats.longest_loss_dtc),
        stats.quiet_reduced
    )
}

fn verify(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let tables = build(args)?;
    let bar = spinner();
    let verified = tables.verify(&mut |progress| {
        show(&bar, "verifying", progress);
        true
    });
    bar.finish_and_clear();
    let positions = verified?;
    let mut out = output::stdout();
    if args.json {
        output::json_line(
            &mut out,
            &serde_json::json!({ "stones": args.stones, "positions": positions, "consistent": true }),
        )?;
    } else {
        writeln!(
            out,
            "{positions} positions to {} stones, up to symmetry: all consistent",
            args.stones
        )?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
