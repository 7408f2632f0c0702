//! Finished tables, and what they say of a position.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::build::{BuildError, Builder, Progress};
use super::bytes::Summary;
use super::cell;
use super::colorings::Colorings;
use super::frame::Frame;
use super::patterns::Patterns;
use super::stats::{ButForLimit, ClassStats, place};
use super::turns::{best_capture, best_turn};
use super::value::{RatedMove, Value};
use super::verdict::Verdict;
use super::wins::WinLevel;
use crate::board::Board;
use crate::chain::{Mover, TurnKind};
use crate::outcome::Wdl;
use crate::position::Position;
use crate::rules::{NO_CAPTURE_LIMIT, Rules};

/// Values of quiet positions by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// A byte each, as `cell` says.
    Distances(Vec<u8>),
    /// Four a byte: 0 draw, 1 win, 2 loss.
    Outcomes(Vec<u8>),
}

impl Cells {
    pub(super) fn get(&self, number: usize) -> (Wdl, Option<u8>) {
        match self {
            Self::Distances(cells) => cell::value(cells[number]),
            Self::Outcomes(bytes) => match bytes[number / 4] >> (number % 4 * 2) & 3 {
                0 => (Wdl::Draw, None),
                1 => (Wdl::Win, None),
                _ => (Wdl::Loss, None),
            },
        }
    }

    /// The byte of a position; of outcomes, with a distance that means nothing.
    pub(super) fn cell(&self, number: usize) -> u8 {
        match (self, self.get(number).0) {
            (Self::Distances(cells), _) => cells[number],
            (_, Wdl::Draw) => cell::DRAW,
            (_, Wdl::Win) => cell::won(1),
            (_, Wdl::Loss) => cell::lost(1),
        }
    }

    /// Adds the position with the next number.
    pub(super) fn push(&mut self, number: usize, cell: u8) {
        match self {
            Self::Distances(cells) => cells.push(cell),
            Self::Outcomes(bytes) => {
                if number.is_multiple_of(4) {
                    bytes.push(0);
                }
                let code = match cell::value(cell).0 {
                    Wdl::Draw => 0,
                    Wdl::Win => 1,
                    Wdl::Loss => 2,
                };
                bytes[number / 4] |= code << (number % 4 * 2);
            }
        }
    }
}

/// The positions of one number of stones.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) patterns: Arc<Patterns>,
    pub(super) cells: Cells,
    pub(super) summary: Summary,
}

/// The tables of one board for positions of 2 to some number of stones. A clone
/// shares the values with the original, so it costs next to nothing.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(super) frame: Frame,
    /// The first for 2 stones.
    pub(super) levels: Vec<Arc<Level>>,
    /// Distances to win, the first for 2 stones; not more than `levels`.
    pub(super) wins: Vec<Arc<WinLevel>>,
    /// The half-moves of R6.3a. Tests lower it, so that it changes values of few stones on small boards.
    pub(super) limit: u16,
}

impl Tables {
    /// Tables of nothing.
    pub(super) fn empty(board: Board) -> Self {
        Self {
            frame: Frame::new(board),
            levels: Vec::new(),
            wins: Vec::new(),
            limit: NO_CAPTURE_LIMIT,
        }
    }

    /// Builds the tables of `board` for all positions of 2 to `stones` stones in
    /// all, with distances. `go_on` sees the progress and stops the build by
    /// answering `false`. For several threads, see [`Builder`].
    ///
    /// # Errors
    /// [`BuildError`]; nothing is kept.
    pub fn build(
        board: Board,
        stones: usize,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, BuildError> {
        Builder::new(board, stones)?.run(go_on)
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.frame.board()
    }

    /// Most stones of a position that the tables know; 1 if they know none.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.levels.len() + 1
    }

    /// Most stones of a position whose distance the tables know; 1 if they know none.
    #[must_use]
    pub fn stones_with_distances(&self) -> usize {
        let with = |level: &&Arc<Level>| matches!(level.cells, Cells::Distances(_));
        1 + self.levels.iter().take_while(with).count()
    }

    /// The counts of class *m-o*; `None` where the tables do not have it.
    #[must_use]
    pub fn class_stats(&self, mover: usize, other: usize) -> Option<ClassStats> {
        let level = self.level(mover + other)?;
        if mover == 0 || other == 0 {
            return None;
        }
        level.summary.stats.get(mover).copied()
    }

    /// How much of class *m-o* is decided but for the no-capture limit; `None` where the tables do not have it.
    #[must_use]
    pub fn but_for_limit(&self, mover: usize, other: usize) -> Option<ButForLimit> {
        let level = self.level(mover + other)?;
        if mover == 0 || other == 0 {
            return None;
        }
        level.summary.but_for_limit.get(mover).copied()
    }

    /// The tables of both: for each number of stones those with distances to conversion, if
    /// one has them, and likewise the distances to win. `None` if they are of different boards.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Option<Self> {
        if self.board() != other.board() {
            return None;
        }
        let (mut more, fewer) = if self.levels.len() >= other.levels.len() {
            (self.clone(), other)
        } else {
            (other.clone(), self)
        };
        for (level, same) in more.levels.iter_mut().zip(&fewer.levels) {
            if matches!(level.cells, Cells::Outcomes(_)) {
                *level = Arc::clone(same);
            }
        }
        if fewer.wins.len() > more.wins.len() {
            more.wins.clone_from(&fewer.wins);
        }
        Some(more)
    }

    /// Bytes of memory that the tables hold, but for a few hundred.
    #[must_use]
    pub fn memory(&self) -> usize {
        let level = |level: &Arc<Level>| {
            let cells = match &level.cells {
                Cells::Distances(bytes) | Cells::Outcomes(bytes) => bytes.len(),
            };
            cells + 4 * level.summary.cursed.len() + level.patterns.memory()
        };
        let shared = |patterns: &Arc<Patterns>| {
            let same = |level: &Arc<Level>| Arc::ptr_eq(&level.patterns, patterns);
            self.levels.iter().any(same)
        };
        let win = |win: &Arc<WinLevel>| {
            let own = !shared(&win.patterns);
            win.cells.len() + usize::from(own) * win.patterns.memory()
        };
        self.levels.iter().map(level).sum::<usize>()
            + self.wins.iter().map(win).sum::<usize>()
            + size_of::<Self>()
    }

    /// Whether the limit changes the value of some position, however fresh its count.
    pub(super) fn has_cursed(&self) -> bool {
        self.levels
            .iter()
            .any(|level| !level.summary.cursed.is_empty())
    }

    pub(super) fn level(&self, stones: usize) -> Option<&Level> {
        self.levels.get(stones.checked_sub(2)?).map(Arc::as_ref)
    }

    pub(super) const fn mover(&self, own: u64, enemy: u64) -> Mover {
        Mover {
            own,
            enemy,
            points: self.frame.points,
            kind: TurnKind::Normal,
        }
    }

    /// Whether the tables hold this position: its board, at most as many stones,
    /// some of each side, and rules of a turn that are those of the plain game: not
    /// part one of Vela (R7.2), not while either side's single first capture is
    /// still open (R7.1).
    #[must_use]
    pub fn holds(&self, position: &Position) -> bool {
        let (own, enemy) = sides(position);
        let stones = (own | enemy).count_ones() as usize;
        position.variant().board() == self.board()
            && own != 0
            && enemy != 0
            && stones <= self.stones()
            && !position.is_vela_part_one()
            && !position.is_single_capture_pending()
    }

    /// The value of a position; `None` where the tables do not hold it: see [`Tables::holds`].
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.probe_without_dtw(position)?;
        let (own, enemy) = sides(position);
        Some(Value {
            dtw: self.dtw(own, enemy),
            ..value
        })
    }

    /// The same for who has no use for the distance to win: after captures it takes longer than all else.
    pub(crate) fn probe_without_dtw(&self, position: &Position) -> Option<Value> {
        if !self.holds(position) {
            return None;
        }
        let (own, enemy) = sides(position);
        Some(self.value(own, enemy, position))
    }

    /// The value of a position with these stones of the mover and of the other side, without its distance to win.
    fn value(&self, own: u64, enemy: u64, position: &Position) -> Value {
        let is_limited = position.rules().contains(Rules::NO_CAPTURE_LIMIT);
        let mover = self.mover(own, enemy);
        if mover.capturers() != 0 {
            let fresh = self.best_capture(&mover);
            let wdl = fresh.without_limit();
            return Value {
                wdl,
                dtc: place(wdl).map(|_| 1),
                dtw: None,
                verdict: Some(if !is_limited {
                    wdl.into()
                } else if position.no_capture() >= self.limit {
                    Verdict::new(wdl, false)
                } else {
                    fresh
                }),
            };
        }
        let (wdl, dtc) = self.quiet(&mover);
        let verdict = if is_limited {
            self.limited(own, enemy, position.no_capture(), wdl, dtc)
        } else {
            Some(wdl.into())
        };
        Value {
            wdl,
            dtc,
            dtw: None,
            verdict,
        }
    }

    /// The turns of a position with their values for the side that plays them, as
    /// [`Position::for_each_move`] shows them, at most `limit`, and how many more there
    /// are; `None` where the tables do not hold the position. A game that is over has none.
    #[must_use]
    pub fn rate_moves(&self, position: &Position, limit: usize) -> Option<(Vec<RatedMove>, usize)> {
        if !self.holds(position) {
            return None;
        }
        let mut rated = Vec::new();
        let _ = position.show_successors(&mut |mv, next| {
            if rated.len() == limit {
                return ControlFlow::Break(());
            }
            let value = self.after_turn(&next, mv.is_capture());
            rated.push(RatedMove { mv: *mv, value });
            ControlFlow::Continue(())
        });
        let more = if rated.len() < limit {
            0
        } else {
            position.count_moves().saturating_sub(limit as u64) as usize
        };
        Some((rated, more))
    }

    /// What a turn was worth to the side that has just played it, for one that led
    /// to `next` from a position that the tables hold.
    pub(crate) fn after_turn(&self, next: &Position, captured: bool) -> Value {
        let (own, enemy) = sides(next);
        if own == 0 {
            return Value {
                wdl: Wdl::Win,
                dtc: Some(1),
                dtw: Some(1),
                verdict: Some(Verdict::Win),
            };
        }
        let Value {
            wdl, dtc, verdict, ..
        } = self.value(own, enemy, next);
        let dtc = match wdl {
            Wdl::Draw => None,
            _ if captured => Some(1),
            _ => dtc.map(|dtc| dtc.saturating_add(1)),
        };
        let dtw = self.dtw(own, enemy);
        Value {
            wdl: -wdl,
            dtc,
            dtw: dtw.map(|dtw| dtw.saturating_add(1)),
            verdict: verdict.map(|verdict| -verdict),
        }
    }

    /// Value and distance without the limits.
    pub(super) fn unlimited(&self, own: u64, enemy: u64) -> (Wdl, Option<u8>) {
        let mover = self.mover(own, enemy);
        if mover.capturers() != 0 {
            let wdl = self.best_capture(&mover).without_limit();
            return (wdl, place(wdl).map(|_| 1));
        }
        self.quiet(&mover)
    }

    /// The value of a position with no capture, without the limits.
    fn quiet(&self, mover: &Mover) -> (Wdl, Option<u8>) {
        let laid = self.frame.lay(mover.own, mover.enemy);
        let known = self.level(laid.pattern.count_ones() as usize);
        let known = known.and_then(|level| {
            let number = level
                .patterns
                .number(&self.frame, laid, &mut Colorings::none())?;
            Some(level.cells.get(number))
        });
        known.unwrap_or_else(|| self.best_paika(mover))
    }

    /// The value of a position with no capture from those its paikas lead to.
    pub(super) fn best_paika(&self, mover: &Mover) -> (Wdl, Option<u8>) {
        best_turn(mover, &|own, enemy| self.unlimited(own, enemy))
    }

    /// The verdict on a position whose side to move has a capture: its count does not matter.
    fn best_capture(&self, mover: &Mover) -> Verdict {
        best_capture(mover, &|own, enemy| self.fresh(own, enemy))
    }

    /// The verdict on a position with a fresh count.
    pub(super) fn fresh(&self, own: u64, enemy: u64) -> Verdict {
        let mover = self.mover(own, enemy);
        if mover.capturers() != 0 {
            return self.best_capture(&mover);
        }
        let (wdl, _) = self.quiet(&mover);
        Verdict::new(wdl, wdl == Wdl::Draw || !self.is_cursed(own, enemy))
    }

    /// Whether a quiet position is decided but for the limit.
    fn is_cursed(&self, own: u64, enemy: u64) -> bool {
        let Some(level) = self.level((own | enemy).count_ones() as usize) else {
            return false;
        };
        if level.summary.cursed.is_empty() {
            return false;
        }
        let laid = self.frame.lay(own, enemy);
        let orbit = level.patterns.orbit(&self.frame, laid.pattern);
        let number = (orbit << level.patterns.stones() | laid.mask) as u32;
        level.summary.cursed.binary_search(&number).is_ok()
    }

    /// The verdict on a quiet position of this value and distance after `count`
    /// half-moves without a capture; `None` if the tables cannot tell.
    fn limited(
        &self,
        own: u64,
        enemy: u64,
        count: u16,
        wdl: Wdl,
        dtc: Option<u8>,
    ) -> Option<Verdict> {
        let Some(side) = place(wdl) else {
            return Some(Verdict::Draw);
        };
        let stones = (own | enemy).count_ones() as usize;
        if self.is_cursed(own, enemy) {
            return Some(Verdict::new(wdl, false));
        }
        if count == 0 {
            return Some(Verdict::new(wdl, true));
        }
        let within = |distance: u8| count + u16::from(distance) <= self.limit;
        // A block is looked at before the limit, so a distance of 0 is within it.
        if dtc == Some(0) {
            return Some(Verdict::new(wdl, true));
        }
        // Where a conversion may lead to a position that the limit makes a draw, the
        // distance may be to such a one: only the bound of the class tells.
        let converts_for_sure = self.levels[..stones - 2]
            .iter()
            .all(|level| level.summary.cursed.is_empty());
        if let Some(distance) = dtc.filter(|_| converts_for_sure) {
            return Some(Verdict::new(wdl, within(distance)));
        }
        let longest = self.level(stones)?.summary.longest[own.count_ones() as usize][side];
        longest
            .filter(|distance| within(*distance))
            .map(|_| Verdict::new(wdl, true))
    }
}

/// The stones of the side to move and of the other.
fn sides(position: &Position) -> (u64, u64) {
    let turn = position.turn();
    (position.stones(turn).bits(), position.stones(!turn).bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    fn tables(board: Board, stones: usize) -> Tables {
        Tables::build(board, stones, &mut |_| true).expect("built to the end")
    }

    #[test]
    fn a_wrong_cell_is_found() {
        let mut tables = tables(Board::TELO, 4);
        let all = tables.verify(&mut |_| true).expect("consistent");
        assert!(all > 100);
        let level = Arc::get_mut(&mut tables.levels[2]).expect("not shared");
        let Cells::Distances(cells) = &mut level.cells else {
            panic!("built with distances");
        };
        let place = cells
            .iter()
            .position(|cell| cell::is_decided(*cell))
            .expect("a win or a loss");
        cells[place] = cell::DRAW;
        assert!(tables.verify(&mut |_| true).is_err());
    }

    fn tables_to_win(board: Board, stones: usize, to_win: usize) -> Tables {
        let builder = Builder::new(board, stones).expect("small");
        let builder = builder.with_distances_to_win(to_win);
        builder.run(&mut |_| true).expect("built to the end")
    }

    /// Wrong by a turn, or another value altogether.
    #[test]
    fn a_wrong_distance_to_win_is_found() {
        let good = tables_to_win(Board::TELO, 4, 4);
        let count = good.verify(&mut |_| true).expect("consistent");
        let known = tables(Board::TELO, 4).verify(&mut |_| true);
        assert_eq!(known, Ok(count), "each position is counted once");
        let place = good.wins[2]
            .cells
            .iter()
            .position(|cell| cell::is_decided(*cell))
            .expect("a win or a loss");
        for wrong in [good.wins[2].cells[place] + 1, cell::DRAW] {
            let mut tables = good.clone();
            Arc::make_mut(&mut tables.wins[2]).cells[place] = wrong;
            assert!(tables.verify(&mut |_| true).is_err());
        }
    }

    /// Distances to win come from whichever has more of them, whatever else the two know, and a file of
    /// them brings the values.
    #[test]
    fn merged_tables_know_the_farther_ends() {
        let few = tables_to_win(Board::TELO, 6, 3);
        assert_eq!((few.stones(), few.stones_with_distances_to_win()), (6, 3));
        let all = tables_to_win(Board::TELO, 5, 5);
        let bytes = all.to_bytes(5, super::super::Kind::DistancesToWin);
        let mut opening = super::super::Opening::new(bytes.expect("built")).expect("tables");
        while !opening.is_done() {
            opening.work().expect("whole");
        }
        let opened = opening.into_tables();
        assert_eq!(opened.stones_with_distances(), 1);
        assert!(few.memory() < few.merged(&opened).expect("one board").memory());
        for merged in [few.merged(&opened), opened.merged(&few)] {
            let merged = merged.expect("one board");
            assert_eq!((merged.stones(), merged.stones_with_distances()), (6, 6));
            assert_eq!(merged.stones_with_distances_to_win(), 5);
            assert!(merged.verify(&mut |_| true).is_ok());
            let probe = |tables: &Tables, fen: &str| {
                let position = Position::from_fen(fen, Variant::TELO, Rules::STANDARD);
                tables.probe(&position.expect("a position")).expect("held")
            };
            let five = "BB1/3/WWW W";
            assert_eq!(probe(&merged, five), probe(&all, five));
            assert_eq!(probe(&few, five).dtw, None);
            assert_eq!(probe(&merged, "BBB/3/WWW W").dtw, None);
        }
    }

    /// Distances where one of the two has them, outcomes for the rest.
    #[test]
    fn merged_tables_know_what_both_know() {
        let distances = tables(Board::TELO, 4);
        let bytes = tables(Board::TELO, 6)
            .to_bytes(6, super::super::Kind::Outcomes)
            .expect("built");
        let mut opening = super::super::Opening::new(bytes).expect("tables");
        while !opening.is_done() {
            opening.work().expect("whole");
        }
        let outcomes = opening.into_tables();
        for merged in [distances.merged(&outcomes), outcomes.merged(&distances)] {
            let merged = merged.expect("one board");
            assert_eq!((merged.stones(), merged.stones_with_distances()), (6, 4));
            let probe = |fen: &str| {
                let position = Position::from_fen(fen, Variant::TELO, Rules::STANDARD);
                merged.probe(&position.expect("a position")).expect("held")
            };
            assert_eq!(
                probe("B2/3/1WW W"),
                distances
                    .probe(
                        &Position::from_fen("B2/3/1WW W", Variant::TELO, Rules::STANDARD)
                            .expect("a position")
                    )
                    .expect("held")
            );
            assert_eq!(
                probe("BB1/3/WWW W").wdl,
                tables(Board::TELO, 5)
                    .probe(
                        &Position::from_fen("BB1/3/WWW W", Variant::TELO, Rules::STANDARD)
                            .expect("a position")
                    )
                    .expect("held")
                    .wdl
            );
        }
        assert!(distances.merged(&tables(Board::DIMY, 2)).is_none());
    }

    /// Asked about what they do not hold, they say so.
    #[test]
    fn probes_outside_have_no_answer() {
        let tables = tables(Board::TELO, 3);
        let single = Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE;
        let probe = |fen: &str, variant, rules| {
            let position = Position::from_fen(fen, variant, rules).expect("a position");
            (
                tables.probe(&position).is_some(),
                tables.rate_moves(&position, 9).is_some(),
            )
        };
        let standard = Rules::STANDARD;
        assert_eq!(probe("B2/3/2W W", Variant::TELO, standard), (true, true));
        for (fen, variant, rules) in [
            ("B2/B2/1WW W", Variant::TELO, standard),
            ("3/3/2W W", Variant::TELO, standard),
            ("5/5/5/B4/2W2 W", Variant::DIMY, standard),
            ("B2/3/2W W 0 1", Variant::TELO, single),
            ("B2/3/2W B 0 1", Variant::TELO, single),
        ] {
            assert_eq!(probe(fen, variant, rules), (false, false), "{fen} {rules}");
        }
        assert_eq!(probe("B2/3/2W W 0 2", Variant::TELO, single), (true, true));
    }
}
