//! What a value is likely to be, from those that were coded before it.
//!
//! Patterns come in an order in which most differ from the one before by one stone
//! that has moved a point. So a colouring's value is foretold by the values that the
//! same colouring had last, and by its neighbours in the pattern.

use alloc::vec;
use alloc::vec::Vec;

use super::cell;
use super::coder::{BitCoder, Probability};
use crate::outcome::Wdl;

/// Values of a colouring as contexts: nothing yet, draw, win, loss.
const KINDS: usize = 4;
/// Distances are told apart up to this in contexts.
const NEAR: u8 = 15;

/// The probabilities for the cells of one number of stones.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Whether distances are coded too.
    distances: bool,
    /// By mask: the cells coded last, the newest first.
    last: Vec<[u8; 2]>,
    /// By the mover's stones: the cell coded last in this pattern.
    beside: Vec<u8>,
    outcomes: Vec<[Probability; 2]>,
    lengths: Vec<Lengths>,
}

/// Of a distance, whether it is more than 0, 1, 2, …
type Lengths = [Probability; cell::MOST_DISTANCE as usize + 1];

/// Nothing coded yet.
const NONE: u8 = 1;

const fn kind(cell: u8) -> usize {
    if cell == NONE {
        return 0;
    }
    match cell::value(cell).0 {
        Wdl::Draw => 1,
        Wdl::Win => 2,
        Wdl::Loss => 3,
    }
}

impl Model {
    pub(super) fn new(stones: usize, distances: bool) -> Self {
        let masks = 1 << stones;
        let near = usize::from(NEAR) + 2;
        Self {
            distances,
            last: vec![[NONE; 2]; masks],
            beside: vec![NONE; stones + 1],
            outcomes: vec![[Probability::EVEN; 2]; masks * KINDS * KINDS * KINDS],
            lengths: if distances {
                vec![[Probability::EVEN; cell::MOST_DISTANCE as usize + 1]; 2 * near * near]
            } else {
                Vec::new()
            },
        }
    }

    /// A new pattern begins.
    pub(super) fn next_pattern(&mut self) {
        self.beside.fill(NONE);
    }

    /// Codes the cell of a colouring; the encoder is given it.
    pub(super) fn cell(&mut self, coder: &mut impl BitCoder, mask: usize, cell: u8) -> u8 {
        let [last, before] = self.last[mask];
        let beside = self.beside[mask.count_ones() as usize];
        let context = ((mask * KINDS + kind(last)) * KINDS + kind(before)) * KINDS + kind(beside);
        let (wdl, distance) = cell::value(cell);
        let probabilities = &mut self.outcomes[context];
        let cell = if coder.bit(&mut probabilities[0], wdl == Wdl::Draw) {
            cell::DRAW
        } else {
            let won = coder.bit(&mut probabilities[1], wdl == Wdl::Win);
            let distance = if self.distances {
                self.distance(coder, won, [last, beside], distance.unwrap_or(0))
            } else {
                1
            };
            if won {
                cell::won(distance)
            } else {
                cell::lost(distance)
            }
        };
        self.last[mask] = [cell, last];
        self.beside[mask.count_ones() as usize] = cell;
        cell
    }

    fn distance(
        &mut self,
        coder: &mut impl BitCoder,
        won: bool,
        near: [u8; 2],
        distance: u8,
    ) -> u8 {
        let classes = usize::from(NEAR) + 2;
        let [one, other] = near.map(|cell| match cell::value(cell) {
            (wdl, Some(distance)) if (wdl == Wdl::Win) == won => {
                usize::from(distance.min(NEAR)) + 1
            }
            _ => 0,
        });
        let context = (usize::from(won) * classes + one) * classes + other;
        let lengths = &mut self.lengths[context];
        let mut found = 0;
        while found < cell::MOST_DISTANCE - 1
            && coder.bit(&mut lengths[usize::from(found)], distance > found)
        {
            found += 1;
        }
        found
    }
}
