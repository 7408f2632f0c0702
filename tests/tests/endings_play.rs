//! Endings played out: with tables the computer wins what is won in the fewest turns, holds what is drawn, and resists
//! longest what is lost, against a perfect opponent (the slow reference's own table) and a random one.
#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use fanorona::search::{Limits, Search, Value};
use fanorona::tablebase::{Kind, Opening, Tables};
use fanorona::{Board, Color, Game, Outcome, Position, Rules, Variant, Wdl};
use fanorona_reference as slow;
use fanorona_tests::endings::Random;

/// Recorded, so that every run plays the same games.
const SEED: u64 = 20_261_130;

/// Where a game starts, and what it is worth without the limit.
#[derive(Clone, Copy)]
struct Start {
    position: Position,
    wdl: Wdl,
    dtc: Option<u8>,
}

impl Start {
    /// The value under the standard rules: a conversion must come within fifty half-moves (R6.3a).
    fn expected(&self) -> Wdl {
        let in_time = |dtc: u8| dtc == 0 || self.position.no_capture() + u16::from(dtc) <= 50;
        if self.dtc.is_none_or(in_time) {
            self.wdl
        } else {
            Wdl::Draw
        }
    }
}

const fn wdl(value: slow::Value) -> Wdl {
    match value {
        slow::Value::Win(_) => Wdl::Win,
        slow::Value::Draw => Wdl::Draw,
        slow::Value::Loss(_) => Wdl::Loss,
    }
}

/// `count` positions of a class: half of them from the tenth with the longest distances, every third with a running counter.
fn sample(
    table: &slow::Table,
    class: (usize, usize),
    count: usize,
    random: &mut Random,
) -> Vec<Start> {
    let mut by_distance = [0u64; 256];
    let mut total = 0;
    for (_, value) in table.positions(class.0, class.1) {
        by_distance[value.dtc().map_or(0, usize::from)] += 1;
        total += 1;
    }
    let (mut longest, mut above) = (255, 0);
    while longest > 1 && above + by_distance[longest] <= total / 10 {
        above += by_distance[longest];
        longest -= 1;
    }
    // Two samples without bias, drawn in one pass.
    let mut samples = [Vec::new(), Vec::new()];
    let mut seen = [0; 2];
    for (state, value) in table.positions(class.0, class.1) {
        let is_long = value.dtc().is_some_and(|dtc| usize::from(dtc) >= longest);
        for which in 0..=usize::from(is_long) {
            seen[which] += 1;
            if samples[which].len() < count / 2 {
                samples[which].push((state, value));
            } else {
                let place = random.below(seen[which]);
                if let Some(place) = samples[which].get_mut(place) {
                    *place = (state, value);
                }
            }
        }
    }
    let reference = slow::Reference::default();
    let starts = samples.concat().into_iter().enumerate();
    let starts: Vec<Start> = starts
        .map(|(number, (state, value))| {
            let half_moves = if number % 3 == 2 {
                1 + random.below(45) as u32
            } else {
                0
            };
            let state = slow::State {
                half_moves,
                ..state
            };
            let text = reference.write_fen(&state);
            let position = Position::from_fen(&text, Variant::TSIVY, Rules::STANDARD);
            let mut position = position.expect("the library reads what the reference writes");
            if number % 2 == 1 {
                position = position.swap_colors().expect("not Vela");
            }
            Start {
                position,
                wdl: wdl(value),
                dtc: value.dtc(),
            }
        })
        .collect();
    assert_eq!(starts.len(), count);
    starts
}

/// How the other side plays.
enum Opponent<'a> {
    Perfect(&'a slow::Table),
    Random,
}

impl Opponent<'_> {
    fn turn(&self, position: &Position, random: &mut Random) -> fanorona::Move {
        match self {
            Self::Random => {
                let (moves, _) = position.list_moves(500);
                moves[random.below(moves.len())]
            }
            Self::Perfect(table) => {
                let reference = slow::Reference::default();
                let state = reference.read_fen(&position.to_fen()).expect("a position");
                let best = table.best_turns(&state).expect("in the table");
                let (turn, _) = &best[random.below(best.len())];
                let text = reference.write_turn(turn);
                position
                    .parse_move(&text)
                    .expect("legal in the library too")
            }
        }
    }
}

/// Plays a game from `start`; the computer has the side to move. Returns how it ended for the computer, and the half-moves
/// to the first capture or to the end, whichever came first.
fn play(
    search: &mut Search,
    start: &Start,
    opponent: &Opponent,
    random: &mut Random,
) -> (Wdl, usize) {
    let side = start.position.turn();
    let mut game = Game::new(start.position);
    let mut converted = None;
    search.new_game();
    while game.end().is_none() {
        let position = *game.position();
        let mv = if position.turn() == side {
            let limits = Limits {
                nodes: Some(20_000),
                seed: random.below(1 << 30) as u64,
                ..Limits::default()
            };
            search
                .think(&game, limits)
                .best
                .expect("the game is not over")
        } else {
            opponent.turn(&position, random)
        };
        game.play(&mv).expect("legal");
        if mv.is_capture() && converted.is_none() {
            converted = Some(game.ply());
        }
    }
    let end = game.end().map(|end| end.outcome).unwrap_or(Outcome::Draw);
    (end.seen_by(side), converted.unwrap_or(game.ply()))
}

/// Plays out samples of the classes.
fn play_classes(stones: usize, classes: &[(usize, usize)], count: usize) {
    let table = slow::Table::build(9, 5, stones, &mut |_| {}).expect("few stones");
    let tables = Tables::build(Board::TSIVY, stones, &mut |_| true).expect("few stones");
    let mut search = Search::new(1 << 20);
    search.set_tables(Some(Arc::new(tables)));
    let mut random = Random::new(SEED);
    let mut results = [0; 3];
    for class in classes {
        for start in sample(&table, *class, count, &mut random) {
            let expected = start.expected();
            results[expected as usize] += 1;
            let name = format!("{:?}", start.position);
            for opponent in [Opponent::Perfect(&table), Opponent::Random] {
                let perfect = matches!(opponent, Opponent::Perfect(_));
                let (result, converted) = play(&mut search, &start, &opponent, &mut random);
                assert!(
                    result >= expected,
                    "{name}: {result:?} instead of {expected:?}"
                );
                let Some(dtc) = start.dtc.map(usize::from) else {
                    continue;
                };
                match expected {
                    Wdl::Win => assert!(
                        converted <= dtc,
                        "{name}: {converted} turns, {dtc} would do"
                    ),
                    Wdl::Loss if perfect => {
                        assert_eq!(result, Wdl::Loss, "{name}");
                        assert_eq!(converted, dtc, "{name}: did not resist longest");
                    }
                    _ => {}
                }
                if perfect && expected == Wdl::Win {
                    assert_eq!(converted, dtc, "{name}");
                }
            }
        }
    }
    // Every kind of value was there.
    assert!(results.iter().all(|count| *count > 0), "{results:?}");
    println!(
        "{classes:?}: {results:?} lost, drawn and won positions, all played as well as can be"
    );
}

#[test]
fn endings_of_three_stones_are_played_perfectly() {
    play_classes(3, &[(1, 1), (1, 2), (2, 1)], 12);
}

#[test]
#[ignore = "slow without optimisation"]
fn release_endings_to_five_stones_are_played_perfectly() {
    play_classes(5, &[(2, 2), (2, 3), (3, 2)], 100);
}

#[test]
#[ignore = "takes minutes"]
fn soak_endings_to_six_stones_are_played_perfectly() {
    play_classes(6, &[(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)], 100);
}

/// With values but no distances for seven stones, and distances to five, the computer must still make headway. The tables
/// are read from the file that the environment names in `FANORONA_SEVEN`, as `fanorona tablebase build --stones 7 --kind
/// outcomes` writes it, or built if there is none.
#[test]
#[ignore = "takes long"]
fn soak_seven_stones_without_distances() {
    let bytes = match std::env::var_os("FANORONA_SEVEN") {
        Some(path) => std::fs::read(path).expect("the file"),
        None => {
            let built = Tables::build(Board::TSIVY, 7, &mut |_| true).expect("7 stones fit");
            built.to_bytes(7, Kind::Outcomes).expect("whole")
        }
    };
    let mut opening = Opening::new(bytes).expect("tables");
    while !opening.is_done() {
        opening.work().expect("whole");
    }
    let near = Tables::build(Board::TSIVY, 5, &mut |_| true).expect("few stones");
    let tables = near.merged(&opening.into_tables()).expect("one board");
    assert_eq!(tables.stones_with_distances(), 5);
    assert_eq!(tables.stones(), 7);
    let tables = Arc::new(tables);
    let mut search = Search::new(8 << 20);
    search.set_tables(Some(Arc::clone(&tables)));
    let mut defender = search.clone();
    let mut random = Random::new(SEED);
    let squares: Vec<_> = Board::TSIVY.points().iter().collect();
    let (mut games, mut won) = (0, 0);
    while games < 1_000 {
        // A win of 4-3 or 3-4 with no capture at once, with a fresh counter.
        let own = 3 + random.below(2);
        let mut setup = fanorona::Setup::empty(Variant::TSIVY, Rules::STANDARD);
        let mut placed = 0;
        while placed < 7 {
            let square = squares[random.below(45)];
            if setup.stones.iter().any(|stones| stones.contains(square)) {
                continue;
            }
            let side = usize::from(placed >= own);
            setup.stones[side] = setup.stones[side].with(square);
            placed += 1;
        }
        let Ok(position) = setup.position() else {
            continue;
        };
        let is_win = tables
            .probe(&position)
            .is_some_and(|value| value.verdict == Some(fanorona::tablebase::Verdict::Win));
        if !is_win || position.is_capture_available() {
            continue;
        }
        games += 1;
        let mut game = Game::new(position);
        search.new_game();
        defender.new_game();
        while game.end().is_none() {
            let limits = Limits {
                nodes: Some(5_000),
                seed: 1,
                ..Limits::default()
            };
            let player = if game.position().turn() == Color::White {
                &mut search
            } else {
                &mut defender
            };
            let best = player.think(&game, limits).best.expect("not over");
            game.play(&best).expect("legal");
        }
        let end = game.end().map(|end| end.outcome);
        won += i32::from(end == Some(Outcome::Win(Color::White)));
        if games % 100 == 0 {
            println!("{won} of {games} won");
        }
    }
    assert!(won >= 950, "{won} of 1000 wins were won within the limit");
}

/// A proved value says so: by tables at the root and below it.
#[test]
fn values_by_tables_are_proved() {
    let tables = Tables::build(Board::TSIVY, 3, &mut |_| true).expect("few stones");
    let mut search = Search::new(1 << 20);
    search.set_tables(Some(Arc::new(tables)));
    let mut value = |fen: &str, rules: Rules| {
        let position = Position::from_fen(fen, Variant::TSIVY, rules).expect("a position");
        let limits = Limits {
            nodes: Some(30_000),
            ..Limits::default()
        };
        search.think(&Game::new(position), limits).value
    };
    // Known of the root; a draw is proved as well.
    let proved = |wdl| Value::Proved { wdl, plies: None };
    let drawn = "9/9/4B4/9/W8 W";
    assert_eq!(value(drawn, Rules::STANDARD), proved(Wdl::Draw));
    // A win that needs 28 turns is one while the counter leaves room, and a draw when it does not.
    let table = slow::Table::build(9, 5, 3, &mut |_| {}).expect("few stones");
    let reference = slow::Reference::default();
    let (far, _) = table
        .positions(2, 1)
        .find(|(_, value)| *value == slow::Value::Win(28))
        .expect("the longest win with three stones");
    for (half_moves, rules, expected) in [
        (0, Rules::STANDARD, Wdl::Win),
        (22, Rules::STANDARD, Wdl::Win),
        (23, Rules::STANDARD, Wdl::Draw),
        (23, Rules::CLUB, Wdl::Win),
    ] {
        let fen = reference.write_fen(&slow::State { half_moves, ..far });
        assert_eq!(value(&fen, rules), proved(expected), "{half_moves} {rules}");
    }
}

/// Above the tables a search that proves a win or a loss says so, and is right.
#[test]
fn what_is_proved_above_the_tables_is_right() {
    let small = Tables::build(Board::TSIVY, 3, &mut |_| true).expect("few stones");
    let truth = Tables::build(Board::TSIVY, 4, &mut |_| true).expect("few stones");
    let mut search = Search::new(1 << 20);
    search.set_tables(Some(Arc::new(small)));
    let mut random = Random::new(SEED);
    let squares: Vec<_> = Board::TSIVY.points().iter().collect();
    let (mut by_table, mut positions) = (0, 0);
    while positions < 60 {
        let mut setup = fanorona::Setup::empty(Variant::TSIVY, Rules::STANDARD);
        for side in [0, 0, 1, 1] {
            let square = squares[random.below(45)];
            setup.stones = setup
                .stones
                .map(|stones| stones - fanorona::Bitboard::from_square(square));
            setup.stones[side] = setup.stones[side].with(square);
        }
        let Ok(position) = setup.position() else {
            continue;
        };
        let Some(value) = truth
            .probe(&position)
            .filter(|_| position.stones(Color::White).len() == 2)
        else {
            continue;
        };
        if position.stones(Color::Black).len() != 2 {
            continue;
        }
        positions += 1;
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        if let Value::Proved { wdl, plies } = search.think(&Game::new(position), limits).value {
            assert_eq!(
                Some(wdl),
                value.verdict.map(fanorona::tablebase::Verdict::with_limit),
                "{position:?}"
            );
            by_table += i32::from(plies.is_none());
        }
    }
    assert!(by_table > 5, "{by_table} of {positions} proved by table");
}
