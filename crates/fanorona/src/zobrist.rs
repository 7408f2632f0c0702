//! Hash keys of positions: one random number for each stone on each point, the
//! side to move, and the rules that change which turns are legal.

use crate::color::Color;
use crate::square::BITS;

const KEYS: usize = 2 * BITS + 3;

/// splitmix64 (Steele, Lea, Flood 2014) from a fixed seed, so that hashes are the
/// same on every machine.
const RANDOM: [u64; KEYS] = {
    let mut keys = [0; KEYS];
    let mut state: u64 = 0x46_61_6e_6f_72_6f_6e_61;
    let mut i = 0;
    while i < KEYS {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        keys[i] = mix(state);
        i += 1;
    }
    keys
};

/// Spreads every bit of `value` over all 64.
pub(crate) const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = RANDOM[2 * BITS];
/// Part one of Vela is on (R7.2).
pub(crate) const VELA_PART_ONE: u64 = RANDOM[2 * BITS + 1];
/// The side to move may take one capturing step only (R7.1).
pub(crate) const SINGLE_CAPTURE: u64 = RANDOM[2 * BITS + 2];

/// The keys of a set of stones of one side, combined.
#[inline]
pub(crate) fn stones(color: Color, set: u64) -> u64 {
    crate::chain::bits(set).fold(0, |hash, bit| {
        hash ^ RANDOM[color.index() * BITS + bit as usize]
    })
}
