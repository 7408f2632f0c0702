//! A small network over the stones of both sides and their captures.
//!
//! Inputs are sets of points: the stones of the side to move, those of the other
//! side, those of the mover that can capture now, and those of the other side that
//! could if it were to move. Each filled point adds its weights to a hidden layer,
//! and the hidden layer is added up by output weights that depend on how many
//! stones are left. What is learned are *filters*: a hidden unit and its images under the
//! symmetries of the board, so an estimate is the same however the board lies. All is in integers:
//! the same bits on every machine.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chain::{Mover, TurnKind, bits};
use crate::square::{BITS, Square};
use crate::symmetry::Symmetry;
use crate::variant::Variant;

/// Sets of points that the network sees.
pub const SETS: usize = 4;

/// Hidden units: learned ones, and their images under the symmetries of the board.
pub const HIDDEN: usize = 64;

/// Output weights are chosen by the number of stones.
pub const BUCKETS: usize = 8;

/// A hidden unit of 1.0. Its square fits 16 bits.
pub const HIDDEN_ONE: i32 = 181;

/// An output weight of 1.0.
pub const OUTPUT_ONE: i32 = 64;

/// The estimate for an output of 1.0, in hundredths of a stone.
pub const OUTPUT_SCALE: i32 = 300;

/// Largest size of a weight of the hidden layer: 90 of them and a bias fit 16 bits.
pub const MOST_HIDDEN_WEIGHT: i16 = 255;

/// Largest size of an output weight: the sum fits 32 bits.
pub const MOST_OUTPUT_WEIGHT: i16 = 511;

/// Largest size of an output bias.
pub const MOST_OUTPUT_BIAS: i32 = 1 << 28;

/// Which output weights count for so many stones.
#[must_use]
pub const fn bucket(stones: u32) -> usize {
    let bucket = stones.saturating_sub(2) as usize / 6;
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

/// What the network sees of a position on `board`: the mover's stones, the other side's, and
/// those of each that can capture if its side is to move.
#[must_use]
pub fn inputs(board: Board, own: Bitboard, enemy: Bitboard) -> [Bitboard; SETS] {
    let (own, enemy, points) = (own.bits(), enemy.bits(), board.points().bits());
    let sets = [
        own,
        enemy,
        capturers(own, enemy, points),
        capturers(enemy, own, points),
    ];
    sets.map(Bitboard::from_bits)
}

#[inline]
pub(super) fn capturers(own: u64, enemy: u64, points: u64) -> u64 {
    Mover {
        own,
        enemy,
        points,
        kind: TurnKind::Normal,
    }
    .capturers()
}

/// Filters of a network for this board; `None` for a board without mirrors, or with more symmetries
/// than there are hidden units for.
#[must_use]
pub fn filters(board: Board) -> Option<usize> {
    let images = Symmetry::all(board).count();
    HIDDEN.is_multiple_of(images).then_some(HIDDEN / images)
}

/// The weights as they are learned and stored: of each filter once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// The game that they judge. [`Variant::VELA`] stands for its part one (R7.2): part two is the
    /// plain game on the same board.
    pub variant: Variant,
    /// Of the hidden layer, in units of [`HIDDEN_ONE`]: by set, by point of the board
    /// as [`Board::points`] shows them, by filter.
    pub input: Vec<i16>,
    /// Added to each hidden unit, by filter.
    pub hidden_bias: Vec<i16>,
    /// In units of [`OUTPUT_ONE`], by bucket, by filter.
    pub output: Vec<i16>,
    /// Added to the sum, in units of [`HIDDEN_ONE`] squared times [`OUTPUT_ONE`], by bucket.
    pub output_bias: [i32; BUCKETS],
}

/// Why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not begin as weights do.
    NotWeights,
    /// Of a version or kind that this library does not know.
    UnknownVersion,
    /// A board that no network is made for.
    Board,
    /// Too few bytes, or too many.
    Length,
    /// Changed since they were written.
    Checksum,
    /// A weight that is too large.
    Weight,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWeights => "not a file of weights",
            Self::UnknownVersion => "weights of a version that is not known",
            Self::Board => "weights for a board that they cannot be for",
            Self::Length => "weights cut short or with something behind them",
            Self::Checksum => "weights whose checksum is wrong",
            Self::Weight => "a weight that is too large",
        })
    }
}

impl core::error::Error for WeightsError {}

/// Numbers of 16 bits in a word.
const LANES: usize = 4;

/// A weight for each hidden unit, four to a word. Each is greater by [`OFFSET`], so that none
/// is negative and a sum of rows has no carry from one to the next: four additions in one, also
/// where there are no vector instructions.
type Row = [u64; HIDDEN / LANES];

/// What makes every weight of the hidden layer a number from 0.
const OFFSET: i16 = MOST_HIDDEN_WEIGHT;

/// Most rows in a sum: 45 stones, each of which may have a capture, and the bias.
const MOST_ROWS: u32 = 2 * 45 + 1;

const _: () = assert!(MOST_ROWS * 2 * (MOST_HIDDEN_WEIGHT as u32) < 1 << 16);

/// Puts a weight into a row.
fn put(row: &mut Row, unit: usize, weight: i16) {
    row[unit / LANES] |= ((weight + OFFSET) as u64) << (16 * (unit % LANES));
}

/// A network ready to evaluate positions of one game, as [`NetworkWeights`] names it.
#[derive(Clone)]
pub(crate) struct Network {
    variant: Variant,
    points: u64,
    /// By set, by bit.
    input: Box<[[Row; BITS]; SETS]>,
    bias: Row,
    output: [[i16; HIDDEN]; BUCKETS],
    output_bias: [i32; BUCKETS],
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("variant", &self.variant)
            .finish_non_exhaustive()
    }
}

impl Network {
    /// # Errors
    /// [`WeightsError::Board`], [`WeightsError::Length`] and [`WeightsError::Weight`].
    pub(crate) fn new(weights: &NetworkWeights) -> Result<Self, WeightsError> {
        let board = weights.variant.board();
        let filters = filters(board).ok_or(WeightsError::Board)?;
        let squares: Vec<Square> = board.points().iter().collect();
        if weights.input.len() != SETS * squares.len() * filters
            || weights.hidden_bias.len() != filters
            || weights.output.len() != BUCKETS * filters
        {
            return Err(WeightsError::Length);
        }
        let fit = |weights: &[i16], most: i16| {
            weights.iter().all(|weight| (-most..=most).contains(weight))
        };
        if !fit(&weights.input, MOST_HIDDEN_WEIGHT)
            || !fit(&weights.hidden_bias, MOST_HIDDEN_WEIGHT)
            || !fit(&weights.output, MOST_OUTPUT_WEIGHT)
            || !weights
                .output_bias
                .iter()
                .all(|bias| (-MOST_OUTPUT_BIAS..=MOST_OUTPUT_BIAS).contains(bias))
        {
            return Err(WeightsError::Weight);
        }
        let mut network = Self {
            variant: weights.variant,
            points: board.points().bits(),
            input: Box::new([[[0; HIDDEN / LANES]; BITS]; SETS]),
            bias: [0; HIDDEN / LANES],
            output: [[0; HIDDEN]; BUCKETS],
            output_bias: weights.output_bias,
        };
        for (image, symmetry) in Symmetry::all(board).enumerate() {
            let first = image * filters;
            let mut rows = weights.input.chunks_exact(filters);
            for set in network.input.iter_mut() {
                for (square, row) in squares.iter().zip(&mut rows) {
                    let into = &mut set[usize::from(symmetry.square(*square).bit())];
                    for (filter, weight) in row.iter().enumerate() {
                        put(into, first + filter, *weight);
                    }
                }
            }
            for (filter, weight) in weights.hidden_bias.iter().enumerate() {
                put(&mut network.bias, first + filter, *weight);
            }
            let learned = weights.output.chunks_exact(filters);
            for (all, learned) in network.output.iter_mut().zip(learned) {
                all[first..first + filters].copy_from_slice(learned);
            }
        }
        Ok(network)
    }

    /// Whether it judges the plain game on the board with these points.
    pub(crate) const fn is_plain_on(&self, points: u64) -> bool {
        self.points == points && !self.variant.is_vela()
    }

    pub(crate) const fn variant(&self) -> Variant {
        self.variant
    }

    /// An estimate in hundredths of a stone, seen by the side of `own`, which is to move.
    /// `own_capturers` are its stones that have a capture in the plain game.
    pub(crate) fn evaluate(&self, own: u64, enemy: u64, own_capturers: u64) -> i32 {
        let sets = [
            own,
            enemy,
            own_capturers,
            capturers(enemy, own, self.points),
        ];
        let mut hidden = self.bias;
        let mut rows = 1;
        for (set, weights) in sets.into_iter().zip(&*self.input) {
            rows += set.count_ones() as i16;
            for bit in bits(set) {
                for (sum, word) in hidden.iter_mut().zip(&weights[bit as usize % BITS]) {
                    *sum += *word;
                }
            }
        }
        // Numbers of 16 bits from here on, in loops that a compiler makes vectors of where it may.
        let mut units = [0; HIDDEN];
        for (lanes, word) in units.as_chunks_mut::<LANES>().0.iter_mut().zip(hidden) {
            *lanes = [word, word >> 16, word >> 32, word >> 48].map(|word| word as i16);
        }
        let offset = rows.wrapping_mul(OFFSET);
        for unit in &mut units {
            let open = unit.wrapping_sub(offset).clamp(0, HIDDEN_ONE as i16);
            *unit = open * open;
        }
        let bucket = bucket((own | enemy).count_ones());
        // At most 181 x 181 x 511 each, and 64 of them fit.
        let weighed = units.iter().zip(&self.output[bucket]);
        let sum: i32 = weighed
            .map(|(unit, weight)| i32::from(*unit) * i32::from(*weight))
            .sum();
        let whole = i64::from(sum) + i64::from(self.output_bias[bucket]);
        let one = i64::from(HIDDEN_ONE * HIDDEN_ONE * OUTPUT_ONE);
        (whole * i64::from(OUTPUT_SCALE) / one) as i32
    }
}
