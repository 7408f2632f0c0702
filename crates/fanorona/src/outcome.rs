//! How games end. Three types, so that signs cannot be mixed up: [`Outcome`] is
//! absolute, [`Wdl`] is seen by the side to move, and the search's `Score` is a number.

use core::fmt;
use core::ops::Neg;

use crate::color::Color;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

impl Outcome {
    /// The side that has won, if one has.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }

    /// The outcome as `color` sees it.
    #[must_use]
    pub fn seen_by(self, color: Color) -> Wdl {
        match self {
            Self::Win(winner) if winner == color => Wdl::Win,
            Self::Win(_) => Wdl::Loss,
            Self::Draw => Wdl::Draw,
        }
    }

    /// The outcome that `color` sees so: the inverse of [`Outcome::seen_by`].
    ///
    /// ```
    /// use fanorona::{Color, Outcome, Wdl};
    /// assert_eq!(Outcome::of(Wdl::Loss, Color::White), Outcome::Win(Color::Black));
    /// ```
    #[must_use]
    pub fn of(wdl: Wdl, color: Color) -> Self {
        match wdl {
            Wdl::Win => Self::Win(color),
            Wdl::Draw => Self::Draw,
            Wdl::Loss => Self::Win(!color),
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, as records write it (R8.3).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Win, draw or loss for the side to move; `-` turns it to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EndReason {
    /// A side's last stone was taken (R6.1).
    LastStoneTaken,
    /// The side to move has stones but no legal move (R6.2).
    Blocked,
    /// Fifty half-moves without a capture (R6.3a).
    NoCaptureLimit,
    /// The position stood for the third time (R6.3b).
    Repetition,
    /// The players agreed on a draw (R6.3c).
    Agreement,
    /// A player resigned (R6.3).
    Resignation,
    /// White has no capture in part one of Vela and so has won (R7.2).
    VelaNoCapture,
}

impl EndReason {
    /// The clause of `docs/rules.md`.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            Self::LastStoneTaken => "R6.1",
            Self::Blocked => "R6.2",
            Self::NoCaptureLimit => "R6.3a",
            Self::Repetition => "R6.3b",
            Self::Agreement => "R6.3c",
            Self::Resignation => "R6.3",
            Self::VelaNoCapture => "R7.2",
        }
    }
}

/// The end of a game: who has won, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameEnd {
    /// The result.
    pub outcome: Outcome,
    /// Why.
    pub reason: EndReason,
}
