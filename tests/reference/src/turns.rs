//! Whole turns (R5.1), the states they lead to, and perft.

use crate::steps::Chain;
use crate::{Clause, Reference, Side, State, Step, StepKind};

/// A whole turn: one paika, or one capture and the captures that follow it (R5.1). Two turns are the same when their steps,
/// the `A` and `W` included, are the same (R4.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

impl Reference {
    /// Every legal turn once, in no particular order (R3 to R5).
    ///
    /// This asks about movement only, not whether the game is over: see [`Reference::outcome`].
    #[must_use]
    pub fn turns(&self, state: &State) -> Vec<Turn> {
        self.turns_with_results(state)
            .into_iter()
            .map(|(turn, _)| turn)
            .collect()
    }

    /// Every legal turn once, with the state that it leads to.
    #[must_use]
    pub fn turns_with_results(&self, state: &State) -> Vec<(Turn, State)> {
        let chain = Chain::new(state);
        let steps = self.next_steps(state, &chain);
        let mut turns = Vec::new();
        self.collect_turns(state, &chain, steps, &mut turns);
        turns
    }

    /// Every legal turn as text (R8.2), sorted by bytes.
    #[must_use]
    pub fn turn_texts(&self, state: &State) -> Vec<String> {
        let mut texts: Vec<String> = self
            .turns(state)
            .iter()
            .map(|turn| self.write_turn(turn))
            .collect();
        texts.sort();
        texts
    }

    /// The state after a turn, or `None` when it is not legal.
    #[must_use]
    pub fn play(&self, state: &State, turn: &Turn) -> Option<State> {
        if !self.may_stop(state, &turn.steps) {
            return None;
        }
        let chain = self.replay(state, &turn.steps)?;
        Some(self.state_after(state, &chain))
    }

    /// The number of turn sequences of this length. A whole turn is one move, every path and `A`/`W` choice counts, and a
    /// game that is over has no further turns. Repetition (R6.3b) needs a history and is not looked at.
    #[must_use]
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome(state).is_some() {
            return 0;
        }
        let turns = self.turns_with_results(state);
        if depth == 1 {
            return turns.len() as u64;
        }
        turns
            .iter()
            .map(|(_, after)| self.perft(after, depth - 1))
            .sum()
    }

    /// Adds every turn that begins with this chain and goes on with one of these steps.
    fn collect_turns(
        &self,
        state: &State,
        chain: &Chain,
        steps: Vec<Step>,
        turns: &mut Vec<(Turn, State)>,
    ) {
        for step in steps {
            let longer = self.after_step(state, chain, step);
            let further = self.next_steps(state, &longer);
            // A player may stop after any capture (R5.1).
            if further.is_empty() || self.holds(Clause::MayStop) {
                turns.push((
                    Turn {
                        steps: longer.steps.clone(),
                    },
                    self.state_after(state, &longer),
                ));
            }
            self.collect_turns(state, &longer, further, turns);
        }
    }

    /// The state after a finished turn: the other side moves, and the counters go on.
    fn state_after(&self, state: &State, chain: &Chain) -> State {
        let captured = chain.steps.iter().any(|step| step.kind != StepKind::Paika);
        let counters_rest =
            self.in_vela_part_one(state) && self.holds(Clause::VelaCountersStartLater);
        let half_moves = if counters_rest || (captured && self.holds(Clause::CaptureResets)) {
            0
        } else if captured || !self.holds(Clause::PaikaCounts) {
            state.half_moves
        } else {
            state.half_moves.saturating_add(1)
        };
        let move_number = match state.to_move {
            Side::White => state.move_number,
            Side::Black => state.move_number.saturating_add(1),
        };
        State {
            board: chain.board,
            to_move: state.to_move.other(),
            half_moves,
            move_number,
            vela: state.vela,
        }
    }
}
