//! The positions of one number of stones while they are being solved.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{
    AtomicBool, AtomicU8,
    Ordering::{AcqRel, Acquire, Relaxed},
};

use super::build::{Goal, Stage};
use super::cell;
use super::edges::QuietSets;
use super::frame::Frame;
use super::outcomes::Outcomes;
use super::patterns::{Laid, Patterns};
use super::stats::Tally;
use super::verdict::Verdict;
use super::wins::AllDistances;
use crate::outcome::Wdl;

/// The positions of one number of stones while they are being solved.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) patterns: Arc<Patterns>,
    pub(super) quiet: QuietSets,
    pub(super) cells: Vec<AtomicU8>,
    /// Filled only if larger tables are to be made.
    pub(super) outcomes: Option<Outcomes>,
    pub(super) stage: Stage,
    /// The whole work is done a second time with the no-capture limit if that can
    /// change a value: then these are the cells of the first time.
    pub(super) unlimited: Option<Vec<u8>>,
    /// If distances to win are looked for: by number, the longest distance of a loss that
    /// captures after a paika have told of.
    pub(super) latest: Option<Vec<AtomicU8>>,
    /// The longest distance that a capture has.
    pub(super) farthest: AtomicU8,
    /// The distances to win of all positions; kept only if those of larger ones are to be found.
    pub(super) distances: Option<AllDistances>,
    /// Whether the stage has found something at its distance.
    pub(super) found: AtomicBool,
    /// Set when a paika count does not fit.
    pub(super) overflow: AtomicBool,
    /// By the mover's stones.
    pub(super) tally: Vec<Tally>,
}

fn fresh_cells(count: usize) -> Vec<AtomicU8> {
    (0..count).map(|_| AtomicU8::new(0)).collect()
}

impl Work {
    pub(super) fn new(frame: &Frame, patterns: Arc<Patterns>, goal: Goal) -> Self {
        let stones = patterns.stones();
        Self {
            quiet: QuietSets::new(frame, &patterns),
            cells: fresh_cells(patterns.count()),
            outcomes: None,
            stage: Stage::Count,
            unlimited: None,
            latest: (goal == Goal::Win).then(|| fresh_cells(patterns.count())),
            farthest: AtomicU8::new(0),
            distances: None,
            found: AtomicBool::new(false),
            overflow: AtomicBool::new(false),
            tally: (0..stones).map(|_| Tally::default()).collect(),
            patterns,
        }
    }

    pub(super) const fn goal(&self) -> Goal {
        if self.latest.is_some() {
            Goal::Win
        } else {
            Goal::Conversion
        }
    }

    /// Begins a second time, with the no-capture limit.
    pub(super) fn begin_limited(&mut self) {
        let done = core::mem::replace(&mut self.cells, fresh_cells(self.patterns.count()));
        self.unlimited = Some(done.into_iter().map(AtomicU8::into_inner).collect());
        self.stage = Stage::Count;
    }

    /// Tells the quiet position with this number that a paika leads to a position
    /// with this value for the other side, at this distance.
    ///
    /// Distances come in order, but for those of [`Work::tell_early`]. So the first one is
    /// the shortest win, unless one told early was longer; and the last one is the
    /// longest loss, unless one told early was longer.
    #[inline]
    pub(super) fn tell(&self, number: usize, wdl: Wdl, distance: u8) {
        let cell = &self.cells[number];
        let mut seen = cell.load(Acquire);
        if wdl == Wdl::Loss {
            let won = cell::won(distance + 1);
            while !cell::is_decided(seen) || seen > won {
                match cell.compare_exchange_weak(seen, won, Relaxed, Relaxed) {
                    Ok(_) => return,
                    Err(now) => seen = now,
                }
            }
            return;
        }
        // One fewer open; a position that has a losing successor never comes to
        // none, so this cannot meet what is stored above.
        while !cell::is_decided(seen) {
            let next = if seen == 1 {
                let latest = self.latest.as_ref();
                let latest = latest.map_or(0, |latest| latest[number].load(Relaxed));
                cell::lost(latest.max(distance + 1))
            } else {
                seen - 1
            };
            // Whoever counts the last one sees what all before have noted as latest.
            match cell.compare_exchange_weak(seen, next, AcqRel, Acquire) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }

    /// The same before its turn has come: for captures, whose distances are known before
    /// those of quiet positions.
    #[inline]
    pub(super) fn tell_early(&self, number: usize, wdl: Wdl, distance: u8) {
        if let (Some(latest), Wdl::Win) = (&self.latest, wdl) {
            latest[number].fetch_max(distance + 1, Relaxed);
        }
        self.tell(number, wdl, distance);
    }

    /// The verdict on the quiet position with this number when all distances are
    /// done, and its distances without the limit and with it.
    pub(super) fn result(&self, number: usize, limit: u16) -> (Verdict, [Option<u8>; 2]) {
        let here = self.cells[number].load(Relaxed);
        let Some(unlimited) = &self.unlimited else {
            let (wdl, distance) = cell::value(here);
            let within = distance.filter(|distance| u16::from(*distance) <= limit);
            return (Verdict::new(wdl, within.is_some()), [distance, within]);
        };
        let (wdl, distance) = cell::value(unlimited[number]);
        let (with_limit, within) = cell::value(here);
        (Verdict::new(wdl, with_limit == wdl), [distance, within])
    }

    /// Notes the verdict on a position for the counts and for larger tables.
    pub(super) fn note(
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

    /// Notes the distance to win of a position for the counts and for larger tables.
    pub(super) fn note_to_win(&self, orbit: usize, mask: usize, wdl: Wdl, distance: u8) {
        self.tally[mask.count_ones() as usize].distances(wdl, Some(distance), None);
        if let Some(distances) = &self.distances {
            let cell = if wdl == Wdl::Win {
                cell::won(distance)
            } else {
                cell::lost(distance)
            };
            distances.set(orbit, mask, cell);
        }
    }
}
