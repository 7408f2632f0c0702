//! What the no-capture limit (R6.3a) leaves of the values of the tables: the rule of the distance, held against values that
//! were worked out counter by counter, and against forward search with a running counter.

use std::ops::ControlFlow;

use fanorona::Color;
use fanorona::tablebase::{Tables, Verdict};
use fanorona_reference as slow;
use fanorona_reference::{LIMIT, LimitTable, Points, Value, Wdl};
use fanorona_tests::endings::{Boards, Random, best_capture, paikas};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// The rule: a value whose conversion comes with the last half-move of the limit or earlier stays what it is, another
/// becomes a draw.
///
/// It asks for the next conversion only. That is enough to 6 stones: what is left after it has at most 5, whose own
/// conversions come within the limit.
fn under_limit(value: Value, counter: usize) -> Wdl {
    match value.dtc() {
        Some(distance) if counter + usize::from(distance) > LIMIT => Wdl::Draw,
        _ => value.wdl(),
    }
}

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

/// Plain search with the counter, to the next capture or the end of the game; what is there after a capture is looked up,
/// with a fresh counter.
struct Search<'a> {
    boards: &'a Boards,
    tables: &'a Tables,
}

impl Search<'_> {
    fn value(&self, mover: Points, other: Points, counter: usize) -> Wdl {
        self.within(mover, other, counter, Wdl::Loss, Wdl::Win)
    }

    /// The value, or a bound on it where that is outside the window.
    fn within(&self, mover: Points, other: Points, counter: usize, low: Wdl, high: Wdl) -> Wdl {
        let lines = &self.boards.lines;
        if counter >= LIMIT {
            // A block comes before the draw (R6.3).
            let can_move = lines.captures(mover, other, &mut |_, _| false)
                || lines.paikas(mover, other, &mut |_| false);
            return if can_move { Wdl::Draw } else { Wdl::Loss };
        }
        let captured = best_capture(lines, mover, other, &|mover, other| {
            self.fresh(mover, other)
        });
        if let Some(value) = captured {
            return value;
        }
        let mut best = Wdl::Loss;
        paikas(lines, mover, other, &mut |mover| {
            let value = -self.within(other, mover, counter + 1, -high, -low.max(best));
            best = best.max(value);
            if best >= high {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best
    }

    fn fresh(&self, mover: Points, other: Points) -> Wdl {
        if mover == 0 {
            return Wdl::Loss;
        }
        let value = self.boards.value(self.tables, mover, other);
        under_limit(value.expect("in the tables"), 0)
    }
}

/// Random positions without a capture, near the limit. Answers how many of the values the limit changed, and how many it
/// might have changed and did not.
fn assert_random(stones: usize, positions: usize, seed: u64) -> (usize, usize) {
    let boards = Boards::new(9, 5);
    let tables = Tables::build(boards.board, stones, &mut |_| true).expect("built to the end");
    let search = Search {
        boards: &boards,
        tables: &tables,
    };
    let mut random = Random::new(seed);
    let (mut seen, mut changed, mut kept) = (0, 0, 0);
    while seen < positions {
        let (mover, other) = random.stones(boards.lines.points(), stones);
        if boards.lines.captures(mover, other, &mut |_, _| false) {
            continue;
        }
        let counter = 44 + random.below(LIMIT - 44 + 1);
        let value = boards.value(&tables, mover, other).expect("in the tables");
        let expected = search.value(mover, other, counter);
        let position = boards.position(mover, other, Color::White, counter as u16);
        assert_eq!(
            under_limit(value, counter),
            expected,
            "{position:?} {value:?}"
        );
        seen += 1;
        changed += usize::from(expected != value.wdl());
        kept += usize::from(expected != Wdl::Draw);
    }
    (changed, kept)
}

#[test]
fn random_positions_of_five_stones_near_the_limit() {
    let (changed, kept) = assert_random(5, 1_000, 9);
    assert!(changed > 100 && kept > 100, "{changed} {kept}");
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_random_positions_of_six_stones_near_the_limit() {
    let (changed, kept) = assert_random(6, 1_000, 10);
    assert!(changed > 100 && kept > 100, "{changed} {kept}");
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
