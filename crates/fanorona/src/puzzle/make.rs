//! From a position to a puzzle, or none.

use alloc::vec::Vec;

use super::grade::{found_by, grade};
use super::judge::{JudgedTurn, Judgement, asked, judge, judge_few, successors};
use super::themes::themes;
use super::{Goal, Proof, Puzzle};
use crate::board::Board;
use crate::mv::Move;
use crate::outcome::{EndReason, Wdl};
use crate::position::Position;
use crate::solve::{Distance, SolveError, Solver};
use crate::tablebase::Tables;

/// Memory of the proof search of one puzzle.
const PROOF_BYTES: usize = 8 << 20;

/// Nodes of the proof search for a position; more are not spent on one puzzle.
pub const PROOF_NODES: u64 = 60_000;

/// Nodes after which a position that is not known to be won is passed over.
const SCOUT_NODES: u64 = 4_000;

/// Nodes of the search for the length of a win.
const LENGTH_NODES: u64 = 150_000;

/// Turns of both sides of the longest win that is asked for.
const LONGEST: u32 = 15;

/// Nodes of the line of a draw, or of a win that is too long to be played to its end.
const LINE_NODES: u64 = 200_000;

/// The solver's own turns that a draw is to be held for, or such a win kept.
pub const HELD_TURNS: usize = 3;

/// Fewest different boards that the turns of a puzzle lead to.
const FEWEST_BOARDS: usize = 4;

/// Most different boards after turns that keep the value.
const MOST_KEEPING: usize = 2;

/// Makes puzzles of positions on one board. What is made of a position does not depend on those before it.
#[derive(Debug)]
pub struct Maker {
    board: Board,
}

impl Maker {
    /// A maker for this board.
    #[must_use]
    pub const fn new(board: Board) -> Self {
        Self { board }
    }

    /// The puzzle that a position makes, with fresh counters. `None` where it makes none: nothing is proved
    /// in bounded work, it is lost, too many turns are as good, or the win is too plain or too long.
    ///
    /// # Errors
    /// As [`Solver::ask`] and [`Solver::run`].
    pub fn make(
        &self,
        position: &Position,
        tables: Option<&Tables>,
    ) -> Result<Option<Puzzle>, SolveError> {
        let mut setup = position.setup();
        (setup.no_capture, setup.move_number) = (0, 1);
        let position = Position::from_valid_setup(&setup);
        if position.end().is_some() {
            return Ok(None);
        }
        let Some(all) = successors(&position) else {
            return Ok(None);
        };
        if different(all.iter().map(|(_, next)| next.hash())) < FEWEST_BOARDS {
            return Ok(None);
        }
        let mut solver = Solver::new(self.board, PROOF_BYTES);
        let known = tables.and_then(|tables| tables.probe_without_dtw(&position));
        if known.is_none()
            && asked(&mut solver, &position, tables, position.turn(), SCOUT_NODES)? != Some(true)
        {
            return Ok(None);
        }
        let judged = judge_few(&mut solver, &position, tables, PROOF_NODES, MOST_KEEPING)?;
        let Some(judgement) = judged else {
            return Ok(None);
        };
        let goal = match judgement.value {
            Wdl::Win => Goal::Win,
            Wdl::Draw => Goal::Draw,
            Wdl::Loss => return Ok(None),
        };
        let all = boards(judgement.turns.iter());
        let good = boards(judgement.turns.iter().filter(|turn| turn.keeps));
        if good > MOST_KEEPING || good * 3 > all {
            return Ok(None);
        }
        let proof = match known {
            Some(value) => Proof::Tables {
                mover: position.stones(position.turn()).len() as u8,
                other: position.stones(!position.turn()).len() as u8,
                dtc: value.dtc,
            },
            None => Proof::Search {
                nodes: solver.nodes(),
                stones: tables.map_or(1, Tables::stones) as u8,
            },
        };
        let short = match goal {
            Goal::Win => shortest(&solver, &position, tables)?,
            Goal::Draw => None,
        };
        let (plies, line) = match short {
            Some((plies, line)) => (Some(plies), line),
            None => match kept(&mut solver, &position, tables, judgement.value)? {
                Some(line) => (None, line),
                None => return Ok(None),
            },
        };
        if plies == Some(1) && line[0].len() < 2 {
            // One step that ends the game is seen at once.
            return Ok(None);
        }
        let Some(keep) = keeping(&mut solver, &position, tables, &line)? else {
            return Ok(None);
        };
        let last = line.iter().fold(position, |at, mv| at.play_unchecked(mv));
        let is_block = last
            .end()
            .is_some_and(|end| end.reason == EndReason::Blocked);
        let found_by = found_by(&position, &judgement);
        Ok(Some(Puzzle {
            position,
            goal,
            legal: judgement.turns.len() as u64,
            plies,
            keep,
            grade: grade(&position, &judgement, goal, plies, found_by),
            found_by,
            themes: themes(&position, &judgement, goal, &line, is_block),
            proof,
            line,
        }))
    }
}

/// How many different boards turns lead to.
pub(super) fn boards<'a>(turns: impl Iterator<Item = &'a JudgedTurn>) -> usize {
    different(turns.map(|turn| turn.next.hash()))
}

fn different(hashes: impl Iterator<Item = u64>) -> usize {
    let mut hashes: Vec<u64> = hashes.collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.len()
}

/// The length of the win and its line; `None` where it is too long, or too much work.
fn shortest(
    solver: &Solver,
    position: &Position,
    tables: Option<&Tables>,
) -> Result<Option<(u32, Vec<Move>)>, SolveError> {
    let mut distance = Distance::new(position, position.turn());
    match distance.run(solver, tables, LENGTH_NODES)? {
        Some(plies) if plies <= LONGEST => Ok(Some((plies, distance.line(solver, tables)?))),
        _ => Ok(None),
    }
}

/// The first turns of play that keeps a value: the other side always goes where the fewest turns keep it. `None` where
/// that is too much work, and where the game ends on the way.
fn kept(
    solver: &mut Solver,
    position: &Position,
    tables: Option<&Tables>,
    value: Wdl,
) -> Result<Option<Vec<Move>>, SolveError> {
    let until = solver.nodes() + LINE_NODES;
    let mut line = Vec::new();
    let mut at = *position;
    for turn in 0..HELD_TURNS {
        let Some(here) = judge(solver, &at, tables, left(solver, until))? else {
            return Ok(None);
        };
        // A turn that takes shows best what there is; else the first.
        let own = here
            .keeping()
            .into_iter()
            .max_by_key(|mv| (mv.is_capture(), core::cmp::Reverse(mv.len())));
        let Some(own) = own else {
            return Ok(None);
        };
        line.push(own);
        at = at.play_unchecked(&own);
        if at.end().is_some() {
            // The other side went along: such a line shows nothing of a win that is said to be long.
            return Ok(None);
        }
        if turn + 1 == HELD_TURNS {
            break;
        }
        match hardest(solver, &at, tables, value, until)? {
            Some((mv, next)) => {
                line.push(mv);
                at = next;
            }
            None => return Ok(None),
        }
    }
    Ok(Some(line))
}

/// Nodes that are left.
fn left(solver: &Solver, until: u64) -> u64 {
    until.saturating_sub(solver.nodes())
}

/// The turn after which the fewest of the answers keep the value, among those that are as good as any.
fn hardest(
    solver: &mut Solver,
    position: &Position,
    tables: Option<&Tables>,
    value: Wdl,
    until: u64,
) -> Result<Option<(Move, Position)>, SolveError> {
    let Some(here) = judge(solver, position, tables, left(solver, until))? else {
        return Ok(None);
    };
    let mut best: Option<(usize, JudgedTurn)> = None;
    for turn in here.turns.iter().filter(|turn| turn.keeps) {
        let Some(answers) = judge(solver, &turn.next, tables, left(solver, until))? else {
            return Ok(None);
        };
        if answers.value != value || answers.turns.is_empty() {
            continue;
        }
        let keeping = answers.turns.iter().filter(|turn| turn.keeps).count();
        let part = keeping * 1_000 / answers.turns.len();
        if best.is_none_or(|(fewest, _)| part < fewest) {
            best = Some((part, *turn));
        }
    }
    Ok(best.map(|(_, turn)| (turn.mv, turn.next)))
}

/// All good turns wherever the solver is to move in the line.
fn keeping(
    solver: &mut Solver,
    position: &Position,
    tables: Option<&Tables>,
    line: &[Move],
) -> Result<Option<Vec<Vec<Move>>>, SolveError> {
    let mut keep = Vec::new();
    let mut at = *position;
    for (ply, mv) in line.iter().enumerate() {
        if ply % 2 == 0 {
            let Some(here): Option<Judgement> = judge(solver, &at, tables, PROOF_NODES)? else {
                return Ok(None);
            };
            keep.push(here.keeping());
        }
        at = at.play_unchecked(mv);
    }
    Ok(Some(keep))
}
