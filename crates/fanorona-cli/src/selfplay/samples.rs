//! Positions with what became of them: what an evaluation learns from.
//!
//! A file begins with [`MAGIC`], `1` for the plain game or `v` for part one of Vela (R7.2), columns
//! and rows; then 15 bytes for each sample, all
//! little-endian: the mover's stones and the other side's, 48 bits each, bit n for the
//! point with number n, the score of a
//! search in hundredths of a stone (16 bits, signed), and the result of the game:
//! 0 lost, 1 drawn, 2 won. All is seen by the side to move.

use std::io::{self, Write};

use anyhow::bail;
use fanorona::{Bitboard, Board, Square, Variant, Wdl};

pub(crate) const MAGIC: &[u8; 7] = b"fanogam";

/// What follows the magic: the game.
const PLAIN: u8 = b'1';
const VELA: u8 = b'v';

/// Bytes of a sample.
const SIZE: usize = 15;

/// Scores are cut to this size.
pub(crate) const MOST_SCORE: i32 = 3_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) score: i16,
    pub(crate) result: Wdl,
}

pub(crate) fn write_header(variant: Variant, out: &mut impl Write) -> io::Result<()> {
    let (board, game) = (
        variant.board(),
        if variant.is_vela() { VELA } else { PLAIN },
    );
    out.write_all(MAGIC)?;
    out.write_all(&[game, board.width(), board.height()])
}

pub(crate) fn write(sample: &Sample, out: &mut impl Write) -> io::Result<()> {
    for stones in [sample.own, sample.enemy] {
        let bits = stones
            .iter()
            .fold(0u64, |bits, square| bits | 1 << square.index());
        out.write_all(&bits.to_le_bytes()[..6])?;
    }
    out.write_all(&sample.score.to_le_bytes())?;
    let result = match sample.result {
        Wdl::Loss => 0,
        Wdl::Draw => 1,
        Wdl::Win => 2,
    };
    out.write_all(&[result])
}

/// The game and the samples of a file; [`Variant::VELA`] stands for its part one alone.
///
/// # Errors
/// When it is something else.
pub(crate) fn read(bytes: &[u8]) -> anyhow::Result<(Variant, Vec<Sample>)> {
    let Some(([game, width, height], rest)) = bytes
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.split_first_chunk())
    else {
        bail!("not a file of samples");
    };
    let Some(board) = Board::new(*width, *height) else {
        bail!("samples of a board that does not exist");
    };
    let variant = match *game {
        PLAIN => Variant::on(board),
        VELA if board == Variant::VELA.board() => Variant::VELA,
        _ => bail!("samples of a game that is not known"),
    };
    let (samples, more) = rest.as_chunks::<SIZE>();
    if !more.is_empty() {
        bail!("the last sample is cut short");
    }
    let samples = samples.iter().map(|bytes| {
        let stones = |at: usize| {
            let mut wide = [0; 8];
            wide[..6].copy_from_slice(&bytes[at..at + 6]);
            let bits = u64::from_le_bytes(wide);
            let squares: Bitboard = Square::all()
                .filter(|square| bits >> square.index() & 1 == 1)
                .collect();
            let all_on_board = bits >> Square::COUNT == 0 && (squares & !board.points()).is_empty();
            all_on_board.then_some(squares)
        };
        let (Some(own), Some(enemy)) = (stones(0), stones(6)) else {
            bail!("a sample with stones that are not on the board");
        };
        let result = match bytes[14] {
            0 => Wdl::Loss,
            1 => Wdl::Draw,
            2 => Wdl::Win,
            _ => bail!("a sample with an unknown result"),
        };
        if !(own & enemy).is_empty() {
            bail!("a sample with two stones on a point");
        }
        Ok(Sample {
            own,
            enemy,
            score: i16::from_le_bytes([bytes[12], bytes[13]]),
            result,
        })
    });
    Ok((variant, samples.collect::<anyhow::Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(squares: &str) -> Bitboard {
        squares
            .split(' ')
            .map(|square| square.parse::<Square>().expect("a point"))
            .collect()
    }

    #[test]
    fn a_file_comes_back() {
        let samples = [
            Sample {
                own: stones("a1 b1 d1"),
                enemy: stones("i5"),
                score: -77,
                result: Wdl::Loss,
            },
            Sample {
                own: stones("e3"),
                enemy: stones("a1"),
                score: 3_000,
                result: Wdl::Win,
            },
        ];
        let mut bytes = Vec::new();
        write_header(Variant::TSIVY, &mut bytes).expect("memory");
        for sample in &samples {
            write(sample, &mut bytes).expect("memory");
        }
        let (variant, back) = read(&bytes).expect("samples");
        assert_eq!((variant, &back[..]), (Variant::TSIVY, &samples[..]));
        for cut in 0..bytes.len() {
            let whole = cut >= 10 && (cut - 10) % SIZE == 0;
            assert_eq!(read(&bytes[..cut]).is_ok(), whole, "{cut}");
        }
        let mut wrong = bytes.clone();
        wrong[24] = 9;
        assert!(read(&wrong).is_err());
        wrong = bytes;
        wrong[15] = 255;
        assert!(read(&wrong).is_err());
    }
}
