//! Counts over a class, to hold against known ones.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use super::bytes::{Reader, put};
use super::file::FileError;
use super::verdict::Verdict;
use crate::outcome::Wdl;

/// What a class holds. Counts of wins, draws and losses are of all placements of
/// the stones, symmetric ones counted apart; values are those without the limits.
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

/// Of a class, what the no-capture limit makes a draw, however fresh its count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ButForLimit {
    /// Positions won without the limit.
    pub win: u64,
    /// Positions lost without the limit.
    pub loss: u64,
}

/// What is counted while a class is solved, by several threads.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By verdict, the worst first.
    verdicts: [AtomicU32; 5],
    quiet: AtomicU32,
    /// Longest distances of wins and of losses; one more, 0 for none.
    longest: [AtomicU8; 2],
    /// The same with the limit.
    longest_limited: [AtomicU8; 2],
}

/// Longest distances of wins and losses within the limit.
pub(super) type Longest = [Option<u8>; 2];

/// Where a value stands in a pair for wins and losses.
pub(super) const fn place(wdl: Wdl) -> Option<usize> {
    match wdl {
        Wdl::Win => Some(0),
        Wdl::Loss => Some(1),
        Wdl::Draw => None,
    }
}

impl Tally {
    /// Counts a position that stands for so many placements.
    pub(super) fn count(&self, verdict: Verdict, placements: u32) {
        self.verdicts[verdict as usize].fetch_add(placements, Relaxed);
    }

    /// Counts a quiet position up to symmetry.
    pub(super) fn count_quiet(&self) {
        self.quiet.fetch_add(1, Relaxed);
    }

    /// Takes in the distances of a position: without the limit and with it.
    pub(super) fn distances(&self, wdl: Wdl, plain: Option<u8>, limited: Option<u8>) {
        let Some(place) = place(wdl) else { return };
        for (longest, distance) in [(&self.longest, plain), (&self.longest_limited, limited)] {
            if let Some(distance) = distance {
                longest[place].fetch_max(distance + 1, Relaxed);
            }
        }
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        for counter in self.verdicts.iter().chain([&self.quiet]) {
            put(bytes, u64::from(counter.load(Relaxed)));
        }
        for longest in self.longest.iter().chain(&self.longest_limited) {
            put(bytes, u64::from(longest.load(Relaxed)));
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, FileError> {
        let mut tally = Self::default();
        for counter in tally.verdicts.iter_mut().chain([&mut tally.quiet]) {
            *counter.get_mut() = u32::try_from(reader.number()?).map_err(|_| FileError::Damaged)?;
        }
        for longest in tally.longest.iter_mut().chain(&mut tally.longest_limited) {
            *longest.get_mut() = u8::try_from(reader.number()?).map_err(|_| FileError::Damaged)?;
        }
        Ok(tally)
    }

    fn with(&self, verdicts: &[Verdict]) -> u64 {
        let counts = verdicts
            .iter()
            .map(|verdict| self.verdicts[*verdict as usize].load(Relaxed));
        counts.map(u64::from).sum()
    }

    pub(super) fn stats(&self) -> ClassStats {
        let [longest_win_dtc, longest_loss_dtc] = self.longest();
        ClassStats {
            win: self.with(&[Verdict::Win, Verdict::WinButForLimit]),
            draw: self.with(&[Verdict::Draw]),
            loss: self.with(&[Verdict::Loss, Verdict::LossButForLimit]),
            longest_win_dtc,
            longest_loss_dtc,
            quiet_reduced: u64::from(self.quiet.load(Relaxed)),
        }
    }

    pub(super) fn but_for_limit(&self) -> ButForLimit {
        ButForLimit {
            win: self.with(&[Verdict::WinButForLimit]),
            loss: self.with(&[Verdict::LossButForLimit]),
        }
    }

    pub(super) fn longest(&self) -> Longest {
        [0, 1].map(|place| self.longest[place].load(Relaxed).checked_sub(1))
    }

    pub(super) fn longest_limited(&self) -> Longest {
        [0, 1].map(|place| self.longest_limited[place].load(Relaxed).checked_sub(1))
    }
}
