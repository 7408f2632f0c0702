//! Fixed positions whose node count is the fingerprint of the search.

use alloc::vec::Vec;

use super::{Limits, Search};
use crate::game::Game;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;

/// Depth to which [`bench()`] searches each position, in turns.
pub const BENCH_DEPTH: u32 = 5;

/// Table of [`bench()`], in bytes.
const TABLE: usize = 4 << 20;

/// Positions from the start to endings, chosen for variety: openings, middle
/// games with long chains, quiet endings, blocked corners, small boards.
pub const BENCH_POSITIONS: [(&str, &str); 40] = include!("bench_positions.in");

/// Nodes that each of [`BENCH_POSITIONS`] takes to [`BENCH_DEPTH`] from an empty
/// table, judged by the weights that are shipped. The numbers are the same on every machine, natively and in wasm; a
/// change that should not change the search must not change them.
#[must_use]
pub fn bench() -> Vec<u64> {
    let mut search = Search::new(TABLE);
    let nodes = |(variant, fen): &(&str, &str)| {
        let variant: Variant = variant.parse().unwrap_or_default();
        let Ok(position) = Position::from_fen(fen, variant, Rules::STANDARD) else {
            return 0;
        };
        search.new_game();
        search
            .think(
                &Game::new(position),
                Limits {
                    depth: Some(BENCH_DEPTH),
                    ..Limits::default()
                },
            )
            .nodes
    };
    BENCH_POSITIONS.iter().map(nodes).collect()
}
