//! An opening book: turns that a deep search found as good as the best, or nearly, in the first
//! positions of a game.
//!
//! A book is for variety: who chooses among its turns plays another game each time and none
//! of them badly. What it says of a turn is the estimate of a search, never proved.
//!
//! It is of one board and one set of rules, and has nothing to say under others. Positions are
//! kept as their side to move sees them, one for all that symmetries of the board make of it.
//!
//! ```
//! use fanorona::book::Book;
//! use fanorona::{Position, Rules, Variant};
//! let book = Book::shipped();
//! let start = Position::start(Variant::TSIVY, Rules::STANDARD).unwrap();
//! for turn in book.turns(&start) {
//!     assert!(start.play(&turn.mv).is_ok());
//! }
//! let single = Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE;
//! let other = Position::start(Variant::TSIVY, single).unwrap();
//! assert!(book.turns(&other).is_empty());
//! ```

mod file;
mod stand;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::board::Board;
use crate::mv::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;
use stand::Stand;

/// Most positions of a book.
pub const MOST_POSITIONS: usize = 16_384;

/// From this count of half-moves without a capture on (R6.3a) a book is not asked: what it says
/// was found with the count of the first turns of a game.
pub const LATE_COUNT: u16 = 20;

/// Different boards that a position of a book can lead to; one with more has no place in it.
const MOST_SUCCESSORS: usize = 1_024;

/// A turn of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookTurn {
    /// The turn. Of several that leave the same board only one is named.
    pub mv: Move,
    /// What a search made of it for the side that plays it, in hundredths of a stone: an estimate.
    pub score: i16,
}

/// A turn as it is kept: the board it leaves, seen by the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kept {
    own: u64,
    enemy: u64,
    score: i16,
}

/// A position with its turns, best first. Without any it is known but not described yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    stand: Stand,
    turns: Vec<Kept>,
}

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    board: Board,
    rules: Rules,
    note: String,
    /// Ascending by `stand`.
    entries: Vec<Entry>,
}

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// They do not begin as a book does.
    NotABook,
    /// Of a version that this library does not know.
    UnknownVersion,
    /// A board without a start (R2.1), or rules that there are not.
    Game,
    /// Too few bytes, or too many.
    Length,
    /// Changed since they were written.
    Checksum,
    /// A turn that there is not in its position, turns that are not the best first, or more
    /// than [`MOST_POSITIONS`] positions.
    Content,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotABook => "not an opening book",
            Self::UnknownVersion => "an opening book of a version that is not known",
            Self::Game => "an opening book of a game that it cannot be of",
            Self::Length => "an opening book cut short or with something behind it",
            Self::Checksum => "an opening book whose checksum is wrong",
            Self::Content => "an opening book with a turn that its position does not have",
        })
    }
}

impl core::error::Error for BookError {}

/// The book that is shipped: of Tsivy, standard rules.
const SHIPPED: &[u8] = include_bytes!("tsivy.book");

impl Book {
    /// A book without a position yet.
    #[must_use]
    pub const fn empty(board: Board, rules: Rules) -> Self {
        Self {
            board,
            rules,
            note: String::new(),
            entries: Vec::new(),
        }
    }

    /// The book that the library ships (docs/engine.md). It is read anew at each call, which takes about a
    /// millisecond.
    #[must_use]
    pub fn shipped() -> Self {
        // A test makes sure that it does not come to the other.
        Self::from_bytes(SHIPPED).unwrap_or(Self::empty(Board::TSIVY, Rules::STANDARD))
    }

    /// The game that it is of.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        Variant::on(self.board)
    }

    /// The rules under which it was made.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Where it comes from, as whoever wrote the file says.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// How many positions it has, those that symmetries make of each other counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether it can have something to say of a position: its game, its rules, and no high
    /// count of half-moves without a capture.
    fn is_for(&self, position: &Position) -> bool {
        position.variant() == self.variant()
            && position.rules() == self.rules
            && position.no_capture() < LATE_COUNT
    }

    /// The turns of a position, the best first; none where the book does not have it, is of
    /// another game or other rules, and from a count of [`LATE_COUNT`] on. The same under
    /// every symmetry of the board.
    #[must_use]
    pub fn turns(&self, position: &Position) -> Vec<BookTurn> {
        let mut turns = Vec::new();
        if !self.is_for(position) {
            return turns;
        }
        let (stand, back) = Stand::of(position);
        let Some(entry) = self.find(stand).and_then(|place| self.entries.get(place)) else {
            return turns;
        };
        let Some(kept_position) = stand.position(self.board, self.rules) else {
            return turns;
        };
        for kept in &entry.turns {
            let _ = kept_position.show_successors(&mut |mv, next| {
                if stand::after(&next) != (kept.own, kept.enemy) {
                    return ControlFlow::Continue(());
                }
                turns.push(BookTurn {
                    mv: back.mv(mv),
                    score: kept.score,
                });
                ControlFlow::Break(())
            });
        }
        turns
    }

    /// Puts in what is known of a position, the best turn first; what was there goes. A turn
    /// that leaves the same board as an earlier one is passed over. If the position is its own
    /// image under a symmetry, the images of its turns come in too.
    ///
    /// # Errors
    /// [`BookError::Game`] for a position of another game or other rules, or with a count
    /// from [`LATE_COUNT`] on; [`BookError::Content`] for no turn, one that is not legal,
    /// one that scores more than the one before, and where the book has [`MOST_POSITIONS`].
    /// Nothing is changed then.
    pub fn put(&mut self, position: &Position, turns: &[BookTurn]) -> Result<(), BookError> {
        if !self.is_for(position) {
            return Err(BookError::Game);
        }
        let (stand, back) = Stand::of(position);
        let mut kept: Vec<Kept> = Vec::new();
        for turn in turns {
            let next = position.play(&turn.mv).map_err(|_| BookError::Content)?;
            let (own, enemy) = stand::after(&next);
            let last = kept.last().map_or(i16::MAX, |last| last.score);
            if turn.score > last {
                return Err(BookError::Content);
            }
            for image in stand::images(self.board, back, stand, (own, enemy)) {
                if !kept.iter().any(|kept| (kept.own, kept.enemy) == image) {
                    kept.push(Kept {
                        own: image.0,
                        enemy: image.1,
                        score: turn.score,
                    });
                }
            }
        }
        if kept.is_empty() {
            return Err(BookError::Content);
        }
        let place = self.place(stand)?;
        self.entries[place].turns = kept;
        Ok(())
    }

    /// The position that stands for this one and all its images in a book, with White to move
    /// and fresh counters: whoever makes a book asks about each of them once.
    #[must_use]
    pub fn image(&self, position: &Position) -> Option<Position> {
        if !self.is_for(position) {
            return None;
        }
        Stand::of(position).0.position(self.board, self.rules)
    }

    /// Where a position is.
    fn find(&self, stand: Stand) -> Option<usize> {
        let place = self.entries.partition_point(|entry| entry.stand < stand);
        let is_there = self.entries.get(place)?.stand == stand;
        is_there.then_some(place)
    }

    /// Where a position is; it is put in without turns if it was not there.
    fn place(&mut self, stand: Stand) -> Result<usize, BookError> {
        let place = self.entries.partition_point(|entry| entry.stand < stand);
        let is_there = self
            .entries
            .get(place)
            .is_some_and(|entry| entry.stand == stand);
        if !is_there {
            if self.entries.len() == MOST_POSITIONS {
                return Err(BookError::Content);
            }
            let turns = Vec::new();
            self.entries.insert(place, Entry { stand, turns });
        }
        Ok(place)
    }
}
