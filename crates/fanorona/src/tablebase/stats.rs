//! Counts over a class, to hold against known ones.

use super::build::{Tables, is_used, value_of};
use crate::outcome::Wdl;

/// What a class holds. Counts of wins, draws and losses are of all placements of
/// the stones, symmetric ones counted apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClassStats {
    /// Positions won for the side to move.
    pub win: u64,
    /// Positions drawn.
    pub draw: u64,
    /// Positions lost for the side to move.
    pub loss: u64,
    /// Longest distance to conversion of a win; `None` where there is no win.
    pub longest_win_dtc: Option<u8>,
    /// Longest distance to conversion of a loss; `None` where there is no loss.
    pub longest_loss_dtc: Option<u8>,
    /// Positions, up to symmetry, in which the side to move has no capture.
    pub quiet_reduced: u64,
}

/// The counts of class *m-o*; `None` where the tables do not have it.
#[must_use]
pub fn class_stats(tables: &Tables, mover: usize, other: usize) -> Option<ClassStats> {
    if mover == 0 || other == 0 || mover + other > tables.stones() {
        return None;
    }
    let mut stats = ClassStats::default();
    for (place, cell) in tables
        .cells(mover, other)
        .iter()
        .enumerate()
        .filter(|(_, cell)| is_used(**cell))
    {
        let (own, enemy) = tables.index.position(mover, other, place);
        let placements = tables.index.orbit_size(own, enemy);
        let value = value_of(*cell);
        match value.wdl {
            Wdl::Win => {
                stats.win += placements;
                stats.longest_win_dtc = stats.longest_win_dtc.max(value.dtc);
            }
            Wdl::Draw => stats.draw += placements,
            Wdl::Loss => {
                stats.loss += placements;
                stats.longest_loss_dtc = stats.longest_loss_dtc.max(value.dtc);
            }
        }
        stats.quiet_reduced += u64::from(tables.mover(own, enemy).capturers() == 0);
    }
    Some(stats)
}
