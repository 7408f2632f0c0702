//! The proof search: against tables that know the answer, and known values of starts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use fanorona::solve::{Answer, Claim, Distance, Solver, Strategy, certificate, find_strategy};
use fanorona::tablebase::Tables;
use fanorona::{Bitboard, Board, Color, Position, Rules, Setup, Square, Variant, Wdl};
use fanorona_tests::{random_game, start};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn tables(board: Board, stones: usize) -> Tables {
    Tables::build(board, stones, &mut |_| true).expect("built to the end")
}

/// The position whose points hold these digits: 0 White, 1 Black, else nobody.
fn placed(board: Board, digits: impl IntoIterator<Item = u64>, turn: Color) -> Option<Position> {
    let mut setup = Setup::empty(Variant::on(board), Rules::empty());
    setup.turn = turn;
    for (square, digit) in board.points().iter().zip(digits) {
        if let Some(stones) = setup.stones.get_mut(digit as usize) {
            *stones = stones.with(square);
        }
    }
    setup.position().ok()
}

/// The answer, found in slices of so many nodes.
fn wins(
    solver: &mut Solver,
    leaves: Option<&Tables>,
    position: &Position,
    winner: Color,
    slice: u64,
) -> bool {
    solver.ask(position, winner).expect("a plain position");
    let begun = solver.nodes();
    loop {
        if let Some(wins) = solver.run(leaves, slice).expect("few turns") {
            return wins;
        }
        let nodes = solver.nodes() - begun;
        assert!(nodes < 300_000_000, "{position:?} {winner:?}");
    }
}

/// Win, draw or loss by two questions.
fn value(solver: &mut Solver, leaves: Option<&Tables>, position: &Position) -> Wdl {
    if wins(solver, leaves, position, position.turn(), 1 << 20) {
        Wdl::Win
    } else if wins(solver, leaves, position, !position.turn(), 1 << 20) {
        Wdl::Loss
    } else {
        Wdl::Draw
    }
}

/// Asks whether either side wins and holds the answers against tables that know.
/// Answers `false` where the position is over.
fn agrees(
    all: &Tables,
    solver: &mut Solver,
    leaves: Option<&Tables>,
    slice: u64,
    position: &Position,
) -> bool {
    let Some(value) = all.probe(position) else {
        return false;
    };
    for (winner, wdl) in [(position.turn(), Wdl::Win), (!position.turn(), Wdl::Loss)] {
        let answer = wins(solver, leaves, position, winner, slice);
        assert_eq!(answer, value.wdl == wdl, "{position:?} {winner:?}");
        let known = solver.known(leaves, position, winner);
        assert!(known.is_none_or(|known| known == answer));
    }
    true
}

/// Every position of Telo without tables, by one solver that keeps everything and
/// by others that can keep four answers.
#[test]
fn every_position_of_telo() {
    let all = tables(Board::TELO, 9);
    let mut keeps = Solver::new(Board::TELO, 1 << 22);
    let mut asked = 0;
    for number in 0..3u64.pow(9) {
        let digits = (0..9).map(|digit| number / 3u64.pow(digit) % 3);
        let Some(position) = placed(Board::TELO, digits, Color::White) else {
            continue;
        };
        let mut forgets = Solver::new(Board::TELO, 64);
        if agrees(&all, &mut keeps, None, 5, &position) {
            agrees(&all, &mut forgets, None, 1 + number % 7, &position);
            asked += 1;
        }
    }
    assert_eq!(asked, 11_113 + 366 + 7_181);
}

/// All that a solver keeps is true, not only what it was asked: what it found on
/// the way, and what leaned on positions of the line for a time. With few stones
/// and much room most lines come back to where they were.
#[test]
fn everything_kept_is_true() {
    let board = Board::new(5, 4).expect("a board");
    let all = tables(board, 5);
    let mut next = random(5);
    let mut kept = 0;
    for _ in 0..1_000 {
        let root = random_position(&mut next, board, 5);
        let mut solver = Solver::new(board, 1 << 20);
        for side in Color::ALL {
            wins(&mut solver, None, &root, side, 1 << 20);
        }
        for seed in 0..300 {
            // Where the search was: along random games from the root.
            let game = random_game(root, seed, 1 + seed as usize % 25);
            let Some(value) = all.probe(game.position()) else {
                continue;
            };
            let position = game.position();
            for (winner, wdl) in [(position.turn(), Wdl::Win), (!position.turn(), Wdl::Loss)] {
                if let Some(known) = solver.known(None, position, winner) {
                    let found = format!("{position} {winner:?} from {root}");
                    assert_eq!(known, value.wdl == wdl, "{found}");
                    kept += 1;
                }
            }
        }
    }
    assert!(kept > 10_000, "{kept}");
}

/// Numbers below `below` that look random.
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// A random position with up to so many stones.
fn random_position(next: &mut impl FnMut(u64) -> u64, board: Board, stones: u64) -> Position {
    let squares: Vec<Square> = board.points().iter().collect();
    loop {
        let mut setup = Setup::empty(Variant::on(board), Rules::empty());
        setup.turn = [Color::White, Color::Black][next(2) as usize];
        for _ in 0..2 + next(stones - 1) {
            let square = squares[next(squares.len() as u64) as usize];
            let one = Bitboard::from_square(square);
            setup.stones = setup.stones.map(|stones| stones - one);
            let side = next(2) as usize;
            setup.stones[side] = setup.stones[side].with(square);
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

fn random_positions_agree(board: Board, most: u64, count: usize, bytes: &[usize]) {
    let all = tables(board, most as usize);
    let small = [tables(board, 2), tables(board, 3)];
    let mut next = random(7);
    let mut keeps = Solver::new(board, 1 << 22);
    let mut asked = 0;
    while asked < count {
        let position = random_position(&mut next, board, most);
        let leaves = [None, Some(&small[0]), Some(&small[1])][next(3) as usize];
        if !agrees(&all, &mut keeps, leaves, 1 << next(12), &position) {
            continue;
        }
        let bytes = bytes[next(bytes.len() as u64) as usize];
        let mut forgets = Solver::new(board, bytes);
        agrees(&all, &mut forgets, leaves, 1 << next(12), &position);
        asked += 1;
    }
}

#[test]
fn random_positions_of_four_by_three() {
    let board = Board::new(4, 3).expect("a board");
    random_positions_agree(board, 7, 300, &[1 << 12, 1 << 16]);
}

#[test]
fn random_positions_of_five_by_three() {
    let board = Board::new(5, 3).expect("a board");
    random_positions_agree(board, 7, 200, &[1 << 14, 1 << 18]);
}

/// A node count is the same however the work is sliced.
#[test]
fn slices_change_nothing() {
    let board = Board::new(5, 3).expect("a board");
    let position = start("5x3");
    let counts = [1, 3, 100, 1 << 20].map(|slice| {
        let mut solver = Solver::new(board, 1 << 14);
        let answers = [Color::White, Color::Black]
            .map(|side| wins(&mut solver, None, &position, side, slice));
        (answers, solver.nodes())
    });
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    assert_eq!(counts[0].0, [true, false]);
}

/// Each first turn with the value for White, who makes it.
fn first_moves(
    solver: &mut Solver,
    leaves: Option<&Tables>,
    start: &Position,
) -> Vec<(String, Wdl)> {
    let mut values = Vec::new();
    let _ = start.for_each_successor::<()>(|mv, next| {
        values.push((mv.to_string(), -value(solver, leaves, &next)));
        ControlFlow::Continue(())
    });
    values.sort();
    values
}

fn assert_first_moves(
    solver: &mut Solver,
    leaves: Option<&Tables>,
    start: &Position,
    known: &[(&str, Wdl)],
) {
    let found = first_moves(solver, leaves, start);
    let found: Vec<(&str, Wdl)> = found.iter().map(|(mv, wdl)| (mv.as_str(), *wdl)).collect();
    assert_eq!(found, known);
}

/// Values of starts and first moves (docs/endgames.md), with nothing to look up.
#[test]
fn small_boards_from_nothing() {
    let solver = |board: &Position| Solver::new(board.variant().board(), 1 << 24);
    let telo = start("telo");
    assert_first_moves(
        &mut solver(&telo),
        None,
        &telo,
        &[
            ("a1-b2A", Wdl::Loss),
            ("b1-b2A", Wdl::Loss),
            ("c1-b2A", Wdl::Win),
            ("c2-b2A", Wdl::Win),
        ],
    );
    let wide = start("5x3");
    assert_first_moves(
        &mut solver(&wide),
        None,
        &wide,
        &[
            ("b2-c2A", Wdl::Loss),
            ("b2-c2W", Wdl::Draw),
            ("c1-c2A", Wdl::Win),
        ],
    );
    let tall = start("3x5");
    let mut solver = solver(&tall);
    for (text, wdl) in [("b2-b3A", Wdl::Win), ("c3-b3A", Wdl::Win)] {
        let mv = tall.parse_move(text).expect("legal");
        let next = tall.play(&mv).expect("legal");
        assert_eq!(-value(&mut solver, None, &next), wdl, "{text}");
    }
}

/// The shortest wins and a line that shows each.
#[test]
fn lengths_of_short_wins() {
    for (board, plies) in [("telo", 11), ("5x3", 11), ("3x5", 13)] {
        let position = start(board);
        let mut solver = Solver::new(position.variant().board(), 1 << 24);
        assert!(wins(&mut solver, None, &position, Color::White, 1 << 20));
        let mut distance = Distance::new(&position, Color::White);
        let found = loop {
            if let Some(found) = distance.run(&solver, None, 1_000).expect("few turns") {
                break found;
            }
            assert!(distance.nodes() < 5_000_000, "{board}");
        };
        assert_eq!(found, plies, "{board}");
        let line = distance.line(&solver, None).expect("few turns");
        let end = line
            .iter()
            .fold(position, |position, mv| position.play(mv).expect("legal"));
        assert_eq!(line.len() as u32, plies);
        let winner = end.end().and_then(|end| end.outcome.winner());
        assert_eq!(winner, Some(Color::White), "{board} {end}");
    }
}

fn placement(position: &Position) -> [Bitboard; 2] {
    Color::ALL.map(|color| position.stones(color))
}

fn count_stones(position: &Position) -> u32 {
    Color::ALL
        .map(|color| position.stones(color).len())
        .iter()
        .sum()
}

/// Whether a proof is right, as docs/proofs.md tells a checker to find out.
fn check(proof: &str, leaves: Option<&Tables>) -> Result<(), String> {
    let mut lines = proof.lines();
    let mut field = |name: &str| {
        let line = lines.next().unwrap_or_default();
        let value = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '));
        value
            .map(str::to_owned)
            .ok_or_else(|| format!("{name}: {line:?}"))
    };
    assert_eq!(field("fanorona-proof")?, "1");
    let variant: Variant = field("board")?.parse().map_err(|_| "board")?;
    let claims_win = field("claim")? == "win";
    let side = Color::from_letter(field("side")?.chars().next().unwrap_or('-')).ok_or("side")?;
    let read = |fen: &str| {
        Position::from_fen(fen, variant, Rules::empty()).map_err(|error| error.to_string())
    };
    let root = read(&field("root")?)?;
    let stones: u32 = field("tables")?.parse().map_err(|_| "tables")?;
    let count: usize = field("positions")?.parse().map_err(|_| "positions")?;
    let mut listed = HashMap::new();
    let mut before = "";
    for line in lines.by_ref().take(count) {
        assert!(before < line, "sorted by bytes: {line}");
        before = line;
        let mut parts = line.split(' ');
        let board = parts.next().unwrap_or_default();
        let mv = parts.next().ok_or("a turn is missing")?;
        let rank: u32 = match parts.next() {
            Some(rank) if claims_win => rank.parse().map_err(|_| "rank")?,
            None if !claims_win => 0,
            _ => return Err(format!("rank: {line}")),
        };
        let position = read(&format!("{board} {}", side.letter()))?;
        let same = listed.insert(placement(&position), (position, mv, rank));
        assert!(same.is_none(), "listed twice: {line}");
    }
    assert_eq!(listed.len(), count);
    assert_eq!(lines.next(), Some("end"));
    assert_eq!(lines.next(), None);
    // What the end of the game and the tables say of the claim, if they say anything.
    let known = |position: &Position| {
        if let Some(end) = position.end() {
            return Some(end.outcome.winner() == Some(side));
        }
        if count_stones(position) > stones {
            return None;
        }
        let value = leaves
            .and_then(|leaves| leaves.probe(position))
            .expect("tables reach so far");
        let wdl = if position.turn() == side {
            value.wdl
        } else {
            -value.wdl
        };
        Some(if claims_win {
            wdl == Wdl::Win
        } else {
            wdl != Wdl::Loss
        })
    };
    // A position with the prover to move: listed, below `rank`.
    let covered = |position: &Position, rank: Option<u32>| {
        known(position).unwrap_or_else(|| {
            listed
                .get(&placement(position))
                .is_some_and(|(_, _, below)| !claims_win || rank.is_none_or(|rank| *below < rank))
        })
    };
    // One with the other side to move: covered whatever it plays.
    let answered = |position: &Position, rank: Option<u32>| {
        known(position).unwrap_or_else(|| {
            let all = position.for_each_successor(|_, next| {
                if covered(&next, rank) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            all.is_continue()
        })
    };
    let begins = if root.turn() == side {
        listed.contains_key(&placement(&root))
    } else {
        answered(&root, None)
    };
    if !begins {
        return Err("the root is not covered".to_owned());
    }
    for (position, mv, rank) in listed.values() {
        let turn = position
            .parse_move(mv)
            .map_err(|error| format!("{position} {mv}: {error}"))?;
        let next = position.play(&turn).map_err(|error| error.to_string())?;
        if !answered(&next, claims_win.then_some(*rank)) {
            return Err(format!("{position} {mv}"));
        }
    }
    Ok(())
}

fn proof(
    solver: &mut Solver,
    leaves: Option<&Tables>,
    root: &Position,
    side: Color,
    claim: Claim,
) -> (Strategy, String) {
    let found = find_strategy(solver, leaves, root, side, claim, &mut |_| true);
    let strategy = found.expect("the claim is true");
    let mut text = String::new();
    certificate::write(&strategy, &mut text).expect("a string takes all");
    (strategy, text)
}

/// Proofs of wins, losses and draws, with and without tables, by solvers that have
/// kept everything, little and nothing; and what happens when one is spoiled.
#[test]
fn proofs_can_be_checked() {
    let board = Board::new(5, 3).expect("a board");
    let all = tables(board, 7);
    let small = tables(board, 3);
    let mut next = random(3);
    let (mut claims, mut positions) = ([0; 2], 0);
    while claims.iter().sum::<usize>() < 120 {
        let root = random_position(&mut next, board, 7);
        let Some(value) = all.probe(&root) else {
            continue;
        };
        let leaves = [None, Some(&small)][next(2) as usize];
        let bytes = [64, 1 << 12, 1 << 22][next(3) as usize];
        for side in Color::ALL {
            let wdl = if side == root.turn() {
                value.wdl
            } else {
                -value.wdl
            };
            let mut solver = Solver::new(board, bytes);
            for claim in [Claim::Win, Claim::Hold] {
                let is_so = match claim {
                    Claim::Win => wdl == Wdl::Win,
                    Claim::Hold => wdl != Wdl::Loss,
                };
                if !is_so {
                    let found =
                        find_strategy(&mut solver, leaves, &root, side, claim, &mut |_| true);
                    assert!(found.is_err());
                    continue;
                }
                let (strategy, text) = proof(&mut solver, leaves, &root, side, claim);
                assert_eq!(check(&text, leaves), Ok(()), "{text}");
                claims[usize::from(claim == Claim::Win)] += 1;
                positions += strategy.len();
                // Without one of its positions it is no proof.
                if strategy.len() > 1 {
                    let at = text.lines().count() - 2;
                    let missing: Vec<&str> = text
                        .lines()
                        .enumerate()
                        .filter(|(number, _)| *number != at)
                        .map(|(_, line)| line)
                        .collect();
                    let missing = missing.join("\n").replace(
                        &format!("positions {}", strategy.len()),
                        &format!("positions {}", strategy.len() - 1),
                    );
                    assert!(check(&missing, leaves).is_err(), "{text}");
                }
            }
        }
    }
    assert!(
        claims[0] > 20 && claims[1] > 20 && positions > 1_000,
        "{claims:?} {positions}"
    );
}

/// A solver that learns what another found needs no search.
#[test]
fn answers_go_from_one_solver_to_another() {
    let position = start("5x3");
    let board = position.variant().board();
    let mut first = Solver::new(board, 1 << 22);
    assert!(wins(&mut first, None, &position, Color::White, 1 << 20));
    let mut second = Solver::new(board, 1 << 22);
    for answer in first.answers() {
        second.learn(Answer::from_bytes(answer.to_bytes()).expect("its own bytes"));
    }
    assert_eq!(second.known(None, &position, Color::White), Some(true));
    assert!(wins(&mut second, None, &position, Color::White, 1));
    assert_eq!(second.nodes(), 0);
    // Another board has other positions.
    assert!(second.ask(&start("telo"), Color::White).is_err());
    assert!(second.ask(&start("vela"), Color::White).is_err());
}

/// Dimy: one first turn draws, the others lose; the proof of both halves holds.
#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_dimy_is_a_draw() {
    let leaves = tables(Board::DIMY, 6);
    let position = start("dimy");
    let mut solver = Solver::new(Board::DIMY, 1 << 28);
    assert_eq!(value(&mut solver, Some(&leaves), &position), Wdl::Draw);
    for side in Color::ALL {
        let (_, text) = proof(&mut solver, Some(&leaves), &position, side, Claim::Hold);
        assert_eq!(check(&text, Some(&leaves)), Ok(()));
    }
    let known = [
        ("b2-c3A", Wdl::Draw),
        ("b3-c3A", Wdl::Loss),
        ("b3-c3W", Wdl::Loss),
        ("c2-c3A", Wdl::Loss),
        ("d2-c3A", Wdl::Loss),
    ];
    assert_first_moves(&mut solver, Some(&leaves), &position, &known);
}

/// 7x3 by turns, with nothing to look up; 9x3 by its value and a proof.
#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_three_rows() {
    let seven = start("7x3");
    let mut solver = Solver::new(seven.variant().board(), 1 << 26);
    let known = [
        ("c1-d2A", Wdl::Win),
        ("d1-d2A", Wdl::Loss),
        ("e1-d2A", Wdl::Win),
        ("e2-d2A", Wdl::Draw),
        ("e2-d2W", Wdl::Loss),
    ];
    assert_first_moves(&mut solver, None, &seven, &known);
    let nine = start("9x3");
    let leaves = tables(nine.variant().board(), 5);
    let mut solver = Solver::new(nine.variant().board(), 1 << 26);
    assert_eq!(value(&mut solver, Some(&leaves), &nine), Wdl::Win);
    let (_, text) = proof(&mut solver, Some(&leaves), &nine, Color::White, Claim::Win);
    assert_eq!(check(&text, Some(&leaves)), Ok(()));
}
