//! How long a win takes.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::children::Stones;
use super::key::Key;
use super::{SolveError, Solver};
use crate::color::Color;
use crate::mv::Move;
use crate::outcome::Wdl;
use crate::position::Position;
use crate::tablebase::Tables;

/// Between which numbers of turns a win lies.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// Not within so many turns; `None` where nothing is known.
    beyond: Option<u32>,
    /// Within so many.
    within: u32,
}

/// A position of the line.
#[derive(Clone, Debug)]
struct Frame {
    key: Key,
    turns: u32,
    /// Successors that are still to be looked at, the next one last.
    open: Vec<Stones>,
}

/// Looks for the length of a win in turns of both sides: the winner takes the
/// shortest way, the loser the longest. It asks "within n turns?" for growing n,
/// so it is for short wins. It works in slices, as [`Solver`] does, and uses what
/// a solver knows to leave out turns that do not win.
#[derive(Clone, Debug)]
pub struct Distance {
    root: Position,
    mover_wins: bool,
    turns: u32,
    known: BTreeMap<Key, Bounds>,
    stack: Vec<Frame>,
    returned: Option<bool>,
    nodes: u64,
}

impl Distance {
    /// The length of the win that `winner` has in `position`. Where there is none
    /// the search goes on for ever.
    #[must_use]
    pub fn new(position: &Position, winner: Color) -> Self {
        let mover_wins = winner == position.turn();
        Self {
            root: *position,
            mover_wins,
            // A win ends with the winner's turn.
            turns: u32::from(mover_wins),
            known: BTreeMap::new(),
            stack: Vec::new(),
            returned: None,
            nodes: 0,
        }
    }

    /// Nodes so far; memory grows with them, by less than 100 bytes each.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches about `nodes` nodes more. Answers with the length once it is known.
    ///
    /// # Errors
    /// As [`Solver::ask`] and [`Solver::run`].
    pub fn run(
        &mut self,
        solver: &Solver,
        tables: Option<&Tables>,
        nodes: u64,
    ) -> Result<Option<u32>, SolveError> {
        let root = solver.stones(&self.root)?;
        let until = self.nodes.saturating_add(nodes.max(1));
        while self.nodes < until {
            let question = (root, self.mover_wins, self.turns);
            match self.within(solver, tables, question, until)? {
                Some(true) => return Ok(Some(self.turns)),
                Some(false) => {
                    self.turns += 2;
                    // Where there is no win nothing else would count.
                    self.nodes += 1;
                }
                None => {}
            }
        }
        Ok(None)
    }

    /// The line of best play, once [`Distance::run`] has answered.
    ///
    /// # Errors
    /// As [`Distance::run`].
    pub fn line(
        &mut self,
        solver: &Solver,
        tables: Option<&Tables>,
    ) -> Result<Vec<Move>, SolveError> {
        let (mut position, mut mover_wins) = (self.root, self.mover_wins);
        let mut line = Vec::new();
        for left in (0..self.turns).rev() {
            let mut successors = Vec::new();
            let _ = position.for_each_successor::<()>(|mv, next| {
                successors.push((*mv, next));
                core::ops::ControlFlow::Continue(())
            });
            // The winner goes where `left` turns are enough, the loser where less are not.
            let mut chosen = None;
            for (mv, next) in successors {
                let stones = solver.stones(&next)?;
                let mut within =
                    |turns| self.within(solver, tables, (stones, !mover_wins, turns), u64::MAX);
                let fits = if mover_wins {
                    within(left)? == Some(true)
                } else {
                    left < 2 || within(left - 2)? == Some(false)
                };
                if fits {
                    chosen = Some((mv, next));
                    break;
                }
            }
            let Some((mv, next)) = chosen else { break };
            line.push(mv);
            (position, mover_wins) = (next, !mover_wins);
        }
        Ok(line)
    }

    /// Whether the winner wins a position within so many turns; `None` when there are
    /// `until` nodes before that is known. The next call goes on with the same question.
    fn within(
        &mut self,
        solver: &Solver,
        tables: Option<&Tables>,
        (stones, mover_wins, turns): (Stones, bool, u32),
        until: u64,
    ) -> Result<Option<bool>, SolveError> {
        if self.stack.is_empty() {
            self.returned = self.enter(solver, tables, stones, mover_wins, turns)?;
        }
        while let Some(frame) = self.stack.last_mut() {
            if self.nodes >= until {
                return Ok(None);
            }
            let mover_wins = frame.key.mover_is_asked();
            // One good turn is enough for the winner, one escape for the loser.
            let decided = self.returned.take().filter(|won| *won == mover_wins);
            match (decided, frame.open.pop()) {
                (None, Some(next)) => {
                    let turns = frame.turns - 1;
                    self.returned = self.enter(solver, tables, next, !mover_wins, turns)?;
                }
                (decided, _) => {
                    let won = decided.unwrap_or(!mover_wins);
                    self.note(won);
                    self.returned = Some(won);
                }
            }
        }
        Ok(self.returned.take())
    }

    /// Leaves the last position of the line with this answer.
    fn note(&mut self, won: bool) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let bounds = self.known.entry(frame.key).or_insert(Bounds {
            beyond: None,
            within: u32::MAX,
        });
        if won {
            bounds.within = bounds.within.min(frame.turns);
        } else {
            bounds.beyond = bounds.beyond.max(Some(frame.turns));
        }
    }

    /// The answer at once, or `None` after the position was put on the line.
    fn enter(
        &mut self,
        solver: &Solver,
        tables: Option<&Tables>,
        stones: Stones,
        mover_wins: bool,
        turns: u32,
    ) -> Result<Option<bool>, SolveError> {
        let ground = &solver.machine.ground;
        let (own, enemy) = stones;
        if own == 0 || enemy == 0 {
            return Ok(Some((own != 0) == mover_wins));
        }
        if !ground.mover(stones).has_turn() {
            return Ok(Some(!mover_wins));
        }
        if turns == 0 || solver.machine.known(tables, stones, mover_wins) == Some(!mover_wins) {
            return Ok(Some(false));
        }
        // The next capture comes no later than the end.
        let value = ground.value(tables, stones);
        let dtc = value
            .filter(|value| value.wdl != Wdl::Draw)
            .and_then(|value| value.dtc);
        if dtc.is_some_and(|dtc| u32::from(dtc) > turns) {
            return Ok(Some(false));
        }
        let key = ground.key(stones, mover_wins);
        if let Some(bounds) = self.known.get(&key) {
            if bounds.within <= turns {
                return Ok(Some(true));
            }
            if bounds.beyond >= Some(turns) {
                return Ok(Some(false));
            }
        }
        self.nodes += 1;
        let mut open = ground.successors(stones).ok_or(SolveError::TooManyTurns)?;
        // Last comes first: where the side that is to move then has fewest stones.
        open.sort_by_key(|(own, _)| core::cmp::Reverse(own.count_ones()));
        self.stack.push(Frame { key, turns, open });
        Ok(None)
    }
}
