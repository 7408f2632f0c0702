//! The wasm-bindgen bridge.
