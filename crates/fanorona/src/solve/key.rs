//! Names of questions: a position and who is asked to win, exact, in 73 bits.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::symmetry::Symmetry;

/// A position up to symmetry, seen by the side to move, and whether that side is
/// the one that is asked to win. Two questions never share a key: the points are
/// a number in base 3, so nothing is left to chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Rows 1 to 4, below 3^36 < 2^58.
    pub(super) low: u64,
    /// Row 5, below 3^9 < 2^15, and the question in the top bit.
    pub(super) high: u16,
}

/// Set in [`Key::high`] where the side to move is asked to win.
const MOVER_IS_ASKED: u16 = 1 << 15;

/// The digits of a row of nine points in base 3, each 0 or 1.
const TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut row = 1;
    while row < 512 {
        table[row] = 3 * table[row >> 1] + (row & 1) as u16;
        row += 1;
    }
    table
};

/// Numbers of a row: 3^9.
const ROWS: u64 = 19_683;

impl Key {
    /// Whether the side to move is the one that is asked to win.
    pub(super) const fn mover_is_asked(self) -> bool {
        self.high & MOVER_IS_ASKED != 0
    }

    fn pack(own: u64, enemy: u64, mover_is_asked: bool) -> Self {
        let row = |at: u32| {
            let digits = |stones: u64| TERNARY[(stones >> (10 * at) & 0x1ff) as usize];
            digits(own) + 2 * digits(enemy)
        };
        let low = (0..4)
            .rev()
            .fold(0, |low, at| ROWS * low + u64::from(row(at)));
        let question = if mover_is_asked { MOVER_IS_ASKED } else { 0 };
        Self {
            low,
            high: row(4) | question,
        }
    }

    /// Whether some position has this key. It may be one of another board.
    pub(super) const fn is_possible(self) -> bool {
        self.low < ROWS * ROWS * ROWS * ROWS && ((self.high & !MOVER_IS_ASKED) as u64) < ROWS
    }

    /// Spread over all 64 bits, for a place in a table.
    pub(super) const fn hash(self) -> u64 {
        crate::zobrist::mix(self.low ^ crate::zobrist::mix(self.high as u64 + 1))
    }
}

/// Makes the keys of one board.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// All but the identity.
    symmetries: ArrayVec<Symmetry, 7>,
}

impl Keys {
    pub(super) fn new(board: Board) -> Self {
        Self {
            symmetries: Symmetry::all(board).skip(1).collect(),
        }
    }

    /// The key of the position with these stones of the side to move and of the other.
    pub(super) fn key(&self, own: u64, enemy: u64, mover_is_asked: bool) -> Key {
        let images = self.symmetries.iter().map(|symmetry| {
            // The second set matters only where the first is least.
            (symmetry.bits(own), symmetry)
        });
        let mut least = (own, enemy);
        for (image, symmetry) in images {
            if image <= least.0 {
                least = least.min((image, symmetry.bits(enemy)));
            }
        }
        Key::pack(least.0, least.1, mover_is_asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// All positions of a 3x3 board: symmetric ones share a key, no others do.
    #[test]
    fn keys_are_exact() {
        let board = Board::TELO;
        let keys = Keys::new(board);
        let squares: Vec<u64> = board.points().iter().map(|s| 1 << s.bit()).collect();
        let mut all = Vec::new();
        for code in 0..3u32.pow(9) {
            let (mut own, mut enemy, mut rest) = (0, 0, code);
            for square in &squares {
                match rest % 3 {
                    1 => own |= square,
                    2 => enemy |= square,
                    _ => {}
                }
                rest /= 3;
            }
            let orbit = Symmetry::all(board).map(|s| (s.bits(own), s.bits(enemy)));
            all.push((keys.key(own, enemy, false), orbit.min()));
            assert_ne!(keys.key(own, enemy, true), keys.key(own, enemy, false));
            assert!(keys.key(own, enemy, true).is_possible());
        }
        all.sort_unstable();
        for pair in all.windows(2) {
            assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1);
        }
    }

    /// The largest board fills the key to its top.
    #[test]
    fn a_full_board_has_a_key() {
        let points = Board::TSIVY.points().bits();
        let keys = Keys::new(Board::TSIVY);
        let full = keys.key(0, points, true);
        assert_eq!(full.low, ROWS.pow(4) - 1);
        assert_eq!(u64::from(full.high & !MOVER_IS_ASKED), ROWS - 1);
        assert!(full.is_possible() && full.mover_is_asked());
    }
}
