//! Positions as text (R8.1).

use alloc::string::String;
use core::fmt;
use core::num::ParseIntError;

use crate::color::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupErrors};
use crate::square::Square;
use crate::variant::Variant;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// There is no text.
    Empty,
    /// The rows are not as many as the board has.
    RowCount {
        /// Rows of the board.
        expected: u8,
        /// Rows in the text.
        found: usize,
    },
    /// A row does not name as many points as the board is wide.
    RowLength {
        /// The row's number on the board.
        row: u8,
        /// Points of a row of the board.
        expected: u8,
    },
    /// A character in the rows that is no stone, dot or digit.
    UnknownCharacter(char),
    /// The side to move is missing or not `W` or `B`.
    SideToMove,
    /// The half-moves since the last capture are no number from 0 to 65535.
    NoCapture,
    /// The move number is no number from 1 to 4294967295.
    MoveNumber,
    /// Text after the last field, or `vela` on another board than Tsivy's.
    TrailingText,
    /// The parts are well formed but make no position.
    Setup(SetupErrors),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the position is empty"),
            Self::RowCount { expected, found } => {
                write!(f, "the board is {expected} tall, the position {found}")
            }
            Self::RowLength { row, expected } => {
                write!(f, "row {row} must be {expected} wide")
            }
            Self::UnknownCharacter(c) => write!(
                f,
                "{c:?} is no stone (W, B), empty point (.) or number of empty points"
            ),
            Self::SideToMove => f.write_str("the side to move must be W or B"),
            Self::NoCapture => f.write_str(
                "the half-moves since the last capture must be a number from 0 to 65535",
            ),
            Self::MoveNumber => f.write_str("the move number must be a number from 1 up"),
            Self::TrailingText => f.write_str("there is text after the position"),
            Self::Setup(errors) => errors.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}

/// A number of ASCII digits only: Rust's own reader would allow a `+`.
fn number<T: core::str::FromStr<Err = ParseIntError>>(text: &str) -> Option<T> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

impl Position {
    /// Reads a position (R8.1). The board and the rules are not in the text and come
    /// from outside; a last field `vela` makes a Tsivy position one of Vela.
    ///
    /// ```
    /// use fanorona::{Position, Rules, Variant};
    /// let position = Position::from_fen("9/9/WW7/W8/BWW6 W", Variant::TSIVY, Rules::STANDARD).unwrap();
    /// assert_eq!(position.to_string(), "9/9/WW7/W8/BWW6 W 0 1");
    /// ```
    ///
    /// # Errors
    /// [`FenError`] says what is wrong first.
    pub fn from_fen(text: &str, variant: Variant, rules: Rules) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let rows = fields.next().ok_or(FenError::Empty)?;
        let mut setup = Setup::empty(variant, rules);
        read_rows(rows, &mut setup)?;
        let side = fields.next().ok_or(FenError::SideToMove)?;
        let mut letters = side.chars();
        setup.turn = letters
            .next()
            .and_then(Color::from_letter)
            .ok_or(FenError::SideToMove)?;
        if letters.next().is_some() {
            return Err(FenError::SideToMove);
        }
        let mut rest = fields.peekable();
        if let Some(field) = rest.next_if(|field| *field != "vela") {
            setup.no_capture = number(field).ok_or(FenError::NoCapture)?;
            if let Some(field) = rest.next_if(|field| *field != "vela") {
                setup.move_number = number(field)
                    .filter(|n| *n > 0)
                    .ok_or(FenError::MoveNumber)?;
            }
        }
        if rest.next_if_eq(&"vela").is_some() {
            if variant.board() != Variant::VELA.board() {
                return Err(FenError::TrailingText);
            }
            setup.variant = Variant::VELA;
        }
        if rest.next().is_some() {
            return Err(FenError::TrailingText);
        }
        setup.position().map_err(FenError::Setup)
    }

    /// The canonical text, the same as [`ToString`](alloc::string::ToString) gives.
    #[must_use]
    pub fn to_fen(&self) -> String {
        alloc::format!("{self}")
    }
}

fn read_rows(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let board = setup.variant.board();
    let found = text.split('/').count();
    if found != usize::from(board.height()) {
        return Err(FenError::RowCount {
            expected: board.height(),
            found,
        });
    }
    for (row, line) in (0..board.height()).rev().zip(text.split('/')) {
        let wrong_length = FenError::RowLength {
            row: row + 1,
            expected: board.width(),
        };
        let mut column = 0u8;
        for c in line.chars() {
            let points = match c {
                'W' | 'B' | '.' => 1,
                '1'..='9' => c as u8 - b'0',
                _ => return Err(FenError::UnknownCharacter(c)),
            };
            if column + points > board.width() {
                return Err(wrong_length);
            }
            if let (Some(color), Some(square)) = (Color::from_letter(c), Square::new(column, row)) {
                let stones = &mut setup.stones[color.index()];
                *stones = stones.with(square);
            }
            column += points;
        }
        if column != board.width() {
            return Err(wrong_length);
        }
    }
    Ok(())
}

impl fmt::Display for Position {
    /// The canonical form of R8.1: digits for empty points, both counters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.variant().board();
        for row in (0..board.height()).rev() {
            let mut empty = 0;
            for column in 0..board.width() {
                let stone = Square::new(column, row).and_then(|square| {
                    Color::ALL
                        .into_iter()
                        .find(|color| self.stones(*color).contains(square))
                });
                let Some(color) = stone else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", color.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if row > 0 {
                f.write_str("/")?;
            }
        }
        write!(
            f,
            " {} {} {}",
            self.turn().letter(),
            self.no_capture(),
            self.move_number()
        )?;
        if self.variant().is_vela() {
            f.write_str(" vela")
        } else {
            Ok(())
        }
    }
}
