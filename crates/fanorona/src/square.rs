//! Points of the board.

use core::fmt;
use core::str::FromStr;

use crate::direction::Direction;

/// Columns of the frame that every board lies in.
pub(crate) const COLUMNS: u8 = 9;
/// Rows of the frame.
pub(crate) const ROWS: u8 = 5;
/// Bits from a point to the one above it: nine columns and a dead one, so
/// that a step over the left or right edge lands on a bit no board has.
pub(crate) const STRIDE: u8 = COLUMNS + 1;
/// Bits in use: `STRIDE * ROWS`.
pub(crate) const BITS: usize = (STRIDE * ROWS) as usize;

/// A point on the 9x5 frame: columns `a`..`i` from White's left, rows `1`..`5`
/// from White's side (R1). Smaller boards use the lower left part of the frame.
///
/// ```
/// use fanorona::Square;
/// let e3: Square = "e3".parse().unwrap();
/// assert_eq!((e3.column(), e3.row(), e3.index()), (4, 2, 22));
/// assert!(e3.is_strong());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Points on the frame.
    pub const COUNT: usize = (COLUMNS * ROWS) as usize;

    /// The point at `column` (0 to 8, `a` is 0) and `row` (0 to 4, row `1` is 0);
    /// `None` outside the frame.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < COLUMNS && row < ROWS {
            Some(Self(row * STRIDE + column))
        } else {
            None
        }
    }

    /// The point numbered `index`, 0 (`a1`) to 44 (`i5`), row by row; `None` above.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            let index = index as u8;
            Some(Self(index + index / COLUMNS))
        } else {
            None
        }
    }

    /// All 45 points of the frame, `a1` first, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..COLUMNS * ROWS).map(|index| Self(index + index / COLUMNS))
    }

    /// Row by row from `a1` = 0 to `i5` = 44.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 - self.0 / STRIDE) as usize
    }

    /// 0 for column `a` to 8 for `i`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// 0 for row `1` to 4 for row `5`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// Whether eight lines meet here rather than four (R1.2).
    #[must_use]
    pub const fn is_strong(self) -> bool {
        (self.column() + self.row()).is_multiple_of(2)
    }

    /// The point one step away in `direction` on the frame, whether or not a
    /// line joins the two; `None` over the edge.
    #[must_use]
    pub const fn offset(self, direction: Direction) -> Option<Self> {
        let (columns, rows) = direction.vector();
        let (column, row) = (self.column() as i8 + columns, self.row() as i8 + rows);
        if column < 0 || row < 0 {
            return None;
        }
        Self::new(column as u8, row as u8)
    }

    /// The direction from here to the point next to it, if `to` is next to it;
    /// whether a line joins them is not asked.
    #[must_use]
    pub fn direction_to(self, to: Self) -> Option<Direction> {
        let columns = to.column() as i8 - self.column() as i8;
        let rows = to.row() as i8 - self.row() as i8;
        Direction::from_vector(columns, rows)
    }

    /// The bit of this point in a [`Bitboard`](crate::Bitboard).
    pub(crate) const fn bit(self) -> u8 {
        self.0
    }

    /// The inverse of [`Square::bit`]; `bit` must belong to a point of the frame.
    pub(crate) const fn from_bit(bit: u8) -> Self {
        debug_assert!(bit % STRIDE < COLUMNS && bit / STRIDE < ROWS);
        Self(bit)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column());
        write!(f, "{column}{}", self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a column letter `a` to `i` and a row digit `1` to `5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point is a column a to i and a row 1 to 5, such as e3")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[column, row] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        Self::new(column.wrapping_sub(b'a'), row.wrapping_sub(b'1')).ok_or(ParseSquareError)
    }
}
