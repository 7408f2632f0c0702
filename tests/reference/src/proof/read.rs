//! Reading certificates. Nothing is believed: what is kept grows with what was read, never with what a number promises.

use std::collections::HashMap;
use std::collections::hash_map;
use std::io::{BufRead, Read as _};

use super::{Claim, Entry, Fault, Proof};
use crate::lines::Lines;
use crate::table::plain_reference;
use crate::{MAX_HEIGHT, MAX_WIDTH, Point, Reference, Side, State, Step, StepKind};

/// The longest line, in bytes. A board has at most 49 and a turn at most 44 steps of four.
const MOST_LINE: usize = 300;

/// Reads the proofs of a certificate one after another.
pub struct ProofReader<R> {
    source: R,
    reference: Reference,
    /// The line read last, from 1.
    line: u64,
}

impl<R: BufRead> ProofReader<R> {
    /// A reader that stands before the first line.
    pub fn new(source: R) -> Self {
        Self {
            source,
            reference: plain_reference(),
            line: 0,
        }
    }

    /// The next proof; `None` after the last one.
    ///
    /// # Errors
    /// When the certificate cannot be read, has no proof at all, or is not in the format.
    pub fn next_proof(&mut self) -> Result<Option<Proof>, Fault> {
        let Some(first) = self.read_line()? else {
            return if self.line == 0 {
                Err(Fault::unreadable(1, "the file is empty"))
            } else {
                Ok(None)
            };
        };
        if first != "fanorona-proof 1" {
            return Err(self.expected("`fanorona-proof 1`", &first));
        }
        let mut proof = self.read_header()?;
        let count = self.field("positions")?;
        let Some(count) = number(&count) else {
            return Err(self.expected("`positions` and their number", &count));
        };
        self.read_entries(&mut proof, count)?;
        Ok(Some(proof))
    }

    fn read_header(&mut self) -> Result<Proof, Fault> {
        let board = self.field("board")?;
        let size = board.split_once('x');
        let lines = size.and_then(|(w, h)| Lines::new(number(w)? as usize, number(h)? as usize));
        let Some(lines) = lines else {
            let most = format!("`board` and a size from 1x1 to {MAX_WIDTH}x{MAX_HEIGHT}");
            return Err(self.expected(&most, &board));
        };
        let claim = match self.field("claim")?.as_str() {
            "win" => Claim::Win,
            "hold" => Claim::Hold,
            other => return Err(self.expected("`claim win` or `claim hold`", other)),
        };
        let side = match self.field("side")?.as_str() {
            "W" => Side::White,
            "B" => Side::Black,
            other => return Err(self.expected("`side W` or `side B`", other)),
        };
        let root = self.field("root")?;
        let root = self.read_state(&root, &lines)?;
        let root_line = self.line;
        let tables = self.field("tables")?;
        let Some(tables) = number(&tables) else {
            return Err(self.expected("`tables` and a number of stones", &tables));
        };
        Ok(Proof {
            lines,
            claim,
            side,
            root,
            root_line,
            tables: usize::try_from(tables).unwrap_or(usize::MAX),
            tables_line: self.line,
            entries: Vec::new(),
            turns: String::new(),
            places: HashMap::new(),
        })
    }

    fn read_entries(&mut self, proof: &mut Proof, count: u64) -> Result<(), Fault> {
        let mut last = String::new();
        loop {
            let Some(text) = self.read_line()? else {
                let line = self.line + 1;
                return Err(Fault::unreadable(line, "the file ends before `end`"));
            };
            let found = proof.entries.len() as u64;
            if text == "end" {
                return if found == count {
                    Ok(())
                } else {
                    Err(self.not_a_proof(format!("positions announced: {count}, found: {found}")))
                };
            }
            if found == count {
                return Err(self.not_a_proof(format!("more positions than announced: {count}")));
            }
            // The order is that of whole lines; boards of one size are never prefixes of each other.
            if found > 0 && text <= last {
                let what = if text == last {
                    "is there twice"
                } else {
                    "is not in the order of bytes"
                };
                return Err(self.not_a_proof(format!("this line {what}")));
            }
            self.read_entry(proof, &text)?;
            last = text;
        }
    }

    fn read_entry(&mut self, proof: &mut Proof, text: &str) -> Result<(), Fault> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (board, turn, rank) = match (proof.claim, fields.as_slice()) {
            (Claim::Hold, &[board, turn]) => (board, turn, 0),
            (Claim::Win, &[board, turn, rank]) => {
                let rank = number(rank).and_then(|rank| u32::try_from(rank).ok());
                let Some(rank) = rank.filter(|&rank| rank > 0) else {
                    return Err(self.expected("a rank from 1 to 4294967295", fields[2]));
                };
                (board, turn, rank)
            }
            (Claim::Hold, _) => return Err(self.expected("a board and a turn", text)),
            (Claim::Win, _) => return Err(self.expected("a board, a turn and a rank", text)),
        };
        let side = match proof.side {
            Side::White => 'W',
            Side::Black => 'B',
        };
        let state = self.read_state(&format!("{board} {side}"), &proof.lines)?;
        let canonical = self.reference.write_fen(&state);
        if canonical.split(' ').next() != Some(board) {
            return Err(self.expected("a board in the canonical form (R8.1)", board));
        }
        let prover = proof.lines.stones(&state.board, proof.side);
        let other = proof.lines.stones(&state.board, proof.side.other());
        match proof.places.entry((prover, other)) {
            hash_map::Entry::Vacant(place) => place.insert(proof.entries.len()),
            hash_map::Entry::Occupied(_) => {
                return Err(self.not_a_proof("this position is there twice".to_owned()));
            }
        };
        let turn_start = proof.turns.len();
        proof.turns.push_str(turn);
        proof.entries.push(Entry {
            prover,
            other,
            rank,
            line: self.line,
            turn_start,
            turn_end: proof.turns.len(),
        });
        Ok(())
    }

    /// A position on the board of the proof.
    fn read_state(&self, fen: &str, lines: &Lines) -> Result<State, Fault> {
        let state = self.reference.read_fen(fen);
        let state = state.map_err(|error| Fault::unreadable(self.line, error.to_string()))?;
        let (width, height) = lines.size();
        if (state.board.width(), state.board.height()) != (width, height) {
            let reason = format!("this is no position on {width}x{height}");
            return Err(Fault::unreadable(self.line, reason));
        }
        if state.vela {
            return Err(Fault::unreadable(
                self.line,
                "proofs are of the plain game, not of Vela (R7.2)",
            ));
        }
        Ok(state)
    }

    /// The rest of the next line, which begins with this word.
    fn field(&mut self, name: &str) -> Result<String, Fault> {
        let Some(text) = self.read_line()? else {
            let reason = format!("the file ends before `{name}`");
            return Err(Fault::unreadable(self.line + 1, reason));
        };
        let rest = text
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '));
        match rest {
            Some(rest) => Ok(rest.to_owned()),
            None => Err(self.expected(&format!("`{name}`"), &text)),
        }
    }

    /// The next line without its end; `None` at the end of the file.
    fn read_line(&mut self) -> Result<Option<String>, Fault> {
        let fault = |reason| Fault::unreadable(self.line + 1, reason);
        let mut bytes = Vec::new();
        // One byte more than allowed and the end of the line.
        let mut limited = (&mut self.source).take(MOST_LINE as u64 + 2);
        limited
            .read_until(b'\n', &mut bytes)
            .map_err(|error| fault(format!("cannot be read: {error}")))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        if bytes.len() > MOST_LINE {
            return Err(fault(format!("longer than {MOST_LINE} bytes")));
        }
        let text = String::from_utf8(bytes).map_err(|_| fault("not text in UTF-8".to_owned()))?;
        self.line += 1;
        Ok(Some(text))
    }

    fn expected(&self, what: &str, found: &str) -> Fault {
        let shown: String = found.chars().take(60).collect();
        Fault::unreadable(self.line, format!("expected {what}, found {shown:?}"))
    }

    fn not_a_proof(&self, reason: String) -> Fault {
        Fault::not_a_proof(self.line, reason)
    }
}

/// A number in its shortest form.
fn number(text: &str) -> Option<u64> {
    let shortest = text == "0" || !text.starts_with('0');
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (shortest && digits).then(|| text.parse().ok()).flatten()
}

/// The steps of a turn as text (R8.2), every letter written; `None` when it is none. Says nothing about legality.
pub(super) fn steps(text: &str) -> Option<Vec<Step>> {
    let mut parts = text.split('-');
    let (mut from, StepKind::Paika) = reached(parts.next()?)? else {
        return None;
    };
    let mut steps = Vec::new();
    for part in parts {
        let (to, kind) = reached(part)?;
        steps.push(Step { from, to, kind });
        from = to;
    }
    (!steps.is_empty()).then_some(steps)
}

/// A point with its letter.
fn reached(text: &str) -> Option<(Point, StepKind)> {
    let (column, row, kind) = match *text.as_bytes() {
        [column, row] => (column, row, StepKind::Paika),
        [column, row, b'A'] => (column, row, StepKind::Approach),
        [column, row, b'W'] => (column, row, StepKind::Withdrawal),
        _ => return None,
    };
    let on_board = (b'a'..b'a' + MAX_WIDTH as u8).contains(&column)
        && (b'1'..b'1' + MAX_HEIGHT as u8).contains(&row);
    let point = || Point::new(i32::from(column - b'a'), i32::from(row - b'1'));
    on_board.then(|| (point(), kind))
}
