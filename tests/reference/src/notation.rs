//! Points and turns as text (R8.2).

use std::fmt;

use crate::{Clause, Point, Reference, State, Step, StepKind, Turn};

impl fmt::Display for Point {
    /// The column as a letter and the row from 1, such as `e3`; the numbers themselves for a point off any board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = u8::try_from(self.column)
            .ok()
            .filter(|&column| column < 26)
            .map(|column| (b'a' + column) as char);
        match letter {
            Some(letter) => write!(f, "{letter}{}", i64::from(self.row) + 1),
            None => write!(f, "({}, {})", self.column, self.row),
        }
    }
}

/// Why a text is not one turn (R8.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// No legal turn fits.
    NoneFits,
    /// Several legal turns fit because letters are missing: all of them, sorted by bytes.
    SeveralFit(Vec<String>),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::NoneFits => write!(f, "no legal turn fits (R8.2)"),
            TurnError::SeveralFit(candidates) => {
                write!(f, "several turns fit (R8.2): {}", candidates.join(" "))
            }
        }
    }
}

impl std::error::Error for TurnError {}

impl Reference {
    /// Writes a turn (R8.2): the start, then each point reached with `A` or `W`. A paika has no letter.
    #[must_use]
    pub fn write_turn(&self, turn: &Turn) -> String {
        let Some(first) = turn.steps.first() else {
            return String::new();
        };
        let mut text = first.from.to_string();
        for (index, step) in turn.steps.iter().enumerate() {
            let is_last = index + 1 == turn.steps.len();
            if is_last || self.holds(Clause::EveryPointWritten) {
                text.push('-');
                text.push_str(&step.to.to_string());
                text.push_str(if self.holds(Clause::LettersWritten) {
                    letter(*step)
                } else {
                    ""
                });
            }
        }
        text
    }

    /// Reads a turn (R8.2). A letter may be missing when exactly one legal turn fits what is there.
    ///
    /// # Errors
    /// When no legal turn fits, or more than one.
    pub fn read_turn(&self, state: &State, text: &str) -> Result<Turn, TurnError> {
        let fitting: Vec<Turn> = self
            .turns(state)
            .into_iter()
            .filter(|turn| fits(turn, text))
            .collect();
        match fitting.as_slice() {
            [] => Err(TurnError::NoneFits),
            [turn] => Ok(turn.clone()),
            [first, ..] if !self.holds(Clause::MissingLetterNeedsOneTurn) => Ok(first.clone()),
            several => {
                let mut candidates: Vec<String> =
                    several.iter().map(|turn| self.write_turn(turn)).collect();
                candidates.sort();
                Err(TurnError::SeveralFit(candidates))
            }
        }
    }
}

/// The letter of a step (R8.2).
fn letter(step: Step) -> &'static str {
    match step.kind {
        StepKind::Paika => "",
        StepKind::Approach => "A",
        StepKind::Withdrawal => "W",
    }
}

/// Whether a text names the points of a turn and no letter that the turn does not have.
fn fits(turn: &Turn, text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let Some(first) = turn.steps.first() else {
        return false;
    };
    if parts.len() != turn.steps.len() + 1 || parts[0] != first.from.to_string() {
        return false;
    }
    turn.steps.iter().zip(&parts[1..]).all(|(step, part)| {
        let point = step.to.to_string();
        *part == point || *part == format!("{point}{}", letter(*step))
    })
}
