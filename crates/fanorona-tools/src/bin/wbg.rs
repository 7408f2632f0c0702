//! `wasm-bindgen`, of the version the lock file names. (Cargo refuses a binary of that very name.)

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os())
}
