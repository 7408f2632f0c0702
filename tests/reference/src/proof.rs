//! Certificates: reading them and checking what they claim.
//!
//! A certificate says that one side, the prover, wins a position or does not lose it, and gives the prover's turns. Whoever
//! made it need not be trusted: the checker asks only the rules, as this crate has them, and its own [`Table`].
//!
//! ```text
//! fanorona-proof 1
//! board 5x5
//! claim win|hold          (the prover wins / the prover does not lose)
//! side W|B                (the prover)
//! root FEN                (R8.1; the counters may be left out and mean nothing here)
//! tables N                (positions of at most N stones are looked up; 0: none)
//! positions COUNT
//! BOARD TURN [RANK]       (COUNT lines, the prover to move, sorted by bytes; RANK with `claim win` only)
//! end
//! ```
//!
//! # What the checker does
//!
//! It reads the whole of one proof, then checks every listed position, used by another or not, in the order of the file:
//!
//! 1. The turn is legal there (R3 to R5), with every `A` and `W` written (R8.2).
//! 2. After it the prover has won (R6.1, R6.2); or at most N stones are left and the table says what the claim allows, a
//!    loss of the other side for `win`, anything but a win of it for `hold`; or else *every* turn of the other side leads to a
//!    position that is *covered*.
//! 3. Covered is a position with the prover to move that is listed, for `win` with a smaller rank; or one of at most N
//!    stones for which the table says a win for `win`, anything but a loss for `hold`.
//!
//! The root must be covered itself, or the other side is to move there and each of its turns leads to a covered position. A
//! root where the game is over, or that the table decides, needs no list.
//!
//! For `hold` this closure is the proof: the prover always has a listed turn or stands on a table value that does not lose,
//! and play for ever is a draw. For `win` the ranks fall with each turn of the prover, so play cannot go on for ever. Limits
//! of R6.3 are not in force in a proof: it is about the game without them.
//!
//! Tables are built here, when the first position needs one, and never read from anywhere; [`Checker::with_most_cells`] bounds
//! how large a certificate may ask them to be. The checker does not search:
//! it makes each listed turn and each answer to it, once.

mod read;

use std::collections::HashMap;
use std::fmt;

use crate::lines::{Lines, Points};
use crate::table::{MOST_CELLS, plain_reference};
use crate::{Progress, Reference, Side, State, Table, Turn, Wdl};

pub use read::ProofReader;

/// What a certificate claims of its prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// It wins.
    Win,
    /// It does not lose.
    Hold,
}

impl Claim {
    /// As it stands in a certificate.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Claim::Win => "win",
            Claim::Hold => "hold",
        }
    }

    /// Whether a value for the prover is one that was claimed.
    fn allows(self, value: Wdl) -> bool {
        match self {
            Claim::Win => value == Wdl::Win,
            Claim::Hold => value != Wdl::Loss,
        }
    }
}

/// What kind of fault a certificate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// It needs a table that is larger than the checker may build ([`Checker::with_most_cells`]).
    BeyondLimit {
        /// Cells of all tables, those that were built before too: with so many allowed it could go on.
        cells: u128,
    },
    /// It cannot be read, is not in the format, or needs a table that cannot be built.
    Unreadable,
    /// It can be read and does not prove what it claims.
    NotAProof,
}

/// The first fault of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What is wrong, in words.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    fn not_a_proof(line: u64, reason: String) -> Self {
        Self {
            line,
            kind: FaultKind::NotAProof,
            reason,
        }
    }

    fn unreadable(line: u64, reason: impl Into<String>) -> Self {
        Self {
            line,
            kind: FaultKind::Unreadable,
            reason: reason.into(),
        }
    }
}

/// One proof as it was read: well formed, and not checked yet.
#[derive(Clone, Debug)]
pub struct Proof {
    lines: Lines,
    claim: Claim,
    side: Side,
    root: State,
    root_line: u64,
    tables: usize,
    tables_line: u64,
    /// In the order of the file.
    entries: Vec<Entry>,
    /// The turns of all entries, one after another.
    turns: String,
    /// The place in `entries`, by the prover's stones and the other side's.
    places: HashMap<(Points, Points), usize>,
}

/// A listed position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    prover: Points,
    other: Points,
    /// 0 with `claim hold`.
    rank: u32,
    line: u64,
    turn_start: usize,
    turn_end: usize,
}

/// What a certificate has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Width and height of the board.
    pub board: (usize, usize),
    /// What is proved of the prover.
    pub claim: Claim,
    /// The prover.
    pub side: Side,
    /// Of which position, in the canonical form (R8.1).
    pub root: String,
    /// Stones up to which the table was asked.
    pub tables: usize,
    /// Positions listed.
    pub positions: usize,
    /// Turns that lead to a value of the table, the root itself counted where it is one.
    pub table_leaves: u64,
    /// Turns of the prover that win on the spot.
    pub wins: u64,
}

/// Where a check stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckProgress {
    /// A table is being built.
    Building(Progress),
    /// So many positions of so many are checked.
    Checking {
        /// Positions checked.
        done: usize,
        /// Positions listed.
        all: usize,
    },
}

/// Checks proofs, and keeps the tables it has built for the next ones.
pub struct Checker<'a> {
    reference: Reference,
    /// By width and height.
    tables: HashMap<(usize, usize), Table>,
    /// Allowed for all of them together, each a byte.
    most_cells: u128,
    progress: &'a mut dyn FnMut(CheckProgress),
}

/// Positions checked between two reports.
const REPORT_EVERY: usize = 1_000;

impl<'a> Checker<'a> {
    /// A checker that tells `progress` where it stands.
    pub fn new(progress: &'a mut dyn FnMut(CheckProgress)) -> Self {
        Self {
            reference: plain_reference(),
            tables: HashMap::new(),
            most_cells: MOST_CELLS,
            progress,
        }
    }

    /// Allows so many cells, each a byte, for all tables together. Without it [`MOST_CELLS`]
    /// are, which no table alone exceeds in any case.
    #[must_use]
    pub fn with_most_cells(mut self, cells: u128) -> Self {
        self.most_cells = cells;
        self
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// The first fault: see the module's text for what is checked.
    pub fn check(&mut self, proof: &Proof) -> Result<Proved, Fault> {
        let mut proved = Proved {
            board: proof.lines.size(),
            claim: proof.claim,
            side: proof.side,
            root: self.reference.write_fen(&proof.root),
            tables: proof.tables,
            positions: proof.entries.len(),
            table_leaves: 0,
            wins: 0,
        };
        for (done, entry) in proof.entries.iter().enumerate() {
            if done % REPORT_EVERY == 0 {
                (self.progress)(CheckProgress::Checking {
                    done,
                    all: proof.entries.len(),
                });
            }
            self.entry(proof, entry, &mut proved)?;
        }
        self.root(proof, &mut proved)?;
        Ok(proved)
    }

    fn root(&mut self, proof: &Proof, proved: &mut Proved) -> Result<(), Fault> {
        let fault = |reason| Fault::not_a_proof(proof.root_line, reason);
        if let Some(outcome) = self.reference.outcome(&proof.root) {
            return if outcome.winner == Some(proof.side) {
                Ok(())
            } else {
                Err(fault("the prover has lost at the root".to_owned()))
            };
        }
        if proof.root.to_move == proof.side {
            let covered = self.covered(proof, &proof.root, None, proved)?;
            return covered.map_err(|reason| fault(format!("the root {reason}")));
        }
        if let Some(value) = self.value(proof, &proof.root)? {
            proved.table_leaves += 1;
            return if proof.claim.allows(-value) {
                Ok(())
            } else {
                Err(fault(format!(
                    "the table gives the other side a {value} at the root"
                )))
            };
        }
        let answered = self.every_answer(proof, &proof.root, None, proved)?;
        answered.map_err(fault)
    }

    fn entry(&mut self, proof: &Proof, entry: &Entry, proved: &mut Proved) -> Result<(), Fault> {
        let fault = |reason| Fault::not_a_proof(entry.line, reason);
        let state = proof.lines.state(entry.prover, entry.other, proof.side);
        if entry.other == 0 {
            return Err(fault(
                "the game is over here (R6.1), so there is no turn".to_owned(),
            ));
        }
        let text = &proof.turns[entry.turn_start..entry.turn_end];
        let Some(steps) = read::steps(text) else {
            return Err(fault(format!("{text:?} is no turn (R8.2)")));
        };
        let Some(after) = self.reference.play(&state, &Turn { steps }) else {
            return Err(fault(format!("{text} is not legal here")));
        };
        if let Some(outcome) = self.reference.outcome(&after) {
            proved.wins += u64::from(outcome.winner == Some(proof.side));
            return if outcome.winner == Some(proof.side) {
                Ok(())
            } else {
                Err(fault(format!(
                    "{text} ends the game, and not as a win of the prover"
                )))
            };
        }
        if let Some(value) = self.value(proof, &after)? {
            proved.table_leaves += 1;
            return if proof.claim.allows(-value) {
                Ok(())
            } else {
                Err(fault(format!(
                    "after {text} the table gives the other side a {value}"
                )))
            };
        }
        let rank = (proof.claim == Claim::Win).then_some(entry.rank);
        let answered = self.every_answer(proof, &after, rank, proved)?;
        answered.map_err(|reason| fault(format!("after {text}, {reason}")))
    }

    /// Whether every turn of the other side leads to something covered; otherwise which one does not, and why.
    fn every_answer(
        &mut self,
        proof: &Proof,
        state: &State,
        below: Option<u32>,
        proved: &mut Proved,
    ) -> Result<Result<(), String>, Fault> {
        for (turn, reached) in self.reference.turns_with_results(state) {
            if let Err(reason) = self.covered(proof, &reached, below, proved)? {
                let turn = self.reference.write_turn(&turn);
                return Ok(Err(format!("the answer {turn} {reason}")));
            }
        }
        Ok(Ok(()))
    }

    /// Whether a position with the prover to move is covered; otherwise why not.
    fn covered(
        &mut self,
        proof: &Proof,
        state: &State,
        below: Option<u32>,
        proved: &mut Proved,
    ) -> Result<Result<(), String>, Fault> {
        let listed = proof.listed(state);
        // A listed position is checked for itself, so only its rank matters here.
        if listed.is_some_and(|entry| below.is_none_or(|below| entry.rank < below)) {
            return Ok(Ok(()));
        }
        if let Some(value) = self.value(proof, state)? {
            proved.table_leaves += 1;
            return Ok(if proof.claim.allows(value) {
                Ok(())
            } else {
                Err(format!("leads to a {value} of the prover in the table"))
            });
        }
        if let (Some(entry), Some(below)) = (listed, below) {
            let (rank, line) = (entry.rank, entry.line);
            return Ok(Err(format!(
                "leads to line {line}, whose rank {rank} is not below {below}"
            )));
        }
        let fen = self.reference.write_fen(state);
        Ok(Err(match self.reference.outcome(state) {
            Some(outcome) => format!("wins for the other side ({})", outcome.end.rule()),
            None => format!("leads to {fen}, which is not listed"),
        }))
    }

    /// What the table says for the side to move, of a position of few enough stones.
    fn value(&mut self, proof: &Proof, state: &State) -> Result<Option<Wdl>, Fault> {
        let stones = state.board.count(Side::White) + state.board.count(Side::Black);
        if stones > proof.tables {
            return Ok(None);
        }
        let size = proof.lines.size();
        let points = proof.lines.points();
        let wanted = proof.tables.min(points);
        let present = self.tables.get(&size);
        if present.is_none_or(|table| table.stones() < wanted) {
            self.allow(proof, wanted)?;
            // Not kept beside the larger one.
            self.tables.remove(&size);
            let progress = &mut self.progress;
            let built = Table::build(size.0, size.1, wanted, &mut |step| {
                progress(CheckProgress::Building(step));
            });
            let built =
                built.map_err(|error| Fault::unreadable(proof.tables_line, error.to_string()))?;
            self.tables.insert(size, built);
        }
        let value = self.tables.get(&size).and_then(|table| table.probe(state));
        Ok(value.map(crate::Value::wdl))
    }
}

impl Checker<'_> {
    /// Makes sure that a table may be built, beside those of other boards.
    fn allow(&self, proof: &Proof, stones: usize) -> Result<(), Fault> {
        let cells = |(width, height), stones| {
            let cells = Table::cells(width, height, stones);
            cells.map_err(|error| Fault::unreadable(proof.tables_line, error.to_string()))
        };
        let size = proof.lines.size();
        let needed = cells(size, stones)?;
        let mut all = needed;
        for (other, table) in &self.tables {
            if *other != size {
                all += cells(*other, table.stones())?;
            }
        }
        // What is too large in any case is told by the table itself: no limit would help.
        if all <= self.most_cells || needed > MOST_CELLS {
            return Ok(());
        }
        let (width, height) = size;
        let beside = if all > needed {
            " beside those of other boards"
        } else {
            ""
        };
        let [all_mib, most_mib] = [all.div_ceil(1 << 20), self.most_cells >> 20];
        Err(Fault {
            line: proof.tables_line,
            kind: FaultKind::BeyondLimit { cells: all },
            reason: format!(
                "the table of {stones} stones on {width}x{height}{beside} takes {all_mib} MiB, and {most_mib} are allowed"
            ),
        })
    }
}

impl Proof {
    /// The number of positions listed.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.entries.len()
    }

    /// The entry of a position with the prover to move.
    fn listed(&self, state: &State) -> Option<&Entry> {
        let prover = self.lines.stones(&state.board, self.side);
        let other = self.lines.stones(&state.board, self.side.other());
        let place = self.places.get(&(prover, other))?;
        self.entries.get(*place)
    }
}
