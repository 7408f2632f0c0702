//! Perft: how many sequences of turns a position has, the generator's test.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::movegen::{self, Queue, TurnVisitor};
use crate::mv::Move;
use crate::position::Position;

/// Sequences of `depth` turns from `position`: one whole turn is one move, every
/// distinct path and choice of kind counts, a finished game counts 0. Repetition
/// is not looked at, for a position has no history. At depth 0 the answer is 1.
///
/// ```
/// use fanorona::{perft, Position};
/// let start = Position::start(Default::default(), Default::default()).unwrap();
/// assert_eq!((1..=4).map(|depth| perft(&start, depth)).collect::<Vec<_>>(), [5, 39, 724, 18026]);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    leaves(position, depth, &mut Queue::new())
}

fn leaves(position: &Position, depth: u32, queue: &mut Queue) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mover = position.mover();
    if mover.own == 0 || mover.enemy == 0 {
        return 0;
    }
    // A blocked position has no turn to count; the limit ends a game that has some.
    if position.is_no_capture_draw() {
        return 0;
    }
    if depth == 1 {
        return movegen::count(&mover, queue);
    }
    let mut visitor = Deeper {
        position,
        depth: depth - 1,
        leaves: 0,
        queue,
    };
    let _ = movegen::walk(&mover, &mut visitor);
    visitor.leaves
}

struct Deeper<'a> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    queue: &'a mut Queue,
}

impl TurnVisitor for Deeper<'_> {
    type Break = core::convert::Infallible;

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<Self::Break> {
        let next = self.position.after_unhashed(own, enemy);
        self.leaves += leaves(&next, self.depth, self.queue);
        ControlFlow::Continue(())
    }
}

/// [`perft`] with the share of each first turn, in the order of the generator;
/// empty at depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut shares = Vec::new();
    if depth > 0 {
        let _ = position.for_each_successor::<()>(|mv, next| {
            shares.push((*mv, perft(&next, depth - 1)));
            ControlFlow::Continue(())
        });
    }
    shares
}
