//! `fanorona check-proof`: a certificate, checked by the slow reference.
//!
//! The verdict is that of `fanorona-reference` alone. No rule, table or search of the library has a part in it, so a fault of
//! theirs cannot hide here.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use fanorona_reference::Side;
use fanorona_reference::proof::{
    CheckProgress, Checker, Claim, Fault, FaultKind, ProofReader, Proved,
};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::{output, progress};

/// The exit status of a certificate that does not prove what it claims.
const NOT_A_PROOF: u8 = 1;

/// Arguments of `fanorona check-proof`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A certificate, of one proof or several; `-` reads stdin
    file: PathBuf,
    /// Most memory for the tables that certificates ask for, in MiB. To 6 stones on 9x5 it is 140,
    /// to 7 on 7x5 243, to 7 on 9x5 1567
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Answer {
    /// Whether every proof of the file holds.
    verified: bool,
    /// The proofs that hold, up to the first fault.
    proofs: Vec<Statement>,
    /// The first fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultAnswer>,
}

/// What one proof proves.
#[derive(Serialize)]
struct Statement {
    /// Width x height.
    board: String,
    /// `win` or `hold`.
    claim: &'static str,
    /// `W` or `B`: the prover.
    side: char,
    /// The position (R8.1).
    root: String,
    /// Stones up to which positions were looked up.
    tables: usize,
    /// Positions listed.
    positions: usize,
    /// Turns that lead to a value of the table.
    table_leaves: u64,
    /// Turns that win on the spot.
    wins: u64,
}

/// The first fault.
#[derive(Serialize)]
struct FaultAnswer {
    /// The line, from 1.
    line: u64,
    /// What is wrong.
    reason: String,
}

impl Statement {
    fn new(proved: &Proved) -> Self {
        let (width, height) = proved.board;
        Self {
            board: format!("{width}x{height}"),
            claim: proved.claim.name(),
            side: match proved.side {
                Side::White => 'W',
                Side::Black => 'B',
            },
            root: proved.root.clone(),
            tables: proved.tables,
            positions: proved.positions,
            table_leaves: proved.table_leaves,
            wins: proved.wins,
        }
    }

    fn write(&self, out: &mut impl Write, claim: Claim) -> io::Result<()> {
        let side = if self.side == 'W' { "White" } else { "Black" };
        let what = match claim {
            Claim::Win => "wins",
            Claim::Hold => "does not lose",
        };
        let (board, root, positions) = (&self.board, &self.root, self.positions);
        writeln!(out, "proved: on {board} {side} {what} {root}")?;
        let positions = output::count(positions as u64, "position");
        let (turns, win) = (output::count(self.wins, "turn"), verb(self.wins, "win"));
        write!(out, "{positions}; {turns} {win} on the spot")?;
        if self.table_leaves > 0 {
            let (leaves, stones) = (self.table_leaves, self.tables);
            let lead = verb(leaves, "lead");
            write!(
                out,
                "; {leaves} {lead} to the table of at most {stones} stones"
            )?;
        }
        writeln!(out)?;
        out.flush()
    }
}

/// Checks the certificate.
///
/// # Errors
/// When the file cannot be read or is not in the format of certificates, when a table that it asks for is too large, or
/// when stdout cannot be written. A certificate that does not prove its claim is a result, with exit status 1.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = open(&args.file).with_context(|| args.file.display().to_string())?;
    let mut out = output::stdout();
    let mut proofs = Vec::new();
    let bar = progress::bar();
    let fault = check_all(source, args.memory, &bar, &mut |proved| {
        let statement = Statement::new(&proved);
        if !args.json {
            bar.suspend(|| statement.write(&mut out, proved.claim))?;
        }
        proofs.push(statement);
        Ok(())
    })?;
    bar.finish_and_clear();
    if let Some(fault) = &fault {
        let refused = match fault.kind {
            FaultKind::NotAProof => None,
            FaultKind::Unreadable => Some(anyhow!("{fault}")),
            FaultKind::BeyondLimit { cells } => {
                let enough = cells.div_ceil(1 << 20);
                Some(anyhow!("{fault}: --memory {enough} allows it"))
            }
        };
        if let Some(refused) = refused {
            return Err(refused.context(args.file.display().to_string()));
        }
        if !args.json {
            output::complain(&format!("not a proof: {fault}"));
        }
    }
    let verified = fault.is_none();
    if args.json {
        let fault = fault.map(|Fault { line, reason, .. }| FaultAnswer { line, reason });
        output::json_line(
            &mut out,
            &Answer {
                verified,
                proofs,
                fault,
            },
        )?;
    }
    Ok(if verified {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_A_PROOF)
    })
}

/// A verb after a number.
fn verb(number: u64, many: &str) -> String {
    let one = if number == 1 { "s" } else { "" };
    format!("{many}{one}")
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path)?))
    })
}

/// Checks one proof after another up to the first fault, which is the answer.
fn check_all(
    source: Box<dyn BufRead>,
    memory: u32,
    bar: &ProgressBar,
    proved: &mut impl FnMut(Proved) -> io::Result<()>,
) -> io::Result<Option<Fault>> {
    let mut show = |progress| show(bar, progress);
    let mut checker = Checker::new(&mut show).with_most_cells(u128::from(memory) << 20);
    let mut reader = ProofReader::new(source);
    loop {
        // Of how many lines is not known.
        bar.set_length(1);
        bar.set_position(0);
        bar.set_message("reading");
        bar.tick();
        let next = reader.next_proof();
        match next.and_then(|proof| proof.map(|proof| checker.check(&proof)).transpose()) {
            Ok(Some(found)) => proved(found)?,
            Ok(None) => return Ok(None),
            Err(fault) => return Ok(Some(fault)),
        }
    }
}

fn show(bar: &ProgressBar, progress: CheckProgress) {
    let (done, all, message) = match progress {
        CheckProgress::Building(step) => {
            let stage = step
                .distance
                .map_or_else(|| "captures".to_owned(), |d| format!("distance {d}"));
            let (mover, other) = (step.mover, step.other);
            let message = format!("building {mover}-{other}, {stage}");
            (step.done, step.all, message)
        }
        CheckProgress::Checking { done, all } => {
            (done as u64, all as u64, "checking positions".to_owned())
        }
    };
    bar.set_length(all);
    bar.set_position(done);
    bar.set_message(message);
}

#[cfg(test)]
mod tests {
    use fanorona_reference::Progress;

    use super::*;

    #[test]
    fn the_bar_says_how_far_the_check_is() {
        let bar = ProgressBar::hidden();
        let said = |progress, expected: (&str, u64, Option<u64>)| {
            show(&bar, progress);
            let found = (bar.message(), bar.position(), bar.length());
            assert_eq!((found.0.as_str(), found.1, found.2), expected);
        };
        let step = Progress {
            mover: 2,
            other: 3,
            distance: None,
            done: 0,
            all: 900,
        };
        let building = CheckProgress::Building(step);
        said(building, ("building 2-3, captures", 0, Some(900)));
        let building = CheckProgress::Building(Progress {
            distance: Some(4),
            done: 300,
            ..step
        });
        said(building, ("building 2-3, distance 4", 300, Some(900)));
        let checking = CheckProgress::Checking { done: 7, all: 10 };
        said(checking, ("checking positions", 7, Some(10)));
    }
}
