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

    /// Where a point of the board goes; a point off the board stays.
    #[must_use]
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
