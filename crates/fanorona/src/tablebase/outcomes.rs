//! Win, draw or loss of every position with some number of stones, two bits each.
//!
//! While larger tables are made, their captures are looked up here: every colouring
//! of a pattern has its place, so that nothing must be searched or counted.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::patterns::Patterns;
use super::verdict::Verdict;

/// The values of all positions with some number of stones.
#[derive(Debug)]
pub(super) struct Outcomes {
    stones: usize,
    /// Four colourings a byte.
    bytes: Vec<AtomicU8>,
}

impl Outcomes {
    pub(super) fn new(patterns: &Patterns) -> Self {
        let stones = patterns.stones();
        let bytes = (patterns.patterns() << stones) / 4;
        Self {
            stones,
            bytes: (0..bytes).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    pub(super) fn bytes(&self) -> &[AtomicU8] {
        &self.bytes
    }

    /// The same with these bytes, of which there must be as many.
    pub(super) fn with_bytes(self, bytes: Vec<AtomicU8>) -> Self {
        debug_assert_eq!(bytes.len(), self.bytes.len());
        Self { bytes, ..self }
    }

    /// Notes a value; the place must be as it was made. Threads may note values of
    /// different positions at the same time.
    pub(super) fn note(&self, orbit: usize, mask: usize, verdict: Verdict) {
        let code = match verdict {
            Verdict::Draw => return,
            Verdict::Win => 1,
            Verdict::Loss => 2,
            Verdict::WinButForLimit | Verdict::LossButForLimit => 3,
        };
        let number = orbit << self.stones | mask;
        self.bytes[number / 4].fetch_or(code << (number % 4 * 2), Relaxed);
    }

    /// The value of a position; `None` for those few that are decided but for the limit.
    #[inline]
    pub(super) fn get(&self, orbit: usize, mask: usize) -> Option<Verdict> {
        let number = orbit << self.stones | mask;
        match self.bytes[number / 4].load(Relaxed) >> (number % 4 * 2) & 3 {
            0 => Some(Verdict::Draw),
            1 => Some(Verdict::Win),
            2 => Some(Verdict::Loss),
            _ => None,
        }
    }
}
