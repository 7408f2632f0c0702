//! The library compiled to wasm, in a browser: `./build.sh wasm-test`. On other machines this is empty.
#![cfg(target_arch = "wasm32")]

use fanorona::{Position, Rules, Variant, perft};
use serde::Deserialize;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[derive(Deserialize)]
struct Golden {
    fen: String,
    perft: Vec<u64>,
}

fn check(golden: &str, count: usize) {
    let positions: Vec<Golden> = serde_json::from_str(golden).expect("the golden file is JSON");
    assert_eq!(positions.len(), count);
    for expected in positions {
        let position = Position::from_fen(&expected.fen, Variant::TSIVY, Rules::STANDARD)
            .expect("a golden position");
        let found: Vec<u64> = (1..=expected.perft.len())
            .map(|depth| perft(&position, depth as u32))
            .collect();
        assert_eq!(found, expected.perft, "{}", expected.fen);
    }
}

#[wasm_bindgen_test]
fn this_is_chromium() {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into());
    let agent =
        navigator.and_then(|navigator| js_sys::Reflect::get(&navigator, &"userAgent".into()));
    let agent = agent
        .ok()
        .and_then(|agent| agent.as_string())
        .unwrap_or_default();
    assert!(agent.contains("Chrome"), "{agent}");
}

#[wasm_bindgen_test]
fn golden_positions() {
    check(include_str!("../data/golden/positions.json"), 48);
}

#[wasm_bindgen_test]
fn deep_perft() {
    check(include_str!("../data/golden/perft-deep.json"), 6);
}
