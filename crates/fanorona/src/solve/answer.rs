//! Answers as bytes, for a file.

use super::key::Key;
use super::table::{Hit, Numbers};

/// An answered question of a [`Solver`](super::Solver), to be kept as twelve bytes
/// and learned again. It is exact: positions up to symmetry have numbers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    key: Key,
    reached: bool,
    height: u16,
    /// Logarithm to base 2 of the work behind it, below 32.
    work: u8,
}

const KEY_BITS: u32 = 58;
const REACHED: u64 = 1 << 63;

impl Answer {
    pub(super) fn new((key, hit): (Key, Hit)) -> Self {
        Self {
            key,
            reached: hit.numbers.answer() == Some(true),
            height: hit.height as u16,
            work: hit.work.max(1).ilog2() as u8,
        }
    }

    pub(super) const fn parts(self) -> (Key, Hit) {
        let hit = Hit {
            numbers: Numbers::settled(self.reached),
            height: self.height as u32,
            work: 1 << self.work,
        };
        (self.key, hit)
    }

    /// The answer as bytes, the same on every machine.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 12] {
        let reached = if self.reached { REACHED } else { 0 };
        let low = self.key.low | u64::from(self.work) << KEY_BITS | reached;
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&low.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.key.high.to_le_bytes());
        bytes[10..].copy_from_slice(&self.height.to_le_bytes());
        bytes
    }

    /// The answer back; `None` where no position can have these bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 12]) -> Option<Self> {
        let [low @ .., a, b, c, d] = bytes;
        let low = u64::from_le_bytes(low);
        let key = Key {
            low: low & ((1 << KEY_BITS) - 1),
            high: u16::from_le_bytes([a, b]),
        };
        key.is_possible().then_some(Self {
            key,
            reached: low & REACHED != 0,
            height: u16::from_le_bytes([c, d]),
            work: (low >> KEY_BITS & 31) as u8,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let key = Key {
            low: 123_456_789,
            high: 1 << 15 | 77,
        };
        for (numbers, work) in [
            (Numbers::REACHED, 1),
            (Numbers::MISSED, u64::from(u32::MAX)),
        ] {
            let height = 300;
            let answer = Answer::new((
                key,
                Hit {
                    numbers,
                    height,
                    work,
                },
            ));
            assert_eq!(Answer::from_bytes(answer.to_bytes()), Some(answer));
            let (back, hit) = answer.parts();
            assert_eq!((back, hit.numbers, hit.height), (key, numbers, height));
            assert!(hit.work <= work && work / hit.work < 2);
        }
        assert_eq!(Answer::from_bytes([0xff; 12]), None);
    }
}
