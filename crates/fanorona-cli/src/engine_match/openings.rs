//! Where the games of a match begin.

use std::collections::HashSet;

use fanorona::{Game, Position};
use fanorona_baseline::{Baseline, Limits};

use crate::random::Random;

/// Depth to which an opening is searched to see whether it is balanced.
const DEPTH: u32 = 5;
/// The frozen baseline engine must think neither side better than this, in
/// hundredths of a stone, looking one turn deeper and one less deep: its
/// estimates swing with the side that had the last word.
const BALANCED: i32 = 220;
/// Tries for each opening before a board is given up as too small for variety.
const TRIES: u64 = 2_000;

/// Openings, each another position: random turns from the start of the game
/// that leave neither side much better. The same seed gives the same openings.
pub(crate) struct Openings {
    start: Position,
    turns: usize,
    random: Random,
    engine: Baseline,
    seen: HashSet<u64>,
}

impl Openings {
    pub(crate) fn new(start: Position, turns: usize, seed: u64) -> Self {
        Self {
            start,
            turns,
            random: Random::new(seed),
            engine: Baseline::new(1 << 22),
            seen: HashSet::new(),
        }
    }

    /// The next one; `None` when none can be found that is new.
    pub(crate) fn next(&mut self) -> Option<Game> {
        for _ in 0..TRIES {
            let game = self.random_game()?;
            let is_new = !self.seen.contains(&game.position().hash());
            if is_new && (self.turns == 0 || self.is_balanced(game.position())) {
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

    fn is_balanced(&mut self, position: &Position) -> bool {
        let mut score = |depth| {
            self.engine
                .think(position, &[], Limits::depth(depth), &mut || false)
                .score
        };
        ((score(DEPTH - 1) + score(DEPTH)) / 2).abs() <= BALANCED
    }
}
