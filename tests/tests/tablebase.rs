//! Exact endings: known counts, and every kind of value held against the slow reference's turns.

#[cfg(not(target_arch = "wasm32"))]
use fanorona::tablebase::Builder;
use fanorona::tablebase::{Kind, Opening, Tables, Value};
use fanorona::{Board, Position, Rules, Setup, Variant, Wdl};
use fanorona_reference as slow;
use fanorona_tests::known::known_classes;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn tables(board: Board, stones: usize) -> Tables {
    Tables::build(board, stones, &mut |_| true).expect("built to the end")
}

/// Every count and longest distance of the document is that of the tables.
fn assert_known(tables: &Tables) {
    for class in known_classes(tables.stones()) {
        let (mover, other) = (class.mover, class.other);
        let found = tables.class_stats(mover, other);
        assert_eq!(found, Some(class.stats), "{mover}-{other}");
    }
}

#[test]
fn tsivy_to_four_stones() {
    let tables = tables(Board::TSIVY, 4);
    assert_known(&tables);
    // Every quiet position is stored, and no other.
    assert_eq!(tables.verify(&mut |_| true), Ok(424 + 14_982 + 286_480));
}

/// The sizes are those that a page can carry.
#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_tsivy_to_five_stones() {
    let tables = tables(Board::TSIVY, 5);
    assert_known(&tables);
    assert!(tables.verify(&mut |_| true).is_ok());
    let size = |kind| tables.to_bytes(5, kind).expect("built").len();
    assert!(size(Kind::Outcomes) <= 130_000);
    assert!(size(Kind::Distances) <= 480_000);
}

/// With distances to win, and with what the no-capture limit takes away: nothing to 5 stones, little at 6.
#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "takes minutes"]
fn soak_tsivy_to_six_stones() {
    let builder = Builder::new(Board::TSIVY, 6).expect("not too many");
    let tables = builder.with_distances_to_win(6).run(&mut |_| true);
    let tables = tables.expect("built to the end");
    assert_known(&tables);
    for class in known_classes(6) {
        let (mover, other) = (class.mover, class.other);
        assert!(class.to_win.is_some());
        assert_eq!(tables.longest_dtw(mover, other), class.to_win);
        let limit = tables.but_for_limit(mover, other).expect("in the tables");
        let expected = if (mover, other) == (3, 3) {
            (168, 32)
        } else {
            (0, 0)
        };
        assert_eq!((limit.win, limit.loss), expected, "{mover}-{other}");
    }
    let size = |kind| tables.to_bytes(6, kind).expect("built").len();
    assert!(size(Kind::Outcomes) <= 1_400_000);
    assert!(size(Kind::Distances) <= 6_000_000);
}

/// Wins, draws and losses of all positions of a board with a stone a side at least.
fn totals(board: Board) -> (u64, u64, u64) {
    let tables = tables(board, usize::from(board.width() * board.height()));
    let classes = (1..=tables.stones())
        .flat_map(|mover| (1..=tables.stones()).map(move |other| (mover, other)));
    let stats = classes.filter_map(|(mover, other)| tables.class_stats(mover, other));
    stats.fold((0, 0, 0), |(win, draw, loss), class| {
        (win + class.win, draw + class.draw, loss + class.loss)
    })
}

#[test]
fn telo_with_any_stones() {
    assert_eq!(totals(Board::TELO), (11_113, 366, 7_181));
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_five_by_three_with_any_stones() {
    let board = Board::new(5, 3).expect("a board");
    assert_eq!(totals(board), (9_538_925, 340_571, 4_403_876));
}

/// The start of Telo is won, and so is each other thing that is known of its first moves.
#[test]
fn telo_first_moves() {
    let tables = tables(Board::TELO, 8);
    let start = Position::start(Variant::TELO, Rules::STANDARD).expect("a start");
    assert_eq!(tables.probe(&start).map(|value| value.wdl), Some(Wdl::Win));
    for (text, wdl) in [
        ("c1-b2A", Wdl::Loss),
        ("c2-b2A", Wdl::Loss),
        ("a1-b2A", Wdl::Win),
        ("b1-b2A", Wdl::Win),
    ] {
        let next = start
            .play(&start.parse_move(text).expect("legal"))
            .expect("legal");
        assert_eq!(
            tables.probe(&next).map(|value| value.wdl),
            Some(wdl),
            "{text}"
        );
    }
}

/// The value that a position's turns, as the slow reference finds them, give it.
fn value_by_reference(tables: &Tables, position: &Position) -> (Wdl, Option<u8>) {
    let reference = slow::Reference::new(slow::Rules {
        no_capture_limit: false,
        repetition: false,
        single_first_capture: false,
    });
    let state = reference.read_fen(&position.to_fen()).expect("a position");
    let (mut wins, mut losses, mut draws, mut captures) = (Vec::new(), Vec::new(), false, false);
    for (turn, after) in reference.turns_with_results(&state) {
        let captured = turn.steps[0].kind != slow::StepKind::Paika;
        captures |= captured;
        let next = Position::from_fen(
            &reference.write_fen(&after),
            position.variant(),
            position.rules(),
        );
        let next = next.expect("the library reads what the reference writes");
        let (wdl, dtc) = match tables.probe(&next) {
            Some(value) => (-value.wdl, value.dtc),
            None => (Wdl::Win, None),
        };
        let distance = if captured {
            1
        } else {
            dtc.map_or(0, |dtc| dtc + 1)
        };
        match wdl {
            Wdl::Win => wins.push(distance),
            Wdl::Draw => draws = true,
            Wdl::Loss => losses.push(distance),
        }
    }
    match (wins.iter().min(), losses.iter().max()) {
        (Some(shortest), _) => (Wdl::Win, Some(*shortest)),
        (None, longest) if !draws => (Wdl::Loss, Some(longest.copied().unwrap_or(0))),
        _ => {
            assert!(draws || captures);
            (Wdl::Draw, None)
        }
    }
}

/// Shows so many random positions of every class to four stones with what the tables say of them.
fn for_random_positions(
    tables: &Tables,
    rules: Rules,
    count: usize,
    mut see: impl FnMut(&Position, Value),
) {
    let mut state = 11u64;
    let mut next = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let squares: Vec<_> = Board::TSIVY.points().iter().collect();
    let mut seen = 0;
    while seen < count {
        let mut setup = Setup::empty(Variant::TSIVY, rules);
        for place in 0..2 + next(3) {
            let square = squares[next(45) as usize];
            let side = if place < 2 {
                place as usize
            } else {
                next(2) as usize
            };
            setup.stones = setup
                .stones
                .map(|stones| stones - fanorona::Bitboard::from_square(square));
            setup.stones[side] = setup.stones[side].with(square);
        }
        if rules.contains(Rules::NO_CAPTURE_LIMIT) {
            setup.no_capture = next(50) as u16;
        }
        if let Some((position, value)) = setup
            .position()
            .ok()
            .and_then(|p| Some((p, tables.probe(&p)?)))
        {
            see(&position, value);
            seen += 1;
        }
    }
}

#[test]
fn values_follow_from_the_turns_of_the_reference() {
    let tables = tables(Board::TSIVY, 4);
    for_random_positions(&tables, Rules::empty(), 3_000, |position, value| {
        assert_eq!(
            (value.wdl, value.dtc),
            value_by_reference(&tables, position),
            "{position:?}"
        );
    });
}

/// What tables without distances say, those with distances say too: they may know less, a
/// verdict under the limit among it, but nothing else.
#[test]
fn tables_without_distances_know_nothing_false() {
    let with = tables(Board::TSIVY, 4);
    let bytes = with.to_bytes(4, Kind::Outcomes).expect("built");
    let mut opening = Opening::new(bytes).expect("tables");
    while !opening.is_done() {
        opening.work().expect("whole");
    }
    let (mut distances, mut verdicts) = (0, 0);
    for_random_positions(
        &opening.into_tables(),
        Rules::STANDARD,
        20_000,
        |position, value| {
            let known = with.probe(position).expect("held");
            assert_eq!(value.wdl, known.wdl, "{position:?}");
            if value.dtc.is_some() {
                assert_eq!(value.dtc, known.dtc, "{position:?}");
                distances += 1;
            }
            if value.verdict.is_some() {
                assert_eq!(value.verdict, known.verdict, "{position:?}");
                verdicts += 1;
            }
        },
    );
    assert!(
        distances > 500 && verdicts > 5_000,
        "{distances} {verdicts}"
    );
}
