//! A board's points and symmetries, in the form in which tables ask for them.

use arrayvec::ArrayVec;

use super::MOST_STONES;
use crate::board::Board;
use crate::chain::{STRONG, bits};
use crate::square::{BITS, STRIDE, Square};
use crate::symmetry::{flip_rows, transpose, turn};

/// Points of the largest board.
pub(super) const POINTS: usize = Square::COUNT;

/// `CHOOSE[n][k]`: ways to choose `k` of `n`.
pub(super) const CHOOSE: [[u64; MOST_STONES + 1]; POINTS + 1] = {
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

/// All four of a board with two odd sides or two even ones.
const ALL_FLIPS: u8 = 0b1111;

/// Images of a set under the symmetries of a board, the set itself first.
pub(super) type Images = ArrayVec<u64, 8>;

/// One board. Sets of points are board bits throughout.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    board: Board,
    /// All points.
    pub(super) points: u64,
    /// How many.
    pub(super) size: usize,
    /// Which of *as it is, columns flipped, rows flipped, both* keep the lines; a bit each.
    which: u8,
    /// Whether it can be laid on its side.
    is_square: bool,
    /// Where each symmetry lays each point.
    point_images: ArrayVec<[u8; BITS], 8>,
    /// `rank_part[bit][k]`: what a set's `k`-th point adds to its rank.
    rank_part: [[u32; MOST_STONES]; BITS],
}

impl Frame {
    pub(super) fn new(board: Board) -> Self {
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let mut rank_part = [[0; MOST_STONES]; BITS];
        for (point, square) in board.points().iter().enumerate() {
            for (k, part) in rank_part[square.bit() as usize].iter_mut().enumerate() {
                // Sets so large that their rank does not fit are refused before they are asked for.
                *part = CHOOSE[point][k + 1] as u32;
            }
        }
        // A flip over an even side would turn strong points into weak ones (R1.2).
        let (odd_columns, odd_rows) = (width % 2 == 1, height % 2 == 1);
        let which = 1
            | u8::from(odd_columns) << 1
            | u8::from(odd_rows) << 2
            | u8::from(odd_columns == odd_rows) << 3;
        let mut frame = Self {
            board,
            points: board.points().bits(),
            size: width * height,
            which,
            is_square: width == height,
            point_images: ArrayVec::new(),
            rank_part,
        };
        for by in 0..frame.symmetries() {
            let mut images = [0; BITS];
            for bit in bits(frame.points) {
                images[bit as usize] = frame.images(1 << bit)[by as usize].trailing_zeros() as u8;
            }
            frame.point_images.push(images);
        }
        frame
    }

    /// Where a symmetry lays the point at this bit.
    #[inline]
    pub(super) fn point_image(&self, bit: u8, by: u32) -> u8 {
        self.point_images[by as usize][bit as usize]
    }

    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// Rank of a set of points among all sets of its size, in the order of colexicography.
    pub(super) fn rank(&self, set: u64) -> usize {
        let parts = bits(set).enumerate();
        parts.fold(0, |rank, (k, bit)| rank + self.rank_part[bit as usize][k]) as usize
    }

    /// How many sets of `size` points there are.
    pub(super) fn sets(&self, size: usize) -> u64 {
        if size > self.size {
            0
        } else {
            CHOOSE[self.size][size]
        }
    }

    /// The set of `size` points with this rank, as point numbers.
    pub(super) fn unrank(&self, mut rank: u64, size: usize) -> u64 {
        let mut set = 0;
        let mut point = self.size;
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

    /// Point numbers, row by row without gaps, to board bits.
    pub(super) fn spread(&self, numbers: u64) -> u64 {
        let (width, height) = (self.board.width(), self.board.height());
        let row = (1 << width) - 1;
        (0..height).fold(0, |set, r| {
            set | (numbers >> (r * width) & row) << (r * STRIDE)
        })
    }

    /// The set as it is, columns flipped, rows flipped, both.
    #[inline]
    fn flips(&self, set: u64) -> [u64; 4] {
        let turned = turn(set, self.board);
        [
            set,
            flip_rows(turned, self.board),
            flip_rows(set, self.board),
            turned,
        ]
    }

    /// The set under each symmetry, always in the same order.
    #[inline]
    pub(super) fn images(&self, set: u64) -> Images {
        let mut images = Images::new();
        let mut add = |set| {
            for (flip, image) in self.flips(set).into_iter().enumerate() {
                if self.which >> flip & 1 == 1 {
                    images.push(image);
                }
            }
        };
        add(set);
        if self.is_square {
            add(transpose(set));
        }
        images
    }

    /// How many symmetries there are.
    pub(super) const fn symmetries(&self) -> u32 {
        self.which.count_ones() << (self.is_square as u32)
    }

    /// The least image of a set, and the symmetries that give it, a bit each.
    #[inline]
    pub(super) fn least(&self, set: u64) -> (u64, u8) {
        if self.which == ALL_FLIPS && !self.is_square {
            // The same as below, without branches: most boards are such.
            let [a, b, c, d] = self.flips(set);
            let least = a.min(b).min(c.min(d));
            let by = u8::from(a == least)
                | u8::from(b == least) << 1
                | u8::from(c == least) << 2
                | u8::from(d == least) << 3;
            return (least, by);
        }
        let images = self.images(set);
        let mut least = set;
        let mut by = 1;
        for (symmetry, image) in images.iter().enumerate().skip(1) {
            if *image < least {
                (least, by) = (*image, 1 << symmetry);
            } else if *image == least {
                by |= 1 << symmetry;
            }
        }
        (least, by)
    }

    /// The image under one symmetry.
    #[inline]
    pub(super) fn image(&self, set: u64, by: u32) -> u64 {
        if by == 0 {
            set
        } else {
            self.images(set)[by as usize]
        }
    }

    /// Pairs of stones of a pattern such that the first can capture the second if
    /// they are of different colours and the first one's side moves; by their places in the pattern.
    #[inline]
    pub(super) fn threats(&self, pattern: u64, mut threat: impl FnMut(u8, u8)) {
        let empty = self.points & !pattern;
        let mut places = [0; 64];
        for (place, bit) in bits(pattern).enumerate() {
            places[bit as usize & 63] = place as u8;
        }
        let mut pair = |x: u8, z: u8| threat(places[x as usize & 63], places[z as usize & 63]);
        let mut along = |from: u64, delta: u8| {
            // x, a gap, z: each can approach the other (R4.1).
            for x in bits(from & pattern >> (2 * delta) & empty >> delta) {
                pair(x, x + 2 * delta);
                pair(x + 2 * delta, x);
            }
            // x beside z: who has a gap behind can withdraw (R4.2).
            let beside = from & pattern >> delta;
            for x in bits(beside & empty << delta) {
                pair(x, x + delta);
            }
            for x in bits(beside & empty >> (2 * delta)) {
                pair(x + delta, x);
            }
        };
        along(pattern, 1);
        along(pattern, STRIDE);
        along(pattern & STRONG, STRIDE - 1);
        along(pattern & STRONG, STRIDE + 1);
    }
}

/// The part of `set` inside `pattern`, as a mask of the pattern's stones, lowest first.
#[inline]
pub(super) fn mask_of(set: u64, pattern: u64) -> usize {
    bits(set).fold(0, |mask, bit| mask | 1 << index_in(pattern, bit))
}

/// Which of the pattern's stones is at this bit, counted from the lowest.
#[inline]
pub(super) const fn index_in(pattern: u64, bit: u8) -> u32 {
    (pattern & ((1 << bit) - 1)).count_ones()
}

/// The stones of a pattern that a mask names.
#[inline]
pub(super) fn stones_of(mask: usize, pattern: u64) -> u64 {
    bits(pattern)
        .enumerate()
        .fold(0, |set, (k, bit)| set | ((mask >> k & 1) as u64) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::symmetry::Symmetry;

    const BOARDS: [(u8, u8); 7] = [(9, 5), (5, 5), (3, 3), (7, 5), (4, 3), (4, 4), (5, 1)];

    fn frames() -> impl Iterator<Item = Frame> {
        BOARDS
            .into_iter()
            .filter_map(|(w, h)| Some(Frame::new(Board::new(w, h)?)))
    }

    /// The images are those of [`Symmetry`], as a set and one by one in a fixed order.
    #[test]
    fn images_are_the_symmetries() {
        for frame in frames() {
            let all: alloc::vec::Vec<_> = Symmetry::all(frame.board()).collect();
            assert_eq!(all.len(), frame.symmetries() as usize);
            let mut order = None;
            for rank in (0..frame.sets(3)).step_by(7) {
                let set = frame.spread(frame.unrank(rank, 3));
                let images = frame.images(set);
                assert_eq!(images[0], set);
                let sorted = |mut images: alloc::vec::Vec<u64>| {
                    images.sort_unstable();
                    images
                };
                let by_symmetry = all
                    .iter()
                    .map(|s| s.bitboard(Bitboard::from_bits(set)).bits())
                    .collect();
                assert_eq!(sorted(images.to_vec()), sorted(by_symmetry));
                // Laid apart and put together: the same symmetry each time.
                let parts: alloc::vec::Vec<Images> =
                    bits(set).map(|bit| frame.images(1 << bit)).collect();
                for by in 0..images.len() {
                    assert_eq!(parts.iter().fold(0, |set, part| set | part[by]), images[by]);
                    assert_eq!(frame.image(set, by as u32), images[by]);
                }
                order = order.or(Some(images.len()));
                assert_eq!(order, Some(images.len()));
            }
        }
    }

    #[test]
    fn ranks_are_places() {
        for frame in frames() {
            for size in 1..4 {
                for rank in 0..frame.sets(size) {
                    let set = frame.spread(frame.unrank(rank, size));
                    assert_eq!(set & !frame.points, 0);
                    assert_eq!(frame.rank(set), rank as usize);
                }
            }
        }
    }
}
