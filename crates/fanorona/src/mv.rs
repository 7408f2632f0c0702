//! Whole turns.

use core::fmt;

use crate::square::Square;
use crate::step::{Step, StepKind};

/// Most steps a turn can have: each lands on a point not stood on before, and
/// the start is one of the 45.
pub const MAX_STEPS: usize = Square::COUNT - 1;

/// One whole turn: a stone's start and its steps (R5.1). It carries no board, so
/// whether it is legal depends on the [`Position`](crate::Position) it is played in.
///
/// Written as R8.2 says: `f2-e3A`, `d2-d1W-e1A`, `c3-b4`.
#[derive(Clone, Copy)]
pub struct Move {
    start: u8,
    len: u8,
    /// Landing point and kind: six bits and two.
    steps: [u8; MAX_STEPS],
}

const _: () = assert!(size_of::<Move>() == 46);

impl Move {
    /// A turn without a step yet, by the stone on `start`.
    #[must_use]
    pub const fn from_start(start: Square) -> Self {
        Self {
            start: start.bit(),
            len: 0,
            steps: [0; MAX_STEPS],
        }
    }

    /// Adds a step; `false`, with nothing changed, if there are [`MAX_STEPS`] already.
    #[must_use]
    pub const fn push(&mut self, to: Square, kind: StepKind) -> bool {
        if self.len as usize == MAX_STEPS {
            return false;
        }
        self.steps[self.len as usize] = to.bit() | (kind as u8) << 6;
        self.len += 1;
        true
    }

    /// Takes the last step off.
    pub const fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// Where the stone stood.
    #[must_use]
    pub const fn start(&self) -> Square {
        Square::from_bit(self.start)
    }

    /// Where it ends.
    #[must_use]
    pub fn destination(&self) -> Square {
        self.landings().last().map_or(self.start(), |(to, _)| to)
    }

    /// Number of steps; 0 only for a turn under construction.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no step yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it takes stones.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.landings().any(|(_, kind)| kind.is_capture())
    }

    /// Each landing point with the kind of the step that led there.
    pub fn landings(&self) -> impl ExactSizeIterator<Item = (Square, StepKind)> + '_ {
        self.steps[..self.len as usize].iter().map(|packed| {
            let kind = match packed >> 6 {
                0 => StepKind::Paika,
                1 => StepKind::Approach,
                _ => StepKind::Withdrawal,
            };
            (Square::from_bit(packed & 63), kind)
        })
    }

    /// Each step in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut from = self.start();
        self.landings().map(move |(to, kind)| {
            let step = Step { from, to, kind };
            from = to;
            step
        })
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.steps[..self.len as usize] == other.steps[..other.len as usize]
    }
}

impl Eq for Move {}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start())?;
        for (to, kind) in self.landings() {
            write!(f, "-{to}{}", kind.letter())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
