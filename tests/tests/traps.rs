//! The traps that public programs fall into, one test each, and the ends of a game.

use std::ops::ControlFlow;

use fanorona::{
    Color, EndReason, Game, IllegalStep, MoveError, Outcome, Position, Rules, Square, Step,
    StepKind, Turn, Variant,
};
use fanorona_tests::{start, tsivy};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position
        .list_moves(10_000)
        .0
        .iter()
        .map(ToString::to_string)
        .collect();
    moves.sort();
    moves
}

fn why(position: &Position, text: &str) -> IllegalStep {
    match position.parse_move(text) {
        Err(MoveError::Illegal { reason, .. }) => reason,
        other => panic!("{text}: {other:?}"),
    }
}

/// R5.1: every turn that is the beginning of a longer one is a turn itself.
#[test]
fn stopping_is_always_allowed() {
    let position = tsivy("BB.B.BBBB/...W...../BWB....../WWW....W./WWWWWW... B");
    let all = moves(&position);
    for text in &all {
        let mut text = text.as_str();
        while let Some((shorter, _)) = text
            .rsplit_once('-')
            .filter(|(shorter, _)| shorter.contains('-'))
        {
            assert!(all.iter().any(|known| known == shorter), "{shorter}");
            text = shorter;
        }
    }
}

/// R5.2: the last direction is barred, an earlier one is not.
#[test]
fn only_the_last_direction_is_barred() {
    // c3-d3 goes east; e3-f3 would go east again after a step elsewhere.
    let position = tsivy("BB.B.BBBB/...W...../BWB....../WWW....W./WWWWWW... B");
    let mut east_again = 0;
    let _ = position.for_each_move::<()>(|mv| {
        let directions: Vec<_> = mv
            .steps()
            .map(|step| step.from.direction_to(step.to))
            .collect();
        assert!(directions.windows(2).all(|pair| pair[0] != pair[1]), "{mv}");
        let repeated = directions
            .iter()
            .enumerate()
            .any(|(i, d)| directions[..i].contains(d));
        east_again += u32::from(repeated);
        ControlFlow::Continue(())
    });
    assert!(east_again > 0, "some turn uses an earlier direction again");
    // A step that would capture but for its direction.
    let position = tsivy("9/9/9/9/W1B1B4 W");
    assert_eq!(why(&position, "a1-b1A-c1A"), IllegalStep::SameDirection);
}

/// R5.2: the start counts as visited.
#[test]
fn the_start_counts_as_visited() {
    // b1-a1W takes c1; going back to b1 would approach the next stone, but b1 is the start.
    let position = tsivy("9/9/9/9/1WB6 W");
    assert_eq!(moves(&position), ["b1-a1W"]);
    let mut all_new = true;
    for golden in fanorona_tests::golden_positions() {
        let _ = tsivy(&golden.fen).for_each_move::<()>(|mv| {
            let mut seen = vec![mv.start()];
            for (to, _) in mv.landings() {
                all_new &= !seen.contains(&to);
                seen.push(to);
            }
            ControlFlow::Continue(())
        });
    }
    assert!(all_new);
    let position = tsivy("9/9/9/9/BWB6 W");
    assert!(
        moves(&position).is_empty() || moves(&position).iter().all(|text| !text.ends_with("-b1A"))
    );
}

/// R1.3: diagonals join strong points only.
#[test]
fn no_diagonal_from_a_weak_point() {
    let position = tsivy("9/9/9/9/1W6B W");
    assert_eq!(moves(&position), ["b1-a1", "b1-b2", "b1-c1"]);
    assert_eq!(why(&position, "b1-c2"), IllegalStep::NoLineThere);
    // A weak point's diagonal neighbour is not captured along that diagonal either.
    let position = tsivy("9/9/3B5/9/1W7 W");
    assert_eq!(moves(&position), ["b1-a1", "b1-b2", "b1-c1"]);
}

/// Rows of nine do not run into each other.
#[test]
fn no_wrap_at_the_edge() {
    let position = tsivy("9/9/9/B8/8W W");
    assert_eq!(moves(&position), ["i1-h1", "i1-h2", "i1-i2"]);
    // h1-i1 would "approach" a2 if rows joined.
    let position = tsivy("9/9/9/B8/7W1 W");
    assert!(moves(&position).iter().all(|text| !text.ends_with('A')));
    // A run ends at the edge: the stones of the next row stay.
    let position = tsivy("9/9/9/BB7/6W1B W");
    let next = position
        .play(&position.parse_move("g1-h1A").expect("legal"))
        .expect("legal");
    assert_eq!(next.stones(Color::Black).len(), 2);
}

/// Each paika is listed once.
#[test]
fn each_paika_is_listed_once() {
    let position = tsivy("9/9/4W4/9/B8 W");
    assert_eq!(
        moves(&position),
        [
            "e3-d2", "e3-d3", "e3-d4", "e3-e2", "e3-e4", "e3-f2", "e3-f3", "e3-f4"
        ]
    );
}

/// R6.2: a side to move that has stones but no move has lost.
#[test]
fn the_blocked_side_loses() {
    let position = tsivy("9/9/WW7/W8/BWW6 W");
    let next = position
        .play(&position.parse_move("b3-b2").expect("legal"))
        .expect("legal");
    let end = next.end().expect("Black is blocked");
    assert_eq!(
        (end.outcome, end.reason),
        (Outcome::Win(Color::White), EndReason::Blocked)
    );
    assert_eq!(next.count_moves(), 0);
}

/// R6.1: the last stone taken ends the game at once.
#[test]
fn the_last_stone_taken_ends_the_game() {
    let position = tsivy("9/9/9/9/W1B6 W");
    let mut game = Game::new(position);
    game.play(&position.parse_move("a1-b1A").expect("legal"))
        .expect("legal");
    let end = game.end().expect("over");
    assert_eq!(
        (end.outcome, end.reason),
        (Outcome::Win(Color::White), EndReason::LastStoneTaken)
    );
    assert_eq!(game.position().count_moves(), 0);
    let after = game.play(&position.parse_move("a1-b1A").expect("legal"));
    assert_eq!(
        after.expect_err("the game is over").reason,
        IllegalStep::GameOver
    );
}

/// R5.2: a continuation must capture.
#[test]
fn a_continuation_must_capture() {
    let position = tsivy("9/9/9/8B/W1B6 W");
    assert_eq!(moves(&position), ["a1-b1A"]);
    assert_eq!(
        why(&position, "a1-b1A-b2"),
        IllegalStep::ContinuationMustCapture
    );
    assert_eq!(
        why(&position, "a1-b1A-b2A"),
        IllegalStep::ContinuationMustCapture
    );
    // In a first step the letter that does not fit is what is wrong.
    assert_eq!(why(&position, "a1-b1W"), IllegalStep::NothingToWithdrawFrom);
    assert_eq!(IllegalStep::NothingToWithdrawFrom.clause(), "R4.2");
    assert_eq!(
        why(&tsivy("9/9/9/9/.WB6 W"), "b1-a1A"),
        IllegalStep::NothingToApproach
    );
}

/// R3.2: a paika is not legal while a capture is possible anywhere.
#[test]
fn capturing_is_compulsory() {
    let position = tsivy("9/9/9/8W/W1B6 W");
    assert_eq!(why(&position, "i2-i3"), IllegalStep::CaptureAvailable);
    assert_eq!(
        Turn::new(position).why_immobile(square("i2")),
        Some(IllegalStep::CaptureAvailable)
    );
    assert_eq!(Turn::new(position).why_immobile(square("a1")), None);
    assert_eq!(
        Turn::new(position).why_immobile(square("c1")),
        Some(IllegalStep::NotYourStone)
    );
}

/// R4.3: the whole run goes, up to a gap, an own stone or the edge.
#[test]
fn the_whole_run_is_taken() {
    let taken = |fen: &str, text: &str| {
        let position = tsivy(fen);
        let next = position
            .play(&position.parse_move(text).expect("legal"))
            .expect("legal");
        position.stones(Color::Black).len() - next.stones(Color::Black).len()
    };
    assert_eq!(taken("9/9/9/9/W1BBB1BB1 W", "a1-b1A"), 3);
    assert_eq!(taken("9/9/9/9/W1BBWBBB1 W", "a1-b1A"), 2);
    assert_eq!(taken("9/9/9/9/W1BBBBBBB W", "a1-b1A"), 7);
    assert_eq!(taken("B8/9/9/9/.WBB5 W", "b1-a1W"), 2);
}

/// R4.4: one kind at a time, and the player says which.
#[test]
fn both_kinds_are_two_moves() {
    let position = tsivy("9/9/9/9/B1W1B4 W");
    let both = tsivy("9/9/9/9/1BW1B4 W");
    assert_eq!(moves(&both), ["c1-d1A", "c1-d1W"]);
    assert!(
        matches!(both.parse_move("c1-d1"), Err(MoveError::Ambiguous { candidates }) if candidates.len() == 2)
    );
    assert_eq!(
        both.parse_move("c1-d1W").expect("legal").to_string(),
        "c1-d1W"
    );
    // A letter may be missing where one turn fits.
    assert_eq!(
        position.parse_move("c1-b1").expect("one fits").to_string(),
        "c1-b1A"
    );
    let turn = Turn::new(both);
    assert_eq!(
        turn.why_illegal(square("c1"), square("d1"), None),
        Some(IllegalStep::KindNeeded)
    );
}

/// R5.3: points emptied in this turn can be used at once.
#[test]
fn emptied_points_can_be_used_at_once() {
    let position = tsivy("9/9/9/9/W1B6 W");
    assert_eq!(moves(&position), ["a1-b1A"]);
    let mut used = false;
    for golden in fanorona_tests::golden_positions() {
        let position = tsivy(&golden.fen);
        let enemy = position.stones(!position.turn());
        let _ = position.for_each_move::<()>(|mv| {
            used |= mv.landings().any(|(to, _)| enemy.contains(to));
            ControlFlow::Continue(())
        });
    }
    assert!(used);
}

#[test]
fn another_stone_cannot_go_on() {
    let mut turn = Turn::new(start("tsivy"));
    turn.step(Step {
        from: square("f2"),
        to: square("e3"),
        kind: StepKind::Approach,
    })
    .expect("legal");
    let other = turn.why_illegal(square("a1"), square("a2"), None);
    assert_eq!(other, Some(IllegalStep::OtherStoneIsMoving));
    assert_eq!(turn.undo_step().expect("one step").to_string(), "f2-e3A");
    assert!(turn.finish().is_err());
}

/// R6.3: a block reached with the fiftieth half-move is a loss, not a draw.
#[test]
fn a_block_comes_before_the_limit() {
    let position = tsivy("9/9/WW7/W8/BWW6 W 49 60");
    let next = position
        .play(&position.parse_move("b3-b2").expect("legal"))
        .expect("legal");
    assert_eq!(next.no_capture(), 50);
    assert_eq!(next.end().expect("over").reason, EndReason::Blocked);
    let quiet = position
        .play(&position.parse_move("b3-b4").expect("legal"))
        .expect("legal");
    assert_eq!(quiet.end().expect("over").reason, EndReason::NoCaptureLimit);
    assert_eq!(quiet.count_moves(), 0);
}

/// R6.4: each preset has its draws and no other.
#[test]
fn presets_decide_which_draws_there_are() {
    let shuffle = |rules: Rules, plies: usize| {
        let start = Position::from_fen("W8/9/9/9/8B W", Variant::TSIVY, rules).expect("a position");
        let mut game = Game::new(start);
        for text in ["a5-a4", "i1-i2", "a4-a5", "i2-i1"]
            .iter()
            .cycle()
            .take(plies)
        {
            if game.end().is_some() {
                break;
            }
            let mv = game.position().parse_move(text).expect("legal");
            game.play(&mv).expect("legal");
        }
        (game.ply(), game.end().map(|end| end.reason))
    };
    // The start position stands at plies 0, 4, 8.
    assert_eq!(
        shuffle(Rules::STANDARD, 60),
        (8, Some(EndReason::Repetition))
    );
    assert_eq!(shuffle(Rules::CLUB, 60), (8, Some(EndReason::Repetition)));
    assert_eq!(
        shuffle(Rules::ICGA, 60),
        (50, Some(EndReason::NoCaptureLimit))
    );
    assert_eq!(shuffle(Rules::empty(), 60), (60, None));
}

/// R6.3c: agreement and resignation, and taking them back.
#[test]
fn players_can_end_a_game() {
    let mut game = Game::new(start("tsivy"));
    assert!(game.resign(Color::White));
    let end = game.end().expect("over");
    assert_eq!(
        (end.outcome, end.reason),
        (Outcome::Win(Color::Black), EndReason::Resignation)
    );
    assert!(!game.agree_draw());
    let mut game = Game::new(start("tsivy"));
    let mv = game.position().parse_move("f2-e3A").expect("legal");
    game.play(&mv).expect("legal");
    assert!(game.agree_draw());
    assert_eq!(game.end().expect("over").reason, EndReason::Agreement);
    assert!(game.undo());
    assert_eq!(game.end(), None);
}

/// R7.1: each side's first move takes one capturing step only.
#[test]
fn a_single_first_capture_ends_the_turn() {
    let rules = Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE;
    let mut position = Position::start(Variant::TSIVY, rules).expect("a start");
    position = position
        .play(&position.parse_move("d3-e3W").expect("legal"))
        .expect("legal");
    assert!(
        moves(&position)
            .iter()
            .all(|text| text.matches('-').count() == 1)
    );
    let long = Position::start(Variant::TSIVY, Rules::STANDARD).expect("a start");
    let long = long
        .play(&long.parse_move("d3-e3W").expect("legal"))
        .expect("legal");
    let chain = moves(&long)
        .into_iter()
        .find(|text| text.matches('-').count() > 1)
        .expect("a chain");
    assert_eq!(why(&position, &chain), IllegalStep::SingleCaptureOnly);
}

/// R7.2: in part one White takes one stone a turn and Black none.
#[test]
fn vela_part_one() {
    let white = start("vela");
    assert_eq!(white.count_moves(), 5);
    let black = white
        .play(&white.parse_move("f2-e3A").expect("legal"))
        .expect("legal");
    assert_eq!(black.stones(Color::Black).len(), 21);
    assert!(moves(&black).iter().all(|text| !text.contains(['A', 'W'])));
    assert_eq!(why(&black, "d5-d4A"), IllegalStep::NoCaptureInVela);
    let paika = Turn::new(white).why_illegal(square("d2"), square("e3"), Some(StepKind::Paika));
    assert_eq!(paika, Some(IllegalStep::NoPaikaInVela));
    assert!(black.to_string().ends_with(" vela"));
    // White without a capture has won; Black without a paika has lost.
    let vela =
        |fen: &str| Position::from_fen(fen, Variant::VELA, Rules::STANDARD).expect("a position");
    let won = vela("BBBB.BBBB/BBBB..BBB/BWBWBBWBW/WWWWWWWWW/WWWWWWWWW W")
        .end()
        .expect("over");
    assert_eq!(
        (won.outcome, won.reason),
        (Outcome::Win(Color::White), EndReason::VelaNoCapture)
    );
    // From five black stones on, the normal rules hold for both.
    let normal = vela("9/9/9/9/W1BBB2BB W");
    assert!(!normal.is_vela_part_one());
    assert_eq!(moves(&normal), ["a1-b1A"]);
}

/// What a step would take can be asked of every step, also of one that leads
/// away from the edge in part one of Vela, where a run is cut to its first stone.
#[test]
fn captures_of_any_step_can_be_asked() {
    for fen in [
        "BBBBBBBBB/9/9/9/WWWWWWWWW W vela",
        "W7W/9/BBBBBBBBB/9/W7W W vela",
    ] {
        let turn = Turn::new(tsivy(fen));
        for from in Square::all() {
            for to in Square::all() {
                for kind in StepKind::ALL {
                    let taken = turn.captures(Step { from, to, kind });
                    assert!(taken.len() <= 1, "{fen} {from}-{to}");
                }
            }
        }
    }
}
