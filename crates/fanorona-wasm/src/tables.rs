//! `Engine`: exact endings. Tables grow piece by piece, so that a worker hears its messages.

use std::sync::Arc;

use fanorona::tablebase::{FILE_VERSION, Kind, RatedMove, Tables, Verdict};
use fanorona::{Board, Game, LIST_LIMIT, Variant, Wdl};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::engine::Engine;
use crate::error::Error;
use crate::shape::{self, GameOptions, MoveInfo};

/// `Solution`.
#[derive(Serialize)]
struct Solution {
    wdl: Wdl,
    verdict: Option<Verdict>,
    dtc: Option<u8>,
    dtw: Option<u8>,
    moves: Vec<SolvedMove>,
    omitted: usize,
}

/// `SolvedMove`.
#[derive(Serialize)]
struct SolvedMove {
    #[serde(rename = "move")]
    mv: MoveInfo,
    wdl: Wdl,
    verdict: Option<Verdict>,
    dtc: Option<u8>,
    dtw: Option<u8>,
}

fn board_of(variant: &str) -> Result<Board, Error> {
    let variant: Variant = variant
        .parse()
        .map_err(|error| Error::new("bad-options", error))?;
    Ok(variant.board())
}

/// The solution of a game's position, `None` where the tables do not hold it.
fn solution(tables: &Tables, game: &Game) -> Option<Solution> {
    let position = game.position();
    if game.end().is_some() {
        return None;
    }
    let value = tables.probe_in_game(game)?;
    let (mut rated, _) = tables.rate_moves_in_game(game, usize::MAX)?;
    rated.sort_by(|one, other| other.value.cmp_for_side(&one.value));
    let omitted = rated.len().saturating_sub(LIST_LIMIT);
    rated.truncate(LIST_LIMIT);
    let moves = rated.into_iter().map(|RatedMove { mv, value }| SolvedMove {
        mv: MoveInfo::new(position, &mv),
        wdl: value.wdl,
        verdict: value.verdict,
        dtc: value.dtc,
        dtw: value.dtw,
    });
    Some(Solution {
        wdl: value.wdl,
        verdict: value.verdict,
        dtc: value.dtc,
        dtw: value.dtw,
        moves: moves.collect(),
        omitted,
    })
}

impl Engine {
    /// The finished tables of a board, to share with a search.
    pub fn tables_for(&self, board: Board) -> Option<Arc<Tables>> {
        self.library.tables(board)
    }
}

#[wasm_bindgen]
impl Engine {
    /// The version of the format of `saveTables`: tables kept from another version cannot be opened.
    #[wasm_bindgen(js_name = tablesVersion)]
    pub fn tables_version() -> u8 {
        FILE_VERSION
    }

    /// Asks for tables of the variant's board to `stones` stones, or to as many as are quick to build.
    /// Work under way for more stones is dropped.
    #[wasm_bindgen(js_name = growTables, unchecked_return_type = "TablesState")]
    pub fn grow_tables(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VariantName")] variant: &str,
        stones: Option<u32>,
    ) -> Result<JsValue, JsValue> {
        let board = board_of(variant)?;
        self.library.grow(board, stones)?;
        shape::to_js(&self.library.state(board))
    }

    /// Begins to open a file of tables. They come into use as `workTables` reads them.
    #[wasm_bindgen(js_name = openTables, unchecked_return_type = "TablesState")]
    pub fn open_tables(&mut self, bytes: Vec<u8>) -> Result<JsValue, JsValue> {
        let board = self.library.open(bytes)?;
        shape::to_js(&self.library.state(board))
    }

    /// Does so many pieces, a few milliseconds each, of the tables under way; the state of
    /// their board, or `undefined` where nothing is under way.
    #[wasm_bindgen(js_name = workTables, unchecked_return_type = "TablesState | undefined")]
    pub fn work_tables(&mut self, pieces: u32) -> Result<JsValue, JsValue> {
        match self.library.work(pieces)? {
            Some(board) => shape::to_js(&self.library.state(board)),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// What the tables of the variant's board hold, and what is under way.
    #[wasm_bindgen(js_name = tablesState, unchecked_return_type = "TablesState")]
    pub fn tables_state(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VariantName")] variant: &str,
    ) -> Result<JsValue, JsValue> {
        shape::to_js(&self.library.state(board_of(variant)?))
    }

    /// The tables of the variant's board to `stones` stones as a file, with distances. Only those
    /// that were built here can be saved.
    #[wasm_bindgen(js_name = saveTables)]
    pub fn save_tables(
        &self,
        #[wasm_bindgen(unchecked_param_type = "VariantName")] variant: &str,
        stones: u32,
    ) -> Result<Vec<u8>, JsValue> {
        self.library
            .tables(board_of(variant)?)
            .and_then(|tables| tables.to_bytes(stones as usize, Kind::Distances))
            .ok_or_else(|| Error::new("no-tables", "no such tables were built here").into())
    }

    /// The exact value of a game's position and of all its turns, best first for the side to move;
    /// `undefined` where the tables do not hold it, and when the game is over.
    #[wasm_bindgen(unchecked_return_type = "Solution | undefined")]
    pub fn solve(
        &self,
        #[wasm_bindgen(unchecked_param_type = "GameOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let game = shape::options::<GameOptions>(options)?.game()?;
        let tables = self.library.tables(game.position().variant().board());
        match tables.and_then(|tables| solution(&tables, &game)) {
            Some(solution) => shape::to_js(&solution),
            None => Ok(JsValue::UNDEFINED),
        }
    }
}
