//! Graded puzzles: positions where few of many turns keep what is there to be had, and that is proved.
//!
//! The value of a position and of all its turns comes from the proof search ([`solve`](crate::solve)), which
//! looks up what tables hold. So it is exact, and of the game without the limits of R6.3; the
//! wins of puzzles are short enough for the no-capture limit not to matter. [`Maker`] finds out whether a
//! position makes a puzzle, [`ending`] gives random positions to try. The measure of the grade
//! is in [`Puzzle::grade`].
//!
//! ```
//! use fanorona::puzzle::{Goal, Maker};
//! use fanorona::tablebase::Tables;
//! use fanorona::{Board, Position, Rules, Variant};
//! let tables = Tables::build(Board::TELO, 9, &mut |_| true).unwrap();
//! let position = Position::from_fen("1B1/1WB/W1B W", Variant::TELO, Rules::STANDARD).unwrap();
//! let puzzle = Maker::new(Board::TELO).make(&position, Some(&tables))?.unwrap();
//! assert_eq!((puzzle.goal, puzzle.plies), (Goal::Win, Some(5)));
//! assert_eq!(puzzle.keep[0].len(), 1);
//! # Ok::<(), fanorona::solve::SolveError>(())
//! ```

mod grade;
mod judge;
mod make;
mod random;
#[cfg(feature = "serde")]
mod text;
mod themes;

pub use judge::{JudgedTurn, Judgement, judge};
pub use make::{HELD_TURNS, Maker, PROOF_NODES};
pub use random::{Seed, ending};
#[cfg(feature = "serde")]
pub use text::{Made, ProofText, PuzzleFile, PuzzleText, Unproved};
pub use themes::Theme;

use alloc::string::String;
use alloc::vec::Vec;

use crate::board::Board;
use crate::mv::Move;
use crate::position::Position;
use crate::symmetry::Symmetry;

/// What the side to move is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose, where nothing wins.
    Draw,
}

/// How the values are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The position is in the tables, where it is of class *m-o*; turns to conversion, `None` for a draw.
    Tables {
        /// The mover's stones.
        mover: u8,
        /// The other side's.
        other: u8,
        /// See [`tablebase`](crate::tablebase).
        dtc: Option<u8>,
    },
    /// Proof search for the position and all its turns took so many nodes, over tables to so many
    /// stones (1 for none).
    Search {
        /// Expansions.
        nodes: u64,
        /// Stones.
        stones: u8,
    },
}

/// A position with one question and a proved answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Where it begins, with fresh counters.
    pub position: Position,
    /// What is asked.
    pub goal: Goal,
    /// Legal turns.
    pub legal: u64,
    /// Turns to the win, both sides playing for it; `None` for a draw and for a win too long to be played to its end.
    pub plies: Option<u32>,
    /// Best play of both sides: to the end of a win, or [`HELD_TURNS`] of the solver's that keep the value.
    pub line: Vec<Move>,
    /// For each of the solver's turns of the line, all turns that are as good there: they keep the win or the draw.
    pub keep: Vec<Vec<Move>>,
    /// 1 to 5, by points: for the length of the win, the weakest level of play that finds a right first turn, a
    /// quiet first turn, one that takes less than can be taken, and the number of turns to choose from.
    pub grade: u8,
    /// The lowest level of play from which on up to 7 all find a right first turn; 8 where 7 does not.
    pub found_by: u8,
    /// What is special about the first turn, the most striking first.
    pub themes: Vec<Theme>,
    /// How that is known.
    pub proof: Proof,
}

impl Puzzle {
    /// A name that stays when puzzles are made anew: of the position up to symmetry and the sides' colours.
    #[must_use]
    pub fn id(&self) -> String {
        alloc::format!(
            "{}-{:08x}",
            self.position.variant(),
            kind(&self.position) as u32
        )
    }
}

/// Most stones of the tables that shipped puzzles are made with and checked with.
#[must_use]
pub const fn table_stones(board: Board) -> usize {
    match board.width() * board.height() {
        0..=9 => 9,
        10..=25 => 6,
        _ => 5,
    }
}

/// A number that positions share which differ in nothing but symmetry, colours and counters.
#[must_use]
pub fn kind(position: &Position) -> u64 {
    let mut setup = position.setup();
    (setup.no_capture, setup.move_number) = (0, 1);
    let fresh = Position::from_valid_setup(&setup);
    [Some(fresh), fresh.swap_colors()]
        .into_iter()
        .flatten()
        .flat_map(|position| {
            Symmetry::all(position.variant().board())
                .map(move |symmetry| symmetry.position(&position).hash())
        })
        .min()
        .unwrap_or(0)
}
