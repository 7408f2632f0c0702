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
    walk_from(mover, mover.capturers(), visitor)
}

/// As [`walk`], for callers that know the mover's capturers.
#[inline]
pub(crate) fn walk_from<V: TurnVisitor>(
    mover: &Mover,
    capturers: u64,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    if capturers != 0 {
        for at in bits(capturers) {
            visitor.start(at);
            let chain = Chain::start(mover.own, mover.enemy, at);
            let captures = chain.captures(mover.points);
            walk_chain(mover, mover.own & !(1 << at), chain, captures, visitor)?;
        }
    } else if mover.may_paika_with(capturers) {
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
    captures: Captures,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    for capture in captures.iter() {
        let next = chain.after_capture(capture, mover.first_stone_only());
        visitor.push(next.at, capture.kind());
        visitor.turn(others | 1 << next.at, next.enemy)?;
        if mover.may_continue() {
            // Most chains end here: looked at before the call, that is cheap.
            let more = next.captures(mover.points);
            if !more.is_empty() {
                walk_chain(mover, others, next, more, visitor)?;
            }
        }
        visitor.pop();
    }
    ControlFlow::Continue(())
}

/// How many turns [`walk`] would show, without making their boards.
pub(crate) fn count(mover: &Mover, queue: &mut Queue) -> u64 {
    let capturers = mover.capturers();
    if capturers == 0 {
        let paikas = |at| u64::from(mover.paikas_from(at).count_ones());
        return if mover.may_paika_with(capturers) {
            bits(mover.own).map(paikas).sum()
        } else {
            0
        };
    }
    let starts = bits(capturers).map(|at| {
        let chain = Chain::start(mover.own, mover.enemy, at);
        (chain, chain.captures(mover.points))
    });
    if !mover.may_continue() {
        return starts.map(|(_, captures)| captures.count()).sum();
    }
    let mut end = 0;
    for start in starts {
        end = queue.put(end, start);
    }
    queue.count(mover.points, end)
}

/// A stone on its way and the captures it has still to make.
type Waiting = (Chain, Captures);

/// Places of a [`Queue`]; a power of two.
const PLACES: usize = 256;

/// Stones that wait for their next capture to be counted.
///
/// A chain's tree is of no shape that a processor could guess, so walking it by
/// calls and loops costs a wrong guess or two a turn. The queue is worked off in
/// one loop instead, in which only places are computed and nothing is decided:
/// each round takes one stone, makes one of its captures, and puts back what is
/// left to do. What a round reads was written long before, so rounds overlap.
pub(crate) struct Queue {
    places: [Waiting; PLACES],
}

impl Queue {
    pub(crate) const fn new() -> Self {
        Self {
            places: [(Chain::start(0, 0, 0), Captures::NONE); PLACES],
        }
    }

    /// Puts a stone at `end` and returns the new end: the same if it has nothing to do.
    #[inline(always)]
    fn put(&mut self, end: usize, waiting: Waiting) -> usize {
        self.places[end % PLACES] = waiting;
        end + usize::from(!waiting.1.is_empty())
    }

    /// The turns of the stones that wait from 0 to `end`: one a round.
    fn count(&mut self, points: u64, mut end: usize) -> u64 {
        let mut turns = 0;
        let mut begin = 0;
        while begin != end {
            let (chain, mut captures) = self.places[begin % PLACES];
            begin += 1;
            turns += 1;
            let next = chain.after_capture(captures.take_first(), false);
            let more = next.captures(points);
            if end - begin > PLACES - 2 {
                // Hardly ever: so many turns at once that the queue is full.
                turns += count_chain(points, &chain, captures) + count_chain(points, &next, more);
                continue;
            }
            end = self.put(end, (chain, captures));
            end = self.put(end, (next, more));
        }
        turns
    }
}

/// The turns that begin with one of `captures`.
fn count_chain(points: u64, chain: &Chain, captures: Captures) -> u64 {
    let turns = |capture| {
        let next = chain.after_capture(capture, false);
        1 + count_chain(points, &next, next.captures(points))
    };
    captures.iter().map(turns).sum()
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
