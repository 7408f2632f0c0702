//! What tables of endings tell the search.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::lines;
use super::score::Score;
use super::{Limits, Line, ROOT_TURNS};
use crate::game::Game;
use crate::mv::Move;
use crate::outcome::Wdl;
use crate::position::Position;
use crate::repetition::Reservation;
use crate::tablebase::{RatedMove, Tables, Value, Verdict};
use crate::zobrist::mix;

/// What a win without a known distance counts as: farther than all that have one.
const UNKNOWN_DISTANCE: usize = 100;

/// Longest line of best turns that is shown.
const LINE: usize = 32;

/// What a root in the tables is answered with, without a search.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The turn to play first, the others best first.
    pub(super) lines: Vec<Line>,
}

/// The tables of a search, and what of the game they must know.
#[derive(Clone, Debug, Default)]
pub(super) struct Endings {
    tables: Option<Arc<Tables>>,
    /// Whether the present search asks them.
    on: bool,
    root_stones: u32,
    reservation: Reservation,
}

impl Endings {
    pub(super) fn set(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
    }

    /// A search begins.
    pub(super) fn begin(&mut self, game: &Game, on: bool) {
        self.on = on;
        self.root_stones = game.position().stone_count();
        self.reservation = Reservation::of(game);
    }

    fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref().filter(|_| self.on)
    }

    /// The score of a position below the root, if the tables prove it; `draw` is what a draw counts.
    #[inline]
    pub(super) fn score(&self, position: &Position, ply: usize, draw: Score) -> Option<Score> {
        let tables = self.tables()?;
        let here = position.stone_count();
        if here as usize > tables.stones() {
            return None;
        }
        let value = self
            .reservation
            .apply(position, tables.probe_without_dtw(position)?);
        let verdict = value.verdict?;
        if verdict.with_limit() == Wdl::Draw {
            return Some(draw);
        }
        // Without a distance a value alone would not bring a conversion nearer.
        if value.dtc.is_none() && here == self.root_stones {
            return None;
        }
        let distance = ply + value.dtc.map_or(UNKNOWN_DISTANCE, usize::from);
        Some(match verdict {
            Verdict::Win => Score::won_by_table(distance),
            _ => -Score::won_by_table(distance),
        })
    }

    /// The turn to play where the tables know all about the root, of `only` if there is
    /// any among them; the limits' seed chooses among equal ones.
    pub(super) fn answer(&self, root: &Position, limits: &Limits, only: &[Move]) -> Option<Answer> {
        let tables = self.tables()?;
        let value = self
            .reservation
            .apply(root, tables.probe_without_dtw(root)?);
        value.verdict?;
        let is_known = |value: &Value| value.dtc.is_some() || value.wdl == Wdl::Draw;
        if !is_known(&value) {
            return None;
        }
        let (mut rated, more) = tables.rate_moves(root, ROOT_TURNS)?;
        let all_known = |rated: &RatedMove| is_known(&rated.value) && rated.value.verdict.is_some();
        if more > 0 || rated.is_empty() || !rated.iter().all(all_known) {
            return None;
        }
        if rated.iter().any(|rated| only.contains(&rated.mv)) {
            rated.retain(|rated| only.contains(&rated.mv));
        }
        let mut best: Vec<RatedMove> = Vec::new();
        for rated in rated.iter().copied() {
            match best
                .first()
                .map(|best| rated.value.cmp_for_side(&best.value))
            {
                Some(Ordering::Less) => continue,
                Some(Ordering::Greater) => best.clear(),
                _ => {}
            }
            best.push(rated);
        }
        if best.first()?.value.verdict?.with_limit() == Wdl::Draw {
            keep_traps(tables, root, &mut best);
        }
        let pick = mix(limits.seed ^ mix(root.hash())) % best.len().max(1) as u64;
        let first = *best.get(pick as usize)?;
        let mut lines = Vec::from([first]);
        rated.retain(|rated| rated.mv != first.mv);
        while lines.len() < lines::wanted(limits) {
            let better = |one: &(usize, &RatedMove), other: &(usize, &RatedMove)| {
                one.1.value.cmp_for_side(&other.1.value)
            };
            let Some((place, _)) = rated.iter().enumerate().rev().max_by(better) else {
                break;
            };
            lines.push(rated.remove(place));
        }
        let to_line = |rated: RatedMove| {
            Some(Line {
                pv: line(tables, root, rated.mv),
                value: super::Value::Proved {
                    wdl: rated.value.verdict?.with_limit(),
                    plies: None,
                },
            })
        };
        Some(Answer {
            lines: lines.into_iter().filter_map(to_line).collect(),
        })
    }

    /// Of a root that the tables hold without distances: whether a turn to this
    /// position keeps the root's value. `None` where they do not hold it.
    pub(super) fn keeps_value(&self, root: &Position, next: &Position) -> Option<bool> {
        let tables = self.tables()?;
        let value = tables.probe_without_dtw(root)?.wdl;
        let captured = next.stone_count() < root.stone_count();
        Some(tables.after_turn(next, captured).wdl == value)
    }
}

/// Of turns that hold a draw, keeps those after which the other side has the
/// largest share of turns that lose.
fn keep_traps(tables: &Tables, root: &Position, turns: &mut Vec<RatedMove>) {
    /// More turns than this are not looked at: in a set-up position they could take long.
    const MOST: usize = 200;
    let losing = |rated: &RatedMove| {
        let next = root.play_unchecked(&rated.mv);
        let (replies, more) = tables.rate_moves(&next, MOST).unwrap_or_default();
        let lost = replies
            .iter()
            .filter(|reply| reply.value.wdl == Wdl::Loss)
            .count();
        1000 * lost / (replies.len() + more).max(1)
    };
    let shares: Vec<usize> = turns.iter().take(MOST).map(losing).collect();
    let most = shares.iter().copied().max().unwrap_or(0);
    let mut shares = shares.into_iter();
    turns.retain(|_| shares.next() == Some(most));
}

/// Best turns of both sides from `first` on, to the next capture.
fn line(tables: &Tables, root: &Position, first: Move) -> Vec<Move> {
    let mut line = Vec::from([first]);
    let mut position = root.play_unchecked(&first);
    while line.len() < LINE && line.last().is_some_and(|last| !last.is_capture()) {
        let Some((rated, _)) = tables.rate_moves(&position, super::NODE_TURNS) else {
            break;
        };
        let best = rated
            .iter()
            .max_by(|one, other| one.value.cmp_for_side(&other.value));
        let Some(best) = best else {
            break;
        };
        // A line that holds a draw could go on for ever.
        if best.value.wdl == Wdl::Draw {
            break;
        }
        position = position.play_unchecked(&best.mv);
        line.push(best.mv);
    }
    line
}
