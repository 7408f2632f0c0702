//! The byte that a quiet position has while its table is made and after.

use crate::outcome::Wdl;

/// Below: not decided, and so many of the position's paikas are not known to lose.
/// When the work is done, a draw.
const WON: u8 = 64;
/// A win has `WON` and its distance, a loss this and its distance.
const LOST: u8 = 160;

/// Most paikas that can be counted.
pub(super) const MOST_OPEN: u32 = WON as u32 - 1;
/// Longest distance that can be told.
pub(super) const MOST_DISTANCE: u8 = u8::MAX - LOST;
/// A draw, in finished tables.
pub(super) const DRAW: u8 = 0;

/// A distance beyond the longest is told as the longest: a build ends with an error before
/// there is one, but a forged checkpoint may bring it about.
const fn told(distance: u8) -> u8 {
    if distance > MOST_DISTANCE {
        MOST_DISTANCE
    } else {
        distance
    }
}

pub(super) const fn won(distance: u8) -> u8 {
    WON + told(distance)
}

pub(super) const fn lost(distance: u8) -> u8 {
    LOST + told(distance)
}

/// Whether the position is won or lost.
pub(super) const fn is_decided(cell: u8) -> bool {
    cell >= WON
}

/// What a finished cell says: the value, and its distance if it is no draw.
pub(super) const fn value(cell: u8) -> (Wdl, Option<u8>) {
    if cell >= LOST {
        (Wdl::Loss, Some(cell - LOST))
    } else if cell >= WON {
        (Wdl::Win, Some(cell - WON))
    } else {
        (Wdl::Draw, None)
    }
}

const _: () = assert!(WON + MOST_DISTANCE < LOST);
