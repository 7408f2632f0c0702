//! A slow reference of the rules, written from `docs/rules.md` alone and clause by clause.
//!
//! The fast library is compared with this crate in property tests, so the two share no type and no function. Everything
//! here works on plain (column, row) arrays and prefers being easy to check against the text over being fast.
//!
//! Every clause that can be broken is a [`Clause`]. A [`Reference`] with [`Reference::broken`] set plays by the rules with
//! that one clause changed, which is how the tests prove that they would notice a wrong reading.
//!
//! ```
//! use fanorona_reference::{Reference, Variant};
//!
//! let reference = Reference::default();
//! let start = reference.start_of(Variant::Tsivy).expect("odd sides have a start");
//! assert_eq!(reference.perft(&start, 2), 39);
//! ```
//!
//! Not here: records (R8.3) and the cut of long lists at 500 (R8.2), which are matters of the doors and not of play.
#![warn(missing_docs)]

mod board;
mod clause;
mod end;
mod fen;
mod index;
mod limit;
mod lines;
mod notation;
mod options;
pub mod proof;
mod steps;
mod table;
mod turns;
mod wins;

pub use board::{Board, MAX_HEIGHT, MAX_WIDTH, Point, Side};
pub use clause::Clause;
pub use end::{End, Game, Outcome};
pub use fen::FenError;
pub use limit::{LIMIT, LimitTable};
pub use lines::{Lines, Points};
pub use notation::TurnError;
pub use options::{Preset, Rules, State, Variant};
pub use steps::{Step, StepKind};
pub use table::{Counts, MOST_CELLS, Progress, Table, TableError, Value, Wdl};
pub use turns::Turn;
pub use wins::WinTable;

/// The rules in force, and at most one clause that is broken on purpose.
///
/// All questions about play are methods of this type, so that each of them can consult [`Reference::broken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The options in force (R6.4, R7.1).
    pub rules: Rules,
    /// The clause that is read wrongly, if any. `None` is the real game.
    pub broken: Option<Clause>,
}

impl Default for Reference {
    /// The `standard` preset (R6.4) with nothing broken.
    fn default() -> Self {
        Self::breaking(None)
    }
}

impl Reference {
    /// The real game with the given options.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            broken: None,
        }
    }

    /// The `standard` preset (R6.4) with the given clause broken.
    #[must_use]
    pub fn breaking(broken: Option<Clause>) -> Self {
        // The preset is itself a clause, so it is asked of a reference that is broken already.
        let any = Rules {
            no_capture_limit: true,
            repetition: true,
            single_first_capture: false,
        };
        let reference = Self { rules: any, broken };
        reference.with_rules(reference.preset(Preset::Standard))
    }

    /// The same reference, broken in the same way, with other options.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Whether the clause is read rightly.
    #[must_use]
    pub fn holds(&self, clause: Clause) -> bool {
        self.broken != Some(clause)
    }
}
