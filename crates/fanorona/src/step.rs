//! One step of a turn, and why a step is not legal.

use core::fmt;

use crate::square::Square;

/// What a step does to enemy stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum StepKind {
    /// Captures nothing (R3.2).
    Paika,
    /// Captures the run ahead of the landing point (R4.1).
    Approach,
    /// Captures the run behind the start (R4.2).
    Withdrawal,
}

impl StepKind {
    /// All three, the paika first.
    pub const ALL: [Self; 3] = [Self::Paika, Self::Approach, Self::Withdrawal];

    /// `A`, `W`, or nothing for a paika (R8.2).
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Paika => "",
            Self::Approach => "A",
            Self::Withdrawal => "W",
        }
    }

    /// Whether it takes stones.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !matches!(self, Self::Paika)
    }
}

/// One stone goes one line on (R3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the stone stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it takes.
    pub kind: StepKind,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}{}", self.from, self.to, self.kind.letter())
    }
}

/// Why a step is not legal. Each reason names its clause of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum IllegalStep {
    /// The game is over (R6.3).
    GameOver,
    /// No stone of the side to move stands there (R3.1).
    NotYourStone,
    /// No line joins the two points at distance one (R1.3).
    NoLineThere,
    /// The landing point is not empty (R3.1).
    Occupied,
    /// A step that captures nothing, while the side to move has a capture (R3.2).
    CaptureAvailable,
    /// The step goes the way of the step just before it (R5.2).
    SameDirection,
    /// The stone has stood on that point this turn (R5.2).
    PointVisited,
    /// No enemy stone stands beyond the landing point, so this is no approach (R4.1).
    NothingToApproach,
    /// No enemy stone stands behind the start, so this is no withdrawal (R4.2).
    NothingToWithdrawFrom,
    /// A chain goes on only by captures (R5.2).
    ContinuationMustCapture,
    /// Both kinds of capture are possible: say which (R4.4).
    KindNeeded,
    /// The turn is another stone's: only that one may go on (R5.1).
    OtherStoneIsMoving,
    /// The turn is over: a paika is one step (R3.2).
    TurnIsOver,
    /// The side's first move takes one capturing step (R7.1).
    SingleCaptureOnly,
    /// White must capture in part one of Vela (R7.2).
    NoPaikaInVela,
    /// Black never captures in part one of Vela, and White takes one stone a turn (R7.2).
    NoCaptureInVela,
}

impl IllegalStep {
    /// The clause of `docs/rules.md` that forbids the step.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            Self::GameOver => "R6.3",
            Self::NotYourStone | Self::Occupied => "R3.1",
            Self::NoLineThere => "R1.3",
            Self::CaptureAvailable | Self::TurnIsOver => "R3.2",
            Self::SameDirection | Self::PointVisited | Self::ContinuationMustCapture => "R5.2",
            Self::NothingToApproach => "R4.1",
            Self::NothingToWithdrawFrom => "R4.2",
            Self::KindNeeded => "R4.4",
            Self::OtherStoneIsMoving => "R5.1",
            Self::SingleCaptureOnly => "R7.1",
            Self::NoPaikaInVela | Self::NoCaptureInVela => "R7.2",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::GameOver => "the game is over",
            Self::NotYourStone => "no stone of the side to move stands there",
            Self::NoLineThere => "no line joins the two points at distance one",
            Self::Occupied => "the landing point is not empty",
            Self::CaptureAvailable => "a capture is possible, so the turn must capture",
            Self::SameDirection => "the stone may not go on in the direction of its last step",
            Self::PointVisited => "the stone has stood on that point this turn",
            Self::NothingToApproach => "no enemy stone stands beyond the landing point",
            Self::NothingToWithdrawFrom => "no enemy stone stands behind the start of the step",
            Self::ContinuationMustCapture => "a chain goes on only by captures",
            Self::KindNeeded => "both kinds of capture are possible: say A or W",
            Self::OtherStoneIsMoving => "another stone is on its way",
            Self::TurnIsOver => "the turn is over after a step that captures nothing",
            Self::SingleCaptureOnly => "the first move of a side takes one capturing step only",
            Self::NoPaikaInVela => "White must capture in part one of Vela",
            Self::NoCaptureInVela => "part one of Vela allows no such capture",
        }
    }
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text(), self.clause())
    }
}

impl core::error::Error for IllegalStep {}
