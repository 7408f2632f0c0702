//! `fanorona solve` as a user meets it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fanorona"))
        .arg("solve")
        .args(args)
        .output()
        .expect("the tool starts")
}

/// The JSON of a run that must succeed.
fn solved(args: &[&str]) -> Value {
    let output = run(&[args, &["--json", "--memory", "16"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?} {output:?}");
    assert!(output.stderr.is_empty(), "{args:?} {output:?}");
    serde_json::from_slice(&output.stdout).expect("stdout is JSON")
}

/// The one line of a run that must be refused.
fn rejected(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?} {output:?}");
    assert!(output.stdout.is_empty(), "{args:?} {output:?}");
    let line = String::from_utf8(output.stderr).expect("stderr is text");
    assert_eq!(line.matches('\n').count(), 1, "{line}");
    line
}

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn telo_is_won_in_eleven() {
    for options in [&["--stones", "0"][..], &["--threads", "2"], &[]] {
        let report = solved(&[&["--variant", "telo"], options].concat());
        assert_eq!(report["value"], "win");
        assert_eq!(report["plies"], 11);
        assert_eq!(report["pv"].as_array().map(Vec::len), Some(11));
        assert!(report["nodes"].as_u64() > Some(0) && report["seconds"].is_f64());
        assert_eq!(
            report["moves"],
            json!([
                {"move": "a1-b2A", "value": "loss"},
                {"move": "b1-b2A", "value": "loss"},
                {"move": "c1-b2A", "value": "win"},
                {"move": "c2-b2A", "value": "win"},
            ])
        );
        assert_eq!(report.as_object().map(serde_json::Map::len), Some(6));
    }
}

#[test]
fn ends_draws_and_losses_have_values() {
    let over = solved(&["--fen", "3/3/W2 B", "--board", "3x3"]);
    assert_eq!(
        (&over["value"], &over["plies"]),
        (&json!("loss"), &json!(0))
    );
    assert_eq!((&over["moves"], &over["pv"]), (&json!([]), &json!([])));
    let draw = solved(&["--board", "5x3", "--fen", "BBBBB/2WBW/WWWWW B"]);
    assert_eq!(
        (&draw["value"], &draw["plies"]),
        (&json!("draw"), &Value::Null)
    );
    let blocked = solved(&["--fen", "9/9/W8/WW7/BWW6 B", "--stones", "0"]);
    assert_eq!(
        (&blocked["value"], &blocked["plies"]),
        (&json!("loss"), &json!(0))
    );
}

/// What was saved is known at once; what is no checkpoint is said to be none.
#[test]
fn a_checkpoint_is_gone_on_from() {
    let path = file("solve-checkpoint");
    let name = path.to_str().expect("a plain path");
    let args = ["--board", "5x3", "--stones", "0", "--checkpoint", name];
    let first = solved(&args);
    let again = solved(&args);
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64());
    assert_eq!(first["moves"], again["moves"]);
    let whole = fs::read(&path).expect("saved");
    let other = rejected(&["--variant", "telo", "--checkpoint", name]);
    assert!(other.contains("another board"), "{other}");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for bytes in [
        &damaged[..],
        &whole[..whole.len() - 1],
        &whole[..30],
        b"nothing",
        b"",
    ] {
        fs::write(&path, bytes).expect("written");
        let line = rejected(&args);
        assert!(line.contains("checkpoint"), "{line}");
    }
}

#[test]
fn a_proof_is_written() {
    let path = file("solve-proof");
    let name = path.to_str().expect("a plain path");
    let proof = |args: &[&str]| {
        solved(&[args, &["--stones", "3", "--proof", name]].concat());
        fs::read_to_string(&path).expect("written")
    };
    let win = proof(&["--variant", "telo"]);
    assert!(win.starts_with(
        "fanorona-proof 1\nboard 3x3\nclaim win\nside W\nroot BBB/B1W/WWW W 0 1\ntables 3\npositions "
    ));
    assert!(win.ends_with("\nend\n"));
    assert_eq!(win.matches("fanorona-proof").count(), 1);
    let draw = proof(&["--board", "5x3", "--fen", "BBBBB/2WBW/WWWWW B"]);
    assert_eq!(draw.matches("claim hold\nside W").count(), 1, "{draw}");
    assert_eq!(draw.matches("claim hold\nside B").count(), 1, "{draw}");
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        &["--stones", "16"][..],
        &["--threads", "3"],
        &["--memory", "0"],
        &["--board", "4x4"],
        &["--fen", "nonsense"],
        &["--stones", "9"],
        &["--variant", "telo", "--proof", "/nowhere/at/all"],
        &["--variant", "telo", "--checkpoint", "/nowhere/at/all"],
    ] {
        rejected(args);
    }
    let path = file("solve-same");
    let name = path.to_str().expect("a plain path");
    let again = name.replace("/solve-same", "/./solve-same");
    let same = rejected(&["--variant", "telo", "--proof", name, "--checkpoint", &again]);
    assert!(same.contains("same file"), "{same}");
    // More than any machine has: a message, unless the system promises it all the same.
    let memory = run(&["--variant", "telo", "--memory", "1048576"]);
    assert!(matches!(memory.status.code(), Some(0 | 2)), "{memory:?}");
    #[cfg(target_os = "linux")]
    rejected(&["--variant", "telo", "--checkpoint", "/dev/zero"]);
    let vela = rejected(&["--variant", "vela"]);
    assert!(vela.contains("R7.2"), "{vela}");
}
