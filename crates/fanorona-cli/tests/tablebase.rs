//! `fanorona tablebase` as a user meets it.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;

use common::{json, rejected, run, stdout};
use serde_json::Value;

/// The counts that two independent programs agree on (9x5, two and three stones).
#[test]
fn tablebase_stats_have_the_known_counts() {
    let stats = json(&["tablebase", "stats", "--stones", "3", "--json"]);
    assert_eq!(stats["stones"], 3);
    assert_eq!(
        stats["classes"]["2-1"],
        serde_json::json!({
            "win": 40996, "draw": 1550, "loss": 24,
            "longest_win_dtc": 28, "longest_loss_dtc": 2, "quiet_reduced": 7483
        })
    );
    assert_eq!(stats["classes"]["1-2"]["loss"], 26982);
    // Distances to win only where they are asked for.
    let to_win = json(&["tablebase", "stats", "--stones", "3", "--dtw", "--json"]);
    assert_eq!(
        to_win["classes"]["2-1"],
        serde_json::json!({
            "win": 40996, "draw": 1550, "loss": 24,
            "longest_win_dtc": 28, "longest_loss_dtc": 2, "quiet_reduced": 7483,
            "longest_win_dtw": 29, "longest_loss_dtw": 8
        })
    );
    let text = stdout(&["tablebase", "stats", "--stones", "3", "--dtw"]);
    assert!(
        text.lines()
            .any(|line| line.starts_with("1-2") && line.ends_with(" 30")),
        "{text}"
    );
    let two = json(&[
        "tablebase",
        "stats",
        "--stones",
        "2",
        "--variant",
        "telo",
        "--json",
    ]);
    assert!(two["classes"]["1-1"]["win"].as_u64().is_some());
    assert!(stdout(&["tablebase", "stats", "--stones", "2"]).contains("1-1"));
}

#[test]
fn tablebase_verify_says_how_many_positions_hold() {
    let verified = json(&["tablebase", "verify", "--stones", "3", "--json"]);
    // The quiet ones; the others are not stored.
    assert_eq!(verified["positions"], 424 + 14_982);
    assert!(stdout(&["tablebase", "verify", "--stones", "2"]).starts_with("424 quiet positions"));
    let to_win = json(&["tablebase", "verify", "--stones", "3", "--dtw", "--json"]);
    assert_eq!(to_win, verified);
}

#[test]
fn tablebase_refuses_what_it_cannot_build() {
    rejected(&["tablebase", "stats", "--stones", "8"], b"");
    rejected(&["tablebase", "stats", "--stones", "1"], b"");
    rejected(&["tablebase", "stats"], b"");
    rejected(&["tablebase"], b"");
    let vela = rejected(
        &["tablebase", "stats", "--stones", "3", "--variant", "vela"],
        b"",
    );
    assert!(vela.contains("R7.2"), "{vela}");
}

/// A file of its own for each test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fanorona-{}-{name}", std::process::id()));
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a name of letters")
    }

    fn partial(&self) -> PathBuf {
        PathBuf::from(format!("{}.partial", self.path()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_file(self.partial());
    }
}

/// A field of every turn, by the turn.
fn by_turn<'a>(answer: &'a Value, field: &str) -> BTreeMap<&'a str, &'a Value> {
    let moves = answer["moves"].as_array().expect("a list");
    let one = |mv: &'a Value| (mv["move"].as_str().expect("text"), &mv[field]);
    moves.iter().map(one).collect()
}

/// Blocked, won, drawn: a position is asked of a file and of tables built for it, and both say the same.
#[test]
fn tables_are_built_and_asked() {
    let file = Scratch::new("asked");
    for kind in ["distances", "outcomes", "dtw"] {
        let built = json(&[
            "tablebase",
            "build",
            "--stones",
            "3",
            "--kind",
            kind,
            "--out",
            file.path(),
            "--json",
        ]);
        assert_eq!(built["stones"], 3);
        assert_eq!(built["board"], "9x5");
        let size = std::fs::metadata(file.path()).expect("written").len();
        assert_eq!(built["bytes"], size);
        for fen in [
            "9/9/4B4/2W6/6W2 W",
            "9/9/9/7B1/W7W B 30 40",
            "B8/9/9/9/8W W",
        ] {
            let ask = ["tablebase", "probe", "--json", "--fen", fen];
            let fresh = json(&ask);
            let stored = json(&[&ask[..], &["--tables", file.path()]].concat());
            if kind == "outcomes" {
                assert_eq!(stored["wdl"], fresh["wdl"], "{fen}");
                continue;
            }
            // What is built for one position knows both distances, a file one of them.
            let known = if kind == "dtw" { "dtw" } else { "dtc" };
            assert_eq!(stored["wdl"], fresh["wdl"], "{fen}");
            assert_eq!(stored[known], fresh[known], "{fen}");
            assert_eq!(by_turn(&stored, known), by_turn(&fresh, known), "{fen}");
            if kind == "distances" {
                assert!(stored["dtw"].is_null(), "{fen}");
                assert_eq!(stored["limit"], fresh["limit"], "{fen}");
            }
            assert!(
                fresh["moves"]
                    .as_array()
                    .is_some_and(|moves| !moves.is_empty())
            );
        }
    }
    assert!(!file.partial().exists());
}

/// The count in the position decides: a win that comes too late is one but for the limit.
#[test]
fn the_count_of_the_position_is_in_the_verdict() {
    let longest = "9/9/3B5/9/WW7 W";
    let limit = |count: u32, rules: &str| {
        let fen = format!("{longest} {count} 9");
        let value = json(&[
            "tablebase",
            "probe",
            "--json",
            "--rules",
            rules,
            "--fen",
            &fen,
        ]);
        assert_eq!((&value["wdl"], &value["dtc"]), (&"win".into(), &28.into()));
        value["limit"].clone()
    };
    assert_eq!(limit(0, "standard"), "win");
    assert_eq!(limit(22, "standard"), "win");
    assert_eq!(limit(23, "standard"), "win-but-for-limit");
    assert_eq!(limit(23, "club"), "win");
}

#[test]
fn telo_is_known_from_its_start() {
    let value = json(&["tablebase", "probe", "--variant", "telo", "--json"]);
    assert_eq!((&value["dtc"], &value["dtw"]), (&1.into(), &11.into()));
    let moves: Vec<_> = value["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|mv| {
            (
                mv["move"].as_str().unwrap_or(""),
                mv["wdl"].as_str().unwrap_or(""),
            )
        })
        .collect();
    assert_eq!(
        moves,
        [
            ("c1-b2A", "win"),
            ("c2-b2A", "win"),
            ("a1-b2A", "loss"),
            ("b1-b2A", "loss")
        ]
    );
    let text = stdout(&["tablebase", "probe", "--variant", "telo"]);
    let first = text.lines().next().unwrap_or("");
    assert!(first.ends_with("win in 1, the end in 11"), "{first}");
}

/// A position outside is status 1 and one line that says why.
#[test]
fn positions_outside_the_tables() {
    for (args, why) in [
        (&["--fen", "9/9/BBB6/9/WWW6 W"][..], "5 stones"),
        (&["--fen", "9/9/9/9/WWW6 W"], "R6.1"),
        (
            &[
                "--fen",
                "9/9/B8/9/W8 W 0 1",
                "--rules",
                "standard,single-first-capture",
            ],
            "R7.1",
        ),
        (&["--variant", "vela"], "R7.2"),
    ] {
        let output = run(&[&["tablebase", "probe", "--json"], args].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?} {output:?}");
        assert!(output.stdout.is_empty());
        let line = String::from_utf8(output.stderr).expect("text");
        assert!(line.contains(why) && line.lines().count() == 1, "{line}");
    }
}

/// Tables without distances cannot tell what a running count does; the words say what holds without it.
#[test]
fn what_is_not_proved_has_its_value_in_words() {
    let file = Scratch::new("words");
    let build = ["tablebase", "build", "--stones", "3", "--kind", "outcomes"];
    stdout(&[&build[..], &["--out", file.path()]].concat());
    let fen = "4B4/9/9/9/1W6W W 30 50";
    let probe = ["tablebase", "probe", "--fen", fen, "--tables", file.path()];
    let text = stdout(&probe);
    let first = text.lines().next().unwrap_or_default();
    let words: Vec<_> = first.split_whitespace().collect();
    assert_eq!(words.join(" "), "position win; with the limit not proved");
    let answer = json(&[&probe[..], &["--json"]].concat());
    assert_eq!(answer["wdl"], "win");
    assert_eq!(answer["limit"], "not-proved");
}

/// The checkpoint is removed when the tables are whole: it must not be the tables.
#[test]
fn the_tables_are_not_their_own_checkpoint() {
    let file = Scratch::new("own");
    let path = std::path::Path::new(file.path());
    let (folder, name) = (path.parent().expect("a folder"), path.file_name());
    let name = name.and_then(|name| name.to_str()).expect("a plain name");
    let again = format!("{}/./{name}", folder.display());
    for other in [again, format!("{}.part", file.path())] {
        let build = ["tablebase", "build", "--stones", "2", "--out", file.path()];
        let line = rejected(&[&build[..], &["--checkpoint", &other]].concat(), b"");
        assert!(line.contains("same file"), "{line}");
        assert!(!path.exists());
    }
}

/// What begins like nothing of ours is not read to its end, which it may not have.
#[test]
#[cfg(target_os = "linux")]
fn a_device_without_end_is_refused() {
    let fen = "B8/9/9/9/8W W";
    let zero = "/dev/zero";
    rejected(&["tablebase", "probe", "--fen", fen, "--tables", zero], b"");
    let file = Scratch::new("endless");
    let build = ["tablebase", "build", "--stones", "2", "--out", file.path()];
    rejected(&[&build[..], &["--checkpoint", zero]].concat(), b"");
}

/// What is no file of tables, is damaged, or is of another build is named, and nothing is overwritten.
#[test]
fn bad_files_are_refused() {
    let file = Scratch::new("bad");
    let probe = [
        "tablebase",
        "probe",
        "--fen",
        "B8/9/9/9/8W W",
        "--tables",
        file.path(),
    ];
    let missing = rejected(&probe, b"");
    assert!(missing.contains("fanorona-"), "{missing}");
    for garbage in [&b""[..], b"fanotabl", b"not tables at all", &[0xff; 400]] {
        std::fs::write(file.path(), garbage).expect("written");
        rejected(&probe, b"");
    }
    let build = ["tablebase", "build", "--stones", "3", "--out", file.path()];
    stdout(&build);
    let mut bytes = std::fs::read(file.path()).expect("written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file.path(), &bytes).expect("written");
    let damaged = rejected(&probe, b"");
    assert!(damaged.contains("damaged"), "{damaged}");
    // An interrupted build that is damaged, or of something else.
    for (garbage, reason) in [
        (
            &b"fanobld2 and then nothing"[..],
            "the checkpoint is damaged",
        ),
        (b"fanotabl", "no checkpoint"),
    ] {
        std::fs::write(file.partial(), garbage).expect("written");
        let refused = rejected(&build, b"");
        assert!(
            refused.contains("delete it") && refused.contains(reason),
            "{refused}"
        );
    }
    assert_eq!(std::fs::read(file.path()).expect("still there"), bytes);
}
