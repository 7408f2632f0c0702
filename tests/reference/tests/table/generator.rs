//! Both generators of the reference play the same game.

use std::collections::BTreeSet;

use fanorona_reference::{Lines, Points, Reference, State, StepKind};

use crate::shared::{Random, unlimited};

type Boards = BTreeSet<(Points, Points)>;

/// The boards after all captures, and those after all paikas, by the clauses.
fn by_clauses(reference: &Reference, lines: &Lines, state: &State) -> (Boards, Boards) {
    let (mut captures, mut paikas) = (Boards::new(), Boards::new());
    for (turn, after) in reference.turns_with_results(state) {
        let mover = lines.stones(&after.board, state.to_move);
        let other = lines.stones(&after.board, state.to_move.other());
        if turn.steps[0].kind == StepKind::Paika {
            paikas.insert((mover, other));
        } else {
            captures.insert((mover, other));
        }
    }
    (captures, paikas)
}

fn by_lines(lines: &Lines, state: &State) -> (Boards, Boards) {
    let (mut captures, mut paikas) = (Boards::new(), Boards::new());
    let mover = lines.stones(&state.board, state.to_move);
    let other = lines.stones(&state.board, state.to_move.other());
    let any = lines.captures(mover, other, &mut |mover, other| {
        captures.insert((mover, other));
        true
    });
    assert_eq!(any, !captures.is_empty());
    if !any {
        let any = lines.paikas(mover, other, &mut |mover| {
            paikas.insert((mover, other));
            true
        });
        assert_eq!(any, !paikas.is_empty());
    }
    (captures, paikas)
}

fn assert_same(reference: &Reference, lines: &Lines, state: &State) {
    let fen = reference.write_fen(state);
    assert_eq!(
        by_lines(lines, state),
        by_clauses(reference, lines, state),
        "{fen}"
    );
    let mover = lines.stones(&state.board, state.to_move);
    let other = lines.stones(&state.board, state.to_move.other());
    let back = lines.state(mover, other, state.to_move);
    assert_eq!((back.board, back.to_move), (state.board, state.to_move));
}

/// Random positions of every board that the rules have, and of every number of stones.
#[test]
fn random_positions_have_the_same_turns() {
    let reference = unlimited();
    let mut random = Random::new(1);
    for width in 1..=9 {
        for height in 1..=5 {
            let lines = Lines::new(width, height).expect("a board");
            for tenths in 1..=9 {
                for _ in 0..6 {
                    assert_same(&reference, &lines, &random.state(width, height, tenths));
                }
            }
        }
    }
    let tsivy = Lines::new(9, 5).expect("a board");
    for round in 0..4_000 {
        assert_same(&reference, &tsivy, &random.state(9, 5, 1 + round % 9));
    }
}

/// Positions of play: from the starts, random turns.
#[test]
fn positions_of_games_have_the_same_turns() {
    let reference = unlimited();
    let mut random = Random::new(2);
    for (width, height) in [(9, 5), (5, 5), (3, 3), (7, 3), (5, 3), (3, 5)] {
        let lines = Lines::new(width, height).expect("a board");
        for _ in 0..20 {
            let mut state = reference.start(width, height).expect("a start");
            for _ in 0..60 {
                assert_same(&reference, &lines, &state);
                let turns = reference.turns_with_results(&state);
                if turns.is_empty() {
                    break;
                }
                state = turns[random.below(turns.len())].1;
            }
        }
    }
}

/// A visitor that has seen enough is not shown more.
#[test]
fn a_walk_stops_when_told() {
    let lines = Lines::new(9, 5).expect("a board");
    let start = Reference::default().start(9, 5).expect("a start");
    let white = lines.stones(&start.board, start.to_move);
    let black = lines.stones(&start.board, start.to_move.other());
    let mut seen = 0;
    assert!(lines.captures(white, black, &mut |_, _| {
        seen += 1;
        seen < 3
    }));
    assert_eq!(seen, 3);
    let mut seen = 0;
    assert!(lines.paikas(white, 0, &mut |_| {
        seen += 1;
        seen < 2
    }));
    assert_eq!(seen, 2);
}

#[test]
fn symmetries_of_boards() {
    for (width, height, count) in [
        (9, 5, 4),
        (5, 5, 4),
        (3, 3, 4),
        (4, 3, 2),
        (3, 4, 2),
        (4, 4, 2),
        (1, 5, 2),
        (1, 1, 1),
    ] {
        let lines = Lines::new(width, height).expect("a board");
        assert_eq!(lines.symmetries().len(), count, "{width}x{height}");
    }
    assert!(
        Lines::new(10, 5).is_none() && Lines::new(9, 6).is_none() && Lines::new(0, 3).is_none()
    );
}
