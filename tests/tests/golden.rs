//! The numbers of docs/rules.md and every entry of data/golden. Runs natively and in a browser.

use std::collections::HashSet;
use std::ops::ControlFlow;

use fanorona::{Position, Rules, Variant, divide, perft};
use fanorona_tests::{Golden, golden_deep, golden_positions, golden_variants, start};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn assert_perft(position: &Position, expected: &[u64]) {
    let found: Vec<u64> = (1..=expected.len() as u32)
        .map(|depth| perft(position, depth))
        .collect();
    assert_eq!(found, expected, "{position:?}");
}

#[test]
fn perft_of_tsivy() {
    assert_perft(&start("tsivy"), &[5, 39, 724, 18_026, 431_852, 9_205_774]);
}

/// Run in a release build: `cargo test --release -- --ignored release_`.
#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_perft_of_tsivy_to_seven() {
    assert_eq!(perft(&start("tsivy"), 7), 175_243_243);
}

#[test]
fn perft_of_dimy() {
    assert_perft(
        &start("dimy"),
        &[5, 21, 202, 3_469, 34_608, 306_837, 1_960_757],
    );
}

#[test]
fn perft_of_telo() {
    assert_perft(&start("telo"), &[4, 7, 14, 67, 137, 280, 744, 1_497, 2_823]);
}

#[test]
fn perft_of_other_boards() {
    assert_perft(&start("7x3"), &[5, 20, 112, 882, 6_656]);
    assert_perft(&start("5x3"), &[3, 16, 89, 496, 2_529, 11_378]);
    assert_perft(&start("3x5"), &[2, 5, 20, 87, 320, 987]);
    assert_perft(&start("9x3"), &[3, 21, 158, 1_318, 11_216]);
    assert_perft(&start("9x3"), &golden_variants().perft_9x3);
}

#[test]
fn perft_with_a_single_first_capture() {
    let rules = Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE;
    let start = Position::start(Variant::TSIVY, rules).expect("a start");
    assert_perft(&start, &[5, 17, 198, 4_770]);
    assert_perft(&start, &golden_variants().single_first_capture_start_perft);
}

#[test]
fn perft_of_vela() {
    assert_perft(&start("vela"), &[5, 24, 94, 817, 3_975]);
    assert_perft(
        &start("vela"),
        &golden_variants().vela_start_perft_claimant_white,
    );
}

#[test]
fn divide_at_ply_two() {
    let shares: Vec<String> = divide(&start("tsivy"), 2)
        .iter()
        .map(|(mv, n)| format!("{mv} {n}"))
        .collect();
    let mut shares = shares;
    shares.sort();
    assert_eq!(
        shares,
        ["d2-e3A 10", "d3-e3A 4", "d3-e3W 18", "e2-e3A 2", "f2-e3A 5"]
    );
}

/// How many distinct positions there are after each ply from the start, and those after the last.
fn distinct_levels(plies: usize) -> (Vec<usize>, HashSet<Position>) {
    let mut level: HashSet<Position> = HashSet::from([start("tsivy")]);
    let mut counts = Vec::new();
    for _ in 0..plies {
        let mut next = HashSet::new();
        for position in &level {
            let _ = position.for_each_successor::<()>(|_, successor| {
                // Counters differ by path; the position does not.
                let mut setup = successor.setup();
                setup.no_capture = 0;
                next.insert(setup.position().expect("still a position"));
                ControlFlow::Continue(())
            });
        }
        counts.push(next.len());
        level = next;
    }
    (counts, level)
}

#[test]
fn distinct_positions_from_the_start() {
    assert_eq!(distinct_levels(4).0, [5, 39, 724, 17_075]);
}

/// The last ply as hashes alone: 64 bits for 111 million positions, of which two
/// share one with a chance below 1 in 2,000.
#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_distinct_positions_to_seven() {
    let (counts, level) = distinct_levels(6);
    assert_eq!(counts, [5, 39, 724, 17_075, 375_275, 7_122_241]);
    let mut hashes = Vec::new();
    for position in &level {
        let _ = position.for_each_successor::<()>(|_, successor| {
            hashes.push(successor.hash());
            ControlFlow::Continue(())
        });
    }
    drop(level);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 111_226_986);
}

fn check(golden: &Golden, variant: &str) {
    let variant: Variant = variant.parse().expect("a variant");
    let position = Position::from_fen(&golden.fen, variant, Rules::STANDARD).expect("a position");
    assert_perft(&position, &golden.perft);
    let mut moves = Vec::new();
    let mut results = HashSet::new();
    let mut longest = 0;
    let _ = position.for_each_successor::<()>(|mv, successor| {
        moves.push(mv.to_string());
        results.insert(successor);
        longest = longest.max(mv.len());
        ControlFlow::Continue(())
    });
    moves.sort();
    if let Some(expected) = &golden.moves {
        assert_eq!(&moves, expected, "{}", golden.fen);
    }
    assert_eq!(
        moves.iter().collect::<HashSet<_>>().len(),
        moves.len(),
        "{}: a turn twice",
        golden.fen
    );
    if let Some(expected) = golden.distinct {
        assert_eq!(results.len(), expected, "{}", golden.fen);
    }
    if let Some(expected) = golden.longest {
        assert_eq!(longest, expected, "{}", golden.fen);
    }
    let count = position.count_moves();
    assert_eq!(count, moves.len() as u64, "{}", golden.fen);
}

#[test]
fn golden_positions_agree() {
    let all = golden_positions();
    assert_eq!(all.len(), 48);
    for golden in &all {
        check(golden, "tsivy");
    }
}

#[test]
fn golden_deep_perft_agrees() {
    let all = golden_deep();
    assert_eq!(all.len(), 6);
    for golden in &all {
        check(golden, "tsivy");
    }
}

#[test]
fn golden_variants_agree() {
    let all = golden_variants();
    let groups = [
        ("vela", &all.vela_positions_claimant_white),
        ("dimy", &all.dimy),
        ("telo", &all.telo),
        ("7x3", &all.board_7x3),
        ("9x3", &all.board_9x3),
    ];
    for (variant, group) in groups {
        assert!(group.len() >= 4, "{variant}");
        for golden in group {
            check(golden, variant);
        }
    }
}
