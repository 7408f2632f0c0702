//! A build put away between two stages, to be taken up again later.
//!
//! Nothing is made small: the bytes are as many as the build has in memory, and are
//! meant for a disk and for the program that wrote them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::MOST_STONES;
use super::build::{Builder, Stage, fits};
use super::bytes::{Reader, Summary, put, put_distance, seal, sealed};
use super::file::FileError;
use super::outcomes::Outcomes;
use super::patterns::Patterns;
use super::stats::Tally;
use super::tables::{Cells, Level};
use super::wins::{AllDistances, WinLevel};
use super::work::Work;
use crate::board::Board;

const MAGIC: [u8; 8] = *b"fanobld2";

/// Why bytes are no build that was put away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// They do not begin as a checkpoint of this version does.
    NotACheckpoint,
    /// No such board, or too many stones for it.
    TooLarge,
    /// The end is missing, or a byte has changed.
    Damaged,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotACheckpoint => "this is no checkpoint of a build",
            Self::TooLarge => "a checkpoint of a board or number of stones that cannot be",
            Self::Damaged => "the checkpoint is damaged or cut short",
        })
    }
}

impl core::error::Error for CheckpointError {}

fn put_cells(bytes: &mut Vec<u8>, cells: &[AtomicU8]) {
    put(bytes, cells.len() as u64);
    bytes.extend(cells.iter().map(|cell| cell.load(Relaxed)));
}

fn read_cells(reader: &mut Reader<'_>, count: usize) -> Result<Vec<AtomicU8>, FileError> {
    let cells = reader.run()?;
    if cells.len() != count {
        return Err(FileError::Damaged);
    }
    Ok(cells.iter().map(|cell| AtomicU8::new(*cell)).collect())
}

impl Stage {
    const fn to_number(self) -> u64 {
        match self {
            Self::Count => 0,
            Self::Captures => 1,
            Self::Finish => 2,
            Self::Distance(distance) => 3 + distance as u64,
        }
    }

    fn from_number(number: u64) -> Result<Self, FileError> {
        Ok(match number {
            0 => Self::Count,
            1 => Self::Captures,
            2 => Self::Finish,
            more => Self::Distance(u8::try_from(more - 3).map_err(|_| FileError::Damaged)?),
        })
    }
}

impl Builder {
    /// The build as bytes. To be called before a piece of a stage is done: what is
    /// done of the present stage would be done again, and counted twice.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.tables.board().width(), self.tables.board().height()]);
        let tables = &self.tables;
        for stones in [
            self.target,
            self.to_win,
            tables.stones(),
            tables.stones_with_distances_to_win(),
        ] {
            put(&mut bytes, stones as u64);
        }
        for level in &tables.levels {
            level.summary.put(&mut bytes);
            if let Cells::Distances(cells) = &level.cells {
                put(&mut bytes, cells.len() as u64);
                bytes.extend(cells);
            }
        }
        for outcomes in &self.outcomes {
            put_cells(&mut bytes, outcomes.bytes());
        }
        for level in &tables.wins {
            for distance in level.longest.iter().flatten() {
                put_distance(&mut bytes, *distance);
            }
            put(&mut bytes, level.cells.len() as u64);
            bytes.extend(&level.cells);
        }
        for distances in &self.distances {
            put_cells(&mut bytes, distances.cells());
        }
        if let Some(work) = &self.work {
            put(&mut bytes, work.stage.to_number());
            put_cells(&mut bytes, &work.cells);
            let unlimited = work.unlimited.as_deref().unwrap_or_default();
            put(&mut bytes, unlimited.len() as u64);
            bytes.extend(unlimited);
            if let Some(outcomes) = &work.outcomes {
                put_cells(&mut bytes, outcomes.bytes());
            }
            if let Some(latest) = &work.latest {
                put_cells(&mut bytes, latest);
                put(&mut bytes, u64::from(work.farthest.load(Relaxed)));
            }
            if let Some(distances) = &work.distances {
                put_cells(&mut bytes, distances.cells());
            }
            for tally in &work.tally {
                tally.put(&mut bytes);
            }
        }
        seal(&mut bytes);
        bytes
    }

    /// The first bytes of every checkpoint.
    pub const MAGIC: [u8; 8] = MAGIC;

    /// Takes a build up again.
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are no checkpoint or are damaged.
    pub fn resume(bytes: &[u8]) -> Result<Self, CheckpointError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(CheckpointError::NotACheckpoint);
        }
        Self::read(bytes).map_err(|error| match error {
            FileError::TooLarge => CheckpointError::TooLarge,
            FileError::NotTables | FileError::Unknown | FileError::Damaged => {
                CheckpointError::Damaged
            }
        })
    }

    fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let body = sealed(bytes)?;
        let Some(&[width, height]) = body.get(MAGIC.len()..MAGIC.len() + 2) else {
            return Err(FileError::Damaged);
        };
        let board = Board::new(width, height).ok_or(FileError::TooLarge)?;
        let mut reader = Reader::new(body, MAGIC.len() + 2);
        let mut stones = || reader.number().map(|number| number as usize);
        let (target, to_win, done, won) = (stones()?, stones()?, stones()?, stones()?);
        if !(2..=MOST_STONES).contains(&target)
            || !(1..=target).contains(&to_win)
            || !(1..=target).contains(&done)
            || !(1..=to_win.min(done)).contains(&won)
            || !(2..=target).all(|stones| fits(board, stones))
        {
            return Err(FileError::TooLarge);
        }
        let mut builder = Self::empty(board, target);
        builder.to_win = to_win;
        for stones in 2..=done {
            let patterns = Patterns::new(builder.frame(), stones, 1, 0);
            let summary = Summary::read(&mut reader, stones)?;
            let cells = reader.run()?;
            if cells.len() != patterns.count() {
                return Err(FileError::Damaged);
            }
            builder.tables.levels.push(Arc::new(Level {
                patterns: Arc::new(patterns),
                cells: Cells::Distances(cells.to_vec()),
                summary,
            }));
        }
        for stones in 2..=done.min(target - 1) {
            let fresh = Outcomes::new(&builder.tables.levels[stones - 2].patterns);
            let outcomes = read_cells(&mut reader, fresh.bytes().len())?;
            builder.outcomes.push(fresh.with_bytes(outcomes));
        }
        for stones in 2..=won {
            let patterns = Arc::clone(&builder.tables.levels[stones - 2].patterns);
            let mut longest = Vec::new();
            for _ in 0..stones {
                longest.push([reader.distance()?, reader.distance()?]);
            }
            let cells = reader.run()?;
            if cells.len() != patterns.count() {
                return Err(FileError::Damaged);
            }
            builder.tables.wins.push(Arc::new(WinLevel {
                patterns,
                cells: cells.to_vec(),
                longest,
            }));
        }
        for stones in 2..=won.min(to_win - 1) {
            let fresh = AllDistances::new(&builder.tables.levels[stones - 2].patterns);
            let cells = read_cells(&mut reader, fresh.cells().len())?;
            builder.distances.push(fresh.with_cells(cells));
        }
        builder.next_level();
        if let Some(work) = &mut builder.work {
            work.read(&mut reader)?;
        }
        if reader.is_at_end() {
            Ok(builder)
        } else {
            Err(FileError::Damaged)
        }
    }
}

impl Work {
    /// Puts what was read into a level that has just begun.
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), FileError> {
        let count = self.patterns.count();
        self.stage = Stage::from_number(reader.number()?)?;
        self.cells = read_cells(reader, count)?;
        let unlimited = reader.run()?;
        if !unlimited.is_empty() {
            if unlimited.len() != count {
                return Err(FileError::Damaged);
            }
            self.unlimited = Some(unlimited.to_vec());
        }
        if let Some(fresh) = self.outcomes.take() {
            let bytes = read_cells(reader, fresh.bytes().len())?;
            self.outcomes = Some(fresh.with_bytes(bytes));
        }
        if let Some(latest) = &mut self.latest {
            *latest = read_cells(reader, count)?;
            let farthest = u8::try_from(reader.number()?).map_err(|_| FileError::Damaged)?;
            self.farthest = AtomicU8::new(farthest);
        }
        if let Some(fresh) = self.distances.take() {
            let cells = read_cells(reader, fresh.cells().len())?;
            self.distances = Some(fresh.with_cells(cells));
        }
        for tally in &mut self.tally {
            *tally = Tally::read(reader)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Put away and taken up after every stage, the build comes to the same end.
    #[test]
    fn a_build_can_be_taken_up_again() {
        let run = |interrupted: bool| {
            let builder = Builder::new(Board::TELO, 6).expect("small");
            let mut builder = builder.with_distances_to_win(5);
            loop {
                if interrupted {
                    builder = Builder::resume(&builder.checkpoint()).expect("just written");
                }
                if builder.is_done() {
                    return builder.into_tables();
                }
                for piece in 0..builder.pieces() {
                    builder.work(piece);
                }
                builder.advance().expect("fits");
            }
        };
        let (one, other) = (run(false), run(true));
        assert_eq!(other.stones(), 6);
        for (one, other) in one.levels.iter().zip(&other.levels) {
            assert_eq!(one.cells, other.cells);
            assert_eq!(one.summary.stats, other.summary.stats);
            assert_eq!(one.summary.cursed, other.summary.cursed);
        }
        assert_eq!((one.wins.len(), other.wins.len()), (4, 4));
        for (one, other) in one.wins.iter().zip(&other.wins) {
            assert_eq!(one.cells, other.cells);
            assert_eq!(one.longest, other.longest);
        }
    }

    /// Works to the end or to an error.
    fn work_on(mut builder: Builder) {
        while !builder.is_done() {
            for piece in 0..builder.pieces() {
                builder.work(piece);
            }
            if builder.advance().is_err() {
                break;
            }
        }
    }

    #[test]
    fn damaged_checkpoints_are_errors() {
        let builder = Builder::new(Board::TELO, 4).expect("small");
        let mut builder = builder.with_distances_to_win(4);
        // A build with all that a checkpoint can hold.
        while builder.tables().stones_with_distances_to_win() < 3 {
            for piece in 0..builder.pieces() {
                builder.work(piece);
            }
            builder.advance().expect("fits");
        }
        let whole = builder.checkpoint();
        assert!(Builder::resume(&whole).is_ok());
        for place in 0..whole.len() {
            let expected = if place < MAGIC.len() {
                CheckpointError::NotACheckpoint
            } else {
                CheckpointError::Damaged
            };
            assert_eq!(Builder::resume(&whole[..place]).err(), Some(expected));
        }
        let mut large = whole[..whole.len() - 8].to_vec();
        large[MAGIC.len()] = 10;
        seal(&mut large);
        assert_eq!(
            Builder::resume(&large).err(),
            Some(CheckpointError::TooLarge)
        );
        // With a right checksum: an error, or another state that may even be worked on,
        // but no panic. In every stage, for what is asked of a number hangs on it.
        let mut taken_up = 0;
        while !builder.is_done() {
            let whole = builder.checkpoint();
            let body = &whole[..whole.len() - 8];
            for (place, mask) in (0..body.len())
                .step_by(4)
                .zip([0x5a, 0xff, 0x80, 0x1f].into_iter().cycle())
            {
                let mut forged = body.to_vec();
                forged[place] ^= mask;
                seal(&mut forged);
                if let Ok(builder) = Builder::resume(&forged) {
                    work_on(builder);
                    taken_up += 1;
                }
            }
            for piece in 0..builder.pieces() {
                builder.work(piece);
            }
            builder.advance().expect("fits");
        }
        assert!(taken_up > 300, "{taken_up}");
    }
}
