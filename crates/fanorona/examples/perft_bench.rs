//! Perft of the Tsivy start, for timing and for counting instructions.
//!
//! `cargo run --release --example perft_bench -- DEPTH`

use std::time::Instant;

use fanorona::{Position, Rules, Variant, perft};

fn main() {
    let depth = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    let start = Position::start(Variant::TSIVY, Rules::STANDARD).expect("Tsivy has a start");
    let begin = Instant::now();
    let leaves = perft(&start, depth);
    let seconds = begin.elapsed().as_secs_f64();
    println!("perft({depth}) = {leaves} leaves");
    eprintln!(
        "{seconds:.3} s, {:.1} million leaves a second",
        leaves as f64 / seconds / 1e6
    );
}
