//! Turns as text (R8.2).

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::mv::{MAX_STEPS, Move};
use crate::position::Position;
use crate::square::Square;
use crate::step::{IllegalStep, StepKind};
use crate::turn::Turn;

/// Most turns that a list shows (R8.2).
pub const LIST_LIMIT: usize = 500;

/// A turn as written: points, some of them with a letter. [`Position::resolve`]
/// finds the legal turn that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    start: Square,
    landings: Vec<(Square, Option<StepKind>)>,
}

/// Why a text is no turn of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a turn.
    Syntax,
    /// A step is not legal.
    Illegal {
        /// Which step, from 0.
        step: usize,
        /// Why.
        reason: IllegalStep,
    },
    /// Letters are missing and several turns fit.
    Ambiguous {
        /// The turns that fit, at most [`LIST_LIMIT`].
        candidates: Vec<Move>,
    },
}

impl MoveError {
    /// The clause of `docs/rules.md` that the text runs against.
    #[must_use]
    pub const fn clause(&self) -> &'static str {
        match self {
            Self::Syntax | Self::Ambiguous { .. } => "R8.2",
            Self::Illegal { reason, .. } => reason.clause(),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str(
                "a move is written as points and letters, such as f2-e3A or d2-d1W-e1A (R8.2)",
            ),
            Self::Illegal { step, reason } => write!(f, "step {}: {reason}", step + 1),
            Self::Ambiguous { candidates } => {
                write!(
                    f,
                    "{} turns fit; say A or W at each capture (R8.2)",
                    candidates.len()
                )
            }
        }
    }
}

impl core::error::Error for MoveError {}

impl FromStr for MoveText {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut points = text.split('-');
        let start = points
            .next()
            .and_then(|point| point.parse().ok())
            .ok_or(MoveError::Syntax)?;
        let landings = points
            .map(|point| {
                let (square, kind) = match point.as_bytes().get(2..) {
                    Some(b"") => (point, None),
                    Some(b"A" | b"a") => (&point[..2], Some(StepKind::Approach)),
                    Some(b"W" | b"w") => (&point[..2], Some(StepKind::Withdrawal)),
                    _ => return Err(MoveError::Syntax),
                };
                Ok((square.parse().map_err(|_| MoveError::Syntax)?, kind))
            })
            .take(MAX_STEPS + 1)
            .collect::<Result<Vec<_>, _>>()?;
        if landings.is_empty() || landings.len() > MAX_STEPS {
            return Err(MoveError::Syntax);
        }
        Ok(Self { start, landings })
    }
}

impl Position {
    /// The legal turn that `text` says (R8.2). A letter may be missing where
    /// exactly one legal turn fits.
    ///
    /// # Errors
    /// [`MoveError`]: not a turn's form, the first step that is not legal, or the
    /// turns that a text without letters could mean.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.resolve(&text.parse()?)
    }

    /// The legal turn that a [`MoveText`] means.
    ///
    /// # Errors
    /// As [`Position::parse_move`].
    pub fn resolve(&self, text: &MoveText) -> Result<Move, MoveError> {
        let mut candidates = Vec::new();
        let mut deepest = (0, IllegalStep::NoLineThere);
        fit(&Turn::new(*self), text, 0, &mut candidates, &mut deepest);
        match candidates.as_slice() {
            [] => Err(MoveError::Illegal {
                step: deepest.0,
                reason: deepest.1,
            }),
            [mv] => Ok(*mv),
            _ => Err(MoveError::Ambiguous { candidates }),
        }
    }

    /// The legal turns that the generator shows first, at most `limit`, sorted by
    /// the bytes of their notation, and how many more there are (counted to 100,000).
    #[must_use]
    pub fn list_moves(&self, limit: usize) -> (Vec<Move>, u64) {
        const COUNTED: u64 = 100_000;
        let (mut listed, mut omitted) = (Vec::new(), 0);
        let _ = self.for_each_move(|mv| {
            if listed.len() < limit {
                listed.push(*mv);
            } else {
                omitted += 1;
            }
            if omitted < COUNTED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        listed.sort_by_cached_key(ToString::to_string);
        (listed, omitted)
    }
}

/// Follows `text` from its step number `at`, trying each kind where none is
/// written; keeps the reason of the failure that came furthest.
fn fit(
    turn: &Turn,
    text: &MoveText,
    at: usize,
    found: &mut Vec<Move>,
    deepest: &mut (usize, IllegalStep),
) {
    let Some((to, written)) = text.landings.get(at) else {
        found.extend(turn.so_far());
        return;
    };
    let from = at
        .checked_sub(1)
        .map_or(text.start, |before| text.landings[before].0);
    let mut attempt = |kind: Option<StepKind>| match turn.resolve(from, *to, kind) {
        Ok(step) if found.len() < LIST_LIMIT => {
            let mut next = turn.clone();
            if next.step(step).is_ok() {
                fit(&next, text, at + 1, found, deepest);
            }
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(reason) => {
            if deepest.0 <= at {
                *deepest = (at, reason);
            }
            Err(reason)
        }
    };
    if attempt(*written) == Err(IllegalStep::KindNeeded) {
        for kind in [StepKind::Approach, StepKind::Withdrawal] {
            let _ = attempt(Some(kind));
        }
    }
}
