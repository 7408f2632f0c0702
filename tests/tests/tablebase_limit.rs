//! What the no-capture limit (R6.3a) leaves of the values of the tables: the rule of the distance, held against values that
//! were worked out counter by counter. `tablebase_forward.rs` holds it against forward search.

use fanorona::Color;
use fanorona::tablebase::{Tables, Verdict};
use fanorona_reference as slow;
use fanorona_reference::{LIMIT, LimitTable, Value, Wdl};
use fanorona_tests::endings::{Boards, under_limit};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// The library's verdict in the reference's words.
const fn wdl_of(verdict: Verdict) -> Wdl {
    match verdict {
        Verdict::Win => Wdl::Win,
        Verdict::Loss => Wdl::Loss,
        Verdict::WinButForLimit | Verdict::Draw | Verdict::LossButForLimit => Wdl::Draw,
    }
}

/// Every position to so many stones, at every counter. Answers how many values the limit changed.
fn assert_layers(width: u8, height: u8, stones: usize) -> u64 {
    let boards = Boards::new(width, height);
    let tables = Tables::build(boards.board, stones, &mut |_| true).expect("built to the end");
    let layers = LimitTable::build(width.into(), height.into(), stones).expect("built to the end");
    let mut changed = 0;
    for total in 2..=stones {
        for mover in 1..total {
            boards.for_each_placement(mover, total - mover, &mut |own, enemy| {
                let value = boards.value(&tables, own, enemy).expect("in the tables");
                let exact = layers.by_counter(own, enemy).expect("in the layers");
                for (counter, exact) in exact.into_iter().enumerate() {
                    let position = || boards.position(own, enemy, Color::White, counter as u16);
                    assert_eq!(under_limit(value, counter), exact, "{:?}", position());
                    changed += u64::from(exact != value.wdl());
                    // The library's own verdict, where the counter decides and here and there.
                    let near = value.dtc().map_or(0, |dtc| counter + usize::from(dtc));
                    if (LIMIT..=LIMIT + 1).contains(&near) || counter % 10 == 0 {
                        let probed = tables.probe(&position()).expect("in the tables");
                        let verdict = probed.verdict.expect("distances tell to 5 stones");
                        assert_eq!(wdl_of(verdict), exact, "{:?}", position());
                    }
                }
            });
        }
    }
    changed
}

#[test]
fn tsivy_to_three_stones_at_every_counter() {
    assert!(assert_layers(9, 5, 3) > 100_000);
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_tsivy_to_four_stones_at_every_counter() {
    assert!(assert_layers(9, 5, 4) > 1_000_000);
}

#[test]
fn telo_at_every_counter() {
    assert!(assert_layers(3, 3, 9) > 10_000);
}

/// The longest wins of three stones, at the last counter that leaves them and at the next one: played through by the
/// reference's own rules, clause by clause.
#[test]
fn the_limit_to_the_very_half_move() {
    let reference = slow::Reference::default();
    let table = slow::Table::build(9, 5, 3, &mut |_| {}).expect("built to the end");
    let mut played = 0;
    let longest = |(_, value): &(slow::State, Value)| value.dtc() >= Some(27);
    for (state, value) in table.positions(2, 1).filter(longest) {
        let distance = value.dtc().map_or(0, u32::from);
        for late in [0, 1] {
            let mut state = slow::State {
                half_moves: LIMIT as u32 - distance + late,
                ..state
            };
            while reference.outcome(&state).is_none() && state.half_moves > 0 {
                let best = table.best_turns(&state).expect("in the table");
                state = best[0].1;
            }
            let drawn = reference
                .outcome(&state)
                .is_some_and(|outcome| outcome.winner.is_none());
            assert_eq!(drawn, late == 1, "{}", reference.write_fen(&state));
            played += 1;
        }
    }
    assert!(played > 0);
}
