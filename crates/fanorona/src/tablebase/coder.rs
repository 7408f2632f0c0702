//! A binary range coder with adaptive probabilities: how tables are made small.
//!
//! The encoder and the decoder are driven by the same model, so there is one trait
//! for both: the encoder writes the bit that it is given, the decoder gives the bit
//! that it reads.

use alloc::vec::Vec;

/// Bits of a probability.
const PRECISION: u32 = 16;
/// Below this the range is refilled by a byte.
const LEAST_RANGE: u32 = 1 << 24;

/// How likely a bit is to be set, learned from those seen: the mean of a quick
/// learner and a slow one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probability {
    quick: u16,
    slow: u16,
}

impl Probability {
    pub(super) const EVEN: Self = Self {
        quick: 1 << (PRECISION - 1),
        slow: 1 << (PRECISION - 1),
    };

    /// Of 65,536, never all and never none.
    const fn of_one(self) -> u32 {
        let mean = (self.quick as u32 + self.slow as u32) / 2;
        if mean < 24 {
            24
        } else if mean > (1 << PRECISION) - 24 {
            (1 << PRECISION) - 24
        } else {
            mean
        }
    }

    const fn learn(&mut self, bit: bool) {
        if bit {
            self.quick += (u16::MAX - self.quick) >> 4;
            self.slow += (u16::MAX - self.slow) >> 7;
        } else {
            self.quick -= self.quick >> 4;
            self.slow -= self.slow >> 7;
        }
    }
}

/// An [`Encoder`] or a [`Decoder`].
pub(super) trait BitCoder {
    /// Codes a bit, and learns from it. The decoder does not look at `bit`.
    fn bit(&mut self, probability: &mut Probability, bit: bool) -> bool;
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that a carry can still change, and how many 0xff follow it.
    held: Option<u8>,
    ones: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) const fn new() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            held: None,
            ones: 0,
            bytes: Vec::new(),
        }
    }

    /// Sends the top byte of `low` on its way.
    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        let top = (self.low >> 24) as u8;
        if carry == 1 || top != 0xff {
            self.bytes
                .extend(self.held.map(|held| held.wrapping_add(carry)));
            self.bytes
                .extend(core::iter::repeat_n(0xff_u8.wrapping_add(carry), self.ones));
            self.held = Some(top);
            self.ones = 0;
        } else {
            self.ones += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// What was written.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        // The decoder reads zeros behind the end.
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

impl BitCoder for Encoder {
    #[inline]
    fn bit(&mut self, probability: &mut Probability, bit: bool) -> bool {
        let bound = (self.range >> PRECISION) * probability.of_one();
        if bit {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        probability.learn(bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads bits; behind the end of its bytes it reads zeros.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    code: u32,
    range: u32,
    /// The next byte.
    at: usize,
}

/// A [`Decoder`] and the bytes that it reads.
pub(super) struct Reading<'a> {
    pub(super) decoder: &'a mut Decoder,
    pub(super) bytes: &'a [u8],
}

impl Decoder {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut decoder = Self {
            code: 0,
            range: u32::MAX,
            at: 0,
        };
        for _ in 0..4 {
            decoder.shift(bytes);
        }
        decoder
    }

    /// How many bytes were read.
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    fn shift(&mut self, bytes: &[u8]) {
        let next = bytes.get(self.at).copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(next);
        self.at += 1;
    }
}

impl BitCoder for Reading<'_> {
    #[inline]
    fn bit(&mut self, probability: &mut Probability, _: bool) -> bool {
        let decoder = &mut *self.decoder;
        let bound = (decoder.range >> PRECISION) * probability.of_one();
        let bit = decoder.code < bound;
        if bit {
            decoder.range = bound;
        } else {
            decoder.code -= bound;
            decoder.range -= bound;
        }
        probability.learn(bit);
        while decoder.range < LEAST_RANGE {
            decoder.range <<= 8;
            decoder.shift(self.bytes);
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of every likelihood come back as they were, and take about as much room as they must.
    #[test]
    fn bits_come_back() {
        for set_of_256 in [0, 1, 3, 40, 128, 250, 255, 256] {
            let mut state = 7u64;
            let bits: Vec<bool> = (0..40_000)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (state >> 40) % 256 < set_of_256
                })
                .collect();
            let mut probabilities = [Probability::EVEN; 3];
            let mut encoder = Encoder::new();
            for (place, bit) in bits.iter().enumerate() {
                encoder.bit(&mut probabilities[place % 3], *bit);
            }
            let bytes = encoder.finish();
            let share = set_of_256 as f64 / 256.0;
            let entropy = |p: f64| if p == 0.0 { 0.0 } else { -p * p.log2() };
            let ideal = (entropy(share) + entropy(1.0 - share)) * 5_000.0;
            assert!(
                (bytes.len() as f64) < ideal * 1.05 + 60.0,
                "{set_of_256}: {}",
                bytes.len()
            );
            let mut decoder = Decoder::new(&bytes);
            let mut reading = Reading {
                decoder: &mut decoder,
                bytes: &bytes,
            };
            let mut probabilities = [Probability::EVEN; 3];
            for (place, bit) in bits.iter().enumerate() {
                assert_eq!(reading.bit(&mut probabilities[place % 3], false), *bit);
            }
        }
    }
}
