//! `fanorona tablebase probe`: what the tables say of a position.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use fanorona::tablebase::{Tables, Value, Verdict};
use fanorona::{Game, LIST_LIMIT, Position, Wdl};
use serde::Serialize;

use super::build::{build_board, no_tables, open};
use crate::options::PositionOptions;
use crate::output;

/// Without a file, tables to so many stones are built for one position: a few seconds.
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
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A value with the no-capture limit, in a word.
fn limit(value: &Value) -> &'static str {
    value.verdict.map_or("not-proved", Verdict::as_str)
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
            let stones = [fanorona::Color::White, fanorona::Color::Black]
                .map(|color| position.stones(color).len() as usize);
            let most = if board.points().len() <= SMALL_BOARD {
                9
            } else {
                MOST_BUILT
            };
            build_board(board, most.min(stones[0] + stones[1]).max(2), 2)?
        }
    };
    let game = Game::new(position);
    let Some(value) = tables.probe_in_game(&game) else {
        output::complain(&outside(&tables, &position));
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
    });
    let answer = Answer {
        wdl: value.wdl,
        limit: limit(&value),
        dtc: value.dtc,
        moves: moves.collect(),
        omitted,
    };
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    let line = |name: &str, limit: &str, dtc: Option<u8>| {
        let distance = dtc.map_or_else(String::new, |dtc| format!(" in {dtc}"));
        format!("{name:24} {limit}{distance}")
    };
    writeln!(out, "{}", line("position", answer.limit, answer.dtc))?;
    for mv in &answer.moves {
        writeln!(out, "{}", line(&mv.mv, mv.limit, mv.dtc))?;
    }
    if answer.omitted > 0 {
        writeln!(out, "and {} more turns", answer.omitted)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Why the tables do not hold a position.
fn outside(tables: &Tables, position: &Position) -> String {
    let board = position.variant().board();
    if tables.board() != board {
        return format!(
            "the tables are of {}, the position of {board}",
            tables.board()
        );
    }
    if position.is_vela_part_one() {
        return "part one of Vela has no tables (R7.2)".to_owned();
    }
    if position.is_single_capture_pending() {
        return "there are no tables while a single first capture is open (R7.1)".to_owned();
    }
    if position.stones(fanorona::Color::White).is_empty()
        || position.stones(fanorona::Color::Black).is_empty()
    {
        return "the game is over: a side has no stones (R6.1)".to_owned();
    }
    no_tables(board, tables.stones())
}
