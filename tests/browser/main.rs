//! That the wasm suites really run in a browser: `./build.sh wasm-test`. The golden,
//! trap, notation, symmetry and search suites beside this one run here and on this machine.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

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
