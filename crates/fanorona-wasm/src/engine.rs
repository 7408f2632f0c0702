//! The `Engine` class: a search in slices, for a worker. Its tables are in `tables`.

use fanorona::Game;
use fanorona::search::{Level, Limits, MOST_LINES, SLICE_NODES, Search};
use fanorona::solve::Solver;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::error::Error;
use crate::library::Library;
use crate::shape::{self, GameOptions, Options};

/// Memory of the transposition table if none is said: 32 MiB.
const TABLE_BYTES: u32 = 32 << 20;
/// More is refused: a page must not be able to run a phone out of memory.
const MOST_TABLE_BYTES: u32 = 1 << 30;

/// A search that a worker runs slice by slice. The same options and tables give the same answer everywhere.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    search: Search,
    game: Option<Game>,
    started: bool,
    /// The seed of the game where none is said, once it was needed.
    seed: Option<u64>,
    pub(crate) library: Library,
    /// Judges turns, see `puzzles`.
    pub(crate) solver: Option<Solver>,
}

/// `SearchOptions`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SearchOptions {
    level: Option<u32>,
    depth: Option<u32>,
    nodes: Option<f64>,
    seed: Option<f64>,
    lines: Option<u32>,
}

impl Options for SearchOptions {
    const NAMES: &'static [&'static str] = &["level", "depth", "nodes", "seed", "lines"];
}

impl SearchOptions {
    /// The limits; `seed` is the one to take where the options have none.
    fn limits(&self, seed: u64) -> Result<Limits, Error> {
        let bad = |message: &str| Error::new("bad-options", message);
        let seed = self.seed.map_or(seed, f64::to_bits);
        let mut limits = match self.level {
            Some(number) => Level::new(number)
                .ok_or(bad("there is no such level"))?
                .limits(seed),
            None => Limits {
                seed,
                ..Limits::default()
            },
        };
        if let Some(depth) = self.depth {
            limits.depth = Some(limits.depth.map_or(depth, |most| most.min(depth)));
        }
        if let Some(lines) = self.lines {
            limits.lines = lines as usize;
            if !(1..=MOST_LINES).contains(&limits.lines) {
                return Err(bad("lines must be a number from 1 to 32"));
            }
        }
        if let Some(nodes) = self.nodes {
            if nodes.is_nan() || nodes < 1.0 {
                return Err(bad("nodes must be a number from 1 up"));
            }
            limits.nodes = Some(
                limits
                    .nodes
                    .map_or(nodes as u64, |most| most.min(nodes as u64)),
            );
        }
        Ok(limits)
    }
}

/// `SearchReport`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SearchReport {
    done: bool,
    depth: u32,
    nodes: f64,
    best_move: Option<String>,
    pv: Vec<String>,
    score: Option<i32>,
    proved: Option<fanorona::Wdl>,
    plies: Option<u32>,
    lines: Vec<SearchLine>,
}

/// `SearchLine`.
#[derive(Serialize)]
struct SearchLine {
    pv: Vec<String>,
    score: Option<i32>,
    proved: Option<fanorona::Wdl>,
    plies: Option<u32>,
}

impl SearchLine {
    fn new(line: &fanorona::search::Line) -> Self {
        let (score, proved, plies) = line.value.parts();
        Self {
            pv: line.pv.iter().map(ToString::to_string).collect(),
            score,
            proved,
            plies,
        }
    }
}

#[wasm_bindgen]
impl Engine {
    /// An engine whose table takes at most `tableBytes` (32 MiB; at most 1 GiB).
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = tableBytes)] table_bytes: Option<u32>,
    ) -> Result<Engine, JsValue> {
        let bytes = table_bytes.unwrap_or(TABLE_BYTES);
        if bytes > MOST_TABLE_BYTES {
            return Err(Error::new("bad-options", "a table takes at most 1 GiB").into());
        }
        Ok(Self {
            search: Search::new(bytes as usize),
            game: None,
            started: false,
            seed: None,
            library: Library::default(),
            solver: None,
        })
    }

    /// Nodes of a slice after which to look for messages.
    #[wasm_bindgen(js_name = sliceNodes)]
    pub fn slice_nodes() -> u32 {
        SLICE_NODES as u32
    }

    /// Forgets what was learned from earlier positions; the next game has another seed.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.started = false;
        self.seed = None;
        self.search.new_game();
    }

    /// The game to think about: a start and the turns played, so that repetitions are known.
    #[wasm_bindgen(js_name = setGame)]
    pub fn set_game(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "GameOptions")] options: JsValue,
    ) -> Result<(), JsValue> {
        self.game = Some(shape::options::<GameOptions>(options)?.game()?);
        Ok(())
    }

    /// Begins to think; a search under way is dropped.
    pub fn start(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<(), JsValue> {
        let options = shape::options::<SearchOptions>(options)?;
        let seed = if options.seed.is_some() {
            0
        } else {
            self.game_seed()?
        };
        let limits = options.limits(seed)?;
        let game = self
            .game
            .as_ref()
            .ok_or_else(|| Error::new("no-game", "setGame comes before start"))?;
        let board = game.position().variant().board();
        self.search.set_tables(self.library.tables(board));
        self.search.start(game, limits);
        self.started = true;
        Ok(())
    }

    /// Thinks for about `nodes` more nodes and says what is known.
    #[wasm_bindgen(unchecked_return_type = "SearchReport")]
    pub fn run(&mut self, nodes: u32) -> Result<JsValue, JsValue> {
        if !self.started {
            return Err(Error::new("no-game", "start comes before run").into());
        }
        self.search.run(u64::from(nodes));
        let report = self.search.report();
        let (score, proved, plies) = report.value.parts();
        shape::to_js(&SearchReport {
            done: report.done,
            depth: report.depth,
            nodes: report.nodes as f64,
            best_move: report.best.map(|mv| mv.to_string()),
            pv: report.pv.iter().map(ToString::to_string).collect(),
            score,
            proved,
            plies,
            lines: report.lines.iter().map(SearchLine::new).collect(),
        })
    }
}

impl Engine {
    /// The seed of the game: from the system's randomness, then the same until the next game, so that
    /// what a level has overlooked it does not see when the position comes back.
    fn game_seed(&mut self) -> Result<u64, Error> {
        if let Some(seed) = self.seed {
            return Ok(seed);
        }
        let seed = getrandom::u64().map_err(|error| Error::new("no-randomness", error))?;
        self.seed = Some(seed);
        Ok(seed)
    }
}

/// `LevelInfo`.
#[derive(Clone, Serialize)]
struct LevelInfo {
    number: u32,
    name: &'static str,
}

/// The levels for people, the weakest first.
#[wasm_bindgen(unchecked_return_type = "LevelInfo[]")]
pub fn levels() -> Result<JsValue, JsValue> {
    let info = |level: Level| LevelInfo {
        number: level.number(),
        name: level.name(),
    };
    shape::to_js(&Level::ALL.map(info).to_vec())
}

/// `{ nodes, perPosition }`: the search's fixed positions, the same numbers as natively.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Bench {
    nodes: f64,
    per_position: Vec<f64>,
}

/// Searches the fixed positions to their depth: the node counts are the same natively and in wasm.
#[wasm_bindgen(unchecked_return_type = "{ nodes: number; perPosition: number[] }")]
pub fn bench() -> Result<JsValue, JsValue> {
    let nodes = fanorona::search::bench();
    shape::to_js(&Bench {
        nodes: nodes.iter().sum::<u64>() as f64,
        per_position: nodes.iter().map(|nodes| *nodes as f64).collect(),
    })
}
