//! Where the games of a match begin.

use std::collections::HashSet;

use fanorona::search::{Limits, Search, Value};
use fanorona::{Game, Position};

use crate::random::Random;

/// Nodes of the search that says whether an opening is balanced. A short look says little: some openings
/// that a search of five turns calls balanced are all but won (docs/engine.md).
const NODES: u64 = 100_000;
/// It must think neither side better than this, in hundredths of a stone: 300 of them are
/// 73 % of the points.
const BALANCED: i32 = 60;
/// A look of so few nodes before that drops most openings that are not.
const GLANCE: (u64, i32) = (4_000, 150);
/// Tries for each opening before a board is given up as too small for variety.
const TRIES: u64 = 2_000;

/// Openings, each another position: random turns from the start of the game
/// that leave neither side much better. The same seed gives the same openings.
pub(crate) struct Openings {
    start: Position,
    turns: usize,
    /// Whether positions that favour a side are left out.
    balanced: bool,
    random: Random,
    search: Search,
    seen: HashSet<u64>,
}

impl Openings {
    pub(crate) fn new(start: Position, turns: usize, balanced: bool, seed: u64) -> Self {
        Self {
            start,
            turns,
            balanced,
            random: Random::new(seed),
            search: Search::new(1 << 23),
            seen: HashSet::new(),
        }
    }

    /// The next one; `None` when none can be found that is new.
    pub(crate) fn next(&mut self) -> Option<Game> {
        for _ in 0..TRIES {
            let game = self.random_game()?;
            let is_new = !self.seen.contains(&game.position().hash());
            if is_new && (self.turns == 0 || !self.balanced || self.is_balanced(&game)) {
                self.seen.insert(game.position().hash());
                return Some(game);
            }
        }
        None
    }

    fn random_game(&mut self) -> Option<Game> {
        'again: for _ in 0..TRIES {
            let mut game = Game::new(self.start);
            for _ in 0..self.turns {
                let Some(mv) = self.random.turn(game.position()) else {
                    continue 'again;
                };
                if game.play(&mv).is_err() || game.end().is_some() {
                    continue 'again;
                }
            }
            return Some(game);
        }
        None
    }

    fn is_balanced(&mut self, game: &Game) -> bool {
        [GLANCE, (NODES, BALANCED)]
            .into_iter()
            .all(|(nodes, most)| {
                self.search.new_game();
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                match self.search.think(game, limits).value {
                    Value::Estimate(score) => score.abs() <= most,
                    Value::Proved { .. } => false,
                }
            })
    }
}
