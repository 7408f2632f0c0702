//! What a solver has found, in a file to go on from.
//!
//! A line of text that names the board, the number of answers, twelve bytes for each,
//! and a sum over all of it. Answers are true of the board whatever position they
//! were found for and with whatever tables, so a file fits any question.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use fanorona::Board;
use fanorona::solve::{Answer, Solver};

use crate::whole_file::{WholeFile, read_if_begins};

/// Bytes of an answer.
const ANSWER: usize = 12;

/// How every such file begins.
const BEGIN: &[u8] = b"fanorona-checkpoint ";

/// A file that answers are saved to now and then.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: WholeFile,
    board: Board,
    /// Time between two savings.
    every: Duration,
    saved: Instant,
}

/// The FNV-1a sum (Fowler, Noll, Vo), against damage, not against malice.
#[derive(Clone, Copy)]
struct Sum(u64);

impl Sum {
    const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

fn header(board: Board) -> String {
    format!(
        "fanorona-checkpoint 1 {}x{}\n",
        board.width(),
        board.height()
    )
}

impl Checkpoint {
    /// Reads the file into every solver; one that is not there yet is begun. It is to
    /// be saved again each time `every` has gone by.
    ///
    /// # Errors
    /// When the file cannot be read or written, is damaged, is no checkpoint of this board, or is another run's.
    pub(crate) fn open(
        path: &Path,
        every: Duration,
        board: Board,
        solvers: &mut [Solver],
    ) -> anyhow::Result<Self> {
        let named = || format!("--checkpoint {}", path.display());
        // Nobody else may write what is about to be read.
        let file = WholeFile::new(path, BEGIN).with_context(named)?;
        match read_if_begins(path, BEGIN) {
            Ok(bytes) => {
                let answers = read(&bytes, board).with_context(named)?;
                for solver in solvers {
                    for answer in &answers {
                        solver.learn(*answer);
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(named),
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            board,
            every,
            saved: Instant::now(),
        })
    }

    /// Whether it is time to save.
    pub(crate) fn is_due(&self) -> bool {
        self.saved.elapsed() >= self.every
    }

    /// Saves the answers. The old file stays until the new one is whole.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn save(&mut self, answers: &[Answer]) -> anyhow::Result<()> {
        let write = |out: &mut io::BufWriter<&fs::File>| {
            let mut sum = Sum::EMPTY;
            let mut put = |bytes: &[u8]| {
                sum.add(bytes);
                out.write_all(bytes)
            };
            put(header(self.board).as_bytes())?;
            put(&(answers.len() as u64).to_le_bytes())?;
            for answer in answers {
                put(&answer.to_bytes())?;
            }
            out.write_all(&sum.0.to_le_bytes())
        };
        let saved = self.file.replace(write);
        saved.with_context(|| format!("--checkpoint {}", self.path.display()))?;
        self.saved = Instant::now();
        Ok(())
    }
}

fn read(bytes: &[u8], board: Board) -> anyhow::Result<Vec<Answer>> {
    let mut rest = bytes;
    let mut line = Vec::new();
    let mut byte = [0];
    while line.last() != Some(&b'\n') && line.len() < 64 && rest.read(&mut byte)? == 1 {
        line.push(byte[0]);
    }
    if !line.starts_with(BEGIN) {
        bail!("this is no checkpoint");
    }
    if line != header(board).as_bytes() {
        let found = String::from_utf8_lossy(&line);
        bail!(
            "a checkpoint of another board or version: {}",
            found.trim_end()
        );
    }
    let Some((body, sum)) = bytes.split_last_chunk::<8>() else {
        bail!("the checkpoint is damaged");
    };
    let mut found = Sum::EMPTY;
    found.add(body);
    let answers = body
        .get(line.len()..)
        .and_then(|body| body.split_first_chunk::<8>());
    let Some((count, answers)) = answers.filter(|_| found.0 == u64::from_le_bytes(*sum)) else {
        bail!("the checkpoint is damaged");
    };
    let (answers, left) = answers.as_chunks::<ANSWER>();
    if !left.is_empty() || answers.len() as u64 != u64::from_le_bytes(*count) {
        bail!("the checkpoint is damaged");
    }
    let answers = answers.iter().map(|bytes| Answer::from_bytes(*bytes));
    answers
        .collect::<Option<_>>()
        .context("the checkpoint is damaged")
}
