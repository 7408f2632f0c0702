//! The frozen baseline engine: what later strength is measured against.
//!
//! A plain NegaScout search with a four-way transposition table, hand-set weights
//! and no endgame tables, as the best public engine has. It uses the library's
//! rules and nothing of its search or evaluation, so those can change while this
//! stays. **Do not improve it**: a change here makes old results meaningless. Its
//! node counts are a test.
//!
//! ```
//! use fanorona::Position;
//! use fanorona_baseline::{Baseline, Limits};
//! let start = Position::start(Default::default(), Default::default()).unwrap();
//! let mut engine = Baseline::new(1 << 20);
//! let found = engine.think(&start, &[], Limits::depth(4), &mut || false);
//! assert_eq!(found.depth, 4);
//! assert!(start.play(&found.best.unwrap()).is_ok());
//! ```
#![no_std]

extern crate alloc;

mod evaluation;
mod table;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use fanorona::{Move, Position, Wdl};

use crate::evaluation::evaluate;
use crate::table::{Bound, Entry, Table};

/// A won game, less one for each turn it takes.
const WIN: i32 = 1_000_000;
/// Deepest line, in turns.
const MAX_PLY: u32 = 100;
/// Turns looked at in one position; games stay far below.
const TURNS: usize = 1_000;
/// Nodes between two looks at the clock.
const CLOCK_NODES: u64 = 1_024;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest depth in whole turns.
    pub depth: u32,
    /// Largest number of nodes.
    pub nodes: u64,
}

impl Limits {
    /// To a depth, whatever it takes.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self {
            depth,
            nodes: u64::MAX,
        }
    }

    /// For a number of nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            depth: MAX_PLY,
            nodes,
        }
    }
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The turn to play; `None` without a legal one.
    pub best: Option<Move>,
    /// Hundredths of a stone for the side to move; near a million for a win.
    pub score: i32,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
}

/// The engine with its table.
#[derive(Clone, Debug)]
pub struct Baseline {
    table: Table,
    nodes: u64,
    limit: u64,
    stopped: bool,
    path: Vec<Position>,
}

/// A successor with its place in the order.
type Child = (i32, Position);

impl Baseline {
    /// An engine whose table takes at most `table_bytes`.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: Table::new(table_bytes),
            nodes: 0,
            limit: 0,
            stopped: false,
            path: Vec::new(),
        }
    }

    /// Thinks about `position`; `history` are the positions before it since the
    /// last capture. `stop` is asked every thousand nodes: a clock, for instance.
    pub fn think(
        &mut self,
        position: &Position,
        history: &[Position],
        limits: Limits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        self.nodes = 0;
        self.limit = limits.nodes;
        self.stopped = false;
        self.path.clear();
        self.path.extend_from_slice(history);
        self.path.push(*position);
        let mut children = children_of(position, None);
        let mut found = Found {
            best: None,
            score: 0,
            depth: 0,
            nodes: 0,
        };
        let Some(first) = children.first().map(|(_, child)| *child) else {
            return found;
        };
        let mut best = first;
        for depth in 1..=limits.depth.min(MAX_PLY) {
            let mut alpha = -WIN;
            let mut best_here = None;
            for (place, child) in children.iter_mut().enumerate() {
                let score = self.scout(&child.1, depth - 1, 1, alpha, WIN, place == 0, stop);
                if self.stopped {
                    break;
                }
                child.0 = score;
                if score > alpha || best_here.is_none() {
                    alpha = alpha.max(score);
                    best_here = Some((child.1, score));
                } else {
                    // Not better: only a bound is known.
                    child.0 = -WIN;
                }
            }
            if let Some((child, score)) = best_here {
                best = child;
                found.score = score;
            }
            if self.stopped {
                break;
            }
            found.depth = depth;
            children.sort_by_key(|(score, _)| core::cmp::Reverse(*score));
            if alpha.abs() > WIN - MAX_PLY as i32 {
                break;
            }
        }
        found.best = turn_to(position, &best);
        found.nodes = self.nodes;
        found
    }

    /// A child's score for the parent: with a null window first, unless `full`.
    #[allow(clippy::too_many_arguments)]
    fn scout(
        &mut self,
        child: &Position,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        full: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        if !full {
            let score = -self.search(child, depth, ply, -alpha - 1, -alpha, stop);
            if score <= alpha || score >= beta {
                return score;
            }
        }
        -self.search(child, depth, ply, -beta, -alpha, stop)
    }

    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.limit || (self.nodes.is_multiple_of(CLOCK_NODES) && stop()) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if let Some(end) = position.end() {
            return match end.outcome.seen_by(position.turn()) {
                Wdl::Win => WIN - ply as i32,
                Wdl::Draw => 0,
                Wdl::Loss => ply as i32 - WIN,
            };
        }
        if position.no_capture() >= 4
            && self
                .path
                .iter()
                .any(|before| before.is_repetition_of(position))
        {
            return 0;
        }
        if depth == 0 || ply >= MAX_PLY {
            return evaluate(position);
        }
        let entry = self.table.get(position.hash());
        if let Some(entry) =
            entry.filter(|entry| u32::from(entry.depth) >= depth && entry.score.abs() < WIN / 2)
        {
            match entry.bound {
                Bound::Exact => return entry.score,
                Bound::Lower if entry.score >= beta => return entry.score,
                Bound::Upper if entry.score <= alpha => return entry.score,
                _ => {}
            }
        }
        let children = children_of(position, entry.map(|entry| entry.best));
        self.path.push(*position);
        let (mut best, mut best_hash, mut bound) = (-WIN, 0, Bound::Upper);
        for (place, (_, child)) in children.iter().enumerate() {
            let score = self.scout(child, depth - 1, ply + 1, alpha, beta, place == 0, stop);
            if score > best {
                best = score;
                best_hash = child.hash();
            }
            if score > alpha {
                alpha = score;
                bound = Bound::Exact;
            }
            if score >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        self.path.pop();
        if !self.stopped {
            self.table.put(Entry {
                hash: position.hash(),
                best: best_hash,
                score: best,
                depth: depth as u8,
                bound,
            });
        }
        best
    }
}

/// The positions after each turn, those that are the same merged, in the order to
/// search: the table's first, then by stones taken.
fn children_of(position: &Position, table_best: Option<u64>) -> Vec<Child> {
    let enemies = position.stones(!position.turn()).len() as i32;
    let mut children = Vec::new();
    let _ = position.for_each_successor(|_, child| {
        if children.len() == TURNS {
            return ControlFlow::Break(());
        }
        let taken = enemies - child.stones(child.turn()).len() as i32;
        let order = if Some(child.hash()) == table_best {
            i32::MAX
        } else {
            taken
        };
        children.push((order, child));
        ControlFlow::Continue(())
    });
    children.sort_by_key(|(order, child)| (core::cmp::Reverse(*order), child.hash()));
    children.dedup_by_key(|(_, child)| child.hash());
    children
}

/// A turn that leads from one position to the other.
fn turn_to(position: &Position, child: &Position) -> Option<Move> {
    position
        .for_each_successor(|mv, next| {
            if next == *child {
                ControlFlow::Break(*mv)
            } else {
                ControlFlow::Continue(())
            }
        })
        .break_value()
}
