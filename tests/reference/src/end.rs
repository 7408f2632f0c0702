//! The end of the game (R6): the result of a position, and a game with the history that repetition needs.

use crate::{Clause, Reference, Rules, Side, State, Turn};

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A side has no stone left (R6.1).
    LastStone,
    /// The side to move has stones but no legal move (R6.2).
    Blocked,
    /// Fifty half-moves without a capture (R6.3a).
    NoCaptureLimit,
    /// The same position for the third time (R6.3b).
    Repetition,
    /// The players agreed (R6.3c).
    Agreement,
    /// A player resigned (R6.3c).
    Resignation,
    /// White has no capture in part one of Vela (R7.2).
    VelaNoCapture,
}

impl End {
    /// The number of the clause in `docs/rules.md`.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            End::LastStone => "R6.1",
            End::Blocked => "R6.2",
            End::NoCaptureLimit => "R6.3a",
            End::Repetition => "R6.3b",
            End::Agreement | End::Resignation => "R6.3c",
            End::VelaNoCapture => "R7.2",
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// What ended the game.
    pub end: End,
}

impl Reference {
    /// The result of a position without its history, or `None` while the game goes on. Looked at in the order of R6.3: last
    /// stone taken, side to move blocked, fifty half-moves.
    #[must_use]
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        if !self.holds(Clause::LossBeforeDraw) {
            return self.limit_reached(state).or_else(|| self.side_lost(state));
        }
        self.side_lost(state).or_else(|| self.limit_reached(state))
    }

    /// R6.1, then R6.2.
    fn side_lost(&self, state: &State) -> Option<Outcome> {
        if !self.holds(Clause::LastStoneBeforeBlocked) {
            return self.blocked(state).or_else(|| self.last_stone_taken(state));
        }
        self.last_stone_taken(state).or_else(|| self.blocked(state))
    }

    /// R6.1. On a board without any stone, which only a set-up position can have, the side to move has lost.
    fn last_stone_taken(&self, state: &State) -> Option<Outcome> {
        if !self.holds(Clause::LastStoneLoses) {
            return None;
        }
        let loser = [state.to_move, state.to_move.other()]
            .into_iter()
            .find(|&side| state.board.count(side) == 0)?;
        Some(Outcome {
            winner: Some(loser.other()),
            end: End::LastStone,
        })
    }

    /// R6.2, and in part one of Vela R7.2, where White wins by having no capture.
    fn blocked(&self, state: &State) -> Option<Outcome> {
        let side = state.to_move;
        if state.board.count(side) == 0 || !self.legal_steps(state, &[]).is_empty() {
            return None;
        }
        if self.in_vela_part_one(state) {
            let (winner, end) = match side {
                Side::White if self.holds(Clause::VelaNoCaptureWins) => {
                    (Side::White, End::VelaNoCapture)
                }
                Side::White => (Side::Black, End::Blocked),
                Side::Black if self.holds(Clause::VelaNoPaikaLoses) => (Side::White, End::Blocked),
                Side::Black => (Side::Black, End::Blocked),
            };
            return Some(Outcome {
                winner: Some(winner),
                end,
            });
        }
        let winner = self.holds(Clause::BlockedLoses).then_some(side.other());
        Some(Outcome {
            winner,
            end: End::Blocked,
        })
    }

    /// R6.3a. The counters of part one of Vela do not count (R7.2).
    fn limit_reached(&self, state: &State) -> Option<Outcome> {
        let limit = if !self.holds(Clause::LimitNotEarlier) {
            49
        } else if !self.holds(Clause::LimitNotLater) {
            51
        } else {
            50
        };
        let in_force = self.rules.no_capture_limit || !self.holds(Clause::LimitIsASwitch);
        let counters_rest =
            self.in_vela_part_one(state) && self.holds(Clause::VelaCountersStartLater);
        let reached = in_force && !counters_rest && state.half_moves >= limit;
        reached.then_some(Outcome {
            winner: None,
            end: End::NoCaptureLimit,
        })
    }
}

/// A game: the states from its first position on, which R6.3b needs, and an end that the players made (R6.3c).
#[derive(Clone, Debug)]
pub struct Game {
    reference: Reference,
    first: State,
    /// The states after each turn.
    later: Vec<State>,
    ended_by_players: Option<Outcome>,
}

impl Game {
    /// A game from this position, which counts as having stood once (R8.1).
    #[must_use]
    pub fn new(reference: Reference, first: State) -> Self {
        Self {
            reference,
            first,
            later: Vec::new(),
            ended_by_players: None,
        }
    }

    /// The position now.
    #[must_use]
    pub fn state(&self) -> &State {
        self.later.last().unwrap_or(&self.first)
    }

    /// The options in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.reference.rules
    }

    /// Plays a turn. `false`, with nothing changed, when it is not legal or the game is over.
    pub fn play(&mut self, turn: &Turn) -> bool {
        if self.outcome().is_some() {
            return false;
        }
        let Some(after) = self.reference.play(self.state(), turn) else {
            return false;
        };
        self.later.push(after);
        true
    }

    /// Plays a turn given as text (R8.2). `false`, with nothing changed, when it is not one legal turn or the game is over.
    pub fn play_text(&mut self, text: &str) -> bool {
        match self.reference.read_turn(self.state(), text) {
            Ok(turn) => self.play(&turn),
            Err(_) => false,
        }
    }

    /// The players agree on a draw (R6.3c). Nothing happens when the game is over.
    pub fn agree_draw(&mut self) {
        if self.outcome().is_none() && self.reference.holds(Clause::AgreementDraws) {
            self.ended_by_players = Some(Outcome {
                winner: None,
                end: End::Agreement,
            });
        }
    }

    /// A side resigns (R6.3c). Nothing happens when the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.outcome().is_none() {
            let winner = if self.reference.holds(Clause::ResigningLoses) {
                side.other()
            } else {
                side
            };
            self.ended_by_players = Some(Outcome {
                winner: Some(winner),
                end: End::Resignation,
            });
        }
    }

    /// How often the position now has stood in this game, with the same side to move (R6.3b).
    #[must_use]
    pub fn times_stood(&self) -> usize {
        let now = self.state();
        let same = |state: &&State| {
            let same_side =
                state.to_move == now.to_move || !self.reference.holds(Clause::SameSideToMove);
            state.board == now.board && same_side
        };
        let counts_first = self.reference.holds(Clause::ReadPositionCountsOnce);
        let first = std::iter::once(&self.first).filter(|_| counts_first);
        first.chain(&self.later).filter(same).count()
    }

    /// The result, or `None` while the game goes on: that of the position, then repetition (R6.3).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let reached_on_board = || self.reference.outcome(self.state());
        self.ended_by_players
            .or_else(reached_on_board)
            .or_else(|| self.repetition())
    }

    /// R6.3b. Positions of part one of Vela do not count (R7.2); they cannot come back anyway, as White always captures.
    fn repetition(&self) -> Option<Outcome> {
        let times = if !self.reference.holds(Clause::ThirdTimeNotEarlier) {
            2
        } else if !self.reference.holds(Clause::ThirdTimeNotLater) {
            4
        } else {
            3
        };
        let in_force =
            self.reference.rules.repetition || !self.reference.holds(Clause::RepetitionIsASwitch);
        let reached = in_force && self.times_stood() >= times;
        reached.then_some(Outcome {
            winner: None,
            end: End::Repetition,
        })
    }
}
