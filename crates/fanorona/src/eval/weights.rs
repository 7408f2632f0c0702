//! Weights as bytes.
//!
//! Magic (`fanoeval`), version, board, 0 for the plain game or 1 for part one of Vela (R7.2), note and
//! checksum as in [`crate::noted`]; between note and checksum the numbers of [`NetworkWeights`] in its order, 16 bits each and 32 for the
//! output bias.

use alloc::string::String;
use alloc::vec::Vec;

use super::network::{BUCKETS, NetworkWeights, SETS, WeightsError, filters};
use crate::noted::{Kind, NotedError, seal};
use crate::variant::Variant;

const KIND: Kind = Kind {
    magic: *b"fanoeval",
    version: 1,
};

impl From<NotedError> for WeightsError {
    fn from(error: NotedError) -> Self {
        match error {
            NotedError::Magic => Self::NotWeights,
            NotedError::Version => Self::UnknownVersion,
            NotedError::Board => Self::Board,
            NotedError::Length => Self::Length,
            NotedError::Checksum => Self::Checksum,
        }
    }
}

impl NetworkWeights {
    /// How a file of weights begins.
    pub const MAGIC: [u8; 8] = KIND.magic;

    /// The weights as a file, with a note on where they come from; of a note only as much as
    /// 65,535 bytes hold.
    #[must_use]
    pub fn to_bytes(&self, note: &str) -> Vec<u8> {
        let mut bytes = KIND.begin(self.variant.board(), u8::from(self.variant.is_vela()), note);
        for weights in [&self.input, &self.hidden_bias, &self.output] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        seal(&mut bytes);
        bytes
    }

    /// The weights of a file, and its note.
    ///
    /// # Errors
    /// [`WeightsError`]; sizes of weights are looked at when an evaluator is made of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, String), WeightsError> {
        let noted = KIND.open(bytes)?;
        let (board, numbers) = (noted.board, noted.content);
        let variant = match noted.extra {
            0 => Variant::on(board),
            1 if board == Variant::VELA.board() => Variant::VELA,
            _ => return Err(WeightsError::Board),
        };
        let filters = filters(board).ok_or(WeightsError::Board)?;
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
            variant,
            input,
            hidden_bias,
            output,
            output_bias,
        };
        Ok((weights, noted.note()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the byte of the game stands: after magic, version and board.
    const GAME: usize = 11;

    #[test]
    fn only_tsivy_has_a_part_one_of_vela() {
        let read = |bytes: &[u8], game: u8| {
            let mut bytes = bytes[..bytes.len() - 8].to_vec();
            bytes[GAME] = game;
            seal(&mut bytes);
            NetworkWeights::from_bytes(&bytes).map(|(weights, _)| weights.variant)
        };
        let (tsivy, dimy) = (
            include_bytes!("tsivy.weights"),
            include_bytes!("dimy.weights"),
        );
        assert_eq!(read(tsivy, 0), Ok(Variant::TSIVY));
        assert_eq!(read(tsivy, 1), Ok(Variant::VELA));
        assert_eq!(read(tsivy, 2), Err(WeightsError::Board));
        assert_eq!(read(dimy, 0), Ok(Variant::DIMY));
        assert_eq!(read(dimy, 1), Err(WeightsError::Board));
    }
}
