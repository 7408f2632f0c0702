//! The `Game` class: a game and the turn under way.

use std::ops::ControlFlow;

use fanorona::{Game as CoreGame, LIST_LIMIT, Record, Square, Turn};
use wasm_bindgen::prelude::*;

use crate::error::Error;
use crate::shape::{self, GameOptions, GameState, Illegal, MoveInfo, MoveList};

/// A game with its history and the turn under way.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Game {
    game: CoreGame,
    turn: Turn,
    headers: Vec<(String, String)>,
    comments: Vec<(usize, String)>,
}

impl Game {
    fn from_core(game: CoreGame) -> Self {
        let turn = Turn::new(*game.position());
        Self {
            game,
            turn,
            headers: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// Drops the open turn: the game's position has changed.
    fn reset_turn(&mut self) {
        self.turn = Turn::new(*self.game.position());
    }

    fn finish_turn(&mut self) -> Result<(), Error> {
        let (mv, _) = self
            .turn
            .clone()
            .finish()
            .map_err(|error| Error::new("turn-not-begun", error))?;
        self.play_move(&mv)
    }

    fn play_move(&mut self, mv: &fanorona::Move) -> Result<(), Error> {
        let ply = self.game.ply();
        self.game.play(mv)?;
        // Comments on turns that are gone go with them.
        self.comments.retain(|(at, _)| *at <= ply);
        self.reset_turn();
        Ok(())
    }
}

fn square(name: &str) -> Result<Square, Error> {
    name.parse()
        .map_err(|error| Error::new("bad-square", error))
}

#[wasm_bindgen]
impl Game {
    /// A game from options: a start, and turns to play from there.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "GameOptions")] options: JsValue,
    ) -> Result<Game, JsValue> {
        Ok(Self::from_core(
            shape::options::<GameOptions>(options)?.game()?,
        ))
    }

    /// A game from a record (R8.3); `options` say how a record starts that does not say so itself.
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "GameOptions")] options: JsValue,
    ) -> Result<Game, JsValue> {
        let defaults = shape::options::<GameOptions>(options)?.defaults()?;
        let record = Record::parse(text, &defaults).map_err(Error::from)?;
        let mut game = Self::from_core(record.game);
        game.headers = record.headers;
        game.comments = record.comments;
        Ok(game)
    }

    /// Everything a page needs to draw the game.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> Result<JsValue, JsValue> {
        shape::to_js(&GameState::new(&self.game, &self.turn))
    }

    /// Makes one step. The kind may be left out where one fits. A turn that cannot go on ends by itself.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn step(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SquareName")] from: &str,
        #[wasm_bindgen(unchecked_param_type = "SquareName")] to: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "StepKind")] kind: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let (from, to, kind) = (square(from)?, square(to)?, shape::kind(kind)?);
        if self.game.end().is_some() {
            return Err(Error::from(fanorona::IllegalStep::GameOver).into());
        }
        let step = self.turn.resolve(from, to, kind).map_err(Error::from)?;
        self.turn.step(step).map_err(Error::from)?;
        if self.turn.is_complete() {
            self.finish_turn()?;
        }
        self.state()
    }

    /// Ends the open turn (R5.1).
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn stop(&mut self) -> Result<JsValue, JsValue> {
        self.finish_turn()?;
        self.state()
    }

    /// Takes one step of the open turn back; without one nothing happens.
    #[wasm_bindgen(js_name = undoStep, unchecked_return_type = "GameState")]
    pub fn undo_step(&mut self) -> Result<JsValue, JsValue> {
        self.turn.undo_step();
        self.state()
    }

    /// Takes the whole open turn back; without one nothing happens.
    #[wasm_bindgen(js_name = cancelTurn, unchecked_return_type = "GameState")]
    pub fn cancel_turn(&mut self) -> Result<JsValue, JsValue> {
        self.reset_turn();
        self.state()
    }

    /// Plays a whole turn in notation (R8.2); an open turn is dropped.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn play(&mut self, text: &str) -> Result<JsValue, JsValue> {
        let mv = self
            .game
            .position()
            .parse_move(text.trim())
            .map_err(Error::from)?;
        self.play_move(&mv)?;
        self.state()
    }

    /// Takes the last turn back; at the start nothing happens. An open turn is dropped.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn undo(&mut self) -> Result<JsValue, JsValue> {
        self.game.undo();
        self.reset_turn();
        self.state()
    }

    /// Plays the turn again that was taken back last; without one nothing happens. An open turn is dropped.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn redo(&mut self) -> Result<JsValue, JsValue> {
        self.game.redo();
        self.reset_turn();
        self.state()
    }

    /// Goes to the position after `ply` turns. An open turn is dropped.
    #[wasm_bindgen(js_name = goTo, unchecked_return_type = "GameState")]
    pub fn go_to(&mut self, ply: u32) -> Result<JsValue, JsValue> {
        if !self.game.go_to(ply as usize) {
            let message = format!("the game has {} turns", self.game.plies());
            return Err(Error::new("no-such-ply", message).into());
        }
        self.reset_turn();
        self.state()
    }

    /// A side gives the game up (R6.3). An open turn is dropped.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Color")] color: &str,
    ) -> Result<JsValue, JsValue> {
        let color = shape::color(color)?;
        self.declare(|game| game.resign(color))
    }

    /// Both sides agree on a draw (R6.3c). An open turn is dropped.
    #[wasm_bindgen(js_name = agreeDraw, unchecked_return_type = "GameState")]
    pub fn agree_draw(&mut self) -> Result<JsValue, JsValue> {
        self.declare(CoreGame::agree_draw)
    }

    fn declare(&mut self, end: impl FnOnce(&mut CoreGame) -> bool) -> Result<JsValue, JsValue> {
        if !end(&mut self.game) {
            return Err(Error::from(fanorona::IllegalStep::GameOver).into());
        }
        self.reset_turn();
        self.state()
    }

    /// Why a step is not legal now; `undefined` if it is.
    #[wasm_bindgen(js_name = whyIllegal, unchecked_return_type = "Illegal | undefined")]
    pub fn why_illegal(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SquareName")] from: &str,
        #[wasm_bindgen(unchecked_param_type = "SquareName")] to: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "StepKind")] kind: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let reason = self
            .turn
            .why_illegal(square(from)?, square(to)?, shape::kind(kind)?);
        self.illegal(reason)
    }

    /// Why the stone on a point cannot move now; `undefined` if it can.
    #[wasm_bindgen(js_name = whyStoneCannotMove, unchecked_return_type = "Illegal | undefined")]
    pub fn why_stone_cannot_move(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SquareName")] from: &str,
    ) -> Result<JsValue, JsValue> {
        let reason = self.turn.why_immobile(square(from)?);
        self.illegal(reason)
    }

    fn illegal(&self, reason: Option<fanorona::IllegalStep>) -> Result<JsValue, JsValue> {
        let over = self.game.end().map(|_| fanorona::IllegalStep::GameOver);
        match over.or(reason) {
            Some(reason) => shape::to_js(&Illegal::from(reason)),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// The legal turns of the position, at most `limit` (500, R8.2), and how many more there are.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "MoveList")]
    pub fn legal_moves(&self, limit: Option<u32>) -> Result<JsValue, JsValue> {
        let position = self.game.position();
        let limit = limit.map_or(LIST_LIMIT, |limit| limit as usize);
        if self.game.end().is_some() {
            return shape::to_js(&MoveList {
                moves: Vec::new(),
                omitted: 0,
            });
        }
        let (moves, omitted) = position.list_moves(limit);
        let moves = moves.iter().map(|mv| MoveInfo::new(position, mv)).collect();
        shape::to_js(&MoveList { moves, omitted })
    }

    /// The only legal turn, if there is exactly one.
    #[wasm_bindgen(js_name = forcedMove, unchecked_return_type = "MoveInfo | undefined")]
    pub fn forced_move(&self) -> Result<JsValue, JsValue> {
        let position = self.game.position();
        let mut only = None;
        let several = position.for_each_move(|mv| match only.replace(*mv) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        });
        match only {
            Some(mv) if several.is_continue() && self.game.end().is_none() => {
                shape::to_js(&MoveInfo::new(position, &mv))
            }
            _ => Ok(JsValue::UNDEFINED),
        }
    }

    /// The position in text (R8.1); an open turn is not in it.
    pub fn fen(&self) -> String {
        self.game.position().to_fen()
    }

    /// The record in text (R8.3) up to the present ply. `headers` are added to those read.
    pub fn record(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "{ [name: string]: string }")]
        headers: JsValue,
    ) -> Result<String, JsValue> {
        let given = shape::texts(headers)?;
        let kept = self
            .headers
            .iter()
            .filter(|(name, _)| !given.contains_key(name))
            .cloned();
        let headers = kept.chain(given.clone()).collect();
        Ok(shape::record_of(&self.game, headers, &self.comments).to_string())
    }
}
