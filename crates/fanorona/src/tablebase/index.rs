//! Numbers for positions: each class *m-o* of a board has cells 0, 1, 2, …, one or
//! a few for each position up to symmetry.
//!
//! The mover's stones are laid by a symmetry so that they are the least of their
//! orbit; the orbit's number and the rank of the other side's stones among the
//! points left over make the cell. Where a symmetry keeps the mover's stones in
//! place, several cells stand for one position; the least of them is used.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::chain::bits;
use crate::square::{BITS, Square};
use crate::symmetry::Symmetry;

/// Most stones, both sides together, of any table. What a board allows is less
/// where it is large: see [`BuildError::TooLarge`](super::BuildError).
pub const MOST_STONES: usize = 15;

/// Points of the largest board.
const POINTS: usize = Square::COUNT;

/// `CHOOSE[n][k]`: ways to choose `k` of `n`.
const CHOOSE: [[u64; MOST_STONES + 1]; POINTS + 1] = {
    let mut table = [[0; MOST_STONES + 1]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_STONES && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// A set of points by their numbers on the board, 0 to 44 at most.
type Points = u64;

/// Rank of a set among all sets of its size, in the order of colexicography.
fn rank(set: Points) -> usize {
    let mut rank = 0;
    for (k, point) in bits(set).enumerate() {
        rank += CHOOSE[point as usize][k + 1];
    }
    rank as usize
}

/// The set of `size` points with this rank.
fn unrank(mut rank: u64, size: usize, points: usize) -> Points {
    let mut set = 0;
    let mut point = points;
    for k in (1..=size).rev() {
        point -= 1;
        while CHOOSE[point][k] > rank {
            point -= 1;
        }
        rank -= CHOOSE[point][k];
        set |= 1 << point;
    }
    set
}

/// The sets of one size up to symmetry.
#[derive(Clone, Debug)]
struct Orbits {
    /// For each set by rank: its orbit, and the symmetry that makes it the orbit's least, in the low three bits.
    orbit_of: Vec<u32>,
    /// The least set of each orbit, and the symmetries that keep it in place, a bit each.
    least: Vec<(Points, u8)>,
}

/// Cells of the positions of one board.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    points: usize,
    /// Board bit of each point, and back.
    bit_of: [u8; POINTS],
    point_of: [u8; BITS],
    /// Where each symmetry lays each point; the identity first.
    images: Vec<[u8; POINTS]>,
    /// By the number of the mover's stones.
    orbits: Vec<Orbits>,
}

impl Index {
    /// An index for up to `stones` stones in all.
    pub(crate) fn new(board: Board, stones: usize) -> Self {
        let squares: Vec<Square> = board.points().iter().collect();
        let (mut bit_of, mut point_of) = ([0; POINTS], [0; BITS]);
        for (point, square) in squares.iter().enumerate() {
            bit_of[point] = square.bit();
            point_of[square.bit() as usize] = point as u8;
        }
        let images = Symmetry::all(board)
            .map(|symmetry| {
                let mut image = [0; POINTS];
                for (point, square) in squares.iter().enumerate() {
                    image[point] = point_of[symmetry.square(*square).bit() as usize];
                }
                image
            })
            .collect();
        let mut index = Self {
            points: squares.len(),
            bit_of,
            point_of,
            images,
            orbits: Vec::new(),
        };
        index.orbits = (0..stones).map(|size| index.find_orbits(size)).collect();
        index
    }

    fn find_orbits(&self, size: usize) -> Orbits {
        let sets = if size <= self.points {
            CHOOSE[self.points][size]
        } else {
            0
        };
        let mut orbits = Orbits {
            orbit_of: vec![u32::MAX; sets as usize],
            least: Vec::new(),
        };
        for number in 0..sets {
            if orbits.orbit_of[number as usize] != u32::MAX {
                continue;
            }
            // Ranks come in order, so the first of an orbit is its least.
            let least = unrank(number, size, self.points);
            let orbit = orbits.least.len() as u32;
            let mut keep = 0;
            for back in 0..self.images.len() {
                let image = self.lay(least, back);
                if image == least {
                    keep |= 1 << back;
                }
                // The symmetry that leads from the image to the least.
                let there = (0..self.images.len()).find(|there| self.lay(image, *there) == least);
                orbits.orbit_of[rank(image)] = orbit << 3 | there.unwrap_or(0) as u32;
            }
            orbits.least.push((least, keep));
        }
        orbits
    }

    /// A set laid by the symmetry numbered `by`.
    fn lay(&self, set: Points, by: usize) -> Points {
        if by == 0 {
            return set;
        }
        let image = &self.images[by];
        bits(set).fold(0, |laid, point| laid | 1 << image[point as usize])
    }

    /// Board bits to points.
    fn points_of(&self, stones: u64) -> Points {
        bits(stones).fold(0, |points, bit| points | 1 << self.point_of[bit as usize])
    }

    /// Points to board bits.
    fn bits_of(&self, points: Points) -> u64 {
        bits(points).fold(0, |stones, point| stones | 1 << self.bit_of[point as usize])
    }

    /// About how many cells all classes of up to `stones` stones have.
    pub(crate) fn estimate(board: Board, stones: usize) -> u64 {
        let points = board.points().len() as usize;
        let symmetries = Symmetry::all(board).count() as u64;
        let choose = |n: usize, k: usize| if k > n { 0 } else { CHOOSE[n][k] };
        let class = |mover: usize, other: usize| {
            let others = choose(points.saturating_sub(mover), other);
            choose(points, mover).saturating_mul(others) / symmetries + 1
        };
        let classes =
            (1..stones).flat_map(|mover| (1..=stones - mover).map(move |other| (mover, other)));
        classes.fold(0, |cells: u64, (mover, other)| {
            cells.saturating_add(class(mover, other))
        })
    }

    /// How many cells the class has.
    pub(crate) fn cells(&self, mover: usize, other: usize) -> usize {
        let free = self.points.saturating_sub(mover);
        self.orbits[mover].least.len() * CHOOSE[free][other] as usize
    }

    /// The cell of a position given by both sides' board bits.
    pub(crate) fn cell(&self, mover: u64, other: u64) -> usize {
        let (stones, others) = (mover.count_ones() as usize, other.count_ones() as usize);
        let orbits = &self.orbits[stones];
        let found = orbits.orbit_of[rank(self.points_of(mover))];
        let (least, keep) = orbits.least[(found >> 3) as usize];
        let other = self.lay(self.points_of(other), (found & 7) as usize);
        let mut lowest = rank_beside(other, least);
        if keep != 1 {
            for by in bits(u64::from(keep & !1)) {
                lowest = lowest.min(rank_beside(self.lay(other, by as usize), least));
            }
        }
        (found >> 3) as usize * CHOOSE[self.points - stones][others] as usize + lowest
    }

    /// The position of a cell, as board bits. Not every cell is the least of its position.
    pub(crate) fn position(&self, mover: usize, other: usize, cell: usize) -> (u64, u64) {
        let each = CHOOSE[self.points - mover][other] as usize;
        let (least, _) = self.orbits[mover].least[cell / each];
        let dense = unrank((cell % each) as u64, other, self.points - mover);
        // Spread over the points that the mover leaves free.
        let mut free = bits(!least)
            .take(self.points)
            .filter(|point| (*point as usize) < self.points);
        let mut spread = 0;
        let mut at = 0;
        for place in bits(dense) {
            let skipped = free.nth((place - at) as usize).unwrap_or(0);
            spread |= 1 << skipped;
            at = place + 1;
        }
        (self.bits_of(least), self.bits_of(spread))
    }

    /// How many different positions the symmetries make of this one.
    pub(crate) fn orbit_size(&self, mover: u64, other: u64) -> u64 {
        let (mover, other) = (self.points_of(mover), self.points_of(other));
        let same = (0..self.images.len())
            .filter(|by| self.lay(mover, *by) == mover && self.lay(other, *by) == other);
        self.images.len() as u64 / same.count().max(1) as u64
    }
}

/// Rank of a set among those of the points that `taken` leaves free.
fn rank_beside(set: Points, taken: Points) -> usize {
    let mut rank = 0;
    for (k, point) in bits(set).enumerate() {
        let below = (taken & ((1 << point) - 1)).count_ones() as usize;
        rank += CHOOSE[point as usize - below][k + 1];
    }
    rank as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;

    /// Each position has a cell, a cell's position comes back to it or to a lower
    /// one, and symmetric positions share theirs.
    #[test]
    fn cells_and_positions_agree() {
        for board in [Board::TELO, Board::DIMY, Board::TSIVY] {
            let index = Index::new(board, 4);
            for (mover, other) in [(1, 1), (1, 2), (2, 1), (3, 1)] {
                let cells = index.cells(mover, other);
                let step = 1 + cells / 3_000;
                for cell in (0..cells).step_by(step) {
                    let (own, enemy) = index.position(mover, other, cell);
                    assert_eq!(own & enemy, 0);
                    assert_eq!(
                        (own.count_ones(), enemy.count_ones()),
                        (mover as u32, other as u32)
                    );
                    let lowest = index.cell(own, enemy);
                    assert!(lowest <= cell, "{board} {mover}-{other} {cell}");
                    for symmetry in Symmetry::all(board) {
                        let lay = |stones| symmetry.bitboard(Bitboard::from_bits(stones)).bits();
                        assert_eq!(index.cell(lay(own), lay(enemy)), lowest);
                    }
                }
            }
        }
    }

    /// Every placement is in exactly one lowest cell: orbit sizes sum to the number of placements.
    #[test]
    fn orbits_cover_all_placements() {
        let index = Index::new(Board::TSIVY, 3);
        let lowest = (0..index.cells(1, 2)).filter_map(|cell| {
            let (own, enemy) = index.position(1, 2, cell);
            (index.cell(own, enemy) == cell).then(|| index.orbit_size(own, enemy))
        });
        assert_eq!(lowest.sum::<u64>(), 42_570);
    }
}
