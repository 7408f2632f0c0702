//! The second pass of a build, under the no-capture limit, where a test can afford it.
//!
//! With the limit of R6.3a that pass is needed from 7 stones on 9x5 on. With a lower one it is
//! needed on small boards with few stones, and there every position at every count can be held
//! against forward search: the turns are those of the slow reference, the count is carried
//! along, and nothing is known of distances.

extern crate std;

use std::collections::HashMap;
use std::vec::Vec;

use fanorona_reference as slow;
use fanorona_reference::{Lines, Points};

use super::build::{Builder, Stage};
use super::file::{Kind, Opening};
use super::tables::Tables;
use super::verdict::Verdict;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::outcome::Wdl;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::square::Square;
use crate::variant::Variant;

/// Forward search with the count; what it found once it remembers.
struct Forward {
    lines: Lines,
    limit: u16,
    known: HashMap<(Points, Points, u16), slow::Wdl>,
}

impl Forward {
    /// The value for the side to move after `count` half-moves without a capture.
    fn value(&mut self, mover: Points, other: Points, count: u16) -> slow::Wdl {
        if mover == 0 {
            return slow::Wdl::Loss;
        }
        if let Some(known) = self.known.get(&(mover, other, count)) {
            return *known;
        }
        let mut captures = Vec::new();
        self.lines.captures(mover, other, &mut |mover, other| {
            captures.push((mover, other));
            true
        });
        let mut paikas = Vec::new();
        if captures.is_empty() {
            self.lines.paikas(mover, other, &mut |mover| {
                paikas.push(mover);
                true
            });
        }
        let value = if captures.is_empty() && paikas.is_empty() {
            slow::Wdl::Loss
        } else if count >= self.limit {
            slow::Wdl::Draw
        } else {
            let after_captures = captures
                .into_iter()
                .map(|(mover, other)| -self.value(other, mover, 0))
                .max();
            let after_paikas = paikas
                .into_iter()
                .map(|mover| -self.value(other, mover, count + 1))
                .max();
            after_captures.max(after_paikas).expect("there is a turn")
        };
        self.known.insert((mover, other, count), value);
        value
    }
}

/// Builds with this limit, put away and taken up again before each stage if `interrupted`.
/// Answers how many numbers of stones were done a second time, too.
fn build(board: Board, stones: usize, limit: u16, interrupted: bool) -> (Tables, usize) {
    let mut builder = Builder::new(board, stones).expect("small");
    let mut second_passes = 0;
    loop {
        builder.tables.limit = limit;
        let Some(work) = &builder.work else {
            return (builder.into_tables(), second_passes);
        };
        second_passes += usize::from(work.unlimited.is_some() && work.stage == Stage::Count);
        for piece in 0..builder.pieces() {
            builder.work(piece);
        }
        builder.advance().expect("fits");
        if interrupted {
            builder = Builder::resume(&builder.checkpoint()).expect("just written");
        }
    }
}

/// The tables after they were written and read: values without distances.
fn reread(tables: &Tables) -> Tables {
    let bytes = tables.to_bytes(tables.stones(), Kind::Outcomes);
    let mut opening = Opening::new(bytes.expect("built")).expect("tables");
    while !opening.is_done() {
        opening.work().expect("whole");
    }
    Tables {
        limit: tables.limit,
        ..opening.into_tables()
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Seen {
    /// Positions with a fresh count whose value the limit takes though the conversion comes
    /// within it: only the second pass can find these.
    by_second_pass: u64,
    /// Positions with a running count whose verdict the tables know,
    told: u64,
    /// of them those that only the bound of the class tells,
    by_bound: u64,
    /// and those where it is left to a search.
    not_told: u64,
}

/// Compares every position of the board with up to so many stones, at every count. Answers how
/// many verdicts were told by the bound of the class alone.
fn assert_limit(width: u8, height: u8, stones: usize, limit: u16) -> u64 {
    let board = Board::new(width, height).expect("a board");
    let (tables, second_passes) = build(board, stones, limit, false);
    assert!(second_passes > 1, "the limit changes next to nothing");
    let outcomes = reread(&tables);
    let lines = Lines::new(width.into(), height.into()).expect("a board");
    let points = lines.points();
    let mut forward = Forward {
        lines,
        limit,
        known: HashMap::new(),
    };
    // The reference counts points column by column.
    let square = |point: usize| {
        let (column, row) = (point / usize::from(height), point % usize::from(height));
        Square::new(column as u8, row as u8).expect("a point")
    };
    let set = |stones: Points| -> Bitboard {
        (0..points)
            .filter(|point| stones >> point & 1 == 1)
            .map(square)
            .collect()
    };
    let mut seen = Seen::default();
    let all: Points = (1 << points) - 1;
    for mover in 1..=all {
        if mover.count_ones() as usize >= stones {
            continue;
        }
        // Every set of the points that are left.
        let left = all & !mover;
        let mut other = left;
        while other != 0 {
            if (mover | other).count_ones() as usize <= stones {
                let mut setup = Setup::empty(Variant::on(board), Rules::STANDARD);
                setup.stones = [set(mover), set(other)];
                for count in 0..=limit {
                    setup.no_capture = count;
                    let position = setup.position().expect("a position");
                    let exact = forward.value(mover, other, count);
                    compare(&tables, &position, exact, &mut seen);
                    compare(&outcomes, &position, exact, &mut Seen::default());
                }
            }
            other = (other - 1) & left;
        }
    }
    assert!(seen.by_second_pass > 100, "{seen:?}");
    assert!(seen.told > seen.not_told, "{seen:?}");
    // After captures into positions that are draws by the limit only a search can tell.
    assert!(seen.not_told > 0, "{seen:?}");
    seen.by_bound
}

fn compare(tables: &Tables, position: &Position, exact: slow::Wdl, seen: &mut Seen) {
    let value = tables.probe(position).expect("held");
    let count = position.no_capture();
    let is_fresh = count == 0;
    let Some(verdict) = value.verdict else {
        assert!(!is_fresh, "a fresh count is always told: {position:?}");
        seen.not_told += 1;
        return;
    };
    let told = match verdict.with_limit() {
        Wdl::Win => slow::Wdl::Win,
        Wdl::Draw => slow::Wdl::Draw,
        Wdl::Loss => slow::Wdl::Loss,
    };
    assert_eq!(told, exact, "{position:?} {value:?}");
    assert_eq!(verdict.without_limit(), value.wdl);
    let is_cursed = matches!(verdict, Verdict::WinButForLimit | Verdict::LossButForLimit);
    let is_near = value.dtc.is_some_and(|dtc| u16::from(dtc) <= tables.limit);
    if is_fresh {
        seen.by_second_pass += u64::from(is_cursed && is_near);
        return;
    }
    seen.told += 1;
    let stones = position.stone_count() as usize;
    let may_convert_in_vain = tables.levels[..stones - 2]
        .iter()
        .any(|level| !level.summary.cursed.is_empty());
    let is_plain = is_cursed || value.wdl == Wdl::Draw || value.dtc == Some(0);
    if may_convert_in_vain && !is_plain && !position.is_capture_available() {
        seen.by_bound += 1;
    }
}

#[test]
fn every_position_of_telo_under_small_limits() {
    for limit in [2, 3] {
        assert_limit(3, 3, 9, limit);
    }
}

#[test]
fn positions_of_other_boards_under_small_limits() {
    for (width, height, stones, limit) in [(5, 3, 5, 5), (4, 4, 4, 8), (2, 5, 5, 4), (7, 1, 6, 3)] {
        let by_bound = assert_limit(width, height, stones, limit);
        assert!(by_bound > 0 || limit < 5, "{width}x{height} {limit}");
    }
}

/// Put away and taken up in the midst of the second pass, a build comes to the same end.
#[test]
fn the_second_pass_can_be_taken_up_again() {
    let (one, second_passes) = build(Board::TELO, 7, 4, false);
    let (other, again) = build(Board::TELO, 7, 4, true);
    assert!(second_passes > 0 && again == second_passes);
    for (one, other) in one.levels.iter().zip(&other.levels) {
        assert_eq!(one.cells, other.cells);
        assert_eq!(one.summary.cursed, other.summary.cursed);
        assert_eq!(one.summary.longest, other.summary.longest);
        assert_eq!(one.summary.but_for_limit, other.summary.but_for_limit);
    }
}
