//! Numbers as bytes, for files of tables and for interrupted builds.

use alloc::vec::Vec;

use super::file::FileError;
use super::stats::{ButForLimit, ClassStats, Longest};
use crate::checksum::checksum;

/// Bytes of a checksum.
pub(super) const CHECKSUM: usize = 8;

/// Adds the checksum of all that stands before it.
pub(super) fn seal(bytes: &mut Vec<u8>) {
    let sum = checksum(bytes);
    bytes.extend(sum.to_le_bytes());
}

/// What stands before the checksum, if it is right.
pub(super) fn sealed(bytes: &[u8]) -> Result<&[u8], FileError> {
    let (body, sum) = bytes
        .split_last_chunk::<CHECKSUM>()
        .ok_or(FileError::Damaged)?;
    if checksum(body) == u64::from_le_bytes(*sum) {
        Ok(body)
    } else {
        Err(FileError::Damaged)
    }
}

/// Writes a number in groups of seven bits, the lowest first.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A distance or none.
pub(super) fn put_distance(bytes: &mut Vec<u8>, distance: Option<u8>) {
    put(
        bytes,
        distance.map_or(0, |distance| u64::from(distance) + 1),
    );
}

/// Reads what was put.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// What is read next.
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    pub(crate) fn number(&mut self) -> Result<u64, FileError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or(FileError::Damaged)?;
            self.at += 1;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(FileError::Damaged)
    }

    pub(super) fn distance(&mut self) -> Result<Option<u8>, FileError> {
        match self.number()? {
            0 => Ok(None),
            more => u8::try_from(more - 1)
                .map(Some)
                .map_err(|_| FileError::Damaged),
        }
    }

    /// A number of bytes and the bytes.
    pub(super) fn run(&mut self) -> Result<&'a [u8], FileError> {
        let length = usize::try_from(self.number()?).map_err(|_| FileError::Damaged)?;
        let end = self.at.checked_add(length).ok_or(FileError::Damaged)?;
        let run = self.bytes.get(self.at..end).ok_or(FileError::Damaged)?;
        self.at = end;
        Ok(run)
    }

    pub(crate) const fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }
}

/// What is said of all positions with some number of stones.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// By the mover's stones, the first for none.
    pub(super) stats: Vec<ClassStats>,
    pub(super) but_for_limit: Vec<ButForLimit>,
    /// Longest distances within the limit.
    pub(super) longest: Vec<Longest>,
    /// Quiet positions that are decided but for the limit, by pattern and mask, ascending.
    pub(super) cursed: Vec<u32>,
}

impl Summary {
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        let classes = self
            .stats
            .iter()
            .zip(&self.but_for_limit)
            .zip(&self.longest);
        for ((stats, but_for_limit), longest) in classes.skip(1) {
            for count in [stats.win, stats.draw, stats.loss, stats.quiet_reduced] {
                put(bytes, count);
            }
            put_distance(bytes, stats.longest_win_dtc);
            put_distance(bytes, stats.longest_loss_dtc);
            put(bytes, but_for_limit.win);
            put(bytes, but_for_limit.loss);
            for distance in longest {
                put_distance(bytes, *distance);
            }
        }
        put(bytes, self.cursed.len() as u64);
        let mut before = 0;
        for number in &self.cursed {
            put(bytes, u64::from(number - before));
            before = *number;
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>, stones: usize) -> Result<Self, FileError> {
        let mut summary = Self {
            stats: Vec::from([ClassStats::default()]),
            but_for_limit: Vec::from([ButForLimit::default()]),
            longest: Vec::from([[None; 2]]),
            cursed: Vec::new(),
        };
        for _ in 1..stones {
            summary.stats.push(ClassStats {
                win: reader.number()?,
                draw: reader.number()?,
                loss: reader.number()?,
                quiet_reduced: reader.number()?,
                longest_win_dtc: reader.distance()?,
                longest_loss_dtc: reader.distance()?,
            });
            summary.but_for_limit.push(ButForLimit {
                win: reader.number()?,
                loss: reader.number()?,
            });
            summary
                .longest
                .push([reader.distance()?, reader.distance()?]);
        }
        let mut before = 0;
        for _ in 0..reader.number()? {
            let number = reader
                .number()?
                .checked_add(before)
                .ok_or(FileError::Damaged)?;
            summary
                .cursed
                .push(u32::try_from(number).map_err(|_| FileError::Damaged)?);
            before = number;
        }
        Ok(summary)
    }
}
