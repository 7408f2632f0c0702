//! How hard a puzzle is.

use alloc::vec::Vec;

use super::Goal;
use super::judge::Judgement;
use super::themes::taken;
use crate::game::Game;
use crate::position::Position;
use crate::search::{Level, Search};

/// Memory of the search of levels.
const SEARCH_BYTES: usize = 1 << 20;

/// The seed of the levels: one look at the board, the same on every machine.
const SEED: u64 = 1;

/// The lowest level from which on all up to the seventh find a turn that keeps the value; 8 where the seventh does not. The
/// eighth looks up what is asked here.
pub(super) fn found_by(position: &Position, judgement: &Judgement) -> u8 {
    let game = Game::new(*position);
    let mut search = Search::new(SEARCH_BYTES);
    let mut lowest = Level::FULL.number();
    let weak: Vec<Level> = Level::ALL
        .into_iter()
        .filter(|level| *level != Level::FULL)
        .collect();
    for level in weak.into_iter().rev() {
        search.new_game();
        let best = search.think(&game, level.limits(SEED)).best;
        let finds = judgement
            .turns
            .iter()
            .any(|turn| turn.keeps && Some(turn.mv) == best);
        if !finds {
            break;
        }
        lowest = level.number();
    }
    lowest as u8
}

/// 1 to 5 by points: see [`Puzzle::grade`](super::Puzzle::grade). docs/puzzles.md has the measure.
pub(super) fn grade(
    position: &Position,
    judgement: &Judgement,
    goal: Goal,
    plies: Option<u32>,
    found_by: u8,
) -> u8 {
    let length = match plies {
        // A draw has no length: to know what to hold on to is as hard as a win in three. A win without one is long.
        None => 2 + u8::from(goal == Goal::Win),
        Some(plies) => match plies.div_ceil(2) {
            0 | 1 => 0,
            2 => 1,
            3 => 2,
            4 | 5 => 3,
            _ => 4,
        },
    };
    let level = match found_by {
        0..=2 => 0,
        3 | 4 => 1,
        5 | 6 => 2,
        7 => 3,
        _ => 4,
    };
    let mut keeping = judgement.turns.iter().filter(|turn| turn.keeps);
    let most = judgement
        .turns
        .iter()
        .map(|turn| taken(position, &turn.mv))
        .max();
    let greedy_fails = !keeping
        .clone()
        .any(|turn| Some(taken(position, &turn.mv)) == most);
    let is_quiet = goal == Goal::Win && keeping.all(|turn| !turn.mv.is_capture());
    let many = judgement.turns.len() >= 12;
    let points = length + level + u8::from(greedy_fails) + u8::from(is_quiet) + u8::from(many);
    match points {
        0 | 1 => 1,
        2 | 3 => 2,
        4 | 5 => 3,
        6 | 7 => 4,
        _ => 5,
    }
}
