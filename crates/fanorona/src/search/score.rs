//! Numbers of the search and what they say.

use core::ops::Neg;

use crate::outcome::Wdl;

/// A value seen by the side to move: an estimate in hundredths of a stone, or a
/// win or loss with its distance. Inside the search only; reports say [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Score(i16);

impl Score {
    pub(crate) const DRAW: Self = Self(0);
    const WIN: i16 = 32_000;
    /// A win that tables tell of, less its distance to conversion.
    const TABLE_WIN: i16 = 20_000;
    /// Nothing is greater; its negative is less than every score.
    pub(crate) const INFINITY: Self = Self(Self::WIN + 1);
    /// The least win whose end the search has seen.
    const SEEN: i16 = Self::WIN - super::MAX_PLY as i16;
    /// The least win: estimates stay below.
    const DECISIVE: i16 = Self::TABLE_WIN - 512;

    /// An estimate; cut so that it cannot be taken for a win.
    pub(crate) fn estimate(hundredths: i32) -> Self {
        let limit = i32::from(Self::DECISIVE) - 1;
        Self(hundredths.clamp(-limit, limit) as i16)
    }

    /// A draw `ply` turns from the root, that counts `contempt` less than nothing to the root's
    /// side to move.
    pub(crate) const fn draw_at(ply: usize, contempt: i16) -> Self {
        Self(if ply.is_multiple_of(2) {
            -contempt
        } else {
            contempt
        })
    }

    /// The side to move has lost `ply` turns from the root.
    pub(crate) const fn lost_at(ply: usize) -> Self {
        Self(ply as i16 - Self::WIN)
    }

    /// The side to move has won `ply` turns from the root.
    pub(crate) const fn won_at(ply: usize) -> Self {
        Self(Self::WIN - ply as i16)
    }

    /// The side to move wins, tables say; the next capture is `distance` turns from the root.
    pub(crate) const fn won_by_table(distance: usize) -> Self {
        Self(Self::TABLE_WIN - distance as i16)
    }

    /// Turns from the root to the end of the game, or to the conversion that tables tell of.
    pub(crate) const fn turns(self) -> Option<u32> {
        let size = self.0.abs();
        if size >= Self::SEEN {
            Some((Self::WIN - size) as u32)
        } else if size >= Self::DECISIVE {
            Some((Self::TABLE_WIN - size) as u32)
        } else {
            None
        }
    }

    pub(crate) const fn is_win(self) -> bool {
        self.0 >= Self::DECISIVE
    }

    pub(crate) const fn is_loss(self) -> bool {
        self.0 <= -Self::DECISIVE
    }

    /// One more; for the null window around a score.
    pub(crate) const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Less by so many hundredths.
    pub(crate) fn minus(self, hundredths: i32) -> Self {
        Self((i32::from(self.0) - hundredths).max(i32::from(-Self::INFINITY.0)) as i16)
    }

    /// Distances counted from the node at `ply`, as the table keeps them.
    pub(crate) const fn relative_to(self, ply: usize) -> i16 {
        if self.is_win() {
            self.0 + ply as i16
        } else if self.is_loss() {
            self.0 - ply as i16
        } else {
            self.0
        }
    }

    /// The inverse of [`Score::relative_to`].
    pub(crate) const fn to_node(stored: i16, ply: usize) -> Self {
        if stored >= Self::DECISIVE {
            Self(stored - ply as i16)
        } else if stored <= -Self::DECISIVE {
            Self(stored + ply as i16)
        } else {
            Self(stored)
        }
    }

    /// What is worth no proof: a win counts as the other side's whole army.
    pub(crate) fn as_estimate(self) -> Value {
        const ARMY: i32 = 2_200;
        Value::Estimate(i32::from(self.0).clamp(-ARMY, ARMY))
    }

    pub(crate) const fn value(self) -> Value {
        if !self.is_win() && !self.is_loss() {
            return Value::Estimate(self.0 as i32);
        }
        let wdl = if self.is_win() { Wdl::Win } else { Wdl::Loss };
        // To the end of the game: tables know only how far the conversion is.
        let plies = if self.0.abs() >= Self::SEEN {
            self.turns()
        } else {
            None
        };
        Value::Proved { wdl, plies }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What a search says of a position, seen by the side to move. What is proved and
/// what is estimated are two things, never one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Shown by a search to the end of every line, or to positions that tables hold.
    Proved {
        /// Win, draw or loss by the rules in force.
        wdl: Wdl,
        /// Turns to the end with best play as far as the search saw; `None` for a
        /// draw, and where tables tell the value.
        plies: Option<u32>,
    },
    /// Hundredths of a stone.
    Estimate(i32),
}

impl Value {
    /// The estimate, or what is proved and its turns: what is proved has no estimate, and the other
    /// way round.
    ///
    /// ```
    /// use fanorona::search::Value;
    /// assert_eq!(Value::Estimate(35).parts(), (Some(35), None, None));
    /// ```
    #[must_use]
    pub const fn parts(self) -> (Option<i32>, Option<Wdl>, Option<u32>) {
        match self {
            Self::Estimate(hundredths) => (Some(hundredths), None, None),
            Self::Proved { wdl, plies } => (None, Some(wdl), plies),
        }
    }
}
