//! What a position looks like without searching it.

use crate::board::Board;
use crate::position::Position;

mod hand;

/// An estimate in hundredths of a stone, seen by the side to move. It says
/// nothing about finished games and proves nothing.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    hand::evaluate(position)
}

/// Points of a board that count more: how many lines meet there, once for the mover's stones.
fn strong_points(board: Board) -> u64 {
    crate::chain::STRONG & board.points().bits()
}
