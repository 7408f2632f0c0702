//! The library against the slow reference, which shares no type or function with it.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::HashSet;
use std::ops::ControlFlow;

use fanorona::{Color, Position, Rules, Square, Step, StepKind, Turn, Variant};
use fanorona_reference as slow;
use fanorona_tests::random_game;
use proptest::prelude::*;

/// The reference with the library's rule switches.
fn reference(rules: Rules) -> slow::Reference {
    slow::Reference::new(slow::Rules {
        no_capture_limit: rules.contains(Rules::NO_CAPTURE_LIMIT),
        repetition: rules.contains(Rules::REPETITION),
        single_first_capture: rules.contains(Rules::SINGLE_FIRST_CAPTURE),
    })
}

/// Through text only: the two know nothing of each other.
fn to_slow(reference: &slow::Reference, position: &Position) -> slow::State {
    reference
        .read_fen(&position.to_fen())
        .expect("the reference reads what the library writes")
}

fn slow_step(step: Step) -> slow::Step {
    let point =
        |square: Square| slow::Point::new(i32::from(square.column()), i32::from(square.row()));
    slow::Step {
        from: point(step.from),
        to: point(step.to),
        kind: match step.kind {
            StepKind::Paika => slow::StepKind::Paika,
            StepKind::Approach => slow::StepKind::Approach,
            StepKind::Withdrawal => slow::StepKind::Withdrawal,
        },
    }
}

/// Same turns, same positions after them, same end.
fn assert_same(position: &Position) {
    let reference = reference(position.rules());
    let state = to_slow(&reference, position);
    let end = reference.outcome(&state);
    let name =
        |end: fanorona::GameEnd| (end.outcome.winner().map(Color::letter), end.reason.clause());
    assert_eq!(
        position.end().map(name),
        end.map(|end| {
            let winner = end
                .winner
                .map(|side| if side == slow::Side::White { 'W' } else { 'B' });
            (winner, end.end.rule())
        }),
        "{position:?}"
    );
    if end.is_some() {
        assert_eq!(position.count_moves(), 0);
        return;
    }
    let mut expected: Vec<(String, String)> = reference
        .turns_with_results(&state)
        .iter()
        .map(|(turn, after)| (reference.write_turn(turn), reference.write_fen(after)))
        .collect();
    let mut found = Vec::new();
    let _ = position.for_each_successor::<()>(|mv, next| {
        assert_eq!(next.hash(), next.hash_from_scratch(), "{position:?} {mv}");
        assert_eq!(position.play_unchecked(mv), next, "{position:?} {mv}");
        assert_eq!(position.parse_move(&mv.to_string()), Ok(*mv));
        found.push((mv.to_string(), next.to_fen()));
        ControlFlow::Continue(())
    });
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{position:?}");
    assert_eq!(position.count_moves(), found.len() as u64);
}

/// Every step that can be written down, legal or not, at each point of a turn:
/// the library finds legal what the reference finds legal, and generates just that.
fn assert_exhaustive(position: &Position, made: &[Step]) {
    let reference = reference(position.rules());
    let state = to_slow(&reference, position);
    let mut turn = Turn::new(*position);
    for step in made {
        turn.step(*step).expect("legal so far");
    }
    let slow_made: Vec<slow::Step> = made.iter().copied().map(slow_step).collect();
    let over = position.end().is_some();
    let legal = if over {
        Vec::new()
    } else {
        reference.legal_steps(&state, &slow_made)
    };
    let generated: HashSet<Step> = turn.steps().into_iter().collect();
    assert_eq!(
        generated.len(),
        turn.steps().len(),
        "a step twice in {position:?}"
    );
    for from in Square::all() {
        for to in Square::all() {
            for kind in StepKind::ALL {
                let step = Step { from, to, kind };
                let is_legal = legal.contains(&slow_step(step));
                assert_eq!(
                    turn.why_illegal(from, to, Some(kind)).is_none(),
                    is_legal,
                    "{position:?} {made:?} {step}"
                );
                assert_eq!(
                    generated.contains(&step),
                    is_legal,
                    "{position:?} {made:?} {step}"
                );
                if is_legal && made.is_empty() {
                    let taken: HashSet<_> = turn
                        .captures(step)
                        .iter()
                        .map(ToString::to_string)
                        .collect();
                    let expected: HashSet<_> = reference
                        .captured(&state, slow_step(step))
                        .iter()
                        .map(|p| format!("{}{}", (b'a' + p.column as u8) as char, p.row + 1))
                        .collect();
                    assert_eq!(taken, expected, "{position:?} {step}");
                }
            }
        }
    }
}

fn variant() -> impl Strategy<Value = Variant> {
    let boards = (1u8..=9, 1u8..=5).prop_map(|(w, h)| format!("{w}x{h}").parse().expect("a board"));
    prop_oneof![4 => Just(Variant::TSIVY), 2 => Just(Variant::DIMY), 2 => Just(Variant::TELO), 2 => Just(Variant::VELA), 2 => boards]
}

fn rules() -> impl Strategy<Value = Rules> {
    (0u8..8).prop_map(Rules::from_bits_truncate)
}

/// Any stones on any points: far from what play makes, near to what goes wrong.
fn any_position() -> impl Strategy<Value = Position> {
    let cells = proptest::collection::vec(0u8..6, Square::COUNT);
    (
        variant(),
        rules(),
        cells,
        1u8..5,
        any::<bool>(),
        0u16..52,
        1u32..4,
    )
        .prop_filter_map(
            "no stones",
            |(variant, rules, cells, density, black, no_capture, move_number)| {
                let mut setup = fanorona::Setup::empty(variant, rules);
                for square in variant.board().points() {
                    match cells[square.index()] {
                        cell if cell < density => {
                            let side = usize::from(cell % 2 == 1);
                            setup.stones[side] = setup.stones[side].with(square);
                        }
                        5 => setup.stones[0] = setup.stones[0].with(square),
                        _ => {}
                    }
                }
                setup.turn = if black { Color::Black } else { Color::White };
                setup.no_capture = no_capture;
                setup.move_number = move_number;
                setup.position().ok()
            },
        )
}

/// `usual` cases, or as many as `PROPTEST_CASES` says: `./build.sh test-long` wants more.
fn config(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: asked.unwrap_or(usual),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Not so many turns that the reference takes for ever.
fn is_small(position: &Position) -> bool {
    let mut turns = 0;
    position
        .for_each_move(|_| {
            turns += 1;
            if turns > 2_000 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_continue()
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn turns_and_ends_agree_anywhere(position in any_position().prop_filter("too many turns", is_small)) {
        assert_same(&position);
    }

    #[test]
    fn turns_and_ends_agree_in_play(variant in variant(), rules in rules(), seed in any::<u64>(), turns in 0usize..90) {
        if let Some(start) = Position::start(variant, rules) {
            assert_same(random_game(start, seed, turns).position());
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    /// Each constructible step, at the start of a turn and in the middle of chains.
    #[test]
    fn legal_is_generated(position in any_position(), picks in proptest::collection::vec(any::<usize>(), 0..6)) {
        let mut made: Vec<Step> = Vec::new();
        assert_exhaustive(&position, &made);
        let mut turn = Turn::new(position);
        for pick in picks {
            let steps = turn.steps();
            let Some(step) = steps.get(pick % steps.len().max(1)) else { break };
            turn.step(*step).expect("generated");
            made.push(*step);
            assert_exhaustive(&position, &made);
        }
    }

    /// Draws and wins by history: whole games end where the reference ends them.
    #[test]
    fn games_end_alike(variant in variant(), rules in rules(), seed in any::<u64>()) {
        if let Some(start) = Position::start(variant, rules) {
            let fast = random_game(start, seed, 150);
            let reference = reference(rules);
            let mut other = slow::Game::new(reference, to_slow(&reference, &start));
            let mut replay = fanorona::Game::new(start);
            for mv in fast.moves() {
                prop_assert!(other.outcome().is_none());
                prop_assert!(other.play_text(&mv.to_string()));
                replay.play(&mv).expect("legal");
                prop_assert_eq!(replay.repetitions() as usize, other.times_stood());
                let since: Vec<_> = replay.positions_since_capture().collect();
                let again = |at: &usize| since[..*at].iter().any(|old| since[*at].is_repetition_of(old));
                let counts = rules.contains(Rules::REPETITION);
                let some_twice = counts && (0..since.len()).any(|at| again(&at));
                prop_assert_eq!(replay.positions_stood_twice().next().is_some(), some_twice);
                prop_assert_eq!(replay.end().map(|end| end.reason.clause()), other.outcome().map(|end| end.end.rule()));
            }
        }
    }
}
