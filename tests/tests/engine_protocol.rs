//! The engine's conversation: the conformance files, and that nothing anybody says breaks it.

use fanorona::protocol::{MOST_LINE, NEWS_EVERY, Session};
use fanorona::search::{SLICE_NODES, TIME_RESERVE};
use fanorona_tests::conversation::{CONVERSATIONS, Direct, hold, matches};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[test]
fn conversations_are_held() {
    for (name, text) in CONVERSATIONS {
        hold(name, text, &mut Direct::default());
    }
}

#[test]
fn patterns_fit_whole_lines() {
    assert!(matches("a*c", "abc") && matches("a*c", "ac") && matches("*", ""));
    assert!(matches("a * b * c", "a 1 b b 2 c"));
    assert!(!matches("a*c", "abcd") && !matches("a", "ab") && !matches("b*", "ab"));
}

/// Says a line and gives back the answers.
fn hear(session: &mut Session, line: &[u8], now: u64) -> Vec<String> {
    let mut heard = Vec::new();
    session.hear(line, now, &mut |answer| heard.push(answer.to_owned()));
    heard
}

fn work(session: &mut Session, nodes: u64, now: u64) -> Vec<String> {
    let mut heard = Vec::new();
    session.work(nodes, now, &mut |answer| heard.push(answer.to_owned()));
    heard
}

/// The answers of a search, worked with `slice` nodes a millisecond, and when it ended.
fn timed(session: &mut Session, line: &str, slice: u64) -> (Vec<String>, u64) {
    let begun = 1_000_000;
    let mut now = begun;
    let mut heard = hear(session, line.as_bytes(), now);
    while session.wants_work() {
        heard.extend(work(session, slice, now));
        now += 1;
        assert!(now < begun + 1_000_000, "{line} does not end");
    }
    (heard, now - begun)
}

#[test]
fn time_limits_are_kept() {
    let mut session = Session::new();
    hear(&mut session, b"setoption name Hash value 1", 0);
    for (line, least, most) in [
        ("go movetime 100", 100 - TIME_RESERVE, 100),
        ("go movetime 100 depth 60", 100 - TIME_RESERVE, 100),
        ("go movetime 1", 0, 2),
        ("go wtime 400 btime 1", 1, 100),
        ("go wtime 400 btime 1 movestogo 1", 1, 400),
        ("go wtime 1 btime 1 winc 1000", 0, 2),
    ] {
        let (heard, took) = timed(&mut session, line, 200);
        assert!((least..=most).contains(&took), "{line}: {took} ms");
        let last = heard.last().expect("an answer");
        assert!(
            last.starts_with("bestmove ") && last != "bestmove none",
            "{last}"
        );
    }
}

/// A forced turn is no reason to think while the clock runs.
#[test]
fn a_forced_turn_keeps_the_clock() {
    let mut session = Session::new();
    hear(&mut session, b"position fen 9/9/9/B8/WB7 W", 0);
    let (turns, _) = fanorona_tests::tsivy("9/9/9/B8/WB7 W").list_moves(9);
    assert_eq!(turns.len(), 1);
    let (_, took) = timed(&mut session, "go wtime 600000 btime 600000", 1);
    assert!(took < 50, "{took}");
    // With two it is used.
    hear(&mut session, b"position fen 9/9/9/9/W7B W", 0);
    let (_, took) = timed(&mut session, "go wtime 60000 btime 60000", 1);
    assert!(took > 50, "{took}");
}

#[test]
fn a_long_search_tells_that_it_lives() {
    let mut session = Session::new();
    hear(&mut session, b"go infinite", 5);
    let mut last = 5;
    for slice in 0..60 {
        let now = 5 + slice * 100;
        if !work(&mut session, 1, now).is_empty() {
            last = now;
        }
        assert!(now - last <= NEWS_EVERY, "silent at {now}");
    }
}

/// `stop` is answered at once, without another slice.
#[test]
fn stop_is_answered_at_once() {
    let mut session = Session::new();
    hear(&mut session, b"go infinite", 0);
    for _ in 0..3 {
        work(&mut session, SLICE_NODES, 0);
    }
    let heard = hear(&mut session, b"stop", 0);
    assert!(heard.last().expect("an answer").starts_with("bestmove "));
    assert!(!session.is_thinking() && !session.wants_work());
    // Even before anything was searched there is a legal turn.
    hear(&mut session, b"go infinite", 0);
    let heard = hear(&mut session, b"stop", 0);
    let best = heard.last().and_then(|line| line.strip_prefix("bestmove "));
    assert!(
        fanorona_tests::start("tsivy")
            .parse_move(best.expect("a turn"))
            .is_ok()
    );
}

#[test]
fn the_same_conversation_has_the_same_answers() {
    let hold = |slice| {
        let mut session = Session::new();
        let mut heard = Vec::new();
        for line in [
            "setoption name Hash value 1",
            "setoption name MultiPV value 2",
            "setoption name Level value 2",
            "setoption name Seed value 9",
            "position startpos moves f2-e3A",
            "go nodes 9000",
        ] {
            heard.extend(hear(&mut session, line.as_bytes(), 0));
            while session.wants_work() {
                heard.extend(work(&mut session, slice, 0));
            }
        }
        // Several depths may end within one slice; the final lines are the same.
        heard.split_off(heard.len() - 3)
    };
    assert_eq!(hold(1), hold(u64::MAX));
}

/// A level answers the same in one game and, as a rule, otherwise in another.
#[test]
fn another_game_has_another_seed() {
    let mut session = Session::new();
    hear(&mut session, b"setoption name Level value 1", 0);
    let answer = |session: &mut Session| {
        hear(session, b"go", 0);
        let mut heard = Vec::new();
        while session.wants_work() {
            heard.extend(work(session, u64::MAX, 0));
        }
        heard.pop().expect("an answer")
    };
    let mut answers = std::collections::BTreeSet::new();
    for _ in 0..30 {
        hear(&mut session, b"newgame", 0);
        let first = answer(&mut session);
        assert!(first.starts_with("bestmove "));
        assert_eq!(answer(&mut session), first);
        answers.insert(first);
    }
    assert!(answers.len() > 1, "{answers:?}");
}

#[test]
fn lines_are_bounded() {
    let mut session = Session::new();
    let mut long = b"position startpos moves".to_vec();
    long.resize(MOST_LINE + 1, b' ');
    let heard = hear(&mut session, &long, 0);
    assert_eq!(
        heard,
        [format!("error the line is longer than {MOST_LINE} bytes")]
    );
    long.truncate(MOST_LINE);
    assert!(hear(&mut session, &long, 0)[0].starts_with("info string position "));
    let moves = "a1-a2 ".repeat(30_000);
    let heard = hear(
        &mut session,
        format!("position startpos moves {moves}").as_bytes(),
        0,
    );
    assert!(heard[0].starts_with("error turn 1, ") && heard[0].len() < 500);
    let heard = hear(&mut session, &b"x".repeat(100_000), 0);
    assert!(heard[0].starts_with("error ") && heard[0].len() < 500);
}

/// Nothing is heard after `quit`, and that is said.
#[test]
fn after_quit_it_is_over() {
    let mut session = Session::new();
    hear(&mut session, b"go infinite", 0);
    let heard = hear(&mut session, b"quit", 0);
    assert!(heard[heard.len() - 2].starts_with("bestmove "));
    assert!(session.is_over() && !session.wants_work());
    assert_eq!(
        hear(&mut session, b"isready", 0),
        ["error the conversation is over"]
    );
}

#[cfg(not(target_arch = "wasm32"))]
mod random {
    use proptest::prelude::*;

    use super::*;

    /// Words that lead deep into the reader, and some that lead nowhere.
    const WORDS: [&str; 67] = [
        "uci",
        "ugi",
        "isready",
        "newgame",
        "position",
        "go",
        "stop",
        "setoption",
        "query",
        "startpos",
        "fen",
        "moves",
        "depth",
        "nodes",
        "movetime",
        "infinite",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "p1time",
        "searchmoves",
        "name",
        "value",
        "Hash",
        "Level",
        "MultiPV",
        "Variant",
        "Rules",
        "Tables",
        "Seed",
        "Contempt",
        "telo",
        "vela",
        "4x4",
        "3x5",
        "icga",
        "none",
        "0",
        "1",
        "2",
        "3",
        "7",
        "40",
        "-1",
        "1025",
        "18446744073709551616",
        "f2-e3A",
        "d3-e3",
        "d5-d4A",
        "a1-a2",
        "gameover",
        "result",
        "p1turn",
        "9/9/9/9/W1B6",
        "W",
        "B",
        "BWB/3/W1W",
        "BWBBBBBBB/W.B..B.BB/.B..B.B.B/B.WBB.B../BWBBBBBBB",
        "ucinewgame",
        "ponder",
        "mate",
        "tsivy",
        "é",
        "\u{0}",
        "a5-a4",
    ];

    fn line() -> impl Strategy<Value = Vec<u8>> {
        let words = prop::collection::vec(prop::sample::select(&WORDS[..]), 0..8)
            .prop_map(|words| words.join(" ").into_bytes());
        let known = prop::sample::select(vec![
            "go infinite",
            "go nodes 300",
            "go movetime 3",
            "position startpos moves f2-e3A d5-d4A",
            "position fen 9/9/9/9/W1B6 W",
            "setoption name Variant value telo",
            "setoption name Tables value 3",
            "setoption name Hash value 1",
            "stop",
        ])
        .prop_map(|line| line.as_bytes().to_vec());
        prop_oneof![3 => words, 2 => known, 1 => prop::collection::vec(any::<u8>(), 0..40)]
    }

    /// 100 cases, or as many as PROPTEST_CASES says; a failure writes no file.
    fn config() -> ProptestConfig {
        let asked = std::env::var("PROPTEST_CASES").ok();
        let cases = asked.and_then(|cases| cases.parse().ok());
        ProptestConfig {
            cases: cases.unwrap_or(100),
            failure_persistence: None,
            ..ProptestConfig::default()
        }
    }

    proptest! {
        #![proptest_config(config())]

        /// Every line is answered: at once, or, for what waits on work, before it is idle.
        #[test]
        fn any_lines_are_answered(lines in prop::collection::vec((line(), 0u64..3), 1..25)) {
            let mut session = Session::new();
            hear(&mut session, b"setoption name Hash value 1", 0);
            let mut now = 0;
            let mut searches = 0;
            for (line, slices) in lines {
                let was_thinking = session.is_thinking();
                let heard = hear(&mut session, &line, now);
                let began = !was_thinking && session.is_thinking();
                prop_assert!(began || !heard.is_empty(), "no answer to {:?}", String::from_utf8_lossy(&line));
                searches += i32::from(began);
                let mut all = heard;
                for _ in 0..slices {
                    now += 1;
                    all.extend(work(&mut session, 50, now));
                }
                for answer in &all {
                    prop_assert!(!answer.is_empty() && !answer.contains(|c: char| c.is_control()), "{answer:?}");
                    let is_best = answer.starts_with("bestmove ") && answer != "bestmove none";
                    searches -= i32::from(is_best);
                }
                if session.is_over() { break }
            }
            if session.is_thinking() {
                searches -= hear(&mut session, b"stop", now).iter().filter(|line| line.starts_with("bestmove ")).count() as i32;
            }
            // Each search has one answer.
            prop_assert_eq!(searches, 0);
        }
    }
}
