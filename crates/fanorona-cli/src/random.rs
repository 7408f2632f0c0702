//! Random numbers from a seed, the same on every machine.

use std::ops::ControlFlow;

use fanorona::{Move, Position};

/// Turns of a position among which one is picked.
const MOST_TURNS: usize = 10_000;

/// splitmix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    /// A number below `bound`, which is not 0; for small bounds even enough.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number from 0 to below 1.
    pub(crate) const fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A legal turn; `None` where there is none.
    pub(crate) fn turn(&mut self, position: &Position) -> Option<Move> {
        let mut turns = Vec::new();
        let _ = position.for_each_move(|mv| {
            turns.push(*mv);
            if turns.len() < MOST_TURNS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let pick = self.below(turns.len().max(1) as u64) as usize;
        turns.get(pick).copied()
    }
}
