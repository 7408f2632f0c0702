//! The search as a machine with a stack of its own, so that it can stop after any
//! node and go on later.

mod report;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::endings::{Answer, Endings};
use super::lines::Top;
use super::opening::Opening;
use super::ordering::{self, Hints, History, Successor, TurnId};
use super::score::Score;
use super::selectivity::{QUIESCENCE, QUIESCENCE_TURNS, is_ending, reduction};
use super::table::{Bound, Hit, Table};
use super::{Limits, MAX_PLY, NODE_TURNS, ROOT_TURNS, TURNS_A_NODE};
use crate::chain::{Mover, TurnKind};
use crate::color::Color;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::mv::Move;
use crate::position::Position;
use crate::rules::{NO_CAPTURE_LIMIT, Rules};
use crate::tablebase::Tables;
use crate::zobrist::mix;

/// Longest line that a report shows.
const PV_LENGTH: usize = 32;

/// From this count on the no-capture limit can change a value within reach, so
/// the table must tell counts apart.
const COUNT_MATTERS: u16 = NO_CAPTURE_LIMIT - 24;

/// A board after a turn, seen by the side that made it.
type Board = (u64, u64);

/// A node that waits for a child's score.
#[derive(Clone, Debug)]
struct Frame {
    position: Position,
    hash: u64,
    alpha: Score,
    beta: Score,
    depth: i32,
    /// The depth that was asked for: less than `depth` where the turn is forced.
    asked: i32,
    /// Its turns in the arena: all, and the one that is being searched.
    begin: usize,
    end: usize,
    next: usize,
    best: Score,
    best_turn: TurnId,
    /// Whether `best` is more than the alpha the node began with.
    raised: bool,
    /// Whether the node has turns that were not generated.
    cut: bool,
    /// Whether the table's turn alone was generated.
    staged: bool,
    /// Whether the node has but one turn.
    forced: bool,
    /// Whether the present child is searched with a null window first.
    null_window: bool,
    /// By how much less deep the present child is searched.
    reduction: i32,
}

/// A turn of the root with what the last iterations say of it.
#[derive(Clone, Debug)]
pub(super) struct RootTurn {
    successor: Successor,
    pub(super) score: Score,
    pv: Vec<Board>,
}

#[derive(Clone, Debug)]
pub(super) struct Machine {
    table: Table,
    endings: Endings,
    pub(super) opening: Opening,
    pub(super) evaluator: Evaluator,
    /// What tables or the opening book say of the root, where that needs no search.
    answer: Option<Answer>,
    history: History,
    stack: Vec<Frame>,
    arena: Vec<Successor>,
    /// Best lines from each ply on.
    pvs: Vec<Vec<Board>>,
    /// Hashes since the last capture: `played` of the game, then the line searched.
    path: Vec<u64>,
    played: usize,
    /// Names the positions that stand for the third time when they are reached
    /// again (R6.3b); 0 where there are none.
    twice: u64,
    /// Names what is overlooked; 0 for nothing. The table keeps each tree apart.
    tree: u64,
    /// The no-capture count of the root.
    root_count: u16,
    /// The score of the child that has just ended, seen by its side to move.
    returned: Option<Score>,
    root: Option<Position>,
    root_turns: Vec<RootTurn>,
    root_cut: bool,
    /// Whether only some turns of the root are looked at.
    restricted: bool,
    /// Root turns searched in the iteration under way.
    searched: usize,
    /// The best scores of the iteration under way.
    top: Top,
    /// The root's best turns as the last whole iteration left them, where there
    /// are several lines: the iteration under way may not have reached them all.
    finished: Vec<RootTurn>,
    limits: Limits,
    /// The contempt that the table was filled with, as White's.
    contempt: i16,
    nodes: u64,
    depth: u32,
    done: bool,
}

impl Machine {
    pub(super) fn new(table_bytes: usize) -> Self {
        Self {
            table: Table::new(table_bytes),
            endings: Endings::default(),
            opening: Opening::default(),
            evaluator: Evaluator::default(),
            answer: None,
            history: History::new(),
            stack: Vec::new(),
            arena: Vec::new(),
            pvs: vec![Vec::new(); MAX_PLY + 2],
            path: Vec::new(),
            played: 0,
            twice: 0,
            tree: 0,
            root_count: 0,
            returned: None,
            root: None,
            root_turns: Vec::new(),
            root_cut: false,
            restricted: false,
            searched: 0,
            top: Top::default(),
            finished: Vec::new(),
            limits: Limits::default(),
            contempt: 0,
            nodes: 0,
            depth: 0,
            done: true,
        }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.abandon();
        self.root = None;
        self.answer = None;
        self.root_turns.clear();
        self.finished.clear();
        self.done = true;
    }

    pub(super) fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        // What is remembered was found with other tables; it holds all the same.
        self.endings.set(tables);
    }

    /// Drops the lines under way.
    fn abandon(&mut self) {
        self.stack.clear();
        self.arena.clear();
        self.returned = None;
        self.path.truncate(self.played);
    }

    pub(super) fn start(&mut self, game: &Game, limits: Limits, only: &[Move]) {
        let position = *game.position();
        self.path.clear();
        self.path
            .extend(game.positions_since_capture().map(Position::hash));
        self.played = self.path.len();
        self.twice = game
            .positions_stood_twice()
            .fold(0, |name, position| name ^ mix(position.hash()));
        self.tree = limits.oversight.map_or(0, |oversight| oversight.tree());
        self.abandon();
        self.table.next_search();
        // Equal stones have equal hashes on every board and under all rules, and other values.
        let ground = |position: Position| (position.variant(), position.rules());
        if self
            .root
            .is_some_and(|root| ground(root) != ground(position))
        {
            self.table.clear();
            self.history.clear();
        }
        self.root = Some(position);
        self.root_count = position.no_capture();
        self.root_turns.clear();
        self.root_cut = false;
        self.restricted = false;
        self.searched = 0;
        self.finished.clear();
        let most = super::MOST_CONTEMPT;
        self.limits = Limits {
            contempt: limits.contempt.clamp(-most, most),
            ..limits
        };
        // What is remembered was found with the draws of then.
        let contempt = match position.turn() {
            Color::White => self.limits.contempt,
            Color::Black => -self.limits.contempt,
        };
        if contempt != self.contempt {
            self.contempt = contempt;
            self.table.clear();
        }
        self.nodes = 0;
        self.depth = 0;
        self.answer = None;
        self.endings.begin(game, limits.tables);
        self.done = game.end().is_some();
        if self.done {
            return;
        }
        self.answer = self.endings.answer(&position, &limits, only);
        if self.answer.is_none() && only.is_empty() {
            self.answer = self.opening.answer(game, &limits);
        }
        if self.answer.is_some() {
            self.nodes = 1;
            self.done = true;
            return;
        }
        let mut turns = Vec::new();
        let mover = position.mover();
        let table_turn = self
            .table
            .probe(self.table_hash(&position), 0)
            .map(|hit| hit.turn);
        let hints = Hints {
            table_turn,
            history: &self.history,
            ply: 0,
        };
        let generated = ordering::generate(
            &mover,
            mover.capturers(),
            &mut turns,
            ROOT_TURNS,
            Some(&hints),
        );
        self.root_cut = generated.cut;
        ordering::sort(&mut turns);
        self.nodes = 1 + (generated.turns / TURNS_A_NODE) as u64;
        // Tables without distances tell which turns keep the value; how to make
        // headway among them is the search's business.
        let keeps = |turn: &Successor| {
            let next = position.after(turn.own, turn.enemy);
            self.endings.keeps_value(&position, &next) != Some(false)
        };
        if !generated.cut {
            turns.retain(keeps);
        }
        self.restricted = super::lines::restrict(&position, &mut turns, only);
        if let Some(oversight) = &limits.oversight {
            oversight.overlook_at_root(&position, ROOT_TURNS, &mut turns);
        }
        self.root_turns = turns
            .into_iter()
            .map(|successor| RootTurn {
                successor,
                score: Score::DRAW,
                pv: Vec::new(),
            })
            .collect();
    }

    pub(super) fn run(&mut self, nodes: u64) -> bool {
        let until = self.nodes.saturating_add(nodes.max(1));
        while !self.done && self.nodes < until {
            if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
                self.finish();
            } else if self.stack.is_empty() {
                self.next_iteration();
            } else {
                self.advance();
            }
        }
        self.done
    }

    /// Stops, maybe in the middle of an iteration. `searched` stays: the turns
    /// beyond it have scores of the iteration before, which are no match for these.
    fn finish(&mut self) {
        self.sort_searched();
        self.abandon();
        self.done = true;
    }

    /// Sorts the root's turns that the iteration has searched, best first; the
    /// others keep their places behind.
    fn sort_searched(&mut self) {
        self.root_turns[..self.searched].sort_by_key(|turn| core::cmp::Reverse(turn.score));
    }

    fn next_iteration(&mut self) {
        let is_decided = |turn: &RootTurn| {
            let turns = turn.score.turns();
            self.depth > 0 && turns.is_some_and(|turns| turns <= self.depth)
        };
        let wanted = self.wanted();
        let decided = wanted > 0 && self.root_turns[..wanted].iter().all(is_decided);
        let deepest = self
            .limits
            .depth
            .unwrap_or(u32::MAX)
            .min(MAX_PLY as u32 / 2);
        let Some(position) = self.root.filter(|_| !decided && self.depth < deepest) else {
            self.done = true;
            return;
        };
        self.top.begin(wanted);
        self.arena
            .extend(self.root_turns.iter().map(|turn| turn.successor));
        self.stack.push(Frame {
            position,
            hash: self.table_hash(&position),
            alpha: -Score::INFINITY,
            beta: Score::INFINITY,
            depth: self.depth as i32 + 1,
            asked: self.depth as i32 + 1,
            begin: 0,
            end: self.arena.len(),
            next: 0,
            best: -Score::INFINITY,
            best_turn: 0,
            raised: false,
            cut: self.root_cut,
            staged: false,
            forced: false,
            null_window: false,
            reduction: 0,
        });
    }

    /// One step: takes in the score of a child that has ended, or enters the next child.
    fn advance(&mut self) {
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if let Some(returned) = self.returned.take() {
            let score = -returned;
            if frame.reduction > 0 && score > frame.alpha {
                frame.reduction = 0;
                self.enter_child();
                return;
            }
            if frame.null_window && score > frame.alpha && score < frame.beta {
                frame.null_window = false;
                self.enter_child();
                return;
            }
            self.accept(score);
        }
        let is_root = self.stack.len() == 1;
        if self.stack.last().is_some_and(|frame| {
            frame.staged && frame.next > frame.begin && frame.best < frame.beta
        }) {
            self.generate_rest();
        }
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if frame.best >= frame.beta
            || !is_root && !pick(frame, &mut self.arena)
            || frame.next == frame.end
        {
            self.leave();
        } else {
            // Without a bar there is nothing to be below of.
            frame.null_window = frame.next > frame.begin && frame.alpha > -Score::INFINITY;
            // Where a win is known, a shorter one must not be overlooked.
            let is_decisive = frame.alpha.is_win() || frame.alpha.is_loss();
            let is_exempt = is_root || is_decisive || is_ending(&frame.position);
            frame.reduction = if is_exempt || !frame.null_window {
                0
            } else {
                reduction(frame.depth, frame.next - frame.begin)
            };
            self.enter_child();
        }
    }

    /// Enters the child that the top frame stands at.
    fn enter_child(&mut self) {
        let Some(frame) = self.stack.last() else {
            return;
        };
        let turn = &self.arena[frame.next];
        let child = frame.position.after(turn.own, turn.enemy);
        let beta = if frame.null_window {
            frame.alpha.next()
        } else {
            frame.beta
        };
        let (alpha, beta, depth) = (-beta, -frame.alpha, frame.depth - 1 - frame.reduction);
        self.returned = self.enter(child, depth, alpha, beta);
    }

    /// The score of a node at once, or `None` after it was put on the stack.
    fn enter(
        &mut self,
        position: Position,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let ply = self.stack.len();
        self.nodes += 1;
        self.pvs[ply].clear();
        let mover = position.mover();
        if mover.own == 0 {
            return Some(Score::lost_at(ply));
        }
        if mover.enemy == 0 {
            return Some(Score::won_at(ply));
        }
        if position.is_no_capture_draw() && mover.has_turn() {
            return Some(self.draw_at(ply));
        }
        if position.no_capture() >= 4 && self.is_repetition(&position) {
            return Some(self.draw_at(ply));
        }
        if let Some(score) = self.endings.score(&position, ply, self.draw_at(ply)) {
            return Some(score);
        }
        let hash = self.table_hash(&position);
        // Below the horizon the table is not asked: a position is worth the same there wherever
        // it is met.
        let hit = (depth > 0).then(|| self.table.probe(hash, ply)).flatten();
        let holds = |hit: &Hit| {
            i32::from(hit.depth) >= depth.max(0) && !may_meet_the_limit(&position, hit.score, ply)
        };
        if let Some(hit) = hit.filter(holds) {
            let enough = match hit.bound {
                Bound::Exact => true,
                Bound::Lower => hit.score >= beta,
                Bound::Upper => hit.score <= alpha,
                Bound::None => false,
            };
            if enough {
                return Some(hit.score);
            }
        }
        let blocked = || {
            // In part one of Vela White has won where it has no capture (R7.2).
            if mover.kind == TurnKind::SingleStone {
                Score::won_at(ply)
            } else {
                Score::lost_at(ply)
            }
        };
        let capturers = mover.capturers();
        let is_quiet =
            depth <= 0 && (capturers == 0 || depth <= -QUIESCENCE || is_ending(&position));
        if is_quiet || ply >= MAX_PLY {
            let score = if mover.has_turn_with(capturers) {
                Score::estimate(self.evaluator.evaluate_as(&position, &mover, capturers))
            } else {
                blocked()
            };
            return Some(score);
        }
        let begin = self.arena.len();
        // The table's turn cuts off often enough that the others need not be known.
        let table_turn = hit.and_then(|hit| ordering::find(&mover, capturers, hit.turn));
        let (forced, cut) = match (hit, table_turn) {
            (Some(hit), Some(turn)) => {
                self.arena.push(turn);
                (hit.forced, false)
            }
            _ => {
                let cut = self.generate(&mover, capturers, None, depth, ply);
                if begin == self.arena.len() {
                    return Some(blocked());
                }
                self.overlook(&position, begin);
                if begin == self.arena.len() {
                    let score = self.evaluator.evaluate_as(&position, &mover, capturers);
                    return Some(Score::estimate(score));
                }
                (ordering::is_one_board(&self.arena[begin..]), cut)
            }
        };
        let end = self.arena.len();
        // A forced turn costs no depth, as long as the line is not twice too long.
        let extended = forced && ply < 2 * (self.depth as usize + 1);
        self.path.push(position.hash());
        self.stack.push(Frame {
            position,
            hash,
            alpha,
            beta,
            depth: depth + i32::from(extended),
            asked: depth,
            begin,
            end,
            next: begin,
            best: -Score::INFINITY,
            best_turn: 0,
            raised: false,
            cut,
            staged: table_turn.is_some() && !forced,
            forced,
            null_window: false,
            reduction: 0,
        });
        None
    }

    /// Puts all turns of a node at `ply` on the arena; `true` if there are more than it takes.
    fn generate(
        &mut self,
        mover: &Mover,
        capturers: u64,
        table_turn: Option<TurnId>,
        depth: i32,
        ply: usize,
    ) -> bool {
        let hints = Hints {
            table_turn,
            history: &self.history,
            ply,
        };
        // Below the horizon the order decides which turns are looked at, so it must not
        // depend on what was searched before.
        let hints = (depth > 0).then_some(&hints);
        let generated = ordering::generate(mover, capturers, &mut self.arena, NODE_TURNS, hints);
        self.nodes += (generated.turns / TURNS_A_NODE) as u64;
        generated.cut
    }

    /// Takes the turns that a weaker level does not see off the arena, from place `begin` on.
    fn overlook(&mut self, position: &Position, begin: usize) {
        if let Some(oversight) = &self.limits.oversight {
            oversight.overlook(position, NODE_TURNS, &mut self.arena, begin);
        }
    }

    /// The turns of the top frame that are not known yet, where the first one did not cut off.
    fn generate_rest(&mut self) {
        let ply = self.stack.len() - 1;
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        frame.staged = false;
        let first = self.arena.drain(frame.begin..).next();
        let (position, begin, depth) = (frame.position, frame.begin, frame.depth);
        let mover = position.mover();
        let cut = self.generate(
            &mover,
            mover.capturers(),
            first.map(|turn| turn.id()),
            depth,
            ply,
        );
        self.overlook(&position, begin);
        if let Some(frame) = self.stack.last_mut() {
            frame.cut = cut;
            frame.end = self.arena.len();
            ordering::pick(&mut self.arena[frame.begin..], 0);
        }
    }

    const fn draw_at(&self, ply: usize) -> Score {
        Score::draw_at(ply, self.limits.contempt)
    }

    /// Whether the line comes back to a position: once within the line searched
    /// is enough to call it a draw; of the game's own positions, two make the
    /// third time (R6.3b). Without that rule playing for ever is a draw all the same.
    fn is_repetition(&self, position: &Position) -> bool {
        let back = usize::from(position.no_capture()).min(self.path.len());
        let first = self.path.len() - back;
        let same = |range: &[u64]| {
            range
                .iter()
                .filter(|hash| **hash == position.hash())
                .count()
        };
        // The root is the last of the played positions and part of the line.
        let line = self.played.saturating_sub(1).max(first);
        let in_line = same(&self.path[line..]);
        let in_game = if first < line {
            same(&self.path[first..line])
        } else {
            0
        };
        in_line > 0 || (in_game > 1 && position.rules().contains(Rules::REPETITION))
    }

    /// The hash under which the table keeps a position. Near the no-capture limit
    /// the count is part of it. What can come back to the positions that have stood
    /// twice is kept apart from what was found when they had not: there a way
    /// through them was open that is a draw now.
    fn table_hash(&self, position: &Position) -> u64 {
        let mut hash = position.hash() ^ self.tree;
        if counts(position) {
            hash ^= mix(u64::from(position.no_capture()) + 1);
        }
        // With a smaller count than the root there was a capture on the way, and no way back.
        if position.no_capture() >= self.root_count {
            hash ^= self.twice;
        }
        hash
    }

    /// Takes in the score of the child that the top frame stands at.
    fn accept(&mut self, score: Score) {
        let ply = self.stack.len() - 1;
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        let turn = self.arena[frame.next];
        let is_root = ply == 0;
        let mut bar = score;
        if is_root {
            // The turns of all lines, and those within the margin, get exact scores.
            bar = self.top.add(score, i32::from(self.limits.margin));
            frame.alpha = frame.alpha.max(bar);
            let root = &mut self.root_turns[frame.next];
            root.score = score;
            root.pv.clear();
            root.pv.push((turn.own, turn.enemy));
            root.pv.extend_from_slice(&self.pvs[1]);
            self.searched = frame.next + 1;
        }
        frame.next += 1;
        if score <= frame.best {
            return;
        }
        frame.best = score;
        frame.best_turn = turn.id();
        if is_root || bar > frame.alpha {
            frame.alpha = frame.alpha.max(bar);
            frame.raised = true;
            let (above, below) = self.pvs.split_at_mut(ply + 1);
            let line = &mut above[ply];
            line.clear();
            line.push((turn.own, turn.enemy));
            line.extend(below[0].iter().take(PV_LENGTH - 1));
        }
        if score >= frame.beta {
            let depth = frame.depth;
            let tried = &self.arena[frame.begin..frame.next - 1];
            self.history
                .reward(&frame.position, &turn, tried, depth, ply);
        }
    }

    /// The top frame is finished.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let ply = self.stack.len();
        self.arena.truncate(frame.begin);
        let mut score = frame.best;
        if frame.cut && score.is_loss() {
            // A turn that was not looked at might hold.
            score = Score::estimate(self.evaluator.evaluate(&frame.position));
        }
        let bound = if score >= frame.beta {
            Bound::Lower
        } else if frame.raised {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // What is below the horizon was not looked at in full, and the best of some turns says
        // nothing of the position.
        if frame.asked > 0 && (ply > 0 || !self.restricted) {
            let hit = Hit {
                turn: frame.best_turn,
                score,
                depth: frame.asked.min(255) as u8,
                bound,
                forced: frame.forced,
            };
            self.table.store(frame.hash, ply, hit);
        }
        if ply == 0 {
            self.depth += 1;
            self.sort_searched();
            self.searched = 0;
            self.keep_finished();
        } else {
            self.path.pop();
            self.returned = Some(score);
        }
    }

    pub(super) const fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many lines are wanted: no more than there are turns.
    fn wanted(&self) -> usize {
        super::lines::wanted(&self.limits).min(self.root_turns.len())
    }

    /// Keeps what lines and the choice within the margin need of a whole iteration.
    fn keep_finished(&mut self) {
        self.finished.clear();
        let wanted = self.wanted();
        if wanted < 2 {
            return;
        }
        let best = self.root_turns[0].score;
        let bar = best.minus(i32::from(self.limits.margin));
        let is_near = |turn: &RootTurn| turn.score > bar;
        let near = self.root_turns.iter().take_while(|turn| is_near(turn));
        let kept = wanted.max(near.count());
        self.finished.extend_from_slice(&self.root_turns[..kept]);
    }
}

/// Brings the next turn of a frame to its place in the arena; `false` where none is left. The
/// frame must be the last one.
fn pick(frame: &mut Frame, arena: &mut Vec<Successor>) -> bool {
    frame.end = frame.begin + ordering::pick(&mut arena[frame.begin..], frame.next - frame.begin);
    arena.truncate(frame.end);
    let is_left = frame.next < frame.end;
    // Below the horizon only some are looked at.
    if is_left && frame.asked <= 0 && frame.next - frame.begin == QUIESCENCE_TURNS {
        frame.cut = true;
        return false;
    }
    is_left
}

/// Whether the no-capture limit is part of what decides the position's value.
fn counts(position: &Position) -> bool {
    position.rules().contains(Rules::NO_CAPTURE_LIMIT) && position.no_capture() >= COUNT_MATTERS
}

/// Whether a win or loss that the table says may have been found with a smaller
/// count than the position has, and is so far off that the no-capture limit could
/// come before it.
fn may_meet_the_limit(position: &Position, score: Score, ply: usize) -> bool {
    let Some(turns) = score.turns() else {
        return false;
    };
    let from_here = turns.saturating_sub(ply as u32);
    position.rules().contains(Rules::NO_CAPTURE_LIMIT)
        && !counts(position)
        && u32::from(position.no_capture()) + from_here > u32::from(NO_CAPTURE_LIMIT)
}
