//! Long work that is ended from outside, and taken up again.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use common::{json, rejected, stdout, tool};
use serde_json::Value;

/// How a run is ended, by the name and the number of the signal.
const SIGNALS: [(&str, i32); 3] = [("KILL", 9), ("INT", 2), ("TERM", 15)];

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn length(path: &str) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Runs the tool until `is_time`, then sends it a signal in the middle of its work; what it leaves behind.
fn signal(args: &[&str], name: &str, mut is_time: impl FnMut() -> bool) -> Output {
    let mut child = tool(args).spawn().expect("the tool starts");
    let begun = Instant::now();
    while !is_time() {
        let ended = child.try_wait().expect("it can be looked at");
        assert_eq!(ended, None, "{args:?} was to be at work");
        assert!(begun.elapsed() < Duration::from_secs(120), "{args:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -{name} {}", child.id())])
        .status();
    assert!(kill.expect("there is a shell").success());
    child.wait_with_output().expect("it ends")
}

/// Ends the tool with a signal in the middle of its work, as [`signal`] does.
fn interrupt(args: &[&str], (name, number): (&str, i32), is_time: impl FnMut() -> bool) {
    let output = signal(args, name, is_time);
    assert_eq!(output.status.signal(), Some(number), "{args:?} {output:?}");
}

/// The answer of `solve` but for what depends on the way.
fn answer(report: &Value) -> [&Value; 3] {
    ["value", "plies", "moves"].map(|name| &report[name])
}

/// By whatever signal it ends, what a search has found so far stays, and the next
/// run goes on from there to the same answer, with less work.
#[test]
fn a_search_is_gone_on_from_where_it_was_ended() {
    let folder = Folder::new("interrupted-solve");
    let solve = ["solve", "--board", "5x5", "--stones", "4", "--json"];
    let kept = |name| [&solve[..], &["--checkpoint", name]].concat();
    let name = folder.file("unbroken");
    let unbroken = json(&kept(&name));
    let all = length(&name);
    assert!(all > 10_000);

    let name = folder.file("checkpoint");
    let args = kept(&name);
    let every = [&args[..], &["--checkpoint-every", "0"]].concat();
    let mut reached = 0;
    for (turn, signal) in (1..).zip(SIGNALS) {
        // A quarter of all answers each time: what is kept grows from run to run.
        interrupt(&every, signal, || length(&name) >= all / 4 * turn);
        assert!(length(&name) > reached, "{signal:?}");
        reached = length(&name);
    }
    let resumed = json(&args);
    assert_eq!(answer(&resumed), answer(&unbroken));
    let nodes = |report: &Value| report["nodes"].as_u64().expect("a number");
    assert!(nodes(&resumed) < nodes(&unbroken) * 3 / 4, "{resumed}");
}

/// The old proof stays until the new one is whole.
#[test]
fn an_old_proof_survives() {
    let folder = Folder::new("interrupted-proof");
    let (proof, checkpoint) = (folder.file("proof"), folder.file("checkpoint"));
    fs::write(&proof, "an old proof").expect("written");
    let begun = [
        "solve", "--board", "5x5", "--stones", "4", "--proof", &proof,
    ];
    let saving = ["--checkpoint-every", "0", "--checkpoint", &checkpoint];
    for signal in SIGNALS {
        let _ = fs::remove_file(&checkpoint);
        interrupt(&[&begun[..], &saving].concat(), signal, || {
            Path::new(&checkpoint).exists()
        });
        assert_eq!(fs::read_to_string(&proof).expect("there"), "an old proof");
    }
    json(&["solve", "--variant", "telo", "--json", "--proof", &proof]);
    let new = fs::read_to_string(&proof).expect("there");
    assert!(new.starts_with("fanorona-proof 1\n"), "{new}");
    let same = ["solve", "--checkpoint", &proof, "--proof", &proof];
    assert!(rejected(&same, b"").contains("the same file"));
}

/// A build goes on from the last whole stage, and the file is the same byte for byte.
#[test]
fn a_build_is_gone_on_from_where_it_was_ended() {
    let folder = Folder::new("interrupted-build");
    let build = ["tablebase", "build", "--stones", "5", "--json", "--out"];
    let unbroken = folder.file("unbroken");
    let report = json(&[&build[..], &[&unbroken]].concat());
    assert!(report["taken_up_at"].is_null(), "{report}");
    let unbroken = fs::read(&unbroken).expect("built");

    let (out, partial) = (folder.file("tables"), folder.file("tables.partial"));
    fs::write(&out, "old tables").expect("written");
    let args = [&build[..], &[&out]].concat();
    let every = [&args[..], &["--checkpoint-every", "0"]].concat();
    // The work at 5 stones takes more bytes than all that was before.
    let at_five = 1_000_000;
    for signal in SIGNALS {
        let mut savings = 0;
        let mut last = fs::metadata(&partial).and_then(|file| file.modified()).ok();
        interrupt(&every, signal, || {
            let now = fs::metadata(&partial).and_then(|file| file.modified()).ok();
            savings += u32::from(now != last);
            last = now;
            savings > 1 && length(&partial) > at_five
        });
        assert_eq!(fs::read(&out).expect("there"), b"old tables");
    }

    let whole = fs::read(&partial).expect("there");
    for part in [&whole[..whole.len() - 1], &whole[..whole.len() / 2], b""] {
        fs::write(&partial, part).expect("written");
        assert!(rejected(&args, b"").contains("delete it to begin anew"));
    }
    fs::write(&partial, &whole).expect("written");
    for other in [&["--stones", "4"][..], &["--stones", "5", "--board", "7x5"]] {
        let foreign = [&build[..2], other, &["--out", &out]].concat();
        assert!(rejected(&foreign, b"").contains("of another build"));
    }
    let same = [&build[..], &[&partial, "--checkpoint", &partial]].concat();
    assert!(rejected(&same, b"").contains("the same file"));

    let report = json(&args);
    assert_eq!(report["taken_up_at"], 5, "{report}");
    assert!(fs::read(&out).expect("built") == unbroken, "other bytes");
    let left: Vec<_> = fs::read_dir(&folder.0).expect("there").collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// A book goes on from where it was ended, and the file is the same byte for byte.
#[test]
fn a_book_is_gone_on_from_where_it_was_ended() {
    let folder = Folder::new("interrupted-book");
    let book = [
        "book", "build", "--turns", "6", "--nodes", "30000", "--margin", "60",
    ];
    let unbroken = folder.file("unbroken");
    stdout(&[&book[..], &[&unbroken]].concat());
    let unbroken = fs::read(&unbroken).expect("made");

    let (file, partial) = (folder.file("book"), folder.file("book.partial"));
    fs::write(&file, "an old book").expect("written");
    let args = [&book[..], &[&file]].concat();
    let every = [&args[..], &["--checkpoint-every", "0"]].concat();
    for signal in SIGNALS {
        let reached = length(&partial);
        interrupt(&every, signal, || length(&partial) > reached);
        assert_eq!(fs::read(&file).expect("there"), b"an old book");
    }
    let whole = fs::read(&partial).expect("there");
    let other_turn = String::from_utf8_lossy(&whole).replacen("e3", "a1", 1);
    for part in [&whole[..whole.len() - 1], b"", other_turn.as_bytes()] {
        fs::write(&partial, part).expect("written");
        assert!(rejected(&args, b"").contains("delete it to begin anew"));
    }
    fs::write(&partial, &whole).expect("written");
    let other = [&args[..], &["--lines", "5"]].concat();
    assert!(rejected(&other, b"").contains("of another book"));

    stdout(&args);
    assert!(fs::read(&file).expect("made") == unbroken, "other bytes");
    assert!(!Path::new(&partial).exists());
}

/// A second run on a file that is being written says so and touches nothing. When the first was killed, the next can begin.
#[test]
fn two_runs_do_not_share_a_file() {
    let folder = Folder::new("two-runs");
    let (kept, tables) = (folder.file("kept"), folder.file("tables"));
    let partial = folder.file("tables.partial");
    let solve = [
        "solve",
        "--board",
        "7x5",
        "--stones",
        "0",
        "--checkpoint",
        &kept,
    ];
    let small = ["tablebase", "build", "--stones", "3", "--out"];
    interrupt(
        &[&solve[..], &["--checkpoint-every", "0"]].concat(),
        SIGNALS[0],
        || {
            if !Path::new(&kept).exists() {
                return false;
            }
            let proof = ["solve", "--variant", "telo", "--proof", &kept];
            for second in [&solve[..], &proof, &[&small[..], &[&kept]].concat()] {
                let line = rejected(second, b"");
                assert!(line.contains("kept: another run is writing"), "{line}");
            }
            true
        },
    );
    let other_board = ["solve", "--variant", "telo", "--checkpoint", &kept];
    assert!(rejected(&other_board, b"").contains("of another board"));

    let build = ["tablebase", "build", "--stones", "7", "--out", &tables];
    let elsewhere = folder.file("elsewhere");
    interrupt(&build, SIGNALS[0], || {
        if !Path::new(&folder.file("tables.partial.lock")).exists() {
            return false;
        }
        let same = [&small[..], &[&tables]].concat();
        let checkpoint = [&small[..], &[&elsewhere, "--checkpoint", &partial]].concat();
        for second in [same, checkpoint] {
            let line = rejected(&second, b"");
            assert!(line.contains(": another run is writing"), "{line}");
        }
        true
    });
    json(&[&small[..], &[&tables, "--json"]].concat());

    let part = folder.file("tables.part");
    fs::write(&part, "a letter").expect("written");
    let line = rejected(&[&small[..], &[&tables]].concat(), b"");
    assert!(line.contains("tables.part is in the way"), "{line}");
    assert_eq!(fs::read_to_string(&part).expect("there"), "a letter");
}

/// A match that is ended early tells the result of the pairs played to their end, and its records are theirs.
#[test]
fn a_match_ended_early_tells_what_it_has() {
    let folder = Folder::new("match_ended_early");
    let openings = folder.file("openings");
    let start = fanorona::Position::start(fanorona::Variant::DIMY, fanorona::Rules::STANDARD);
    let line = format!("{}\n", start.expect("a start"));
    fs::write(&openings, line.repeat(1000)).expect("written");
    for (name, _) in &SIGNALS[1..] {
        let records = folder.file(name);
        let player = "search,nodes=2000";
        let args = [
            "match",
            player,
            player,
            "--games",
            "2000",
            "--variant",
            "dimy",
            "--openings",
            &openings,
            "--json",
            "--records",
            &records,
        ];
        let output = signal(&args, name, || length(&records) > 0);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["interrupted"], true);
        let games = report["games"].as_u64().expect("a number");
        assert!((2..2000).contains(&games), "{games}");
        let written = fs::read_to_string(&records).expect("written");
        assert_eq!(written.matches("[Event ").count() as u64, games);
    }
}
