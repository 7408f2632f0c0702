//! The exact value of a position by proof search.
//!
//! Values are those of the game without the limits of R6.3: a side without stones
//! or without a turn has lost (R6.1, R6.2), playing for ever is a draw. A
//! [`Solver`] is asked "does this side win?"; asked for both sides, it says win,
//! draw or loss. It works in slices, has no clock, and looks positions with few
//! stones up in [`Tables`] when it is given some. `docs/solving.md` has the method
//! and why its answers can be trusted, `docs/proofs.md` the proofs that it writes.
//!
//! ```
//! use fanorona::solve::Solver;
//! use fanorona::{Board, Color, Position, Rules, Variant};
//! let start = Position::start(Variant::TELO, Rules::empty()).unwrap();
//! let mut solver = Solver::new(Board::TELO, 1 << 20);
//! solver.ask(&start, Color::White)?;
//! let wins = loop {
//!     if let Some(wins) = solver.run(None, 1_000)? {
//!         break wins;
//!     }
//! };
//! assert!(wins);
//! # Ok::<(), fanorona::solve::SolveError>(())
//! ```

mod answer;
pub mod certificate;
mod children;
mod distance;
mod key;
mod loans;
mod machine;
mod strategy;
mod table;

pub use answer::Answer;
pub use distance::Distance;
pub use strategy::{Claim, Planned, Strategy, StrategyError, find_strategy};

use core::fmt;

use crate::board::Board;
use crate::chain::TurnKind;
use crate::color::Color;
use crate::position::Position;
use crate::tablebase::Tables;
use children::{Ground, Stones};
use loans::Loans;
use machine::Machine;
use table::Table;

/// A proof search on one board, with what it has found so far.
#[derive(Clone, Debug)]
pub struct Solver {
    machine: Machine,
    mover_is_asked: bool,
}

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The position is on another board than the solver's.
    OtherBoard,
    /// Part one of Vela (R7.2) and the single first capture (R7.1) are other games.
    OtherRules,
    /// A position that was met has more than 65,536 turns.
    TooManyTurns,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherBoard => "the position is on another board than the solver",
            Self::OtherRules => {
                "only the plain game is solved, not Vela (R7.2) nor the single first capture (R7.1)"
            }
            Self::TooManyTurns => "a position has more than 65536 turns, too many for a proof",
        })
    }
}

impl core::error::Error for SolveError {}

/// How far a question is from its answer: two numbers that fall to 0, seen by the
/// side that is asked to win. They are guesses; only 0 is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Effort to show the win; 0 when it is shown.
    pub prove: u32,
    /// Effort to show that there is none; 0 when that is shown.
    pub disprove: u32,
}

impl Solver {
    /// A solver for the positions of `board`. Its table takes at most `bytes` of
    /// memory, at least 64 bytes; a sixteenth more, at most 4 MiB, goes to
    /// results that are not final yet. The line under search comes on top: it is
    /// as long as the longest line without a repetition that is looked at.
    #[must_use]
    pub fn new(board: Board, bytes: usize) -> Self {
        Self {
            machine: Machine::new(
                Ground::new(board),
                Table::new(bytes),
                Loans::new(bytes / 16),
            ),
            mover_is_asked: true,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.machine.ground.board
    }

    /// Begins the question whether `winner` wins `position`; a question under way
    /// is dropped. What was found before stays and helps.
    ///
    /// # Errors
    /// [`SolveError::OtherBoard`], [`SolveError::OtherRules`]; nothing is changed.
    pub fn ask(&mut self, position: &Position, winner: Color) -> Result<(), SolveError> {
        let stones = self.stones(position)?;
        self.mover_is_asked = winner == position.turn();
        self.machine.ask(stones, self.mover_is_asked);
        Ok(())
    }

    /// Searches about `nodes` nodes more, at least one, and answers when it can:
    /// `Some(true)` where the winner asked for wins. A node is one position whose
    /// turns are made. The answer is the same however the work is sliced.
    ///
    /// `tables` may be any: what they do not know is searched. Tables of another
    /// board know nothing.
    ///
    /// # Errors
    /// [`SolveError::TooManyTurns`]; it stays so until the next question.
    pub fn run(&mut self, tables: Option<&Tables>, nodes: u64) -> Result<Option<bool>, SolveError> {
        let reached = self.machine.run(tables, nodes);
        if self.machine.gave_up {
            return Err(SolveError::TooManyTurns);
        }
        Ok(reached.map(|reached| reached == self.mover_is_asked))
    }

    /// Nodes of all questions together.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.machine.nodes
    }

    /// How far the present question is.
    #[must_use]
    pub const fn effort(&self) -> Effort {
        let numbers = self.machine.numbers();
        let (prove, disprove) = if self.mover_is_asked {
            (numbers.phi, numbers.delta)
        } else {
            (numbers.delta, numbers.phi)
        };
        Effort { prove, disprove }
    }

    /// Whether `winner` wins `position`, if that is known without a search: by the
    /// end of the game, the tables, or an earlier answer that is still kept.
    #[must_use]
    pub fn known(
        &self,
        tables: Option<&Tables>,
        position: &Position,
        winner: Color,
    ) -> Option<bool> {
        let mover_is_asked = winner == position.turn();
        let stones = self.stones(position).ok()?;
        let reached = self.machine.known(tables, stones, mover_is_asked)?;
        Some(reached == mover_is_asked)
    }

    /// The answers that are kept, in no useful order; for a file to go on from.
    pub fn answers(&self) -> impl Iterator<Item = Answer> + '_ {
        self.machine.table.answered().map(Answer::new)
    }

    /// Takes an answer of another solver of the same board. It is believed: one
    /// that is wrong makes others wrong.
    pub fn learn(&mut self, answer: Answer) {
        let (key, hit) = answer.parts();
        self.machine.table.store(key, hit);
    }

    fn stones(&self, position: &Position) -> Result<Stones, SolveError> {
        if position.variant().board() != self.board() {
            return Err(SolveError::OtherBoard);
        }
        let mover = position.mover();
        if mover.kind != TurnKind::Normal {
            return Err(SolveError::OtherRules);
        }
        Ok((mover.own, mover.enemy))
    }
}
