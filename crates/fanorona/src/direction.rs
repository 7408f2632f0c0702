//! The eight directions a line can run in.

use crate::square::STRIDE;

/// A direction on the board, seen from White: north is towards row 5.
///
/// Numbered counter-clockwise from east, so that the opposite is four further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards column i.
    East,
    /// Diagonal, from strong points only (R1.3).
    NorthEast,
    /// Towards row 5.
    North,
    /// Diagonal, from strong points only (R1.3).
    NorthWest,
    /// Towards column a.
    West,
    /// Diagonal, from strong points only (R1.3).
    SouthWest,
    /// Towards row 1.
    South,
    /// Diagonal, from strong points only (R1.3).
    SouthEast,
}

impl Direction {
    /// All eight, in order.
    pub const ALL: [Self; 8] = [
        Self::East,
        Self::NorthEast,
        Self::North,
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
    ];

    /// The direction the other way.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Whether it runs along a diagonal.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// Column and row difference of one step, each -1, 0 or 1.
    #[must_use]
    pub const fn vector(self) -> (i8, i8) {
        match self {
            Self::East => (1, 0),
            Self::NorthEast => (1, 1),
            Self::North => (0, 1),
            Self::NorthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::SouthWest => (-1, -1),
            Self::South => (0, -1),
            Self::SouthEast => (1, -1),
        }
    }

    /// The inverse of [`Direction::vector`].
    #[must_use]
    pub fn from_vector(columns: i8, rows: i8) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.vector() == (columns, rows))
    }

    /// Bits from a point to its neighbour this way.
    pub(crate) const fn delta(self) -> i8 {
        let (columns, rows) = self.vector();
        rows * STRIDE as i8 + columns
    }

    /// The direction whose number is the lowest three bits of `index`.
    pub(crate) const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// The set that holds this direction alone: one bit of eight.
    pub(crate) const fn mask(self) -> u8 {
        1 << self as u8
    }
}
