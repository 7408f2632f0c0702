//! Turns of a position, one after the other.
//!
//! A position has no small bound on its turns, so nothing here makes a list:
//! each turn is handed to a visitor that can stop the walk.

use core::ops::ControlFlow;

use crate::chain::{Captures, Chain, Mover, bits};
use crate::mv::Move;
use crate::square::Square;
use crate::step::StepKind;

/// Sees every turn as the walk reaches it.
pub(crate) trait TurnVisitor {
    /// What ends the walk early.
    type Break;

    /// The walk turns to the stone at this bit.
    fn start(&mut self, at: u8) {
        let _ = at;
    }

    /// The stone steps to this bit.
    fn push(&mut self, to: u8, kind: StepKind) {
        let _ = (to, kind);
    }

    /// The stone goes back.
    fn pop(&mut self) {}

    /// A turn may end here, leaving these stones of the mover and of the other side.
    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<Self::Break>;
}

/// Walks every legal turn, each distinct path and kind once: stones from `a1`
/// up, directions counter-clockwise from east, a turn before the turns that go
/// on from it.
pub(crate) fn walk<V: TurnVisitor>(mover: &Mover, visitor: &mut V) -> ControlFlow<V::Break> {
    let capturers = mover.capturers();
    if capturers != 0 {
        for at in bits(capturers) {
            visitor.start(at);
            walk_chain(
                mover,
                mover.own & !(1 << at),
                Chain::start(mover.own, mover.enemy, at),
                visitor,
            )?;
        }
    } else if mover.may_paika() {
        for at in bits(mover.own) {
            visitor.start(at);
            for d in bits(u64::from(mover.paikas_from(at))) {
                let to = crate::chain::step(at, d);
                visitor.push(to, StepKind::Paika);
                visitor.turn(mover.own & !(1 << at) | 1 << to, mover.enemy)?;
                visitor.pop();
            }
        }
    }
    ControlFlow::Continue(())
}

fn walk_chain<V: TurnVisitor>(
    mover: &Mover,
    others: u64,
    chain: Chain,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    for capture in chain.captures(mover.points).iter() {
        let next = chain.after_capture(capture, mover.first_stone_only());
        visitor.push(next.at, capture.kind());
        visitor.turn(others | 1 << next.at, next.enemy)?;
        if mover.may_continue() {
            walk_chain(mover, others, next, visitor)?;
        }
        visitor.pop();
    }
    ControlFlow::Continue(())
}

/// How many turns [`walk`] would show, without making their boards.
pub(crate) fn count(mover: &Mover) -> u64 {
    let capturers = mover.capturers();
    if capturers != 0 {
        return bits(capturers)
            .map(|at| {
                let chain = Chain::start(mover.own, mover.enemy, at);
                let captures = chain.captures(mover.points);
                if mover.may_continue() {
                    count_chain(mover.points, &chain, captures)
                } else {
                    captures.count()
                }
            })
            .sum();
    }
    if mover.may_paika() {
        return bits(mover.own)
            .map(|at| u64::from(mover.paikas_from(at).count_ones()))
            .sum();
    }
    0
}

/// The turns that begin with one of `captures`. Asking a stone for its next
/// captures before the call spares one for the many stones that have none.
fn count_chain(points: u64, chain: &Chain, captures: Captures) -> u64 {
    let mut turns = 0;
    for capture in captures.iter() {
        let next = chain.after_capture(capture, false);
        let more = next.captures(points);
        turns += 1;
        if !more.is_empty() {
            turns += count_chain(points, &next, more);
        }
    }
    turns
}

/// Keeps the path of the turn that the walk stands at, for callers that want it as a [`Move`].
pub(crate) struct PathVisitor<F> {
    path: Move,
    visit: F,
}

impl<F> PathVisitor<F> {
    pub(crate) fn new(visit: F) -> Self {
        let path = Move::from_start(Square::from_bit(0));
        Self { path, visit }
    }
}

impl<B, F: FnMut(&Move, u64, u64) -> ControlFlow<B>> TurnVisitor for PathVisitor<F> {
    type Break = B;

    fn start(&mut self, at: u8) {
        self.path = Move::from_start(Square::from_bit(at));
    }

    fn push(&mut self, to: u8, kind: StepKind) {
        // A chain cannot be longer than a move: each step lands on a new point.
        let fits = self.path.push(Square::from_bit(to), kind);
        debug_assert!(fits);
    }

    fn pop(&mut self) {
        self.path.pop();
    }

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<B> {
        (self.visit)(&self.path, own, enemy)
    }
}
