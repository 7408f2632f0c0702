//! Good certificates are accepted.

use fanorona_reference::proof::{CheckProgress, Checker, Claim, FaultKind, ProofReader, Proved};
use fanorona_reference::{Side, Table, Wdl};

use crate::certificates::{Certificate, check, check_with, positions_of};
use crate::shared::unlimited;

const TELO: &str = "BBB/B1W/WWW W";

pub(crate) fn telo() -> Table {
    Table::build(3, 3, 9, &mut |_| {}).expect("a table")
}

fn assert_proved(certificate: &Certificate) -> Proved {
    let text = certificate.text();
    let proved = check(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let [proved] = proved.as_slice() else {
        panic!("{} proofs", proved.len());
    };
    assert_eq!(proved.claim, certificate.claim);
    assert_eq!(proved.side, certificate.side);
    assert_eq!(proved.positions, certificate.entries.len());
    proved.clone()
}

/// White wins Telo: proved to the end, and over tables of each size.
#[test]
fn the_start_of_telo_is_won() {
    let table = telo();
    for tables in [0, 2, 3, 4, 5, 6, 7] {
        for claim in [Claim::Win, Claim::Hold] {
            let certificate = Certificate::make(&table, TELO, Side::White, claim, tables);
            let proved = assert_proved(&certificate);
            assert_eq!(proved.root, "BBB/B1W/WWW W 0 1");
            assert_eq!(proved.tables, tables);
            assert_eq!(proved.table_leaves > 0, tables > 0);
            if tables == 0 {
                assert!(proved.wins > 0 && proved.positions > 0);
            }
        }
    }
    // Everything is a leaf.
    let certificate = Certificate::make(&table, TELO, Side::White, Claim::Win, 8);
    let proved = assert_proved(&certificate);
    assert_eq!((proved.positions, proved.table_leaves), (0, 1));
}

/// The other side may be to move at the root.
#[test]
fn a_root_with_the_other_side_to_move() {
    let table = telo();
    let reference = unlimited();
    let start = reference.read_fen(TELO).expect("a position");
    let turn = reference.read_turn(&start, "c1-b2A").expect("legal");
    let after = reference.play(&start, &turn).expect("legal");
    let fen = reference.write_fen(&after);
    for tables in [0, 4, 7] {
        let certificate = Certificate::make(&table, &fen, Side::White, Claim::Win, tables);
        assert_proved(&certificate);
    }
}

/// Every position of Telo that is won, and every drawn one for both sides, has a certificate.
#[test]
fn every_value_of_telo_has_a_certificate() {
    let table = telo();
    let reference = unlimited();
    for stones in 3..=6 {
        for (value, side, claim) in [
            (Wdl::Win, Side::White, Claim::Win),
            (Wdl::Loss, Side::Black, Claim::Win),
            (Wdl::Draw, Side::White, Claim::Hold),
            (Wdl::Draw, Side::Black, Claim::Hold),
        ] {
            let states = positions_of(&table, value, stones);
            assert!(!states.is_empty(), "{value:?} {stones}");
            for state in states.iter().step_by(7) {
                let fen = reference.write_fen(state);
                let certificate = Certificate::make(&table, &fen, side, claim, stones % 3);
                assert_proved(&certificate);
            }
        }
    }
}

/// Several proofs may follow each other; a table that is built serves all of them.
#[test]
fn several_proofs_in_a_file() {
    let table = telo();
    let texts = [
        Certificate::make(&table, TELO, Side::White, Claim::Win, 4).text(),
        Certificate::make(&table, TELO, Side::White, Claim::Hold, 3).text(),
        Certificate::make(&table, TELO, Side::White, Claim::Win, 0).text(),
    ];
    let mut builds = Vec::new();
    let proved = check_with(texts.concat().as_bytes(), &mut |progress| {
        if let CheckProgress::Building(step) = progress {
            builds.push((step.mover, step.other, step.distance, step.done));
        }
    });
    assert_eq!(proved.map(|proved| proved.len()), Ok(3));
    let before = builds.len();
    builds.sort_unstable();
    builds.dedup();
    // Each class once.
    assert!(before > 0 && before == builds.len(), "{builds:?}");
    // The last line needs no end.
    let all = texts.concat();
    assert!(check(all.trim_end().as_bytes()).is_ok());
}

/// So many cells are allowed for the tables of all boards together; that of fewer stones makes room for a larger one.
#[test]
fn tables_are_bounded() {
    let asking = |board: &str, root: &str, tables: usize| {
        format!(
            "fanorona-proof 1\nboard {board}\nclaim hold\nside W\nroot {root}\ntables {tables}\npositions 0\nend\n"
        )
    };
    let text = [
        asking("3x3", "3/3/W1B W", 3),
        asking("4x3", "4/4/W2B W", 4),
        asking("3x3", "3/3/W1B W", 4),
        asking("3x3", "3/3/W1B W", 2),
    ]
    .concat();
    let cells = |width, height, stones| Table::cells(width, height, stones).expect("a board");
    let with = |most| {
        let mut progress = |_| {};
        let mut checker = Checker::new(&mut progress).with_most_cells(most);
        let mut reader = ProofReader::new(text.as_bytes());
        let mut proved = 0;
        while let Some(proof) = reader.next_proof().expect("in the format") {
            if let Err(fault) = checker.check(&proof) {
                return Err((proved, fault));
            }
            proved += 1;
        }
        Ok(proved)
    };
    let both = cells(3, 3, 4) + cells(4, 3, 4);
    assert_eq!(with(both), Ok(4));
    for (most, proved, line, needed) in [
        (0, 0, 6, cells(3, 3, 3)),
        (both - 1, 2, 22, both),
        (cells(4, 3, 4), 1, 14, cells(3, 3, 3) + cells(4, 3, 4)),
    ] {
        let (before, fault) = with(most).expect_err("too little");
        let kind = FaultKind::BeyondLimit { cells: needed };
        assert_eq!((before, fault.line, fault.kind), (proved, line, kind));
    }
}

/// Longer ways round on 5x3, over tables.
#[test]
fn drawn_positions_of_five_by_three() {
    let table = Table::build(5, 3, 7, &mut |_| {}).expect("a table");
    let drawn = positions_of(&table, Wdl::Draw, 6);
    let reference = unlimited();
    for state in drawn.iter().step_by(997) {
        let fen = reference.write_fen(state);
        for side in [Side::White, Side::Black] {
            let certificate = Certificate::make(&table, &fen, side, Claim::Hold, 4);
            assert!(!certificate.entries.is_empty());
            assert_proved(&certificate);
        }
    }
}

/// A root where the game is over needs no turn.
#[test]
fn a_root_where_the_game_is_over() {
    let text = |root: &str| {
        format!(
            "fanorona-proof 1\nboard 3x3\nclaim win\nside W\nroot {root}\ntables 0\npositions 0\nend\n"
        )
    };
    // No stones left (R6.1); blocked (R6.2).
    for root in ["3/3/W2 B", "3/3/W2 W", "WWW/WWW/WWB B"] {
        assert!(check(text(root).as_bytes()).is_ok(), "{root}");
    }
    for root in ["3/3/B2 B", "3/3/B2 W", "BBB/BBB/BBW W"] {
        let fault = check(text(root).as_bytes()).expect_err("lost");
        assert_eq!(fault.line, 5);
        assert!(fault.reason.contains("has lost"), "{fault}");
    }
}
