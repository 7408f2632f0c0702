//! The bridge in a real browser: what goes in, what comes out, and that bad input
//! is an error that loses nothing.
#![cfg(target_arch = "wasm32")]

use fanorona_wasm::{Engine, Game, bench, board_info, perft, version};
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn js(text: &str) -> JsValue {
    JSON::parse(text).expect("JSON")
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| {
        Reflect::get(&value, &name.into()).expect("a property")
    })
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path)
        .as_string()
        .unwrap_or_else(|| panic!("{path} is no text"))
}

fn number(value: &JsValue, path: &str) -> f64 {
    get(value, path)
        .as_f64()
        .unwrap_or_else(|| panic!("{path} is no number"))
}

fn game(options: &str) -> Game {
    Game::new(js(options)).expect("good options")
}

/// The code of the error that a call threw.
fn code<T>(result: Result<T, JsValue>) -> String {
    let error = result.err().expect("an error");
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "name"), "FanoronaError");
    assert!(!text(&error, "message").is_empty());
    text(&error, "code")
}

#[wasm_bindgen_test]
fn a_state_is_plain_data() {
    let state = Game::new(JsValue::UNDEFINED)
        .expect("defaults")
        .state()
        .expect("a state");
    assert_eq!(text(&state, "variant"), "tsivy");
    assert_eq!(text(&state, "rules"), "standard");
    assert_eq!(
        (number(&state, "width"), number(&state, "height")),
        (9.0, 5.0)
    );
    assert_eq!(
        Object::keys(get(&state, "stones").unchecked_ref::<Object>()).length(),
        44
    );
    assert_eq!(text(&state, "stones.a1"), "white");
    assert_eq!(text(&state, "turn"), "white");
    assert!(
        get(&state, "open").is_null()
            && get(&state, "outcome").is_null()
            && get(&state, "lastMove").is_null()
    );
    assert_eq!(get(&state, "mustCapture"), JsValue::TRUE);
    let steps: Array = get(&state, "steps").unchecked_into();
    assert_eq!(steps.length(), 5);
    assert_eq!(number(&state, "captured.white"), 0.0);
    // Nothing but JSON: it can go to a worker or into storage.
    let copy = js(&String::from(JSON::stringify(&state).expect("plain")));
    assert_eq!(text(&copy, "fen"), text(&state, "fen"));
}

#[wasm_bindgen_test]
fn a_chain_is_made_step_by_step() {
    let mut game = game(r#"{"fen":"BB.B.BBBB/...W...../BWB....../WWW....W./WWWWWW... B"}"#);
    let state = game.step("c3", "d2", None).expect("legal");
    assert_eq!(text(&state, "open.text"), "c3-d2A");
    assert_eq!(text(&state, "open.barred"), "e1");
    assert_eq!(get(&state, "open.canStop"), JsValue::TRUE);
    assert_eq!(code(game.step("a1", "a2", None)), "illegal-move");
    let why = game.why_illegal("d2", "c3", None).expect("a reason");
    assert_eq!(text(&why, "reason"), "point-visited");
    let state = game.undo_step().expect("a step back");
    assert!(get(&state, "open").is_null());
    game.step("c3", "d2", None).expect("legal");
    let state = game.stop().expect("stopping is always allowed");
    assert_eq!(text(&state, "lastMove.text"), "c3-d2A");
    assert_eq!(text(&state, "turn"), "white");
    assert_eq!(code(game.stop()), "turn-not-begun");
}

#[wasm_bindgen_test]
fn both_kinds_need_a_word() {
    let mut game = game(r#"{"fen":"9/9/9/9/1BW1B4 W"}"#);
    let why = game.why_illegal("c1", "d1", None).expect("a reason");
    assert_eq!(text(&why, "reason"), "kind-needed");
    assert_eq!(text(&why, "clause"), "R4.4");
    let error = game.play("c1-d1").expect_err("ambiguous");
    assert_eq!(text(&error, "code"), "ambiguous-move");
    let candidates: Array = get(&error, "candidates").unchecked_into();
    assert_eq!(candidates.length(), 2);
    let state = game
        .step("c1", "d1", Some("withdrawal".into()))
        .expect("legal");
    assert_eq!(text(&state, "lastMove.text"), "c1-d1W");
}

#[wasm_bindgen_test]
fn undo_redo_and_ends() {
    let mut game = game(r#"{"moves":["f2-e3A","d5-d4A"]}"#);
    assert_eq!(number(&game.undo().expect("back"), "ply"), 1.0);
    assert_eq!(number(&game.redo().expect("again"), "ply"), 2.0);
    assert_eq!(number(&game.go_to(0).expect("the start"), "plies"), 2.0);
    assert_eq!(code(game.go_to(3)), "no-such-ply");
    let state = game.resign("white").expect("resigned");
    assert_eq!(text(&state, "outcome.result"), "0-1");
    assert_eq!(text(&state, "outcome.reason"), "resignation");
    assert_eq!(code(game.agree_draw()), "illegal-move");
    assert_eq!(code(game.resign("green")), "bad-options");
}

#[wasm_bindgen_test]
fn records_go_round() {
    let game = game(r#"{"variant":"dimy","rules":"club","moves":["b2-c3A"]}"#);
    let record = game.record(js(r#"{"White":"Ana"}"#)).expect("a record");
    assert!(record.contains("[White \"Ana\"]") && record.contains("[Variant \"dimy\"]"));
    let again = Game::from_record(&record, JsValue::UNDEFINED).expect("reads");
    assert_eq!(again.fen(), game.fen());
    let error = Game::from_record("1. f2-e3A\n2. a1-a2", JsValue::UNDEFINED).expect_err("a fault");
    assert_eq!(text(&error, "code"), "bad-record");
    assert_eq!(number(&error, "line"), 2.0);
}

#[wasm_bindgen_test]
fn bad_input_is_an_error_and_loses_nothing() {
    let new = |options: &str| Game::new(js(options));
    assert_eq!(code(new(r#"{"variant":"chess"}"#)), "bad-options");
    assert_eq!(code(new(r#"{"variant":"4x4"}"#)), "bad-options");
    assert_eq!(code(new(r#"{"rules":"any"}"#)), "bad-options");
    assert_eq!(code(new(r#"{"fen":"9/9 W"}"#)), "bad-fen");
    assert_eq!(code(new(r#"{"fen":7}"#)), "bad-options");
    assert_eq!(code(new(r#"{"colour":"red"}"#)), "bad-options");
    assert_eq!(code(new(r#"[1,2]"#)), "bad-options");
    assert_eq!(code(new(r#"{"moves":["a1-a2"]}"#)), "illegal-move");
    assert_eq!(code(Game::new("text".into())), "bad-options");
    let mut game = game("{}");
    let before = game.fen();
    assert_eq!(code(game.step("zz", "a1", None)), "bad-square");
    assert_eq!(code(game.step("", "a1", None)), "bad-square");
    assert_eq!(
        code(game.step("a1", "a2", Some("jump".into()))),
        "bad-options"
    );
    assert_eq!(code(game.play("a1-a2-a3")), "illegal-move");
    assert_eq!(code(game.play("\u{1F600}")), "bad-move");
    assert_eq!(code(game.record("text".into())), "bad-options");
    assert_eq!(game.fen(), before);
    assert!(game.state().is_ok());
}

#[wasm_bindgen_test]
fn hostile_positions_stay_bounded() {
    let fen = "BWBBBBBBB/W.B..B.BB/.B..B.B.B/B.WBB.B../BWBBBBBBB W";
    let game = game(&format!(r#"{{"fen":"{fen}"}}"#));
    let list = game.legal_moves(None).expect("a list");
    let moves: Array = get(&list, "moves").unchecked_into();
    assert_eq!(moves.length(), 500);
    assert_eq!(number(&list, "omitted"), 16_917.0);
    assert!(game.forced_move().expect("no error").is_undefined());
    let state = game.state().expect("a state");
    let steps: Array = get(&state, "steps").unchecked_into();
    assert!(steps.length() > 0 && steps.length() < 50);
}

#[wasm_bindgen_test]
fn the_engine_thinks_in_slices() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    assert_eq!(code(engine.start(js("{}"))), "no-game");
    assert_eq!(code(engine.run(1_000)), "no-game");
    engine
        .set_game(js(r#"{"moves":["f2-e3A"]}"#))
        .expect("a game");
    assert_eq!(code(engine.start(js(r#"{"level":9}"#))), "bad-options");
    assert_eq!(code(engine.start(js(r#"{"nodes":-1}"#))), "bad-options");
    assert_eq!(code(engine.start(js(r#"{"levl":1}"#))), "bad-options");
    assert_eq!(
        code(engine.set_game(js(r#"{"moves":["a1-a9"]}"#))),
        "bad-move"
    );
    engine.start(js(r#"{"nodes":30000}"#)).expect("started");
    let mut slices = 0;
    let report = loop {
        let report = engine.run(Engine::slice_nodes()).expect("a report");
        slices += 1;
        if get(&report, "done") == JsValue::TRUE {
            break report;
        }
    };
    assert!(slices > 1);
    let mut game = game(r#"{"moves":["f2-e3A"]}"#);
    assert!(game.play(&text(&report, "bestMove")).is_ok());
    assert!(get(&report, "proved").is_null() && get(&report, "score").as_f64().is_some());
    // Without a seed the level takes one from the system.
    engine.start(js(r#"{"level":1}"#)).expect("started");
    assert_eq!(
        get(&engine.run(1_000_000).expect("a report"), "done"),
        JsValue::TRUE
    );
    assert_eq!(code(Engine::new(Some(u32::MAX))), "bad-options");
}

#[wasm_bindgen_test]
fn proved_and_estimated_are_two_fields() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    engine
        .set_game(js(r#"{"fen":"9/9/9/9/W1B6 W"}"#))
        .expect("a game");
    engine.start(js(r#"{"depth":3}"#)).expect("started");
    let report = engine.run(100_000).expect("a report");
    assert_eq!(text(&report, "proved"), "win");
    assert_eq!(number(&report, "plies"), 1.0);
    assert!(get(&report, "score").is_null());
}

/// The same node count as natively: `tests/data/bench-nodes.txt` has it.
#[wasm_bindgen_test]
fn bench_is_the_same_as_natively() {
    let recorded: f64 = include_str!("../../../tests/data/bench-nodes.txt")
        .trim()
        .parse()
        .expect("a number");
    assert_eq!(number(&bench().expect("a bench"), "nodes"), recorded);
}

#[wasm_bindgen_test]
fn functions_answer() {
    assert_eq!(
        perft(js("{}"), 4).expect("numbers"),
        [5.0, 39.0, 724.0, 18026.0]
    );
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    let board = board_info("telo").expect("a board");
    let lines: Array = get(&board, "lines").unchecked_into();
    assert_eq!(lines.length(), 16);
    assert!(board_info("nothing").is_err());
}
