//! How long probes of a file of tables take: warm median and 99th percentile, class by class.
//!
//! `cargo run --release --example tablebase_bench -- FILE`
#![expect(clippy::print_stdout, reason = "a program for the command line")]

use std::time::Instant;

use fanorona::tablebase::{Opening, Tables};
use fanorona::{Bitboard, Position, Rules, Setup, Square, Variant};

/// Positions of each class.
const POSITIONS: usize = 2_000;
/// Each is probed so often in a row; the quickest time counts, so that clocks and caches do not.
const TIMES: usize = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn position(tables: &Tables, class: (usize, usize), random: &mut Random) -> Option<Position> {
    let squares: Vec<Square> = tables.board().points().iter().collect();
    let mut setup = Setup::empty(Variant::on(tables.board()), Rules::STANDARD);
    for (side, count) in [class.0, class.1].into_iter().enumerate() {
        for _ in 0..count {
            let square = squares[random.below(squares.len() as u64) as usize];
            setup.stones = setup
                .stones
                .map(|stones| stones - Bitboard::from_square(square));
            setup.stones[side] = setup.stones[side].with(square);
        }
    }
    let lengths = setup.stones.map(|stones| stones.len() as usize);
    setup
        .position()
        .ok()
        .filter(|_| lengths == [class.0, class.1])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let start = Instant::now();
    let mut opening = Opening::new(std::fs::read(path)?)?;
    while !opening.is_done() {
        opening.work()?;
    }
    let tables = opening.into_tables();
    println!(
        "{}, to {} stones, opened in {:.2} s, {:.1} MB in memory",
        tables.board(),
        tables.stones(),
        start.elapsed().as_secs_f64(),
        tables.memory() as f64 / 1e6
    );
    let mut random = Random(7);
    for stones in 3..=tables.stones() {
        for mover in 1..stones {
            let class = (mover, stones - mover);
            let mut positions = Vec::new();
            while positions.len() < POSITIONS {
                positions.extend(position(&tables, class, &mut random));
            }
            let mut times: Vec<f64> = positions
                .iter()
                .map(|position| {
                    let once = || {
                        let start = Instant::now();
                        std::hint::black_box(tables.probe(std::hint::black_box(position)));
                        start.elapsed().as_secs_f64() * 1e6
                    };
                    (0..TIMES).map(|_| once()).fold(f64::INFINITY, f64::min)
                })
                .collect();
            times.sort_by(f64::total_cmp);
            println!(
                "{mover}-{}: median {:6.2} us, 99 of 100 within {:7.2} us",
                class.1,
                times[POSITIONS / 2],
                times[POSITIONS * 99 / 100]
            );
        }
    }
    Ok(())
}
