//! Positions with very many or very long turns: counting, walking and listing
//! must neither go wrong nor take long. `tests/data/hostile.json` holds the most
//! hostile that `fanorona hostile` has found.

use std::ops::ControlFlow;

use fanorona::{LIST_LIMIT, Move, Position, Rules, Turn, Variant};
use serde::Deserialize;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// One position of the data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hostile {
    /// The game.
    variant: String,
    /// The position.
    fen: String,
    /// Its legal turns.
    turns: u64,
    /// Steps of the longest turn.
    longest: usize,
    /// Why it is here.
    note: String,
}

impl Hostile {
    /// The position on its board.
    fn position(&self) -> Position {
        let variant: Variant = self.variant.parse().expect("the variant is known");
        Position::from_fen(&self.fen, variant, Rules::STANDARD).expect("the data is right")
    }
}

/// The data.
fn hostile() -> Vec<Hostile> {
    let list: Vec<Hostile> =
        serde_json::from_str(include_str!("../data/hostile.json")).expect("the data is JSON");
    assert!(list.len() >= 10);
    list
}

/// Plays a turn step by step, as a person would, and compares it with the turn
/// played at once.
fn walk(position: &Position, mv: &Move) {
    let mut turn = Turn::new(*position);
    for step in mv.steps() {
        let steps = turn.steps();
        assert!(steps.contains(&step), "{mv} in {position}");
        let moving = steps.iter().filter(|other| other.from == step.from).count();
        assert!(moving <= 16, "{moving} steps in {position}");
        assert!(
            turn.so_far().is_none() || moving == steps.len(),
            "only one stone is on its way"
        );
        assert!(!turn.captures(step).is_empty());
        turn.step(step).expect("the step is legal");
    }
    let (walked, next) = turn.finish().expect("the turn has begun");
    assert_eq!(walked, *mv);
    assert_eq!(position.play(mv), Ok(next));
    assert_eq!(position.play_unchecked(mv), next);
    assert_eq!(position.parse_move(&mv.to_string()), Ok(*mv));
    assert_eq!(next.hash(), next.hash_from_scratch());
}

#[test]
fn counts_are_as_in_the_data() {
    for hostile in hostile() {
        let position = hostile.position();
        let mut turns = 0;
        let mut longest: Option<Move> = None;
        let _ = position.for_each_move::<()>(|mv| {
            turns += 1;
            if longest.is_none_or(|known| known.len() < mv.len()) {
                longest = Some(*mv);
            }
            ControlFlow::Continue(())
        });
        assert_eq!(turns, hostile.turns, "{}: {}", hostile.fen, hostile.note);
        assert_eq!(position.count_moves(), hostile.turns, "{}", hostile.fen);
        let longest = longest.expect("there is a turn");
        assert_eq!(longest.len(), hostile.longest, "{}", hostile.fen);
        walk(&position, &longest);
    }
}

#[test]
fn the_walk_stops_after_the_first_turn() {
    for hostile in hostile() {
        let position = hostile.position();
        let mut shown = 0;
        let first = position.for_each_move(|mv| {
            shown += 1;
            ControlFlow::Break(*mv)
        });
        assert_eq!(shown, 1);
        walk(&position, &first.break_value().expect("there is a turn"));
    }
}

#[test]
fn lists_are_cut() {
    for hostile in hostile() {
        let (listed, omitted) = hostile.position().list_moves(LIST_LIMIT);
        assert!(listed.iter().map(ToString::to_string).is_sorted());
        assert_eq!(listed.len() as u64, hostile.turns.min(LIST_LIMIT as u64));
        assert_eq!(omitted, (hostile.turns - listed.len() as u64));
    }
}

#[test]
fn a_turn_without_letters_is_found_or_its_candidates_are() {
    for hostile in hostile() {
        let position = hostile.position();
        let mut longest = Vec::new();
        let _ = position.for_each_move::<()>(|mv| {
            if mv.len() == hostile.longest && longest.len() < 3 {
                longest.push(*mv);
            }
            ControlFlow::Continue(())
        });
        for mv in longest {
            let text = mv.to_string().replace(['A', 'W'], "");
            match position.parse_move(&text) {
                Ok(found) => assert_eq!(found, mv),
                Err(fanorona::MoveError::Ambiguous { candidates }) => {
                    assert!(candidates.contains(&mv) && candidates.len() <= LIST_LIMIT);
                }
                Err(error) => panic!("{text} in {position}: {error}"),
            }
        }
    }
}

/// The slow reference finds the same turns.
#[test]
#[cfg(not(target_arch = "wasm32"))]
fn the_reference_agrees() {
    use fanorona_reference::{Reference, Rules};

    let reference = Reference::new(Rules {
        no_capture_limit: true,
        repetition: true,
        single_first_capture: false,
    });
    for hostile in hostile() {
        let state = reference
            .read_fen(&hostile.fen)
            .expect("the reference reads the data");
        let turns = reference.turns_with_results(&state);
        let mut expected: Vec<String> = turns
            .iter()
            .map(|(turn, _)| reference.write_turn(turn))
            .collect();
        let mut found = Vec::new();
        let _ = hostile.position().for_each_move::<()>(|mv| {
            found.push(mv.to_string());
            ControlFlow::Continue(())
        });
        expected.sort_unstable();
        found.sort_unstable();
        assert!(found == expected, "{}", hostile.fen);
    }
}
