//! The search: iterative deepening principal variation search over whole turns.
//!
//! It has no clock. [`Search::run`] does a slice of work and comes back, so a
//! caller can look at the time or hear *stop* between slices; the same budget of
//! nodes gives the same answer on every machine and however it is sliced.
//!
//! ```
//! use fanorona::search::{Limits, Search};
//! use fanorona::{Game, Position};
//! let game = Game::new(Position::start(Default::default(), Default::default()).unwrap());
//! let mut search = Search::new(1 << 20);
//! search.start(&game, Limits { depth: Some(4), ..Limits::default() });
//! while !search.run(1_000) {}
//! let report = search.report();
//! assert_eq!(report.depth, 4);
//! assert!(game.position().play(&report.best.unwrap()).is_ok());
//! ```

mod bench;
mod endings;
mod level;
mod lines;
mod machine;
mod opening;
mod ordering;
mod oversight;
mod score;
mod selectivity;
mod table;
mod time;

use alloc::sync::Arc;
use alloc::vec::Vec;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, bench};
pub use level::Level;
pub use lines::MOST_LINES;
pub use oversight::Oversight;
pub use score::Value;
pub use time::{Clock, TIME_RESERVE, TimeControl, TimeManager};

use crate::book::Book;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::mv::Move;
use crate::tablebase::Tables;
use machine::Machine;

/// Deepest line the search follows, in turns.
pub const MAX_PLY: usize = 128;

/// Nodes of a slice after which a worker should look for messages. A position
/// entered is a node, and a position with many turns counts one more for each
/// [`TURNS_A_NODE`], so that a slice takes about as long in every position.
pub const SLICE_NODES: u64 = 8_192;

/// See [`SLICE_NODES`].
pub const TURNS_A_NODE: usize = 64;

/// Turns that the search looks at in the position it is asked about. No position
/// of a game comes near; a set-up one can have more (R8.2).
pub const ROOT_TURNS: usize = 65_536;

/// Turns that the search looks at in each position below. What lies beyond them
/// is never taken for lost: a loss there is not claimed.
pub const NODE_TURNS: usize = 2_048;

/// Largest size of [`Limits::contempt`].
pub const MOST_CONTEMPT: i16 = 1_000;

/// When to stop thinking, and how exactly to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest depth in whole turns; `None` for no limit.
    pub depth: Option<u32>,
    /// Nodes after which to stop; `None` for no limit. May be passed by what one
    /// position costs: at most `1 + ROOT_TURNS / TURNS_A_NODE`.
    pub nodes: Option<u64>,
    /// A turn this many hundredths of a stone worse than the best may be chosen too.
    pub margin: u16,
    /// Chooses among those; the same seed, the same turn.
    pub seed: u64,
    /// Whether the tables of [`Search::set_tables`] are asked.
    pub tables: bool,
    /// What a draw counts for less than nothing to the side that thinks, in hundredths of a
    /// stone, -[`MOST_CONTEMPT`] to [`MOST_CONTEMPT`]; what is outside counts as the nearest. More
    /// than 0 plays on where a draw is to be had: good against a weaker player. 0 to analyse.
    pub contempt: i16,
    /// Whether the opening book is asked before anything is searched, that of [`Search::set_book`] or
    /// the shipped one: the seed chooses among its turns. Not where only some turns are looked at.
    pub book: bool,
    /// How many turns get a line with an exact value, 1 to [`MOST_LINES`]; what is
    /// outside counts as the nearest. More lines make a search slower.
    pub lines: usize,
    /// What is overlooked; `None` for nothing. What such a search finds is never called
    /// proved, since something may have been overlooked.
    pub oversight: Option<Oversight>,
}

impl Default for Limits {
    /// No limit but the deepest line, and the best turn.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            margin: 0,
            seed: 0,
            tables: true,
            contempt: 0,
            book: false,
            lines: 1,
            oversight: None,
        }
    }
}

/// A turn that is worth considering, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The turn and the best answers; never empty.
    pub pv: Vec<Move>,
    /// Its value, seen by the side to move.
    pub value: Value,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether it is finished.
    pub done: bool,
    /// The depth that is completely searched, in turns.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The turn to play; `None` only where there is no legal turn.
    pub best: Option<Move>,
    /// The best turn and what is expected to follow.
    pub pv: Vec<Move>,
    /// The value of `best`, seen by the side to move.
    pub value: Value,
    /// As many lines as [`Limits::lines`] asks for and there are: first the one of
    /// `best`, the others best first. All of them are searched equally deep, so
    /// in the first iteration, and where tables leave few turns, there may be fewer. Empty
    /// only where there is no legal turn.
    pub lines: Vec<Line>,
}

/// A search with its memory: a transposition table of bounded size, kept from one
/// search to the next.
#[derive(Clone, Debug)]
pub struct Search {
    machine: Machine,
}

impl Search {
    /// A search whose table takes at most `table_bytes` of memory; the rest of it
    /// takes less than 4 MiB and does not grow with time.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            machine: Machine::new(table_bytes),
        }
    }

    /// Forgets what was learned from earlier positions.
    pub fn new_game(&mut self) {
        self.machine.clear();
    }

    /// Tables of endings to ask from the next search on; `None` for none. They are
    /// asked where they hold a position ([`Tables::holds`]) and the answer cannot
    /// depend on the game's history. A position with known distances is answered
    /// at once: with the shortest way to win within the no-capture limit, a turn
    /// that holds the draw, or the longest resistance.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.machine.set_tables(tables);
    }

    /// The opening book to ask, where [`Limits::book`] says so, instead of the shipped one.
    pub fn set_book(&mut self, book: Arc<Book>) {
        self.machine.opening.set(book);
    }

    /// Judges positions by this from the next search on.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.machine.evaluator = evaluator;
    }

    /// Begins to think about the position of `game`; its history is known for
    /// repetitions. A search under way is dropped.
    pub fn start(&mut self, game: &Game, limits: Limits) {
        self.machine.start(game, limits, &[]);
    }

    /// As [`Search::start`], but only these turns of the position are looked at. Those
    /// that are not legal are passed over; where none is left, all turns are.
    pub fn start_among(&mut self, game: &Game, limits: Limits, turns: &[Move]) {
        self.machine.start(game, limits, turns);
    }

    /// Thinks for about `nodes` more nodes; `true` when finished.
    pub fn run(&mut self, nodes: u64) -> bool {
        self.machine.run(nodes)
    }

    /// The depth of [`Search::report`], without the work of a report.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.machine.depth()
    }

    /// The nodes of [`Search::report`], without the work of a report.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.machine.nodes()
    }

    /// What is known now.
    #[must_use]
    pub fn report(&self) -> Report {
        self.machine.report()
    }

    /// [`Search::start`], [`Search::run`] to the end, [`Search::report`]. Without
    /// a limit this may take for ever.
    pub fn think(&mut self, game: &Game, limits: Limits) -> Report {
        self.start(game, limits);
        while !self.run(u64::MAX) {}
        self.report()
    }
}
