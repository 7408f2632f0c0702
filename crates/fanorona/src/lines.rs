//! Tables of the lines: who is next to whom, read out of a bitboard for one
//! point at a time.
//!
//! The eight neighbours of a point, or the eight points two steps away, lie at
//! fixed distances from it. Rotating the board moves them to a fixed window;
//! one multiplication packs the window's eight bits into a number below 256,
//! a different one for each of the 256 patterns; a table turns it into one bit
//! a [`Direction`]. No reading goes wrong at the edge: the frame's dead column
//! and the 14 unused bits catch every point off the board (see the tests).

use crate::direction::Direction;
use crate::square::Square;

/// A set of directions: bit `d` stands for the direction numbered `d`.
pub(crate) type DirectionSet = u32;

/// Bits from a point to its neighbour, by direction number.
pub(crate) const DELTAS: [i8; 8] = {
    let mut deltas = [0; 8];
    let mut d = 0;
    while d < 8 {
        deltas[d] = Direction::ALL[d].delta();
        d += 1;
    }
    deltas
};

/// The directions in which a line leaves each point (R1.2, R1.3), edges not
/// regarded.
pub(crate) const LINES: [u8; 64] = {
    let mut lines = [0; 64];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        lines[square.bit() as usize] = if square.is_strong() { 0xff } else { 0x55 };
        index += 1;
    }
    lines
};

/// A window of eight points around a centre and the multiplication that packs it.
struct Window {
    /// Distance of the window's lowest bit below the centre.
    base: u32,
    /// The eight points once the lowest is rotated to bit 0.
    mask: u64,
    /// Sends each of the 256 patterns to its own top byte. Found by random search; the tables' test is its proof.
    magic: u64,
}

impl Window {
    const fn around(distance: i8, magic: u64) -> Self {
        let base = 11 * distance;
        let mut mask = 0;
        let mut d = 0;
        while d < 8 {
            mask |= 1 << (base + distance * DELTAS[d]);
            d += 1;
        }
        Self {
            base: base as u32,
            mask,
            magic,
        }
    }

    const fn pack(&self, bits: u64, at: u8) -> usize {
        // Adding 64 keeps the amount positive; a rotation counts modulo 64.
        let window = bits.rotate_right(at as u32 + 64 - self.base) & self.mask;
        (window.wrapping_mul(self.magic) >> 56) as usize
    }

    /// For each packed pattern the directions whose point is in it, each
    /// direction turned by `turn` eighths.
    const fn table(&self, distance: i8, turn: usize) -> [u8; 256] {
        let mut table = [0; 256];
        let mut pattern = 0;
        while pattern < 256 {
            let (mut window, mut set) = (0u64, 0);
            let mut d = 0;
            while d < 8 {
                if pattern >> d & 1 == 1 {
                    window |= 1 << (self.base as i8 + distance * DELTAS[d]);
                    set |= 1 << ((d + turn) % 8);
                }
                d += 1;
            }
            table[(window.wrapping_mul(self.magic) >> 56) as usize] = set;
            pattern += 1;
        }
        table
    }
}

const NEXT: Window = Window::around(1, 0xa001_9040_4000_0080);
const SECOND: Window = Window::around(2, 0x0400_4821_0068_0604);

static NEXT_TABLE: [u8; 256] = NEXT.table(1, 0);
static BEHIND_TABLE: [u8; 256] = NEXT.table(1, 4);
static SECOND_TABLE: [u8; 256] = SECOND.table(2, 0);

/// The directions in which the point next to `at` is in `bits`.
#[inline(always)]
pub(crate) fn next(bits: u64, at: u8) -> DirectionSet {
    NEXT_TABLE[NEXT.pack(bits, at)] as DirectionSet
}

/// The directions for which the point on the *other* side of `at` is in `bits`.
#[inline(always)]
pub(crate) fn behind(bits: u64, at: u8) -> DirectionSet {
    BEHIND_TABLE[NEXT.pack(bits, at)] as DirectionSet
}

/// The directions in which the point two steps from `at` is in `bits`; right
/// where the point one step away is on the frame, anything elsewhere.
#[inline(always)]
pub(crate) fn second(bits: u64, at: u8) -> DirectionSet {
    SECOND_TABLE[SECOND.pack(bits, at)] as DirectionSet
}

/// The unbroken run of `stones` that begins next to `at` in direction `d` (R4.3).
#[inline(always)]
pub(crate) fn run(stones: u64, at: u8, d: u8) -> u64 {
    // Longer runs than three are rare, and only along rows: three stones without
    // a branch, then a loop that is hardly ever entered.
    let turn = DELTAS[d as usize & 7] as u32 & 63;
    let first = (1u64 << at).rotate_left(turn) & stones;
    let second = first.rotate_left(turn) & stones;
    let mut last = second.rotate_left(turn) & stones;
    let mut run = first | second | last;
    while last != 0 {
        last = last.rotate_left(turn) & stones;
        run |= last;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;

    /// Every pattern of points around every centre reads as the point-by-point rule says.
    #[test]
    fn windows_read_every_pattern() {
        for center in Square::all() {
            for pattern in 0..=255u8 {
                let (mut near, mut far) = (0u64, 0u64);
                let (mut near_set, mut far_set, mut far_on_board) = (0, 0, 0);
                for direction in Direction::ALL {
                    let Some(first) = center.offset(direction) else {
                        continue;
                    };
                    let second = first.offset(direction);
                    if pattern & direction.mask() != 0 {
                        near |= 1 << first.bit();
                        near_set |= direction.mask();
                        if let Some(second) = second {
                            far |= 1 << second.bit();
                            far_set |= direction.mask();
                        }
                    }
                    far_on_board |= direction.mask();
                }
                let at = center.bit();
                let (near_set, far_set) = (u32::from(near_set), u32::from(far_set));
                assert_eq!(next(near, at), near_set, "{center} {pattern}");
                assert_eq!(
                    behind(near, at),
                    u32::from((near_set as u8).rotate_left(4)),
                    "{center} {pattern}"
                );
                assert_eq!(
                    second(far, at) & u32::from(far_on_board),
                    far_set,
                    "{center} {pattern}"
                );
                // Stones everywhere else must not leak into the window.
                let elsewhere = Bitboard::FRAME.bits();
                let ring: u64 = Direction::ALL
                    .iter()
                    .filter_map(|d| center.offset(*d))
                    .fold(0, |bits, square| bits | 1 << square.bit());
                assert_eq!(next(elsewhere & !ring | near, at), near_set);
            }
        }
    }

    #[test]
    fn second_reads_off_board_points_as_empty() {
        for center in Square::all() {
            for direction in Direction::ALL {
                let Some(first) = center.offset(direction) else {
                    continue;
                };
                let there =
                    second(Bitboard::FRAME.bits(), center.bit()) & u32::from(direction.mask()) != 0;
                assert_eq!(
                    there,
                    first.offset(direction).is_some(),
                    "{center} {direction:?}"
                );
            }
        }
    }

    /// A run is what walking stone by stone finds, for every run length and gap.
    #[test]
    fn runs_match_a_walk() {
        let mut state = 1u64;
        for _ in 0..2000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let stones = Bitboard::from_bits(state >> 7 | state << 5);
            for start in Square::all() {
                for direction in Direction::ALL {
                    let mut walked = Bitboard::EMPTY;
                    let mut at = start;
                    while let Some(next) = at.offset(direction).filter(|s| stones.contains(*s)) {
                        walked = walked.with(next);
                        at = next;
                    }
                    assert_eq!(
                        run(stones.bits(), start.bit(), direction as u8),
                        walked.bits()
                    );
                }
            }
        }
    }
}
