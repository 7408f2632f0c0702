//! What a search says: its lines, and the turn to play.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Machine, RootTurn};
use crate::mv::Move;
use crate::position::Position;
use crate::search::score::Value;
use crate::search::{Line, Report};
use crate::zobrist::mix;

impl Machine {
    pub(in crate::search) fn report(&self) -> Report {
        let lines = match (&self.answer, &self.root) {
            (Some(answer), _) => answer.lines.clone(),
            (None, Some(root)) => self.lines(root),
            (None, None) => Vec::new(),
        };
        let first = lines.first();
        Report {
            done: self.done,
            depth: self.depth,
            nodes: self.nodes,
            best: first.and_then(|line| line.pv.first().copied()),
            pv: first.map_or_else(Vec::new, |line| line.pv.clone()),
            value: first.map_or(Value::Estimate(0), |line| line.value),
            lines,
        }
    }

    /// The lines to show, that of the turn to play first.
    fn lines(&self, root: &Position) -> Vec<Line> {
        let known = self.known();
        let mut shown: Vec<usize> = self.choose(known).into_iter().collect();
        // Before anything is searched the other turns have no value.
        let more = self.depth > 0 || self.searched > 0;
        // They are few, so the best are picked one by one: a sort is much code.
        while more && !shown.is_empty() && shown.len() < self.wanted().min(known.len()) {
            let others = (0..known.len())
                .rev()
                .filter(|place| !shown.contains(place));
            shown.extend(others.max_by_key(|place| known[*place].score));
        }
        let to_line = |place: usize| Line {
            pv: line_as_moves(*root, &known[place]),
            value: self.value_of(root, &known[place]),
        };
        shown.into_iter().map(to_line).collect()
    }

    fn value_of(&self, root: &Position, turn: &RootTurn) -> Value {
        let nothing_searched = self.depth == 0 && self.searched == 0;
        if nothing_searched || turn.score.is_loss() && self.root_cut {
            Value::Estimate(self.evaluator.evaluate(root))
        } else if self.limits.oversight.is_some() {
            turn.score.as_estimate()
        } else {
            turn.score.value()
        }
    }

    /// The turns whose scores can be compared. In the middle of an iteration they
    /// are those that it has searched, the best of the iteration before first; as long as
    /// they are not enough for the lines, those of the iteration before. Where all of them lose, the
    /// next one counts too, as the iteration before left it: it may hold, and nothing is proved.
    fn known(&self) -> &[RootTurn] {
        if self.searched == 0 {
            &self.root_turns
        } else if self.searched >= self.wanted() || self.finished.is_empty() {
            let (searched, left) = self.root_turns.split_at(self.searched);
            let all_lost = searched.iter().all(|turn| turn.score.is_loss());
            &self.root_turns[..self.searched + usize::from(all_lost && !left.is_empty())]
        } else {
            &self.finished
        }
    }

    /// The place of the turn to play: the best, or by the seed one within the margin of it.
    fn choose(&self, known: &[RootTurn]) -> Option<usize> {
        let (place, best) = known
            .iter()
            .enumerate()
            .rev()
            .max_by_key(|(_, turn)| turn.score)?;
        if self.limits.margin == 0 || best.score.is_win() || best.score.is_loss() {
            return Some(place);
        }
        let bar = best.score.minus(i32::from(self.limits.margin));
        let is_near = |turn: &RootTurn| turn.score > bar || turn.score == best.score;
        let near: Vec<usize> = (0..known.len())
            .filter(|place| is_near(&known[*place]))
            .collect();
        let pick = mix(self.limits.seed ^ mix(self.root.map_or(0, |root| root.hash())))
            % near.len() as u64;
        near.get(pick as usize).copied()
    }
}

/// The turns that lead along a line of boards, as far as they are found.
fn line_as_moves(root: Position, turn: &RootTurn) -> Vec<Move> {
    let mut position = root;
    let mut moves = Vec::new();
    let first = (turn.successor.own, turn.successor.enemy);
    let line = if turn.pv.is_empty() {
        core::slice::from_ref(&first)
    } else {
        &turn.pv[..]
    };
    for (own, enemy) in line {
        let next = position.after(*own, *enemy);
        let found = position.show_successors(&mut |mv, successor| {
            if successor == next {
                moves.push(*mv);
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if found.is_continue() {
            break;
        }
        position = next;
    }
    moves
}
