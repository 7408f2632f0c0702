//! Nothing that a caller can pass makes the reference panic, and nothing illegal is played.

use fanorona_reference::{Board, Clause, Point, Reference, State, Step, StepKind, Turn, Variant};

const EXTREMES: [i32; 6] = [i32::MIN, -1, 0, 4, 9, i32::MAX];

fn odd_points() -> Vec<Point> {
    EXTREMES
        .iter()
        .flat_map(|&column| EXTREMES.map(|row| Point::new(column, row)))
        .collect()
}

#[test]
fn points_off_the_board_are_empty_and_cannot_be_set() {
    let mut board = Board::empty(9, 5).expect("9 x 5 fits");
    for point in odd_points() {
        let on_board = (0..9).contains(&point.column) && (0..5).contains(&point.row);
        assert_eq!(board.contains(point), on_board);
        board.set(point, None);
        assert_eq!(board.stone(point), None);
        assert!(!point.to_string().is_empty());
    }
}

#[test]
fn steps_off_the_board_are_not_legal_and_take_nothing() {
    let game = Reference::default();
    let start = game
        .start_of(Variant::Tsivy)
        .expect("odd sides have a start");
    for from in odd_points() {
        for to in odd_points() {
            let step = Step {
                from,
                to,
                kind: StepKind::Withdrawal,
            };
            assert!(!game.is_legal_step(&start, &[], step));
            assert_eq!(game.play(&start, &Turn { steps: vec![step] }), None);
            let on_board = start.board.contains(from) && start.board.contains(to);
            assert!(on_board || game.captured(&start, step).is_empty());
        }
    }
    assert_eq!(game.play(&start, &Turn { steps: Vec::new() }), None);
    assert_eq!(game.write_turn(&Turn { steps: Vec::new() }), "");
}

#[test]
fn counters_do_not_overflow() {
    let game = Reference::default();
    let state = game
        .read_fen("4B/5/5/5/W4 B 4294967295 4294967295")
        .expect("a position");
    for (_, after) in game.turns_with_results(&state) {
        assert_eq!((after.half_moves, after.move_number), (u32::MAX, u32::MAX));
    }
}

/// Every clause broken, on every board from 1 x 1 up: full, empty and at the start.
///
/// Whole turns are asked for on small boards only: some broken rules allow a very great number of chains on large ones.
#[test]
fn broken_rules_do_not_panic_on_any_board() {
    for broken in Clause::ALL.iter().map(|&clause| Some(clause)).chain([None]) {
        let game = Reference::breaking(broken);
        for (width, height) in (1..=9).flat_map(|width| (1..=5).map(move |height| (width, height)))
        {
            let row = |symbol: &str| symbol.repeat(width);
            let set_up = ["W", "B", "."]
                .map(|symbol| format!("{} W 0 1", vec![row(symbol); height].join("/")));
            let set_up = set_up.iter().filter_map(|fen| game.read_fen(fen).ok());
            for state in set_up.chain(game.start(width, height)) {
                let _ = game.outcome(&state);
                let _ = game.legal_steps(
                    &State {
                        vela: true,
                        ..state
                    },
                    &[],
                );
                if width * height <= 15 {
                    let _ = game.perft(&state, 2);
                }
            }
        }
    }
}
