//! Positions: stones, the side to move, and the rules in force.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::chain::{Capture, Mover, TurnKind};
use crate::color::Color;
use crate::direction::Direction;
use crate::movegen::{self, PathVisitor, Queue};
use crate::mv::Move;
use crate::outcome::{EndReason, GameEnd, Outcome};
use crate::rules::{NO_CAPTURE_LIMIT, Rules};
use crate::setup::Setup;
use crate::step::IllegalStep;
use crate::turn::Turn;
use crate::variant::Variant;
use crate::zobrist;

/// Part one of Vela lasts while Black has more than this many stones (R7.2).
const VELA_PART_TWO_STONES: u32 = 5;

/// A valid position. Small and [`Copy`]; how often it has stood before is known
/// to a [`Game`](crate::Game) only.
///
/// ```
/// use fanorona::Position;
/// let start = Position::start(Default::default(), Default::default()).unwrap();
/// assert_eq!(start.count_moves(), 5);
/// let next = start.play(&start.parse_move("f2-e3A").unwrap()).unwrap();
/// assert_eq!(next.to_string(), "BBBBBB1BB/BBBBB1BBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW B 0 1".replace("BBBBBB1BB/BBBBB1BBB", "BB1BBBBBB/BBB1BBBBB"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    stones: [Bitboard; 2],
    hash: u64,
    move_number: u32,
    no_capture: u16,
    turn: Color,
    variant: Variant,
    rules: Rules,
}

const _: () = assert!(size_of::<Position>() <= 40);

impl Position {
    /// The start of a game (R2, R7.2); `None` where a side of the board is even
    /// or the board is a single point.
    #[must_use]
    pub fn start(variant: Variant, rules: Rules) -> Option<Self> {
        let stones = variant.board().start()?;
        Setup {
            stones,
            ..Setup::empty(variant, rules)
        }
        .position()
        .ok()
    }

    /// For [`Setup::position`], once it has checked.
    pub(crate) fn from_valid_setup(setup: &Setup) -> Self {
        let mut position = Self {
            stones: setup.stones,
            hash: 0,
            move_number: setup.move_number,
            no_capture: setup.no_capture,
            turn: setup.turn,
            variant: setup.variant,
            rules: setup.rules,
        };
        if position.is_vela_part_one() {
            position.no_capture = 0;
        }
        position.hash = position.hash_from_scratch();
        position
    }

    /// The position as something to change; [`Setup::position`] comes back.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup {
            stones: self.stones,
            turn: self.turn,
            no_capture: self.no_capture,
            move_number: self.move_number,
            variant: self.variant,
            rules: self.rules,
        }
    }

    /// The stones of one side.
    #[must_use]
    pub const fn stones(&self, color: Color) -> Bitboard {
        self.stones[color.index()]
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The game that is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The rule switches in force.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Half-moves since the last capture (R6.3a); stays 0 in part one of Vela (R7.2).
    #[must_use]
    pub const fn no_capture(&self) -> u16 {
        self.no_capture
    }

    /// 1 until Black has moved for the first time, and so on.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// A hash of all that decides which turns are legal: stones, side to move,
    /// part one of Vela, a pending single first capture. Counters are not in it.
    /// Kept up to date turn by turn; the same on every machine.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// [`Position::hash`] made anew from the stones.
    #[must_use]
    pub fn hash_from_scratch(&self) -> u64 {
        let stones = Color::ALL.into_iter().fold(0, |hash, color| {
            hash ^ zobrist::stones(color, self.stones(color).bits())
        });
        stones ^ self.state_key()
    }

    /// The part of the hash that is not stones.
    fn state_key(&self) -> u64 {
        let mut key = 0;
        if self.turn == Color::Black {
            key ^= zobrist::BLACK_TO_MOVE;
        }
        if self.is_vela_part_one() {
            key ^= zobrist::VELA_PART_ONE;
        }
        if self.is_single_capture_pending() {
            key ^= zobrist::SINGLE_CAPTURE;
        }
        key
    }

    /// Whether part one of Vela is on (R7.2).
    #[must_use]
    pub const fn is_vela_part_one(&self) -> bool {
        self.variant.is_vela() && self.stones(Color::Black).len() > VELA_PART_TWO_STONES
    }

    /// Whether the side to move may take one capturing step only, since this is
    /// its first move (R7.1). Vela's part one has its own rule.
    #[must_use]
    pub const fn is_single_capture_pending(&self) -> bool {
        self.rules.contains(Rules::SINGLE_FIRST_CAPTURE)
            && self.move_number == 1
            && !self.is_vela_part_one()
    }

    /// The position as its side to move sees it.
    pub(crate) fn mover(&self) -> Mover {
        let kind = if self.is_vela_part_one() {
            match self.turn {
                Color::White => TurnKind::SingleStone,
                Color::Black => TurnKind::PaikaOnly,
            }
        } else if self.is_single_capture_pending() {
            TurnKind::SingleCapture
        } else {
            TurnKind::Normal
        };
        Mover {
            own: self.stones(self.turn).bits(),
            enemy: self.stones(!self.turn).bits(),
            points: self.variant.board().points().bits(),
            kind,
        }
    }

    /// Whether the side to move has a capturing step and so must capture (R3.2).
    #[must_use]
    pub fn is_capture_available(&self) -> bool {
        self.mover().capturers() != 0
    }

    /// The end of the game that this position alone shows, in the order of R6.3:
    /// last stone taken, side to move blocked, no-capture limit. Repetition needs
    /// a [`Game`](crate::Game).
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        let lost = |color: Color, reason| {
            Some(GameEnd {
                outcome: Outcome::Win(!color),
                reason,
            })
        };
        for color in [!self.turn, self.turn] {
            if self.stones(color).is_empty() {
                return lost(color, EndReason::LastStoneTaken);
            }
        }
        let mover = self.mover();
        if !mover.has_turn() {
            return if mover.kind == TurnKind::SingleStone {
                lost(!self.turn, EndReason::VelaNoCapture)
            } else {
                lost(self.turn, EndReason::Blocked)
            };
        }
        self.is_no_capture_draw().then_some(GameEnd {
            outcome: Outcome::Draw,
            reason: EndReason::NoCaptureLimit,
        })
    }

    /// The stones of both sides.
    #[inline]
    pub(crate) const fn stone_count(&self) -> u32 {
        let [white, black] = &self.stones;
        (white.bits() | black.bits()).count_ones()
    }

    /// Whether the no-capture limit is reached (R6.3a); a win by R6.1 or R6.2 comes first.
    pub(crate) const fn is_no_capture_draw(&self) -> bool {
        self.rules.contains(Rules::NO_CAPTURE_LIMIT) && self.no_capture >= NO_CAPTURE_LIMIT
    }

    /// Shows every legal turn to `visit`, each distinct path and kind once, until
    /// it breaks. There is no small bound on their number: a set-up position can
    /// have more than 17,000 (R8.2).
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// # use fanorona::Position;
    /// let start = Position::start(Default::default(), Default::default()).unwrap();
    /// let first = start.for_each_move(|mv| ControlFlow::Break(*mv));
    /// assert_eq!(first.break_value().unwrap().to_string(), "d2-e3A");
    /// ```
    pub fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(&Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.end().is_some() {
            return ControlFlow::Continue(());
        }
        movegen::walk(
            &self.mover(),
            &mut PathVisitor::new(|mv: &Move, _, _| visit(mv)),
        )
    }

    /// As [`Position::for_each_move`], with the position that each turn leads to.
    pub fn for_each_successor<B>(
        &self,
        mut visit: impl FnMut(&Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.end().is_some() {
            return ControlFlow::Continue(());
        }
        let mut visitor =
            PathVisitor::new(|mv: &Move, own, enemy| visit(mv, self.after(own, enemy)));
        movegen::walk(&self.mover(), &mut visitor)
    }

    /// As [`Position::for_each_successor`], compiled once for all who call it: where a module to
    /// download should stay small and few positions are looked at.
    #[inline(never)]
    pub(crate) fn show_successors(
        &self,
        visit: &mut dyn FnMut(&Move, Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_successor(visit)
    }

    /// Number of legal turns; 0 when the game is over. Counting visits each turn,
    /// so for a position from a stranger see [`Position::for_each_move`].
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        if self.end().is_some() {
            0
        } else {
            movegen::count(&self.mover(), &mut Queue::new())
        }
    }

    /// The position with the turn played.
    ///
    /// # Errors
    /// [`PlayError`] with the reason, and this position back.
    pub fn play(self, mv: &Move) -> Result<Self, PlayError> {
        let mut turn = Turn::new(self);
        for (step, made) in mv.steps().enumerate() {
            turn.step(made).map_err(|reason| PlayError {
                position: self,
                step,
                reason,
            })?;
        }
        turn.finish()
            .map(|(_, position)| position)
            .map_err(|_| PlayError {
                position: self,
                step: 0,
                reason: IllegalStep::NoLineThere,
            })
    }

    /// The position with the turn played, without asking whether it is legal.
    /// Safe and fast; an illegal turn gives some valid position (a debug build panics).
    #[must_use]
    pub fn play_unchecked(&self, mv: &Move) -> Self {
        debug_assert!(self.play(mv).is_ok(), "{mv} is not legal in {self}");
        let mover = self.mover();
        let start = Bitboard::from_square(mv.start()).bits();
        let mut chain = crate::chain::Chain::start(mover.own, mover.enemy, mv.start().bit());
        for step in mv.steps() {
            let direction = step.from.direction_to(step.to).unwrap_or(Direction::East);
            let landing = Bitboard::from_square(step.to).bits();
            if step.from.offset(direction) != Some(step.to)
                || landing & mover.points & !(mover.own & !start | chain.enemy) == 0
            {
                break;
            }
            let capture = Capture::new(direction, step.kind);
            let taken = capture.map_or(0, |capture| chain.taken(capture, mover.first_stone_only()));
            chain = chain.after(direction as u8, taken);
        }
        if mover.own & start == 0 {
            return self.after(mover.own, mover.enemy);
        }
        self.after(mover.own & !start | 1 << chain.at, chain.enemy)
    }

    /// The position after a turn of the side to move that leaves these stones of
    /// its own and of the other side.
    #[inline]
    pub(crate) fn after(&self, own: u64, enemy: u64) -> Self {
        let changed =
            |color: Color, stones: u64| zobrist::stones(color, stones ^ self.stones(color).bits());
        let mut next = self.after_unhashed(own, enemy);
        next.hash = self.hash
            ^ self.state_key()
            ^ next.state_key()
            ^ changed(self.turn, own)
            ^ changed(!self.turn, enemy);
        next
    }

    /// As [`Position::after`] but with a hash that means nothing, for counting.
    #[inline(always)]
    pub(crate) fn after_unhashed(&self, own: u64, enemy: u64) -> Self {
        let captured = enemy != self.stones(!self.turn).bits();
        let mut next = *self;
        next.stones[self.turn.index()] = Bitboard::from_bits(own);
        next.stones[(!self.turn).index()] = Bitboard::from_bits(enemy);
        next.turn = !self.turn;
        let black_moved = u32::from(self.turn == Color::Black);
        next.move_number = self.move_number.saturating_add(black_moved);
        next.no_capture = if captured || self.is_vela_part_one() {
            0
        } else {
            self.no_capture.saturating_add(1)
        };
        next
    }

    /// The same position with the sides' colours changed; `None` in Vela, whose
    /// rules tell the colours apart.
    #[must_use]
    pub fn swap_colors(&self) -> Option<Self> {
        let mut setup = self.setup();
        setup.stones.swap(0, 1);
        setup.turn = !setup.turn;
        (!self.variant.is_vela()).then(|| Self::from_valid_setup(&setup))
    }

    /// Whether stones and side to move are the same, counters aside (R6.3b).
    #[must_use]
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        self.hash == other.hash && self.stones == other.stones && self.turn == other.turn
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self} {} {})", self.variant, self.rules)
    }
}

/// A turn that is not legal, from [`Position::play`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// The position, as it was.
    pub position: Position,
    /// Which step is wrong, from 0.
    pub step: usize,
    /// Why.
    pub reason: IllegalStep,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step + 1, self.reason)
    }
}

impl core::error::Error for PlayError {}
