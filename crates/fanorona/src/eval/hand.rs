//! The evaluation by hand-set weights: stones first, then where they stand.

use crate::bitboard::Bitboard;
use crate::chain::{self, TurnKind};
use crate::position::Position;

/// A stone more.
const STONE: i32 = 100;
/// The same lead weighs more the fewer stones are left: added in full when the other side is bare.
const SHARE: i32 = 400;
/// A stone on a strong point (R1.2), from which it can go eight ways.
const STRONG: i32 = 4;
/// The side that is ahead wants its stones within two steps of the enemy's, or it never wins.
const NEAR: i32 = 6;
/// Having the turn with a capture on the board.
const CAPTURE_TO_MOVE: i32 = 45;
/// Having a quiet turn.
const QUIET_TO_MOVE: i32 = -5;
/// In part one of Vela each capture White still has ahead is worth little: it loses when it runs out of stones only.
const VELA_STONE: i32 = 20;

pub(super) fn evaluate(position: &Position) -> i32 {
    let mover = position.mover();
    let (own, enemy) = (
        mover.own.count_ones() as i32,
        mover.enemy.count_ones() as i32,
    );
    if position.is_vela_part_one() {
        // White takes one stone a turn and Black none: what counts is the
        // stones Black will have left; the search does the rest.
        return VELA_STONE * (own - enemy);
    }
    let total = (own + enemy).max(1);
    let lead = own - enemy;
    let strong_lead = (mover.own & chain::STRONG).count_ones() as i32
        - (mover.enemy & chain::STRONG).count_ones() as i32;
    let to_move = match mover.kind {
        TurnKind::PaikaOnly => 0,
        _ if mover.capturers() != 0 => CAPTURE_TO_MOVE,
        _ => QUIET_TO_MOVE,
    };
    let near = if lead > 0 {
        (mover.own & within_two(mover.enemy)).count_ones() as i32
    } else if lead < 0 {
        -((mover.enemy & within_two(mover.own)).count_ones() as i32)
    } else {
        0
    };
    STONE * lead + SHARE * lead / total + STRONG * strong_lead + NEAR * near + to_move
}

/// All points at most two steps from one of `stones`, lines not regarded.
fn within_two(stones: u64) -> u64 {
    let mut reach = stones;
    for _ in 0..2 {
        // The dead column must stay empty, or the next step wraps to another row.
        reach = (reach | reach << 1 | reach >> 1) & Bitboard::FRAME.bits();
        reach = (reach | reach << 10 | reach >> 10) & Bitboard::FRAME.bits();
    }
    reach
}
