//! A game: a start, the turns played, and what can be taken back.

use alloc::vec::Vec;

use crate::color::Color;
use crate::mv::Move;
use crate::outcome::{EndReason, GameEnd, Outcome};
use crate::position::{PlayError, Position};
use crate::rules::{REPETITION_LIMIT, Rules};
use crate::step::IllegalStep;

/// A game with its history. It counts repetitions, and undoes and redoes whole turns.
///
/// ```
/// use fanorona::{Game, Position};
/// let mut game = Game::new(Position::start(Default::default(), Default::default()).unwrap());
/// let mv = game.position().parse_move("f2-e3A").unwrap();
/// game.play(&mv).unwrap();
/// assert!(game.undo() && game.redo() && !game.redo());
/// assert_eq!(game.moves(), [mv]);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    played: Vec<Played>,
    ply: usize,
    /// A resignation or an agreement, made at the present ply.
    declared: Option<GameEnd>,
}

#[derive(Clone, Debug)]
struct Played {
    mv: Move,
    position: Position,
    /// How often `position` has stood, this time included.
    repetitions: u32,
}

impl Game {
    /// A game from a position without history: it counts as having stood once (R8.1).
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            start,
            played: Vec::new(),
            ply: 0,
            declared: None,
        }
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.position_at(self.ply)
    }

    /// The position after `ply` turns, at most [`Game::plies`].
    fn position_at(&self, ply: usize) -> &Position {
        ply.checked_sub(1)
            .and_then(|i| self.played.get(i))
            .map_or(&self.start, |played| &played.position)
    }

    /// Turns played up to now.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Turns of the whole game, those that can be redone included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// The turns played up to now.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.played[..self.ply]
            .iter()
            .map(|played| played.mv)
            .collect()
    }

    /// Each turn of the whole game with the position in which it was played.
    pub fn history(&self) -> impl Iterator<Item = (&Position, &Move)> {
        self.played
            .iter()
            .enumerate()
            .map(|(ply, played)| (self.position_at(ply), &played.mv))
    }

    /// How often the position has stood with the same side to move, this time
    /// included (R6.3b).
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        self.ply
            .checked_sub(1)
            .and_then(|i| self.played.get(i))
            .map_or(1, |played| played.repetitions)
    }

    /// The positions since the last capture, the present one last: those that a
    /// repetition can go back to.
    pub fn positions_since_capture(&self) -> impl Iterator<Item = &Position> {
        let back = usize::from(self.position().no_capture()).min(self.ply);
        (self.ply - back..=self.ply).map(|ply| self.position_at(ply))
    }

    /// The positions since the last capture that have stood twice, each once: where one
    /// of them comes back, the game is a draw. None where R6.3b is not in force.
    pub fn positions_stood_twice(&self) -> impl Iterator<Item = &Position> {
        let back = usize::from(self.position().no_capture()).min(self.ply);
        let counts = self.position().rules().contains(Rules::REPETITION);
        self.played[self.ply - back..self.ply]
            .iter()
            .filter(move |played| counts && played.repetitions == REPETITION_LIMIT - 1)
            .map(|played| &played.position)
    }

    /// The end of the game, in the order of R6.3; `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        self.position().end().or(self.declared).or_else(|| {
            let repeated = self.position().rules().contains(Rules::REPETITION)
                && self.repetitions() >= REPETITION_LIMIT;
            repeated.then_some(GameEnd {
                outcome: Outcome::Draw,
                reason: EndReason::Repetition,
            })
        })
    }

    /// Plays a turn; turns that could have been redone are gone.
    ///
    /// # Errors
    /// [`PlayError`] if it is not legal or the game is over; nothing is changed.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        let position = *self.position();
        if self.end().is_some() {
            return Err(PlayError {
                position,
                step: 0,
                reason: IllegalStep::GameOver,
            });
        }
        let next = position.play(mv)?;
        self.played.truncate(self.ply);
        let back = usize::from(next.no_capture()).min(self.ply + 1);
        let before = (self.ply + 1 - back..=self.ply)
            .filter(|ply| self.position_at(*ply).is_repetition_of(&next));
        let repetitions = 1 + before.count() as u32;
        self.played.push(Played {
            mv: *mv,
            position: next,
            repetitions,
        });
        self.ply += 1;
        Ok(())
    }

    /// Takes the last turn back; `false` at the start. A resignation or agreement
    /// is taken back with it.
    pub fn undo(&mut self) -> bool {
        self.ply > 0 && self.go_to(self.ply - 1)
    }

    /// Plays the turn again that was taken back last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.go_to(self.ply + 1)
    }

    /// Goes to the position after `ply` turns; `false`, with nothing changed, if
    /// the game has fewer.
    pub fn go_to(&mut self, ply: usize) -> bool {
        if ply > self.plies() {
            return false;
        }
        if ply != self.ply {
            self.declared = None;
        }
        self.ply = ply;
        true
    }

    /// `color` gives the game up (R6.3); `false` if it is over already.
    pub fn resign(&mut self, color: Color) -> bool {
        self.declare(GameEnd {
            outcome: Outcome::Win(!color),
            reason: EndReason::Resignation,
        })
    }

    /// Both sides agree on a draw (R6.3c); `false` if the game is over already.
    pub fn agree_draw(&mut self) -> bool {
        self.declare(GameEnd {
            outcome: Outcome::Draw,
            reason: EndReason::Agreement,
        })
    }

    fn declare(&mut self, end: GameEnd) -> bool {
        if self.end().is_some() {
            return false;
        }
        self.declared = Some(end);
        true
    }
}
