//! Anything a person may set up, and the reasons why it is no position.

use core::fmt;

use bitflags::bitflags;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;

/// Stones on points, not checked. [`Setup::position`] checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// White's and Black's stones.
    pub stones: [Bitboard; 2],
    /// The side to move.
    pub turn: Color,
    /// Half-moves since the last capture (R6.3a).
    pub no_capture: u16,
    /// 1 before White's first move; it grows after each of Black's.
    pub move_number: u32,
    /// The board and whether it is Vela.
    pub variant: Variant,
    /// The rule switches.
    pub rules: Rules,
}

bitflags! {
    /// Every reason why a [`Setup`] is no position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct SetupErrors: u8 {
        /// A point holds a stone of each side.
        const TWO_STONES_ON_A_POINT = 1;
        /// A stone stands off the board.
        const STONE_OFF_THE_BOARD = 2;
        /// There is no stone at all.
        const NO_STONES = 4;
        /// Moves are numbered from 1.
        const MOVE_NUMBER_ZERO = 8;
    }
}

impl SetupErrors {
    /// One English sentence for each reason.
    pub fn reasons(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|reason| match reason {
            Self::TWO_STONES_ON_A_POINT => "a point holds two stones",
            Self::STONE_OFF_THE_BOARD => "a stone stands off the board",
            Self::NO_STONES => "there is no stone on the board",
            _ => "moves are numbered from 1",
        })
    }
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, reason) in self.reasons().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            f.write_str(reason)?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}

impl Setup {
    /// An empty board with White to move.
    #[must_use]
    pub const fn empty(variant: Variant, rules: Rules) -> Self {
        Self {
            stones: [Bitboard::EMPTY; 2],
            turn: Color::White,
            no_capture: 0,
            move_number: 1,
            variant,
            rules,
        }
    }

    /// The position, or every reason why there is none. A side without stones
    /// is allowed: the game is over there (R6.1).
    ///
    /// # Errors
    /// [`SetupErrors`] with all reasons that apply.
    pub fn position(self) -> Result<Position, SetupErrors> {
        let [white, black] = self.stones;
        let mut errors = SetupErrors::empty();
        errors.set(
            SetupErrors::TWO_STONES_ON_A_POINT,
            !(white & black).is_empty(),
        );
        errors.set(
            SetupErrors::STONE_OFF_THE_BOARD,
            !((white | black) - self.variant.board().points()).is_empty(),
        );
        errors.set(SetupErrors::NO_STONES, (white | black).is_empty());
        errors.set(SetupErrors::MOVE_NUMBER_ZERO, self.move_number == 0);
        if errors.is_empty() {
            Ok(Position::from_valid_setup(&self))
        } else {
            Err(errors)
        }
    }
}
