//! The one place where the rules of a capture live (R4, R5).
//!
//! [`Chain`] is a stone on its way: the turn a person clicks, the generator,
//! perft and the search all drive it.

use core::ops::ControlFlow;

use crate::direction::Direction;
use crate::lines::{self, DELTAS, DirectionSet, LINES};
use crate::step::StepKind;

/// A stone in the middle of a turn, or about to begin one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    /// Where the stone may not land: its side's stones, its start among them,
    /// and the points it has left this turn.
    pub(crate) blocked: u64,
    /// The enemy's stones that still stand.
    pub(crate) enemy: u64,
    /// Where the stone is.
    pub(crate) at: u8,
    /// The direction of the step just made, or none before the first.
    pub(crate) barred: DirectionSet,
}

/// The directions in which a stone can capture now, by kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Captures {
    pub(crate) approach: DirectionSet,
    pub(crate) withdrawal: DirectionSet,
}

impl Captures {
    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.approach | self.withdrawal == 0
    }

    #[inline(always)]
    pub(crate) const fn count(self) -> u64 {
        (self.approach.count_ones() + self.withdrawal.count_ones()) as u64
    }

    /// Each direction and kind, all approaches before the withdrawals: two plain
    /// loops are quicker than one that asks twice for each direction.
    #[inline(always)]
    pub(crate) fn try_for_each<B>(
        self,
        mut visit: impl FnMut(u8, StepKind) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for d in bits(u64::from(self.approach)) {
            visit(d, StepKind::Approach)?;
        }
        for d in bits(u64::from(self.withdrawal)) {
            visit(d, StepKind::Withdrawal)?;
        }
        ControlFlow::Continue(())
    }
}

impl Chain {
    /// A stone of `own` at `at` that has not moved yet.
    #[inline(always)]
    pub(crate) const fn start(own: u64, enemy: u64, at: u8) -> Self {
        Self {
            blocked: own,
            enemy,
            at,
            barred: 0,
        }
    }

    /// The captures the stone can make now: to an empty point it has not stood
    /// on, along a line, not in the barred direction (R5.2), with an enemy next
    /// beyond that point (approach, R4.1) or behind the stone (withdrawal, R4.2).
    #[inline(always)]
    pub(crate) fn captures(&self, points: u64) -> Captures {
        let landing = points & !(self.blocked | self.enemy);
        let free = lines::next(landing, self.at) & LINES[self.at as usize & 63] & !self.barred;
        Captures {
            approach: free & lines::second(self.enemy, self.at),
            withdrawal: free & lines::behind(self.enemy, self.at),
        }
    }

    /// The stones that a step in direction `d` takes by `kind` (R4.3), the
    /// nearest alone if `first_only` (R7.2).
    #[inline(always)]
    pub(crate) fn taken(&self, d: u8, kind: StepKind, first_only: bool) -> u64 {
        let (from, along) = match kind {
            StepKind::Approach => (step(self.at, d), d),
            StepKind::Withdrawal => (self.at, (d + 4) & 7),
            StepKind::Paika => return 0,
        };
        let run = lines::run(self.enemy, from, along);
        if first_only {
            run & 1 << step(from, along)
        } else {
            run
        }
    }

    /// The stone after a step in direction `d` that took `taken`.
    #[inline(always)]
    pub(crate) const fn after(&self, d: u8, taken: u64) -> Self {
        Self {
            blocked: self.blocked | 1 << self.at,
            enemy: self.enemy & !taken,
            at: step(self.at, d),
            barred: 1 << d,
        }
    }
}

/// The bit one step from `at`.
#[inline(always)]
pub(crate) const fn step(at: u8, d: u8) -> u8 {
    at.wrapping_add_signed(DELTAS[(d & 7) as usize])
}

/// What a turn may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnKind {
    /// A chain if there is a capture, else a paika (R3, R5).
    Normal,
    /// One capturing step, else a paika (R7.1).
    SingleCapture,
    /// One step that captures one stone; no paika (R7.2, White).
    SingleStone,
    /// Any step to an empty neighbour; it captures nothing (R7.2, Black).
    PaikaOnly,
}

/// All that generation needs to know of a position, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) points: u64,
    pub(crate) kind: TurnKind,
}

impl Mover {
    /// The stones that have a capture as their first step.
    #[inline(always)]
    pub(crate) fn capturers(&self) -> u64 {
        if self.kind == TurnKind::PaikaOnly {
            return 0;
        }
        let empty = self.points & !(self.own | self.enemy);
        let mut found = 0;
        for direction in Direction::ALL {
            let delta = direction.delta() as u32 & 63;
            let victims =
                self.enemy.rotate_right(delta).rotate_right(delta) | self.enemy.rotate_left(delta);
            let steps = self.own & empty.rotate_right(delta) & victims;
            found |= if direction.is_diagonal() {
                steps & STRONG
            } else {
                steps
            };
        }
        found
    }

    /// The directions in which the stone at `at` can make a paika (R3.1), the
    /// duty to capture not regarded.
    #[inline(always)]
    pub(crate) fn paikas_from(&self, at: u8) -> DirectionSet {
        let empty = self.points & !(self.own | self.enemy);
        lines::next(empty, at) & LINES[at as usize & 63]
    }

    /// Whether paikas are what this turn may be (R3.2, R7.2).
    #[inline(always)]
    pub(crate) fn may_paika(&self) -> bool {
        match self.kind {
            TurnKind::PaikaOnly => true,
            TurnKind::SingleStone => false,
            TurnKind::Normal | TurnKind::SingleCapture => self.capturers() == 0,
        }
    }

    /// Whether a captured run is cut to its first stone (R7.2).
    #[inline(always)]
    pub(crate) fn first_stone_only(&self) -> bool {
        self.kind == TurnKind::SingleStone
    }

    /// Whether a capture may be followed by another (R5.1, R7.1, R7.2).
    #[inline(always)]
    pub(crate) fn may_continue(&self) -> bool {
        self.kind == TurnKind::Normal
    }

    /// Whether there is a legal turn at all (R6.2).
    pub(crate) fn has_turn(&self) -> bool {
        self.capturers() != 0
            || (self.may_paika() && bits(self.own).any(|at| self.paikas_from(at) != 0))
    }
}

pub(crate) const STRONG: u64 = {
    let mut strong = 0;
    let mut bit = 0;
    while bit < LINES.len() {
        if LINES[bit] == 0xff {
            strong |= 1 << bit;
        }
        bit += 1;
    }
    strong
};

/// The numbers of the bits that are set, lowest first.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(bit)
    })
}
