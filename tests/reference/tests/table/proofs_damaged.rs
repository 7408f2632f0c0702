//! Certificates with a fault are refused, and the fault is named with its line.

use std::collections::BTreeMap;

use fanorona_reference::proof::{Claim, FaultKind};
use fanorona_reference::{Side, StepKind, Value, Wdl};

use crate::certificates::{Certificate, check, positions_of};
use crate::proofs::telo;
use crate::shared::unlimited;

fn win(tables: usize) -> Certificate {
    Certificate::make(&telo(), "BBB/B1W/WWW W", Side::White, Claim::Win, tables)
}

fn hold() -> Certificate {
    let table = telo();
    let reference = unlimited();
    let drawn = positions_of(&table, Wdl::Draw, 5);
    let longest = drawn.iter().map(|state| {
        let fen = reference.write_fen(state);
        Certificate::make(&table, &fen, Side::White, Claim::Hold, 0)
    });
    longest
        .max_by_key(|certificate| certificate.entries.len())
        .expect("a drawn position")
}

#[track_caller]
fn refused(text: impl AsRef<[u8]>, kind: FaultKind, line: u64, reason: &str) {
    let text = text.as_ref();
    let fault = check(text).expect_err(&String::from_utf8_lossy(text));
    assert!(
        fault.kind == kind && fault.line == line && fault.reason.contains(reason),
        "{fault:?}"
    );
}

#[track_caller]
fn not_a_proof(text: impl AsRef<[u8]>, line: u64, reason: &str) {
    refused(text, FaultKind::NotAProof, line, reason);
}

#[track_caller]
fn unreadable(text: impl AsRef<[u8]>, line: u64, reason: &str) {
    refused(text, FaultKind::Unreadable, line, reason);
}

/// Each line of the positions taken out: something is missing, whichever it is.
#[test]
fn a_missing_position_is_noticed() {
    for certificate in [win(0), win(4), hold()] {
        assert!(certificate.entries.len() > 3);
        for board in certificate.entries.keys() {
            let mut damaged = certificate.clone();
            damaged.entries.remove(board);
            let fault = check(damaged.text().as_bytes()).expect_err(board);
            assert_eq!(fault.kind, FaultKind::NotAProof);
            assert!(fault.reason.contains("not listed"), "{fault}");
        }
    }
}

/// Each turn changed to another legal one: refused when the value is lost by it, or when its answers are not there.
#[test]
fn a_wrong_turn_is_noticed() {
    let reference = unlimited();
    let table = telo();
    for certificate in [win(0), hold()] {
        let mut refused = 0;
        for (board, (turn, rank)) in &certificate.entries {
            let state = reference
                .read_fen(&format!("{board} W"))
                .expect("a position");
            for (other, after) in reference.turns_with_results(&state) {
                let text = reference.write_turn(&other);
                if text == *turn {
                    continue;
                }
                let mut damaged = certificate.clone();
                damaged.entries.insert(board.clone(), (text, *rank));
                let result = check(damaged.text().as_bytes());
                let value = table.probe(&after).expect("in the table").wdl();
                let allowed =
                    value == Wdl::Loss || (certificate.claim == Claim::Hold && value == Wdl::Draw);
                if !allowed {
                    let fault = result.expect_err("the turn gives the game away");
                    assert_eq!(fault.line, certificate.line_of(board));
                    refused += 1;
                }
            }
        }
        assert!(refused > 0);
    }
}

#[test]
fn an_illegal_turn_is_noticed() {
    let certificate = win(0);
    let (board, (turn, rank)) = certificate.entries.first_key_value().expect("an entry");
    let line = certificate.line_of(board);
    let with = |turn: &str| {
        let mut damaged = certificate.clone();
        damaged
            .entries
            .insert(board.clone(), (turn.to_owned(), *rank));
        damaged.text()
    };
    not_a_proof(with("i5-i4"), line, "not legal");
    // Without its letters, which would be enough for a forgiving reader.
    not_a_proof(with(&turn.replace(['A', 'W'], "")), line, "not legal");
    for text in [
        "a1", "a1-", "-", "a1-a2-", "a1A-a2", "a1-j2", "a1-a0", "a1-a22", "A1-A2", "é1-a2",
    ] {
        not_a_proof(with(text), line, "no turn (R8.2)");
    }
}

/// The rank of each position in turn made as high as can be, and all ranks made equal.
#[test]
fn a_rank_that_does_not_fall_is_noticed() {
    let certificate = win(0);
    let mut equal = certificate.clone();
    let mut refused = 0;
    for board in certificate.entries.keys() {
        let mut damaged = certificate.clone();
        damaged
            .entries
            .entry(board.clone())
            .and_modify(|entry| entry.1 = u32::MAX);
        match check(damaged.text().as_bytes()) {
            // A root may have any rank.
            Ok(_) => assert_eq!(board, "BBB/B1W/WWW"),
            Err(fault) => {
                assert!(fault.reason.contains("is not below"), "{fault}");
                refused += 1;
            }
        }
        equal
            .entries
            .entry(board.clone())
            .and_modify(|entry| entry.1 = 7);
    }
    assert_eq!(refused, certificate.entries.len() - 1);
    let fault = check(equal.text().as_bytes()).expect_err("all ranks are the same");
    assert!(fault.reason.contains("rank 7 is not below 7"), "{fault}");
}

/// A draw claimed as a win: going round would prove it if ranks did not have to fall.
#[test]
fn a_draw_is_not_a_win() {
    let mut damaged = hold();
    damaged.claim = Claim::Win;
    let fault = check(damaged.text().as_bytes()).expect_err("a draw");
    assert!(fault.reason.contains("is not below"), "{fault}");
}

#[test]
fn a_wrong_claim_on_the_table_is_noticed() {
    let table = telo();
    let reference = unlimited();
    let claims = [Claim::Win, Claim::Hold];
    for (value, claim) in [Wdl::Win, Wdl::Draw, Wdl::Loss]
        .into_iter()
        .flat_map(|value| claims.map(|claim| (value, claim)))
    {
        let state = positions_of(&table, value, 3)[0];
        let root = |side| Certificate {
            root: reference.write_fen(&state),
            entries: BTreeMap::default(),
            tables: 3,
            side,
            claim,
            ..win(4)
        };
        // White is to move: the prover's own value, and the other side's.
        for (side, for_prover) in [(Side::White, value), (Side::Black, -value)] {
            let text = root(side).text();
            let right = for_prover == Wdl::Win || (for_prover == Wdl::Draw && claim == Claim::Hold);
            if right {
                assert!(check(text.as_bytes()).is_ok(), "{text}");
            } else {
                not_a_proof(&text, 5, &value.to_string());
            }
        }
    }
    // A larger table than announced is not asked, though it is there.
    let small = Certificate {
        tables: 2,
        ..win(6)
    };
    let both = win(6).text() + &small.text();
    let fault = check(both.as_bytes()).expect_err("leaves of up to 6 stones");
    assert!(
        fault.line > 8 && fault.reason.contains("not listed"),
        "{fault}"
    );
}

/// The prover's turn leads to a table value that is not the claimed one.
#[test]
fn a_turn_to_a_wrong_table_value_is_noticed() {
    let table = telo();
    let reference = unlimited();
    let mut refused = 0;
    for state in positions_of(&table, Wdl::Win, 4) {
        let turns = reference.turns_with_results(&state);
        let bad = turns.iter().find(|(turn, after)| {
            let draws = table.probe(after).map(Value::wdl) == Some(Wdl::Draw);
            draws && turn.steps[0].kind != StepKind::Paika
        });
        let Some((turn, _)) = bad else { continue };
        let root = reference.write_fen(&state);
        let board = root.split(' ').next().unwrap_or_default().to_owned();
        let certificate = Certificate {
            entries: BTreeMap::from([(board, (reference.write_turn(turn), 1))]),
            tables: 3,
            root,
            ..win(4)
        };
        not_a_proof(
            certificate.text(),
            8,
            "the table gives the other side a draw",
        );
        let hold = Certificate {
            claim: Claim::Hold,
            ..certificate
        };
        assert!(check(hold.text().as_bytes()).is_ok());
        refused += 1;
    }
    assert!(refused > 0);
}

#[test]
fn a_root_that_is_not_covered_is_noticed() {
    let other = "WBB/B1W/WWW W";
    not_a_proof(
        Certificate {
            root: other.to_owned(),
            ..win(0)
        }
        .text(),
        5,
        "not listed",
    );
    // Black to move at the start: White has no list for that.
    let text = Certificate {
        root: "BBB/B1W/WWW B".to_owned(),
        ..win(0)
    }
    .text();
    not_a_proof(text, 5, "the answer");
    // The wrong prover.
    let text = Certificate {
        side: Side::Black,
        entries: Default::default(),
        ..win(0)
    }
    .text();
    not_a_proof(text, 5, "not listed");
}

#[test]
fn positions_that_are_no_positions_to_move_in() {
    let with = |board: &str| {
        let mut damaged = win(0);
        damaged
            .entries
            .insert(board.to_owned(), ("a1-a2".to_owned(), 1));
        (damaged.line_of(board), damaged.text())
    };
    let (line, text) = with("3/3/W2");
    not_a_proof(text, line, "over");
    let (line, text) = with("3/3/B2");
    not_a_proof(text, line, "not legal");
    for board in [
        "3/3/W1",
        "3/3",
        "3/3/W3",
        "12/3/W2",
        "3/3/.W1",
        "3/3/X2",
        "",
        "9/9/9/9/W7B",
    ] {
        let (line, text) = with(board);
        let fault = check(text.as_bytes()).expect_err(board);
        assert_eq!(
            (fault.kind, fault.line),
            (FaultKind::Unreadable, line),
            "{fault}"
        );
    }
}

#[test]
fn order_and_numbers_of_lines() {
    let certificate = win(0);
    let text = certificate.text();
    let lines: Vec<&str> = text.lines().collect();
    let join = |lines: &[&str]| lines.join("\n") + "\n";
    let mut swapped = lines.clone();
    swapped.swap(8, 9);
    not_a_proof(join(&swapped), 10, "order of bytes");
    let mut twice = lines.clone();
    twice.insert(9, lines[8]);
    not_a_proof(join(&twice), 10, "twice");
    // The same position with another rank.
    let again = format!("{}1", lines[8]);
    twice[9] = &again;
    not_a_proof(join(&twice), 10, "twice");

    let count = certificate.entries.len();
    let with = |number: &str| {
        text.replace(
            &format!("positions {count}\n"),
            &format!("positions {number}\n"),
        )
    };
    let end = lines.len() as u64;
    not_a_proof(with(&(count + 1).to_string()), end, "announced");
    not_a_proof(with(&(count - 1).to_string()), end - 1, "announced");
    not_a_proof(with("0"), 8, "announced");
    // A number that nobody could keep costs nothing.
    not_a_proof(with("18446744073709551615"), end, "announced");
    for number in [
        "",
        "-1",
        "+1",
        "01",
        "1 2",
        "x",
        "18446744073709551616",
        "1.0",
    ] {
        unreadable(with(number), 7, "expected");
    }
}

#[test]
fn what_is_not_in_the_format() {
    let text = win(0).text();
    let lines = text.lines().count() as u64;
    unreadable("", 1, "empty");
    unreadable("\n", 1, "expected `fanorona-proof 1`");
    unreadable("fanorona-proof 2\n", 1, "expected");
    unreadable([0xff, 0xfe, 0, 1, 2, 3], 1, "UTF-8");
    unreadable([0; 100_000], 1, "longer than");
    unreadable(
        "fanorona-proof 1\nboard 3x3\nclaim win\nside W\nroot ".to_owned() + &"9".repeat(1 << 20),
        5,
        "longer than",
    );
    unreadable(text.replace('\n', "\r\n"), 1, "expected");
    unreadable(text.clone() + "\n", lines + 1, "expected");
    unreadable(text.clone() + "more\n", lines + 1, "expected");
    unreadable(text.replace("end\n", ""), lines, "before `end`");
    for (old, new, line) in [
        ("board 3x3", "board 3x", 2),
        ("board 3x3", "board 10x5", 2),
        ("board 3x3", "board 0x0", 2),
        ("board 3x3", "board 99999999999999999999x3", 2),
        ("board 3x3", "boards 3x3", 2),
        ("claim win", "claim draw", 3),
        ("claim win", "claim  win", 3),
        ("side W", "side White", 4),
        ("root BBB/B1W/WWW W", "root BBB/B1W/WWW", 5),
        ("root BBB/B1W/WWW W", "root BBB/B1W W", 5),
        ("root BBB/B1W/WWW W", "root BBB/B1W/WWW W vela", 5),
        ("tables 0", "tables -1", 6),
        ("tables 0", "tables ", 6),
        // A proof of the other kind has other lines.
        ("claim win", "claim hold", 8),
    ] {
        let damaged = text.replace(old, new);
        let fault = check(damaged.as_bytes()).expect_err(new);
        assert_eq!(
            (fault.kind, fault.line),
            (FaultKind::Unreadable, line),
            "{new}: {fault}"
        );
    }
    for rank in ["0", "-1", "4294967296", "x", ""] {
        let first = text.lines().nth(7).expect("an entry");
        let (rest, _) = first.rsplit_once(' ').expect("a rank");
        unreadable(text.replace(first, &format!("{rest} {rank}")), 8, "rank");
    }
    // Each cut is noticed, wherever it is, but that of the last line's end.
    for cut in (1..text.len() - 1).step_by(5) {
        assert!(check(&text.as_bytes()[..cut]).is_err(), "{cut}");
    }
}

/// Vela's part one, and tables beyond what can be built here.
#[test]
fn tables_that_cannot_be_built() {
    let text = "fanorona-proof 1\nboard 9x5\nclaim hold\nside W\nroot BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W\ntables 45\npositions 0\nend\n";
    unreadable(text, 6, "too large");
    unreadable(
        text.replace("tables 45", "tables 18446744073709551615"),
        6,
        "too large",
    );
    // Not needed, not built.
    not_a_proof(text.replace("tables 45", "tables 43"), 5, "not listed");
}

/// Single bytes changed anywhere. What is still accepted is still true: the table, which the checker is not given, says so.
#[test]
fn no_changed_byte_makes_a_false_proof() {
    let table = telo();
    let reference = unlimited();
    let (mut accepted, mut refused) = (0, 0);
    for certificate in [win(0), win(4), hold()] {
        let text = certificate.text();
        for place in 0..text.len() {
            for byte in *b"W1B2 A9-\n\xff" {
                let mut damaged = text.clone().into_bytes();
                damaged[place] = byte;
                let Ok(proved) = check(&damaged) else {
                    refused += 1;
                    continue;
                };
                for proved in proved {
                    let root = reference.read_fen(&proved.root).expect("a position");
                    let value = table.probe(&root).expect("in the table").wdl();
                    let value = if root.to_move == proved.side {
                        value
                    } else {
                        -value
                    };
                    let right =
                        value == Wdl::Win || (value == Wdl::Draw && proved.claim == Claim::Hold);
                    assert!(right, "{}", String::from_utf8_lossy(&damaged));
                    accepted += 1;
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 10_000, "{accepted} {refused}");
}
