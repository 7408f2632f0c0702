//! The wasm-bindgen bridge: games and search for JavaScript.
//!
//! Thin on purpose: it turns text and plain objects into the library's types and
//! back. Rules, notation and search are the library's. What the calls take and
//! give is in `api.d.ts`, which becomes part of the generated TypeScript file.

mod engine;
mod error;
mod game;
mod library;
mod puzzles;
mod qr;
mod shape;
mod tables;

use fanorona::Variant;
use wasm_bindgen::prelude::*;

pub use engine::{Engine, bench, levels};
pub use game::Game;
pub use qr::qr_code;

use crate::error::Error;
use crate::shape::{BoardInfo, GameOptions};

#[wasm_bindgen(typescript_custom_section)]
const TYPESCRIPT: &str = include_str!("api.d.ts");

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Sequences of 1, 2, … `depth` turns from a position (rules.md, numbers to check against).
#[wasm_bindgen]
pub fn perft(
    #[wasm_bindgen(unchecked_param_type = "GameOptions")] options: JsValue,
    depth: u32,
) -> Result<Vec<f64>, JsValue> {
    let game = shape::options::<GameOptions>(options)?.game()?;
    Ok((1..=depth)
        .map(|depth| fanorona::perft(game.position(), depth) as f64)
        .collect())
}

/// The size, strong points and lines of a variant's board.
#[wasm_bindgen(
    js_name = boardInfo,
    unchecked_return_type = "{ width: number; height: number; strong: SquareName[]; lines: [SquareName, SquareName][] }"
)]
pub fn board_info(
    #[wasm_bindgen(unchecked_param_type = "VariantName")] variant: &str,
) -> Result<JsValue, JsValue> {
    let variant: Variant = variant
        .parse()
        .map_err(|error| Error::new("bad-options", error))?;
    shape::to_js(&BoardInfo::new(variant))
}
