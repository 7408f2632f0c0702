//! The options of the rules (R6.4, R7), the state of play, and the starts (R2).

use crate::{Board, Clause, Point, Reference, Side};

/// The named boards (R1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Fanoron-Tsivy, 9 x 5.
    Tsivy,
    /// Fanoron-Dimy, 5 x 5.
    Dimy,
    /// Fanoron-Telo, 3 x 3.
    Telo,
}

/// The named sets of draw rules (R6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Both draws; the default.
    Standard,
    /// The limit of half-moves without a capture only.
    Icga,
    /// Repetition only.
    Club,
}

/// The options that a position does not carry (R8.1). Vela is carried by the position: [`State::vela`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// R6.3a: fifty half-moves in a row without a capture are a draw.
    pub no_capture_limit: bool,
    /// R6.3b: the third time the same position stands is a draw.
    pub repetition: bool,
    /// R7.1: each side's first move may take only one capturing step.
    pub single_first_capture: bool,
}

impl Default for Rules {
    /// The `standard` preset (R6.4).
    fn default() -> Self {
        Reference::default().rules
    }
}

/// A position with its counters (R8.1). The history, which R6.3b needs, is in a [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub to_move: Side,
    /// Half-moves since the last capture (R6.3a).
    pub half_moves: u32,
    /// The move number: 1 at the start, one more after each turn of Black's.
    pub move_number: u32,
    /// Whether this is the return game (R7.2).
    pub vela: bool,
}

impl Reference {
    /// The options of a preset (R6.4), with R7.1 off (R7).
    #[must_use]
    pub fn preset(&self, preset: Preset) -> Rules {
        let (no_capture_limit, repetition) = match preset {
            Preset::Standard => (true, self.holds(Clause::StandardHasBoth)),
            Preset::Icga => (true, !self.holds(Clause::IcgaHasLimitOnly)),
            Preset::Club => (!self.holds(Clause::ClubHasRepetitionOnly), true),
        };
        let single_first_capture = !self.holds(Clause::OptionsOffByDefault);
        Rules {
            no_capture_limit,
            repetition,
            single_first_capture,
        }
    }

    /// The width and height of a named board (R1.1).
    #[must_use]
    pub fn size(&self, variant: Variant) -> (usize, usize) {
        match variant {
            Variant::Tsivy => (9, 5),
            Variant::Dimy if self.holds(Clause::BoardSizes) => (5, 5),
            Variant::Dimy => (5, 3),
            Variant::Telo => (3, 3),
        }
    }

    /// The start of a named board (R2.2).
    #[must_use]
    pub fn start_of(&self, variant: Variant) -> Option<State> {
        let (width, height) = self.size(variant);
        self.start(width, height)
    }

    /// The start of a board (R2.1). `None` when a side is even, 0 or too long.
    #[must_use]
    pub fn start(&self, width: usize, height: usize) -> Option<State> {
        let mut board = Board::empty(width, height)?;
        let odd = width % 2 == 1 && height % 2 == 1;
        if !odd && self.holds(Clause::StartNeedsOddSides) {
            return None;
        }
        let (centre_column, middle_row) = (width as i32 / 2, height as i32 / 2);
        let (near, far) = if self.holds(Clause::RowsNearest) {
            (Side::White, Side::Black)
        } else {
            (Side::Black, Side::White)
        };
        for point in board.points() {
            let stone = if point.row < middle_row {
                Some(near)
            } else if point.row > middle_row {
                Some(far)
            } else if point.column == centre_column {
                if self.holds(Clause::CentreEmpty) {
                    None
                } else {
                    Some(Side::White)
                }
            } else {
                Some(self.middle_row_stone(point, width as i32, centre_column))
            };
            board.set(point, stone);
        }
        let to_move = if self.holds(Clause::WhiteFirst) {
            Side::White
        } else {
            Side::Black
        };
        Some(State {
            board,
            to_move,
            half_moves: 0,
            move_number: 1,
            vela: false,
        })
    }

    /// The start of the return game (R7.2): that of Tsivy, the claimant has White and moves first.
    #[must_use]
    pub fn vela_start(&self) -> Option<State> {
        let start = self.start_of(Variant::Tsivy)?;
        let to_move = if self.holds(Clause::VelaWhiteFirst) {
            Side::White
        } else {
            Side::Black
        };
        Some(State {
            to_move,
            vela: true,
            ..start
        })
    }

    /// The stone of the middle row on a point beside the centre (R2.1).
    ///
    /// Black sits opposite, so Black's right hand is at the a edge and White's at the other one. From its own edge each
    /// side begins with a stone of its own, and the colours alternate from there to the centre.
    fn middle_row_stone(&self, point: Point, width: i32, centre_column: i32) -> Side {
        let (from_edge, first) = if point.column < centre_column {
            (point.column, Side::Black)
        } else if self.holds(Clause::MiddleRowEachSide) {
            (width - 1 - point.column, Side::White)
        } else {
            (width - 1 - point.column, Side::Black)
        };
        let first = if self.holds(Clause::MiddleRowFromRightHand) {
            first
        } else {
            first.other()
        };
        if from_edge % 2 == 0 {
            first
        } else {
            first.other()
        }
    }

    /// Whether part one of Vela is being played (R7.2): Black has more than five stones.
    #[must_use]
    pub fn in_vela_part_one(&self, state: &State) -> bool {
        let tsivy = (state.board.width(), state.board.height()) == (9, 5);
        let most = if !self.holds(Clause::VelaNotShorter) {
            6
        } else if !self.holds(Clause::VelaNotLonger) {
            4
        } else {
            5
        };
        state.vela
            && (tsivy || !self.holds(Clause::VelaTsivyOnly))
            && state.board.count(Side::Black) > most
    }

    /// Whether the side to move is bound to a single capturing step (R7.1).
    ///
    /// A position does not say whose first move is still to come, so it is taken from the move number: while that is 1,
    /// the side to move has not moved yet.
    #[must_use]
    pub fn single_capture_pending(&self, state: &State) -> bool {
        let first_move = state.move_number == 1 || !self.holds(Clause::FirstMoveOnly);
        let bound = state.to_move == Side::White || self.holds(Clause::FirstCaptureBindsBoth);
        self.rules.single_first_capture
            && self.holds(Clause::SingleFirstCapture)
            && first_move
            && bound
    }
}
