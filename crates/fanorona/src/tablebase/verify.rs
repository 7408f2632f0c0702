//! Whether tables agree with themselves.

use core::fmt;

use super::Stage;
use super::build::Progress;
use super::colorings::Colorings;
use super::edges::is_least;
use super::patterns::Laid;
use super::tables::{Level, Tables};
use crate::bitboard::Bitboard;
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
    /// fewer stones. `go_on` sees the progress and stops the work by answering
    /// `false`. Returns how many positions, up to symmetry, were found consistent.
    ///
    /// # Errors
    /// The first position whose value does not follow from its successors.
    pub fn verify(&self, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<u64, Inconsistent> {
        let mut verified = 0;
        for level in &self.levels {
            for done in 0..level.patterns.pieces() {
                let progress = Progress {
                    stones: level.patterns.stones(),
                    stage: Stage::Finish,
                    done,
                    pieces: level.patterns.pieces(),
                };
                if !go_on(progress) {
                    return Ok(verified);
                }
                verified += self.verify_piece(level, done)?;
            }
        }
        Ok(verified)
    }

    fn verify_piece(&self, level: &Level, piece: usize) -> Result<u64, Inconsistent> {
        let frame = &self.frame;
        let mut quiet = Colorings::none();
        let (mut verified, mut wrong) = (0, None);
        level.patterns.piece(frame, piece, |_, numbers, pattern| {
            quiet.quiet(frame, pattern, level.patterns.stored());
            let keeping = frame.keeping(pattern);
            for (number, mask) in numbers.zip(quiet.iter()) {
                let laid = Laid { pattern, mask };
                if wrong.is_some() || !is_least(frame, laid, keeping) {
                    continue;
                }
                let mover = self.mover(laid.mover(), laid.other());
                let (wdl, distance) = self.best_paika(&mover);
                let (stored, stored_distance) = level.cells.get(number);
                // Beyond their reach tables of values alone have no distances to compare.
                let same_distance = stored_distance == distance || stored_distance.is_none();
                if wdl == stored && (same_distance || wdl == Wdl::Draw) {
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
