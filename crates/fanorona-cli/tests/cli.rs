//! The tool as a user meets it: output, exit status, hostile input.

mod common;

use std::io::Read;

use common::{json, rejected, run_with, stdout, tool};

use serde_json::Value;

/// 17,417 turns.
const MANY_TURNS: &str = "BWBBBBBBB/W.B..B.BB/.B..B.B.B/B.WBB.B../BWBBBBBBB W";

/// The fault that `replay --json` finds.
fn fault(args: &[&str], input: &[u8]) -> Value {
    let output = run_with(&[&["replay", "-", "--json"], args].concat(), input);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let fault: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
    assert_eq!(
        keys(&fault),
        ["line", "turn", "clause", "message", "candidates"]
    );
    fault
}

/// What `replay --json` says of a record without fault.
fn replayed(args: &[&str], input: &[u8]) -> Value {
    let output = run_with(&[&["replay", "-", "--json"], args].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("stdout is JSON")
}

/// The fields of an object in their order.
fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn perft_json() {
    let report = json(&["perft", "4", "--json"]);
    assert_eq!(keys(&report), ["fen", "perft", "leaves_per_second"]);
    assert_eq!(
        report["fen"],
        "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W 0 1"
    );
    assert_eq!(report["perft"], serde_json::json!([5, 39, 724, 18026]));
    assert!(report["leaves_per_second"].is_u64());
}

#[test]
fn perft_divide_json() {
    let report = json(&["perft", "2", "--divide", "--json"]);
    assert_eq!(
        keys(&report),
        ["fen", "perft", "leaves_per_second", "divide"]
    );
    assert_eq!(
        report["divide"].to_string(),
        r#"{"d2-e3A":10,"d3-e3A":4,"d3-e3W":18,"e2-e3A":2,"f2-e3A":5}"#
    );
}

#[test]
fn perft_text() {
    let text = stdout(&["perft", "3", "--divide"]);
    let lines: Vec<_> = text.lines().collect();
    for (line, count) in lines.iter().zip(["1 5 (", "2 39 (", "3 724 ("]) {
        assert!(
            line.starts_with(count) && line.ends_with(" leaves/s)"),
            "{line}"
        );
    }
    let shares = [
        "d2-e3A 127",
        "d3-e3A 54",
        "d3-e3W 436",
        "e2-e3A 30",
        "f2-e3A 77",
    ];
    assert_eq!(lines[3..], shares);
}

#[test]
fn perft_of_every_variant() {
    let counts = |args: &[&str]| {
        json(&[&["perft", "4", "--json"], args].concat())["perft"]
            .to_string()
            .replace(',', " ")
    };
    assert_eq!(counts(&["--variant", "dimy"]), "[5 21 202 3469]");
    assert_eq!(counts(&["--variant", "telo"]), "[4 7 14 67]");
    assert_eq!(counts(&["--variant", "vela"]), "[5 24 94 817]");
    assert_eq!(counts(&["--board", "7x3"]), "[5 20 112 882]");
    assert_eq!(counts(&["--board", "3x5"]), "[2 5 20 87]");
    assert_eq!(
        counts(&["--rules", "standard,single-first-capture"]),
        "[5 17 198 4770]"
    );
}

#[test]
fn perft_of_a_finished_game_is_nothing() {
    let report = json(&["perft", "3", "--divide", "--json", "--fen", "9/9/9/9/8W B"]);
    assert_eq!(report["perft"], serde_json::json!([0, 0, 0]));
    assert_eq!(report["divide"], serde_json::json!({}));
}

#[test]
fn moves_are_all_there_and_sorted() {
    let listed = json(&["moves", "--json", "--fen", MANY_TURNS]);
    let listed: Vec<_> = listed
        .as_array()
        .expect("an array")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(listed.len(), 17_417);
    assert!(listed.is_sorted());

    let position =
        fanorona::Position::from_fen(MANY_TURNS, Default::default(), Default::default()).unwrap();
    let mut generated = Vec::new();
    let _ = position.for_each_move::<()>(|mv| {
        generated.push(mv.to_string());
        std::ops::ControlFlow::Continue(())
    });
    generated.sort_unstable();
    assert!(listed == generated);

    let text = stdout(&["moves", "--fen", MANY_TURNS]);
    assert!(text.lines().eq(listed));
}

#[test]
fn moves_of_paikas_and_of_a_finished_game() {
    assert_eq!(
        stdout(&["moves", "--fen", "9/9/9/9/W7B W"]),
        "a1-a2\na1-b1\na1-b2\n"
    );
    assert_eq!(stdout(&["moves", "--fen", "9/9/9/9/8W B"]), "");
    assert_eq!(
        stdout(&["moves", "--json", "--fen", "9/9/9/9/8W B"]),
        "[]\n"
    );
}

#[test]
fn rules_may_begin_with_a_switch_that_is_off() {
    let shown = stdout(&["show", "--rules", "-repetition"]);
    assert!(shown.contains("rules icga"), "{shown}");
    let shown = stdout(&["show", "--rules=-no-capture-limit,-repetition"]);
    assert!(shown.contains("rules none"), "{shown}");
    rejected(&["show", "--rules", "--fen"], b"");
}

#[test]
fn show_draws() {
    assert_eq!(
        stdout(&["show", "--variant", "telo"]),
        "3 B-B-B\n  |\\|/|\n2 B-.-W\n  |/|\\|\n1 W-W-W\n  a b c\n\n\
         BBB/B1W/WWW W 0 1\ntelo, rules standard\n\
         White to move; move 1; half-moves without a capture: 0\n"
    );
    let vela = stdout(&[
        "show",
        "--variant",
        "vela",
        "--rules",
        "club,single-first-capture",
    ]);
    assert!(vela.contains("vela, rules club,single-first-capture\n"));
    assert!(vela.contains("part one of Vela (R7.2)\n"));
}

#[test]
fn show_says_how_the_game_ended() {
    let shown = |fen: &str| stdout(&["show", "--fen", fen]);
    assert!(shown("9/9/9/9/8W B").ends_with("1-0: last stone taken (R6.1)\n"));
    assert!(shown("9/9/WW7/WW7/BWW6 B").ends_with("1-0: side to move blocked (R6.2)\n"));
    assert!(
        shown("9/9/9/9/W7B W 50 80")
            .ends_with("1/2-1/2: fifty half-moves without a capture (R6.3a)\n")
    );
    let club = stdout(&["show", "--fen", "9/9/9/9/W7B W 50 80", "--rules", "club"]);
    assert!(club.ends_with("half-moves without a capture: 50\n"));
}

#[test]
fn replay_reads_records_and_bare_turns() {
    let game = replayed(&[], b"f2-e3A d5-d4A");
    assert_eq!(keys(&game), ["fen", "result", "reason", "turns"]);
    assert_eq!(game["result"], "*");
    assert_eq!(game["reason"], Value::Null);
    assert_eq!(game["turns"], 2);

    let crlf = b"\xef\xbb\xbf[Event \"x\"]\r\n[Variant \"Telo\"]\r\n\r\n1. c1-b2A {fine}\r\n*\r\n";
    let game = replayed(&[], crlf);
    assert_eq!((&game["turns"], &game["result"]), (&1.into(), &"*".into()));

    let output = run_with(&["replay", "-"], b"f2-e3A");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "* after 1 turn\nBB1BBBBBB/BBB1BBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW B 0 1\n"
    );
}

#[test]
fn replay_says_how_the_game_ended() {
    let resigned = replayed(&[], b"1. f2-e3A 0-1");
    assert_eq!(resigned["result"], "0-1");
    assert_eq!(resigned["reason"], "R6.3");
    assert_eq!(replayed(&[], b"1. f2-e3A 1/2-1/2")["reason"], "R6.3c");
    let taken = replayed(&["--fen", "9/9/9/9/W1B6 W"], b"a1-b1");
    assert_eq!(taken["result"], "1-0");
    assert_eq!(taken["reason"], "R6.1");
    let blocked = replayed(&["--fen", "9/9/WW7/W8/BWW6 W"], b"b3-b2");
    assert_eq!(blocked["reason"], "R6.2");

    // The record's own rules do not take the position of `--fen` away.
    let blocked = replayed(&["--fen", "9/9/WW7/W8/BWW6 W"], b"[Rules \"icga\"]\nb3-b2");
    assert_eq!(blocked["reason"], "R6.2");

    // A position that says `vela` needs no `--variant`, as with the other commands.
    let vela = replayed(&["--fen", "BBBBBB3/9/9/9/W8 W vela"], b"");
    assert_eq!(vela["reason"], "R7.2");
    assert_eq!(vela["fen"], "BBBBBB3/9/9/9/W8 W 0 1 vela");

    let output = run_with(&["replay", "-", "--fen", "9/9/WW7/W8/BWW6 W"], b"b3-b2");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "1-0 after 1 turn: side to move blocked (R6.2)\n9/9/W8/WW7/BWW6 B 1 1\n"
    );
}

#[test]
fn replay_finds_the_first_fault() {
    let direction = fault(&[], b"1. f2-e3A\n1... d5-d4A\n\n2. a1-a2\n");
    assert_eq!(direction["line"], 4);
    assert_eq!(direction["turn"], 3);
    assert_eq!(direction["clause"], "R3.1");
    assert_eq!(direction["candidates"], serde_json::json!([]));

    let ambiguous = fault(&[], b"d3-e3");
    assert_eq!(ambiguous["clause"], "R8.2");
    assert_eq!(
        ambiguous["candidates"],
        serde_json::json!(["d3-e3A", "d3-e3W"])
    );

    let after = fault(&["--fen", "9/9/9/9/W1B6 W"], b"a1-b1A c1-c2");
    assert_eq!(after["turn"], 2);
    assert_eq!(after["clause"], "R6.1");

    let output = run_with(&["replay", "-"], b"d3-e3");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "fanorona: line 1, turn 1: d3-e3: 2 turns fit; say A or W at each capture (R8.2)\n\
         fanorona: it may be d3-e3A d3-e3W\n"
    );
}

#[test]
fn replay_reads_files() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("record.txt");
    std::fs::write(&path, "1. f2-e3A *\n").expect("the file can be written");
    let path = path.to_str().expect("the path is text");
    assert_eq!(json(&["replay", path, "--json"])["turns"], 1);
}

#[test]
fn replay_survives_any_bytes() {
    assert_eq!(replayed(&[], b"")["turns"], 0);
    assert_eq!(replayed(&[], b"\xef\xbb\xbf")["turns"], 0);
    assert_eq!(fault(&[], b"\0")["clause"], "R8.2");
    assert_eq!(fault(&[], b"f2-e3A\0")["turn"], 1);
    assert_eq!(fault(&[], "é2-e3A ♥".as_bytes())["clause"], "R8.2");
    let long = vec![b'x'; 1_000_000];
    assert!(fault(&[], &long).to_string().len() < 1000);
    assert_eq!(fault(&[], &b"[".repeat(1_000_000))["clause"], "R8.3");
    assert_eq!(fault(&[], &b"{".repeat(1_000_000))["clause"], "R8.3");
    assert_eq!(fault(&[], &b"a1-".repeat(300_000))["clause"], "R8.2");
    let numbers = b"1. ".repeat(300_000);
    assert_eq!(replayed(&[], &numbers)["turns"], 0);

    rejected(&["replay", "-"], b"\xff\xfe[\0E\0v\0");
    rejected(&["replay", "-"], &vec![b' '; (16 << 20) + 1]);
    let garbage: Vec<u8> = (0..100_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    rejected(&["replay", "-"], &garbage);
    // Escape sequences of a file must not reach a terminal.
    let output = run_with(&["replay", "-"], b"\x1b[2Jf2-e3A");
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.contains(&0x1b), "{output:?}");
}

#[test]
fn wrong_arguments_are_one_line() {
    let wrong: &[&[&str]] = &[
        &[],
        &["dance"],
        &["--what"],
        &["perft"],
        &["perft", "x"],
        &["perft", "0"],
        &["perft", "-1"],
        &["perft", "101"],
        &["perft", "99999999999999999999"],
        &["perft", "1", "2"],
        &["moves", "--variant", "chess"],
        &["moves", "--variant", ""],
        &["moves", "--variant", "7x3"],
        &["moves", "--variant", "a\n\nb"],
        &["moves", "--board", "10x5"],
        &["moves", "--board", "0x0"],
        &["moves", "--board", "telo"],
        &["moves", "--board", ""],
        &["moves", "--board", "5x5", "--variant", "dimy"],
        &["moves", "--board", "4x4"],
        &["moves", "--board", "1x1"],
        &["moves", "--rules", "mine"],
        &["moves", "--rules", ""],
        &["moves", "--fen"],
        &["moves", "--fen", ""],
        &["moves", "--fen", " "],
        &["moves", "--fen", "\n"],
        &["moves", "--fen", "9/9/9/9/9 W"],
        &["moves", "--fen", "9/9/9/9/W8"],
        &["moves", "--fen", "9/9/9/9/W8 w"],
        &["moves", "--fen", "9/9/9/9/W9 W"],
        &["moves", "--fen", "9/9/9/9/\u{1b}[2J W"],
        &["moves", "--fen", "9/9/9/9/W8 W 99999999 1"],
        &["moves", "--fen", "9/9/9/9/W8 W 0 0"],
        &["moves", "--fen", "9/9/9/9/W8 W 0 1 telo"],
        &["show", "--fen", "////"],
        &["show", "file"],
        &["replay"],
        &["replay", "/nowhere/at/all"],
        &["replay", "/"],
        &["replay", "-", "--fen", "x"],
    ];
    for args in wrong {
        let line = rejected(args, b"");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
    for size in ["0x0", "0x5", "10x5", "5x6"] {
        let line = rejected(&["moves", "--board", size], b"");
        assert!(line.contains("1 to 9 wide and 1 to 5 tall"), "{line}");
    }
    let huge = "9/".repeat(60_000);
    rejected(&["moves", "--fen", &huge], b"");
    rejected(&["moves", "--variant", &huge], b"");
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    for option in [&["moves", "--fen"][..], &["replay"]] {
        let output = tool(option).arg(bytes).output().expect("the tool runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
}

#[test]
fn help_and_version() {
    assert!(stdout(&["--version"]).starts_with("fanorona "));
    for args in [
        &["--help"][..],
        &["perft", "--help"],
        &["moves", "-h"],
        &["show", "--help"],
        &["replay", "--help"],
    ] {
        assert!(stdout(args).contains("Usage: fanorona"));
    }
}

/// What cannot be written is a failure, whatever it is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_failure() {
    for args in [&["show"][..], &["moves", "--json"], &["--help"]] {
        let full = std::fs::File::create("/dev/full").expect("the device is there");
        let output = tool(args).stdout(full).output().expect("the tool runs");
        assert_eq!(output.status.code(), Some(2), "{args:?} {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for args in [
        &["moves", "--fen", MANY_TURNS][..],
        &["moves", "--json", "--fen", MANY_TURNS],
        &["perft", "4", "--divide"],
        &["perft", "2", "--divide", "--json", "--fen", MANY_TURNS],
        &["show"],
        &["--help"],
    ] {
        let mut child = tool(args).spawn().expect("the tool starts");
        let mut stdout = child.stdout.take().expect("stdout is piped");
        let mut first = [0];
        stdout.read_exact(&mut first).expect("there is output");
        drop(stdout);
        let output = child.wait_with_output().expect("the tool ends");
        assert_eq!(output.status.code(), Some(0), "{args:?} {output:?}");
        assert!(output.stderr.is_empty(), "{args:?} {output:?}");
    }
}

#[test]
fn hostile_positions_are_found_again() {
    let args = [
        "hostile",
        "--positions",
        "3000",
        "--climb",
        "1000",
        "--json",
    ];
    let found = json(&args);
    assert_eq!(found, json(&args));
    let found = found.as_array().expect("an array");
    assert!(!found.is_empty() && found.len() <= 5);
    for find in found {
        assert_eq!(keys(find), ["fen", "turns", "longest", "note"]);
        let fen = find["fen"].as_str().expect("a position");
        let turns = stdout(&["moves", "--fen", fen]).lines().count();
        assert_eq!(find["turns"], turns);
    }
}

#[test]
fn hostile_search_is_bounded() {
    let capped = json(&["hostile", "--positions", "50", "--cap", "3", "--json"]);
    assert_eq!(
        keys(&capped[0]),
        ["fen", "turns", "at_least", "longest", "note"]
    );
    assert_eq!(capped[0]["turns"], Value::Null);
    assert_eq!(capped[0]["at_least"], 3);
    assert_eq!(stdout(&["hostile", "--seconds", "0"]), "");
    for variant in ["dimy", "telo", "vela"] {
        let args = ["hostile", "--positions", "50", "--variant", variant];
        assert!(stdout(&args).contains(" turns, longest "));
    }
    rejected(&["hostile", "--board", "1x1"], b"");
    rejected(&["hostile", "--cap", "0"], b"");
    rejected(&["hostile", "--climb", "0"], b"");
    rejected(&["hostile", "--keep", "0"], b"");
    rejected(&["hostile", "--goal", "peace"], b"");
    rejected(&["hostile", "--fen", ""], b"");
}
