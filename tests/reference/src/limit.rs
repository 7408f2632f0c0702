//! Exact values under the limit of R6.3a, computed counter by counter.
//!
//! With fifty half-moves since the last capture a game is drawn unless the side to move is blocked (R6.3, in that order).
//! From there the values are worked out backwards: those at a counter follow from those one higher by a paika, and from
//! those of fewer stones and a fresh counter by a capture. Distances are not used at all, so that rules about distances and
//! counters can be checked with this.

use crate::index::Index;
use crate::lines::{Lines, Points};
use crate::table::begin;
use crate::{MOST_CELLS, Reference, State, TableError, Wdl};

/// The half-moves without a capture that make a draw (R6.3a).
pub const LIMIT: usize = 50;

/// The values of all positions with 2 stones up to a number of stones, at each counter from 0 to [`LIMIT`].
#[derive(Clone, Debug)]
pub struct LimitTable {
    lines: Lines,
    index: Index,
    stones: usize,
    /// `classes[mover][other][counter]`, by the number of the position; empty for a class that is not there.
    classes: Vec<Vec<Vec<Vec<Wdl>>>>,
}

/// What the board alone says of a position.
enum Kind {
    /// The side to move is blocked: lost at every counter (R6.2, R6.3).
    Blocked,
    /// The side to move captures and gets this: the same at every counter below the limit.
    Captures(Wdl),
    /// The numbers of the positions that paikas lead to, in the class with the sides exchanged.
    Quiet(Vec<u32>),
    /// A number without a position of its own.
    Unused,
}

impl LimitTable {
    /// Works out all positions of a board with 2 to `stones` stones.
    ///
    /// # Errors
    /// As for [`Table::build`](crate::Table::build); here every position takes 51 cells.
    pub fn build(width: usize, height: usize, stones: usize) -> Result<Self, TableError> {
        let (lines, index, stones) =
            begin(width, height, stones, MOST_CELLS / (LIMIT as u128 + 1))?;
        let mut table = Self {
            lines,
            index,
            stones,
            classes: vec![vec![Vec::new(); stones]; stones],
        };
        for total in 2..=stones {
            for mover in 1..=total / 2 {
                table.solve(mover, total - mover);
            }
        }
        Ok(table)
    }

    /// The value of a position for the side to move, its counter of half-moves taken into account, repetition (R6.3b) left
    /// aside. `None` where [`Table::probe`](crate::Table::probe) knows nothing.
    #[must_use]
    pub fn probe(&self, state: &State) -> Option<Wdl> {
        if (state.board.width(), state.board.height()) != self.lines.size()
            || Reference::default().in_vela_part_one(state)
        {
            return None;
        }
        let mover = self.lines.stones(&state.board, state.to_move);
        let other = self.lines.stones(&state.board, state.to_move.other());
        let total = (mover.count_ones() + other.count_ones()) as usize;
        let fits = total <= self.stones || mover == 0 || other == 0;
        fits.then(|| self.value(mover, other, LIMIT.min(state.half_moves as usize)))
    }

    /// The values at every counter from 0 to [`LIMIT`], for the stones of the side to move and of the other side. `None` for
    /// too many stones, and for a side without any.
    #[must_use]
    pub fn by_counter(&self, mover: Points, other: Points) -> Option<[Wdl; LIMIT + 1]> {
        let (own, others) = (mover.count_ones() as usize, other.count_ones() as usize);
        if own == 0 || others == 0 || own + others > self.stones {
            return None;
        }
        let cell = self.index.cell(mover, other);
        let class = &self.classes[own][others];
        Some(std::array::from_fn(|counter| class[counter][cell]))
    }

    /// The value for the side to move at this counter.
    fn value(&self, mover: Points, other: Points, counter: usize) -> Wdl {
        if mover == 0 {
            return Wdl::Loss;
        }
        if other == 0 {
            return Wdl::Win;
        }
        let class = &self.classes[mover.count_ones() as usize][other.count_ones() as usize];
        class[counter][self.index.cell(mover, other)]
    }

    fn solve(&mut self, mover: usize, other: usize) {
        let kinds = [self.kinds(mover, other), self.kinds(other, mover)];
        // Layers from the limit down, of the class and of that with the sides exchanged.
        let mut layers: [Vec<Vec<Wdl>>; 2] = [Vec::new(), Vec::new()];
        for counter in (0..=LIMIT).rev() {
            let at_counter = |class: usize| {
                let later = layers[1 - class].last();
                let one = |kind: &Kind| match kind {
                    Kind::Blocked => Wdl::Loss,
                    Kind::Captures(value) if counter < LIMIT => *value,
                    Kind::Quiet(next) => later.map_or(Wdl::Draw, |later| best(later, next)),
                    Kind::Captures(_) | Kind::Unused => Wdl::Draw,
                };
                kinds[class].iter().map(one).collect::<Vec<_>>()
            };
            let both = [at_counter(0), at_counter(1)];
            for (layers, layer) in layers.iter_mut().zip(both) {
                layers.push(layer);
            }
        }
        let [mut own, mut exchanged] = layers;
        own.reverse();
        exchanged.reverse();
        self.classes[other][mover] = exchanged;
        self.classes[mover][other] = own;
    }

    fn kinds(&self, mover: usize, other: usize) -> Vec<Kind> {
        let positions = self.index.positions(mover, other).enumerate();
        positions
            .map(|(number, (mover, other))| {
                if self.index.cell(mover, other) == number {
                    self.kind(mover, other)
                } else {
                    Kind::Unused
                }
            })
            .collect()
    }

    fn kind(&self, mover: Points, other: Points) -> Kind {
        let mut best = Wdl::Loss;
        if self.lines.captures(mover, other, &mut |mover, other| {
            best = best.max(-self.value(other, mover, 0));
            best != Wdl::Win
        }) {
            return Kind::Captures(best);
        }
        let mut next = Vec::new();
        self.lines.paikas(mover, other, &mut |mover| {
            // `MOST_CELLS` fits in 32 bits.
            next.push(self.index.cell(other, mover) as u32);
            true
        });
        if next.is_empty() {
            Kind::Blocked
        } else {
            Kind::Quiet(next)
        }
    }
}

/// The best that a choice among these positions of the other side is worth.
fn best(values: &[Wdl], choices: &[u32]) -> Wdl {
    let worth = choices.iter().map(|&number| -values[number as usize]);
    worth.max().unwrap_or(Wdl::Loss)
}
