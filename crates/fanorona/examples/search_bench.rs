//! The search's fixed positions: node counts, and time to depth from the start.
//!
//! `cargo run --release --example search_bench -- [DEPTH]`

use std::time::Instant;

use fanorona::search::{BENCH_POSITIONS, Limits, Search, bench};
use fanorona::{Game, Position, Rules, Variant};

fn main() {
    let begin = Instant::now();
    let nodes = bench();
    let total: u64 = nodes.iter().sum();
    println!("{total} nodes in {} positions", BENCH_POSITIONS.len());
    let seconds = begin.elapsed().as_secs_f64();
    eprintln!(
        "{seconds:.2} s, {:.0} thousand nodes a second",
        total as f64 / seconds / 1e3
    );

    let depth = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let start = Position::start(Variant::TSIVY, Rules::STANDARD).expect("Tsivy has a start");
    for depth in 1..=depth {
        let begin = Instant::now();
        let mut search = Search::new(32 << 20);
        let report = search.think(
            &Game::new(start),
            Limits {
                depth: Some(depth),
                ..Limits::default()
            },
        );
        let seconds = begin.elapsed().as_secs_f64();
        eprintln!(
            "depth {depth}: {} nodes, {seconds:.2} s, {:?} {:?}",
            report.nodes, report.value, report.pv
        );
    }
}
