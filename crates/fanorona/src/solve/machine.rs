//! Depth-first proof-number search with a stack of its own, so that it can stop
//! after any node and go on later.
//!
//! # Repetition
//!
//! Coming back to a position of the line is "not a win" for the side that is
//! asked. A win therefore never rests on a repetition. "Not a win" may: such a
//! result carries the shallowest position of the line that it leans on. It is a
//! loan: it counts while that position is on the line. When that position is
//! itself found not to be won, with nothing above it leaned on, both hold for
//! ever: the other side has a closed set of positions that it need never leave.
//! When that position turns out won, or is left open, the loan is void.
//! Only what holds for ever goes to the table as answered.

use alloc::vec::Vec;

use super::children::{Child, Ground, Lean, Stones};
use super::key::Key;
use super::loans::{Loan, Loans};
use super::table::{HIGHEST, Hit, MOST, NEVER, Numbers, Table};
use crate::tablebase::Tables;

/// A position of the line.
#[derive(Clone, Debug)]
struct Frame {
    stones: Stones,
    key: Key,
    /// It is left when a number reaches its limit.
    limit: Numbers,
    /// Its children in the arena, from here to the next frame's.
    begin: usize,
    /// The child that is being searched.
    child: usize,
    /// The count of nodes when it was entered, less the work done before.
    entered: u64,
    /// Tells it from all other visits to any position.
    visit: u64,
    /// Loans that were there before it.
    loans: usize,
}

/// How the children stand together, seen by the side to move.
struct Sum {
    numbers: Numbers,
    /// If it is a win: one more than the height it was made from.
    height: u32,
    lean: Lean,
    /// The child to search next, and its limits.
    next: usize,
    limit: Numbers,
}

/// The state of a proof search between two slices.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub(super) ground: Ground,
    pub(super) table: Table,
    stack: Vec<Frame>,
    arena: Vec<Child>,
    loans: Loans,
    root: Option<(Stones, Key)>,
    numbers: Numbers,
    pub(super) gave_up: bool,
    pub(super) nodes: u64,
}

impl Machine {
    pub(super) fn new(ground: Ground, table: Table, loans: Loans) -> Self {
        Self {
            ground,
            table,
            stack: Vec::new(),
            arena: Vec::new(),
            loans,
            root: None,
            numbers: Numbers { phi: 1, delta: 1 },
            gave_up: false,
            nodes: 0,
        }
    }

    /// Begins a question. What the table knows stays.
    pub(super) fn ask(&mut self, stones: Stones, mover_is_asked: bool) {
        self.stack.clear();
        self.arena.clear();
        self.loans.clear();
        self.gave_up = false;
        let key = self.ground.key(stones, mover_is_asked);
        self.root = Some((stones, key));
        self.numbers = Numbers { phi: 1, delta: 1 };
    }

    /// How far the question is.
    pub(super) const fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Searches about `nodes` nodes, at least one. `Some(true)` when the side to
    /// move reaches its aim.
    pub(super) fn run(&mut self, tables: Option<&Tables>, nodes: u64) -> Option<bool> {
        let until = self.nodes.saturating_add(nodes.max(1));
        while self.numbers.answer().is_none() && !self.gave_up && self.nodes < until {
            self.advance(tables);
        }
        self.numbers.answer()
    }

    /// What is known without a search: whether the side to move reaches its aim.
    pub(super) fn known(
        &self,
        tables: Option<&Tables>,
        stones: Stones,
        mover_is_asked: bool,
    ) -> Option<bool> {
        let settled = self.ground.settled(tables, stones, mover_is_asked);
        settled.or_else(|| {
            let hit = self.table.probe(self.ground.key(stones, mover_is_asked))?;
            hit.numbers.answer()
        })
    }

    /// The height of a win that is kept in the table.
    pub(super) fn height(&self, stones: Stones, mover_is_asked: bool) -> Option<u32> {
        let hit = self.table.probe(self.ground.key(stones, mover_is_asked))?;
        let won = hit.numbers.answer()? == mover_is_asked;
        won.then_some(hit.height)
    }

    /// One step: leaves the last position of the line, or enters a child of it.
    fn advance(&mut self, tables: Option<&Tables>) {
        let Some(frame) = self.stack.last() else {
            let Some((stones, key)) = self.root else {
                self.gave_up = true;
                return;
            };
            if let Some(reached) = self.known(tables, stones, key.mover_is_asked()) {
                self.numbers = Numbers::settled(reached);
            } else {
                let limit = Numbers {
                    phi: NEVER,
                    delta: NEVER,
                };
                self.enter(stones, key, limit, tables);
            }
            return;
        };
        let sum = self.sum(frame);
        if sum.numbers.phi >= frame.limit.phi || sum.numbers.delta >= frame.limit.delta {
            self.leave(&sum);
            return;
        }
        if self.stack.len() == 1 {
            self.numbers = sum.numbers;
        }
        if let Some(frame) = self.stack.last_mut() {
            frame.child = sum.next;
        }
        let child = &mut self.arena[sum.next];
        // It may have been answered since, by another way to it.
        if let Some(hit) = self.table.probe(child.key)
            && hit.numbers.answer().is_some()
        {
            (child.numbers, child.height) = (hit.numbers, hit.height);
            return;
        }
        let child = *child;
        self.enter(child.stones, child.key, sum.limit, tables);
    }

    fn enter(&mut self, stones: Stones, key: Key, limit: Numbers, tables: Option<&Tables>) {
        self.nodes += 1;
        let before = self.table.probe(key).map_or(0, |hit| hit.work);
        let begin = self.arena.len();
        self.gave_up |= !self.ground.expand(
            stones,
            key.mover_is_asked(),
            tables,
            &self.table,
            &mut self.arena,
        );
        self.stack.push(Frame {
            stones,
            key,
            limit,
            begin,
            child: begin,
            entered: self.nodes.saturating_sub(1 + before),
            visit: self.nodes,
            loans: self.loans.len(),
        });
        self.mark_repetitions();
        self.mark_loans();
    }

    /// Children of the last position that stand on the line already.
    fn mark_repetitions(&mut self) {
        let Some(frame) = self.stack.last() else {
            return;
        };
        let total = |(own, enemy): Stones| (own | enemy).count_ones();
        let stones = total(frame.stones);
        // Behind a capture there is no way back.
        let line = self.stack.iter().enumerate().rev();
        let same = line.take_while(|(_, frame)| total(frame.stones) == stones);
        for (depth, above) in same {
            let children = &mut self.arena[frame.begin..];
            let open = children
                .iter_mut()
                .filter(|child| child.key == above.key && child.numbers.answer().is_none());
            for child in open {
                // The side that is not asked has what it wants.
                child.numbers = Numbers::settled(!child.key.mover_is_asked());
                child.lean = Lean::on(depth);
            }
        }
    }

    /// Children that were found not to be won, as long as the line was what it is still.
    fn mark_loans(&mut self) {
        let Some(frame) = self.stack.last() else {
            return;
        };
        for child in &mut self.arena[frame.begin..] {
            if child.numbers != on_loan(child.key) {
                continue;
            }
            let stands = |lean: Lean, visit| {
                let frame = self.stack.get(lean.deep as usize);
                frame.is_some_and(|frame| frame.visit == visit)
            };
            if let Some(lean) = self.loans.find(child.key, stands) {
                child.numbers = Numbers::settled(!child.key.mover_is_asked());
                child.lean = lean;
            }
        }
    }

    fn sum(&self, frame: &Frame) -> Sum {
        let children = &self.arena[frame.begin..];
        // The child that is missed most easily is the side's best hope.
        let (mut best, mut second, mut next) = (NEVER, NEVER, 0);
        let mut lean = Lean::FREE;
        for (at, child) in children.iter().enumerate() {
            let delta = child.numbers.delta;
            if delta < best {
                (second, best, next) = (best, delta, at);
            } else {
                second = second.min(delta);
            }
            lean = lean.and(child.lean);
        }
        if best == 0 {
            let ways = children.iter().filter(|child| child.numbers.delta == 0);
            let height = ways.clone().map(|child| child.height).min();
            return Sum {
                numbers: Numbers::REACHED,
                height: higher(height),
                lean: ways
                    .map(|child| child.lean)
                    .max_by_key(|lean| lean.shallow)
                    .unwrap_or(Lean::FREE),
                next,
                limit: Numbers::MISSED,
            };
        }
        if best == NEVER {
            return Sum {
                numbers: Numbers::MISSED,
                height: higher(children.iter().map(|child| child.height).max()),
                lean,
                next,
                limit: Numbers::MISSED,
            };
        }
        // All children must be reached by the other side to show a miss. They share
        // much of their work, so the others count for a part only.
        let (mut largest, mut rest) = (0, 0);
        for (at, child) in children.iter().enumerate() {
            if at != next {
                let phi = child.numbers.phi;
                rest += u64::from(phi.min(largest));
                largest = largest.max(phi);
            }
        }
        let (largest, chosen) = (u64::from(largest), children[next].numbers);
        let phi = u64::from(chosen.phi);
        let delta = mix(phi.max(largest), rest + phi.min(largest));
        let numbers = Numbers {
            phi: best.min(MOST),
            delta: delta.min(u64::from(MOST)) as u32,
        };
        let limit = Numbers {
            phi: phi_limit(frame.limit.delta, largest, rest, chosen.phi),
            delta: open_limit(u64::from(
                frame.limit.phi.min(second.saturating_add(second / 4 + 1)),
            )),
        };
        Sum {
            numbers,
            height: 0,
            lean: Lean::FREE,
            next: frame.begin + next,
            limit,
        }
    }

    /// The last position of the line is left with these numbers.
    fn leave(&mut self, sum: &Sum) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        self.arena.truncate(frame.begin);
        let depth = self.stack.len() as u32;
        let lean = sum.lean.above(depth);
        let mut hit = Hit {
            numbers: sum.numbers,
            height: 0,
            work: self.nodes - frame.entered,
        };
        match sum.numbers.answer() {
            // The side that is asked does not win.
            Some(reached) if reached != frame.key.mover_is_asked() => {
                let table = &mut self.table;
                self.loans.lend(frame.loans, depth, lean, |key, work| {
                    let hit = Hit {
                        numbers: Numbers::settled(!key.mover_is_asked()),
                        height: 0,
                        work,
                    };
                    table.store(key, hit);
                });
                if lean == Lean::FREE {
                    self.table.store(frame.key, hit);
                } else {
                    let loan = Loan {
                        key: frame.key,
                        lean,
                        work: hit.work,
                    };
                    hit.numbers = on_loan(frame.key);
                    self.table.store(frame.key, hit);
                    let deepest = self.stack[lean.deep as usize].visit;
                    self.loans.add(loan, deepest);
                }
            }
            answer => {
                if answer.is_some() {
                    hit.height = sum.height;
                }
                self.loans.void(frame.loans, depth);
                self.table.store(frame.key, hit);
            }
        }
        match self.stack.last() {
            Some(above) => {
                let child = &mut self.arena[above.child];
                child.numbers = sum.numbers;
                child.height = hit.height;
                child.lean = lean;
            }
            None => self.numbers = sum.numbers,
        }
    }
}

/// One more than the height of a child, if there are children.
fn higher(child: Option<u32>) -> u32 {
    child.map_or(0, |height| height + 1).min(HIGHEST)
}

/// The numbers of a question that was answered on loan: open, but likely to be
/// answered in the same way again.
const fn on_loan(key: Key) -> Numbers {
    if key.mover_is_asked() {
        Numbers {
            phi: LIKELY,
            delta: 1,
        }
    } else {
        Numbers {
            phi: 1,
            delta: LIKELY,
        }
    }
}

const LIKELY: u32 = 1 << 16;

/// The largest number and three tenths of the others.
const fn mix(largest: u64, others: u64) -> u64 {
    largest + 3 * others / 10
}

/// The limit of a child's phi such that the mixture stays below `limit`: the
/// other children's largest is `largest`, the sum of the remaining ones `rest`.
fn phi_limit(limit: u32, largest: u64, rest: u64, now: u32) -> u32 {
    if limit >= MOST {
        return NEVER;
    }
    let limit = u64::from(limit);
    let bound = if mix(largest, rest + largest) < limit {
        // As the largest: bound + 0.3 (rest + largest) reaches the limit.
        limit - 3 * (rest + largest) / 10
    } else {
        // As one of the rest: largest + 0.3 (rest + bound) reaches it.
        ((limit - largest.min(limit)) * 10 / 3).saturating_sub(rest)
    };
    open_limit(bound.max(u64::from(now) + 1))
}

/// Near its end the scale has no room: a limit there would be reached at once and
/// the search would go round without expanding anything. So it has none.
const fn open_limit(limit: u64) -> u32 {
    if limit >= MOST as u64 {
        NEVER
    } else {
        limit as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child that reaches its limit brings its parent to its own, or nearly; one
    /// that stays below does not.
    #[test]
    fn limits_fit_the_mixture() {
        for (largest, rest) in [(0, 0), (5, 3), (40, 100), (100, 17), (1_000, 1)] {
            for now in [1, 30, 99] {
                let start = mix(largest.max(now), rest + largest.min(now));
                for limit in start + 1..start + 60 {
                    let bound = u64::from(phi_limit(limit as u32, largest, rest, now as u32));
                    assert!(bound > now);
                    let below = bound - 1;
                    let mixed = mix(largest.max(below), rest + largest.min(below));
                    assert!(mixed < limit + 4, "{largest} {rest} {now} {limit}");
                }
            }
        }
    }
}
