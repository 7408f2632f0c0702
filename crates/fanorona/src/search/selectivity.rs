//! What the search looks at more and less than the depth says. docs/engine.md has the
//! matches behind the numbers.

use crate::position::Position;

/// Turns below the horizon that captures are followed: a capture is compulsory (R3.2), so
/// a position with one is not what it looks like.
pub(super) const QUIESCENCE: i32 = 4;

/// Turns that are looked at in each position below the horizon: those that take the most.
pub(super) const QUIESCENCE_TURNS: usize = 3;

/// With so few stones every turn is searched to the whole depth and none below the horizon: there
/// are few positions, the table holds them, and what counts is to prove.
const FEW_STONES: u32 = 5;

/// See [`FEW_STONES`].
pub(super) const fn is_ending(position: &Position) -> bool {
    position.stone_count() <= FEW_STONES
}

/// By how much less deep a turn so late in the order is searched at first. Near the horizon
/// less than farther up: docs/engine.md has the matches.
pub(super) const fn reduction(depth: i32, place: usize) -> i32 {
    if depth < 3 || place < 2 {
        return 0;
    }
    let lateness = (depth.ilog2() * (place + 1).ilog2()) as i32;
    let reduction = if depth < 6 {
        lateness / 4
    } else {
        lateness / 2
    };
    if reduction < depth - 2 {
        reduction
    } else {
        depth - 2
    }
}
