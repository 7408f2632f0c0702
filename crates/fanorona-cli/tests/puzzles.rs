//! `fanorona puzzles` as a user meets it.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{rejected, run, stdout};
use serde_json::Value;

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Puzzles of Telo, whose tables are quick.
fn make(name: &str, seed: &str) -> PathBuf {
    let path = file(name);
    let place = path.to_str().expect("text");
    let said = stdout(&[
        "puzzles",
        "make",
        place,
        "--variant",
        "telo",
        "--seed",
        seed,
        "--date",
        "2026-11-30",
        "--effort",
        "20",
    ]);
    assert!(said.contains("puzzles\ntelo: of grades 1 to 5 "), "{said}");
    path
}

#[test]
fn the_same_seed_makes_the_same_file_which_is_proved() {
    let one = make("puzzles-one.json", "7");
    let two = make("puzzles-two.json", "7");
    let other = make("puzzles-other.json", "8");
    let text = fs::read_to_string(&one).expect("written");
    assert_eq!(text, fs::read_to_string(two).expect("written"));
    assert_ne!(text, fs::read_to_string(other).expect("written"));
    let parsed: Value = serde_json::from_str(&text).expect("JSON");
    let count = parsed["puzzles"].as_array().expect("a list").len();
    assert!(count >= 3, "{count}");
    assert_eq!(
        (&parsed["format"], &parsed["version"]),
        (&"fanorona-puzzles".into(), &1.into())
    );
    assert_eq!(
        (&parsed["made"]["seed"], &parsed["made"]["effort"]),
        (&7.into(), &20.into())
    );
    // One a line, so that a change can be read.
    assert_eq!(text.lines().count(), count + 2);
    let said = stdout(&["puzzles", "check", one.to_str().expect("text")]);
    assert_eq!(said, format!("{count} puzzles proved\n"));
}

#[test]
fn what_is_not_so_is_told() {
    let path = make("puzzles-spoiled.json", "3");
    let mut content: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("written")).expect("JSON");
    let id = content["puzzles"][0]["id"]
        .as_str()
        .expect("a name")
        .to_owned();
    content["puzzles"][0]["legal"] = 77.into();
    let second = content["puzzles"][1].clone();
    content["puzzles"]
        .as_array_mut()
        .expect("a list")
        .push(second.clone());
    fs::write(&path, content.to_string()).expect("written");
    let output = run(&["puzzles", "check", path.to_str().expect("text")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        said.contains(&format!(
            "{id}: the number of legal turns is not what is proved"
        )),
        "{said}"
    );
    let twice = second["id"].as_str().expect("a name");
    assert!(said.contains(&format!("{twice}: stands twice")), "{said}");
    assert!(said.contains("2 of "), "{said}");
}

#[test]
fn what_is_no_file_of_puzzles_is_refused() {
    let path = file("puzzles-none.json");
    let place = path.to_str().expect("text").to_owned();
    let check = || rejected(&["puzzles", "check", &place], b"");
    assert!(check().contains("puzzles-none.json"));
    for text in ["", "[]", "{\"format\":\"fanorona-puzzles\"}"] {
        fs::write(&path, text).expect("written");
        assert!(check().contains("puzzles-none.json"), "{text}");
    }
    let made = r#"{"tool":"x","seed":1,"effort":1,"date":"x"}"#;
    fs::write(
        &path,
        format!(r#"{{"format":"fanorona-puzzles","version":2,"made":{made},"puzzles":[]}}"#),
    )
    .expect("written");
    assert!(check().contains("no fanorona-puzzles of version 1"));
    for (wrong, said) in [
        (vec!["--date", "today"], "a day is written as 2026-11-30"),
        (
            vec!["--date", "2026-11-30", "--variant", "vela"],
            "puzzles are made of tsivy, dimy and telo",
        ),
        (vec!["--date", "2026-11-30", "--effort", "0"], "--effort"),
        (vec![], "--date"),
    ] {
        let line = rejected(&[&["puzzles", "make", &place][..], &wrong].concat(), b"");
        assert!(line.contains(said), "{line}");
    }
}
