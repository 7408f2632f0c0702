//! `fanorona match`, `selfplay` and `train`: from games to weights to a match with them.

mod common;

use std::fs;

use common::{json, rejected, run, stdout};

#[test]
fn a_match_counts_its_points_and_is_the_same_again() {
    let args = [
        "match",
        "search,nodes=300",
        "random",
        "--games",
        "8",
        "--turns",
        "4",
        "--concurrency",
        "2",
        "--json",
    ];
    let report = json(&args);
    assert_eq!(report["games"], 8);
    let sum = |names: &[&str]| -> u64 {
        let count = |name: &&str| report[*name].as_u64().expect("a number");
        names.iter().map(count).sum()
    };
    assert_eq!(sum(&["wins", "draws", "losses"]), 8);
    assert!(
        report["score"].as_f64().expect("a number") > 0.8,
        "{report}"
    );
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(5));
    let again = json(&args);
    for name in ["wins", "draws", "losses", "pairs"] {
        assert_eq!(again[name], report[name], "{name}");
    }
    assert_eq!(again["work"][0]["turns"], report["work"][0]["turns"]);
}

#[test]
fn a_test_ends_early_and_records_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games.txt");
    let records_text = records.to_str().expect("text");
    let report = json(&[
        "match",
        "search,nodes=500",
        "random",
        "--games",
        "200",
        "--sprt",
        "0",
        "200",
        "--records",
        records_text,
        "--json",
    ]);
    assert_eq!(report["sprt"]["decision"], "accepted");
    let games = report["games"].as_u64().expect("a number");
    assert!(games < 200, "{games}");
    let text = fs::read_to_string(&records).expect("written");
    let games_text: Vec<&str> = text
        .split("\n\n\n")
        .filter(|it| !it.trim().is_empty())
        .collect();
    assert_eq!(games_text.len() as u64, games);
    for game in games_text {
        let record = fanorona::Record::parse(game, &fanorona::RecordDefaults::default());
        assert!(record.is_ok(), "{record:?}");
    }
}

#[test]
fn games_make_weights_that_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = folder.path().join(name);
        path.to_str().expect("text").to_owned()
    };
    let (games, again, weights) = (path("games"), path("again"), path("weights"));
    let selfplay = |file: &str, threads: &str| {
        stdout(&[
            "selfplay",
            file,
            "--games",
            "60",
            "--nodes",
            "100",
            "--stones",
            "0",
            "--threads",
            threads,
            "--eval",
            "hand",
        ])
    };
    let told = selfplay(&games, "1");
    assert!(told.starts_with("60 games"), "{told}");
    assert_eq!(selfplay(&again, "2"), told);
    assert_eq!(
        fs::read(&games).expect("written"),
        fs::read(&again).expect("written"),
        "the same samples with any number of threads"
    );
    let train = |out: &str, epochs: &str| {
        stdout(&[
            "train",
            &games,
            "--out",
            out,
            "--epochs",
            epochs,
            "--date",
            "2000-01-02",
        ])
    };
    let told = train(&weights, "30");
    let note = |told: &str| -> serde_json::Value {
        serde_json::from_str(told.lines().next().expect("a line")).expect("JSON")
    };
    assert_eq!(note(&told)["date"], "2000-01-02");
    let loss = |told: &str| note(told)["loss"][0].as_f64().expect("a number");
    let begun = loss(&train(&path("begun"), "1"));
    assert!(loss(&told) < 0.8 * begun, "{told} {begun}");
    assert_eq!(train(&path("same"), "30"), told);
    assert_eq!(
        fs::read(&weights).expect("written"),
        fs::read(path("same")).expect("written")
    );
    let player = format!("search,nodes=200,eval={weights}");
    let report = json(&["match", &player, "greedy", "--games", "4", "--json"]);
    assert_eq!(report["games"], 4);
}

/// Part one of Vela (R7.2) has weights of its own, learned from its own samples; part two is the
/// plain game and adds none to them.
#[test]
fn games_of_vela_make_weights_for_its_part_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = folder.path().join(name);
        path.to_str().expect("text").to_owned()
    };
    let (vela, tsivy, weights) = (path("vela"), path("tsivy"), path("weights"));
    for (file, variant) in [(&vela, "vela"), (&tsivy, "tsivy")] {
        stdout(&[
            "selfplay",
            file,
            "--variant",
            variant,
            "--games",
            "40",
            "--nodes",
            "50",
            "--stones",
            "0",
            "--eval",
            "hand",
        ]);
    }
    let samples = fs::read(&vela).expect("written");
    assert!(samples.starts_with(b"fanogamv\x09\x05"));
    let stones = |bytes: &[u8]| bytes.iter().map(|byte| byte.count_ones()).sum::<u32>();
    for sample in samples[10..].chunks(15) {
        let sides = [stones(&sample[..6]), stones(&sample[6..12])];
        let [white, black] = [sides[0].max(sides[1]), sides[0].min(sides[1])];
        assert!(white == 22 && (6..22).contains(&black), "{sides:?}");
    }
    stdout(&["train", &vela, "--out", &weights, "--epochs", "2"]);
    let tsivy_weights = path("tsivy-weights");
    stdout(&["train", &tsivy, "--out", &tsivy_weights, "--epochs", "2"]);
    rejected(&["train", &vela, &tsivy, "--out", &path("mixed")], b"");
    let player = format!("search,nodes=50,eval={tsivy_weights}+{weights}");
    let by_hand = "search,nodes=50,eval=hand";
    let report = json(&[
        "match",
        &player,
        by_hand,
        "--variant",
        "vela",
        "--unbalanced",
        "--games",
        "4",
        "--json",
    ]);
    assert_eq!(report["games"], 4);
    rejected(
        &["match", &format!("{player}+/no/such/file"), "random"],
        b"",
    );
}

#[test]
fn wrong_players_games_and_weights_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let rubbish = folder.path().join("rubbish");
    fs::write(&rubbish, b"fanoeval rubbish").expect("written");
    let rubbish = rubbish.to_str().expect("text");
    let with_rubbish = format!("search,nodes=9,eval={rubbish}");
    for args in [
        vec!["match", "search", "random"],
        vec!["match", "nobody", "random"],
        vec!["match", "random", "level0"],
        vec!["match", "baseline,nodes=9,contempt=5", "random"],
        vec!["match", "level1,nodes=9", "random"],
        vec!["match", "level1,sight=9", "random"],
        vec!["match", "greedy,hash=1", "random"],
        vec!["match", "random", "random,depth=1"],
        vec!["match", "search,nodes=9,colour=1", "random"],
        vec!["match", "random", "random", "--games", "0"],
        vec!["match", "random", "random", "--sprt", "5", "0"],
        vec!["match", "random", "random", "--adjudicate"],
        vec!["match", "random", "random", "--openings", "/no/such/file"],
        vec!["match", "random", "random", "--openings", rubbish],
        vec!["match", &with_rubbish, "random"],
        vec!["match", "search,nodes=9,eval=/no/such/file", "random"],
        vec![
            "match",
            "random",
            "random",
            "--variant",
            "telo",
            "--games",
            "4000",
        ],
        vec!["selfplay", "/no/such/folder/file", "--games", "1"],
        vec!["selfplay", rubbish, "--eval", rubbish],
        vec!["train", rubbish, "--out", "/no/such/folder/file"],
        vec!["train", "/no/such/file", "--out", rubbish],
        vec!["train", rubbish, "--out", rubbish, "--lambda", "2"],
    ] {
        rejected(&args, b"");
    }
}

/// A device without an end is no file of samples or weights, and what was there stays.
#[test]
#[cfg(unix)]
fn endless_devices_are_refused_and_old_weights_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("weights");
    fs::write(&old, b"old").expect("written");
    let name = old.to_str().expect("text");
    rejected(&["train", "/dev/zero", "--out", name], b"");
    rejected(&["match", "search,nodes=9,eval=/dev/zero", "random"], b"");
    rejected(&["selfplay", name, "--eval", "/dev/zero"], b"");
    assert_eq!(fs::read(&old).expect("there"), b"old");
}

/// Another program plays by the engine's protocol, and is the same player as the library.
#[test]
fn a_program_plays() {
    let program = format!(
        "program:'{}' engine,nodes=300",
        env!("CARGO_BIN_EXE_fanorona")
    );
    let report = json(&[
        "match",
        &program,
        "search,nodes=300",
        "--games",
        "4",
        "--variant",
        "dimy",
        "--rules",
        "icga",
        "--json",
    ]);
    assert_eq!(report["games"], 4);
    assert_eq!(report["wins"], report["losses"], "{report}");
    assert_eq!(report["work"][0]["forfeits"], 0);
    assert_eq!(
        report["work"][0]["nodes_per_turn"],
        report["work"][1]["nodes_per_turn"]
    );
}

/// A program that is not there, ends, or answers rubbish loses its games, and the match goes on.
#[test]
fn a_program_that_fails_loses() {
    let rubbish = "printf 'ugiok\\nreadyok\\nbestmove a9\\n'";
    for command in ["/no/such/program", "true", "echo ugiok", rubbish] {
        let program = format!("program:{command},depth=1");
        let args = [
            "match", "random", &program, "--games", "2", "--turns", "2", "--json",
        ];
        let output = run(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.starts_with("a program loses a game: "), "{told}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["wins"], 2, "{command}: {report}");
        assert_eq!(report["work"][1]["forfeits"], 2, "{command}");
    }
}
