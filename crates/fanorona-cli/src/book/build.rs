//! `fanorona book build`: searches the first positions of a game, breadth first.

use std::collections::HashSet;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use fanorona::book::{Book, BookTurn, MOST_POSITIONS};
use fanorona::search::{Limits, MOST_LINES, Search, Value, bench};
use fanorona::{Game, Position};
use indicatif::ProgressBar;
use serde::Serialize;

use super::checkpoint::{Checkpoint, Found};
use crate::options::{PositionOptions, Savings};
use crate::ordered::in_order;
use crate::whole_file::{WholeFile, with_suffix};
use crate::{output, progress};

/// Memory of the table of each search.
const HASH_BYTES: usize = 32 << 20;

/// Arguments of `fanorona book build`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Where to write the book; `FILE.partial` keeps what is found before it is whole
    file: PathBuf,
    /// So many turns from the start are in the book, both sides' counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    turns: u8,
    /// Nodes of the search of a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A turn so many hundredths of a stone worse than the best is in the book too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1000))]
    margin: u16,
    /// Turns of a position that are told apart from the worse ones
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=MOST_LINES as i64))]
    lines: u8,
    /// Positions that are searched at the same time; the book does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// The day, for the note in the book
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "")]
    date: String,
    #[command(flatten)]
    savings: Savings,
    /// Game, rules and where the games start
    #[command(flatten)]
    options: PositionOptions,
}

/// Where a book comes from: the note that it carries.
#[derive(Serialize)]
struct Provenance<'a> {
    game: String,
    rules: String,
    turns: u8,
    nodes: u64,
    margin: u16,
    lines: u8,
    /// The nodes of the bench tell which search it was.
    bench: u64,
    positions: usize,
    date: &'a str,
}

/// Makes a book.
///
/// # Errors
/// When the file cannot be written, and when the book would be too large.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let start = args.options.position()?;
    let variant = start.variant();
    if Position::start(variant, start.rules()) != Some(start) {
        bail!("a book begins at the start of a game: --fen is of no use");
    }
    if variant.is_vela() {
        bail!("there is no book of Vela: its part one is another game (R7.2)");
    }
    if start.is_single_capture_pending() {
        bail!("there is no book with the single first capture (R7.1): it knows no move numbers");
    }
    // Found wrong before long work, not after it.
    let name = || args.file.display().to_string();
    let file = WholeFile::new(&args.file, &Book::MAGIC).with_context(name)?;
    let mut provenance = Provenance {
        game: variant.to_string(),
        rules: start.rules().to_string(),
        turns: args.turns,
        nodes: args.nodes,
        margin: args.margin,
        lines: args.lines,
        bench: bench().iter().sum(),
        positions: 0,
        date: &args.date,
    };
    let partial = with_suffix(&args.file, ".partial");
    let described = serde_json::to_string(&provenance)?;
    let checkpoint = Checkpoint::open(&partial, described, args.savings.every())?;
    let mut builder = Builder {
        args,
        book: Book::empty(variant.board(), start.rules()),
        checkpoint,
        bar: progress::bar(),
    };
    builder.search_all(&start)?;
    provenance.positions = builder.book.len();
    let note = serde_json::to_string(&provenance)?;
    let bytes = builder.book.to_bytes(&note);
    file.replace(|out| out.write_all(&bytes))
        .with_context(name)?;
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| partial.display().to_string());
        }
        _ => {}
    }
    builder.bar.finish_and_clear();
    let mut out = output::stdout();
    writeln!(out, "{note}")?;
    let positions = output::count(provenance.positions as u64, "position");
    writeln!(out, "{}: {positions}, {} bytes", name(), bytes.len())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A book on its way.
struct Builder<'a> {
    args: &'a Args,
    book: Book,
    checkpoint: Checkpoint,
    bar: ProgressBar,
}

impl Builder<'_> {
    /// Searches layer by layer: all positions after the same number of turns.
    fn search_all(&mut self, start: &Position) -> anyhow::Result<()> {
        let mut layer: Vec<Position> = self.book.image(start).into_iter().collect();
        let mut seen: HashSet<u64> = layer.iter().map(Position::hash).collect();
        for turn in 1..=self.args.turns {
            self.bar.set_length(layer.len() as u64);
            self.bar.set_position(0);
            let known = output::count(self.book.len() as u64, "position");
            self.bar.set_message(format!("turn {turn}, after {known}"));
            let mut next = Vec::new();
            for (position, turns) in layer.iter().zip(self.search_layer(&layer)?) {
                let go_on = turn < self.args.turns;
                for turn in turns.iter().filter(|_| go_on) {
                    let after = self.book.image(&position.play_unchecked(&turn.mv));
                    next.extend(after.filter(|after| seen.insert(after.hash())));
                }
                // Nothing is said of a decided position: a search finds that out by itself.
                if !turns.is_empty() {
                    self.book.put(position, &turns)?;
                }
            }
            if seen.len() > MOST_POSITIONS {
                bail!("more than {MOST_POSITIONS} positions: fewer turns or a smaller margin");
            }
            layer = next;
        }
        Ok(())
    }

    /// The turns to put into the book, of each position of a layer. What an earlier run has found is
    /// taken from there.
    fn search_layer(&mut self, layer: &[Position]) -> anyhow::Result<Vec<Found>> {
        let mut found = Vec::new();
        for position in layer {
            let Some(known) = self.checkpoint.next(position)? else {
                break;
            };
            found.push(known);
            self.bar.inc(1);
        }
        let rest = &layer[found.len()..];
        let (args, checkpoint, bar) = (self.args, &mut self.checkpoint, &self.bar);
        let mut saved = Ok(());
        in_order(
            args.threads,
            rest.len() as u64,
            || Search::new(HASH_BYTES),
            |search, number| search_one(args, search, &rest[number as usize]),
            |turns| {
                saved = checkpoint.add(&turns);
                found.push(turns);
                bar.inc(1);
                saved.is_ok()
            },
        );
        saved?;
        if found.len() < layer.len() {
            bail!("a search has failed");
        }
        Ok(found)
    }
}

/// The turns of a position within the margin of the best, best first; none if it is decided or over. A
/// search begins anew at each position, so that what it finds does not depend on the others.
fn search_one(args: &Args, search: &mut Search, position: &Position) -> Found {
    search.new_game();
    let limits = Limits {
        nodes: Some(args.nodes),
        lines: args.lines.into(),
        ..Limits::default()
    };
    let report = search.think(&Game::new(*position), limits);
    let estimated = report.lines.iter().filter_map(|line| match line.value {
        Value::Estimate(score) => Some(BookTurn {
            mv: *line.pv.first()?,
            score: i16::try_from(score).ok()?,
        }),
        Value::Proved { .. } => None,
    });
    let mut turns: Found = estimated.collect();
    let is_won = |line: &fanorona::search::Line| {
        let (_, proved, _) = line.value.parts();
        proved.is_some_and(|wdl| wdl == fanorona::Wdl::Win)
    };
    if report.lines.iter().any(is_won) {
        turns.clear();
    }
    let best = turns.first().map_or(0, |turn| i32::from(turn.score));
    turns.retain(|turn| i32::from(turn.score) >= best - i32::from(args.margin));
    turns
}
