//! The values under the limit of R6.3a follow from the turns clause by clause, counter by counter.

use fanorona_reference::{
    LIMIT, LimitTable, Preset, Reference, Rules, State, Table, TableError, Wdl,
};

use crate::shared::Random;

/// What the rules and the turns say: the end of the game first, then the best of what follows.
fn by_turns(reference: &Reference, table: &LimitTable, state: &State) -> Wdl {
    if let Some(outcome) = reference.outcome(state) {
        return match outcome.winner {
            None => Wdl::Draw,
            Some(side) if side == state.to_move => Wdl::Win,
            Some(_) => Wdl::Loss,
        };
    }
    let turns = reference.turns_with_results(state);
    let after = turns
        .iter()
        .map(|(_, after)| -table.probe(after).expect("in the table"));
    after.max().expect("a side without turns is blocked")
}

fn limited() -> Reference {
    let reference = Reference::default();
    reference.with_rules(reference.preset(Preset::Icga))
}

#[test]
fn values_follow_from_the_turns() {
    let reference = limited();
    assert_eq!(
        reference.rules,
        Rules {
            no_capture_limit: true,
            repetition: false,
            single_first_capture: false
        }
    );
    for (width, height, stones) in [(3, 3, 9), (4, 3, 4), (9, 5, 2)] {
        let table = LimitTable::build(width, height, stones).expect("a table");
        let plain = Table::build(width, height, stones, &mut |_| {}).expect("a table");
        for mover in 1..plain.stones() {
            for other in 1..=plain.stones() - mover {
                for (state, _) in plain.positions(mover, other) {
                    for half_moves in [0, 1, 30, 47, 48, 49, 50, 51] {
                        let state = State {
                            half_moves,
                            ..state
                        };
                        assert_eq!(
                            table.probe(&state),
                            Some(by_turns(&reference, &table, &state)),
                            "{}",
                            reference.write_fen(&state)
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn random_values_follow_from_the_turns() {
    let reference = limited();
    let table = LimitTable::build(9, 5, 3).expect("a table");
    let mut random = Random::new(5);
    let mut seen = 0;
    while seen < 2_000 {
        let mut state = random.state(9, 5, 1);
        state.half_moves = random.below(LIMIT + 2) as u32;
        if let Some(value) = table.probe(&state) {
            let fen = reference.write_fen(&state);
            assert_eq!(value, by_turns(&reference, &table, &state), "{fen}");
            seen += 1;
        }
    }
}

#[test]
fn tables_that_cannot_be() {
    assert_eq!(LimitTable::build(9, 6, 2).err(), Some(TableError::BadSize));
    assert_eq!(LimitTable::build(9, 5, 6).err(), Some(TableError::TooLarge));
    assert_eq!(
        LimitTable::build(9, 5, usize::MAX).err(),
        Some(TableError::TooLarge)
    );
}
