//! Certificates made from a table, for the checker to look at.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use fanorona_reference::proof::{CheckProgress, Checker, Claim, Fault, ProofReader, Proved};
use fanorona_reference::{Reference, Side, State, Table, Value, Wdl};

use crate::shared::unlimited;

/// A certificate that is still in its parts, so that it can be damaged.
#[derive(Clone)]
pub(crate) struct Certificate {
    pub(crate) board: &'static str,
    pub(crate) claim: Claim,
    pub(crate) side: Side,
    pub(crate) root: String,
    pub(crate) tables: usize,
    /// Turn and rank by board; the rank is not written with `hold`.
    pub(crate) entries: BTreeMap<String, (String, u32)>,
}

impl Certificate {
    /// The certificate of a position whose value in the table is the one that is claimed.
    pub(crate) fn make(table: &Table, fen: &str, side: Side, claim: Claim, tables: usize) -> Self {
        let reference = unlimited();
        let root = reference.read_fen(fen).expect("a position");
        let board = match (root.board.width(), root.board.height()) {
            (3, 3) => "3x3",
            (5, 3) => "5x3",
            other => panic!("no name for {other:?}"),
        };
        let mut made = Self {
            board,
            claim,
            side,
            root: fen.to_owned(),
            tables,
            entries: BTreeMap::new(),
        };
        let mut open = vec![root];
        while let Some(state) = open.pop() {
            if is_leaf(&reference, &state, tables) {
                continue;
            }
            if state.to_move != side {
                let turns = reference.turns_with_results(&state);
                open.extend(turns.into_iter().map(|(_, after)| after));
                continue;
            }
            let board = board_of(&reference, &state);
            if let Entry::Vacant(entry) = made.entries.entry(board) {
                let (turn, after) = table
                    .best_turns(&state)
                    .expect("in the table")
                    .swap_remove(0);
                entry.insert((reference.write_turn(&turn), rank(table, &state)));
                open.push(after);
            }
        }
        made
    }

    pub(crate) fn text(&self) -> String {
        let side = if self.side == Side::White { 'W' } else { 'B' };
        let (board, claim, root) = (self.board, self.claim.name(), &self.root);
        let (tables, count) = (self.tables, self.entries.len());
        let mut text = format!(
            "fanorona-proof 1\nboard {board}\nclaim {claim}\nside {side}\nroot {root}\ntables {tables}\npositions {count}\n"
        );
        for (board, (turn, rank)) in &self.entries {
            text.push_str(&match self.claim {
                Claim::Win => format!("{board} {turn} {rank}\n"),
                Claim::Hold => format!("{board} {turn}\n"),
            });
        }
        text + "end\n"
    }

    /// The line of a position in the text, from 1.
    pub(crate) fn line_of(&self, board: &str) -> u64 {
        let place = self.entries.keys().position(|key| key == board);
        8 + place.expect("an entry") as u64
    }
}

/// Whether a certificate says nothing about this position: the game is over or the table is asked.
fn is_leaf(reference: &Reference, state: &State, tables: usize) -> bool {
    let stones = state.board.count(Side::White) + state.board.count(Side::Black);
    stones <= tables || reference.outcome(state).is_some()
}

/// Falls with each turn of the winner: captures make the stones fewer, other turns the distance shorter.
fn rank(table: &Table, state: &State) -> u32 {
    let stones = state.board.count(Side::White) + state.board.count(Side::Black);
    let distance = table.probe(state).and_then(Value::dtc).unwrap_or(0);
    stones as u32 * 200 + u32::from(distance)
}

fn board_of(reference: &Reference, state: &State) -> String {
    let fen = reference.write_fen(state);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The positions of a table with this value and so many stones, White to move.
pub(crate) fn positions_of(table: &Table, value: Wdl, stones: usize) -> Vec<State> {
    let classes = (1..stones).flat_map(|mover| table.positions(mover, stones - mover));
    let fitting = classes.filter(|(_, found)| found.wdl() == value);
    fitting.map(|(state, _)| state).collect()
}

/// Checks all proofs of a text.
pub(crate) fn check(text: &[u8]) -> Result<Vec<Proved>, Fault> {
    check_with(text, &mut |_| {})
}

pub(crate) fn check_with(
    text: &[u8],
    progress: &mut dyn FnMut(CheckProgress),
) -> Result<Vec<Proved>, Fault> {
    let mut reader = ProofReader::new(text);
    let mut checker = Checker::new(progress);
    let mut proved = Vec::new();
    while let Some(proof) = reader.next_proof()? {
        proved.push(checker.check(&proof)?);
    }
    Ok(proved)
}
