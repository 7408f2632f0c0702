//! All that is asked about a position, by one thread or two.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use fanorona::solve::{SolveError, Solver};
use fanorona::tablebase::Tables;
use fanorona::{Color, Position, Wdl};

use super::Turns;
use super::checkpoint::Checkpoint;
use crate::progress::spinner;

/// Nodes between two looks at what the other thread has found.
const SLICE: u64 = 1 << 14;

/// Whether a side wins a position.
#[derive(Clone, Copy)]
struct Question {
    position: Position,
    winner: Color,
    answer: Option<bool>,
    taken: bool,
}

/// The questions about a position and those that its turns lead to.
pub(crate) struct Questions {
    root: Position,
    /// The root's two first, then two for each board that a turn leaves.
    list: Vec<Question>,
    nodes: u64,
    root_nodes: u64,
    solver: Option<Solver>,
}

/// What the threads share.
struct Shared {
    list: Vec<Question>,
    root_nodes: u64,
    failed: Option<SolveError>,
    /// The solvers are wanted for a file: hands off.
    saving: bool,
}

impl Shared {
    /// Writes an answer down with all that follows from it.
    fn conclude(&mut self, at: usize, answer: bool) {
        self.list[at].answer = Some(answer);
        let Question {
            position, winner, ..
        } = self.list[at];
        for other in &mut self.list {
            let same = other.position.is_repetition_of(&position);
            if answer && same && other.winner != winner {
                other.answer = Some(false);
            }
            // What the side to move cannot win, no turn of its wins; what it has
            // lost, no turn saves.
            let follows = at < 2 && answer == (winner != position.turn());
            if follows && !same && other.winner == winner {
                other.answer = Some(answer);
            }
        }
    }

    fn take(&mut self) -> Option<usize> {
        let open = |question: &Question| question.answer.is_none() && !question.taken;
        let at = self.list.iter().position(open)?;
        self.list[at].taken = true;
        Some(at)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Questions {
    pub(crate) fn new(root: &Position, turns: &Turns) -> Self {
        let mut positions = vec![*root];
        for (_, next) in turns {
            if !positions[1..].iter().any(|old| next.is_repetition_of(old)) {
                positions.push(*next);
            }
        }
        let list = positions.iter().flat_map(|position| {
            [root.turn(), !root.turn()].map(|winner| Question {
                position: *position,
                winner,
                answer: None,
                taken: false,
            })
        });
        Self {
            root: *root,
            list: list.collect(),
            nodes: 0,
            root_nodes: 0,
            solver: None,
        }
    }

    /// Finds all answers, a thread for each solver.
    ///
    /// # Errors
    /// When a solver gives up, and when the checkpoint cannot be written.
    pub(crate) fn answer(
        &mut self,
        solvers: Vec<Solver>,
        tables: Option<&Tables>,
        checkpoint: &mut Option<Checkpoint>,
    ) -> anyhow::Result<()> {
        let shared = Mutex::new(Shared {
            list: std::mem::take(&mut self.list),
            root_nodes: 0,
            failed: None,
            saving: false,
        });
        let solvers: Vec<Mutex<Solver>> = solvers.into_iter().map(Mutex::new).collect();
        let bar = spinner();
        std::thread::scope(|scope| -> anyhow::Result<()> {
            let workers: Vec<_> = solvers
                .iter()
                .map(|solver| scope.spawn(|| work(solver, tables, &shared)))
                .collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(20));
                bar.tick();
                if checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
                    lock(&shared).saving = true;
                    let saved = save(checkpoint, &solvers);
                    lock(&shared).saving = false;
                    if saved.is_err() {
                        // Nobody waits for hours for what cannot be kept.
                        lock(&shared).list.iter_mut().for_each(|question| {
                            question.answer.get_or_insert(false);
                        });
                        return saved;
                    }
                }
                let state = lock(&shared);
                let answered = state.list.iter().filter(|q| q.answer.is_some()).count();
                let message = format!("{answered} of {} questions answered", state.list.len());
                drop(state);
                bar.set_message(message);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        save(checkpoint, &solvers)?;
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = shared.failed {
            return Err(error.into());
        }
        self.list = shared.list;
        self.root_nodes = shared.root_nodes;
        for solver in solvers {
            let solver = solver.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.nodes += solver.nodes();
            match &mut self.solver {
                Some(first) => solver.answers().for_each(|answer| first.learn(answer)),
                None => self.solver = Some(solver),
            }
        }
        Ok(())
    }

    /// Whether a side wins; by [`Questions::answer`] there are all answers.
    fn find(&self, position: &Position, winner: Color) -> anyhow::Result<bool> {
        let same = |question: &&Question| {
            question.winner == winner && question.position.is_repetition_of(position)
        };
        let found = self.list.iter().find(same);
        found
            .and_then(|question| question.answer)
            .ok_or_else(|| anyhow!("a question was left open"))
    }

    /// The value of the position for its side to move.
    pub(crate) fn root(&self) -> anyhow::Result<Wdl> {
        self.value(&self.root)
    }

    /// The value of a turn that leads to `next`, for the side that makes it.
    pub(crate) fn after(&self, next: &Position) -> anyhow::Result<Wdl> {
        self.value(next)
    }

    fn value(&self, position: &Position) -> anyhow::Result<Wdl> {
        Ok(if self.find(position, self.root.turn())? {
            Wdl::Win
        } else if self.find(position, !self.root.turn())? {
            Wdl::Loss
        } else {
            Wdl::Draw
        })
    }

    /// A solver that knows what all have found.
    pub(crate) fn take_solver(&mut self) -> anyhow::Result<Solver> {
        self.solver.take().context("there was no solver")
    }

    /// Nodes of all questions.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of the two questions about the position itself.
    pub(crate) const fn root_nodes(&self) -> u64 {
        self.root_nodes
    }
}

fn save(checkpoint: &mut Option<Checkpoint>, solvers: &[Mutex<Solver>]) -> anyhow::Result<()> {
    let Some(checkpoint) = checkpoint else {
        return Ok(());
    };
    let mut answers = Vec::new();
    for solver in solvers {
        answers.extend(lock(solver).answers());
    }
    answers.sort_unstable();
    answers.dedup();
    checkpoint.save(&answers)
}

/// Answers questions until none is left that nobody works at.
fn work(solver: &Mutex<Solver>, tables: Option<&Tables>, shared: &Mutex<Shared>) {
    loop {
        let taken = {
            let mut state = lock(shared);
            if state.failed.is_some() {
                return;
            }
            state.take().map(|at| (at, state.list[at]))
        };
        let Some((at, question)) = taken else { return };
        let found = answer_one(solver, tables, shared, at, &question);
        let mut state = lock(shared);
        match found {
            Ok(answer) => {
                if let Some(answer) = answer {
                    state.conclude(at, answer);
                }
            }
            Err(error) => {
                state.failed = Some(error);
                return;
            }
        }
    }
}

/// The answer, or `None` where it has come from elsewhere meanwhile.
fn answer_one(
    solver: &Mutex<Solver>,
    tables: Option<&Tables>,
    shared: &Mutex<Shared>,
    at: usize,
    question: &Question,
) -> Result<Option<bool>, SolveError> {
    lock(solver).ask(&question.position, question.winner)?;
    loop {
        let (answer, nodes) = {
            let mut solver = lock(solver);
            let before = solver.nodes();
            (solver.run(tables, SLICE)?, solver.nodes() - before)
        };
        let mut state = lock(shared);
        if at < 2 {
            state.root_nodes += nodes;
        }
        if answer.is_some() || state.failed.is_some() {
            return Ok(answer);
        }
        if state.list[at].answer.is_some() {
            return Ok(None);
        }
        while state.saving {
            drop(state);
            std::thread::sleep(Duration::from_millis(5));
            state = lock(shared);
        }
    }
}
