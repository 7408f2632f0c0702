//! Random positions.

use fanorona_reference::{Board, Reference, Rules, Side, State};

/// A plain generator of random numbers; the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// A position with about so many stones on each ten points, either side to move.
    pub(crate) fn state(&mut self, width: usize, height: usize, tenths: usize) -> State {
        let mut board = Board::empty(width, height).expect("a board");
        for point in board.points() {
            if self.below(10) < tenths {
                board.set(point, Some(self.side()));
            }
        }
        State {
            board,
            to_move: self.side(),
            half_moves: 0,
            move_number: 1,
            vela: false,
        }
    }

    fn side(&mut self) -> Side {
        [Side::White, Side::Black][self.below(2)]
    }
}

/// The game without the limits of R6.3.
pub(crate) fn unlimited() -> Reference {
    Reference::new(Rules {
        no_capture_limit: false,
        repetition: false,
        single_first_capture: false,
    })
}
