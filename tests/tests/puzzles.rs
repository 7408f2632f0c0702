//! The puzzles that ship with the page: what is claimed of them is proved anew, and by the slow reference besides.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use fanorona::puzzle::{
    Goal, Maker, PuzzleFile, PuzzleText, Seed, ending, judge, kind, table_stones,
};
use fanorona::solve::{Claim, Solver, certificate, find_strategy};
use fanorona::tablebase::Tables;
use fanorona::{Board, Color, Position, Rules, Symmetry, Variant, Wdl};
use fanorona_reference as slow;

static FILE: LazyLock<PuzzleFile> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../www/puzzles/puzzles.json")).expect("a file of puzzles")
});

/// The tables of a certificate that the reference checks: it builds its own.
const REFERENCE_STONES: usize = 5;

fn tables(board: Board, stones: usize) -> Tables {
    Tables::build(board, stones, &mut |_| true).expect("built to the end")
}

/// Tables for each game of the file.
fn all_tables(stones: impl Fn(Board) -> usize) -> BTreeMap<String, Tables> {
    let variants: BTreeSet<&str> = FILE
        .puzzles
        .iter()
        .map(|puzzle| puzzle.variant.as_str())
        .collect();
    let build = |variant: &str| {
        let board = variant.parse::<Variant>().expect("a variant").board();
        (variant.to_owned(), tables(board, stones(board)))
    };
    variants.into_iter().map(build).collect()
}

fn root(puzzle: &PuzzleText) -> Position {
    puzzle.position().expect("a position")
}

#[test]
fn there_are_many_of_every_grade_and_each_stands_once() {
    assert_eq!(
        (FILE.format.as_str(), FILE.version),
        (PuzzleFile::FORMAT, PuzzleFile::VERSION)
    );
    assert!(FILE.puzzles.len() >= 60, "{}", FILE.puzzles.len());
    let mut grades = [0; 5];
    let (mut kinds, mut themes, mut long) = (BTreeSet::new(), BTreeSet::new(), 0);
    for puzzle in &FILE.puzzles {
        grades[usize::from(puzzle.grade) - 1] += 1;
        let position = root(puzzle);
        assert!(kinds.insert(kind(&position)), "{} stands twice", puzzle.id);
        themes.extend(puzzle.themes.iter().map(|theme| format!("{theme:?}")));
        long += usize::from(
            position.stones(Color::White).len() + position.stones(Color::Black).len() >= 7,
        );
    }
    assert!(grades.iter().all(|count| *count >= 5), "{grades:?}");
    assert!(themes.len() >= 8, "{themes:?}");
    assert!(long >= 15, "{long} with seven stones or more");
}

/// The line is legal, by the reference as well, and ends as it says; the turns of the line are among the good ones.
#[test]
fn lines_lead_where_they_say() {
    let reference = slow::Reference::default();
    for puzzle in &FILE.puzzles {
        let id = &puzzle.id;
        let first = root(puzzle);
        let mut position = first;
        let mut state = reference.read_fen(&puzzle.fen).expect("a position");
        assert_eq!(puzzle.keep.len(), puzzle.line.len().div_ceil(2), "{id}");
        for (ply, text) in puzzle.line.iter().enumerate() {
            if ply % 2 == 0 {
                assert!(puzzle.keep[ply / 2].contains(text), "{id} {text}");
                for turn in &puzzle.keep[ply / 2] {
                    assert!(reference.read_turn(&state, turn).is_ok(), "{id} {turn}");
                }
            }
            let turn = reference.read_turn(&state, text).expect("legal");
            let played = reference.turns_with_results(&state);
            state = played
                .into_iter()
                .find(|(one, _)| *one == turn)
                .expect("legal")
                .1;
            position = position
                .play(&position.parse_move(text).expect("legal"))
                .expect("legal");
            assert_eq!(reference.write_fen(&state), position.to_fen(), "{id}");
        }
        match puzzle.plies {
            Some(plies) => {
                assert_eq!(plies as usize, puzzle.line.len(), "{id}");
                let outcome = reference.outcome(&state).expect("over");
                let winner = outcome.winner.map(|side| side == slow::Side::White);
                assert_eq!(winner, Some(first.turn() == Color::White), "{id}");
            }
            None => assert_eq!(reference.outcome(&state), None, "{id}"),
        }
    }
}

#[test]
#[ignore = "slow without optimisation"]
fn release_shipped_puzzles_are_proved() {
    let tables = all_tables(table_stones);
    for puzzle in &FILE.puzzles {
        let proved = puzzle.prove(&tables[&puzzle.variant]);
        assert!(proved.is_ok(), "{}", proved.unwrap_err());
    }
}

/// Every value of a puzzle goes into a certificate that the slow reference checks with tables of its own; where
/// these hold the position, they know all of its turns.
#[test]
#[ignore = "slow without optimisation"]
fn release_shipped_puzzles_are_proved_to_the_reference() {
    let tables = all_tables(|_| REFERENCE_STONES);
    let mut progress = |_| {};
    let mut checker = slow::proof::Checker::new(&mut progress);
    for puzzle in &FILE.puzzles {
        let id = &puzzle.id;
        let root = root(puzzle);
        let tables = &tables[&puzzle.variant];
        let claims: &[(Color, Claim)] = match puzzle.goal {
            Goal::Win => &[(root.turn(), Claim::Win)],
            Goal::Draw => &[(root.turn(), Claim::Hold), (!root.turn(), Claim::Hold)],
        };
        for (side, claim) in claims {
            let mut solver = Solver::new(root.variant().board(), 1 << 24);
            let most = &mut |positions| positions < 200_000;
            let strategy =
                find_strategy(&mut solver, Some(tables), &root, *side, *claim, most).expect(id);
            let mut text = String::new();
            certificate::write(&strategy, &mut text).expect("a string takes all");
            let proof = slow::proof::ProofReader::new(text.as_bytes())
                .next_proof()
                .expect(id)
                .expect("one proof");
            let checked = checker.check(&proof);
            assert!(checked.is_ok(), "{id} {:?}", checked.err());
        }
    }
}

/// A puzzle that claims another thing than what is proved is told.
#[test]
fn a_wrong_claim_is_told() {
    let tables = tables(Board::TELO, 9);
    let telo = || {
        FILE.puzzles
            .iter()
            .filter(|puzzle| puzzle.variant == "telo")
    };
    let good = telo()
        .find(|puzzle| puzzle.plies.is_some_and(|plies| plies >= 3))
        .expect("a long one");
    assert_eq!(good.prove(&tables), Ok(()));
    let spoil = |change: &dyn Fn(&mut PuzzleText)| {
        let mut bad = good.clone();
        change(&mut bad);
        bad.prove(&tables).expect_err("it is wrong").to_string()
    };
    for (part, change) in [
        (
            "the name",
            (&|bad: &mut PuzzleText| bad.id.push('x')) as &dyn Fn(&mut PuzzleText),
        ),
        ("the goal", &|bad| bad.goal = Goal::Draw),
        ("the length", &|bad| bad.plies = Some(1)),
        ("the line", &|bad| bad.line.truncate(1)),
        ("the good turns", &|bad| {
            bad.keep[0].push("a1-a2".to_owned());
        }),
        ("the grade", &|bad| bad.grade = bad.grade % 5 + 1),
        ("the themes", &|bad| bad.themes.clear()),
        ("no puzzle", &|bad| bad.fen = "B2/3/2W W".to_owned()),
        ("R8.1", &|bad| bad.fen = "nothing".to_owned()),
    ] {
        let said = spoil(change);
        let known = said.contains(part) || part == "R8.1" && said.starts_with("telo-");
        assert!(known && said.starts_with("telo-"), "{part}: {said}");
    }
}

/// What is judged is what complete tables say of every turn, wherever the puzzle stands.
#[test]
fn judged_turns_are_those_of_the_tables() {
    let all = tables(Board::TELO, 9);
    let few = tables(Board::TELO, 3);
    let (mut seed, mut count) = (Seed(5), 0);
    while count < 300 {
        let Some(position) = ending(Variant::TELO, 8, &mut seed) else {
            continue;
        };
        count += 1;
        let mut solver = Solver::new(Board::TELO, 1 << 16);
        let judgement = judge(&mut solver, &position, Some(&few), u64::MAX)
            .expect("plain")
            .expect("no bound");
        let (rated, _) = all.rate_moves(&position, usize::MAX).expect("all stones");
        let best = rated
            .iter()
            .map(|rated| rated.value.wdl)
            .max()
            .expect("a turn");
        assert_eq!(judgement.value, best, "{position}");
        assert_eq!(judgement.turns.len(), rated.len());
        for (turn, rated) in judgement.turns.iter().zip(&rated) {
            assert_eq!(
                (turn.mv, turn.keeps),
                (rated.mv, rated.value.wdl == best),
                "{position}"
            );
        }
    }
}

/// A mirrored or recoloured puzzle has the same name, goal, length and number of good turns.
#[test]
fn symmetry_makes_no_other_puzzle() {
    let tables = tables(Board::TELO, 9);
    let maker = Maker::new(Board::TELO);
    let (mut seed, mut found) = (Seed(9), 0);
    while found < 12 {
        let Some(position) = ending(Variant::TELO, 8, &mut seed) else {
            continue;
        };
        let Some(puzzle) = maker.make(&position, Some(&tables)).expect("plain") else {
            continue;
        };
        found += 1;
        let value = tables.probe(&position).expect("all stones").wdl;
        assert_eq!(value == Wdl::Win, puzzle.goal == Goal::Win);
        let swapped = position.swap_colors().expect("not Vela");
        for symmetry in Symmetry::all(Board::TELO) {
            let twin = maker
                .make(&symmetry.position(&swapped), Some(&tables))
                .expect("plain")
                .expect("a puzzle");
            assert_eq!(
                (twin.id(), twin.goal, twin.plies),
                (puzzle.id(), puzzle.goal, puzzle.plies)
            );
            assert_eq!(twin.keep[0].len(), puzzle.keep[0].len());
        }
    }
}

/// What makes no puzzle: a game that is over, other rules, a lost position, one where all turns are as good.
#[test]
fn plain_positions_make_no_puzzle() {
    let tables = tables(Board::TELO, 9);
    let maker = Maker::new(Board::TELO);
    for fen in ["3/3/2W W", "B2/3/2W W", "BBB/B.W/WWW W"] {
        let position = Position::from_fen(fen, Variant::TELO, Rules::STANDARD).expect("a position");
        assert_eq!(maker.make(&position, Some(&tables)), Ok(None), "{fen}");
    }
}
