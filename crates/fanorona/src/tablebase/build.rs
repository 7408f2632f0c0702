//! Retrograde analysis: values of all positions with up to a number of stones.

use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::index::{Index, MOST_STONES};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chain::{Mover, TurnKind, bits};
use crate::movegen::{self, TurnVisitor};
use crate::outcome::Wdl;
use crate::position::Position;

/// What a table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Win, draw or loss for the side to move, without the limits of R6.3.
    pub wdl: Wdl,
    /// Turns to conversion; `None` for a draw.
    pub dtc: Option<u8>,
}

/// Where a build stands; given to its caller from time to time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The class being built: stones of the mover and of the other side, the mover's not fewer.
    pub class: (usize, usize),
    /// The distance reached in it; `None` while captures are looked up.
    pub distance: Option<u8>,
}

/// Why there are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// More than [`MOST_STONES`](super::MOST_STONES) stones, or more than two
    /// thousand million cells: on 9x5 that is from 8 stones on.
    TooLarge,
    /// The caller stopped the build.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "tables of so many stones are too large on this board",
            Self::Stopped => "the build was stopped",
        })
    }
}

impl core::error::Error for BuildError {}

/// A position whose value does not follow from its successors: see [`Tables::verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent {
    /// The stones of the side to move.
    pub mover: Bitboard,
    /// The stones of the other side.
    pub other: Bitboard,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the value of {:?} to move against {:?} does not follow from its successors",
            self.mover, self.other
        )
    }
}

impl core::error::Error for Inconsistent {}

/// One cell: [`UNKNOWN`] or drawn, won with its distance, or lost with its distance and [`LOST`].
type Cell = u8;
/// Not decided; when the work is done, a draw.
const UNKNOWN: Cell = 0;
/// Not the lowest cell of its position.
const UNUSED: Cell = 127;
/// Set in a lost cell; the rest is the distance, 0 for a block.
const LOST: Cell = 128;
/// Longest distance that fits.
const MOST_DISTANCE: u8 = 126;

/// The tables of one board up to a number of stones.
#[derive(Clone, Debug)]
pub struct Tables {
    board: Board,
    points: u64,
    stones: usize,
    pub(super) index: Index,
    /// By `mover * (MOST_STONES + 1) + other`.
    classes: Vec<Vec<Cell>>,
}

/// A bound on memory, and on the numbers that cells have on a 32-bit machine.
const MOST_CELLS: u64 = 2_000_000_000;

/// Most paikas that a quiet position can have, and can have come from.
type Neighbors = ArrayVec<usize, { 8 * MOST_STONES }>;

impl Tables {
    /// Builds the tables of `board` for all positions of 2 to `stones` stones in
    /// all. `go_on` sees the progress and stops the build by answering `false`.
    ///
    /// Takes one byte a cell, and one more a cell of the two classes being built:
    /// on 9x5 about 20 MB for 5 stones, 200 MB for 6 and 2.5 GB for 7.
    ///
    /// # Errors
    /// [`BuildError`]; nothing is kept.
    pub fn build(
        board: Board,
        stones: usize,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, BuildError> {
        if stones > MOST_STONES || Index::estimate(board, stones) > MOST_CELLS {
            return Err(BuildError::TooLarge);
        }
        let mut tables = Self {
            board,
            points: board.points().bits(),
            stones,
            index: Index::new(board, stones),
            classes: vec![Vec::new(); (MOST_STONES + 1) * (MOST_STONES + 1)],
        };
        for total in 2..=stones {
            for other in 1..=total / 2 {
                tables
                    .build_pair(total - other, other, go_on)
                    .ok_or(BuildError::Stopped)?;
            }
        }
        Ok(tables)
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Most stones of a position that the tables know.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.stones
    }

    /// The value of a position; `None` where the tables do not reach: another
    /// board, more stones, a side without any, or part one of Vela.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let mover = position.mover();
        let (own, enemy) = (
            mover.own.count_ones() as usize,
            mover.enemy.count_ones() as usize,
        );
        let known = position.variant().board() == self.board
            && mover.kind == TurnKind::Normal
            && own > 0
            && enemy > 0
            && own + enemy <= self.stones;
        known.then(|| value_of(self.cell(mover.own, mover.enemy)))
    }

    const fn class(mover: usize, other: usize) -> usize {
        mover * (MOST_STONES + 1) + other
    }

    /// All cells of a class.
    pub(super) fn cells(&self, mover: usize, other: usize) -> &[Cell] {
        &self.classes[Self::class(mover, other)]
    }

    fn cell(&self, own: u64, enemy: u64) -> Cell {
        let class = Self::class(own.count_ones() as usize, enemy.count_ones() as usize);
        self.classes[class][self.index.cell(own, enemy)]
    }

    pub(super) const fn mover(&self, own: u64, enemy: u64) -> Mover {
        Mover {
            own,
            enemy,
            points: self.points,
            kind: TurnKind::Normal,
        }
    }

    /// Solves *m-o* and *o-m* together: a paika leads from one to the other.
    fn build_pair(
        &mut self,
        mover: usize,
        other: usize,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Option<()> {
        let class = (mover, other);
        let mut step = |distance| go_on(Progress { class, distance }).then_some(());
        step(None)?;
        let mut sides: Vec<(usize, usize)> = vec![(mover, other)];
        if mover != other {
            sides.push((other, mover));
        }
        // Paikas of each quiet position that are not known to lose: its turns to
        // different positions, each counted once.
        let mut open = vec![Vec::new(); self.classes.len()];
        for (own, enemy) in &sides {
            let (cells, counts) = self.first_values(*own, *enemy);
            let class = Self::class(*own, *enemy);
            self.classes[class] = cells;
            open[class] = counts;
        }
        // A drawn position with a capture is decided: nothing counts down to it.
        for distance in 0..MOST_DISTANCE {
            step(Some(distance))?;
            let mut found = false;
            for (own, enemy) in &sides {
                for cell in 0..self.classes[Self::class(*own, *enemy)].len() {
                    let value = self.classes[Self::class(*own, *enemy)][cell];
                    if value == UNKNOWN || value == UNUSED || value & !LOST != distance {
                        continue;
                    }
                    found = true;
                    let from = self.predecessors(*own, *enemy, cell);
                    let before = Self::class(*enemy, *own);
                    for place in from {
                        self.settle(before, place, value, distance, &mut open[before]);
                    }
                }
            }
            // Distances 0 and 1 come from blocks and captures; after that a gap is the end.
            if !found && distance > 1 {
                break;
            }
        }
        Some(())
    }

    /// A successor of the quiet position at `place` has this value.
    fn settle(&mut self, class: usize, place: usize, value: Cell, distance: u8, open: &mut [u8]) {
        let cell = &mut self.classes[class][place];
        if *cell != UNKNOWN {
            return;
        }
        if value & LOST != 0 {
            *cell = distance + 1;
            return;
        }
        open[place] = open[place].saturating_sub(1);
        if open[place] == 0 {
            *cell = LOST | (distance + 1);
        }
    }

    /// Values that need no other position of the same class: captures look into
    /// smaller tables, blocks are lost; and the open paikas of quiet positions.
    fn first_values(&self, own: usize, enemy: usize) -> (Vec<Cell>, Vec<u8>) {
        let count = self.index.cells(own, enemy);
        let (mut cells, mut open) = (vec![UNKNOWN; count], vec![0; count]);
        for place in 0..count {
            let (stones, others) = self.index.position(own, enemy, place);
            if self.index.cell(stones, others) != place {
                cells[place] = UNUSED;
                continue;
            }
            let mover = self.mover(stones, others);
            if mover.capturers() != 0 {
                cells[place] = self.best_capture(&mover);
                continue;
            }
            let paikas = self.paika_cells(&mover);
            open[place] = paikas.len() as u8;
            if paikas.is_empty() {
                cells[place] = LOST;
            }
        }
        (cells, open)
    }

    /// The value of a position whose side to move has a capture.
    fn best_capture(&self, mover: &Mover) -> Cell {
        struct Best<'a> {
            tables: &'a Tables,
            best: Wdl,
        }
        impl TurnVisitor for Best<'_> {
            type Break = ();

            fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<()> {
                let wdl = if enemy == 0 {
                    Wdl::Win
                } else {
                    -value_of(self.tables.cell(enemy, own)).wdl
                };
                self.best = self.best.max(wdl);
                if self.best == Wdl::Win {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            }
        }
        let mut visitor = Best {
            tables: self,
            best: Wdl::Loss,
        };
        let _ = movegen::walk(mover, &mut visitor);
        match visitor.best {
            Wdl::Win => 1,
            Wdl::Draw => UNKNOWN,
            Wdl::Loss => LOST | 1,
        }
    }

    /// Holds every cell against its successors: captures against the smaller
    /// tables, quiet positions against the positions that their paikas lead to.
    /// `go_on` is told each class and stops the work by answering `false`.
    ///
    /// # Errors
    /// The first position, as the mover's and the other side's stones, whose value
    /// does not follow from its successors.
    pub fn verify(&self, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<u64, Inconsistent> {
        let mut verified = 0;
        for total in 2..=self.stones {
            for own in 1..total {
                let class = (own, total - own);
                if !go_on(Progress {
                    class,
                    distance: None,
                }) {
                    return Ok(verified);
                }
                for (place, cell) in self.cells(own, total - own).iter().enumerate() {
                    if !is_used(*cell) {
                        continue;
                    }
                    let (stones, others) = self.index.position(own, total - own, place);
                    if self.value_from_successors(&self.mover(stones, others)) != *cell {
                        return Err(Inconsistent {
                            mover: Bitboard::from_bits(stones),
                            other: Bitboard::from_bits(others),
                        });
                    }
                    verified += 1;
                }
            }
        }
        Ok(verified)
    }

    /// The value that a position's successors give it.
    fn value_from_successors(&self, mover: &Mover) -> Cell {
        if mover.capturers() != 0 {
            return self.best_capture(mover);
        }
        let (mut shortest_win, mut longest_loss, mut draw) = (None, Some(0), false);
        let class = Self::class(
            mover.enemy.count_ones() as usize,
            mover.own.count_ones() as usize,
        );
        for place in self.paika_cells(mover) {
            let value = value_of(self.classes[class][place]);
            let distance = value.dtc.map(|dtc| dtc + 1);
            match value.wdl {
                Wdl::Loss => {
                    shortest_win = match shortest_win {
                        Some(best) => distance.map(|new| new.min(best)),
                        None => distance,
                    };
                }
                Wdl::Draw => draw = true,
                Wdl::Win => longest_loss = longest_loss.max(distance),
            }
        }
        match (shortest_win, longest_loss) {
            (Some(distance), _) => distance,
            (None, Some(distance)) if !draw => LOST | distance,
            _ => UNKNOWN,
        }
    }

    /// The cells that the paikas of a quiet position lead to, each once.
    fn paika_cells(&self, mover: &Mover) -> Neighbors {
        let mut cells = Neighbors::new();
        let mut collect = Paikas(|own, enemy| {
            cells.push(self.index.cell(enemy, own));
        });
        let _ = movegen::walk(mover, &mut collect);
        unique(&mut cells);
        cells
    }

    /// The cells of the quiet positions from which a paika leads to this one.
    fn predecessors(&self, own: usize, enemy: usize, cell: usize) -> Neighbors {
        let (stones, others) = self.index.position(own, enemy, cell);
        let mut cells = Neighbors::new();
        // The other side has just moved: take each of its stones back along a line.
        let now = self.mover(others, stones);
        for at in bits(others) {
            for d in bits(u64::from(now.paikas_from(at))) {
                let before = others & !(1 << at) | 1 << crate::chain::step(at, d);
                if self.mover(before, stones).capturers() == 0 {
                    cells.push(self.index.cell(before, stones));
                }
            }
        }
        unique(&mut cells);
        cells
    }
}

/// Shows the boards of all turns of a quiet position.
struct Paikas<F>(F);

impl<F: FnMut(u64, u64)> TurnVisitor for Paikas<F> {
    type Break = Infallible;

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<Infallible> {
        (self.0)(own, enemy);
        ControlFlow::Continue(())
    }
}

fn unique(cells: &mut Neighbors) {
    cells.sort_unstable();
    let mut kept = 0;
    for next in 0..cells.len() {
        if kept == 0 || cells[kept - 1] != cells[next] {
            cells[kept] = cells[next];
            kept += 1;
        }
    }
    cells.truncate(kept);
}

/// What a finished cell says.
pub(super) const fn value_of(cell: Cell) -> Value {
    match cell {
        UNKNOWN | UNUSED => Value {
            wdl: Wdl::Draw,
            dtc: None,
        },
        lost if lost & LOST != 0 => Value {
            wdl: Wdl::Loss,
            dtc: Some(lost & !LOST),
        },
        won => Value {
            wdl: Wdl::Win,
            dtc: Some(won),
        },
    }
}

/// Whether a cell is the one that its position uses.
pub(super) const fn is_used(cell: Cell) -> bool {
    cell != UNUSED
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(board: Board, stones: usize) -> Tables {
        Tables::build(board, stones, &mut |_| true).expect("built to the end")
    }

    #[test]
    fn a_wrong_cell_is_found() {
        let mut tables = tables(Board::TELO, 4);
        let all = tables.verify(&mut |_| true).expect("consistent");
        assert!(all > 100);
        let class = Tables::class(2, 2);
        let place = (0..tables.classes[class].len())
            .find(|place| tables.classes[class][*place] == 1)
            .expect("a win");
        tables.classes[class][place] = UNKNOWN;
        assert!(tables.verify(&mut |_| true).is_err());
    }

    #[test]
    fn a_build_can_be_stopped() {
        let mut steps = 0;
        let stopped = Tables::build(Board::TELO, 5, &mut |_| {
            steps += 1;
            steps < 7
        });
        assert_eq!((stopped.err(), steps), (Some(BuildError::Stopped), 7));
        for (board, stones) in [
            (Board::TELO, MOST_STONES + 1),
            (Board::TSIVY, 8),
            (Board::TSIVY, MOST_STONES),
        ] {
            let refused = Tables::build(board, stones, &mut |_| true);
            assert_eq!(refused.err(), Some(BuildError::TooLarge));
        }
    }

    /// Asked about what they do not hold, they say so.
    #[test]
    fn probes_outside_have_no_answer() {
        use crate::{Rules, Variant};
        let tables = tables(Board::TELO, 3);
        let probe = |fen: &str, variant| {
            let position = Position::from_fen(fen, variant, Rules::STANDARD).expect("a position");
            tables.probe(&position)
        };
        assert!(probe("B2/3/2W W", Variant::TELO).is_some());
        assert!(probe("B2/B2/1WW W", Variant::TELO).is_none());
        assert!(probe("3/3/2W W", Variant::TELO).is_none());
        assert!(probe("5/5/5/B4/2W2 W", Variant::DIMY).is_none());
    }
}
