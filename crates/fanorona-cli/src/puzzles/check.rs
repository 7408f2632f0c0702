//! `fanorona puzzles check`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use fanorona::Variant;
use fanorona::puzzle::PuzzleFile;
use fanorona::tablebase::Tables;

use super::tables;
use crate::{interrupt, output, progress};

/// Exit status of a file that holds something unproved.
const UNPROVED: u8 = 1;

/// Arguments of `fanorona puzzles check`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of puzzles
    file: PathBuf,
    /// Threads that build the tables
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = || args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).with_context(name)?;
    let file: PuzzleFile = serde_json::from_str(&text).with_context(name)?;
    if file.format != PuzzleFile::FORMAT || file.version != PuzzleFile::VERSION {
        bail!(
            "{}: no {} of version {}",
            name(),
            PuzzleFile::FORMAT,
            PuzzleFile::VERSION
        );
    }
    interrupt::listen()?;
    let mut out = output::stdout();
    let mut known: BTreeMap<&str, Tables> = BTreeMap::new();
    let (mut seen, mut faults) = (BTreeSet::new(), 0u64);
    let bar = progress::bar();
    bar.set_length(file.puzzles.len() as u64);
    for puzzle in &file.puzzles {
        if interrupt::is_asked() {
            bar.finish_and_clear();
            return Ok(ExitCode::from(interrupt::STATUS));
        }
        if !known.contains_key(puzzle.variant.as_str()) {
            let variant: Variant = puzzle.variant.parse().context(puzzle.id.clone())?;
            known.insert(&puzzle.variant, tables(variant, args.threads)?);
        }
        bar.set_message(puzzle.id.clone());
        let fault = match known
            .get(puzzle.variant.as_str())
            .map(|tables| puzzle.prove(tables))
        {
            Some(Err(fault)) => Some(fault.to_string()),
            _ if !seen.insert(&puzzle.id) => Some(format!("{}: stands twice", puzzle.id)),
            _ => None,
        };
        if let Some(fault) = fault {
            faults += 1;
            writeln!(out, "{fault}")?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = output::count(file.puzzles.len() as u64, "puzzle");
    if faults > 0 {
        writeln!(out, "{faults} of {count} not proved")?;
        out.flush()?;
        return Ok(ExitCode::from(UNPROVED));
    }
    writeln!(out, "{count} proved")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
