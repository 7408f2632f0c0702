//! Retrograde analysis: the values of all positions with up to some number of stones.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::MOST_STONES;
use super::bytes::Summary;
use super::cell::{self, DRAW, MOST_DISTANCE};
use super::colorings::Colorings;
use super::frame::{CHOOSE, Frame};
use super::outcomes::Outcomes;
use super::patterns::Patterns;
use super::stats::Tally;
use super::tables::{Cells, Level, Tables};
use super::wins::{AllDistances, WinLevel};
use super::work::Work;
use crate::board::Board;

/// Where a build stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of stones whose positions are being solved.
    pub stones: usize,
    /// The kind of distance that is looked for.
    pub goal: Goal,
    /// What is done with them.
    pub stage: Stage,
    /// Pieces of the stage that are done,
    pub done: usize,
    /// and how many it has.
    pub pieces: usize,
}

/// Which distances a build is looking for. With those to conversion come the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To the next capture or the block (DTC).
    Conversion,
    /// To the end of the game (DTW): see [`Builder::with_distances_to_win`].
    Win,
}

/// What a build does with the positions of one number of stones, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Count the paikas of each quiet position; those without any are lost.
    Count,
    /// Look up the captures of every other position and tell its predecessors.
    Captures,
    /// Tell the predecessors of positions decided at this distance.
    Distance(u8),
    /// Count the results.
    Finish,
}

/// Why there are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// More than [`MOST_STONES`] stones, or more positions than the numbers of a
    /// table reach: on 9x5 that is from 8 stones on.
    TooLarge,
    /// A position needs a longer distance than a table can tell.
    TooLong,
    /// The caller stopped the build.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "tables of so many stones are too large on this board",
            Self::TooLong => "a distance is too long for the tables",
            Self::Stopped => "the build was stopped",
        })
    }
}

impl core::error::Error for BuildError {}

/// A bound on memory, and on the numbers that positions have: those of one number of
/// stones, all colourings of all patterns up to symmetry.
const MOST_POSITIONS: u64 = 2_000_000_000;

/// A build of tables that can be done piece by piece, by several threads at once.
///
/// Positions of 2 stones are solved first, then those of 3, and so on. Each goes
/// through the [`Stage`]s; the pieces of a stage may be done in any order and at the
/// same time. [`Tables::build`] does it all.
///
/// ```
/// use fanorona::Board;
/// use fanorona::tablebase::Builder;
/// let mut builder = Builder::new(Board::TELO, 4).unwrap();
/// while !builder.is_done() {
///     for piece in 0..builder.pieces() {
///         builder.work(piece);
///     }
///     builder.advance().unwrap();
/// }
/// assert_eq!(builder.into_tables().stones(), 4);
/// ```
#[derive(Debug)]
pub struct Builder {
    pub(super) tables: Tables,
    /// By stones, as the levels of `tables`.
    pub(super) outcomes: Vec<Outcomes>,
    /// By stones, those below `to_win`.
    pub(super) distances: Vec<AllDistances>,
    pub(super) target: usize,
    /// Most stones of positions whose distance to win is looked for; 1 for none.
    pub(super) to_win: usize,
    pub(super) work: Option<Work>,
}

impl Builder {
    /// A build of the tables of `board` for positions of 2 to `stones` stones in all.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`].
    pub fn new(board: Board, stones: usize) -> Result<Self, BuildError> {
        if stones > MOST_STONES || !(2..=stones).all(|stones| fits(board, stones)) {
            return Err(BuildError::TooLarge);
        }
        let mut builder = Self::empty(board, stones);
        builder.next_level();
        Ok(builder)
    }

    /// Looks for distances to win too, of all positions of up to `stones` stones, at most
    /// as many as the build has. Each number of stones is then solved a second time, as
    /// a capture does not end the way.
    ///
    /// That takes two bytes for each quiet position of so many stones, one of which stays in
    /// the tables, and as captures are looked up, one for each colouring of each pattern of
    /// one stone less: on 9x5 8 MB to 5 stones and 82 MB to 6, more than without.
    ///
    /// ```
    /// use fanorona::tablebase::Builder;
    /// use fanorona::{Board, Position, Rules, Variant};
    /// let builder = Builder::new(Board::TELO, 8).unwrap().with_distances_to_win(8);
    /// let tables = builder.run(&mut |_| true).unwrap();
    /// let start = Position::start(Variant::TELO, Rules::STANDARD).unwrap();
    /// assert_eq!(tables.probe(&start).unwrap().dtw, Some(11));
    /// ```
    #[must_use]
    pub fn with_distances_to_win(mut self, stones: usize) -> Self {
        self.to_win = self.to_win.max(stones.min(self.target));
        if self.work.is_none() {
            self.next_level();
        }
        self
    }

    /// A build that has not begun.
    pub(super) fn empty(board: Board, target: usize) -> Self {
        Self {
            tables: Tables::empty(board),
            outcomes: Vec::new(),
            distances: Vec::new(),
            target,
            to_win: 1,
            work: None,
        }
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.tables.frame
    }

    /// Begins with what comes next, if there is anything to do: distances to win where those to conversion are known.
    pub(super) fn next_level(&mut self) {
        let to_win = self.tables.wins.len();
        let stones = self.tables.stones() + 1;
        let frame = self.frame();
        self.work = if to_win + 2 <= self.to_win.min(self.tables.stones()) {
            let patterns = Arc::clone(&self.tables.levels[to_win].patterns);
            let mut work = Work::new(frame, patterns, Goal::Win);
            work.distances = (to_win + 2 < self.to_win).then(|| AllDistances::new(&work.patterns));
            Some(work)
        } else if stones <= self.target {
            let patterns = Arc::new(Patterns::new(frame, stones, 1, 0));
            let mut work = Work::new(frame, patterns, Goal::Conversion);
            work.outcomes = (stones < self.target).then(|| Outcomes::new(&work.patterns));
            Some(work)
        } else {
            None
        };
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.tables.board()
    }

    /// Most stones of the positions that will be solved.
    #[must_use]
    pub const fn target(&self) -> usize {
        self.target
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.work.is_none()
    }

    /// What is being done; `None` when all is done.
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        self.work.as_ref().map(|work| Progress {
            stones: work.patterns.stones(),
            goal: work.goal(),
            stage: work.stage,
            done: 0,
            pieces: work.patterns.pieces(),
        })
    }

    /// How many pieces the present stage has.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.work.as_ref().map_or(0, |work| work.patterns.pieces())
    }

    /// Most stones of the positions whose distance to win will be known; 1 for none.
    #[must_use]
    pub const fn to_win(&self) -> usize {
        self.to_win
    }

    /// Stones of the positions that are solved so far.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.tables.stones()
    }

    /// What is solved so far.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The tables; those of a number of stones that is not solved to the end are left out.
    #[must_use]
    pub fn into_tables(self) -> Tables {
        self.tables
    }

    /// Does all that is left, in this thread. `go_on` sees the progress and stops the
    /// build by answering `false`.
    ///
    /// # Errors
    /// [`BuildError`]; nothing is kept.
    pub fn run(mut self, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<Tables, BuildError> {
        while let Some(progress) = self.progress() {
            for done in 0..progress.pieces {
                if !go_on(Progress { done, ..progress }) {
                    return Err(BuildError::Stopped);
                }
                self.work(done);
            }
            self.advance()?;
        }
        Ok(self.into_tables())
    }

    /// Does one piece of the present stage, 0 to [`Builder::pieces`] - 1. Each must be
    /// done once before [`Builder::advance`], in any order and by any thread.
    pub fn work(&self, piece: usize) {
        let Some(work) = &self.work else { return };
        match work.stage {
            Stage::Count => self.count(work, piece),
            Stage::Captures => self.captures(work, piece),
            Stage::Distance(distance) => self.distance(work, piece, distance),
            Stage::Finish => self.finish_piece(work, piece),
        }
    }

    /// Goes to the next stage when all pieces of the present one are done.
    ///
    /// # Errors
    /// [`BuildError`] if a position does not fit into the tables.
    pub fn advance(&mut self) -> Result<(), BuildError> {
        let Some(work) = &mut self.work else {
            return Ok(());
        };
        if work.overflow.load(Relaxed) {
            return Err(BuildError::TooLarge);
        }
        let found = work.found.swap(false, Relaxed);
        let farthest = work.farthest.load(Relaxed);
        work.stage = match work.stage {
            Stage::Count => Stage::Distance(0),
            Stage::Distance(0) => Stage::Captures,
            Stage::Captures => Stage::Distance(1),
            // Distances to conversion: 0 and 1 come from blocks, 2 from captures; after that a gap is
            // the end. Distances to win: captures tell of one turn more than they have themselves.
            Stage::Distance(distance) if found || distance < 2.max(farthest + 1) => {
                // What is decided at this distance tells of the next.
                if distance + 1 >= MOST_DISTANCE {
                    return Err(BuildError::TooLong);
                }
                if work.unlimited.is_some() && u16::from(distance) + 1 == self.tables.limit {
                    Stage::Finish
                } else {
                    Stage::Distance(distance + 1)
                }
            }
            Stage::Distance(_)
                if work.goal() == Goal::Conversion
                    && self.tables.has_cursed()
                    && work.unlimited.is_none() =>
            {
                work.begin_limited();
                Stage::Count
            }
            Stage::Distance(_) => Stage::Finish,
            Stage::Finish => {
                self.finish_level();
                return Ok(());
            }
        };
        Ok(())
    }

    /// Puts what was found into the tables and begins with what comes next.
    fn finish_level(&mut self) {
        let Some(work) = self.work.take() else { return };
        match work.goal() {
            Goal::Conversion => self.finish_conversion(work),
            Goal::Win => self.finish_win(work),
        }
        self.next_level();
    }

    fn finish_conversion(&mut self, work: Work) {
        let cursed = self.cursed_of(&work);
        self.outcomes.extend(work.outcomes);
        let cells = work.unlimited.unwrap_or_else(|| finished(work.cells));
        let tally = &work.tally;
        self.tables.levels.push(Arc::new(Level {
            patterns: work.patterns,
            cells: Cells::Distances(cells.into_iter().map(draw_if_open).collect()),
            summary: Summary {
                stats: tally.iter().map(Tally::stats).collect(),
                but_for_limit: tally.iter().map(Tally::but_for_limit).collect(),
                longest: tally.iter().map(Tally::longest_limited).collect(),
                cursed,
            },
        }));
    }

    fn finish_win(&mut self, work: Work) {
        self.distances.extend(work.distances);
        self.tables.wins.push(Arc::new(WinLevel {
            patterns: work.patterns,
            cells: finished(work.cells).into_iter().map(draw_if_open).collect(),
            longest: work.tally.iter().map(Tally::longest).collect(),
        }));
    }

    /// The numbers, by pattern and mask, of the quiet positions that are decided
    /// but for the limit, ascending.
    fn cursed_of(&self, work: &Work) -> Vec<u32> {
        let frame = self.frame();
        let mut cursed = Vec::new();
        let mut quiet = Colorings::none();
        for piece in 0..work.patterns.pieces() {
            let is_cursed = |number: usize| {
                let (verdict, _) = work.result(number, self.tables.limit);
                verdict.with_limit() != verdict.without_limit()
            };
            if !work.patterns.numbers_of(frame, piece).any(is_cursed) {
                continue;
            }
            work.patterns.piece(frame, piece, |orbit, numbers, _| {
                quiet.set_words(work.quiet.get(orbit));
                for (number, mask) in numbers.zip(quiet.iter()) {
                    if is_cursed(number) {
                        cursed.push((orbit << work.patterns.stones() | mask) as u32);
                    }
                }
            });
        }
        cursed
    }
}

fn finished(cells: Vec<AtomicU8>) -> Vec<u8> {
    cells.into_iter().map(AtomicU8::into_inner).collect()
}

const fn draw_if_open(cell: u8) -> u8 {
    if cell::is_decided(cell) { cell } else { DRAW }
}

/// Whether the positions with so many stones have numbers and counts that fit.
pub(super) fn fits(board: Board, stones: usize) -> bool {
    let frame = Frame::new(board);
    let sets = frame.sets(stones);
    // Sets that are their own mirror make a few patterns more.
    let positions = (sets / u64::from(frame.symmetries())).saturating_mul(1 << stones);
    let most_colorings = CHOOSE[stones][stones / 2];
    positions + positions / 8 <= MOST_POSITIONS
        && sets.saturating_mul(most_colorings) <= u64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_can_be_stopped() {
        let mut steps = 0;
        let stopped = Tables::build(Board::TELO, 5, &mut |_| {
            steps += 1;
            steps < 7
        });
        assert_eq!((stopped.err(), steps), (Some(BuildError::Stopped), 7));
    }

    #[test]
    fn tables_too_large_are_refused() {
        for (board, stones) in [
            (Board::TELO, MOST_STONES + 1),
            (Board::TSIVY, 8),
            (Board::TSIVY, MOST_STONES),
        ] {
            let refused = Builder::new(board, stones);
            assert_eq!(refused.err(), Some(BuildError::TooLarge));
        }
    }

    /// Pieces may be done in any order: the tables are the same.
    #[test]
    fn the_order_of_pieces_does_not_matter() {
        let build = |backwards: bool| {
            let builder = Builder::new(Board::TELO, 7).expect("small");
            let mut builder = builder.with_distances_to_win(7);
            while !builder.is_done() {
                let pieces = builder.pieces();
                for piece in 0..pieces {
                    builder.work(if backwards { pieces - 1 - piece } else { piece });
                }
                builder.advance().expect("fits");
            }
            builder.into_tables()
        };
        let (one, other) = (build(false), build(true));
        for (one, other) in one.levels.iter().zip(&other.levels) {
            assert_eq!(one.cells, other.cells);
            assert_eq!(one.summary.stats, other.summary.stats);
        }
        assert_eq!((one.wins.len(), other.wins.len()), (6, 6));
        for (one, other) in one.wins.iter().zip(&other.wins) {
            assert_eq!(one.cells, other.cells);
            assert_eq!(one.longest, other.longest);
        }
    }

    /// Asked for late, distances to win are found all the same, and values stay as they were.
    #[test]
    fn distances_to_win_can_be_asked_for_later() {
        let mut builder = Builder::new(Board::TELO, 5).expect("small");
        while !builder.is_done() {
            for piece in 0..builder.pieces() {
                builder.work(piece);
            }
            builder.advance().expect("fits");
        }
        let plain = builder.tables().clone();
        let later = builder.with_distances_to_win(9).run(&mut |_| true);
        let later = later.expect("fits");
        assert_eq!(plain.stones_with_distances_to_win(), 1);
        assert_eq!(later.stones_with_distances_to_win(), 5);
        assert!(later.verify(&mut |_| true).is_ok());
        for (one, other) in plain.levels.iter().zip(&later.levels) {
            assert_eq!(one.cells, other.cells);
        }
    }
}
