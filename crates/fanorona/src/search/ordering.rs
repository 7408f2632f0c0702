//! The turns of a node, merged and in the order to try them.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::movegen::TurnVisitor;
use crate::position::Position;
use crate::square::BITS;

/// Names a turn of a known position by the board it leaves: 16 bits, so that
/// the table can keep it. Two turns of one node rarely share it; that costs only order.
pub(crate) type TurnId = u16;

/// A board that some turn leaves, seen by the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Successor {
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    /// Greater is tried first.
    order: i32,
}

impl Successor {
    pub(crate) fn id(&self) -> TurnId {
        turn_id(self.own, self.enemy)
    }
}

pub(crate) fn turn_id(own: u64, enemy: u64) -> TurnId {
    let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ enemy.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 48) as TurnId
}

/// What earlier cut-offs teach about order.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By start and end point, halved as it fills up.
    from_to: Box<[[i32; BITS]; BITS]>,
    /// Two turns that cut off at each ply.
    killers: Vec<[TurnId; 2]>,
}

const CAPTURED_STONE: i32 = 1 << 20;
const TABLE_TURN: i32 = i32::MAX;
const KILLER: i32 = 1 << 19;
const HISTORY_LIMIT: i32 = 1 << 18;

impl History {
    pub(crate) fn new() -> Self {
        Self {
            from_to: Box::new([[0; BITS]; BITS]),
            killers: vec![[0; 2]; super::MAX_PLY + 1],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.from_to.as_flattened_mut().fill(0);
        self.killers.fill([0; 2]);
    }

    fn value(&self, own: u64, after: u64) -> i32 {
        let (from, to) = from_to(own, after);
        self.from_to[from][to]
    }

    /// The turn was good enough to end its node.
    pub(crate) fn reward(&mut self, position: &Position, turn: &Successor, depth: i32, ply: usize) {
        let (from, to) = from_to(position.stones(position.turn()).bits(), turn.own);
        let value = &mut self.from_to[from][to];
        *value += depth * depth;
        if *value > HISTORY_LIMIT {
            self.from_to
                .as_flattened_mut()
                .iter_mut()
                .for_each(|value| *value /= 2);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != turn.id() {
            killers[1] = killers[0];
            killers[0] = turn.id();
        }
    }
}

fn from_to(own: u64, after: u64) -> (usize, usize) {
    let from = (own & !after).trailing_zeros() as usize;
    let to = (after & !own).trailing_zeros() as usize;
    (from.min(BITS - 1), to.min(BITS - 1))
}

struct Collect<'a> {
    into: &'a mut Vec<Successor>,
    limit: usize,
    cut: bool,
}

impl TurnVisitor for Collect<'_> {
    type Break = ();

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<()> {
        if self.limit == 0 {
            self.cut = true;
            return ControlFlow::Break(());
        }
        self.limit -= 1;
        self.into.push(Successor {
            own,
            enemy,
            order: 0,
        });
        ControlFlow::Continue(())
    }
}

/// What [`generate`] found.
pub(crate) struct Generated {
    /// Turns walked, before those that leave the same board were merged.
    pub(crate) turns: usize,
    /// Whether there were more than `limit`.
    pub(crate) cut: bool,
}

/// What is known of turns before they are searched.
pub(crate) struct Hints<'a> {
    /// The turn that was best before.
    pub(crate) table_turn: Option<TurnId>,
    pub(crate) history: &'a History,
    pub(crate) ply: usize,
}

/// Puts the boards that the first `limit` turns of `position` leave at the end
/// of `into`, each once, the most promising first. Without hints the order depends on
/// the position alone.
pub(crate) fn generate(
    position: &Position,
    into: &mut Vec<Successor>,
    limit: usize,
    hints: Option<&Hints>,
) -> Generated {
    let begin = into.len();
    let mover = position.mover();
    let mut collect = Collect {
        into,
        limit,
        cut: false,
    };
    let _ = crate::movegen::walk(&mover, &mut collect);
    let cut = collect.cut;
    let turns = into.len() - begin;
    for turn in &mut into[begin..] {
        let taken = (mover.enemy ^ turn.enemy).count_ones() as i32;
        turn.order = taken * CAPTURED_STONE;
        let Some(hints) = hints else { continue };
        let id = turn.id();
        if Some(id) == hints.table_turn {
            turn.order = TABLE_TURN;
            continue;
        }
        if hints.history.killers[hints.ply].contains(&id) {
            turn.order += KILLER;
        }
        turn.order += hints.history.value(mover.own, turn.own);
    }
    into[begin..].sort_unstable_by(|a, b| {
        b.order
            .cmp(&a.order)
            .then(a.own.cmp(&b.own))
            .then(a.enemy.cmp(&b.enemy))
    });
    // Boards that are the same have the same order, so they are neighbours now.
    let mut kept = begin;
    for next in begin..into.len() {
        if kept == begin
            || (into[kept - 1].own, into[kept - 1].enemy) != (into[next].own, into[next].enemy)
        {
            into[kept] = into[next];
            kept += 1;
        }
    }
    into.truncate(kept);
    Generated { turns, cut }
}
