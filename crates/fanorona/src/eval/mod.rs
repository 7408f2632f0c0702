//! What a position looks like without searching it.

use crate::position::Position;

mod hand;

/// An estimate in hundredths of a stone, seen by the side to move. It says
/// nothing about finished games and proves nothing.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    hand::evaluate(position)
}
