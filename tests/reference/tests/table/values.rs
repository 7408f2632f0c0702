//! Values follow from the turns clause by clause, and agree with numbers known from elsewhere.

use fanorona_reference::{Counts, Reference, State, StepKind, Table, TableError, Value, Wdl};

use crate::shared::{Random, unlimited};

fn table(width: usize, height: usize, stones: usize) -> Table {
    Table::build(width, height, stones, &mut |_| {}).expect("a table")
}

/// What the turns of a position and the values after them say.
fn by_turns(reference: &Reference, table: &Table, state: &State) -> Value {
    let (mut shortest_win, mut longest_loss, mut draw) = (None::<u8>, 0, false);
    for (turn, after) in reference.turns_with_results(state) {
        let after = table.probe(&after).expect("no more stones than before");
        let distance = match turn.steps[0].kind {
            StepKind::Paika => after.dtc().map_or(0, |distance| distance + 1),
            StepKind::Approach | StepKind::Withdrawal => 1,
        };
        match after.wdl() {
            Wdl::Loss => shortest_win = Some(shortest_win.map_or(distance, |d| d.min(distance))),
            Wdl::Draw => draw = true,
            Wdl::Win => longest_loss = longest_loss.max(distance),
        }
    }
    match shortest_win {
        Some(distance) => Value::Win(distance),
        None if draw => Value::Draw,
        None => Value::Loss(longest_loss),
    }
}

/// Every position of these tables. That is the whole proof: a distance is one more than that of a successor, so wins and
/// losses lead to a conversion, and in a drawn position each side has turns that stay among the draws.
#[test]
fn every_value_follows_from_the_turns() {
    let reference = unlimited();
    for (width, height, stones) in [
        (3, 3, 9),
        (5, 3, 4),
        (4, 3, 4),
        (2, 2, 4),
        (5, 1, 5),
        (9, 5, 2),
    ] {
        let table = table(width, height, stones);
        let mut seen = 0;
        for mover in 1..table.stones() {
            for other in 1..=table.stones() - mover {
                for (state, value) in table.positions(mover, other) {
                    assert_eq!(table.probe(&state), Some(value));
                    assert_eq!(
                        by_turns(&reference, &table, &state),
                        value,
                        "{}",
                        reference.write_fen(&state)
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 0, "{width}x{height}");
    }
}

/// Random positions of 9x5, either side to move, anywhere in their orbits.
#[test]
fn random_values_follow_from_the_turns() {
    let reference = unlimited();
    let table = table(9, 5, 4);
    let mut random = Random::new(3);
    let mut seen = 0;
    while seen < 2_000 {
        let state = random.state(9, 5, 1);
        // More than four stones, or none of a side to move: not in the table, or over.
        let Some(value) = table.probe(&state) else {
            continue;
        };
        if reference.outcome(&state).is_none() {
            assert_eq!(
                by_turns(&reference, &table, &state),
                value,
                "{}",
                reference.write_fen(&state)
            );
            seen += 1;
        }
    }
}

/// Counts that other programs found (docs/endgames.md).
#[test]
fn known_counts_of_tsivy() {
    let table = table(9, 5, 4);
    for (mover, other, win, draw, loss, longest_win, longest_loss) in [
        (1, 1, 592, 1_288, 100, 7, 6),
        (1, 2, 2_822, 12_766, 26_982, 3, 29),
        (2, 1, 40_996, 1_550, 24, 28, 2),
        (1, 3, 16_682, 63_186, 516_112, 1, 14),
        (2, 2, 509_777, 314_953, 69_240, 29, 30),
        (3, 1, 595_618, 358, 4, 13, 2),
    ] {
        let counts = Counts {
            win,
            draw,
            loss,
            longest_win: Some(longest_win),
            longest_loss: Some(longest_loss),
        };
        assert_eq!(table.counts(mover, other), counts, "{mover}-{other}");
    }
    assert_eq!(table.counts(4, 1), Counts::default());
    assert_eq!(table.counts(0, 2), Counts::default());
}

#[test]
fn known_counts_of_telo() {
    let table = table(3, 3, 99);
    assert_eq!(table.stones(), 9);
    let mut total = (0, 0, 0);
    for mover in 1..9 {
        for other in 1..=9 - mover {
            let counts = table.counts(mover, other);
            total = (
                total.0 + counts.win,
                total.1 + counts.draw,
                total.2 + counts.loss,
            );
        }
    }
    assert_eq!(total, (11_113, 366, 7_181));
}

/// The perfect opponent keeps the value at each turn, and a won game is won in the end, turn by turn nearer.
#[test]
fn best_turns_keep_the_value_and_come_nearer() {
    let reference = unlimited();
    let table = table(9, 5, 3);
    let mut random = Random::new(4);
    let mut played = 0;
    while played < 200 {
        let mut state = random.state(9, 5, 1);
        let Some(mut value) = table.probe(&state) else {
            continue;
        };
        if reference.outcome(&state).is_some() {
            continue;
        }
        played += 1;
        for _ in 0..100 {
            let best = table.best_turns(&state).expect("in the table");
            if reference.outcome(&state).is_some() {
                assert!(best.is_empty());
                break;
            }
            let (turn, after) = &best[random.below(best.len())];
            assert_eq!(reference.play(&state, turn).as_ref(), Some(after));
            let next = table.probe(after).expect("in the table");
            assert_eq!(next.wdl(), -value.wdl());
            if turn.steps[0].kind == StepKind::Paika {
                assert_eq!(next.dtc(), value.dtc().map(|distance| distance - 1));
            } else {
                assert!(value == Value::Draw || value.dtc() == Some(1));
            }
            (state, value) = (*after, next);
        }
        let over = reference.outcome(&state).is_some();
        assert_eq!(
            over,
            value != Value::Draw,
            "{}",
            reference.write_fen(&state)
        );
    }
}

/// What stands at the edges of the definition.
#[test]
fn special_positions() {
    let reference = Reference::default();
    let table = table(9, 5, 4);
    let probe = |fen: &str| table.probe(&reference.read_fen(fen).expect("a position"));
    // No stones: lost at that moment (R6.1). Blocked: lost (R6.2).
    assert_eq!(probe("9/9/9/9/8W B"), Some(Value::Loss(0)));
    assert_eq!(probe("9/9/9/9/8W W"), Some(Value::Win(0)));
    // Vela is another game while Black has more than five stones (R7.2), not after that.
    assert_eq!(probe("9/9/9/9/W7B W vela"), probe("9/9/9/9/W7B W"));
    assert_eq!(probe("BBBBBB3/9/9/9/W8 W vela"), None);
    // Five stones, and another board.
    assert_eq!(probe("9/9/9/9/WWBBB4 W"), None);
    assert_eq!(probe("3/3/W1B W"), None);
    let best = |fen: &str| {
        let state = reference.read_fen(fen).expect("a position");
        table.best_turns(&state).map(|turns| turns.len())
    };
    assert_eq!(best("9/9/9/9/8W W"), Some(0));
    assert_eq!(best("9/9/9/9/WWBBB4 W"), None);
}

#[test]
fn tables_that_cannot_be() {
    let build = |width, height, stones| {
        Table::build(width, height, stones, &mut |_| panic!("nothing is built")).err()
    };
    assert_eq!(build(10, 5, 2), Some(TableError::BadSize));
    assert_eq!(build(0, 0, 2), Some(TableError::BadSize));
    for stones in [8, 22, 45, usize::MAX] {
        assert_eq!(build(9, 5, stones), Some(TableError::TooLarge), "{stones}");
    }
    // Fewer than two stones need no table.
    assert_eq!(build(9, 5, 1), None);
}
