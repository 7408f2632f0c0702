//! Distances to win (DTW): turns to the end of the game.
//!
//! The winner takes the shortest way and the loser the longest, to the last stone
//! (R6.1) or the block (R6.2), without the limits of R6.3. A capture counts as a turn
//! like any other here, so a position with a capture has a distance of its own. Like
//! its value it is not stored but found by its captures.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::cell;
use super::colorings::Colorings;
use super::patterns::Patterns;
use super::stats::Longest;
use super::tables::Tables;
use super::turns::best_turn;
use crate::outcome::Wdl;

/// Longest distances to win of a class: see [`Tables::longest_dtw`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LongestDtw {
    /// Of its wins, in turns; `None` where there is no win.
    pub longest_win_dtw: Option<u8>,
    /// Of its losses, in turns; `None` where there is no loss.
    pub longest_loss_dtw: Option<u8>,
}

/// The distances of the quiet positions of one number of stones.
#[derive(Clone, Debug)]
pub(super) struct WinLevel {
    pub(super) patterns: Arc<Patterns>,
    /// By number, as `cell` says.
    pub(super) cells: Vec<u8>,
    /// By the mover's stones, the first for none.
    pub(super) longest: Vec<Longest>,
}

impl Tables {
    /// Most stones of a position whose distance to win the tables know; 1 if they know none.
    #[must_use]
    pub const fn stones_with_distances_to_win(&self) -> usize {
        self.wins.len() + 1
    }

    /// Longest distances to win of class *m-o*; `None` where the tables do not have them.
    #[must_use]
    pub fn longest_dtw(&self, mover: usize, other: usize) -> Option<LongestDtw> {
        let level = self.wins.get((mover + other).checked_sub(2)?)?;
        if mover == 0 || other == 0 {
            return None;
        }
        let [longest_win_dtw, longest_loss_dtw] = *level.longest.get(mover)?;
        Some(LongestDtw {
            longest_win_dtw,
            longest_loss_dtw,
        })
    }

    /// The distance to win of a position; `None` for a draw, and where the tables do not know it.
    pub(super) fn dtw(&self, own: u64, enemy: u64) -> Option<u8> {
        let stones = (own | enemy).count_ones() as usize;
        if stones > self.stones_with_distances_to_win() {
            return None;
        }
        self.to_win(own, enemy).1
    }

    /// Value and distance to win of a position with at most as many stones as have distances.
    fn to_win(&self, own: u64, enemy: u64) -> (Wdl, Option<u8>) {
        let mover = self.mover(own, enemy);
        if mover.capturers() == 0 {
            let level = &self.wins[(own | enemy).count_ones() as usize - 2];
            let laid = self.frame.lay(own, enemy);
            let number = level
                .patterns
                .number(&self.frame, laid, &mut Colorings::none());
            if let Some(number) = number {
                return cell::value(level.cells[number]);
            }
        }
        self.best_to_win(own, enemy)
    }

    /// The same by the turns of the position.
    pub(super) fn best_to_win(&self, own: u64, enemy: u64) -> (Wdl, Option<u8>) {
        best_turn(&self.mover(own, enemy), &|own, enemy| {
            self.to_win(own, enemy)
        })
    }
}

/// The distances of all positions with some number of stones, a byte for every colouring of
/// every pattern. While tables are made, captures are looked up here.
#[derive(Debug)]
pub(super) struct AllDistances {
    stones: usize,
    cells: Vec<AtomicU8>,
}

impl AllDistances {
    /// How many bytes that takes.
    fn size(patterns: &Patterns) -> usize {
        patterns.patterns() << patterns.stones()
    }

    /// All drawn.
    pub(super) fn new(patterns: &Patterns) -> Self {
        Self {
            stones: patterns.stones(),
            cells: (0..Self::size(patterns))
                .map(|_| AtomicU8::new(cell::DRAW))
                .collect(),
        }
    }

    pub(super) fn cells(&self) -> &[AtomicU8] {
        &self.cells
    }

    /// The same with these cells, of which there must be as many.
    pub(super) fn with_cells(self, cells: Vec<AtomicU8>) -> Self {
        debug_assert_eq!(cells.len(), self.cells.len());
        Self { cells, ..self }
    }

    #[inline]
    pub(super) fn get(&self, orbit: usize, mask: usize) -> u8 {
        self.cells[orbit << self.stones | mask].load(Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, orbit: usize, mask: usize, cell: u8) {
        self.cells[orbit << self.stones | mask].store(cell, Relaxed);
    }
}
