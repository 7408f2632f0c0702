//! `fanorona check-proof` as a user meets it: what it prints, its exit status, hostile files.

mod common;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use common::json;
use serde_json::Value;

/// White wins Telo, once to the end and once over tables of 4 stones; White holds a drawn position.
const TELO: &str = include_str!("../../../tests/data/proofs/telo.txt");

/// Runs the tool on a certificate that comes through stdin.
fn check(text: &[u8], args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fanorona"))
        .args([&["check-proof", "-"], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let text = text.to_vec();
    let writer = std::thread::spawn(move || {
        // The tool may end before it has read everything.
        let _ = stdin.write_all(&text);
    });
    let output = child.wait_with_output().expect("the tool ends");
    writer.join().expect("the writer ends");
    output
}

/// A refused certificate: this status and one line on stderr, which is returned.
fn refused(text: &[u8], status: i32) -> String {
    let output = check(text, &[]);
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    let line = String::from_utf8(output.stderr).expect("stderr is text");
    assert!(
        line.starts_with("fanorona: ") && line.lines().count() == 1 && line.len() < 1000,
        "{line}"
    );
    line
}

#[test]
fn proofs_that_hold() {
    let output = check(TELO.as_bytes(), &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("stdout is text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!(lines[0], "proved: on 3x3 White wins BBB/B1W/WWW W 0 1");
    assert!(lines[1].starts_with("24 positions; "), "{text}");
    assert_eq!(lines[2], lines[0]);
    assert!(
        lines[3].ends_with(" lead to the table of at most 4 stones"),
        "{text}"
    );
    assert!(
        lines[4].starts_with("proved: on 3x3 White does not lose "),
        "{text}"
    );
}

#[test]
fn proofs_as_json() {
    let output = check(TELO.as_bytes(), &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
    assert_eq!(answer["verified"], true);
    assert!(answer.get("fault").is_none());
    let proofs = answer["proofs"].as_array().expect("a list");
    let of = |field: &str| {
        proofs
            .iter()
            .map(|proof| proof[field].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("board"), ["3x3"; 3]);
    assert_eq!(of("claim"), ["win", "win", "hold"]);
    assert_eq!(of("side"), ["W"; 3]);
    assert_eq!(of("tables"), [0, 4, 0]);
    assert_eq!(of("positions")[0], 24);
    assert!(of("table_leaves")[0] == 0 && of("table_leaves")[1] != 0);
    assert_eq!(of("root")[0], "BBB/B1W/WWW W 0 1");
}

#[test]
fn a_fault_has_its_line() {
    // A turn that loses what was won: c1-b2A and c2-b2A are the only ones that win Telo.
    let start = TELO
        .lines()
        .position(|line| line.starts_with("BBB/B1W/WWW "))
        .expect("listed");
    let mut lines: Vec<&str> = TELO.lines().collect();
    lines[start] = "BBB/B1W/WWW a1-b2A 1800";
    let text = lines.join("\n");
    let line = refused(text.as_bytes(), 1);
    assert!(
        line.contains(&format!("not a proof: line {}: after a1-b2A", start + 1)),
        "{line}"
    );

    let output = check(text.as_bytes(), &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty(), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
    assert_eq!(answer["verified"], false);
    assert_eq!(answer["proofs"], serde_json::json!([]));
    assert_eq!(answer["fault"]["line"], start + 1);
    assert!(
        answer["fault"]["reason"]
            .as_str()
            .is_some_and(|text| text.contains("a1-b2A"))
    );
}

/// The first proofs of a file are told even when a later one fails.
#[test]
fn a_fault_in_a_later_proof() {
    let text = TELO.replace("claim hold", "claim win");
    let output = check(text.as_bytes(), &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout)
            .matches("proved: ")
            .count(),
        2
    );
}

/// What the proof search says of Dimy is so by the slow reference, which shares nothing with it: neither side can win.
#[test]
fn a_proof_of_dimy_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("dimy.txt");
    let proof = proof.to_str().expect("text");
    let solve = [
        "solve", "--board", "5x5", "--stones", "5", "--json", "--proof", proof,
    ];
    assert_eq!(json(&solve)["value"], "draw");
    let answer = json(&["check-proof", proof, "--json"]);
    assert_eq!(answer["verified"], true, "{answer}");
    let proofs = answer["proofs"].as_array().expect("a list");
    let said = proofs
        .iter()
        .map(|proof| (&proof["claim"], &proof["side"], &proof["root"]));
    let start = &Value::from("BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W 0 1");
    let hold = &Value::from("hold");
    let sides = ["W", "B"].map(Value::from);
    assert!(said.eq(sides.iter().map(|side| (hold, side, start))));
}

/// A table larger than is allowed is not begun; the message says what would do, and that does.
#[test]
fn tables_are_bounded() {
    let asking = |board: &str, root: &str, tables: u32| {
        format!(
            "fanorona-proof 1\nboard {board}\nclaim hold\nside W\nroot {root}\ntables {tables}\npositions 0\nend\n"
        )
    };
    let seven = asking("9x5", "9/9/9/9/W7B W", 7);
    let line = refused(seven.as_bytes(), 2);
    assert!(
        line.contains("line 6: the table of 7 stones on 9x5 takes 1567 MiB, and 256 are allowed: --memory 1567 allows it"),
        "{line}"
    );
    let small = asking("9x5", "9/9/9/9/W7B W", 5);
    let output = check(small.as_bytes(), &["--memory", "10"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).ends_with(": --memory 11 allows it\n"));
    let four = asking("9x5", "9/9/9/9/W7B W", 4);
    let output = check(four.as_bytes(), &["--memory", "1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stdout).ends_with(
            "\n0 positions; 0 turns win on the spot; 1 leads to the table of at most 4 stones\n"
        ),
        "{output:?}"
    );
    let output = check(four.as_bytes(), &["--memory", "0"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn files_that_cannot_be_read() {
    assert!(refused(b"", 2).contains("line 1: the file is empty"));
    assert!(refused(&[0; 1 << 20], 2).contains("line 1: longer than"));
    assert!(refused(&[0x80, 0xff, b'\n'], 2).contains("line 1: not text"));
    assert!(refused(b"fanorona\x1b[31m\n", 2).contains("line 1: expected"));
    let announced = TELO.replacen("positions 24", "positions 18446744073709551615", 1);
    assert!(refused(announced.as_bytes(), 1).contains("announced"));
    let large = "fanorona-proof 1\nboard 9x5\nclaim win\nside W\nroot 9/9/9/9/W7B W\ntables 45\npositions 0\nend\n";
    assert!(
        refused(large.as_bytes(), 2).contains("line 6: a table of so many stones is too large")
    );
    let output = Command::new(env!("CARGO_BIN_EXE_fanorona"))
        .args(["check-proof", "no such file"])
        .output()
        .expect("the tool starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("fanorona: no such file: "));
}
