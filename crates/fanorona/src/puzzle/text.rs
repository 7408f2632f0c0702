//! A puzzle as plain data, for files and for JavaScript.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Goal, Maker, Proof, Puzzle, Theme};
use crate::mv::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::Tables;
use crate::variant::Variant;

/// A puzzle in text; docs/puzzles.md says what each part means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzleText {
    /// [`Puzzle::id`].
    pub id: String,
    /// The game.
    pub variant: String,
    /// Rules in force.
    pub rules: String,
    /// The position (R8.1).
    pub fen: String,
    /// What is asked.
    pub goal: Goal,
    /// 1 to 5.
    pub grade: u8,
    /// The most striking first.
    pub themes: Vec<Theme>,
    /// Legal turns.
    pub legal: u64,
    /// Turns to the win.
    pub plies: Option<u32>,
    /// Best play of both sides (R8.2).
    pub line: Vec<String>,
    /// All good turns wherever the solver is to move in the line.
    pub keep: Vec<Vec<String>>,
    /// See [`Puzzle::found_by`].
    pub found_by: u8,
    /// See [`Proof`].
    pub proof: ProofText,
}

/// [`Proof`] as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum ProofText {
    /// By tables.
    Tables {
        /// *m-o*.
        class: String,
        /// Turns to conversion.
        dtc: Option<u8>,
    },
    /// By proof search.
    Search {
        /// Expansions.
        nodes: u64,
        /// Stones of the tables beneath.
        stones: u8,
    },
}

/// A file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleFile {
    /// [`PuzzleFile::FORMAT`].
    pub format: String,
    /// [`PuzzleFile::VERSION`]; a file of another one cannot be read.
    pub version: u32,
    /// Where it comes from.
    pub made: Made,
    /// The puzzles, by game and grade.
    pub puzzles: Vec<PuzzleText>,
}

impl PuzzleFile {
    /// What every file says first.
    pub const FORMAT: &str = "fanorona-puzzles";
    /// The version of the format.
    pub const VERSION: u32 = 1;
}

/// How a file of puzzles was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Program and version.
    pub tool: String,
    /// The seed: with it the same version makes the same puzzles.
    pub seed: u64,
    /// Percent of the positions that the program tries by itself.
    pub effort: u64,
    /// The day, as who made it has said.
    pub date: String,
}

/// Why a puzzle is not what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved(String);

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unproved {}

impl From<&Puzzle> for PuzzleText {
    fn from(puzzle: &Puzzle) -> Self {
        let texts = |turns: &[Move]| turns.iter().map(ToString::to_string).collect::<Vec<_>>();
        Self {
            id: puzzle.id(),
            variant: puzzle.position.variant().to_string(),
            rules: puzzle.position.rules().to_string(),
            fen: puzzle.position.to_fen(),
            goal: puzzle.goal,
            grade: puzzle.grade,
            themes: puzzle.themes.clone(),
            legal: puzzle.legal,
            plies: puzzle.plies,
            line: texts(&puzzle.line),
            keep: puzzle.keep.iter().map(|turns| texts(turns)).collect(),
            found_by: puzzle.found_by,
            proof: match puzzle.proof {
                Proof::Tables { mover, other, dtc } => ProofText::Tables {
                    class: alloc::format!("{mover}-{other}"),
                    dtc,
                },
                Proof::Search { nodes, stones } => ProofText::Search { nodes, stones },
            },
        }
    }
}

impl PuzzleText {
    /// Where the puzzle begins.
    ///
    /// # Errors
    /// [`Unproved`] where variant, rules or position cannot be read.
    pub fn position(&self) -> Result<Position, Unproved> {
        let wrong = |error: &dyn fmt::Display| self.fault(error);
        let variant: Variant = self.variant.parse().map_err(|error| wrong(&error))?;
        let rules: Rules = self.rules.parse().map_err(|error| wrong(&error))?;
        Position::from_fen(&self.fen, variant, rules).map_err(|error| wrong(&error))
    }

    /// Makes the puzzle anew from its position alone, with tables to [`table_stones`](super::table_stones), and says whether all of it
    /// comes out as it stands here: value, good turns, line, grade, themes and proof.
    ///
    /// # Errors
    /// [`Unproved`] with the first part that differs.
    pub fn prove(&self, tables: &Tables) -> Result<(), Unproved> {
        let position = self.position()?;
        let made = Maker::new(tables.board()).make(&position, Some(tables));
        let made = made.map_err(|error| self.fault(&error))?;
        let Some(made) = made.as_ref().map(Self::from) else {
            return Err(self.fault(&"the position makes no puzzle"));
        };
        let parts: [(&str, bool); 9] = [
            (
                "the name",
                self.id == made.id
                    && self.variant == made.variant
                    && self.rules == made.rules
                    && self.fen == made.fen,
            ),
            ("the goal", self.goal == made.goal),
            ("the number of legal turns", self.legal == made.legal),
            ("the length of the win", self.plies == made.plies),
            ("the line", self.line == made.line),
            ("the good turns", self.keep == made.keep),
            (
                "the grade",
                (self.grade, self.found_by) == (made.grade, made.found_by),
            ),
            ("the themes", self.themes == made.themes),
            ("the proof", self.proof == made.proof),
        ];
        match parts.into_iter().find(|(_, same)| !same) {
            None => Ok(()),
            Some((part, _)) => {
                Err(self.fault(&alloc::format!("{part} is not what is proved: {made:?}")))
            }
        }
    }

    fn fault(&self, what: &dyn fmt::Display) -> Unproved {
        Unproved(alloc::format!("{}: {what}", self.id))
    }
}
