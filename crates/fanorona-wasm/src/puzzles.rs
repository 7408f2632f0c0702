//! `Engine`: puzzles. What makes one and what keeps a value is the library's.

use fanorona::puzzle::{Maker, Puzzle, PuzzleText, Seed, ending, judge};
use fanorona::solve::Solver;
use fanorona::{Position, Variant, Wdl};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::engine::Engine;
use crate::error::Error;
use crate::shape::{self, GameOptions};

/// Memory of the proof search that judges turns.
const BYTES: usize = 8 << 20;

/// `Judgement`.
#[derive(Serialize)]
struct Judgement {
    value: Wdl,
    keep: Vec<String>,
    legal: usize,
}

impl Engine {
    fn puzzle(&self, position: &Position) -> Result<Option<Puzzle>, Error> {
        let board = position.variant().board();
        let tables = self.library.tables(board);
        let made = Maker::new(board).make(position, tables.as_deref());
        made.map_err(|error| Error::new("bad-options", error))
    }
}

fn shaped(puzzle: Option<&Puzzle>) -> Result<JsValue, JsValue> {
    match puzzle {
        Some(puzzle) => shape::to_js(&PuzzleText::from(puzzle)),
        None => Ok(JsValue::UNDEFINED),
    }
}

#[wasm_bindgen]
impl Engine {
    /// The value of a game's position without the draws of R6.3 and the turns that keep it, by proof search over the tables there
    /// are; `undefined` where that takes more than `nodes` nodes: asked again, it goes on from there.
    #[wasm_bindgen(unchecked_return_type = "Judgement | undefined")]
    pub fn judge(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "GameOptions")] options: JsValue,
        nodes: u32,
    ) -> Result<JsValue, JsValue> {
        let game = shape::options::<GameOptions>(options)?.game()?;
        let position = game.position();
        let board = position.variant().board();
        let solver = match &mut self.solver {
            Some(solver) if solver.board() == board => solver,
            other => other.insert(Solver::new(board, BYTES)),
        };
        let tables = self.library.tables(board);
        let judged = judge(solver, position, tables.as_deref(), u64::from(nodes));
        match judged.map_err(|error| Error::new("bad-options", error))? {
            Some(judgement) => shape::to_js(&Judgement {
                value: judgement.value,
                keep: judgement
                    .keeping()
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                legal: judgement.turns.len(),
            }),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// The puzzle that a game's position makes, with fresh counters; `undefined` where it makes none.
    #[wasm_bindgen(js_name = puzzleAt, unchecked_return_type = "Puzzle | undefined")]
    pub fn puzzle_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "GameOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let game = shape::options::<GameOptions>(options)?.game()?;
        shaped(self.puzzle(game.position())?.as_ref())
    }

    /// The first puzzle among `tries` random endings that the tables of the variant's board hold; `undefined` where
    /// none of them makes one. The same seed gives the same positions.
    #[wasm_bindgen(js_name = randomPuzzle, unchecked_return_type = "Puzzle | undefined")]
    pub fn random_puzzle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VariantName")] variant: &str,
        seed: u32,
        tries: u32,
    ) -> Result<JsValue, JsValue> {
        let variant: Variant = variant
            .parse()
            .map_err(|error| Error::new("bad-options", error))?;
        let stones = self
            .library
            .tables(variant.board())
            .map_or(0, |tables| tables.stones());
        let mut seed = Seed(u64::from(seed) << 20);
        for _ in 0..tries {
            if let Some(position) = ending(variant, stones, &mut seed)
                && let Some(puzzle) = self.puzzle(&position)?
            {
                return shaped(Some(&puzzle));
            }
        }
        shaped(None)
    }
}
