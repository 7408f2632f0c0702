//! Levels for people: what they overlook, and that they overlook it as people do.

use std::collections::{BTreeSet, HashSet};

#[cfg(not(target_arch = "wasm32"))]
use fanorona::Color;
use fanorona::search::{Level, Limits, Search, Value};
use fanorona::{Game, Wdl};
#[cfg(not(target_arch = "wasm32"))]
use fanorona_tests::oversights::Kind;
use fanorona_tests::oversights::lessons;
use fanorona_tests::{random_game, start, tsivy};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const TABLE: usize = 1 << 20;

fn weak() -> impl Iterator<Item = Level> {
    let is_weak = |level: &Level| level.limits(0).oversight.is_some();
    Level::ALL.into_iter().filter(is_weak)
}

#[test]
fn levels_have_names_of_their_own() {
    let names: BTreeSet<&str> = Level::ALL.map(Level::name).into_iter().collect();
    assert_eq!(names.len(), Level::ALL.len());
    assert_eq!(weak().count(), 7);
    let full = Level::FULL.limits(0);
    assert!(full.tables && full.oversight.is_none());
    assert!(weak().all(|level| !level.limits(0).tables));
}

/// The same seed, the same turn, whatever was searched before; several seeds, several turns.
#[test]
fn weak_levels_vary_by_seed_only() {
    for level in weak().take(4) {
        let games: Vec<Game> = (0..4)
            .map(|seed| random_game(start("tsivy"), seed, 6))
            .collect();
        let turns = |search: &mut Search, seed| {
            let turn = |game| {
                let best = search.think(game, level.limits(seed)).best;
                best.expect("a turn").to_string()
            };
            games.iter().map(turn).collect::<Vec<_>>()
        };
        let fresh = |seed| turns(&mut Search::new(TABLE), seed);
        assert_eq!(fresh(5), fresh(5));
        let all: HashSet<Vec<String>> = (0..12).map(fresh).collect();
        assert!(all.len() > 1, "level {} never varies", level.number());
    }
}

/// What one seed's search has learned is nothing to another's: between them lies a table entry
/// of the same position, but of another tree.
#[test]
fn what_is_remembered_of_one_tree_is_not_taken_for_another() {
    let level = Level::new(3).expect("level 3");
    for seed in 0..20 {
        let game = random_game(start("tsivy"), seed, 8);
        let limits = level.limits(seed);
        // History orders turns, and order decides between equals; a search of one turn has none.
        let limits = Limits {
            depth: Some(1),
            margin: 0,
            ..limits
        };
        let alone = Search::new(TABLE).think(&game, limits).value;
        let mut search = Search::new(TABLE);
        search.think(
            &game,
            Limits {
                depth: Some(5),
                ..Limits::default()
            },
        );
        search.think(&game, level.limits(seed + 1));
        assert_eq!(search.think(&game, limits).value, alone, "seed {seed}");
    }
}

/// A search that may have overlooked something proves nothing, even where it sees the end.
#[test]
fn what_may_be_overlooked_is_not_proved() {
    let game = Game::new(tsivy("9/9/9/9/W1B6 W"));
    for level in Level::ALL {
        let report = Search::new(TABLE).think(&game, level.limits(1));
        let is_proved = report
            .lines
            .iter()
            .any(|line| line.value.parts().1.is_some());
        assert_eq!(is_proved, level == Level::FULL, "level {}", level.number());
    }
    let proved = Search::new(TABLE).think(&game, Level::FULL.limits(1)).value;
    assert_eq!(proved.parts().1, Some(Wdl::Win));
    let seen = Level::new(7).expect("level 7").limits(1);
    assert_eq!(
        Search::new(TABLE).think(&game, seen).value,
        Value::Estimate(2_200)
    );
}

/// The lessons are what they say: several of each kind, and a search to the levels' depths that overlooks
/// nothing plays a good turn in each.
#[test]
fn who_overlooks_nothing_makes_no_error() {
    let lessons = lessons();
    let mut search = Search::new(TABLE);
    for lesson in lessons {
        assert!(lesson.gap >= 150 && !lesson.good.is_empty());
        for level in weak().take(4) {
            let limits = Limits {
                oversight: None,
                ..level.limits(1)
            };
            assert!(!lesson.is_failed(&mut search, limits), "{lesson}");
        }
    }
}

/// A level beats the one two below it over a few short games; docs/engine.md has the long matches of
/// neighbours.
#[test]
#[cfg(not(target_arch = "wasm32"))]
fn stronger_levels_win() {
    for (strong, weak) in [(3, 1), (5, 3)] {
        let mut points = 0.0;
        for pair in 0..6 {
            for strong_is_white in [true, false] {
                let mut game = random_game(start("tsivy"), pair, 4);
                let mut engines = [Search::new(TABLE), Search::new(TABLE)];
                while game.end().is_none() {
                    let white = game.position().turn() == Color::White;
                    let number = if white == strong_is_white {
                        strong
                    } else {
                        weak
                    };
                    let limits = Level::new(number).expect("a level").limits(pair);
                    let engine = &mut engines[usize::from(white)];
                    let best = engine.think(&game, limits).best.expect("a turn");
                    game.play(&best).expect("legal");
                }
                let winner = game.end().and_then(|end| end.outcome.winner());
                points += winner.map_or(0.5, |winner| {
                    f64::from((winner == Color::White) == strong_is_white)
                });
            }
        }
        assert!(
            points > 8.0,
            "level {strong} made {points} of 12 against {weak}"
        );
    }
}

/// The share of games in which eyes as sharp as a level's go wrong, of all lessons of a kind. They look three
/// turns ahead at most: depth is not what errs here, and the higher levels would take minutes.
#[cfg(not(target_arch = "wasm32"))]
fn rate(level: Level, kind: Kind) -> f64 {
    const SEEDS: u64 = 80;
    let mut search = Search::new(TABLE);
    let (mut errors, mut all) = (0, 0);
    for lesson in lessons().iter().filter(|lesson| lesson.kind == kind) {
        for seed in 0..SEEDS {
            let limits = level.limits(seed);
            let limits = Limits {
                depth: limits.depth.map(|depth| depth.min(3)),
                ..limits
            };
            errors += u64::from(lesson.is_failed(&mut search, limits));
        }
        all += SEEDS;
    }
    assert!(all >= 8 * SEEDS, "few lessons of {kind}");
    errors as f64 / all as f64
}

/// The harder something is to see, the oftener a level misses it; the higher the level, the
/// seldomer.
#[test]
#[ignore = "slow without optimisation"]
#[cfg(not(target_arch = "wasm32"))]
fn release_levels_err_like_people() {
    let mut below: Option<[f64; Kind::ALL.len()]> = None;
    // The higher ones take minutes: docs/engine.md has their table.
    for level in weak().take(4) {
        let rates = Kind::ALL.map(|kind| rate(level, kind));
        let [one, two, three, four, quiet, short, long] = rates;
        let number = level.number();
        println!("level {number}: {rates:?}");
        // Chains of three steps and of more are nearly alike to the better eyes.
        let hard = (three + four) / 2.0;
        assert!(
            0.0 < one && one < two && two < hard,
            "level {number}: {rates:?}"
        );
        assert!(one < quiet && short < long, "level {number}: {rates:?}");
        // The lowest levels see so few answers that they go by the look of the board, which is judged
        // well: more of the answers seen is no better until most of them are.
        let answers = |kind: &Kind| matches!(kind, Kind::ShortReply | Kind::LongReply);
        for (place, kind) in Kind::ALL.iter().enumerate() {
            if number > 3 || !answers(kind) {
                assert!(
                    below.is_none_or(|below| rates[place] < below[place]),
                    "level {number}, {kind}: {rates:?} against {below:?}"
                );
            }
        }
        below = Some(rates);
    }
}
