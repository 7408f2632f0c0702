//! `fanorona engine` and `fanorona analyse` as a program or a person meets them.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{json, rejected, run_with, stdout, tool};
use fanorona_tests::conversation::{CONVERSATIONS, Partner, hold};
use serde_json::Value;

/// Longer than anything here should take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The tool in conversation.
struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<String>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut child = tool(&[&["engine"], args].concat())
            .spawn()
            .expect("the tool starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        let (sender, heard) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if sender.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            heard,
        }
    }

    /// Hears until a line begins so.
    fn hear_until(&mut self, begin: &str) -> String {
        loop {
            let line = self.hear().expect("an answer");
            if line.starts_with(begin) {
                return line;
            }
        }
    }

    /// The tool ends by itself, without complaint.
    fn ends(&mut self) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a status") {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the tool does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that has failed leaves no engine behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Partner for Engine {
    fn say(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(line).expect("the tool listens");
        stdin.write_all(b"\n").expect("the tool listens");
    }

    fn hear(&mut self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.heard.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(Disconnected) => None,
            Err(Timeout) => panic!("the tool is silent"),
        }
    }
}

#[test]
fn conversations_are_held_by_the_tool() {
    for (name, text) in CONVERSATIONS {
        let mut engine = Engine::start(&[]);
        hold(name, text, &mut engine);
        engine.ends();
    }
}

#[test]
fn stop_is_heard_within_a_slice() {
    let mut engine = Engine::start(&[]);
    engine.say(b"go infinite");
    for _ in 0..3 {
        engine.hear_until("info depth");
    }
    let said = Instant::now();
    engine.say(b"stop");
    engine.hear_until("bestmove ");
    // A slice takes some milliseconds; the rest is for a busy machine.
    assert!(
        said.elapsed() < Duration::from_millis(500),
        "{:?}",
        said.elapsed()
    );
    engine.say(b"quit");
    engine.ends();
}

#[test]
fn a_move_time_is_kept() {
    let mut engine = Engine::start(&[]);
    let said = Instant::now();
    engine.say(b"go movetime 400");
    engine.hear_until("bestmove ");
    let took = said.elapsed().as_millis();
    assert!((370..1_500).contains(&took), "{took} ms");
}

/// The end of stdin stops a search without end and lets one with a limit finish.
#[test]
fn the_end_of_stdin_ends_the_conversation() {
    let mut engine = Engine::start(&[]);
    engine.say(b"go infinite");
    engine.hear_until("info depth");
    engine.stdin = None;
    engine.hear_until("bestmove ");
    assert_eq!(engine.hear(), None);
    engine.ends();

    let output = run_with(&["engine"], b"go depth 5");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("info depth 5 multipv 1 "), "{text}");
    assert!(
        text.lines()
            .last()
            .expect("an answer")
            .starts_with("bestmove ")
    );
    assert!(output.stderr.is_empty());

    let output = run_with(&["engine"], b"setoption name Tables value 3\nisready\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().last(), Some("readyok"), "{text}");

    let output = run_with(&["engine"], b"");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut engine = tool(&["engine"]).spawn().expect("the tool starts");
    let mut stdin = engine.stdin.take().expect("stdin is piped");
    stdin.write_all(b"go infinite\n").expect("the tool listens");
    let mut reader = BufReader::new(engine.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let output = engine.wait_with_output().expect("the tool ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty());
    drop(stdin);
}

#[test]
fn any_bytes_are_answered() {
    let noise: Vec<u8> = (0..50_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let inputs: [&[u8]; 6] = [
        &noise,
        &[0; 100_000],
        &b"x".repeat(1 << 20),
        &b"\n".repeat(1_000),
        &b"position startpos moves ".repeat(50_000),
        b"\xff\xfeg\0o\0\n\0",
    ];
    for input in inputs {
        let mut lines = input.to_vec();
        lines.extend_from_slice(b"\nisready\n");
        let output = run_with(&["engine"], &lines);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).expect("answers are text");
        let answers: Vec<&str> = text.lines().collect();
        assert_eq!(answers.last(), Some(&"readyok"));
        let said = lines.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(answers.len(), said);
        for answer in &answers[..said - 1] {
            assert!(
                answer.starts_with("error ") && answer.len() < 500,
                "{answer}"
            );
        }
    }
}

/// Tables that are built before the conversation are asked.
#[test]
fn tables_come_with_the_start() {
    let mut engine = Engine::start(&["--variant", "telo", "--stones", "9"]);
    engine.say(b"go infinite");
    let line = engine.hear_until("info depth ");
    assert!(
        line.starts_with("info depth 0 multipv 1 score win nodes 1 "),
        "{line}"
    );
}

/// Thinking long takes no more memory than thinking.
#[cfg(target_os = "linux")]
#[test]
fn long_thinking_does_not_grow() {
    let mut engine = Engine::start(&[]);
    for line in [
        "setoption name Hash value 1",
        "setoption name MultiPV value 4",
        "go infinite",
    ] {
        engine.say(line.as_bytes());
    }
    let resident = |engine: &Engine| -> u64 {
        let path = format!("/proc/{}/status", engine.child.id());
        let status = std::fs::read_to_string(path).expect("the engine lives");
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .expect("a size");
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    let hear_for = |engine: &mut Engine, time| {
        let begun = Instant::now();
        while begun.elapsed() < time {
            engine.hear_until("info depth");
        }
    };
    // The table and the stack are full by then.
    hear_for(&mut engine, Duration::from_millis(1_500));
    let before = resident(&engine);
    hear_for(&mut engine, Duration::from_secs(4));
    let after = resident(&engine);
    assert!(after < before + 512, "{before} kB, then {after} kB");
    engine.say(b"quit");
    engine.ends();
}

#[test]
fn analyse_writes_json() {
    let args = [
        "analyse",
        "--json",
        "--fen",
        "9/9/9/9/W1B6 W",
        "--depth",
        "3",
        "--multipv",
        "2",
    ];
    let answer = json(&args);
    let keys = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    assert_eq!(keys(&answer), ["depth", "nodes", "nps", "lines"]);
    let lines = answer["lines"].as_array().expect("an array");
    // The capture is compulsory: there is no second turn (R3.2).
    assert_eq!(lines.len(), 1);
    assert_eq!(keys(&lines[0]), ["move", "score", "proved", "plies", "pv"]);
    assert_eq!(
        lines[0],
        serde_json::json!({ "move": "a1-b1A", "score": null, "proved": "win", "plies": 1, "pv": ["a1-b1A"] })
    );
}

#[test]
fn analyse_estimates_and_is_reproducible() {
    let args = ["analyse", "--json", "--nodes", "20000", "--multipv", "3"];
    let mut answer = json(&args);
    let lines = answer["lines"].as_array().expect("an array").clone();
    assert_eq!(lines.len(), 3);
    for line in &lines {
        assert!(line["score"].is_i64() && line["proved"].is_null() && line["plies"].is_null());
        assert_eq!(line["move"], line["pv"][0]);
    }
    assert!(lines.is_sorted_by_key(|line| -line["score"].as_i64().expect("a number")));
    assert!(answer["nodes"].as_u64().expect("a number") >= 20_000);
    let mut again = json(&args);
    answer["nps"] = Value::Null;
    again["nps"] = Value::Null;
    assert_eq!(answer, again);
}

#[test]
fn analyse_in_words_by_time_and_with_tables() {
    let begun = Instant::now();
    let text = stdout(&["analyse", "--time", "200"]);
    let took = begun.elapsed();
    assert!(
        text.starts_with(" 1  ") && text.contains("\ndepth "),
        "{text}"
    );
    assert!((200..2_000).contains(&took.as_millis()), "{took:?}");
    let solved = stdout(&[
        "analyse",
        "--variant",
        "telo",
        "--stones",
        "9",
        "--multipv",
        "9",
        "--depth",
        "1",
    ]);
    let values: Vec<&str> = solved
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    assert_eq!(values[..4], ["win", "win", "loss", "loss"], "{solved}");
    let over = stdout(&["analyse", "--fen", "9/9/9/9/8W B"]);
    assert_eq!(over, "1-0: last stone taken (R6.1)\n");
    let over = json(&["analyse", "--json", "--fen", "9/9/9/9/8W B"]);
    assert_eq!(over["lines"], serde_json::json!([]));
}

#[test]
fn wrong_arguments_are_one_line() {
    let wrong: &[&[&str]] = &[
        &["engine", "x"],
        &["engine", "--stones", "1"],
        &["engine", "--stones", "16"],
        &["engine", "--stones", "8"],
        &["engine", "--threads", "0"],
        &["engine", "--variant", "chess"],
        &["analyse", "x"],
        &["analyse", "--depth", "0"],
        &["analyse", "--nodes", "0"],
        &["analyse", "--nodes", "-1"],
        &["analyse", "--time", "soon"],
        &["analyse", "--multipv", "0"],
        &["analyse", "--multipv", "33"],
        &["analyse", "--hash", "0"],
        &["analyse", "--hash", "1025"],
        &["analyse", "--stones", "8"],
        &["analyse", "--fen", "x"],
        &["analyse", "--board", "4x4"],
    ];
    for args in wrong {
        rejected(args, b"");
    }
}
