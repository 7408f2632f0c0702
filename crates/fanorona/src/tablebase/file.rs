//! Tables as bytes: see `docs/tablebase-format.md`.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::build::fits;
use super::bytes::{CHECKSUM, Reader, Summary, put, put_distance, seal, sealed};
use super::cell;
use super::coder::{Decoder, Encoder, Reading};
use super::edges::is_least;
use super::model::Model;
use super::patterns::{Laid, Patterns, Survey};
use super::stats::Longest;
use super::tables::{Cells, Level, Tables};
use super::wins::WinLevel;
use super::{MOST_STONES, colorings::Colorings};
use crate::board::Board;

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"fanotabl";
/// The version of the format of files: others are refused.
pub const FILE_VERSION: u8 = 1;
/// The rules whose values are stored: those of R1 to R6.2 without options.
const PLAIN_RULES: u8 = 0;
/// Magic, version, width, height, rules, kind, stones.
const HEADER: usize = MAGIC.len() + 6;
/// Opened tables remember the first number of about so many patterns of each number
/// of stones: the others' are counted from there, which takes a probe some time.
const REMEMBERED: u64 = 1 << 20;

/// What a file holds of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Win, draw or loss.
    Outcomes,
    /// Win, draw or loss, and the distance to conversion.
    Distances,
    /// Win, draw or loss, and the distance to win.
    DistancesToWin,
}

/// Why bytes are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin as a file of tables does.
    NotTables,
    /// A version of the format, a kind or rules that this program does not know.
    Unknown,
    /// No such board, or too many stones for it.
    TooLarge,
    /// The end is missing, or a byte has changed.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotTables => "these are not tables of endings",
            Self::Unknown => "tables of a version or kind that is not known here",
            Self::TooLarge => "tables of a board or number of stones that cannot be",
            Self::Damaged => "the tables are damaged or cut short",
        })
    }
}

impl core::error::Error for FileError {}

impl Tables {
    /// The tables as bytes, for positions of up to `stones` stones: see
    /// `docs/tablebase-format.md`. `None` if they do not hold so many, or if distances
    /// are asked for and they have none.
    #[must_use]
    pub fn to_bytes(&self, stones: usize, kind: Kind) -> Option<Vec<u8>> {
        let known = match kind {
            Kind::Outcomes => self.stones(),
            Kind::Distances => self.stones_with_distances(),
            Kind::DistancesToWin => self.stones_with_distances_to_win(),
        };
        if stones < 2 || stones > known {
            return None;
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend([
            FILE_VERSION,
            self.board().width(),
            self.board().height(),
            PLAIN_RULES,
            kind as u8,
            stones as u8,
        ]);
        for number in 0..stones - 1 {
            self.write_level(number, kind, &mut bytes)?;
        }
        seal(&mut bytes);
        Some(bytes)
    }

    /// Writes the positions of 2 and `number` stones.
    fn write_level(&self, number: usize, kind: Kind, bytes: &mut Vec<u8>) -> Option<()> {
        let level = &self.levels[number];
        level.summary.put(bytes);
        let cells = if kind == Kind::DistancesToWin {
            let win = self.wins.get(number)?;
            for distance in win.longest.iter().skip(1).flatten() {
                put_distance(bytes, *distance);
            }
            self.encode(&win.patterns, kind, &|number| win.cells[number])?
        } else {
            self.encode(&level.patterns, kind, &|number| level.cells.cell(number))?
        };
        put(bytes, cells.len() as u64);
        bytes.extend(cells);
        Some(())
    }

    fn encode(
        &self,
        patterns: &Patterns,
        kind: Kind,
        cell: &dyn Fn(usize) -> u8,
    ) -> Option<Vec<u8>> {
        // Opened tables hold only what a file holds, in another order.
        if !patterns.remembers_all() {
            return None;
        }
        let frame = &self.frame;
        let stones = patterns.stones();
        let stored = Colorings::with_at_least(stones, stones.div_ceil(2));
        let mut quiet = Colorings::none();
        let mut model = Model::new(stones, kind != Kind::Outcomes);
        let mut encoder = Encoder::new();
        for piece in 0..patterns.pieces() {
            patterns.piece(frame, piece, |_, numbers, pattern| {
                quiet.quiet(frame, pattern, patterns.stored());
                let keeping = frame.keeping(pattern);
                model.next_pattern();
                for (number, mask) in numbers.zip(quiet.iter()) {
                    let laid = Laid { pattern, mask };
                    if stored.contains(mask) && is_least(frame, laid, keeping) {
                        model.cell(&mut encoder, mask, cell(number));
                    }
                }
            });
        }
        Some(encoder.finish())
    }
}

/// Tables being opened, piece by piece, so that a page stays alive meanwhile.
///
/// ```
/// use fanorona::Board;
/// use fanorona::tablebase::{Kind, Opening, Tables};
/// let tables = Tables::build(Board::TELO, 4, &mut |_| true).unwrap();
/// let bytes = tables.to_bytes(4, Kind::Distances).unwrap();
/// let mut opening = Opening::new(bytes).unwrap();
/// while !opening.is_done() {
///     opening.work().unwrap();
/// }
/// assert_eq!(opening.into_tables().stones(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Opening {
    bytes: Vec<u8>,
    /// What is read next.
    at: usize,
    kind: Kind,
    stones: usize,
    tables: Tables,
    level: Option<Under>,
}

/// A number of stones under way.
#[derive(Clone, Debug)]
struct Under {
    survey: Survey,
    model: Model,
    decoder: Decoder,
    /// Where its cells end.
    end: usize,
    /// Of a file of distances to win: what they say of winning and losing.
    cells: Cells,
    count: usize,
    summary: Summary,
    /// Of a file of distances to win: themselves, and the longest ones.
    wins: Option<(Vec<u8>, Vec<Longest>)>,
}

impl Opening {
    /// The first bytes of every file.
    pub const MAGIC: [u8; 8] = MAGIC;

    /// Looks at the header and the checksum.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn new(bytes: Vec<u8>) -> Result<Self, FileError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FileError::NotTables);
        }
        let body = sealed(&bytes)?;
        let Some(&[version, width, height, rules, kind, stones]) = body.get(MAGIC.len()..HEADER)
        else {
            return Err(FileError::Damaged);
        };
        let kind = match kind {
            0 => Kind::Outcomes,
            1 => Kind::Distances,
            2 => Kind::DistancesToWin,
            _ => return Err(FileError::Unknown),
        };
        if version != FILE_VERSION || rules != PLAIN_RULES {
            return Err(FileError::Unknown);
        }
        let stones = usize::from(stones);
        let board = Board::new(width, height).ok_or(FileError::TooLarge)?;
        if !(2..=MOST_STONES).contains(&stones) || !(2..=stones).all(|stones| fits(board, stones)) {
            return Err(FileError::TooLarge);
        }
        Ok(Self {
            bytes,
            at: HEADER,
            kind,
            stones,
            tables: Tables::empty(board),
            level: None,
        })
    }

    /// Most stones of the positions in the file.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.stones
    }

    /// What the file holds.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The board of the file.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.tables.board()
    }

    /// Whether all is read.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.tables.stones() == self.stones
    }

    /// How much of the file is read: bytes, of all bytes.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let under = self.level.as_ref().map_or(0, |level| level.decoder.place());
        ((self.at + under).min(self.bytes.len()), self.bytes.len())
    }

    /// What is read so far: those of a number of stones that is not read to the end are left out.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The tables; those of a number of stones that is not read to the end are left out.
    #[must_use]
    pub fn into_tables(self) -> Tables {
        self.tables
    }

    /// Reads a piece.
    ///
    /// # Errors
    /// [`FileError::Damaged`].
    pub fn work(&mut self) -> Result<(), FileError> {
        if self.is_done() {
            return Ok(());
        }
        let mut level = match self.level.take() {
            Some(level) => level,
            None => self.begin_level()?,
        };
        let bytes = &self.bytes[self.at..level.end];
        level.piece(&self.tables, bytes);
        if !level.survey.is_done() {
            self.level = Some(level);
            return Ok(());
        }
        self.at = level.end;
        let patterns = Arc::new(level.survey.into_patterns());
        if let Some((cells, longest)) = level.wins {
            self.tables.wins.push(Arc::new(WinLevel {
                patterns: Arc::clone(&patterns),
                cells,
                longest,
            }));
        }
        self.tables.levels.push(Arc::new(Level {
            patterns,
            cells: level.cells,
            summary: level.summary,
        }));
        if self.is_done() && self.at + CHECKSUM != self.bytes.len() {
            return Err(FileError::Damaged);
        }
        Ok(())
    }

    fn begin_level(&mut self) -> Result<Under, FileError> {
        let stones = self.tables.stones() + 1;
        let body = &self.bytes[..self.bytes.len() - CHECKSUM];
        let mut reader = Reader::new(body, self.at);
        let summary = Summary::read(&mut reader, stones)?;
        let wins = if self.kind == Kind::DistancesToWin {
            let mut longest = Vec::from([[None; 2]]);
            for _ in 1..stones {
                longest.push([reader.distance()?, reader.distance()?]);
            }
            Some((Vec::new(), longest))
        } else {
            None
        };
        let cells = reader.run()?;
        self.at = reader.at - cells.len();
        let frame = &self.tables.frame;
        let patterns = frame.sets(stones) / u64::from(frame.symmetries());
        let group = (patterns / REMEMBERED + 1).next_power_of_two().ilog2();
        Ok(Under {
            survey: Survey::new(frame, stones, stones.div_ceil(2), group),
            model: Model::new(stones, self.kind != Kind::Outcomes),
            decoder: Decoder::new(cells),
            end: reader.at,
            cells: match self.kind {
                Kind::Outcomes | Kind::DistancesToWin => Cells::Outcomes(Vec::new()),
                Kind::Distances => Cells::Distances(Vec::new()),
            },
            count: 0,
            summary,
            wins,
        })
    }
}

impl Under {
    fn piece(&mut self, tables: &Tables, bytes: &[u8]) {
        let frame = &tables.frame;
        let (model, cells, count) = (&mut self.model, &mut self.cells, &mut self.count);
        let wins = &mut self.wins;
        let mut reading = Reading {
            decoder: &mut self.decoder,
            bytes,
        };
        self.survey.piece(frame, |pattern, quiet| {
            let keeping = frame.keeping(pattern);
            model.next_pattern();
            for mask in quiet.iter() {
                let laid = Laid { pattern, mask };
                let cell = if is_least(frame, laid, keeping) {
                    model.cell(&mut reading, mask, cell::DRAW)
                } else {
                    cell::DRAW
                };
                cells.push(*count, cell);
                if let Some((wins, _)) = wins {
                    wins.push(cell);
                }
                *count += 1;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(bytes: Vec<u8>) -> Result<Tables, FileError> {
        let mut opening = Opening::new(bytes)?;
        while !opening.is_done() {
            opening.work()?;
        }
        Ok(opening.into_tables())
    }

    /// Every position has the same value in built tables and in opened ones, and
    /// all that is said of a class is the same.
    #[test]
    fn opened_tables_say_what_built_ones_say() {
        for (width, height, stones) in [(9, 5, 3), (5, 5, 4), (3, 3, 9), (5, 3, 5)] {
            let Some(board) = Board::new(width, height) else {
                continue;
            };
            let builder = super::super::Builder::new(board, stones).expect("small");
            let builder = builder.with_distances_to_win(stones);
            let built = builder.run(&mut |_| true).expect("small");
            for kind in [Kind::Outcomes, Kind::Distances, Kind::DistancesToWin] {
                let bytes = built.to_bytes(stones, kind).expect("built with distances");
                let opened = open(bytes).expect("just written");
                assert_eq!(opened.stones(), stones);
                assert_eq!(opened.stones_with_distances() > 1, kind == Kind::Distances);
                let to_win = opened.stones_with_distances_to_win();
                let expected = if kind == Kind::DistancesToWin {
                    stones
                } else {
                    1
                };
                assert_eq!(to_win, expected);
                assert!(opened.to_bytes(stones, kind).is_none() || stones == 2);
                for stones in 2..=stones {
                    for mover in 1..stones {
                        let class = (mover, stones - mover);
                        assert_eq!(
                            opened.class_stats(class.0, class.1),
                            built.class_stats(class.0, class.1)
                        );
                        if kind == Kind::DistancesToWin {
                            assert_eq!(
                                opened.longest_dtw(class.0, class.1),
                                built.longest_dtw(class.0, class.1)
                            );
                        }
                    }
                    let step = 1 + built.frame.sets(stones) as usize / 500;
                    for rank in (0..built.frame.sets(stones)).step_by(step) {
                        let pattern = built.frame.spread(built.frame.unrank(rank, stones));
                        for mask in 1..(1 << stones) - 1 {
                            let laid = Laid { pattern, mask };
                            let (own, enemy) = (laid.mover(), laid.other());
                            let (wdl, dtc) = built.unlimited(own, enemy);
                            let (opened_wdl, opened_dtc) = opened.unlimited(own, enemy);
                            assert_eq!(opened_wdl, wdl);
                            if kind == Kind::Distances {
                                assert_eq!(opened_dtc, dtc);
                            }
                            if kind == Kind::DistancesToWin {
                                assert_eq!(opened.dtw(own, enemy), built.dtw(own, enemy));
                            }
                            assert_eq!(opened.fresh(own, enemy), built.fresh(own, enemy));
                        }
                    }
                }
            }
        }
    }

    /// Any byte that is changed, and any cut, is an error.
    #[test]
    fn damage_is_an_error() {
        let built = Tables::build(Board::TELO, 3, &mut |_| true).expect("small");
        let bytes = built.to_bytes(3, Kind::Distances).expect("distances");
        assert!(open(bytes.clone()).is_ok());
        for place in 0..bytes.len() {
            assert!(open(bytes[..place].to_vec()).is_err(), "cut at {place}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                assert!(open(damaged).is_err(), "bit {bit} of byte {place}");
            }
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(open(longer).is_err());
    }

    /// Bytes with a right checksum but a wrong header or body are errors or tables, never a panic.
    #[test]
    fn forged_files_are_errors() {
        forge(Kind::Distances);
        forge(Kind::DistancesToWin);
    }

    fn forge(kind: Kind) {
        let builder = super::super::Builder::new(Board::TELO, 3).expect("small");
        let built = builder.with_distances_to_win(3).run(&mut |_| true);
        let bytes = built.expect("small").to_bytes(3, kind).expect("distances");
        let body = &bytes[..bytes.len() - CHECKSUM];
        let sealed = |mut body: Vec<u8>| {
            seal(&mut body);
            open(body)
        };
        let with = |place: usize, byte: u8| {
            let mut body = body.to_vec();
            body[place] = byte;
            sealed(body).err()
        };
        assert_eq!(with(8, 2), Some(FileError::Unknown));
        assert_eq!(with(9, 0), Some(FileError::TooLarge));
        assert_eq!(with(10, 6), Some(FileError::TooLarge));
        assert_eq!(with(11, 1), Some(FileError::Unknown));
        assert_eq!(with(12, 3), Some(FileError::Unknown));
        assert_eq!(with(13, 1), Some(FileError::TooLarge));
        assert_eq!(with(13, 16), Some(FileError::TooLarge));
        for place in HEADER..body.len() {
            for byte in [0, 1, 127, 128, 255] {
                // No panic, and no endless work.
                let _ = with(place, byte);
            }
        }
        for length in 0..body.len() {
            assert!(sealed(body[..length].to_vec()).is_err());
        }
    }
}
