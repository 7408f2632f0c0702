//! The stages of a build, a piece of the patterns at a time.

use core::sync::atomic::Ordering::Relaxed;

use super::build::{Builder, Goal};
use super::cell::{self, MOST_OPEN};
use super::colorings::Colorings;
use super::edges::{Edges, count_paikas, is_least};
use super::patterns::Laid;
use super::turns::{best_capture, best_turn};
use super::verdict::Verdict;
use super::work::Work;
use crate::outcome::Wdl;

impl Builder {
    /// Shows the quiet positions of a piece: orbit, number, stones, and what keeps the pattern. The
    /// numbers that stand for a position with a lesser one are left out: they stay drawn.
    #[inline]
    fn quiet_positions(
        &self,
        work: &Work,
        piece: usize,
        mut visit: impl FnMut(usize, usize, Laid, u8),
    ) {
        let frame = self.frame();
        let mut quiet = Colorings::none();
        work.patterns
            .piece(frame, piece, |orbit, numbers, pattern| {
                quiet.set_words(work.quiet.get(orbit));
                let keeping = frame.keeping(pattern);
                for (number, mask) in numbers.zip(quiet.iter()) {
                    let laid = Laid { pattern, mask };
                    if is_least(frame, laid, keeping) {
                        visit(orbit, number, laid, keeping);
                    }
                }
            });
    }

    /// Stage [`Stage::Count`].
    pub(super) fn count(&self, work: &Work, piece: usize) {
        self.quiet_positions(work, piece, |_, number, laid, keeping| {
            let open = count_paikas(self.frame(), laid, keeping);
            if open > MOST_OPEN {
                work.overflow.store(true, Relaxed);
            }
            let cell = if open == 0 { cell::lost(0) } else { open as u8 };
            work.cells[number].store(cell, Relaxed);
        });
    }

    /// Stage [`Stage::Captures`].
    pub(super) fn captures(&self, work: &Work, piece: usize) {
        let frame = self.frame();
        let (mut quiet, mut edges) = (
            Colorings::none(),
            Edges::new(frame, &work.patterns, &work.quiet),
        );
        work.patterns.piece(frame, piece, |orbit, _, pattern| {
            quiet.set_words(work.quiet.get(orbit));
            let keeping = frame.keeping(pattern);
            edges.set(pattern, keeping);
            for mask in quiet.missing_of(work.patterns.stored()) {
                let laid = Laid { pattern, mask };
                if !is_least(frame, laid, keeping) {
                    continue;
                }
                let (wdl, distance) = match work.goal() {
                    Goal::Conversion => (self.captured(work, laid, orbit), 1),
                    Goal::Win => self.captured_to_win(work, laid, orbit),
                };
                if wdl != Wdl::Draw {
                    edges.predecessors(mask, |before| work.tell_early(before, wdl, distance));
                }
            }
        });
    }

    /// The value of a position with a capture. Every capture converts at once.
    #[inline]
    fn captured(&self, work: &Work, laid: Laid, orbit: usize) -> Wdl {
        let mover = self.tables.mover(laid.mover(), laid.other());
        let verdict = best_capture(&mover, &|own, enemy| self.fresh(own, enemy));
        if work.unlimited.is_some() {
            return verdict.with_limit();
        }
        work.note(self.frame(), laid, orbit, verdict, [Some(1); 2]);
        verdict.without_limit()
    }

    /// The value of a position with a capture and its distance to win.
    #[inline]
    fn captured_to_win(&self, work: &Work, laid: Laid, orbit: usize) -> (Wdl, u8) {
        let mover = self.tables.mover(laid.mover(), laid.other());
        let after = |own, enemy| self.fresh_to_win(own, enemy);
        let (wdl, distance) = best_turn(&mover, &after);
        let Some(distance) = distance else {
            return (wdl, 0);
        };
        work.farthest.fetch_max(distance, Relaxed);
        work.note_to_win(orbit, laid.mask, wdl, distance);
        (wdl, distance)
    }

    /// Value and distance to win of a position with fewer stones than those being solved, after a capture.
    #[inline]
    fn fresh_to_win(&self, own: u64, enemy: u64) -> (Wdl, Option<u8>) {
        let frame = self.frame();
        let laid = frame.lay(own, enemy);
        let level = laid.pattern.count_ones() as usize - 2;
        let patterns = &self.tables.levels[level].patterns;
        let orbit = patterns.orbit(frame, laid.pattern);
        cell::value(self.distances[level].get(orbit, laid.mask))
    }

    /// Stage [`Stage::Distance`].
    pub(super) fn distance(&self, work: &Work, piece: usize, distance: u8) {
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
    pub(super) fn finish_piece(&self, work: &Work, piece: usize) {
        self.quiet_positions(work, piece, |orbit, number, laid, _| {
            if work.goal() == Goal::Win {
                let cell = work.cells[number].load(Relaxed);
                if let (wdl, Some(distance)) = cell::value(cell) {
                    work.note_to_win(orbit, laid.mask, wdl, distance);
                }
                return;
            }
            let (verdict, distances) = work.result(number, self.tables.limit);
            work.tally[laid.mask.count_ones() as usize].count_quiet();
            work.note(self.frame(), laid, orbit, verdict, distances);
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
}
