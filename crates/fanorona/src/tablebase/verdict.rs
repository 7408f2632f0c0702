//! Win, draw and loss with an eye on the no-capture limit.

use core::fmt;
use core::ops::Neg;

use crate::outcome::Wdl;

/// What a position is worth to its side to move when the no-capture limit (R6.3a)
/// is in force, as tables of chess tell it. Better is greater; `-` turns it to the
/// other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// Lost, within the limit.
    Loss,
    /// Lost without the limit, which makes it a draw.
    LossButForLimit,
    /// A draw with the limit and without.
    Draw,
    /// Won without the limit, which makes it a draw.
    WinButForLimit,
    /// Won, within the limit.
    Win,
}

impl Verdict {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [
        Self::Loss,
        Self::LossButForLimit,
        Self::Draw,
        Self::WinButForLimit,
        Self::Win,
    ];

    /// The value where there is no limit.
    #[must_use]
    pub const fn without_limit(self) -> Wdl {
        match self {
            Self::Loss | Self::LossButForLimit => Wdl::Loss,
            Self::Draw => Wdl::Draw,
            Self::Win | Self::WinButForLimit => Wdl::Win,
        }
    }

    /// The value with the limit.
    #[must_use]
    pub const fn with_limit(self) -> Wdl {
        match self {
            Self::Loss => Wdl::Loss,
            Self::Win => Wdl::Win,
            _ => Wdl::Draw,
        }
    }

    /// The verdict on a position with this value; `within` says whether the limit leaves it so.
    pub(super) const fn new(wdl: Wdl, within: bool) -> Self {
        match (wdl, within) {
            (Wdl::Loss, true) => Self::Loss,
            (Wdl::Loss, false) => Self::LossButForLimit,
            (Wdl::Draw, _) => Self::Draw,
            (Wdl::Win, false) => Self::WinButForLimit,
            (Wdl::Win, true) => Self::Win,
        }
    }

    /// Its name, as commands and calls write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::LossButForLimit => "loss-but-for-limit",
            Self::Draw => "draw",
            Self::WinButForLimit => "win-but-for-limit",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Wdl> for Verdict {
    fn from(wdl: Wdl) -> Self {
        Self::new(wdl, true)
    }
}

impl Neg for Verdict {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::LossButForLimit => Self::WinButForLimit,
            Self::Draw => Self::Draw,
            Self::WinButForLimit => Self::LossButForLimit,
            Self::Win => Self::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_order_agree() {
        for (one, verdict) in Verdict::ALL.into_iter().enumerate() {
            assert_eq!(-verdict, Verdict::ALL[4 - one]);
            assert_eq!((-verdict).without_limit(), -verdict.without_limit());
            assert_eq!((-verdict).with_limit(), -verdict.with_limit());
            let within = verdict.with_limit() == verdict.without_limit();
            assert_eq!(Verdict::new(verdict.without_limit(), within), verdict);
            for other in &Verdict::ALL[one + 1..] {
                assert!(verdict < *other && -verdict > -*other);
            }
        }
    }
}
