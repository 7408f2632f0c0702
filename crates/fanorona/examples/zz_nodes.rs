use fanorona::search::{BENCH_POSITIONS, Limits, Search};
use fanorona::{Game, Position, Rules};
fn main() {
    let depth: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut search = Search::new(16 << 20);
    let mut total = 0u64;
    let mut logs = 0.0;
    for (variant, fen) in BENCH_POSITIONS {
        if variant != "tsivy" {
            continue;
        }
        let position = Position::from_fen(fen, variant.parse().unwrap(), Rules::STANDARD).unwrap();
        search.new_game();
        let r = search.think(
            &Game::new(position),
            Limits {
                depth: Some(depth),
                nodes: Some(30_000_000),
                ..Limits::default()
            },
        );
        total += r.nodes;
        logs += (r.nodes as f64).ln();
    }
    println!("depth {depth}: {total} nodes, mean log {:.4}", logs / 40.0);
}
