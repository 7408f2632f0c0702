//! The tables of endings against those of the slow reference, which share nothing with them: every position.

use fanorona::Color;
use fanorona::tablebase::Tables;
use fanorona_reference as slow;
use fanorona_tests::endings::{Boards, named};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Every placement of 2 to `stones` stones, each side to move: win, draw or loss and the distance are the same. Answers how
/// many placements there were.
fn assert_same(width: u8, height: u8, stones: usize) -> u64 {
    let boards = Boards::new(width, height);
    let tables = Tables::build(boards.board, stones, &mut |_| true).expect("built to the end");
    let reference = slow::Table::build(width.into(), height.into(), stones, &mut |_| {});
    let reference = reference.expect("built to the end");
    let mut placements = 0;
    for total in 2..=stones {
        for mover in 1..total {
            boards.for_each_placement(mover, total - mover, &mut |own, enemy| {
                let expected = reference.probe_stones(own, enemy);
                for turn in [Color::White, Color::Black] {
                    let position = boards.position(own, enemy, turn, 0);
                    let value = tables.probe(&position);
                    let value = value.map(|value| named(value.wdl, value.dtc));
                    assert!(value.is_some() && value == expected, "{position:?}");
                }
                placements += 1;
            });
        }
    }
    placements
}

#[test]
fn tsivy_to_three_stones() {
    assert_eq!(assert_same(9, 5, 3), 1_980 + 85_140);
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_tsivy_to_four_stones() {
    assert_eq!(assert_same(9, 5, 4), 1_980 + 85_140 + 2_085_930);
}

#[test]
fn telo_with_any_stones() {
    assert_eq!(assert_same(3, 3, 9), 11_113 + 366 + 7_181);
}

#[test]
fn five_by_three_to_five_stones() {
    assert_eq!(assert_same(5, 3, 5), 210 + 2_730 + 19_110 + 90_090);
}

/// Boards whose symmetries are fewer, or whose strong points are others.
#[test]
fn other_boards_to_four_stones() {
    for (width, height) in [(3, 5), (4, 3), (4, 4), (2, 5), (7, 1), (9, 2)] {
        let points = u64::from(width) * u64::from(height);
        let all = |stones: u64| {
            let sets = (0..stones).fold(1, |sets, taken| sets * (points - taken) / (taken + 1));
            sets * ((1 << stones) - 2)
        };
        assert_eq!(assert_same(width, height, 4), all(2) + all(3) + all(4));
    }
}
