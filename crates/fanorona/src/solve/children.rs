//! What a position leads to, and how far each of that is from an answer at first sight.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::key::{Key, Keys};
use super::table::{Numbers, Table};
use crate::board::Board;
use crate::chain::{Chain, Mover, TurnKind, bits};
use crate::movegen::{self, TurnVisitor};
use crate::outcome::Wdl;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::tablebase::{Tables, Value};
use crate::variant::Variant;

/// Turns of a position that are looked at. A side that has more is not said to
/// have missed its aim: the search gives up.
pub(super) const MOST_TURNS: usize = 65_536;

/// The positions of the line that a result may lean on, by their depth: none above
/// `shallow`, none below `deep`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lean {
    pub(super) shallow: u32,
    pub(super) deep: u32,
}

impl Lean {
    /// The result leans on nothing.
    pub(super) const FREE: Self = Self {
        shallow: u32::MAX,
        deep: 0,
    };

    pub(super) fn on(depth: usize) -> Self {
        Self {
            shallow: depth as u32,
            deep: depth as u32,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            shallow: self.shallow.min(other.shallow),
            deep: self.deep.max(other.deep),
        }
    }

    /// What is left of it for the position at `depth`, which may lean on itself.
    pub(super) fn above(self, depth: u32) -> Self {
        if self.shallow >= depth {
            Self::FREE
        } else {
            Self {
                shallow: self.shallow,
                deep: self.deep.min(depth - 1),
            }
        }
    }
}

/// The stones of the side to move, and of the other side.
pub(super) type Stones = (u64, u64);

/// A position that a turn leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) stones: Stones,
    pub(super) key: Key,
    /// Seen by the side that is to move in it.
    pub(super) numbers: Numbers,
    /// Of a win: see [`Hit`](super::table::Hit).
    pub(super) height: u32,
    /// What its answer leans on.
    pub(super) lean: Lean,
}

/// A board and its keys, as the search asks them.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) board: Board,
    keys: Keys,
    points: u64,
    /// Any position of the board with Black to move, from which others are made.
    template: Position,
    /// Boards that the turns of a position leave; kept to use its memory again.
    boards: Vec<Stones>,
}

impl Ground {
    pub(super) fn new(board: Board) -> Self {
        let template = Setup {
            turn: crate::color::Color::Black,
            ..Setup::empty(Variant::on(board), Rules::empty())
        };
        Self {
            board,
            keys: Keys::new(board),
            points: board.points().bits(),
            template: Position::from_valid_setup(&template),
            boards: Vec::new(),
        }
    }

    pub(super) fn key(&self, (own, enemy): Stones, mover_is_asked: bool) -> Key {
        self.keys.key(own, enemy, mover_is_asked)
    }

    pub(super) fn mover(&self, (own, enemy): Stones) -> Mover {
        Mover {
            own,
            enemy,
            points: self.points,
            kind: TurnKind::Normal,
        }
    }

    /// The value in the tables, if they reach so far.
    pub(super) fn value(&self, tables: Option<&Tables>, (own, enemy): Stones) -> Option<Value> {
        let tables = tables?;
        if (own | enemy).count_ones() as usize > tables.stones() {
            return None;
        }
        // The side that has just moved is Black: White is to move.
        let position = self.template.after_unhashed(enemy, own);
        tables.probe_without_dtw(&position)
    }

    /// What is known of a position without a turn being made in it: whether its
    /// side to move reaches its aim, by the end of the game or by the tables.
    pub(super) fn settled(
        &self,
        tables: Option<&Tables>,
        (own, enemy): Stones,
        mover_is_asked: bool,
    ) -> Option<bool> {
        if own == 0 || enemy == 0 {
            return Some(own != 0);
        }
        if let Some(value) = self.value(tables, (own, enemy)) {
            return Some(reaches(value.wdl, mover_is_asked));
        }
        (!self.mover((own, enemy)).has_turn()).then_some(false)
    }

    /// The positions that the turns lead to, each once; `None` where there are more
    /// than [`MOST_TURNS`] turns.
    pub(super) fn successors(&self, stones: Stones) -> Option<Vec<Stones>> {
        let mut boards = Vec::new();
        let walked = movegen::walk(&self.mover(stones), &mut Collect(&mut boards));
        if walked.is_break() && !took_all(&boards) {
            return None;
        }
        boards.sort_unstable();
        boards.dedup();
        Some(boards)
    }

    /// Puts the positions that the turns lead to at the end of `into`, each once
    /// up to symmetry. Stops at one that settles the matter for the side to move.
    /// Answers `false` where there are more than [`MOST_TURNS`] turns.
    pub(super) fn expand(
        &mut self,
        stones: Stones,
        mover_is_asked: bool,
        tables: Option<&Tables>,
        table: &Table,
        into: &mut Vec<Child>,
    ) -> bool {
        let begin = into.len();
        let mut boards = core::mem::take(&mut self.boards);
        boards.clear();
        let walked = movegen::walk(&self.mover(stones), &mut Collect(&mut boards));
        let complete = walked.is_continue() || took_all(&boards);
        if complete {
            boards.sort_unstable();
            boards.dedup();
            for board in &boards {
                let child = self.child(*board, !mover_is_asked, tables, table);
                if child.numbers.delta == 0 {
                    // One way is enough.
                    into.truncate(begin);
                    into.push(child);
                    break;
                }
                if !into[begin..].iter().any(|other| other.key == child.key) {
                    into.push(child);
                }
            }
        }
        self.boards = boards;
        complete
    }

    fn child(
        &self,
        stones: Stones,
        mover_is_asked: bool,
        tables: Option<&Tables>,
        table: &Table,
    ) -> Child {
        let mut child = Child {
            stones,
            key: Key::default(),
            numbers: Numbers::MISSED,
            height: 0,
            lean: Lean::FREE,
        };
        if let Some(reached) = self.settled(tables, stones, mover_is_asked) {
            child.numbers = Numbers::settled(reached);
            // Settled children are told apart by nothing: they may be merged.
            return child;
        }
        child.key = self.key(stones, mover_is_asked);
        match table.probe(child.key) {
            Some(hit) => (child.numbers, child.height) = (hit.numbers, hit.height),
            None => child.numbers = self.first_sight(stones, mover_is_asked),
        }
        child
    }

    /// Numbers of a position that was never expanded.
    fn first_sight(&self, stones: Stones, mover_is_asked: bool) -> Numbers {
        let mover = self.mover(stones);
        let (mut captures, mut most) = (0, 0);
        for at in bits(mover.capturers()) {
            let chain = Chain::start(mover.own, mover.enemy, at);
            for capture in chain.captures(mover.points).iter() {
                captures += 1;
                most = most.max(chain.taken(capture, false).count_ones());
            }
        }
        estimate(
            mover.own.count_ones(),
            mover.enemy.count_ones(),
            most,
            captures,
            mover_is_asked,
        )
    }
}

/// Whether the walk ended with a turn that takes the last stone.
fn took_all(boards: &[Stones]) -> bool {
    boards.last().is_some_and(|(own, _)| *own == 0)
}

/// Whether a side to move with this value reaches its aim: to win, or not to lose.
pub(super) const fn reaches(wdl: Wdl, mover_is_asked: bool) -> bool {
    match wdl {
        Wdl::Win => true,
        Wdl::Draw => !mover_is_asked,
        Wdl::Loss => false,
    }
}

/// A guess from material before and after the largest first capture, and from
/// the number of capturing steps.
fn estimate(own: u32, enemy: u32, most: u32, captures: u32, mover_is_asked: bool) -> Numbers {
    let own = 4 * (own + 1);
    let left = enemy - most + 1;
    let for_mover = UNIT * own / (4 * left);
    let against = UNIT * 4 * left / own;
    let (easy, hard) = if mover_is_asked { (1, 2) } else { (2, 1) };
    Numbers {
        phi: 1 + against * hard / 2,
        delta: 1 + for_mover * easy / 2 + captures,
    }
}

/// The number of an even position.
const UNIT: u32 = 16;

struct Collect<'a>(&'a mut Vec<Stones>);

impl TurnVisitor for Collect<'_> {
    type Break = ();

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<()> {
        let full = self.0.len() == MOST_TURNS;
        if !full || enemy == 0 {
            self.0.push((enemy, own));
        }
        // Nothing is better than the last stone.
        if full || enemy == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
