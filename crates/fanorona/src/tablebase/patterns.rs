//! Numbers for the quiet positions with a given number of stones.
//!
//! The points with stones, laid by the symmetry that makes them least, are the
//! pattern; patterns come in the order of colexicography. Within a pattern come its
//! quiet colourings by mask. What is not quiet has no number: its value is found by
//! its captures. Where a symmetry keeps the pattern in place, several numbers
//! stand for one position; the one with the least mask is used.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::colorings::Colorings;
use super::frame::{Frame, mask_of, stones_of};
use crate::chain::bits;

/// Patterns of which the place of the first number is kept, in a row of `1 << group`.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    stones: usize,
    /// The colourings that have numbers if they are quiet.
    stored: Colorings,
    /// For each set of points by rank: whether it is the least of its orbit.
    is_least: Vec<u64>,
    /// Least sets before each 64.
    before: Vec<u32>,
    group: u32,
    starts: Vec<u32>,
    count: usize,
}

/// Sets of so many points that [`Patterns::piece`] goes through at most: a few
/// milliseconds of work, also as wasm. A multiple of 64.
const fn piece_sets(stones: usize) -> usize {
    match stones {
        ..=3 => 4096,
        4 => 2048,
        5 => 512,
        6 => 256,
        _ => 128,
    }
}

/// A position's pattern and colouring, laid as the numbers want it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    /// Points with stones.
    pub(super) pattern: u64,
    /// The mover's stones among them.
    pub(super) mask: usize,
}

impl Laid {
    pub(super) fn mover(self) -> u64 {
        stones_of(self.mask, self.pattern)
    }

    pub(super) fn other(self) -> u64 {
        self.pattern & !self.mover()
    }
}

impl Frame {
    /// Lays a position.
    #[inline]
    pub(super) fn lay(&self, own: u64, enemy: u64) -> Laid {
        let (pattern, by) = self.least(own | enemy);
        if by.is_power_of_two() {
            let mask = mask_of(self.image(own, by.trailing_zeros()), pattern);
            return Laid { pattern, mask };
        }
        let images = self.images(own);
        let masks = bits(u64::from(by)).map(|by| mask_of(images[by as usize], pattern));
        Laid {
            pattern,
            mask: masks.min().unwrap_or(0),
        }
    }

    /// The symmetries other than *as it is* that keep a set in place.
    pub(super) fn keeping(&self, set: u64) -> u8 {
        let images = self.images(set);
        let same = images
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, image)| **image == set);
        same.fold(0, |keeping, (by, _)| keeping | 1 << by)
    }

    /// How many different positions the symmetries make of a laid one; `None` if
    /// its mask is not the least.
    pub(super) fn orbit_size(&self, laid: Laid) -> Option<u32> {
        let keeping = self.keeping(laid.pattern);
        let mut same = 1;
        if keeping != 0 {
            let images = self.images(laid.mover());
            for by in bits(u64::from(keeping)) {
                let mask = mask_of(images[by as usize], laid.pattern);
                if mask < laid.mask {
                    return None;
                }
                same += u32::from(mask == laid.mask);
            }
        }
        Some(self.symmetries() / same)
    }
}

/// The next set with as many members, in the order of colexicography.
const fn next_set(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | ((carried ^ set) / lowest) >> 2
}

impl Patterns {
    /// Numbers for `stones` stones, at least `mover` of them the mover's; every
    /// `1 << group`-th pattern remembers its first number.
    pub(super) fn new(frame: &Frame, stones: usize, mover: usize, group: u32) -> Self {
        let mut survey = Survey::new(frame, stones, mover, group);
        while !survey.is_done() {
            survey.piece(frame, |_, _| ());
        }
        survey.patterns
    }

    /// Stones of both sides.
    pub(super) const fn stones(&self) -> usize {
        self.stones
    }

    /// Whether every pattern's first number is remembered and every quiet colouring has one.
    pub(super) fn remembers_all(&self) -> bool {
        self.group == 0 && self.stored == Colorings::with_at_least(self.stones, 1)
    }

    /// The colourings that have numbers if they are quiet.
    pub(super) const fn stored(&self) -> &Colorings {
        &self.stored
    }

    /// How many numbers there are.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// How many patterns there are.
    pub(super) fn patterns(&self) -> usize {
        let last = self.is_least.iter().map(|word| word.count_ones() as usize);
        last.sum()
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        8 * self.is_least.len() + 4 * (self.before.len() + self.starts.len())
    }

    /// Which pattern, of those that are least, this one is.
    #[inline]
    pub(super) fn orbit(&self, frame: &Frame, pattern: u64) -> usize {
        let rank = frame.rank(pattern);
        let before = self.is_least[rank / 64] & ((1 << (rank % 64)) - 1);
        (self.before[rank / 64] + before.count_ones()) as usize
    }

    /// The first number of the pattern that is this orbit's; every pattern's must be remembered.
    #[inline]
    pub(super) fn start_of(&self, orbit: usize) -> usize {
        debug_assert_eq!(self.group, 0);
        self.starts[orbit] as usize
    }

    /// The first number of the pattern.
    #[inline]
    pub(super) fn start(&self, frame: &Frame, pattern: u64, scratch: &mut Colorings) -> usize {
        let rank = frame.rank(pattern);
        let orbit = self.orbit(frame, pattern);
        let mut start = self.starts[orbit >> self.group] as usize;
        // The numbers of the patterns before it in its group.
        let mut left = orbit & ((1 << self.group) - 1);
        let mut rank = rank;
        while left > 0 {
            rank -= 1;
            if self.is_least[rank / 64] >> (rank % 64) & 1 == 1 {
                let before = frame.spread(frame.unrank(rank as u64, self.stones));
                scratch.quiet(frame, before, &self.stored);
                start += scratch.len();
                left -= 1;
            }
        }
        start
    }

    /// The number of a quiet position; `None` if its class has none.
    pub(super) fn number(
        &self,
        frame: &Frame,
        laid: Laid,
        scratch: &mut Colorings,
    ) -> Option<usize> {
        if !self.stored.contains(laid.mask) {
            return None;
        }
        let start = self.start(frame, laid.pattern, scratch);
        scratch.quiet(frame, laid.pattern, &self.stored);
        Some(start + scratch.rank(laid.mask))
    }

    /// Into how many pieces the patterns are cut.
    pub(super) fn pieces(&self) -> usize {
        (self.is_least.len() * 64).div_ceil(piece_sets(self.stones))
    }

    /// The patterns of a piece.
    pub(super) fn orbits_of(&self, frame: &Frame, piece: usize) -> Range<usize> {
        let first = |piece: usize| {
            let begin = piece * piece_sets(self.stones);
            if begin >= frame.sets(self.stones) as usize {
                return self.patterns();
            }
            self.before[begin / 64] as usize
        };
        first(piece)..first(piece + 1)
    }

    /// The numbers that a piece's patterns have.
    pub(super) fn numbers_of(&self, frame: &Frame, piece: usize) -> Range<usize> {
        debug_assert_eq!(self.group, 0);
        let orbits = self.orbits_of(frame, piece);
        let first = |orbit: usize| {
            let start = self.starts.get(orbit);
            start.map_or(self.count, |start| *start as usize)
        };
        first(orbits.start)..first(orbits.end)
    }

    /// Shows each pattern of a piece and the numbers of its colourings.
    pub(super) fn piece(
        &self,
        frame: &Frame,
        piece: usize,
        mut show: impl FnMut(usize, Range<usize>, u64),
    ) {
        debug_assert_eq!(self.group, 0);
        let sets = frame.sets(self.stones) as usize;
        let size = piece_sets(self.stones);
        let (begin, end) = (piece * size, ((piece + 1) * size).min(sets));
        if begin >= end {
            return;
        }
        let mut numbers = frame.unrank(begin as u64, self.stones);
        let mut orbit = self.before[begin / 64] as usize;
        for rank in begin..end {
            if self.is_least[rank / 64] >> (rank % 64) & 1 == 1 {
                let next = self
                    .starts
                    .get(orbit + 1)
                    .map_or(self.count, |start| *start as usize);
                show(
                    orbit,
                    self.starts[orbit] as usize..next,
                    frame.spread(numbers),
                );
                orbit += 1;
            }
            if rank + 1 < end {
                numbers = next_set(numbers);
            }
        }
    }
}

/// The making of [`Patterns`], piece by piece.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    patterns: Patterns,
    /// The next set, as point numbers, and its rank.
    numbers: u64,
    rank: usize,
    sets: usize,
    orbits: u32,
    quiet: Colorings,
}

impl Survey {
    /// See [`Patterns::new`].
    pub(super) fn new(frame: &Frame, stones: usize, mover: usize, group: u32) -> Self {
        let sets = frame.sets(stones) as usize;
        let patterns = Patterns {
            stones,
            stored: Colorings::with_at_least(stones, mover),
            is_least: vec![0; sets.div_ceil(64)],
            before: Vec::with_capacity(sets.div_ceil(64)),
            group,
            starts: Vec::new(),
            count: 0,
        };
        Self {
            patterns,
            numbers: (1 << stones) - 1,
            rank: 0,
            sets,
            orbits: 0,
            quiet: Colorings::none(),
        }
    }

    pub(super) const fn is_done(&self) -> bool {
        self.rank == self.sets
    }

    pub(super) fn into_patterns(self) -> Patterns {
        self.patterns
    }

    /// Surveys the next sets and shows the patterns among them with their quiet colourings.
    pub(super) fn piece(&mut self, frame: &Frame, mut show: impl FnMut(u64, &Colorings)) {
        let patterns = &mut self.patterns;
        for _ in 0..piece_sets(patterns.stones) {
            if self.rank == self.sets {
                return;
            }
            if self.rank.is_multiple_of(64) {
                patterns.before.push(self.orbits);
            }
            let pattern = frame.spread(self.numbers);
            if frame.least(pattern).0 == pattern {
                patterns.is_least[self.rank / 64] |= 1 << (self.rank % 64);
                if self.orbits & ((1 << patterns.group) - 1) == 0 {
                    patterns.starts.push(patterns.count as u32);
                }
                self.orbits += 1;
                self.quiet.quiet(frame, pattern, &patterns.stored);
                patterns.count += self.quiet.len();
                show(pattern, &self.quiet);
            }
            self.rank += 1;
            if self.rank < self.sets {
                self.numbers = next_set(self.numbers);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// Every quiet position has a number, each number is used once, pieces show them
    /// in order, and symmetric positions share theirs.
    #[test]
    fn numbers_are_those_of_quiet_positions() {
        for (width, height, stones) in [(9, 5, 2), (9, 5, 3), (5, 5, 4), (4, 3, 7), (3, 3, 9)] {
            let Some(board) = Board::new(width, height) else {
                continue;
            };
            let frame = Frame::new(board);
            let patterns = Patterns::new(&frame, stones, 1, 0);
            let grouped = Patterns::new(&frame, stones, 1, 3);
            let (mut quiet, mut scratch) = (Colorings::none(), Colorings::none());
            let (mut next, mut orbits) = (0, 0);
            for piece in 0..patterns.pieces() {
                assert_eq!(patterns.numbers_of(&frame, piece).start, next);
                patterns.piece(&frame, piece, |orbit, range, pattern| {
                    assert_eq!(orbit, orbits);
                    quiet.quiet(&frame, pattern, patterns.stored());
                    assert_eq!(range, next..next + quiet.len());
                    for numbers in [&patterns, &grouped] {
                        assert_eq!(numbers.start(&frame, pattern, &mut scratch), next);
                        assert_eq!(numbers.orbit(&frame, pattern), orbits);
                    }
                    orbits += 1;
                    for mask in quiet.iter() {
                        let laid = Laid { pattern, mask };
                        let again = frame.lay(laid.mover(), laid.other());
                        assert_eq!(again.pattern, pattern);
                        assert!(again.mask <= mask);
                        assert_eq!(frame.orbit_size(laid).is_some(), again == laid);
                        let (owns, enemies) =
                            (frame.images(laid.mover()), frame.images(laid.other()));
                        for (own, enemy) in owns.iter().zip(&enemies) {
                            assert_eq!(frame.lay(*own, *enemy), again);
                        }
                        next += 1;
                    }
                });
                assert_eq!(patterns.numbers_of(&frame, piece).end, next);
            }
            assert_eq!((next, orbits), (patterns.count(), patterns.patterns()));
        }
    }

    /// Orbit sizes sum to the number of placements.
    #[test]
    fn orbits_cover_all_placements() {
        let frame = Frame::new(Board::TSIVY);
        let patterns = Patterns::new(&frame, 3, 1, 0);
        let all = Colorings::with_at_least(3, 1);
        let mut placements = 0;
        for piece in 0..patterns.pieces() {
            patterns.piece(&frame, piece, |_, _, pattern| {
                for mask in all.iter() {
                    placements += frame.orbit_size(Laid { pattern, mask }).unwrap_or(0);
                }
            });
        }
        assert_eq!(placements, 85_140);
    }
}
