//! Weights as bytes.
//!
//! All numbers are little-endian: the magic `fanoeval`, version, columns, rows, a zero; the
//! length of a note as 16 bits and the note (UTF-8, where the weights come from); then the
//! numbers of [`NetworkWeights`] in its order, 16 bits each and 32 for the output bias; the
//! checksum of all that (FNV-1a, 64 bits).

use alloc::string::String;
use alloc::vec::Vec;

use super::network::{BUCKETS, NetworkWeights, SETS, WeightsError, filters};
use crate::board::Board;
use crate::checksum::checksum;

const MAGIC: [u8; 8] = *b"fanoeval";
const VERSION: u8 = 1;

/// Bytes before the note.
const HEADER: usize = MAGIC.len() + 4 + 2;

impl NetworkWeights {
    /// How a file of weights begins.
    pub const MAGIC: [u8; 8] = MAGIC;

    /// The weights as a file, with a note on where they come from; of a note only as much as
    /// 65,535 bytes hold.
    #[must_use]
    pub fn to_bytes(&self, note: &str) -> Vec<u8> {
        let mut length = note.len().min(usize::from(u16::MAX));
        while !note.is_char_boundary(length) {
            length -= 1;
        }
        let mut bytes = Vec::from(MAGIC);
        bytes.extend([VERSION, self.board.width(), self.board.height(), 0]);
        bytes.extend((length as u16).to_le_bytes());
        bytes.extend(&note.as_bytes()[..length]);
        for weights in [&self.input, &self.hidden_bias, &self.output] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The weights of a file, and its note.
    ///
    /// # Errors
    /// [`WeightsError`]; sizes of weights are looked at when an evaluator is made of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, String), WeightsError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(WeightsError::Length)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Checksum);
        }
        let Some((&[version, width, height, _, low, high], rest)) = body
            .get(MAGIC.len()..)
            .and_then(|rest| rest.split_first_chunk::<{ HEADER - MAGIC.len() }>())
        else {
            return Err(WeightsError::Length);
        };
        if version != VERSION {
            return Err(WeightsError::UnknownVersion);
        }
        let board = Board::new(width, height).ok_or(WeightsError::Board)?;
        let filters = filters(board).ok_or(WeightsError::Board)?;
        let note = usize::from(u16::from_le_bytes([low, high]));
        let (note, numbers) = rest.split_at_checked(note).ok_or(WeightsError::Length)?;
        let points = board.points().len() as usize;
        let lengths = [SETS * points * filters, filters, BUCKETS * filters];
        if numbers.len() != 2 * lengths.iter().sum::<usize>() + 4 * BUCKETS {
            return Err(WeightsError::Length);
        }
        let mut numbers = numbers;
        let mut take = |length: usize| {
            let (these, rest) = numbers.split_at(2 * length);
            numbers = rest;
            let (pairs, _) = these.as_chunks();
            pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect()
        };
        let [input, hidden_bias, output] = lengths.map(&mut take);
        let mut output_bias = [0; BUCKETS];
        let (words, _) = numbers.as_chunks();
        for (bias, word) in output_bias.iter_mut().zip(words) {
            *bias = i32::from_le_bytes(*word);
        }
        let weights = Self {
            board,
            input,
            hidden_bias,
            output,
            output_bias,
        };
        Ok((weights, String::from_utf8_lossy(note).into_owned()))
    }
}
