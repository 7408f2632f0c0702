//! Hand-set weights: stones, where they stand, and whose turn it is.

use fanorona::{Bitboard, Position};

/// Hundredths of a stone for the side to move.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let (own, enemy) = (
        position.stones(position.turn()),
        position.stones(!position.turn()),
    );
    let lead = own.len() as i32 - enemy.len() as i32;
    let total = (own.len() + enemy.len()).max(1) as i32;
    let strong = position.variant().board().strong();
    let place = |stones: Bitboard| (stones & strong).len() as i32;
    let tempo = if position.is_capture_available() {
        40
    } else {
        0
    };
    100 * lead + 300 * lead / total + 4 * (place(own) - place(enemy)) + tempo
}
