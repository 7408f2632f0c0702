//! Retrograde analysis: the values of all positions with up to some number of stones.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use super::MOST_STONES;
use super::bytes::Summary;
use super::cell::{self, DRAW, MOST_DISTANCE, MOST_OPEN};
use super::colorings::Colorings;
use super::edges::{Edges, QuietSets, count_paikas, is_least};
use super::frame::{CHOOSE, Frame};
use super::outcomes::Outcomes;
use super::patterns::{Laid, Patterns};
use super::stats::Tally;
use super::tables::{Cells, Level, Tables};
use super::turns::best_capture;
use super::verdict::Verdict;
use crate::board::Board;
use crate::outcome::Wdl;
use crate::rules::NO_CAPTURE_LIMIT;

/// Where a build stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of stones whose positions are being solved.
    pub stones: usize,
    /// What is done with them.
    pub stage: Stage,
    /// Pieces of the stage that are done,
    pub done: usize,
    /// and how many it has.
    pub pieces: usize,
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
    pub(super) target: usize,
    pub(super) work: Option<Work>,
}

/// The positions of one number of stones while they are being solved.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) patterns: Patterns,
    quiet: QuietSets,
    pub(super) cells: Vec<AtomicU8>,
    /// Filled only if larger tables are to be made.
    pub(super) outcomes: Option<Outcomes>,
    pub(super) stage: Stage,
    /// The whole work is done a second time with the no-capture limit if that can
    /// change a value: then these are the cells of the first time.
    pub(super) unlimited: Option<Vec<u8>>,
    /// Whether the stage has found something at its distance.
    found: AtomicBool,
    /// Set when a paika count does not fit.
    overflow: AtomicBool,
    /// By the mover's stones.
    pub(super) tally: Vec<Tally>,
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

    /// A build that has not begun.
    pub(super) fn empty(board: Board, target: usize) -> Self {
        Self {
            tables: Tables::empty(board),
            outcomes: Vec::new(),
            target,
            work: None,
        }
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.tables.frame
    }

    /// Begins with the next number of stones, if there is one to do.
    pub(super) fn next_level(&mut self) {
        let stones = self.tables.stones() + 1;
        if stones > self.target {
            return;
        }
        let patterns = Patterns::new(&self.tables.frame, stones, 1, 0);
        let outcomes = (stones < self.target).then(|| Outcomes::new(&patterns));
        self.work = Some(Work {
            quiet: QuietSets::new(&self.tables.frame, &patterns),
            cells: (0..patterns.count()).map(|_| AtomicU8::new(0)).collect(),
            patterns,
            outcomes,
            stage: Stage::Count,
            unlimited: None,
            found: AtomicBool::new(false),
            overflow: AtomicBool::new(false),
            tally: (0..stones).map(|_| Tally::default()).collect(),
        });
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
        work.stage = match work.stage {
            Stage::Count => Stage::Distance(0),
            Stage::Distance(0) => Stage::Captures,
            Stage::Captures => Stage::Distance(1),
            // Distances 0 and 1 come from blocks, 2 from captures; after that a gap is the end.
            Stage::Distance(distance) if found || distance < 2 => {
                // What is decided at this distance tells of the next.
                if distance + 1 >= MOST_DISTANCE {
                    return Err(BuildError::TooLong);
                }
                if work.unlimited.is_some() && u16::from(distance) + 1 == NO_CAPTURE_LIMIT {
                    Stage::Finish
                } else {
                    Stage::Distance(distance + 1)
                }
            }
            Stage::Distance(_) if self.tables.has_cursed() && work.unlimited.is_none() => {
                let fresh = (0..work.cells.len()).map(|_| AtomicU8::new(0)).collect();
                let done = core::mem::replace(&mut work.cells, fresh);
                work.unlimited = Some(done.into_iter().map(AtomicU8::into_inner).collect());
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

    /// Stage [`Stage::Count`].
    fn count(&self, work: &Work, piece: usize) {
        let frame = self.frame();
        let mut quiet = Colorings::none();
        work.patterns
            .piece(frame, piece, |orbit, numbers, pattern| {
                quiet.set_words(work.quiet.get(orbit));
                let keeping = frame.keeping(pattern);
                for (number, mask) in numbers.zip(quiet.iter()) {
                    let laid = Laid { pattern, mask };
                    // The numbers that stand for a position with a lesser one are left alone: they stay drawn.
                    if !is_least(frame, laid, keeping) {
                        continue;
                    }
                    let open = count_paikas(frame, laid, keeping);
                    if open > MOST_OPEN {
                        work.overflow.store(true, Relaxed);
                    }
                    let cell = if open == 0 { cell::lost(0) } else { open as u8 };
                    work.cells[number].store(cell, Relaxed);
                }
            });
    }

    /// Stage [`Stage::Captures`].
    fn captures(&self, work: &Work, piece: usize) {
        let frame = self.frame();
        let (mut quiet, mut edges) = (
            Colorings::none(),
            Edges::new(frame, &work.patterns, &work.quiet),
        );
        let limited = work.unlimited.is_some();
        work.patterns.piece(frame, piece, |orbit, _, pattern| {
            quiet.set_words(work.quiet.get(orbit));
            let keeping = frame.keeping(pattern);
            edges.set(pattern, keeping);
            for mask in quiet.missing_of(work.patterns.stored()) {
                let laid = Laid { pattern, mask };
                if !is_least(frame, laid, keeping) {
                    continue;
                }
                let mover = self.tables.mover(laid.mover(), laid.other());
                let verdict = best_capture(&mover, |own, enemy| self.fresh(own, enemy));
                if !limited {
                    // Every capture converts at once.
                    work.note(frame, laid, orbit, verdict, [Some(1); 2]);
                }
                let wdl = if limited {
                    verdict.with_limit()
                } else {
                    verdict.without_limit()
                };
                if wdl != Wdl::Draw {
                    edges.predecessors(mask, |before| work.tell(before, wdl, 1));
                }
            }
        });
    }

    /// Stage [`Stage::Distance`].
    fn distance(&self, work: &Work, piece: usize, distance: u8) {
        let frame = self.frame();
        let (won, lost) = (cell::won(distance), cell::lost(distance));
        let is_here = |number: usize| {
            let cell = work.cells[number].load(Relaxed);
            cell == won || cell == lost
        };
        if !work.patterns.numbers_of(frame, piece).any(is_here) {
            return;
        }
        work.found.store(true, Relaxed);
        let (mut quiet, mut edges) = (
            Colorings::none(),
            Edges::new(frame, &work.patterns, &work.quiet),
        );
        work.patterns
            .piece(frame, piece, |orbit, numbers, pattern| {
                if !numbers.clone().any(is_here) {
                    return;
                }
                quiet.set_words(work.quiet.get(orbit));
                edges.set(pattern, frame.keeping(pattern));
                for (number, mask) in numbers.zip(quiet.iter()) {
                    if is_here(number) {
                        let (wdl, _) = cell::value(work.cells[number].load(Relaxed));
                        edges.predecessors(mask, |before| work.tell(before, wdl, distance));
                    }
                }
            });
    }

    /// Stage [`Stage::Finish`].
    fn finish_piece(&self, work: &Work, piece: usize) {
        let frame = self.frame();
        let mut quiet = Colorings::none();
        work.patterns
            .piece(frame, piece, |orbit, numbers, pattern| {
                quiet.set_words(work.quiet.get(orbit));
                let keeping = frame.keeping(pattern);
                for (number, mask) in numbers.zip(quiet.iter()) {
                    let laid = Laid { pattern, mask };
                    if !is_least(frame, laid, keeping) {
                        continue;
                    }
                    let (verdict, distances) = work.result(number);
                    work.tally[mask.count_ones() as usize].count_quiet();
                    work.note(frame, laid, orbit, verdict, distances);
                }
            });
    }

    /// The verdict on a position with fewer stones than those being solved, after a capture.
    #[inline]
    fn fresh(&self, own: u64, enemy: u64) -> Verdict {
        let frame = self.frame();
        let level = (own | enemy).count_ones() as usize - 2;
        let laid = frame.lay(own, enemy);
        let orbit = self.tables.levels[level]
            .patterns
            .orbit(frame, laid.pattern);
        self.outcomes[level]
            .get(orbit, laid.mask)
            .unwrap_or_else(|| self.tables.fresh(own, enemy))
    }

    /// Puts what was found into the tables and begins with the next number of stones.
    fn finish_level(&mut self) {
        let Some(work) = self.work.take() else { return };
        let cursed = self.cursed_of(&work);
        let Work {
            patterns,
            cells,
            unlimited,
            outcomes,
            tally,
            ..
        } = work;
        let mut cells =
            unlimited.unwrap_or_else(|| cells.into_iter().map(AtomicU8::into_inner).collect());
        for cell in &mut cells {
            if !cell::is_decided(*cell) {
                *cell = DRAW;
            }
        }
        self.outcomes.extend(outcomes);
        self.tables.levels.push(Arc::new(Level {
            patterns,
            cells: Cells::Distances(cells),
            summary: Summary {
                stats: tally.iter().map(Tally::stats).collect(),
                but_for_limit: tally.iter().map(Tally::but_for_limit).collect(),
                longest: tally.iter().map(Tally::longest_limited).collect(),
                cursed,
            },
        }));
        self.next_level();
    }

    /// The numbers, by pattern and mask, of the quiet positions that are decided
    /// but for the limit, ascending.
    fn cursed_of(&self, work: &Work) -> Vec<u32> {
        let frame = self.frame();
        let mut cursed = Vec::new();
        let mut quiet = Colorings::none();
        for piece in 0..work.patterns.pieces() {
            let is_cursed = |number: usize| {
                let (verdict, _) = work.result(number);
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

impl Work {
    /// Tells the quiet position with this number that a paika leads to a position
    /// with this value for the other side, at this distance.
    #[inline]
    fn tell(&self, number: usize, wdl: Wdl, distance: u8) {
        let cell = &self.cells[number];
        if wdl == Wdl::Loss {
            if !cell::is_decided(cell.load(Relaxed)) {
                cell.store(cell::won(distance + 1), Relaxed);
            }
            return;
        }
        // One fewer open; a position that has a losing successor never comes to
        // none, so this cannot meet the store above.
        let mut seen = cell.load(Relaxed);
        while !cell::is_decided(seen) {
            let next = if seen == 1 {
                cell::lost(distance + 1)
            } else {
                seen - 1
            };
            match cell.compare_exchange_weak(seen, next, Relaxed, Relaxed) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }

    /// The verdict on the quiet position with this number when all distances are
    /// done, and its distances without the limit and with it.
    fn result(&self, number: usize) -> (Verdict, [Option<u8>; 2]) {
        let here = self.cells[number].load(Relaxed);
        let Some(unlimited) = &self.unlimited else {
            let (wdl, distance) = cell::value(here);
            let within = distance.filter(|distance| u16::from(*distance) <= NO_CAPTURE_LIMIT);
            return (Verdict::new(wdl, within.is_some()), [distance, within]);
        };
        let (wdl, distance) = cell::value(unlimited[number]);
        let (with_limit, within) = cell::value(here);
        (Verdict::new(wdl, with_limit == wdl), [distance, within])
    }

    /// Notes the verdict on a position for the counts and for larger tables.
    fn note(
        &self,
        frame: &Frame,
        laid: Laid,
        orbit: usize,
        verdict: Verdict,
        distances: [Option<u8>; 2],
    ) {
        let tally = &self.tally[laid.mask.count_ones() as usize];
        tally.count(verdict, frame.orbit_size(laid).unwrap_or(0));
        tally.distances(verdict.without_limit(), distances[0], distances[1]);
        if let Some(outcomes) = &self.outcomes {
            outcomes.note(orbit, laid.mask, verdict);
        }
    }
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
            let mut builder = Builder::new(Board::TELO, 7).expect("small");
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
    }
}
