//! The bridge in a real browser: what goes in, what comes out, and that bad input
//! is an error that loses nothing.
#![cfg(target_arch = "wasm32")]

use fanorona_wasm::{Engine, Game, bench, board_info, perft, qr_code, version};
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
    let second = new(r#"{"moves":["f2-e3A","a5-a4"]}"#)
        .err()
        .expect("an error");
    assert!(text(&second, "message").starts_with("turn 2 (a5-a4): "));
    assert_eq!(js_sys::Reflect::get(&second, &"ply".into()), Ok(2.into()));
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
fn levels_have_numbers_and_names() {
    let levels: Array = fanorona_wasm::levels().expect("levels").unchecked_into();
    assert_eq!(levels.length(), 8);
    for (place, level) in (1u32..).zip(levels.iter()) {
        assert_eq!(number(&level, "number"), f64::from(place));
        assert!(!text(&level, "name").is_empty());
    }
}

/// Without a seed a game has one of its own: the same turn again, another one in another game.
#[wasm_bindgen_test]
fn a_game_has_its_own_seed() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    engine.set_game(js("{}")).expect("a game");
    let turn = |engine: &mut Engine| {
        engine.start(js(r#"{"level":1}"#)).expect("started");
        text(&engine.run(1_000_000).expect("a report"), "bestMove")
    };
    let mut turns = std::collections::BTreeSet::new();
    for _ in 0..30 {
        engine.new_game();
        let first = turn(&mut engine);
        assert_eq!(turn(&mut engine), first);
        turns.insert(first);
    }
    assert!(turns.len() > 1, "{turns:?}");
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

/// Works until nothing is under way; the last state.
fn work_out(engine: &mut Engine) -> JsValue {
    let mut last = JsValue::UNDEFINED;
    loop {
        let state = engine.work_tables(20).expect("works");
        if state.is_undefined() {
            return last;
        }
        last = state;
    }
}

fn list(value: &JsValue, path: &str) -> Vec<JsValue> {
    get(value, path).unchecked_into::<Array>().to_vec()
}

#[wasm_bindgen_test]
fn telo_is_solved_live() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    let telo = || js(r#"{"variant":"telo"}"#);
    assert!(engine.solve(telo()).expect("no error").is_undefined());
    let state = engine.grow_tables("telo", None).expect("grows");
    assert_eq!(text(&state, "board"), "3x3");
    assert_eq!(number(&state, "target"), 9.0);
    assert_eq!(text(&state, "work.kind"), "building");
    let state = work_out(&mut engine);
    assert_eq!(
        (number(&state, "stones"), number(&state, "distances")),
        (9.0, 9.0)
    );
    assert!(get(&state, "work").is_null());
    let solution = engine.solve(telo()).expect("no error");
    assert_eq!(text(&solution, "verdict"), "win");
    assert_eq!(number(&solution, "dtc"), 1.0);
    assert_eq!(number(&solution, "dtw"), 11.0);
    let ends: Vec<f64> = list(&solution, "moves")
        .iter()
        .map(|mv| number(mv, "dtw"))
        .collect();
    // The first wins the quickest way, the last lose the slowest.
    assert!(ends[0] == 11.0 && ends[1] >= 11.0 && ends[2] >= ends[3]);
    let moves = list(&solution, "moves");
    let said: Vec<String> = moves
        .iter()
        .map(|mv| format!("{} {}", text(mv, "move.text"), text(mv, "verdict")))
        .collect();
    let mut best = said[..2].to_vec();
    best.sort();
    assert_eq!(best, ["c1-b2A win", "c2-b2A win"]);
    let mut worst = said[2..].to_vec();
    worst.sort();
    assert_eq!(worst, ["a1-b2A loss", "b1-b2A loss"]);
    assert_eq!(list(&moves[0], "move.path").len(), 2);
    // Over is over, and other boards are not known.
    let last = r#"{"variant":"telo","fen":"B2/3/W2 W","moves":[]}"#;
    assert_eq!(
        text(&engine.solve(js(last)).expect("no error"), "verdict"),
        "win"
    );
    let over = last.replace("[]", r#"["a1-a2A"]"#);
    assert!(engine.solve(js(&over)).expect("no error").is_undefined());
    assert!(engine.solve(js("{}")).expect("no error").is_undefined());
    assert!(engine.tables_for(fanorona::Board::TELO).is_some());
    assert!(engine.tables_for(fanorona::Board::TSIVY).is_none());
}

#[wasm_bindgen_test]
fn tables_are_saved_and_opened() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    assert_eq!(code(engine.save_tables("telo", 4)), "no-tables");
    engine.grow_tables("telo", Some(4)).expect("grows");
    work_out(&mut engine);
    assert_eq!(code(engine.save_tables("telo", 5)), "no-tables");
    let bytes = engine.save_tables("telo", 4).expect("bytes");
    let mut other = Engine::new(Some(1 << 20)).expect("an engine");
    let state = other.open_tables(bytes.clone()).expect("opens");
    assert_eq!(text(&state, "work.kind"), "opening");
    let state = work_out(&mut other);
    assert_eq!(
        (number(&state, "stones"), number(&state, "distances")),
        (4.0, 4.0)
    );
    let ask = |engine: &Engine| {
        let options = js(r#"{"variant":"telo","fen":"BB1/3/1WW W"}"#);
        String::from(JSON::stringify(&engine.solve(options).expect("solved")).expect("plain"))
    };
    assert_eq!(ask(&other), ask(&engine));
    // Bad bytes and wishes that cannot be met are errors, and nothing is lost.
    let mut damaged = bytes.clone();
    damaged[20] ^= 1;
    assert_eq!(code(other.open_tables(damaged)), "damaged-tables");
    assert_eq!(
        code(other.open_tables(bytes[..30].to_vec())),
        "damaged-tables"
    );
    assert_eq!(code(other.open_tables(Vec::new())), "not-tables");
    assert_eq!(
        code(other.open_tables(b"<!doctype html>".to_vec())),
        "not-tables"
    );
    assert_eq!(
        code(other.grow_tables("tsivy", Some(7))),
        "tables-too-large"
    );
    assert_eq!(code(other.grow_tables("tsivy", Some(1))), "bad-options");
    assert_eq!(code(other.grow_tables("chess", None)), "bad-options");
    assert_eq!(code(other.solve(js(r#"{"moves":["a1-a9"]}"#))), "bad-move");
    assert_eq!(
        number(&other.tables_state("telo").expect("a state"), "stones"),
        4.0
    );
    assert_eq!(ask(&other), ask(&engine));
}

/// What is done never goes back, and each board says how far its tables go.
#[wasm_bindgen_test]
fn tables_tell_how_far_they_are() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    for (variant, quick, most) in [("tsivy", 5.0, 6.0), ("dimy", 7.0, 8.0), ("telo", 9.0, 9.0)] {
        let state = engine.tables_state(variant).expect("a state");
        assert_eq!(
            (number(&state, "quick"), number(&state, "most")),
            (quick, most)
        );
        assert_eq!(
            (number(&state, "stones"), number(&state, "target")),
            (0.0, 0.0)
        );
    }
    engine.grow_tables("telo", Some(6)).expect("grows");
    let (mut done, mut seen) = (0.0, 0);
    loop {
        let state = engine.work_tables(1).expect("works");
        if get(&state, "work").is_null() {
            break;
        }
        let now = number(&state, "work.done");
        // Sums in another order differ in the last digit.
        assert!(now >= done - 1e-9 && now <= 1.0, "{now} after {done}");
        done = now;
        seen += 1;
    }
    assert!(seen > 20 && done > 0.9, "{seen} {done}");
}

/// Asking for less drops what is under way for more; another board goes first.
#[wasm_bindgen_test]
fn the_last_wish_counts() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    engine.grow_tables("tsivy", Some(6)).expect("grows");
    engine.grow_tables("telo", Some(3)).expect("grows");
    let state = engine.work_tables(1).expect("works");
    assert_eq!(text(&state, "board"), "3x3");
    let state = engine.grow_tables("vela", Some(2)).expect("grows");
    assert_eq!(
        (text(&state, "board"), number(&state, "work.stones")),
        ("9x5".into(), 2.0)
    );
    work_out(&mut engine);
    assert_eq!(
        number(&engine.tables_state("tsivy").expect("a state"), "stones"),
        2.0
    );
    assert_eq!(
        number(&engine.tables_state("telo").expect("a state"), "stones"),
        3.0
    );
}

/// Distances to win come for few stones only, and those that a file lacks are worked out.
#[wasm_bindgen_test]
fn distances_to_win_reach_four_stones_here() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    engine.grow_tables("tsivy", Some(4)).expect("grows");
    work_out(&mut engine);
    let ask = |engine: &Engine, fen: &str| {
        let options = js(&format!(r#"{{"fen":"{fen}"}}"#));
        engine.solve(options).expect("solved")
    };
    let longest = "9/9/3B5/9/WW7 W";
    let value = ask(&engine, longest);
    assert_eq!((number(&value, "dtc"), number(&value, "dtw")), (28.0, 29.0));
    let bytes = engine.save_tables("tsivy", 4).expect("bytes");
    let mut other = Engine::new(Some(1 << 20)).expect("an engine");
    other.open_tables(bytes).expect("opens");
    loop {
        let state = other.work_tables(20).expect("works");
        if number(&state, "stones") == 4.0 {
            break;
        }
    }
    assert!(get(&ask(&other, longest), "dtw").is_null());
    work_out(&mut other);
    assert_eq!(number(&ask(&other, longest), "dtw"), 29.0);
    // A drawn position has no distance.
    let drawn = ask(&other, "9/9/4B4/9/W8 W");
    assert!(text(&drawn, "wdl") == "draw" && get(&drawn, "dtw").is_null());
}

/// A position that has stood twice makes wins without a capture unproved, and only those.
#[wasm_bindgen_test]
fn repetition_makes_values_unproved() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    engine.grow_tables("tsivy", Some(3)).expect("grows");
    work_out(&mut engine);
    let start = "4B4/9/9/9/W7W W";
    let round = r#""a1-a2","e5-d5","a2-a1","d5-e5""#;
    let ask = |rules: &str, moves: &str| {
        let options = format!(r#"{{"rules":"{rules}","fen":"{start}","moves":[{moves}]}}"#);
        engine.solve(js(&options)).expect("legal")
    };
    let fresh = ask("standard", "");
    assert_eq!(
        (text(&fresh, "wdl"), text(&fresh, "verdict")),
        ("win".into(), "win".into())
    );
    let twice = ask("standard", round);
    assert_eq!(text(&twice, "wdl"), "win");
    assert!(get(&twice, "verdict").is_null());
    assert_eq!(number(&twice, "dtc"), number(&fresh, "dtc"));
    for mv in list(&twice, "moves") {
        let wdl = text(&mv, "wdl");
        assert_eq!(get(&mv, "verdict").is_null(), wdl != "draw", "{wdl}");
    }
    // Where a repetition ends nothing, the value is proved.
    assert_eq!(text(&ask("icga", round), "verdict"), "win");
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

#[wasm_bindgen_test]
fn several_lines_are_reported() {
    let mut engine = Engine::new(Some(1 << 20)).expect("an engine");
    engine
        .set_game(js(r#"{"variant": "telo"}"#))
        .expect("a game");
    engine
        .start(js(r#"{"lines": 4, "depth": 30}"#))
        .expect("a search");
    let report = loop {
        let report = engine.run(Engine::slice_nodes()).expect("a report");
        if get(&report, "done").is_truthy() {
            break report;
        }
    };
    let lines = list(&report, "lines");
    let seen: Vec<String> = lines
        .iter()
        .map(|line| {
            assert!(get(line, "score").is_null());
            text(line, "proved")
        })
        .collect();
    assert_eq!(seen, ["win", "win", "loss", "loss"]);
    let first = list(&lines[0], "pv")[0].as_string();
    assert_eq!(first, Some(text(&report, "bestMove")));
    for wrong in ["0", "33", "-1", "\"3\""] {
        let options = js(&format!(r#"{{"lines": {wrong}}}"#));
        assert_eq!(code(engine.start(options)), "bad-options");
    }
}

/// Turns are judged with tables and without; a position makes its puzzle; random endings do where there are tables.
#[wasm_bindgen_test]
fn puzzles_are_judged_and_made() {
    const TELO: &str = r#"{"variant":"telo","fen":"1B1/1WB/W1B W"}"#;
    let mut engine = Engine::new(None).expect("an engine");
    let judged = |engine: &mut Engine| engine.judge(js(TELO), 1_000_000).expect("judged");
    let plain = |value: &JsValue| String::from(JSON::stringify(value).expect("plain"));
    let expected = r#"{"value":"win","keep":["b2-a2W"],"legal":4}"#;
    assert_eq!(plain(&judged(&mut engine)), expected);
    assert!(
        engine
            .random_puzzle("telo", 1, 50)
            .expect("none")
            .is_undefined()
    );
    engine.grow_tables("telo", None).expect("telo");
    while !engine.work_tables(50).expect("no fault").is_undefined() {}
    assert_eq!(plain(&judged(&mut engine)), expected);
    let puzzle = engine.puzzle_at(js(TELO)).expect("a puzzle");
    assert_eq!(
        (text(&puzzle, "goal").as_str(), number(&puzzle, "plies")),
        ("win", 5.0)
    );
    assert_eq!(text(&puzzle, "proof.class"), "2-3");
    let random = engine.random_puzzle("telo", 1, 500).expect("no fault");
    assert_eq!(text(&random, "variant"), "telo");
    let again = engine.random_puzzle("telo", 1, 500).expect("no fault");
    assert_eq!(plain(&random), plain(&again));
    // Where nothing is proved at once there is no answer yet, and asking again goes on.
    let start = || js(r#"{"variant":"dimy"}"#);
    assert!(engine.judge(start(), 1).expect("no fault").is_undefined());
    assert!(engine.puzzle_at(js("{}")).expect("no fault").is_undefined());
    assert_eq!(code(engine.judge(js(r#"{"fen":"x"}"#), 1)), "bad-fen");
    assert_eq!(
        code(engine.puzzle_at(js(r#"{"variant":"vela"}"#))),
        "bad-options"
    );
    assert_eq!(code(engine.random_puzzle("chess", 1, 1)), "bad-options");
}

#[wasm_bindgen_test]
fn a_qr_code_is_a_square_of_known_sizes_and_a_text_too_long_for_one_is_an_error() {
    // Version 1 has 21 points a side; three corners carry a ring of 7.
    let code = qr_code("fanorona").expect("a short text");
    assert_eq!(code.len(), 21 * 21);
    assert_eq!(code[..8], [1, 1, 1, 1, 1, 1, 1, 0]);
    assert_eq!(code[21 * 20..21 * 20 + 8], [1, 1, 1, 1, 1, 1, 1, 0]);
    assert!(code.iter().all(|point| *point <= 1));
    assert_eq!(
        qr_code(&"x".repeat(2_953)).expect("the longest").len(),
        177 * 177
    );
    for length in [2_954, 4_000, 100_000] {
        assert_eq!(code_of_long(length), "too-long", "{length}");
    }
}

fn code_of_long(length: usize) -> String {
    code(qr_code(&"x".repeat(length)))
}
