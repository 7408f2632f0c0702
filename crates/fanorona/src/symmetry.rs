//! The symmetries of a board.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::mv::Move;
use crate::position::Position;
use crate::square::Square;

/// A way to lay a board on itself that keeps its lines: mirrored left to right,
/// top to bottom, both, and on a square board also along the diagonal.
///
/// ```
/// use fanorona::{Board, Symmetry};
/// assert_eq!(Symmetry::all(Board::TSIVY).count(), 4);
/// assert_eq!(Symmetry::all(Board::DIMY).count(), 8);
/// assert_eq!(Symmetry::all(Board::new(4, 3).unwrap()).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    board: Board,
    /// Swap columns and rows first.
    transpose: bool,
    flip_columns: bool,
    flip_rows: bool,
}

impl Symmetry {
    /// All symmetries of `board`, the identity first. A mirror that turns strong
    /// points into weak ones (R1.2), as across an even side, is none.
    pub fn all(board: Board) -> impl Iterator<Item = Self> {
        let shift = |flip: bool, side: u8| if flip { side - 1 } else { 0 };
        (0..8u8)
            .map(move |bits| Self {
                board,
                transpose: bits & 4 != 0,
                flip_columns: bits & 1 != 0,
                flip_rows: bits & 2 != 0,
            })
            .filter(move |symmetry| {
                let parity = shift(symmetry.flip_columns, board.width())
                    + shift(symmetry.flip_rows, board.height());
                (!symmetry.transpose || board.width() == board.height()) && parity % 2 == 0
            })
    }

    /// The one that leaves all where it is.
    pub(crate) const fn identity(board: Board) -> Self {
        Self {
            board,
            transpose: false,
            flip_columns: false,
            flip_rows: false,
        }
    }

    /// The one that leads back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // The flips come last here and first on the way back, where they are of the other lines.
        let (flip_columns, flip_rows) = if self.transpose {
            (self.flip_rows, self.flip_columns)
        } else {
            (self.flip_columns, self.flip_rows)
        };
        Self {
            flip_columns,
            flip_rows,
            ..self
        }
    }

    /// Where a point of the board goes; a point off the board stays.
    #[must_use]
    #[inline(never)]
    pub fn square(self, square: Square) -> Square {
        if !self.board.points().contains(square) {
            return square;
        }
        let (mut column, mut row) = (square.column(), square.row());
        if self.transpose {
            (column, row) = (row, column);
        }
        if self.flip_columns {
            column = self.board.width() - 1 - column;
        }
        if self.flip_rows {
            row = self.board.height() - 1 - row;
        }
        Square::new(column, row).unwrap_or(square)
    }

    /// Where a set of points goes.
    #[must_use]
    pub fn bitboard(self, set: Bitboard) -> Bitboard {
        set.iter().map(|square| self.square(square)).collect()
    }

    /// As [`Symmetry::bitboard`] for the raw bits of points of the board, without
    /// a loop over points: the solver lays every position it meets.
    #[inline]
    pub(crate) fn bits(self, mut set: u64) -> u64 {
        if self.transpose {
            set = transpose(set);
        }
        if self.flip_columns {
            // All bits turned round, then moved back to the corner: both flips at once.
            set = turn(set, self.board);
        }
        if self.flip_columns != self.flip_rows {
            set = flip_rows(set, self.board);
        }
        set
    }

    /// The turn on the board so laid.
    #[must_use]
    pub fn mv(self, mv: &Move) -> Move {
        let mut image = Move::from_start(self.square(mv.start()));
        for (to, kind) in mv.landings() {
            let fits = image.push(self.square(to), kind);
            debug_assert!(fits);
        }
        image
    }

    /// The position so laid; it must be one of this symmetry's board.
    #[must_use]
    pub fn position(self, position: &Position) -> Position {
        let mut setup = position.setup();
        setup.stones = setup.stones.map(|stones| self.bitboard(stones));
        Position::from_valid_setup(&setup)
    }
}

/// Bits from one row to the next.
const ROW: u32 = 10;

/// Rows in the opposite order.
#[inline]
pub(crate) fn flip_rows(set: u64, board: Board) -> u64 {
    let row = (1 << ROW) - 1;
    let height = u32::from(board.height());
    (0..height).fold(0, |flipped, at| {
        flipped | (set >> (ROW * at) & row) << (ROW * (height - 1 - at))
    })
}

/// Rows and columns in the opposite order: half a turn.
#[inline]
pub(crate) fn turn(set: u64, board: Board) -> u64 {
    let (width, height) = (u32::from(board.width()), u32::from(board.height()));
    let last = ROW * (height - 1) + width - 1;
    set.reverse_bits() >> (u64::BITS - 1 - last)
}

/// Columns and rows swapped in the five columns that a square board can have.
pub(crate) fn transpose(set: u64) -> u64 {
    /// Points `distance` columns to the right of the diagonal.
    const fn right_of_diagonal(distance: u32) -> u64 {
        let (mut points, mut row) = (0, 0);
        while row + distance < 5 {
            points |= 1 << ((ROW + 1) * row + distance);
            row += 1;
        }
        points
    }
    const RIGHT: [u64; 5] = [
        right_of_diagonal(0),
        right_of_diagonal(1),
        right_of_diagonal(2),
        right_of_diagonal(3),
        right_of_diagonal(4),
    ];
    (1..5).fold(set & RIGHT[0], |swapped, distance| {
        let shift = (ROW - 1) * distance;
        let right = RIGHT[distance as usize];
        swapped | (set & right) << shift | set >> shift & right
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_bits_go_where_points_go() {
        for (width, height) in (1..=9).flat_map(|width| (1..=5).map(move |height| (width, height)))
        {
            let board = Board::new(width, height).expect("a board");
            for symmetry in Symmetry::all(board) {
                for square in board.points() {
                    assert_eq!(symmetry.inverse().square(symmetry.square(square)), square);
                    let one = Bitboard::from_square(square);
                    assert_eq!(symmetry.bits(one.bits()), symmetry.bitboard(one).bits());
                }
            }
        }
    }
}
