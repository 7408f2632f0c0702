//! A turn being made, step by step: what a person clicks.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::chain::{Capture, Chain, bits};
use crate::color::Color;
use crate::direction::Direction;
use crate::mv::Move;
use crate::position::Position;
use crate::square::Square;
use crate::step::{IllegalStep, Step, StepKind};

/// A turn under way. It begins with no step; each [`Turn::step`] is checked;
/// [`Turn::finish`] ends it after any capture or after a paika (R5.1).
///
/// ```
/// use fanorona::{Position, Turn};
/// let start = Position::start(Default::default(), Default::default()).unwrap();
/// let mut turn = Turn::new(start);
/// let first = turn.steps()[0];
/// assert_eq!(first.to_string(), "d2-e3A");
/// turn.step(first).unwrap();
/// let (mv, next) = turn.finish().unwrap();
/// assert_eq!(mv.to_string(), "d2-e3A");
/// assert_eq!(next.turn(), fanorona::Color::Black);
/// ```
#[derive(Clone, Debug)]
pub struct Turn {
    position: Position,
    mv: Move,
    chain: Option<Chain>,
    over: bool,
}

impl Turn {
    /// The turn of the side to move, not begun.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        let Some(corner) = Square::new(0, 0) else {
            unreachable!()
        };
        Self {
            position,
            mv: Move::from_start(corner),
            chain: None,
            over: false,
        }
    }

    /// The position in which the turn began.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The steps made so far, as a turn that stops here; `None` before the first.
    #[must_use]
    pub fn so_far(&self) -> Option<&Move> {
        self.chain.is_some().then_some(&self.mv)
    }

    /// The stones of a side as they lie now.
    #[must_use]
    pub fn stones(&self, color: Color) -> Bitboard {
        let Some(chain) = &self.chain else {
            return self.position.stones(color);
        };
        if color == self.position.turn() {
            let own = self.position.stones(color) - Bitboard::from_square(self.mv.start());
            own | Bitboard::from_bits(1 << chain.at)
        } else {
            Bitboard::from_bits(chain.enemy)
        }
    }

    /// The direction that the next step must not take (R5.2).
    #[must_use]
    pub fn barred(&self) -> Option<Direction> {
        let chain = self.chain.as_ref().filter(|_| !self.over)?;
        Some(Direction::from_index(chain.barred.trailing_zeros() as u8))
    }

    /// Whether the turn may end here: after any capture, and after a paika (R5.1).
    #[must_use]
    pub const fn can_stop(&self) -> bool {
        self.chain.is_some()
    }

    /// Whether no further step is possible.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.can_stop()
            && self
                .try_for_each_step(|_| ControlFlow::Break(()))
                .is_continue()
    }

    /// Shows every legal next step to `visit`, until it breaks: the first steps of
    /// all stones, or the continuations of the stone that is on its way. At most
    /// 16 a stone.
    pub fn try_for_each_step<B>(
        &self,
        mut visit: impl FnMut(Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mover = self.position.mover();
        let mut show = |at: u8, d: u8, kind| {
            let to = Square::from_bit(crate::chain::step(at, d));
            visit(Step {
                from: Square::from_bit(at),
                to,
                kind,
            })
        };
        if let Some(chain) = &self.chain {
            if self.over {
                return ControlFlow::Continue(());
            }
            for capture in chain.captures(mover.points).iter() {
                show(chain.at, capture.direction(), capture.kind())?;
            }
            return ControlFlow::Continue(());
        }
        if self.position.end().is_some() {
            return ControlFlow::Continue(());
        }
        if mover.may_paika() {
            for at in bits(mover.own) {
                for d in bits(u64::from(mover.paikas_from(at))) {
                    show(at, d, StepKind::Paika)?;
                }
            }
            return ControlFlow::Continue(());
        }
        for at in bits(mover.capturers()) {
            for capture in Chain::start(mover.own, mover.enemy, at)
                .captures(mover.points)
                .iter()
            {
                show(at, capture.direction(), capture.kind())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Every legal next step, in the order of [`Turn::try_for_each_step`].
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let _ = self.try_for_each_step::<()>(|step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        steps
    }

    /// The stones that `step` would take now, nearest first; none if no line
    /// leads from its start to its end.
    #[must_use]
    pub fn captures(&self, step: Step) -> ArrayVec<Square, 8> {
        let mover = self.position.mover();
        let mut captures = ArrayVec::new();
        let Some(direction) = step.from.direction_to(step.to) else {
            return captures;
        };
        let chain = self
            .chain
            .unwrap_or(Chain::start(mover.own, mover.enemy, step.from.bit()));
        let chain = Chain {
            at: step.from.bit(),
            ..chain
        };
        let Some(capture) = Capture::new(direction, step.kind) else {
            return captures;
        };
        let taken = Bitboard::from_bits(chain.taken(capture, mover.first_stone_only()));
        let (mut at, along) = match step.kind {
            StepKind::Withdrawal => (step.from, direction.opposite()),
            _ => (step.to, direction),
        };
        while let Some(next) = at.offset(along).filter(|square| taken.contains(*square)) {
            if captures.try_push(next).is_err() {
                break;
            }
            at = next;
        }
        captures
    }

    /// Why the step from `from` to `to` is not legal now; `None` if it is. Without
    /// a `kind` the step is legal if exactly one kind fits.
    #[must_use]
    pub fn why_illegal(
        &self,
        from: Square,
        to: Square,
        kind: Option<StepKind>,
    ) -> Option<IllegalStep> {
        self.resolve(from, to, kind).err()
    }

    /// Why the stone on `from` has no legal step at all; `None` if it has one.
    #[must_use]
    pub fn why_immobile(&self, from: Square) -> Option<IllegalStep> {
        if self
            .try_for_each_step(|step| {
                if step.from == from {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .is_break()
        {
            return None;
        }
        // The first reason that holds whatever the direction; else what bars the likeliest step.
        let reasons = Direction::ALL.into_iter().filter_map(|direction| {
            let to = self.position.variant().board().neighbor(from, direction)?;
            self.why_illegal(from, to, None)
        });
        reasons
            .min_by_key(|reason| match reason {
                IllegalStep::GameOver => 0,
                IllegalStep::NotYourStone => 1,
                IllegalStep::OtherStoneIsMoving
                | IllegalStep::TurnIsOver
                | IllegalStep::SingleCaptureOnly => 2,
                IllegalStep::CaptureAvailable | IllegalStep::NoPaikaInVela => 3,
                IllegalStep::Occupied => 5,
                _ => 4,
            })
            .or(Some(IllegalStep::NoLineThere))
    }

    /// The step with its kind filled in where only one fits.
    ///
    /// # Errors
    /// The reason why the step is not legal.
    pub fn resolve(
        &self,
        from: Square,
        to: Square,
        kind: Option<StepKind>,
    ) -> Result<Step, IllegalStep> {
        let board = self.position.variant().board();
        let mover = self.position.mover();
        if self.chain.is_none() {
            if self.position.end().is_some() {
                return Err(IllegalStep::GameOver);
            }
            if !self.position.stones(self.position.turn()).contains(from) {
                return Err(IllegalStep::NotYourStone);
            }
        }
        let chain = match self.chain {
            Some(chain) if chain.at != from.bit() => {
                return Err(if self.stones(self.position.turn()).contains(from) {
                    IllegalStep::OtherStoneIsMoving
                } else {
                    IllegalStep::NotYourStone
                });
            }
            Some(chain) => chain,
            None => Chain::start(mover.own, mover.enemy, from.bit()),
        };
        if self.over {
            return Err(if !self.mv.is_capture() {
                IllegalStep::TurnIsOver
            } else if self.position.is_vela_part_one() {
                IllegalStep::NoCaptureInVela
            } else {
                IllegalStep::SingleCaptureOnly
            });
        }
        let direction = from
            .direction_to(to)
            .filter(|direction| board.neighbor(from, *direction) == Some(to))
            .ok_or(IllegalStep::NoLineThere)?;
        if self.stones(Color::White).contains(to) || self.stones(Color::Black).contains(to) {
            return Err(IllegalStep::Occupied);
        }
        if self.chain.is_some() {
            if chain.blocked >> to.bit() & 1 == 1 {
                return Err(IllegalStep::PointVisited);
            }
            if chain.barred & u32::from(direction.mask()) != 0 {
                return Err(IllegalStep::SameDirection);
            }
        }
        self.resolve_kind(
            &chain,
            Step {
                from,
                to,
                kind: StepKind::Paika,
            },
            direction,
            kind,
        )
    }

    /// The last part of [`Turn::resolve`]: the stone may go there; what does it take?
    fn resolve_kind(
        &self,
        chain: &Chain,
        step: Step,
        direction: Direction,
        kind: Option<StepKind>,
    ) -> Result<Step, IllegalStep> {
        let mover = self.position.mover();
        let may_capture = mover.kind != crate::chain::TurnKind::PaikaOnly;
        let captures = chain.captures(mover.points);
        let can =
            |kind| Capture::new(direction, kind).is_some_and(|capture| captures.contains(capture));
        let approach = may_capture && can(StepKind::Approach);
        let withdrawal = may_capture && can(StepKind::Withdrawal);
        let kind = match kind {
            Some(kind) => kind,
            None if approach && withdrawal => return Err(IllegalStep::KindNeeded),
            None if approach => StepKind::Approach,
            None if withdrawal => StepKind::Withdrawal,
            None => StepKind::Paika,
        };
        let legal = match kind {
            StepKind::Approach => approach,
            StepKind::Withdrawal => withdrawal,
            StepKind::Paika => self.chain.is_none() && mover.may_paika(),
        };
        if legal {
            return Ok(Step { kind, ..step });
        }
        Err(match kind {
            _ if self.chain.is_some() && (kind == StepKind::Paika || !approach && !withdrawal) => {
                IllegalStep::ContinuationMustCapture
            }
            StepKind::Paika if mover.first_stone_only() => IllegalStep::NoPaikaInVela,
            StepKind::Paika => IllegalStep::CaptureAvailable,
            _ if !may_capture => IllegalStep::NoCaptureInVela,
            StepKind::Approach => IllegalStep::NothingToApproach,
            StepKind::Withdrawal => IllegalStep::NothingToWithdrawFrom,
        })
    }

    /// Makes a step.
    ///
    /// # Errors
    /// The reason why it is not legal; the turn is as it was.
    pub fn step(&mut self, step: Step) -> Result<(), IllegalStep> {
        let step = self.resolve(step.from, step.to, Some(step.kind))?;
        let mover = self.position.mover();
        let chain = self.chain.unwrap_or_else(|| {
            self.mv = Move::from_start(step.from);
            Chain::start(mover.own, mover.enemy, step.from.bit())
        });
        let direction = step
            .from
            .direction_to(step.to)
            .ok_or(IllegalStep::NoLineThere)?;
        let capture = Capture::new(direction, step.kind);
        let taken = capture.map_or(0, |capture| chain.taken(capture, mover.first_stone_only()));
        self.chain = Some(chain.after(direction as u8, taken));
        self.over = !step.kind.is_capture() || !mover.may_continue();
        // A legal chain is never longer than a move: each landing point is new.
        let fits = self.mv.push(step.to, step.kind);
        debug_assert!(fits);
        Ok(())
    }

    /// Takes the last step back and returns it; `None` before the first.
    pub fn undo_step(&mut self) -> Option<Step> {
        let last = self.so_far()?.steps().last()?;
        let mut again = Self::new(self.position);
        for step in self.mv.steps().take(self.mv.len() - 1) {
            // The steps were legal when they were made.
            again.step(step).ok()?;
        }
        *self = again;
        Some(last)
    }

    /// Ends the turn here.
    ///
    /// # Errors
    /// [`TurnNotBegun`] before the first step; a turn cannot be passed.
    pub fn finish(self) -> Result<(Move, Position), TurnNotBegun> {
        let own = self.stones(self.position.turn());
        let enemy = self.stones(!self.position.turn());
        self.chain.ok_or(TurnNotBegun)?;
        Ok((self.mv, self.position.after(own.bits(), enemy.bits())))
    }
}

/// A turn without a step cannot end: there is no passing (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnNotBegun;

impl fmt::Display for TurnNotBegun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the turn has no step yet")
    }
}

impl core::error::Error for TurnNotBegun {}
