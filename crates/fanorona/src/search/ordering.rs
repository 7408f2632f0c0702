//! The turns of a node, merged and in the order to try them.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::chain::Mover;
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
    /// Greater is tried first: what is known of the turn, then its [`TurnId`] in the low 16
    /// bits, so that turns that leave the same board stand together.
    key: u64,
}

impl Successor {
    const fn new(own: u64, enemy: u64, order: i32, id: TurnId) -> Self {
        let key = (order as u64) << 16 | id as u64;
        Self { own, enemy, key }
    }

    pub(crate) const fn id(&self) -> TurnId {
        self.key as TurnId
    }

    fn leaves_the_board_of(&self, other: &Self) -> bool {
        (self.own, self.enemy) == (other.own, other.enemy)
    }
}

pub(crate) fn turn_id(own: u64, enemy: u64) -> TurnId {
    let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ enemy.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 48) as TurnId
}

/// What earlier cut-offs teach about order.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By start and end point, -[`HISTORY_LIMIT`] to [`HISTORY_LIMIT`]: the nearer to a bound, the less it moves.
    from_to: Box<[[i32; BITS]; BITS]>,
    /// Two turns that cut off at each ply.
    killers: Vec<[TurnId; 2]>,
}

const CAPTURED_STONE: i32 = 1 << 20;
const TABLE_TURN: i32 = i32::MAX;
const KILLER: i32 = 1 << 19;
const HISTORY_LIMIT: i32 = 1 << 14;

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

    /// The turn was good enough to end its node; those tried before it were not.
    pub(crate) fn reward(
        &mut self,
        position: &Position,
        turn: &Successor,
        tried: &[Successor],
        depth: i32,
        ply: usize,
    ) {
        let own = position.stones(position.turn()).bits();
        let bonus = (depth * depth).min(400);
        let mut add = |turn: &Successor, bonus: i32| {
            let (from, to) = from_to(own, turn.own);
            let value = &mut self.from_to[from][to];
            *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
        };
        add(turn, bonus);
        for turn in tried {
            add(turn, -bonus);
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
        self.into.push(Successor { own, enemy, key: 0 });
        ControlFlow::Continue(())
    }
}

/// Looks for one turn and stops there.
struct Find {
    id: TurnId,
}

impl TurnVisitor for Find {
    type Break = Successor;

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<Successor> {
        if turn_id(own, enemy) == self.id {
            ControlFlow::Break(Successor::new(own, enemy, TABLE_TURN, self.id))
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The first turn of that name, if there is one.
pub(crate) fn find(mover: &Mover, capturers: u64, id: TurnId) -> Option<Successor> {
    crate::movegen::walk_from(mover, capturers, &mut Find { id }).break_value()
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

/// Puts the boards that the first `limit` turns of `position` leave at the end of `into`, in
/// no order: see [`pick`]. Without hints the order depends on the position alone.
/// `capturers` are the mover's.
pub(crate) fn generate(
    mover: &Mover,
    capturers: u64,
    into: &mut Vec<Successor>,
    limit: usize,
    hints: Option<&Hints>,
) -> Generated {
    let begin = into.len();
    let mut collect = Collect {
        into,
        limit,
        cut: false,
    };
    let _ = crate::movegen::walk_from(mover, capturers, &mut collect);
    let cut = collect.cut;
    let turns = into.len() - begin;
    for turn in &mut into[begin..] {
        let id = turn_id(turn.own, turn.enemy);
        let taken = (mover.enemy ^ turn.enemy).count_ones() as i32;
        // One stone more than taken, so that no history makes it negative: the key has no sign.
        let mut order = (taken + 1) * CAPTURED_STONE;
        if let Some(hints) = hints {
            if Some(id) == hints.table_turn {
                order = TABLE_TURN;
            } else {
                if hints.history.killers[hints.ply].contains(&id) {
                    order += KILLER;
                }
                order += hints.history.value(mover.own, turn.own);
            }
        }
        *turn = Successor::new(turn.own, turn.enemy, order, id);
    }
    Generated { turns, cut }
}

/// Brings the next turn to try to `turns[next]`: the most promising one behind, if it leaves a
/// board that none before leaves. Turns that leave the board of an earlier one are dropped from
/// the end, which comes back; it is `next` where no turn is left. Most nodes end after a
/// turn or two, so a sort of all would be wasted.
pub(crate) fn pick(turns: &mut [Successor], next: usize) -> usize {
    let mut end = turns.len();
    while next < end {
        let mut best = next;
        for place in next + 1..end {
            if turns[place].key > turns[best].key {
                best = place;
            }
        }
        turns.swap(next, best);
        let turn = turns[next];
        let alike = turns[..next]
            .iter()
            .rev()
            .take_while(|earlier| earlier.key == turn.key);
        if alike
            .into_iter()
            .any(|earlier| earlier.leaves_the_board_of(&turn))
        {
            end -= 1;
            turns.swap(next, end);
        } else {
            break;
        }
    }
    end
}

/// Sorts turns as [`pick`] would bring them, and drops those it would drop.
pub(crate) fn sort(turns: &mut Vec<Successor>) {
    let mut next = 0;
    loop {
        let end = pick(turns, next);
        turns.truncate(end);
        if next == end {
            return;
        }
        next += 1;
    }
}

/// Whether all turns leave one board.
pub(crate) fn is_one_board(turns: &[Successor]) -> bool {
    turns.iter().all(|turn| turn.leaves_the_board_of(&turns[0]))
}
