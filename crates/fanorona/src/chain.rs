//! The one place where the rules of a capture live (R4, R5).
//!
//! [`Chain`] is a stone on its way: the turn a person clicks, the generator,
//! perft and the search all drive it.

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

/// One capturing step of a known stone: its direction in the low three bits, and
/// bit 3 for a withdrawal. One number, so that loops do not branch on the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capture(u8);

const WITHDRAWAL: u8 = 8;

impl Capture {
    /// `None` for a paika.
    pub(crate) const fn new(direction: Direction, kind: StepKind) -> Option<Self> {
        match kind {
            StepKind::Approach => Some(Self(direction as u8)),
            StepKind::Withdrawal => Some(Self(direction as u8 | WITHDRAWAL)),
            StepKind::Paika => None,
        }
    }

    /// The number of the direction that the stone goes.
    #[inline(always)]
    pub(crate) const fn direction(self) -> u8 {
        self.0 & 7
    }

    #[inline(always)]
    pub(crate) const fn kind(self) -> StepKind {
        if self.0 < WITHDRAWAL {
            StepKind::Approach
        } else {
            StepKind::Withdrawal
        }
    }

    /// From the stone to the point before the first stone it takes, in bits, and
    /// the direction in which the run goes on.
    const fn run(self) -> (i8, u8) {
        match self.kind() {
            StepKind::Approach => (DELTAS[self.direction() as usize], self.direction()),
            _ => (0, (self.direction() + 4) & 7),
        }
    }
}

/// [`Capture::run`] of each capture: bits to add, and the run's direction.
const RUNS: [(i8, u8); 16] = {
    let mut runs = [(0, 0); 16];
    let mut i = 0;
    while i < 16 {
        runs[i] = Capture(i as u8).run();
        i += 1;
    }
    runs
};

/// The captures that a stone can make now: a bit for each [`Capture`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Captures(u32);

impl Captures {
    pub(crate) const NONE: Self = Self(0);

    /// Takes the first one out; there must be one.
    #[inline(always)]
    pub(crate) const fn take_first(&mut self) -> Capture {
        let first = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        Capture(first)
    }

    #[inline(always)]
    const fn new(approach: DirectionSet, withdrawal: DirectionSet) -> Self {
        Self(approach | withdrawal << WITHDRAWAL)
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(crate) const fn count(self) -> u64 {
        self.0.count_ones() as u64
    }

    pub(crate) const fn contains(self, capture: Capture) -> bool {
        self.0 >> capture.0 & 1 == 1
    }

    /// All approaches, counter-clockwise from east, then all withdrawals.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = Capture> {
        bits(self.0 as u64).map(Capture)
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
        let free = lines::next(landing, self.at)
            & LINES[self.at as usize & 63] as DirectionSet
            & !self.barred;
        Captures::new(
            free & lines::second(self.enemy, self.at),
            free & lines::behind(self.enemy, self.at),
        )
    }

    /// The stones that a capture takes (R4.3), the nearest alone if `first_only` (R7.2).
    #[inline(always)]
    pub(crate) fn taken(&self, capture: Capture, first_only: bool) -> u64 {
        let (offset, along) = RUNS[capture.0 as usize & 15];
        let before = self.at.wrapping_add_signed(offset);
        let run = lines::run(self.enemy, before, along);
        if first_only {
            // Off the board the run is empty, whatever bit this is.
            run & 1_u64.wrapping_shl(u32::from(step(before, along)))
        } else {
            run
        }
    }

    /// The stone after a capture.
    #[inline(always)]
    pub(crate) fn after_capture(&self, capture: Capture, first_only: bool) -> Self {
        self.after(capture.direction(), self.taken(capture, first_only))
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
        lines::next(empty, at) & LINES[at as usize & 63] as DirectionSet
    }

    /// Whether paikas are what this turn may be (R3.2, R7.2).
    #[inline(always)]
    pub(crate) fn may_paika(&self) -> bool {
        self.may_paika_with(self.capturers())
    }

    /// As [`Mover::may_paika`], for callers that know the capturers.
    #[inline(always)]
    pub(crate) const fn may_paika_with(&self, capturers: u64) -> bool {
        match self.kind {
            TurnKind::PaikaOnly => true,
            TurnKind::SingleStone => false,
            TurnKind::Normal | TurnKind::SingleCapture => capturers == 0,
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
        self.has_turn_with(self.capturers())
    }

    /// As [`Mover::has_turn`], for callers that know the capturers.
    pub(crate) fn has_turn_with(&self, capturers: u64) -> bool {
        capturers != 0
            || self.may_paika_with(capturers) && bits(self.own).any(|at| self.paikas_from(at) != 0)
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
