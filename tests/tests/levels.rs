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

/// In how many of so many games something happened.
#[derive(Clone, Copy, Debug, Default)]
#[cfg(not(target_arch = "wasm32"))]
struct Share {
    errors: u64,
    games: u64,
}

#[cfg(not(target_arch = "wasm32"))]
impl Share {
    fn rate(self) -> f64 {
        self.errors as f64 / self.games as f64
    }

    fn and(self, other: Self) -> Self {
        Self {
            errors: self.errors + other.errors,
            games: self.games + other.games,
        }
    }

    /// By how many standard deviations this share is the larger one, if in truth both were one and the
    /// same. Games differ by their seed alone, so each is a lot of its own.
    fn above(self, other: Self) -> f64 {
        let both = self.and(other).rate();
        let variance = both * (1.0 - both) * (1.0 / self.games as f64 + 1.0 / other.games as f64);
        (self.rate() - other.rate()) / variance.sqrt().max(f64::MIN_POSITIVE)
    }
}

/// How often eyes as sharp as a level's go wrong in the lessons of these kinds, by so many seeds. They look
/// three turns ahead at most: depth is not what errs here, and the higher levels would take minutes.
#[cfg(not(target_arch = "wasm32"))]
fn errors(level: Level, kinds: &[Kind], seeds: u64) -> Share {
    let mut search = Search::new(TABLE);
    let mut share = Share::default();
    for lesson in lessons()
        .iter()
        .filter(|lesson| kinds.contains(&lesson.kind))
    {
        for seed in 0..seeds {
            let limits = level.limits(seed);
            let limits = Limits {
                depth: limits.depth.map(|depth| depth.min(3)),
                ..limits
            };
            share.errors += u64::from(lesson.is_failed(&mut search, limits));
        }
        share.games += seeds;
    }
    let fewest = 8 * seeds * kinds.len() as u64;
    assert!(share.games >= fewest, "few lessons of {kinds:?}");
    share
}

/// Every level that errs misses what is hard to see oftener than what is easy, and all in all less than
/// the level below: both by more than three standard deviations, which chance alone does once in 700 times.
#[test]
#[ignore = "slow without optimisation"]
#[cfg(not(target_arch = "wasm32"))]
fn release_levels_err_like_people() {
    const CLEAR: f64 = 3.0;
    let easy = [Kind::Capture(1), Kind::ShortReply];
    let hard = [Kind::Capture(3), Kind::Capture(4), Kind::LongReply];
    let between = [Kind::Capture(2), Kind::Quiet];
    assert_eq!(easy.len() + hard.len() + between.len(), Kind::ALL.len());
    let mut below: Option<Share> = None;
    for level in weak() {
        let number = level.number();
        // Rare errors need many games.
        let seeds = if number < 6 { 40 } else { 240 };
        let [easy, hard, between] =
            [&easy[..], &hard[..], &between[..]].map(|kinds| errors(level, kinds, seeds));
        let all = easy.and(hard).and(between);
        println!(
            "level {number}: easy {easy:?}, hard {hard:?} ({:.1} deviations), all {all:?} ({:.1})",
            hard.above(easy),
            below.map_or(f64::NAN, |below| below.above(all))
        );
        assert!(easy.errors > 0, "level {number} misses nothing easy");
        assert!(
            hard.above(easy) > CLEAR,
            "level {number}: hard {hard:?}, easy {easy:?}"
        );
        assert!(
            below.is_none_or(|below| below.above(all) > CLEAR),
            "level {number}: {all:?}, the one below {below:?}"
        );
        below = Some(all);
    }
}
