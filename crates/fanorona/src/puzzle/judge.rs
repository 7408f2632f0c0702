//! Which turns of a position keep its value.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::color::Color;
use crate::mv::Move;
use crate::outcome::Wdl;
use crate::position::Position;
use crate::solve::{SolveError, Solver};
use crate::tablebase::Tables;

/// A position with more turns is not judged.
const MOST_TURNS: usize = 2_000;

/// A turn and whether it keeps the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedTurn {
    /// The turn.
    pub mv: Move,
    /// Where it leads.
    pub next: Position,
    /// Whether it is as good as any.
    pub keeps: bool,
}

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Its value to the side to move, without the limits of R6.3.
    pub value: Wdl,
    /// All turns, in the order of [`Position::for_each_move`].
    pub turns: Vec<JudgedTurn>,
}

impl Judgement {
    /// The turns that keep the value, in the order of their notation's bytes.
    #[must_use]
    pub fn keeping(&self) -> Vec<Move> {
        let keeping = self.turns.iter().filter(|turn| turn.keeps);
        let mut keeping: Vec<Move> = keeping.map(|turn| turn.mv).collect();
        keeping.sort_by_cached_key(alloc::string::ToString::to_string);
        keeping
    }
}

/// Finds the value of a position and of all its turns; `None` where that takes more than `nodes` nodes, or the
/// position has too many turns. The solver keeps what it has found, so asking again goes on from there.
///
/// # Errors
/// As [`Solver::ask`] and [`Solver::run`].
pub fn judge(
    solver: &mut Solver,
    position: &Position,
    tables: Option<&Tables>,
    nodes: u64,
) -> Result<Option<Judgement>, SolveError> {
    judge_few(solver, position, tables, nodes, usize::MAX)
}

/// The same; `None` too as soon as turns that keep the value are known to lead to more than `most` different boards.
pub(super) fn judge_few(
    solver: &mut Solver,
    position: &Position,
    tables: Option<&Tables>,
    nodes: u64,
    most: usize,
) -> Result<Option<Judgement>, SolveError> {
    let until = solver.nodes().saturating_add(nodes.max(1));
    let mut wins =
        |position: &Position, winner: Color| asked(solver, position, tables, winner, until);
    let mover = position.turn();
    let value = match (wins(position, mover)?, position) {
        (None, _) => return Ok(None),
        (Some(true), _) => Wdl::Win,
        (Some(false), position) => match wins(position, !mover)? {
            None => return Ok(None),
            Some(true) => Wdl::Loss,
            Some(false) => Wdl::Draw,
        },
    };
    let Some(successors) = successors(position) else {
        return Ok(None);
    };
    let mut turns: Vec<JudgedTurn> = Vec::with_capacity(successors.len());
    let mut keeping = 0;
    for (mv, next) in successors {
        let same = |turn: &&JudgedTurn| turn.next.is_repetition_of(&next);
        let known = turns.iter().find(same);
        let is_new = known.is_none();
        let keeps = match (known, value) {
            (Some(turn), _) => turn.keeps,
            (None, Wdl::Loss) => true,
            (None, Wdl::Win) => match wins(&next, mover)? {
                None => return Ok(None),
                Some(keeps) => keeps,
            },
            (None, Wdl::Draw) => match wins(&next, !mover)? {
                None => return Ok(None),
                Some(lost) => !lost,
            },
        };
        turns.push(JudgedTurn { mv, next, keeps });
        keeping += usize::from(is_new && keeps);
        if keeping > most {
            return Ok(None);
        }
    }
    Ok(Some(Judgement { value, turns }))
}

/// Whether a side wins; `None` where the solver has done `until` nodes before that is known.
pub(super) fn asked(
    solver: &mut Solver,
    position: &Position,
    tables: Option<&Tables>,
    winner: Color,
    until: u64,
) -> Result<Option<bool>, SolveError> {
    if let Some(known) = solver.known(tables, position, winner) {
        return Ok(Some(known));
    }
    solver.ask(position, winner)?;
    let left = until.saturating_sub(solver.nodes());
    if left == 0 {
        return Ok(None);
    }
    solver.run(tables, left)
}

/// All turns and where they lead; `None` where there are too many.
pub(super) fn successors(position: &Position) -> Option<Vec<(Move, Position)>> {
    let mut successors = Vec::new();
    let all = position.show_successors(&mut |mv, next| {
        if successors.len() == MOST_TURNS {
            return ControlFlow::Break(());
        }
        successors.push((*mv, next));
        ControlFlow::Continue(())
    });
    all.is_continue().then_some(successors)
}
