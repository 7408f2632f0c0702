//! The search: right on what is known, the same everywhere, stopped at once.

use std::sync::Arc;

use fanorona::search::{
    Level, Limits, Line, MOST_LINES, ROOT_TURNS, Report, SLICE_NODES, Search, TURNS_A_NODE, Value,
    bench,
};
use fanorona::tablebase::Tables;
use fanorona::{Game, Move, Position, Rules, Wdl};
use fanorona_tests::{golden_positions, random_game, start, tsivy};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const TABLE: usize = 1 << 20;

/// Most nodes that a call may go past its budget: what one position costs.
const OVERSHOOT: u64 = 1 + (ROOT_TURNS / TURNS_A_NODE) as u64;

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// The search's fingerprint: the same natively and in wasm. A change that should
/// not change the search must not change it.
#[test]
fn bench_has_its_node_count() {
    let recorded: u64 = include_str!("../data/bench-nodes.txt")
        .trim()
        .parse()
        .expect("a number");
    assert_eq!(bench().iter().sum::<u64>(), recorded);
}

/// Telo is a win for White in 11 turns: c1-b2A and c2-b2A win, the other two lose (rules.md).
#[test]
fn telo_is_solved() {
    let game = Game::new(start("telo"));
    let report = Search::new(TABLE).think(&game, to_depth(14));
    assert_eq!(
        report.value,
        Value::Proved {
            wdl: Wdl::Win,
            plies: Some(11)
        }
    );
    let best = report.best.expect("a turn").to_string();
    assert!(best == "c1-b2A" || best == "c2-b2A", "{best}");
    for (first, wdl) in [
        ("c1-b2A", Wdl::Loss),
        ("c2-b2A", Wdl::Loss),
        ("a1-b2A", Wdl::Win),
        ("b1-b2A", Wdl::Win),
    ] {
        let mut game = Game::new(start("telo"));
        game.play(&game.position().parse_move(first).expect("legal"))
            .expect("legal");
        let report = Search::new(TABLE).think(&game, to_depth(24));
        assert!(
            matches!(report.value, Value::Proved { wdl: found, .. } if found == wdl),
            "{first}: {:?}",
            report.value
        );
    }
}

/// 5 wide x 3 tall: White wins in 11; 3 wide x 5 tall: in 13 (rules.md).
#[test]
fn small_boards_have_their_values() {
    for (variant, plies) in [("5x3", 11), ("3x5", 13)] {
        let report = Search::new(8 << 20).think(&Game::new(start(variant)), to_depth(13));
        assert_eq!(
            report.value,
            Value::Proved {
                wdl: Wdl::Win,
                plies: Some(plies)
            },
            "{variant}"
        );
    }
}

#[test]
fn takes_the_last_stone_and_sees_a_block() {
    let win = Search::new(TABLE).think(&Game::new(tsivy("9/9/9/9/W1B6 W")), to_depth(4));
    assert_eq!(
        win.value,
        Value::Proved {
            wdl: Wdl::Win,
            plies: Some(1)
        }
    );
    let position = tsivy("9/9/WW7/W8/BWW6 W");
    let block = Search::new(TABLE).think(&Game::new(position), to_depth(4));
    let blocked = position.play(&block.best.expect("a turn")).expect("legal");
    assert!(blocked.end().is_some(), "{:?}", block.best);
    assert_eq!(
        block.value,
        Value::Proved {
            wdl: Wdl::Win,
            plies: Some(1)
        }
    );
}

/// R6.3: draws by the limit and by repetition are known.
#[test]
fn draws_are_known() {
    let near_limit = tsivy("W8/9/9/9/WWW5B W 49 60");
    let report = Search::new(TABLE).think(&Game::new(near_limit), to_depth(3));
    assert_eq!(report.value, Value::Estimate(0), "{report:?}");
    let without = tsivy("W8/9/9/9/WWW5B W 0 60");
    let report = Search::new(TABLE).think(&Game::new(without), to_depth(3));
    assert_ne!(report.value, Value::Estimate(0));
}

/// However it is sliced, the same answer after the same nodes.
/// A few turns before the no-capture limit (R6.3a), and too far from each other to capture:
/// all is a draw and counts what contempt says, whatever was remembered with another one.
#[test]
fn contempt_is_what_a_draw_counts() {
    let game = Game::new(tsivy("W8/9/9/9/8B W 46 60"));
    let mut search = Search::new(TABLE);
    for contempt in [0, 35, 0, -35, 1000, i16::MAX, i16::MIN, 0] {
        let limits = Limits {
            contempt,
            ..to_depth(6)
        };
        let value = search.think(&game, limits).value;
        let counted = i32::from(contempt).clamp(-1000, 1000);
        assert_eq!(value, Value::Estimate(-counted));
    }
}

#[test]
fn slices_do_not_matter() {
    for golden in golden_positions()
        .iter()
        .filter(|golden| golden.perft[0] > 0)
        .step_by(6)
    {
        let game = Game::new(tsivy(&golden.fen));
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let whole = Search::new(TABLE).think(&game, limits);
        for slice in [1, 77, 5_000] {
            let mut search = Search::new(TABLE);
            search.start(&game, limits);
            while !search.run(slice) {}
            assert_eq!(
                search.report(),
                whole,
                "{} in slices of {slice}",
                golden.fen
            );
        }
        assert!(whole.nodes <= 20_000 + OVERSHOOT);
    }
}

/// A slice ends within its nodes and what one position costs, and there is a turn to play after each.
#[test]
fn a_slice_is_short() {
    let mut search = Search::new(TABLE);
    search.start(&Game::new(start("tsivy")), Limits::default());
    let mut before = search.report().nodes;
    for _ in 0..20 {
        assert!(!search.run(SLICE_NODES));
        let report = search.report();
        assert!(report.nodes - before <= SLICE_NODES + OVERSHOOT);
        assert!(report.best.is_some());
        before = report.nodes;
    }
}

#[test]
fn every_turn_it_plays_is_legal() {
    for variant in ["tsivy", "dimy", "telo", "vela", "7x3"] {
        for level in Level::ALL {
            let mut search = Search::new(TABLE);
            for seed in 0..6 {
                let mut game = random_game(start(variant), seed, 7 * seed as usize);
                let limits = Limits {
                    nodes: Some(3_000),
                    ..level.limits(seed)
                };
                let report = search.think(&game, limits);
                match report.best {
                    Some(best) => {
                        assert_eq!(report.pv.first(), Some(&best));
                        for mv in &report.pv {
                            if game.play(mv).is_err() {
                                // A line may run into a repetition of the game; its first turn may not.
                                assert_ne!(mv, &best);
                                break;
                            }
                        }
                    }
                    None => assert!(game.end().is_some(), "{game:?}"),
                }
            }
        }
    }
}

/// The value of the search with what it has learned, to a depth of 30.
fn learned(search: &mut Search, game: &Game) -> Value {
    let limits = Limits {
        nodes: Some(60_000),
        ..to_depth(30)
    };
    search.think(game, limits).value
}

/// R6.3b: a win learned earlier is none where the way to it leads through a
/// position that would stand for the third time.
#[test]
fn what_was_learned_does_not_outlive_the_second_repetition() {
    let on = |variant: &str, fen: &str| {
        let variant = variant.parse().expect("a variant");
        Position::from_fen(fen, variant, Rules::CLUB).expect("a position")
    };
    for (variant, begun, turns, wdl) in [
        (
            "5x3",
            "4B/3W1/2W2 W",
            "c1-d1 e3-d3 d1-c1 d3-e3 c1-d1 e3-d3",
            Wdl::Win,
        ),
        (
            "5x5",
            "5/1B3/5/5/3W1 B",
            "b4-a4 d1-e1 a4-b4 e1-d1 b4-a4 d1-e1",
            Wdl::Win,
        ),
        (
            "5x5",
            "1W3/5/W2B1/5/5 W",
            "b5-c5 d3-d4 c5-b5 d4-d3 b5-c5",
            Wdl::Loss,
        ),
    ] {
        let mut game = Game::new(on(variant, begun));
        for turn in turns.split(' ') {
            let mv = game.position().parse_move(turn).expect("legal");
            game.play(&mv).expect("legal");
        }
        let mut search = Search::new(TABLE);
        let without_history = Game::new(*game.position());
        let value = learned(&mut search, &without_history);
        assert!(
            matches!(value, Value::Proved { wdl: found, .. } if found == wdl),
            "{begun}: {value:?}"
        );
        // With its history the position is a draw.
        let value = learned(&mut search, &game);
        assert!(
            matches!(value, Value::Estimate(_)),
            "{begun}, then {turns}: {value:?}"
        );
    }
}

/// R6.3a: a loss learned at count 0 that takes more turns than the limit leaves is none later.
#[test]
fn what_was_learned_does_not_outlive_the_limit() {
    let at = |count: u32| Game::new(tsivy(&format!("9/9/9/3B4W/8W B {count} 20")));
    let mut search = Search::new(16 << 20);
    let limits = Limits {
        nodes: Some(3_000_000),
        ..Limits::default()
    };
    let value = search.think(&at(0), limits).value;
    let Value::Proved {
        wdl: Wdl::Loss,
        plies: Some(plies),
    } = value
    else {
        panic!("{value:?}");
    };
    assert!(plies > 26);
    // With best play the draw comes first.
    let value = search.think(&at(24), limits).value;
    assert!(matches!(value, Value::Estimate(_)), "{value:?}");
}

/// A search that runs out of nodes in the middle of an iteration answers what it
/// said just before, not a turn whose score is of an iteration that is past.
#[test]
fn the_answer_at_the_limit_is_what_was_searched() {
    for golden in golden_positions()
        .iter()
        .filter(|golden| golden.perft[0] > 1)
    {
        for nodes in [700, 1_500, 3_000] {
            let mut search = Search::new(TABLE);
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            search.start(&Game::new(tsivy(&golden.fen)), limits);
            let mut before = search.report();
            while !search.run(1) {
                before = search.report();
            }
            let after = search.report();
            assert_eq!(
                (after.best, after.value),
                (before.best, before.value),
                "{} after {nodes} nodes",
                golden.fen
            );
        }
    }
}

fn with_lines(lines: usize, limits: Limits) -> Limits {
    Limits { lines, ..limits }
}

/// The turns of a position that lead to different positions, one for each.
fn distinct_turns(position: &Position) -> Vec<Move> {
    let (turns, omitted) = position.list_moves(10_000);
    assert_eq!(omitted, 0);
    let mut seen = std::collections::BTreeSet::new();
    let is_new = |mv: &Move| {
        let next = position.play(mv).expect("legal");
        seen.insert(next.to_string())
    };
    turns.into_iter().filter(is_new).collect()
}

fn rank(value: Value) -> i64 {
    match value {
        Value::Estimate(hundredths) => hundredths.into(),
        Value::Proved { wdl, plies } => match wdl {
            Wdl::Win => 1_000_000 - i64::from(plies.unwrap_or(500)),
            Wdl::Draw => 0,
            Wdl::Loss => i64::from(plies.unwrap_or(500)) - 1_000_000,
        },
    }
}

/// Each line begins with another legal turn, the best first; the report is of the first.
fn check_lines(position: &Position, report: &Report, most: usize) {
    assert!(report.lines.len() <= most, "{position}");
    assert!(
        report
            .lines
            .is_sorted_by(|one, other| rank(one.value) >= rank(other.value))
    );
    let mut firsts: Vec<String> = Vec::new();
    for line in &report.lines {
        assert!(position.play(&line.pv[0]).is_ok());
        firsts.push(line.pv[0].to_string());
    }
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), report.lines.len(), "{position}");
    let first = report.lines.first();
    assert_eq!(report.best, first.map(|line| line.pv[0]));
    assert_eq!(Some(&report.pv), first.map(|line| &line.pv));
    assert_eq!(Some(report.value), first.map(|line| line.value));
}

/// The values of several lines are those of each turn searched by itself, and no
/// other turn has a better one.
#[test]
fn lines_are_the_best_turns() {
    // So small a table is overwritten all the time: nothing deeper than asked for is met.
    const NO_TABLE: usize = 0;
    for (place, golden) in golden_positions()
        .iter()
        .filter(|golden| golden.perft[0] > 1 && golden.perft[0] < 60)
        .enumerate()
    {
        let game = Game::new(tsivy(&golden.fen));
        let depth = 1 + place as u32 % 2;
        let mut alone: Vec<i64> = Vec::new();
        let turns = distinct_turns(game.position());
        for mv in &turns {
            let mut search = Search::new(NO_TABLE);
            search.start_among(&game, to_depth(depth), &[*mv]);
            while !search.run(u64::MAX) {}
            let report = search.report();
            let reached = game.position().play(&report.best.expect("a turn"));
            assert_eq!(reached, game.position().play(mv), "{}", golden.fen);
            alone.push(rank(report.value));
        }
        alone.sort_unstable_by_key(|rank| std::cmp::Reverse(*rank));
        for lines in [1, 2, 3, MOST_LINES] {
            let report = Search::new(NO_TABLE).think(&game, with_lines(lines, to_depth(depth)));
            check_lines(game.position(), &report, lines);
            let found: Vec<i64> = report.lines.iter().map(|line| rank(line.value)).collect();
            let expected = &alone[..lines.min(turns.len())];
            assert_eq!(found, expected, "{} to depth {depth}", golden.fen);
        }
    }
}

/// All first moves of Telo have their proved values (rules.md), however deep each is.
#[test]
fn lines_go_on_until_all_are_proved() {
    let game = Game::new(start("telo"));
    let report = Search::new(TABLE).think(&game, with_lines(4, to_depth(30)));
    check_lines(game.position(), &report, 4);
    let mut seen: Vec<(String, Option<Wdl>)> = report
        .lines
        .iter()
        .map(|line| {
            let wdl = match line.value {
                Value::Proved { wdl, .. } => Some(wdl),
                Value::Estimate(_) => None,
            };
            (line.pv[0].to_string(), wdl)
        })
        .collect();
    seen.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [
        ("a1-b2A", Wdl::Loss),
        ("b1-b2A", Wdl::Loss),
        ("c1-b2A", Wdl::Win),
        ("c2-b2A", Wdl::Win),
    ];
    assert_eq!(seen, expected.map(|(mv, wdl)| (mv.to_owned(), Some(wdl))));
    assert!(report.depth < 30, "it stops when nothing is open");
}

/// However it is sliced, the same lines; and at each stop lines that can be compared.
#[test]
fn slices_do_not_matter_for_lines() {
    for golden in golden_positions()
        .iter()
        .filter(|golden| golden.perft[0] > 3)
        .step_by(7)
    {
        let game = Game::new(tsivy(&golden.fen));
        let limits = Limits {
            nodes: Some(6_000),
            lines: 3,
            ..Limits::default()
        };
        let whole = Search::new(TABLE).think(&game, limits);
        check_lines(game.position(), &whole, 3);
        assert_eq!(whole.lines.len(), 3);
        for slice in [1, 501] {
            let mut search = Search::new(TABLE);
            search.start(&game, limits);
            let mut depth = 0;
            while !search.run(slice) {
                let report = search.report();
                check_lines(game.position(), &report, 3);
                assert!(report.depth >= depth);
                depth = report.depth;
                assert!(depth == 0 || report.lines.len() == 3, "{}", golden.fen);
            }
            assert_eq!(search.report(), whole, "{}", golden.fen);
        }
    }
}

/// The turn that a level plays does not depend on how many lines are shown.
#[test]
fn lines_do_not_change_the_choice_of_a_level() {
    for level in Level::ALL {
        for seed in 0..6 {
            let game = random_game(start("tsivy"), seed, 5);
            let limits = Limits {
                nodes: None,
                depth: Some(2),
                ..level.limits(seed)
            };
            let one = Search::new(0).think(&game, limits);
            let three = Search::new(0).think(&game, with_lines(3, limits));
            assert_eq!((one.best, one.value), (three.best, three.value));
            assert_eq!(
                three.lines[0],
                Line {
                    pv: three.pv,
                    value: three.value
                }
            );
        }
    }
}

/// Positions in the tables are answered at once with the values of all turns.
#[test]
fn lines_by_tables_are_those_of_the_tables() {
    let game = Game::new(start("telo"));
    let tables = Arc::new(
        Tables::build(game.position().variant().board(), 9, &mut |_| true).expect("telo is small"),
    );
    let mut search = Search::new(TABLE);
    search.set_tables(Some(tables));
    let report = search.think(&game, with_lines(9, Limits::default()));
    check_lines(game.position(), &report, 9);
    assert_eq!((report.done, report.depth), (true, 0));
    let wdls: Vec<Value> = report.lines.iter().map(|line| line.value).collect();
    let proved = |wdl| Value::Proved { wdl, plies: None };
    assert_eq!(wdls, [Wdl::Win, Wdl::Win, Wdl::Loss, Wdl::Loss].map(proved));
    let lost = game.position().parse_move("a1-b2A").expect("legal");
    search.start_among(&game, Limits::default(), &[lost]);
    while !search.run(u64::MAX) {}
    let report = search.report();
    assert_eq!((report.best, report.value), (Some(lost), proved(Wdl::Loss)));
}

/// What was found among some turns is not taken for the position's value later.
#[test]
fn a_search_among_some_turns_leaves_no_trace() {
    let game = Game::new(start("5x3"));
    let lost = game.position().parse_move("b2-c2A").expect("legal");
    let mut replied = game.clone();
    replied.play(&lost).expect("legal");
    let mut search = Search::new(8 << 20);
    let mut value_among = |game: &Game, turns: &[Move]| {
        search.start_among(game, to_depth(16), turns);
        while !search.run(u64::MAX) {}
        search.report()
    };
    let is = |report: &Report, wdl: Wdl| matches!(report.value, Value::Proved { wdl: found, .. } if found == wdl);
    // The other side has answers that give its win away.
    let gifts: Vec<Move> = distinct_turns(replied.position())
        .into_iter()
        .filter(|answer| is(&value_among(&replied, &[*answer]), Wdl::Loss))
        .collect();
    assert!(!gifts.is_empty());
    let report = value_among(&replied, &gifts);
    assert!(is(&report, Wdl::Loss) && gifts.contains(&report.best.expect("a turn")));
    let report = value_among(&game, &[lost]);
    assert!(
        is(&report, Wdl::Loss) && report.best == Some(lost),
        "{report:?}"
    );
    // Turns that are not legal are no restriction.
    let elsewhere = start("tsivy").parse_move("f2-e3A").expect("legal there");
    assert!(is(&value_among(&game, &[elsewhere]), Wdl::Win));
}

#[test]
fn what_one_board_taught_says_nothing_of_another() {
    // The stones of Telo's start on the large board: equal stones, equal hashes, another value.
    let large = Game::new(tsivy("9/9/BBB6/B1W6/WWW6 W"));
    let small = Game::new(start("telo"));
    assert_eq!(large.position().hash(), small.position().hash());
    let value = |search: &mut Search, game: &Game| search.think(game, to_depth(12)).value;
    let alone = value(&mut Search::new(8 << 20), &small);
    assert!(
        matches!(alone, Value::Proved { wdl: Wdl::Win, .. }),
        "{alone:?}"
    );
    let mut search = Search::new(8 << 20);
    assert_ne!(value(&mut search, &large), alone);
    assert_eq!(value(&mut search, &small), alone);
}
