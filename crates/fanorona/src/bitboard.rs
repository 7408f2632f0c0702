//! Sets of points.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::direction::Direction;
use crate::square::Square;

/// A set of points of the 9x5 frame: one bit a point in rows of ten, the tenth
/// column always empty. A shift by one step therefore needs no edge masks: what
/// leaves the frame lands where no board has a point.
///
/// ```
/// use fanorona::{Bitboard, Direction, Square};
/// let corner: Bitboard = ["a1", "i1"].iter().map(|s| s.parse::<Square>().unwrap()).collect();
/// assert_eq!(corner.shift(Direction::East).iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["b1"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// All 45 points of the frame.
    pub const FRAME: Self = {
        let mut bits = 0;
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            bits |= 1 << square.bit();
            index += 1;
        }
        Self(bits)
    };

    /// Bits outside the frame are dropped.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::FRAME.0)
    }

    /// The raw bits, rows of ten from `a1`.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one point.
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.bit())
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.bit() & 1 == 1
    }

    /// The set with `square` added.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.bit())
    }

    /// Number of points.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Every point moved one step in `direction`; those that leave the frame are gone.
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        Self::from_bits(self.0.rotate_left(direction.delta() as u32 & 63))
    }

    /// The points from `a1` up, row by row.
    pub fn iter(self) -> Squares {
        Squares(self.0)
    }
}

/// Iterator over a [`Bitboard`], made by [`Bitboard::iter`].
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square::from_bit(bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    /// The points of `self` that are not in `other`.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    /// The other points of the frame.
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
