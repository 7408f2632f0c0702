//! `fanorona book`, and a match by the book.

mod common;

use std::fs;

use common::{json, rejected, stdout};
use fanorona::book::Book;
use fanorona::{Position, Rules, Variant};
use serde_json::Value;

/// The turns that `book show` tells.
fn turns(args: &[&str]) -> Vec<(String, i64)> {
    let shown = json(&[&["book", "show", "--json"], args].concat());
    let turn = |turn: &Value| {
        let name = turn["move"].as_str().expect("a name").to_owned();
        (name, turn["score"].as_i64().expect("a number"))
    };
    let turns = shown["turns"].as_array().expect("a list");
    turns.iter().map(turn).collect()
}

/// A book is the same however many threads make it, and says what the search says.
#[test]
fn a_book_is_what_the_search_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = folder.path().join(name);
        path.to_str().expect("text").to_owned()
    };
    let build = [
        "book",
        "build",
        "--turns",
        "3",
        "--nodes",
        "3000",
        "--margin",
        "150",
        "--variant",
        "dimy",
    ];
    let (one, two) = (path("one"), path("two"));
    let said = stdout(&[&build[..], &[&one]].concat());
    assert!(said.contains(r#""game":"dimy""#), "{said}");
    stdout(&[&build[..], &["--threads", "3", &two]].concat());
    let bytes = fs::read(&one).expect("made");
    assert!(bytes == fs::read(&two).expect("made"), "other bytes");

    // Of all images of the start one is searched.
    let start = Position::start(Variant::DIMY, Rules::STANDARD).expect("a start");
    let image = Book::empty(Variant::DIMY.board(), Rules::STANDARD).image(&start);
    let image = image.expect("of its game").to_string();
    let shown = turns(&["--variant", "dimy", "--book", &one, "--fen", &image]);
    let analysis = [
        "analyse",
        "--variant",
        "dimy",
        "--nodes",
        "3000",
        "--multipv",
        "6",
        "--json",
        "--fen",
        &image,
    ];
    let lines = json(&analysis)["lines"].as_array().expect("lines").clone();
    let best = lines[0]["score"].as_i64().expect("an estimate");
    let expected: Vec<(String, i64)> = lines
        .iter()
        .map(|line| {
            let name = line["move"].as_str().expect("a name").to_owned();
            (name, line["score"].as_i64().unwrap_or(i64::MIN))
        })
        .filter(|(_, score)| *score >= best - 150)
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(shown, expected);

    // The names of turns are those of the image that was asked about.
    let show = ["book", "show", "--variant", "dimy", "--book", &one];
    let text = stdout(&[&show[..], &["--fen", &image]].concat());
    assert!(
        text.contains(&shown[0].0) && text.contains("a book of "),
        "{text}"
    );
    let text = stdout(&["book", "show", "--book", &one]);
    assert!(text.contains("nothing on this position"), "{text}");
}

#[test]
fn the_shipped_book_is_shown() {
    let shown = turns(&[]);
    assert!(!shown.is_empty());
    for rules in ["icga", "standard,single-first-capture"] {
        assert!(turns(&["--rules", rules]).is_empty(), "{rules}");
    }
    assert!(turns(&["--variant", "vela"]).is_empty());
}

#[test]
fn what_makes_no_book_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book");
    let file = file.to_str().expect("text");
    let build = [
        "book", "build", file, "--turns", "2", "--nodes", "100", "--margin", "9",
    ];
    for (more, says) in [
        (&["--fen", "9/9/4B4/9/W8 W"][..], "start of a game"),
        (&["--variant", "vela"], "R7.2"),
        (&["--rules", "standard,single-first-capture"], "R7.1"),
    ] {
        let line = rejected(&[&build[..], more].concat(), b"");
        assert!(line.contains(says), "{line}");
    }
    let endless = ["book", "build", file, "--turns", "21"];
    assert!(rejected(&endless, b"").contains("21"));
    assert!(rejected(&build[..3], b"").contains("--turns"));
    for content in ["", "a letter", "fanobook and more"] {
        fs::write(file, content).expect("written");
        let line = rejected(&["book", "show", "--book", file], b"");
        assert!(line.contains("book"), "{line}");
    }
    let player = format!("search,nodes=5,book={file}");
    rejected(&["match", &player, "random", "--games", "2"], b"");
}

/// From the same start a plain search plays the same game each time; by the book it does not, and its
/// first turns are of the book.
#[test]
fn a_match_by_the_book_has_variety() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games.txt");
    let records = records.to_str().expect("text");
    let first_turns = |setting: &str| {
        let player = format!("search,nodes=50,book={setting}");
        stdout(&[
            "match",
            &player,
            &player,
            "--games",
            "2",
            "--turns",
            "0",
            "--records",
            records,
        ]);
        fs::read_to_string(records).expect("written")
    };
    let by_book = first_turns("on");
    let first: Vec<String> = turns(&[]).into_iter().map(|(mv, _)| mv).collect();
    for game in by_book.split("\n\n").filter(|text| text.contains("1. ")) {
        let is_of_book = |mv: &String| game.contains(&format!("1. {mv}"));
        assert!(first.iter().any(is_of_book), "{first:?} {game}");
    }
    assert_ne!(by_book, first_turns("off"));
}
