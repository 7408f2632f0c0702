//! Boards: which points there are and where stones start.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::square::{COLUMNS, ROWS, Square};

/// The size of a board, up to 9 columns and 5 rows; it lies in the lower left
/// corner of the 9x5 frame, so `a1` is a strong point on each (R1.2).
///
/// ```
/// use fanorona::Board;
/// assert_eq!(Board::TSIVY.points().len(), 45);
/// assert_eq!(Board::new(7, 5).unwrap().to_string(), "7x5");
/// assert!(Board::new(10, 5).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
}

impl Board {
    /// Fanoron-Tsivy, 9x5 (R1.1).
    pub const TSIVY: Self = Self {
        width: 9,
        height: 5,
    };
    /// Fanoron-Dimy, 5x5 (R1.1).
    pub const DIMY: Self = Self {
        width: 5,
        height: 5,
    };
    /// Fanoron-Telo, 3x3 (R1.1).
    pub const TELO: Self = Self {
        width: 3,
        height: 3,
    };

    /// A board of `width` columns (1 to 9) and `height` rows (1 to 5); `None` outside.
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width >= 1 && width <= COLUMNS && height >= 1 && height <= ROWS {
            Some(Self { width, height })
        } else {
            None
        }
    }

    /// Columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// All points of the board.
    #[must_use]
    pub const fn points(self) -> Bitboard {
        POINTS[self.height as usize - 1][self.width as usize - 1]
    }

    /// The strong points of the board (R1.2).
    #[must_use]
    pub fn strong(self) -> Bitboard {
        self.points()
            .iter()
            .filter(|square| square.is_strong())
            .collect()
    }

    /// Whether a line joins `from` to the point next to it in `direction` (R1.3),
    /// and that point.
    #[must_use]
    pub fn neighbor(self, from: Square, direction: Direction) -> Option<Square> {
        if direction.is_diagonal() && !from.is_strong() {
            return None;
        }
        from.offset(direction)
            .filter(|to| self.points().contains(*to))
    }

    /// Both sides' stones at the start, White's first (R2.1); `None` where a
    /// side of the board is even, for such a board has no start.
    #[must_use]
    pub fn start(self) -> Option<[Bitboard; 2]> {
        if self.width.is_multiple_of(2) || self.height.is_multiple_of(2) {
            return None;
        }
        let (middle_row, middle_column) = (self.height / 2, self.width / 2);
        let mut stones = [Bitboard::EMPTY; 2];
        for square in self.points() {
            let color = if square.row() < middle_row {
                Color::White
            } else if square.row() > middle_row {
                Color::Black
            } else if square.column() < middle_column {
                // From the a edge: B, W, B, …
                if square.column() % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                }
            } else if square.column() > middle_column {
                // From the other edge: W, B, W, …
                if (self.width - 1 - square.column()).is_multiple_of(2) {
                    Color::White
                } else {
                    Color::Black
                }
            } else {
                continue;
            };
            stones[color.index()] = stones[color.index()].with(square);
        }
        Some(stones)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

const POINTS: [[Bitboard; COLUMNS as usize]; ROWS as usize] = {
    let mut table = [[Bitboard::EMPTY; COLUMNS as usize]; ROWS as usize];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        // The point belongs to every board that reaches at least as far.
        let mut row = square.row() as usize;
        while row < ROWS as usize {
            let mut column = square.column() as usize;
            while column < COLUMNS as usize {
                table[row][column] = table[row][column].with(square);
                column += 1;
            }
            row += 1;
        }
        index += 1;
    }
    table
};
