//! `fanorona replay`: a record, checked turn by turn.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use fanorona::{Record, RecordDefaults, RecordError};
use serde::Serialize;

use crate::options::PositionOptions;
use crate::output;

/// Bytes that are read of a record; a game of thousands of turns has far fewer.
const LIMIT: u64 = 16 << 20;

/// The exit status of a record with a fault.
const FAULT: u8 = 1;

/// Arguments of `fanorona replay`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A record or bare turns; `-` reads stdin
    file: PathBuf,
    /// Game, rules and position, where the record does not say them itself.
    #[command(flatten)]
    options: PositionOptions,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// A record without fault.
#[derive(Serialize)]
struct Played {
    /// The last position.
    fen: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    result: &'static str,
    /// The clause that ended the game.
    reason: Option<&'static str>,
    /// Turns played.
    turns: usize,
}

/// The first fault of a record.
#[derive(Serialize)]
struct Fault {
    /// The line, from 1.
    line: usize,
    /// The turn, from 1.
    turn: usize,
    /// The clause it runs against.
    clause: &'static str,
    /// What is wrong.
    message: String,
    /// The turns that a text without letters could mean.
    candidates: Vec<String>,
}

/// Replays the record.
///
/// # Errors
/// When the file cannot be read or is no text, `--fen` is no position, or stdout
/// cannot be written. A fault of the record is a result, with exit status 1.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let start = args.options.given()?;
    let defaults = RecordDefaults {
        // The position may say by itself that it is Vela's (R7.2).
        variant: start.map_or_else(|| args.options.variant(), |start| start.variant()),
        rules: args.options.rules(),
        start,
    };
    let text = read(&args.file).with_context(|| args.file.display().to_string())?;
    match Record::parse(&text, &defaults) {
        Ok(record) => played(&record, args.json),
        Err(error) => fault(&error, args.json),
    }
}

/// The text of a file or of stdin.
fn read(path: &Path) -> anyhow::Result<String> {
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    let mut bytes = Vec::new();
    source.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        bail!("more than {} MiB is no record", LIMIT >> 20);
    }
    String::from_utf8(bytes).context("not a text in UTF-8")
}

/// Says how the game stands at the record's end.
fn played(record: &Record, json: bool) -> anyhow::Result<ExitCode> {
    let game = &record.game;
    let end = game.end();
    let played = Played {
        fen: game.position().to_fen(),
        result: end.map_or("*", |end| end.outcome.as_str()),
        reason: end.map(|end| end.reason.clause()),
        turns: game.ply(),
    };
    let mut out = output::stdout();
    if json {
        output::json_line(&mut out, &played)?;
    } else {
        let turns = output::count(played.turns as u64, "turn");
        write!(out, "{} after {turns}", played.result)?;
        if let Some(end) = end {
            let (reason, clause) = (output::reason_text(end.reason), end.reason.clause());
            write!(out, ": {reason} ({clause})")?;
        }
        writeln!(out, "\n{}", played.fen)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what is wrong with the record.
fn fault(error: &RecordError, json: bool) -> anyhow::Result<ExitCode> {
    let fault = Fault {
        line: error.line,
        turn: error.turn,
        clause: error.fault.clause(),
        message: error.fault.to_string(),
        candidates: error
            .fault
            .candidates()
            .iter()
            .map(ToString::to_string)
            .collect(),
    };
    if json {
        output::json_line(&mut output::stdout(), &fault)?;
    } else {
        let Fault {
            clause, message, ..
        } = &fault;
        // Most messages cite the clause themselves.
        let cited = if message.contains(clause) {
            String::new()
        } else {
            format!(" ({clause})")
        };
        output::complain(&format!("{error}{cited}"));
        if !fault.candidates.is_empty() {
            output::complain(&format!("it may be {}", fault.candidates.join(" ")));
        }
    }
    Ok(ExitCode::from(FAULT))
}
