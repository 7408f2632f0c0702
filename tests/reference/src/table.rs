//! The reference's own table: the value of every position with few stones, by retrograde analysis.
//!
//! Values are those of the game without the limits of R6.3: a side without stones has lost (R6.1), a side to move that is
//! blocked has lost (R6.2), and play for ever is a draw. The distance to conversion (DTC) counts turns to the next capture,
//! that turn included, or to the block. The winner takes the shortest way among the turns that keep the win, the loser the
//! longest. So a side with a capture is at distance 1, as it must capture (R4.5), and a blocked one at 0.
//!
//! Positions are kept by the stones of the side to move and of the other side. No rule of play (R3 to R6) tells White from
//! Black, so the colours are not needed; the start and Vela, which do, are not asked here.
//!
//! ```
//! use fanorona_reference::{Reference, Table, Value};
//!
//! let table = Table::build(3, 3, 4, &mut |_| {}).expect("few positions");
//! let state = Reference::default().read_fen("B2/3/W2 W").expect("a position");
//! assert_eq!(table.probe(&state), Some(Value::Win(1)));
//! ```

use std::fmt;
use std::ops::Neg;

use crate::index::Index;
use crate::lines::{Lines, Points};
use crate::{Reference, Rules, Side, State, StepKind, Turn};

/// Who wins, seen from the side to move. Better is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}

impl Neg for Wdl {
    type Output = Self;

    /// The same seen from the other side.
    fn neg(self) -> Self {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// What a position is worth to the side to move, with the distance to conversion in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins.
    Win(u8),
    /// Neither side can win.
    Draw,
    /// The side to move loses.
    Loss(u8),
}

impl Value {
    /// Who wins.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        }
    }

    /// The distance to conversion in turns; `None` for a draw.
    #[must_use]
    pub fn dtc(self) -> Option<u8> {
        match self {
            Value::Win(distance) | Value::Loss(distance) => Some(distance),
            Value::Draw => None,
        }
    }
}

/// Where a build stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Stones of the side to move, in the class that is built together with its counterpart.
    pub mover: usize,
    /// Stones of the other side.
    pub other: usize,
    /// The distance reached; `None` while captures are looked up.
    pub distance: Option<u8>,
    /// Cells of both classes that have been gone through for this distance.
    pub done: u64,
    /// Cells of both classes.
    pub all: u64,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The board has a side that is 0 or too long (R1.1).
    BadSize,
    /// More than [`MOST_CELLS`] cells would be needed.
    TooLarge,
    /// A distance is longer than a cell can hold. No board that has been built comes near.
    TooFar,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableError::BadSize => "no such board (R1.1)",
            TableError::TooLarge => "a table of so many stones is too large on this board",
            TableError::TooFar => "a distance to conversion does not fit in the table",
        })
    }
}

impl std::error::Error for TableError {}

/// The most cells of a table, each a byte. On 9x5, 7 stones fit: 1.6 thousand million cells.
pub const MOST_CELLS: u128 = 2_000_000_000;

/// Cells gone through between two reports.
const REPORT_EVERY: usize = 1 << 20;

/// One byte: a win with its distance, a loss with its distance and [`LOST`], or one of the constants below.
type Cell = u8;
/// No capture, and not decided yet. What stays so is a draw: nobody can force anything.
const QUIET: Cell = 0;
/// Longest distance that fits.
const MOST_DISTANCE: u8 = 125;
/// Drawn by a capture.
const DRAWN: Cell = 126;
/// A number without a position: the position has a lower one.
const UNUSED: Cell = 127;
/// Set in a lost cell; 0 with it is a block.
const LOST: Cell = 128;

/// The values of all positions of a board with 2 stones up to a number of stones.
#[derive(Clone, Debug)]
pub struct Table {
    lines: Lines,
    index: Index,
    stones: usize,
    /// `classes[mover][other]`.
    classes: Vec<Vec<Vec<Cell>>>,
}

/// How many positions of a class have which value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// Longest distance of a won position.
    pub longest_win: Option<u8>,
    /// Longest distance of a lost position.
    pub longest_loss: Option<u8>,
}

impl Table {
    /// Builds the table of a board for 2 to `stones` stones of both sides together; more than the board has points counts
    /// as all of them. `progress` is told of every step of the work.
    ///
    /// # Errors
    /// See [`TableError`]. Whether the table is too large is known before anything is allocated.
    pub fn build(
        width: usize,
        height: usize,
        stones: usize,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, TableError> {
        let (lines, index, stones) = begin(width, height, stones, MOST_CELLS)?;
        let mut table = Self {
            lines,
            index,
            stones,
            classes: vec![vec![Vec::new(); stones]; stones],
        };
        for total in 2..=stones {
            for mover in 1..=total / 2 {
                table.solve(mover, total - mover, progress)?;
            }
        }
        Ok(table)
    }

    /// How many cells [`Table::build`] would make, each a byte. What else it needs is less than half of that.
    ///
    /// # Errors
    /// [`TableError::BadSize`].
    pub fn cells(width: usize, height: usize, stones: usize) -> Result<u128, TableError> {
        let lines = Lines::new(width, height).ok_or(TableError::BadSize)?;
        Ok(cells(&lines, stones.min(lines.points())))
    }

    /// The most stones of both sides together.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// The lines of the board.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The value of a position, its counters left aside. `None` for another board, for too many stones, and in part one of
    /// Vela (R7.2). A game that is over because a side has no stones (R6.1) is at distance 0.
    #[must_use]
    pub fn probe(&self, state: &State) -> Option<Value> {
        if (state.board.width(), state.board.height()) != self.lines.size()
            || Reference::default().in_vela_part_one(state)
        {
            return None;
        }
        let mover = self.lines.stones(&state.board, state.to_move);
        let other = self.lines.stones(&state.board, state.to_move.other());
        self.probe_stones(mover, other)
    }

    /// The same for the stones of the side to move and of the other side.
    #[must_use]
    pub fn probe_stones(&self, mover: Points, other: Points) -> Option<Value> {
        if mover == 0 {
            return Some(Value::Loss(0));
        }
        if other == 0 {
            return Some(Value::Win(0));
        }
        let total = mover.count_ones() + other.count_ones();
        (total as usize <= self.stones).then(|| value(self.cell(mover, other)))
    }

    /// The best turns of a position with what they lead to: for the winner those of the shortest distance, for the loser
    /// those of the longest, and for a drawn position those that keep the draw. None for a blocked side. `None` where
    /// [`Table::probe`] knows nothing.
    #[must_use]
    pub fn best_turns(&self, state: &State) -> Option<Vec<(Turn, State)>> {
        let value = self.probe(state)?;
        let mut best = Vec::new();
        if state.board.count(state.to_move.other()) == 0 {
            return Some(best);
        }
        for (turn, after) in plain_reference().turns_with_results(state) {
            let captured = turn.steps[0].kind != StepKind::Paika;
            if before(self.probe(&after)?, captured) == value {
                best.push((turn, after));
            }
        }
        Some(best)
    }

    /// Every position of a class, up to symmetry and with White to move, with its value; none when the class is not there.
    pub fn positions(
        &self,
        mover: usize,
        other: usize,
    ) -> impl Iterator<Item = (State, Value)> + '_ {
        let used = self.used(mover, other);
        used.map(|(m, o, cell)| (self.lines.state(m, o, Side::White), value(cell)))
    }

    /// The counts of a class, symmetric positions counted each; all 0 when the class is not there.
    #[must_use]
    pub fn counts(&self, mover: usize, other: usize) -> Counts {
        let mut counts = Counts::default();
        for (m, o, cell) in self.used(mover, other) {
            let positions = self.index.orbit_size(m, o) as u64;
            match value(cell) {
                Value::Win(distance) => {
                    counts.win += positions;
                    counts.longest_win = counts.longest_win.max(Some(distance));
                }
                Value::Draw => counts.draw += positions,
                Value::Loss(distance) => {
                    counts.loss += positions;
                    counts.longest_loss = counts.longest_loss.max(Some(distance));
                }
            }
        }
        counts
    }

    fn used(
        &self,
        mover: usize,
        other: usize,
    ) -> impl Iterator<Item = (Points, Points, Cell)> + '_ {
        let class = self.classes.get(mover).and_then(|row| row.get(other));
        let cells = class.filter(|cells| !cells.is_empty());
        cells.into_iter().flat_map(move |cells| {
            let positions = self.index.positions(mover, other);
            let used = positions.zip(cells).filter(|&(_, &cell)| cell != UNUSED);
            used.map(|((m, o), &cell)| (m, o, cell))
        })
    }

    fn cell(&self, mover: Points, other: Points) -> Cell {
        let class = &self.classes[mover.count_ones() as usize][other.count_ones() as usize];
        class[self.index.cell(mover, other)]
    }

    /// Solves a class and the one with the sides exchanged: paikas lead from each to the other, captures to fewer stones.
    fn solve(
        &mut self,
        mover: usize,
        other: usize,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), TableError> {
        let pair = [(mover, other), (other, mover)];
        let pair = if mover == other { &pair[..1] } else { &pair };
        let cells = pair.iter().map(|&(m, o)| self.index.cells(m, o));
        let all = cells.sum::<usize>() as u64;
        let mut report = |distance, done| {
            progress(Progress {
                mover,
                other,
                distance,
                done: done as u64,
                all,
            });
        };
        let mut before = 0;
        for &(mover, other) in pair {
            let positions = self.index.positions(mover, other).enumerate();
            let cells = positions
                .map(|(number, (m, o))| {
                    if number % REPORT_EVERY == 0 {
                        report(None, before + number);
                    }
                    if self.index.cell(m, o) == number {
                        self.at_once(m, o)
                    } else {
                        UNUSED
                    }
                })
                .collect::<Vec<_>>();
            before += cells.len();
            self.classes[mover][other] = cells;
        }
        for distance in 0..MOST_DISTANCE {
            let (mut any, mut before) = (false, 0);
            for &(mover, other) in pair {
                any |= self.spread(mover, other, distance, &mut |number| {
                    report(Some(distance), before + number);
                });
                before += self.index.cells(mover, other);
            }
            // Blocks have distance 0 and captures 1; after that each distance comes from the one before.
            if !any && distance > 0 {
                return Ok(());
            }
        }
        Err(TableError::TooFar)
    }

    /// What captures and blocks alone say of a position. A side that can capture must, so that settles its value.
    fn at_once(&self, mover: Points, other: Points) -> Cell {
        let mut best = LOST | 1;
        let captures = self.lines.captures(mover, other, &mut |mover, other| {
            match self.probe_stones(other, mover) {
                Some(Value::Loss(_)) => best = 1,
                Some(Value::Draw) => best = DRAWN,
                Some(Value::Win(_)) | None => {}
            }
            best != 1
        });
        if captures {
            best
        } else if self.lines.paikas(mover, other, &mut |_| false) {
            QUIET
        } else {
            LOST
        }
    }

    /// Tells the positions before those of this distance: a loss makes the positions before it wins, a win may have been
    /// the last hope of those before it. Answers whether any position was decided.
    /// `report` is told now and then how many cells it has gone through.
    fn spread(
        &mut self,
        mover: usize,
        other: usize,
        distance: u8,
        report: &mut dyn FnMut(usize),
    ) -> bool {
        let mut before = Vec::new();
        let mut any = false;
        for number in 0..self.classes[mover][other].len() {
            if number % REPORT_EVERY == 0 {
                report(number);
            }
            let cell = self.classes[mover][other][number];
            // Distance 0 without `LOST` is not a win but a quiet position.
            let lost = cell == LOST | distance;
            if !lost && (cell != distance || distance == 0) {
                continue;
            }
            let (m, o) = self.index.position(mover, other, number);
            before.clear();
            self.lines.paikas(o, m, &mut |o| {
                before.push((o, self.index.cell(o, m)));
                true
            });
            for &(o, number) in &before {
                if self.classes[other][mover][number] != QUIET {
                    continue;
                }
                if lost {
                    self.classes[other][mover][number] = distance + 1;
                } else if self.loses(o, m, distance) {
                    self.classes[other][mover][number] = LOST | (distance + 1);
                } else {
                    continue;
                }
                any = true;
            }
        }
        any
    }

    /// Whether every paika of a quiet position leads to a win of the other side at this distance or a shorter one.
    fn loses(&self, mover: Points, other: Points, distance: u8) -> bool {
        let mut all = true;
        self.lines.paikas(mover, other, &mut |mover| {
            let cell = self.cell(other, mover);
            all = (1..=distance).contains(&cell);
            all
        });
        all
    }
}

/// The rules without the limits of R6.3.
pub(crate) fn plain_reference() -> Reference {
    Reference::new(Rules {
        no_capture_limit: false,
        repetition: false,
        single_first_capture: false,
    })
}

/// The value of a position for its mover when this turn is chosen and leads to a position of this value.
fn before(after: Value, captured: bool) -> Value {
    let longer = |distance: u8| if captured { 1 } else { distance + 1 };
    match after {
        Value::Win(distance) => Value::Loss(longer(distance)),
        Value::Draw => Value::Draw,
        Value::Loss(distance) => Value::Win(longer(distance)),
    }
}

fn value(cell: Cell) -> Value {
    match cell {
        QUIET | DRAWN => Value::Draw,
        _ if cell & LOST != 0 => Value::Loss(cell & !LOST),
        distance => Value::Win(distance),
    }
}

/// What every table begins with: lines and index of a board, and the stones, no more than it has points. At most so many
/// cells are allowed; that is known before anything is allocated.
pub(crate) fn begin(
    width: usize,
    height: usize,
    stones: usize,
    most_cells: u128,
) -> Result<(Lines, Index, usize), TableError> {
    let lines = Lines::new(width, height).ok_or(TableError::BadSize)?;
    let stones = stones.min(lines.points());
    if cells(&lines, stones) > most_cells {
        return Err(TableError::TooLarge);
    }
    let index = Index::new(&lines, stones);
    Ok((lines, index, stones))
}

/// The cells of a table: for each class the orbits of the mover's stones, times the places of the other side's.
fn cells(lines: &Lines, stones: usize) -> u128 {
    let points = lines.points();
    let symmetries = lines.symmetries();
    let choose = |n: usize, k: usize| {
        (0..k).fold(1, |product, i| {
            product * (n.saturating_sub(i) as u128) / (i as u128 + 1)
        })
    };
    // Each symmetry exchanges pairs of points, so it leaves a set alone that is made of pairs and of fixed points.
    let orbits = |size: usize| {
        let unmoved = symmetries.iter().map(|images| {
            let fixed = (0..points).filter(|&n| images[n] as usize == n).count();
            let pairs = (points - fixed) / 2;
            (0..=size / 2)
                .map(|p| choose(pairs, p) * choose(fixed, size - 2 * p))
                .sum::<u128>()
        });
        unmoved.sum::<u128>() / symmetries.len() as u128
    };
    let classes =
        (1..stones).flat_map(|mover| (1..=stones - mover).map(move |other| (mover, other)));
    classes
        .map(|(mover, other)| orbits(mover) * choose(points - mover, other))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_before_they_are_made() {
        for (width, height, stones) in [(9, 5, 3), (5, 3, 5), (3, 3, 9), (4, 3, 4), (4, 4, 3)] {
            let mut reports = Vec::new();
            let table = Table::build(width, height, stones, &mut |step| reports.push(step));
            let table = table.expect("a table");
            assert!(reports.iter().all(|step| step.done < step.all));
            let classes = reports.iter().filter(|step| step.distance.is_none());
            assert_eq!(classes.count(), stones * (stones - 1) / 2);
            let made = table.classes.iter().flatten().map(Vec::len).sum::<usize>();
            assert_eq!(
                cells(&table.lines, stones),
                made as u128,
                "{width}x{height}"
            );
        }
        let tsivy = Lines::new(9, 5).expect("a board");
        let counts = [7, 8].map(|stones| cells(&tsivy, stones));
        assert!(
            counts[0] <= MOST_CELLS && counts[1] > MOST_CELLS,
            "{counts:?}"
        );
    }
}
