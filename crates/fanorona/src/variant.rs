//! Which game is played: a board, and whether it is the return game Vela.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;

/// A game: the board and whether Vela (R7.2) is on. The rule switches that
/// apply to every game are [`Rules`](crate::Rules).
///
/// ```
/// use fanorona::Variant;
/// assert_eq!("tsivy".parse(), Ok(Variant::TSIVY));
/// assert_eq!("7x5".parse::<Variant>().unwrap().to_string(), "7x5");
/// assert!("10x5".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    board: Board,
    vela: bool,
}

impl Variant {
    /// Fanoron-Tsivy, the main game (R1.1).
    pub const TSIVY: Self = Self {
        board: Board::TSIVY,
        vela: false,
    };
    /// Fanoron-Dimy (R1.1).
    pub const DIMY: Self = Self {
        board: Board::DIMY,
        vela: false,
    };
    /// Fanoron-Telo (R1.1).
    pub const TELO: Self = Self {
        board: Board::TELO,
        vela: false,
    };
    /// The return game on the Tsivy board (R7.2).
    pub const VELA: Self = Self {
        board: Board::TSIVY,
        vela: true,
    };

    /// The plain capture game on a board of any size.
    #[must_use]
    pub const fn on(board: Board) -> Self {
        Self { board, vela: false }
    }

    /// The board.
    #[must_use]
    pub const fn board(self) -> Board {
        self.board
    }

    /// Whether it is the return game (R7.2).
    #[must_use]
    pub const fn is_vela(self) -> bool {
        self.vela
    }
}

impl Default for Variant {
    fn default() -> Self {
        Self::TSIVY
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TSIVY => f.write_str("tsivy"),
            Self::DIMY => f.write_str("dimy"),
            Self::TELO => f.write_str("telo"),
            Self::VELA => f.write_str("vela"),
            Self { board, .. } => write!(f, "{board}"),
        }
    }
}

/// The text names no variant and no board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseVariantError;

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a variant is tsivy, dimy, telo, vela or a board from 1x1 to 9x5, such as 7x5")
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Names in any case; a size as width x height. `9x5`, `5x5` and `3x3` are
    /// Tsivy, Dimy and Telo.
    fn from_str(text: &str) -> Result<Self, ParseVariantError> {
        let named = [
            ("tsivy", Self::TSIVY),
            ("dimy", Self::DIMY),
            ("telo", Self::TELO),
            ("vela", Self::VELA),
        ];
        if let Some((_, variant)) = named
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(text))
        {
            return Ok(*variant);
        }
        let &[width @ b'1'..=b'9', b'x' | b'X', height @ b'1'..=b'9'] = text.as_bytes() else {
            return Err(ParseVariantError);
        };
        Board::new(width - b'0', height - b'0')
            .map(Self::on)
            .ok_or(ParseVariantError)
    }
}
