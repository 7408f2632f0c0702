//! `fanorona tablebase probe`: what the tables say of a position.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use fanorona::tablebase::{Value, Verdict};
use fanorona::{Board, Game, LIST_LIMIT, Position, Wdl};
use serde::Serialize;

use super::DtwArg;
use super::build::{build, no_tables, open};
use crate::options::PositionOptions;
use crate::output;

/// Without a file, tables to so many stones are built for one position: some seconds.
const MOST_BUILT: usize = 5;
/// On a board of so few points, all of them.
const SMALL_BOARD: u32 = 9;

/// Exit status of a position outside the tables.
const OUTSIDE: u8 = 1;

/// Arguments of `fanorona tablebase probe`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionOptions,
    /// Tables from `tablebase build`; without it tables to 5 stones are built, for telo to 9
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer of `probe --json`.
#[derive(Serialize)]
struct Answer {
    wdl: Wdl,
    limit: &'static str,
    dtc: Option<u8>,
    dtw: Option<u8>,
    moves: Vec<MoveAnswer>,
    /// Turns beyond the first 500 (R8.2).
    #[serde(skip_serializing_if = "is_zero")]
    omitted: usize,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    mv: String,
    wdl: Wdl,
    limit: &'static str,
    dtc: Option<u8>,
    dtw: Option<u8>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Where the tables do not know what the no-capture limit makes of a value.
const NOT_PROVED: &str = "not-proved";

/// A value with the no-capture limit, in a word.
fn limit(value: &Value) -> &'static str {
    value.verdict.map_or(NOT_PROVED, Verdict::as_str)
}

/// Runs the command.
///
/// # Errors
/// When the position or the file cannot be read, and when stdout cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.position.position()?;
    let board = position.variant().board();
    let tables = match &args.tables {
        Some(path) => open(path)?,
        None => {
            let [white, black] = [fanorona::Color::White, fanorona::Color::Black]
                .map(|color| position.stones(color).len() as usize);
            let most = if board.points().len() <= SMALL_BOARD {
                9
            } else {
                MOST_BUILT
            };
            // Nothing is built for a position that would not be in it.
            if let Some(reason) = outside(board, most, &position) {
                output::complain(&reason);
                return Ok(ExitCode::from(OUTSIDE));
            }
            let stones = most.min(white + black).max(2);
            build(board, stones, 2, &DtwArg { dtw: true })?
        }
    };
    let game = Game::new(position);
    let Some(value) = tables.probe_in_game(&game) else {
        let reason = outside(tables.board(), tables.stones(), &position);
        output::complain(&reason.unwrap_or_default());
        return Ok(ExitCode::from(OUTSIDE));
    };
    let (mut rated, omitted) = tables
        .rate_moves_in_game(&game, LIST_LIMIT)
        .unwrap_or_default();
    rated.sort_by_cached_key(|rated| rated.mv.to_string());
    rated.sort_by(|one, other| other.value.cmp_for_side(&one.value));
    let moves = rated.iter().map(|rated| MoveAnswer {
        mv: rated.mv.to_string(),
        wdl: rated.value.wdl,
        limit: limit(&rated.value),
        dtc: rated.value.dtc,
        dtw: rated.value.dtw,
    });
    let answer = Answer {
        wdl: value.wdl,
        limit: limit(&value),
        dtc: value.dtc,
        dtw: value.dtw,
        moves: moves.collect(),
        omitted,
    };
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let line = |name: &str, wdl: Wdl, limit: &str, dtc: Option<u8>, dtw: Option<u8>| {
        // What holds without the limit is said all the same.
        let (word, doubt) = match limit {
            NOT_PROVED => (wdl.as_str(), "; with the limit not proved"),
            _ => (limit, ""),
        };
        let conversion = dtc.map_or_else(String::new, |dtc| format!(" in {dtc}"));
        let end = dtw.map_or_else(String::new, |dtw| format!(", the end in {dtw}"));
        format!("{name:24} {word}{conversion}{end}{doubt}")
    };
    let position = line("position", answer.wdl, answer.limit, answer.dtc, answer.dtw);
    writeln!(out, "{position}")?;
    for mv in &answer.moves {
        writeln!(out, "{}", line(&mv.mv, mv.wdl, mv.limit, mv.dtc, mv.dtw))?;
    }
    if answer.omitted > 0 {
        writeln!(
            out,
            "and {}",
            output::count(answer.omitted as u64, "more turn")
        )?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Why tables of a board to so many stones do not hold a position; `None` if they do.
fn outside(tables: Board, stones: usize, position: &Position) -> Option<String> {
    let board = position.variant().board();
    let count = |color| position.stones(color).len() as usize;
    let sides = [fanorona::Color::White, fanorona::Color::Black].map(count);
    if tables != board {
        return Some(format!(
            "the tables are of {tables}, the position of {board}"
        ));
    }
    if position.is_vela_part_one() {
        return Some("part one of Vela has no tables (R7.2)".to_owned());
    }
    if position.is_single_capture_pending() {
        let reason = "there are no tables while a single first capture is open (R7.1)";
        return Some(reason.to_owned());
    }
    if sides.contains(&0) {
        return Some("the game is over: a side has no stones (R6.1)".to_owned());
    }
    (sides[0] + sides[1] > stones).then(|| no_tables(board, stones))
}
