//! Whether tables agree with themselves.

use core::fmt;

use super::build::{Goal, Progress, Stage};
use super::cell;
use super::colorings::Colorings;
use super::edges::is_least;
use super::patterns::{Laid, Patterns};
use super::tables::Tables;
use crate::bitboard::Bitboard;
use crate::chain::Mover;
use crate::outcome::Wdl;

/// A position whose value does not follow from its successors: see [`Tables::verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent {
    /// The stones of the side to move.
    pub mover: Bitboard,
    /// The stones of the other side.
    pub other: Bitboard,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the value of {:?} to move against {:?} does not follow from its successors",
            self.mover, self.other
        )
    }
}

impl core::error::Error for Inconsistent {}

impl Tables {
    /// Holds every stored value against those of the positions that its paikas lead
    /// to; their captures, and those of the position itself, are looked up among
    /// fewer stones. Distances to win are held against those of the same positions, and
    /// what they say of winning and losing against the values. `go_on` sees the progress
    /// and stops the work by answering `false`. Returns how many positions, up to
    /// symmetry, were found consistent; each is counted once.
    ///
    /// # Errors
    /// The first position whose value does not follow from its successors.
    pub fn verify(&self, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<u64, Inconsistent> {
        let mut verified = 0;
        for level in &self.levels {
            let agrees = |number, mover: &Mover| {
                let (wdl, distance) = self.best_paika(mover);
                let (stored, stored_distance) = level.cells.get(number);
                // Beyond their reach tables of values alone have no distances to compare.
                let same_distance = stored_distance == distance || stored_distance.is_none();
                wdl == stored && (same_distance || wdl == Wdl::Draw)
            };
            let mut pieces = Pieces::new(Goal::Conversion, &level.patterns, go_on);
            verified += pieces.verify(self, &agrees)?;
            if pieces.stopped {
                return Ok(verified);
            }
        }
        for level in &self.wins {
            let agrees = |number, mover: &Mover| {
                let stored = cell::value(level.cells[number]);
                let (wdl, _) = self.unlimited(mover.own, mover.enemy);
                stored == self.best_to_win(mover.own, mover.enemy) && stored.0 == wdl
            };
            let mut pieces = Pieces::new(Goal::Win, &level.patterns, go_on);
            pieces.verify(self, &agrees)?;
            if pieces.stopped {
                return Ok(verified);
            }
        }
        Ok(verified)
    }
}

/// The quiet positions of one number of stones, gone through piece by piece.
struct Pieces<'a> {
    goal: Goal,
    patterns: &'a Patterns,
    go_on: &'a mut dyn FnMut(Progress) -> bool,
    stopped: bool,
}

impl<'a> Pieces<'a> {
    fn new(goal: Goal, patterns: &'a Patterns, go_on: &'a mut dyn FnMut(Progress) -> bool) -> Self {
        Self {
            goal,
            patterns,
            go_on,
            stopped: false,
        }
    }

    /// Asks about every position by its number, and answers how many there were.
    fn verify(
        &mut self,
        tables: &Tables,
        agrees: &impl Fn(usize, &Mover) -> bool,
    ) -> Result<u64, Inconsistent> {
        let pieces = self.patterns.pieces();
        let mut verified = 0;
        for done in 0..pieces {
            let progress = Progress {
                stones: self.patterns.stones(),
                goal: self.goal,
                stage: Stage::Finish,
                done,
                pieces,
            };
            if !(self.go_on)(progress) {
                self.stopped = true;
                break;
            }
            verified += self.verify_piece(tables, done, agrees)?;
        }
        Ok(verified)
    }

    fn verify_piece(
        &self,
        tables: &Tables,
        piece: usize,
        agrees: &impl Fn(usize, &Mover) -> bool,
    ) -> Result<u64, Inconsistent> {
        let frame = &tables.frame;
        let mut quiet = Colorings::none();
        let (mut verified, mut wrong) = (0, None);
        self.patterns.piece(frame, piece, |_, numbers, pattern| {
            quiet.quiet(frame, pattern, self.patterns.stored());
            let keeping = frame.keeping(pattern);
            for (number, mask) in numbers.zip(quiet.iter()) {
                let laid = Laid { pattern, mask };
                if wrong.is_some() || !is_least(frame, laid, keeping) {
                    continue;
                }
                let mover = tables.mover(laid.mover(), laid.other());
                if agrees(number, &mover) {
                    verified += 1;
                } else {
                    wrong = Some(Inconsistent {
                        mover: Bitboard::from_bits(mover.own),
                        other: Bitboard::from_bits(mover.enemy),
                    });
                }
            }
        });
        wrong.map_or(Ok(verified), Err)
    }
}
