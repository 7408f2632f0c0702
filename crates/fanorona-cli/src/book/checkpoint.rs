//! What a run has found before the book is whole, for a run that is ended from outside.
//!
//! Lines of text: how the file begins and what the book is to be; for each position in the order of
//! the search its turns with their scores; how many these were.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use fanorona::Position;
use fanorona::book::BookTurn;

use crate::whole_file::{WholeFile, read_if_begins};

/// How every such file begins.
const BEGIN: &[u8] = b"fanorona-book 1 ";

/// Turns of a position that are to be in the book, best first.
pub(super) type Found = Vec<BookTurn>;

/// The file and what is in it.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: WholeFile,
    /// Says what the book is to be.
    first: String,
    /// What is found, by position: all that will be written.
    lines: Vec<String>,
    /// How many of them an earlier run has found and this one has not yet asked for, from the end.
    left: usize,
    every: Duration,
    saved: Instant,
}

impl Checkpoint {
    /// Takes up what is in the file of a run for the same book, if it is there. It is written
    /// again each time `every` has gone by.
    ///
    /// # Errors
    /// When it cannot be read or written, is damaged, of another book or another run's.
    pub(super) fn open(path: &Path, described: String, every: Duration) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        // Nobody else may write what is about to be read.
        let file = WholeFile::new(path, BEGIN).with_context(name)?;
        let first = format!("{}{described}", String::from_utf8_lossy(BEGIN));
        let lines = match read_if_begins(path, BEGIN) {
            Ok(bytes) => read(&bytes, &first)
                .with_context(|| format!("{}: delete it to begin anew", name()))?,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(name),
        };
        Ok(Self {
            path: path.to_owned(),
            file,
            first,
            left: lines.len(),
            lines,
            every,
            saved: Instant::now(),
        })
    }

    /// What an earlier run has found of the next position; `None` if it did not come so far.
    ///
    /// # Errors
    /// When a turn in the file is none of the position.
    pub(super) fn next(&mut self, position: &Position) -> anyhow::Result<Option<Found>> {
        if self.left == 0 {
            return Ok(None);
        }
        let line = &self.lines[self.lines.len() - self.left];
        self.left -= 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        let pairs = words.chunks(2).map(|pair| {
            let [mv, score] = pair else {
                bail!("a turn without a score");
            };
            Ok(BookTurn {
                mv: position.parse_move(mv)?,
                score: score.parse()?,
            })
        });
        let found = pairs.collect::<anyhow::Result<Found>>();
        found
            .with_context(|| format!("{}: delete it to begin anew", self.path.display()))
            .map(Some)
    }

    /// Adds what was found of the next position.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn add(&mut self, found: &Found) -> anyhow::Result<()> {
        let words = found
            .iter()
            .map(|turn| format!("{} {}", turn.mv, turn.score));
        self.lines.push(words.collect::<Vec<_>>().join(" "));
        if self.saved.elapsed() < self.every {
            return Ok(());
        }
        self.saved = Instant::now();
        let write = |out: &mut std::io::BufWriter<&std::fs::File>| {
            writeln!(out, "{}", self.first)?;
            for line in &self.lines {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{}", self.lines.len())
        };
        self.file
            .replace(write)
            .with_context(|| self.path.display().to_string())
    }
}

/// The lines of a file between the first and the last.
fn read(bytes: &[u8], first: &str) -> anyhow::Result<Vec<String>> {
    let text = std::str::from_utf8(bytes).context("damaged")?;
    if !text.ends_with('\n') {
        bail!("cut short");
    }
    let mut lines = text.lines();
    if lines.next() != Some(first) {
        bail!("of another book, or of another search");
    }
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    let count = lines.pop().and_then(|count| count.parse().ok());
    if count != Some(lines.len()) {
        bail!("damaged");
    }
    Ok(lines)
}
