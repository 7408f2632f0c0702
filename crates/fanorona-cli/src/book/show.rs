//! `fanorona book show`: what a book has for a position.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use fanorona::book::Book;
use serde::Serialize;

use crate::options::PositionOptions;
use crate::output;

/// Arguments of `fanorona book show`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionOptions,
    /// A file of `fanorona book build`; without it the book that is shipped
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Answer {
    positions: usize,
    note: String,
    turns: Vec<TurnAnswer>,
}

#[derive(Serialize)]
struct TurnAnswer {
    #[serde(rename = "move")]
    mv: String,
    /// An estimate in hundredths of a stone.
    score: i16,
}

/// Shows the turns.
///
/// # Errors
/// When there is no such position or book, and when stdout cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.position.position()?;
    let book = match &args.book {
        Some(path) => super::read(path)?,
        None => Book::shipped(),
    };
    let turns = book.turns(&position);
    let mut out = output::stdout();
    if args.json {
        let to_answer = |turn: &fanorona::book::BookTurn| TurnAnswer {
            mv: turn.mv.to_string(),
            score: turn.score,
        };
        let answer = Answer {
            positions: book.len(),
            note: book.note().to_owned(),
            turns: turns.iter().map(to_answer).collect(),
        };
        output::json_line(&mut out, &answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    for turn in &turns {
        let stones = f64::from(turn.score) / 100.0;
        writeln!(out, "{stones:+.2}  {}", turn.mv)?;
    }
    if turns.is_empty() {
        writeln!(out, "the book has nothing on this position")?;
    }
    let positions = output::count(book.len() as u64, "position");
    writeln!(out, "a book of {positions}: {}", book.note())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
