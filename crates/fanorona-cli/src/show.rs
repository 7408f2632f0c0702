//! `fanorona show`: the board in letters.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use fanorona::{Color, Position, Square};

use crate::options::PositionOptions;
use crate::output;

/// Arguments of `fanorona show`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game, rules and position.
    #[command(flatten)]
    options: PositionOptions,
}

/// Draws the position.
///
/// # Errors
/// When there is no such position or stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.options.position()?;
    let mut out = output::stdout();
    out.write_all(draw(&position).as_bytes())?;
    writeln!(out, "\n{position}")?;
    writeln!(out, "{}, rules {}", position.variant(), position.rules())?;
    writeln!(
        out,
        "{} to move; move {}; half-moves without a capture: {}",
        position.turn(),
        position.move_number(),
        position.no_capture()
    )?;
    if position.is_vela_part_one() {
        writeln!(out, "part one of Vela (R7.2)")?;
    }
    if let Some(end) = position.end() {
        let (reason, clause) = (output::reason_text(end.reason), end.reason.clause());
        writeln!(out, "{}: {reason} ({clause})", end.outcome)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The points, the lines that join them, and the coordinates.
fn draw(position: &Position) -> String {
    let board = position.variant().board();
    let mut text = String::new();
    for row in (0..board.height()).rev() {
        let squares = (0..board.width()).filter_map(|column| Square::new(column, row));
        let _ = write!(text, "{} ", row + 1);
        for square in squares.clone() {
            if square.column() > 0 {
                text.push('-');
            }
            text.push(stone(position, square));
        }
        if row > 0 {
            text.push_str("\n  ");
            for square in squares {
                // Each cell has one diagonal, and a strong point (R1.2) is an end of it.
                if square.column() > 0 {
                    text.push(if square.is_strong() { '/' } else { '\\' });
                }
                text.push('|');
            }
        }
        text.push('\n');
    }
    text.push(' ');
    for column in (b'a'..).take(usize::from(board.width())) {
        text.push(' ');
        text.push(char::from(column));
    }
    text.push('\n');
    text
}

/// `W`, `B`, or `.` for an empty point.
fn stone(position: &Position, square: Square) -> char {
    Color::ALL
        .into_iter()
        .find(|color| position.stones(*color).contains(square))
        .map_or('.', Color::letter)
}
