//! How deep the baseline gets from the start, and how fast.
//!
//! `cargo run --release -p fanorona-baseline --example depth_from_start -- [DEPTH]`

use std::time::Instant;

use fanorona::{Position, Rules, Variant};
use fanorona_baseline::{Baseline, Limits};

fn main() {
    let depth = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(8);
    let start = Position::start(Variant::TSIVY, Rules::STANDARD).expect("Tsivy has a start");
    for depth in 1..=depth {
        let begin = Instant::now();
        let found = Baseline::new(64 << 20).think(&start, &[], Limits::depth(depth), &mut || false);
        let seconds = begin.elapsed().as_secs_f64();
        let rate = found.nodes as f64 / seconds / 1e6;
        println!(
            "depth {depth}: {} nodes, score {}",
            found.nodes, found.score
        );
        eprintln!("    {seconds:.2} s, {rate:.2} million nodes a second");
    }
}
