//! What is laid on itself plays the same: catches whole families of faults in generator, hash and evaluation.

use std::collections::BTreeSet;

use fanorona::{Position, Symmetry, eval::Evaluator, perft};
use fanorona_tests::{random_game, start};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Positions of random games on boards of every shape.
fn positions() -> impl Iterator<Item = Position> {
    ["tsivy", "dimy", "telo", "vela", "7x3", "3x5", "9x3"]
        .into_iter()
        .flat_map(|variant| {
            (0..12)
                .map(move |seed| *random_game(start(variant), seed, 4 * seed as usize).position())
        })
}

fn turns(position: &Position) -> BTreeSet<String> {
    position
        .list_moves(100_000)
        .0
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn turns_of_the_image_are_images_of_the_turns() {
    let evaluator = Evaluator::default();
    for position in positions() {
        for symmetry in Symmetry::all(position.variant().board()) {
            let image = symmetry.position(&position);
            let expected: BTreeSet<String> = position
                .list_moves(100_000)
                .0
                .iter()
                .map(|mv| symmetry.mv(mv).to_string())
                .collect();
            assert_eq!(turns(&image), expected, "{position:?} {symmetry:?}");
            assert_eq!(image.hash(), image.hash_from_scratch());
            assert_eq!(
                evaluator.evaluate(&image),
                evaluator.evaluate(&position),
                "{position:?} {symmetry:?}"
            );
        }
    }
}

#[test]
fn colors_are_alike_outside_vela() {
    let evaluator = Evaluator::default();
    for position in positions() {
        let Some(swapped) = position.swap_colors() else {
            assert!(position.variant().is_vela());
            continue;
        };
        assert_eq!(turns(&swapped), turns(&position));
        assert_eq!(evaluator.evaluate(&swapped), evaluator.evaluate(&position));
        assert_eq!(perft(&swapped, 2), perft(&position, 2));
        assert_eq!(swapped.swap_colors(), Some(position));
        assert_ne!(swapped.hash(), position.hash());
    }
}

#[test]
fn perft_does_not_see_how_the_board_lies() {
    for position in positions() {
        let expected = perft(&position, 3);
        for symmetry in Symmetry::all(position.variant().board()) {
            assert_eq!(
                perft(&symmetry.position(&position), 3),
                expected,
                "{position:?}"
            );
        }
    }
}
