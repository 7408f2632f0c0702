//! Finds the positions of `tests/data/level-positions.txt` in games of a middling player.
//!
//!     cargo run --release -p fanorona-tests --example level_positions > FILE
//!
//! It takes some minutes, and tells on stderr what it has found so far.
//!
//! In each a deep search has looked at every turn. A turn is good if it loses less than a stone
//! against the best; the others lose more. The search of every level plays a good turn where it
//! overlooks nothing, so whoever goes wrong here has overlooked something.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use fanorona::search::{Level, Limits, Line, MOST_LINES, Oversight, Search, Value};
use fanorona::{Game, Position};
use fanorona_tests::oversights::{Kind, Lesson, shortest};
use fanorona_tests::{random_game, start};

/// Positions of each kind.
const WANTED: usize = 16;
/// After so many games the search for positions ends, whatever has been found.
const MOST_GAMES: u64 = 200;
/// Turns that the search looks ahead: to see whether a position may serve, and to judge it.
const QUICK: u32 = 2;
/// See [`QUICK`].
const DEEP: u32 = 7;
/// A turn that loses so much is no good one.
const STONE: i32 = 100;
/// Between good turns and others there is a gap.
const LEAST_GAP: i32 = 150;

fn main() {
    let mut search = Search::new(64 << 20);
    let mut found: BTreeMap<Kind, Vec<Lesson>> = BTreeMap::new();
    let mut seen = HashSet::new();
    for seed in 0..MOST_GAMES {
        let is_wanted = |kind: &Kind| found.get(kind).map_or(0, Vec::len) < WANTED;
        let wanted: Vec<Kind> = Kind::ALL.into_iter().filter(is_wanted).collect();
        if wanted.is_empty() {
            break;
        }
        let counts: Vec<String> = found
            .iter()
            .map(|(kind, lessons)| format!("{kind}: {}", lessons.len()))
            .collect();
        eprintln!("game {seed}; {}", counts.join(", "));
        // Not more than one of a kind from a game.
        let mut here = HashSet::new();
        for position in positions(&mut search, seed) {
            if !seen.insert(position) {
                continue;
            }
            // What looks like nothing at first is not looked at for long.
            let Some(quick) = lesson(&mut search, position, QUICK) else {
                continue;
            };
            let kind = quick.kind;
            if !wanted.contains(&kind) || here.contains(&kind) || !is_seen_by(&quick, 3) {
                continue;
            }
            let deep = lesson(&mut search, position, DEEP);
            if let Some(lesson) = deep.filter(|deep| deep.kind == kind)
                && is_seen_by(&lesson, Level::ALL.len())
            {
                here.insert(kind);
                found.entry(kind).or_default().push(lesson);
            }
        }
    }
    println!("# Written by: cargo run --release -p fanorona-tests --example level_positions");
    println!("# Kind; position; hundredths of a stone that the best other turn loses; good turns.");
    for lesson in found.values().flatten() {
        println!("{lesson}");
    }
}

/// The positions of a game that a middling player plays against itself after some random turns. It
/// is no level, so that the file can be made again after the levels have changed.
fn positions(search: &mut Search, seed: u64) -> Vec<Position> {
    let limits = Limits {
        depth: Some(4),
        nodes: Some(20_000),
        oversight: Some(Oversight { seed, sight: 950 }),
        tables: false,
        ..Limits::default()
    };
    let mut game = random_game(start("tsivy"), seed, 4);
    search.new_game();
    let mut positions = Vec::new();
    while game.end().is_none() && game.ply() < 80 {
        positions.push(*game.position());
        let Some(best) = search.think(&game, limits).best else {
            break;
        };
        if game.play(&best).is_err() {
            break;
        }
    }
    positions
}

/// What a search to this depth finds to learn in a position.
fn lesson(search: &mut Search, position: Position, depth: u32) -> Option<Lesson> {
    // Counts of turns without a capture are no part of the lesson.
    let fen = position.to_string();
    let position = fanorona_tests::tsivy(
        fen.split(' ')
            .take(2)
            .collect::<Vec<_>>()
            .join(" ")
            .as_str(),
    );
    let mut boards = HashSet::new();
    let _ = position.for_each_successor(|_, next| {
        boards.insert(next);
        ControlFlow::<()>::Continue(())
    });
    if !(6..=MOST_LINES).contains(&boards.len()) {
        return None;
    }
    search.new_game();
    let limits = Limits {
        depth: Some(depth),
        nodes: Some(3_000_000),
        tables: false,
        lines: MOST_LINES,
        ..Limits::default()
    };
    let report = search.think(&Game::new(position), limits);
    if report.depth < depth || report.lines.len() < boards.len() {
        return None;
    }
    let lines = &report.lines;
    let best = lines.iter().map(worth).max()?;
    let (good, bad): (Vec<&Line>, Vec<&Line>) =
        lines.iter().partition(|line| worth(line) > best - STONE);
    let gap = best - bad.iter().map(|line| worth(line)).max()?;
    let share = 100 * bad.len() / lines.len();
    if gap < LEAST_GAP || share < 30 {
        return None;
    }
    let easiest = good
        .iter()
        .map(|line| shortest(&position, &line.pv[0]))
        .min()?;
    let kind = if position.is_capture_available() {
        if good.len() > 1 || share < 60 {
            return None;
        }
        Kind::Capture(easiest.min(4))
    } else {
        let replies: Vec<usize> = bad
            .iter()
            .filter_map(|line| reply(&position, line))
            .collect();
        let long = replies.iter().filter(|steps| **steps >= 2).count();
        let is_answered = replies.len() == bad.len();
        if share >= 75 {
            Kind::Quiet
        } else if is_answered && replies.iter().all(|steps| *steps == 1) {
            Kind::ShortReply
        } else if is_answered && 2 * long >= replies.len() {
            Kind::LongReply
        } else {
            return None;
        }
    };
    Some(Lesson {
        kind,
        position,
        gap,
        good: good.iter().map(|line| line.pv[0]).collect(),
    })
}

/// Hundredths of a stone; a win is an army.
fn worth(line: &Line) -> i32 {
    match line.value {
        Value::Estimate(hundredths) => hundredths.clamp(-2_200, 2_200),
        Value::Proved { wdl, .. } => match wdl {
            fanorona::Wdl::Win => 2_200,
            fanorona::Wdl::Draw => 0,
            fanorona::Wdl::Loss => -2_200,
        },
    }
}

/// The steps of the capture that answers a line's first turn, if it is one.
fn reply(position: &Position, line: &Line) -> Option<usize> {
    let after = position.play_unchecked(&line.pv[0]);
    let answer = line.pv.get(1)?;
    answer.is_capture().then(|| shortest(&after, answer))
}

/// Whether the search of each of the lowest levels, if it overlooked nothing, would play a good turn.
fn is_seen_by(lesson: &Lesson, levels: usize) -> bool {
    let mut search = Search::new(4 << 20);
    Level::ALL.into_iter().take(levels).all(|level| {
        (0..3).all(|seed| {
            let limits = Limits {
                oversight: None,
                nodes: Some(100_000),
                tables: false,
                ..level.limits(seed)
            };
            !lesson.is_failed(&mut search, limits)
        })
    })
}
