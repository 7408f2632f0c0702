//! The tables of endings against those of the slow reference, which share nothing with them: every position.

use fanorona::Color;
use fanorona::tablebase::Tables;
use fanorona_reference as slow;
use fanorona_tests::endings::{
    ALL_OF_TELO, Boards, FIVE_BY_THREE, OTHER_BOARDS, Part, TSIVY_TO_THREE, named,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Every placement of 2 to `stones` stones, each side to move: win, draw or loss and the distance are the same,
/// and no placement is left out.
fn assert_same(part: Part) {
    let Part {
        width,
        height,
        stones,
    } = part;
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
    assert_eq!(placements, part.placements(), "{part:?}");
}

#[test]
fn tsivy_to_three_stones() {
    assert_same(TSIVY_TO_THREE);
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_tsivy_to_four_stones() {
    assert_same(fanorona_tests::endings::TSIVY_TO_FOUR);
}

#[test]
fn telo_with_any_stones() {
    // Counted elsewhere (docs/endgames.md).
    assert_eq!(ALL_OF_TELO.placements(), 11_113 + 366 + 7_181);
    assert_same(ALL_OF_TELO);
}

#[test]
fn five_by_three_to_five_stones() {
    assert_same(FIVE_BY_THREE);
}

#[test]
fn other_boards_to_four_stones() {
    OTHER_BOARDS.into_iter().for_each(assert_same);
}
