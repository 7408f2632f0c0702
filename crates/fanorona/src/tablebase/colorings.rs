//! Which ways of colouring a pattern leave its mover without a capture.
//!
//! A pattern is a set of points with stones; a colouring says which of them are the
//! mover's, as a mask of the pattern's stones, lowest first. A set of colourings has
//! a bit for each mask, so that a rule such as *where x is the mover's, so is z*
//! is one operation for all colourings at once.

use alloc::vec;
use alloc::vec::Vec;

use super::frame::Frame;

/// Of the masks 0 to 63, those that have bit `i`.
const HAVE: [u64; 8] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
    0,
    0,
];

/// Of the masks of word `word`, those that have bit `i`.
const fn have(i: u8, word: usize) -> u64 {
    if i < 6 {
        HAVE[i as usize]
    } else if word >> (i - 6) & 1 == 1 {
        u64::MAX
    } else {
        0
    }
}

/// A set of colourings of one pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Colorings(Vec<u64>);

impl Colorings {
    /// None.
    pub(super) const fn none() -> Self {
        Self(Vec::new())
    }

    /// All colourings of `stones` stones that leave the mover at least `mover` and
    /// the other side at least one.
    pub(super) fn with_at_least(stones: usize, mover: usize) -> Self {
        let masks = 1usize << stones;
        let mut all = vec![0; masks.div_ceil(64)];
        for mask in (1..masks - 1).filter(|mask| mask.count_ones() as usize >= mover) {
            all[mask / 64] |= 1 << (mask % 64);
        }
        Self(all)
    }

    /// Of the colourings in `among`, those in which the mover has no capture.
    #[inline]
    pub(super) fn quiet(&mut self, frame: &Frame, pattern: u64, among: &Self) {
        if let &[among] = &among.0[..] {
            let mut word = among;
            frame.threats(pattern, |x, z| {
                word &= !HAVE[x as usize & 7] | HAVE[z as usize & 7];
            });
            self.0.clear();
            self.0.push(word);
            return;
        }
        self.0.clone_from(&among.0);
        frame.threats(pattern, |x, z| {
            for (number, word) in self.0.iter_mut().enumerate() {
                *word &= !have(x, number) | have(z, number);
            }
        });
    }

    /// The set with these words.
    #[inline]
    pub(super) fn set_words(&mut self, words: &[u64]) {
        self.0.clear();
        self.0.extend_from_slice(words);
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    pub(super) fn contains(&self, mask: usize) -> bool {
        is_in(&self.0, mask)
    }

    /// How many of the set come before `mask`.
    #[inline]
    pub(super) fn rank(&self, mask: usize) -> usize {
        let whole: u32 = self.0[..mask / 64]
            .iter()
            .map(|word| word.count_ones())
            .sum();
        let part = self.0[mask / 64] & ((1 << (mask % 64)) - 1);
        (whole + part.count_ones()) as usize
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The masks, ascending.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(number, word)| {
            crate::chain::bits(*word).map(move |bit| number * 64 + usize::from(bit))
        })
    }

    /// The masks of `all` that are not in this set.
    pub(super) fn missing_of(&self, all: &Self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().zip(&all.0).map(|(own, all)| all & !own);
        words.enumerate().flat_map(|(number, word)| {
            crate::chain::bits(word).map(move |bit| number * 64 + usize::from(bit))
        })
    }
}

/// Whether a set of colourings, given by its words, has this mask.
#[inline]
pub(super) const fn is_in(words: &[u64], mask: usize) -> bool {
    words[mask / 64] >> (mask % 64) & 1 == 1
}

/// How many of a set, given by its words, come before `mask`.
#[inline]
pub(super) fn rank_in(words: &[u64], mask: usize) -> usize {
    let whole: u32 = words[..mask / 64]
        .iter()
        .map(|word| word.count_ones())
        .sum();
    let part = words[mask / 64] & ((1 << (mask % 64)) - 1);
    (whole + part.count_ones()) as usize
}

#[cfg(test)]
mod tests {
    use super::super::frame::stones_of;
    use super::*;
    use crate::board::Board;
    use crate::chain::{Mover, TurnKind};

    /// A colouring is quiet if and only if the generator finds no capture.
    #[test]
    fn quiet_is_what_the_generator_says() {
        for (width, height, stones) in [(9, 5, 2), (9, 5, 3), (5, 5, 7), (4, 3, 8), (3, 3, 9)] {
            let Some(board) = Board::new(width, height) else {
                continue;
            };
            let frame = Frame::new(board);
            let all = Colorings::with_at_least(stones, 1);
            assert_eq!(all.len(), (1 << stones) - 2);
            let mut quiet = Colorings::none();
            let step = 1 + frame.sets(stones) as usize / 300;
            for rank in (0..frame.sets(stones)).step_by(step) {
                let pattern = frame.spread(frame.unrank(rank, stones));
                quiet.quiet(&frame, pattern, &all);
                let mut before = 0;
                for mask in all.iter() {
                    let own = stones_of(mask, pattern);
                    let mover = Mover {
                        own,
                        enemy: pattern & !own,
                        points: frame.points,
                        kind: TurnKind::Normal,
                    };
                    assert_eq!(quiet.contains(mask), mover.capturers() == 0);
                    assert_eq!(quiet.rank(mask), before);
                    before += usize::from(quiet.contains(mask));
                }
                assert_eq!(quiet.len(), before);
                assert_eq!(quiet.iter().count(), before);
                assert_eq!(quiet.missing_of(&all).count(), all.len() - before);
            }
        }
    }
}
