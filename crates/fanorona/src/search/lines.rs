//! Several lines at once: which turns of the root get exact scores.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::Limits;
use super::ordering::Successor;
use super::score::Score;
use crate::mv::Move;
use crate::position::Position;

/// Most lines of a report.
pub const MOST_LINES: usize = 32;

/// How many lines the limits ask for.
pub(super) fn wanted(limits: &Limits) -> usize {
    limits.lines.clamp(1, MOST_LINES)
}

/// The best scores of an iteration, the greatest first: as many as there are lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Top {
    scores: ArrayVec<Score, MOST_LINES>,
    wanted: usize,
}

impl Top {
    /// An iteration for so many lines begins.
    pub(super) fn begin(&mut self, wanted: usize) {
        self.scores.clear();
        self.wanted = wanted.clamp(1, MOST_LINES);
    }

    /// Takes in the score of a root turn. Turns that are not better than what comes
    /// back need no exact score: they are no line, and not within `margin` of the best.
    pub(super) fn add(&mut self, score: Score, margin: i32) -> Score {
        let place = self.scores.partition_point(|other| *other >= score);
        if place < self.wanted {
            if self.scores.len() == self.wanted {
                self.scores.pop();
            }
            self.scores.insert(place, score);
        }
        let last = if self.scores.len() == self.wanted {
            self.scores.last()
        } else {
            None
        };
        match (last, self.scores.first()) {
            (Some(last), Some(best)) => best.minus(margin).min(*last),
            _ => -Score::INFINITY,
        }
    }
}

/// Leaves only those turns that lead where one of `only` leads; `true` if some were left
/// out. Where that would leave none nothing is done.
pub(super) fn restrict(root: &Position, turns: &mut Vec<Successor>, only: &[Move]) -> bool {
    let boards: Vec<(u64, u64)> = only
        .iter()
        .filter_map(|mv| root.play(mv).ok())
        .map(|next| {
            let stones = |color| next.stones(color).bits();
            (stones(root.turn()), stones(!root.turn()))
        })
        .collect();
    let is_wanted = |turn: &Successor| boards.contains(&(turn.own, turn.enemy));
    let before = turns.len();
    if turns.iter().any(is_wanted) {
        turns.retain(is_wanted);
    }
    turns.len() < before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_the_last_line_or_the_margin() {
        let score = Score::estimate;
        let mut top = Top::default();
        top.begin(2);
        assert_eq!(top.add(score(10), 0), -Score::INFINITY);
        assert_eq!(top.add(score(5), 0), score(5));
        assert_eq!(top.add(score(3), 0), score(5));
        assert_eq!(top.add(score(7), 0), score(7));
        assert_eq!(top.add(score(20), 0), score(10));
        assert_eq!(top.add(score(1), 40), score(-20));
        top.begin(1);
        assert_eq!(top.add(score(10), 4), score(6));
        assert_eq!(top.add(score(9), 0), score(10));
    }
}
