//! Where the paikas that led to a pattern came from.

use alloc::vec::Vec;

use super::MOST_STONES;
use super::colorings::{Colorings, is_in, rank_in};
use super::frame::{Frame, mask_of, stones_of};
use super::patterns::{Laid, Patterns};
use crate::chain::{Mover, TurnKind, bits, step};

/// One stone of a pattern taken back to an empty neighbour.
#[derive(Debug)]
struct Edge {
    /// Which stone of the pattern.
    stone: u32,
    to: u8,
    /// Whether the fields below are filled in.
    known: bool,
    /// Whether several symmetries lay the pattern before so.
    tied: bool,
    /// The number of the pattern before, and of its first colouring.
    orbit: usize,
    start: usize,
    /// What each four stones of the pattern, as four bits of a mask, are in a mask of
    /// the laid pattern before.
    places: [[u16; 16]; MOST_STONES.div_ceil(4)],
}

/// The quiet colourings of every pattern, kept while their table is made.
#[derive(Debug)]
pub(super) struct QuietSets {
    words: usize,
    sets: Vec<u64>,
}

impl QuietSets {
    pub(super) fn new(frame: &Frame, patterns: &Patterns) -> Self {
        let mut quiet = Colorings::none();
        let mut sets = Vec::with_capacity(patterns.patterns() * patterns.stored().words().len());
        for piece in 0..patterns.pieces() {
            patterns.piece(frame, piece, |_, _, pattern| {
                quiet.quiet(frame, pattern, patterns.stored());
                sets.extend_from_slice(quiet.words());
            });
        }
        Self {
            words: patterns.stored().words().len(),
            sets,
        }
    }

    #[inline]
    pub(super) fn get(&self, orbit: usize) -> &[u64] {
        &self.sets[orbit * self.words..][..self.words]
    }
}

/// All edges of one pattern; made anew for each, in the same memory, and each filled
/// in when it is asked for.
#[derive(Debug)]
pub(super) struct Edges<'a> {
    frame: &'a Frame,
    patterns: &'a Patterns,
    quiet: &'a QuietSets,
    edges: Vec<Edge>,
    len: usize,
    pattern: u64,
    /// Symmetries that keep the pattern.
    keeping: u8,
}

impl<'a> Edges<'a> {
    pub(super) const fn new(
        frame: &'a Frame,
        patterns: &'a Patterns,
        quiet: &'a QuietSets,
    ) -> Self {
        Self {
            frame,
            patterns,
            quiet,
            edges: Vec::new(),
            len: 0,
            pattern: 0,
            keeping: 0,
        }
    }

    /// Turns to another pattern.
    pub(super) fn set(&mut self, pattern: u64, keeping: u8) {
        self.pattern = pattern;
        self.keeping = keeping;
        self.len = 0;
        let stones = Mover {
            own: pattern,
            enemy: 0,
            points: self.frame.points,
            kind: TurnKind::Normal,
        };
        for (stone, at) in bits(pattern).enumerate() {
            for d in bits(u64::from(stones.paikas_from(at))) {
                if self.len == self.edges.len() {
                    self.edges.push(Edge {
                        stone: 0,
                        to: 0,
                        known: false,
                        tied: false,
                        orbit: 0,
                        start: 0,
                        places: [[0; 16]; MOST_STONES.div_ceil(4)],
                    });
                }
                let edge = &mut self.edges[self.len];
                edge.stone = stone as u32;
                edge.to = step(at, d);
                edge.known = false;
                self.len += 1;
            }
        }
    }

    /// Fills an edge in.
    fn learn(&mut self, place: usize) {
        let (frame, edge) = (self.frame, &mut self.edges[place]);
        let (mut from, mut k) = (self.pattern, 0);
        while k < edge.stone {
            from &= from - 1;
            k += 1;
        }
        let before = self.pattern & !(from & from.wrapping_neg()) | 1 << edge.to;
        let (laid, by) = frame.least(before);
        edge.known = true;
        edge.tied = !by.is_power_of_two();
        edge.orbit = self.patterns.orbit(frame, laid);
        edge.start = self.patterns.start_of(edge.orbit);
        let mut place_of = [0; 64];
        for (place, bit) in bits(laid).enumerate() {
            place_of[bit as usize & 63] = place as u8;
        }
        let by = by.trailing_zeros();
        for (k, bit) in bits(self.pattern).enumerate() {
            let bit = if k as u32 == edge.stone { edge.to } else { bit };
            let place = place_of[frame.point_image(bit, by) as usize & 63];
            let (four, have) = (&mut edge.places[k / 4], 1 << (k % 4));
            for without in 0..have {
                four[without | have] = four[without] | 1 << place;
            }
        }
    }

    /// Shows the number of each quiet position from which a paika leads to the
    /// position with this mask; it must be the least of its position. One from which
    /// several do is shown as often as it has paikas here that no symmetry makes of
    /// each other: as often as [`count_paikas`] counted them.
    #[inline]
    pub(super) fn predecessors(&mut self, mask: usize, mut show: impl FnMut(usize)) {
        // The other side has just moved.
        let fours = self.patterns.stones().div_ceil(4);
        let moved = ((1usize << self.patterns.stones()) - 1) & !mask;
        let same = if self.keeping == 0 {
            0
        } else {
            self.keeping & self.frame.keeping(stones_of(mask, self.pattern))
        };
        for place in 0..self.len {
            let edge = &self.edges[place];
            if moved >> edge.stone & 1 == 0 || same != 0 && self.has_lesser_image(edge, same) {
                continue;
            }
            if !edge.known {
                self.learn(place);
            }
            let edge = &self.edges[place];
            let before = if edge.tied {
                let own = stones_of(moved & !(1 << edge.stone), self.pattern) | 1 << edge.to;
                self.frame.lay(own, stones_of(mask, self.pattern)).mask
            } else {
                let fours = edge.places[..fours].iter().enumerate();
                fours.fold(0, |mask, (four, places)| {
                    mask | usize::from(places[moved >> (4 * four) & 15])
                })
            };
            let quiet = self.quiet.get(edge.orbit);
            if is_in(quiet, before) {
                show(edge.start + rank_in(quiet, before));
            }
        }
    }

    /// Whether a symmetry of the position makes an earlier edge of this one.
    fn has_lesser_image(&self, edge: &Edge, same: u8) -> bool {
        let from = stones_of(1 << edge.stone, self.pattern).trailing_zeros() as u8;
        let this = (from, edge.to);
        bits(u64::from(same)).any(|by| {
            let image = |bit| self.frame.point_image(bit, u32::from(by));
            (image(this.0), image(this.1)) < this
        })
    }
}

/// How many different paikas a quiet position has, those that a symmetry of the position makes of another counted once.
pub(super) fn count_paikas(frame: &Frame, laid: Laid, keeping: u8) -> u32 {
    let own = laid.mover();
    let mover = Mover {
        own,
        enemy: laid.other(),
        points: frame.points,
        kind: TurnKind::Normal,
    };
    let same = if keeping == 0 {
        0
    } else {
        frame.keeping(own) & keeping
    };
    if same == 0 {
        return bits(own).map(|at| mover.paikas_from(at).count_ones()).sum();
    }
    let paikas = bits(own)
        .flat_map(|at| bits(u64::from(mover.paikas_from(at))).map(move |d| (at, step(at, d))));
    let is_first = |this: &(u8, u8)| {
        bits(u64::from(same)).all(|by| {
            let by = u32::from(by);
            (frame.point_image(this.0, by), frame.point_image(this.1, by)) >= *this
        })
    };
    paikas.filter(is_first).count() as u32
}

/// Whether the mask is the least of its position; `keeping` are the symmetries that
/// keep the pattern, and most patterns have none.
#[inline]
pub(super) fn is_least(frame: &Frame, laid: Laid, keeping: u8) -> bool {
    keeping == 0 || is_least_image(frame, laid, keeping)
}

fn is_least_image(frame: &Frame, laid: Laid, keeping: u8) -> bool {
    let images = frame.images(laid.mover());
    bits(u64::from(keeping)).all(|by| mask_of(images[by as usize], laid.pattern) >= laid.mask)
}
