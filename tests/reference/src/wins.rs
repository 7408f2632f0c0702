//! Distances to the end of the game, by plain iteration.
//!
//! Values are those of the game without the limits of R6.3, as in [`Table`](crate::Table); the distance is to the last stone
//! (R6.1) or the block (R6.2), captures counted as turns like any others: to win (DTW). The winner takes the shortest way, the
//! loser the longest.
//!
//! Nothing is told backwards here. In round *n* every position that is still open looks at all its successors: one that the
//! other side loses within *n - 1* turns makes it a win in *n*, and if the other side wins them all within so many it is a
//! loss in *n*. What stays open for ever is a draw.

use crate::index::Index;
use crate::lines::{Lines, Points};
use crate::table::begin;
use crate::{MOST_CELLS, TableError, Value};

/// The values of all positions with 2 stones up to a number of stones; their distances are those to the end.
#[derive(Clone, Debug)]
pub struct WinTable {
    lines: Lines,
    index: Index,
    stones: usize,
    /// `classes[mover][other]`, by the number of the position.
    classes: Vec<Vec<Vec<Value>>>,
}

/// A position while its class is solved.
enum Place {
    /// Known: blocked, or it has a capture, or found in a round before.
    Known(Value),
    /// The numbers of the positions that its paikas lead to, in the class with the sides exchanged.
    Open(Vec<u32>),
}

impl WinTable {
    /// Works out all positions of a board with 2 to `stones` stones.
    ///
    /// # Errors
    /// As for [`Table::build`](crate::Table::build); here a position takes some hundred bytes.
    pub fn build(width: usize, height: usize, stones: usize) -> Result<Self, TableError> {
        let (lines, index, stones) = begin(width, height, stones, MOST_CELLS / 100)?;
        let mut table = Self {
            lines,
            index,
            stones,
            classes: vec![vec![Vec::new(); stones]; stones],
        };
        for total in 2..=stones {
            for mover in 1..=total / 2 {
                table.solve(mover, total - mover)?;
            }
        }
        Ok(table)
    }

    /// The value and the distance to the end for the stones of the side to move and of the other side; a side without stones
    /// has lost. `None` for too many stones.
    #[must_use]
    pub fn probe_stones(&self, mover: Points, other: Points) -> Option<Value> {
        if mover == 0 {
            return Some(Value::Loss(0));
        }
        if other == 0 {
            return Some(Value::Win(0));
        }
        let (own, others) = (mover.count_ones() as usize, other.count_ones() as usize);
        (own + others <= self.stones)
            .then(|| self.classes[own][others][self.index.cell(mover, other)])
    }

    /// Solves a class and the one with the sides exchanged.
    fn solve(&mut self, mover: usize, other: usize) -> Result<(), TableError> {
        let mut both = [self.places(mover, other)?, self.places(other, mover)?];
        for round in 1..=u8::MAX {
            let found = [0, 1].map(|class| decided(&both[class], &both[1 - class], round));
            let mut longest = 0;
            for (places, found) in both.iter_mut().zip(found) {
                for (number, value) in found {
                    places[number] = Place::Known(value);
                }
                for place in &*places {
                    if let Place::Known(Value::Win(distance) | Value::Loss(distance)) = place {
                        longest = longest.max(*distance);
                    }
                }
            }
            // A longer distance needs one that is a turn shorter.
            if round > longest {
                let [own, exchanged] = both.map(finished);
                self.classes[other][mover] = exchanged;
                self.classes[mover][other] = own;
                return Ok(());
            }
        }
        Err(TableError::TooFar)
    }

    fn places(&self, mover: usize, other: usize) -> Result<Vec<Place>, TableError> {
        let positions = self.index.positions(mover, other);
        positions
            .map(|(mover, other)| self.place(mover, other))
            .collect()
    }

    fn place(&self, mover: Points, other: Points) -> Result<Place, TableError> {
        let (mut shortest, mut longest, mut draw) = (None::<u8>, 0, false);
        let captures = self.lines.captures(mover, other, &mut |mover, other| {
            match self.probe_stones(other, mover) {
                Some(Value::Loss(distance)) => {
                    shortest = Some(shortest.map_or(distance, |least| least.min(distance)));
                }
                Some(Value::Win(distance)) => longest = longest.max(distance),
                Some(Value::Draw) | None => draw = true,
            }
            true
        });
        let longer = |distance: u8| distance.checked_add(1).ok_or(TableError::TooFar);
        if captures {
            return Ok(Place::Known(match shortest {
                Some(distance) => Value::Win(longer(distance)?),
                None if draw => Value::Draw,
                None => Value::Loss(longer(longest)?),
            }));
        }
        let mut next = Vec::new();
        self.lines.paikas(mover, other, &mut |mover| {
            // `MOST_CELLS` fits in 32 bits.
            next.push(self.index.cell(other, mover) as u32);
            true
        });
        Ok(if next.is_empty() {
            Place::Known(Value::Loss(0))
        } else {
            Place::Open(next)
        })
    }
}

/// The positions among `places` that round `round` decides, by number; their paikas lead into `next`.
fn decided(places: &[Place], next: &[Place], round: u8) -> Vec<(usize, Value)> {
    let lost = |number: &u32| matches!(next[*number as usize], Place::Known(Value::Loss(distance)) if distance < round);
    let won = |number: &u32| matches!(next[*number as usize], Place::Known(Value::Win(distance)) if distance < round);
    let one = |(number, place): (usize, &Place)| {
        let Place::Open(choices) = place else {
            return None;
        };
        if choices.iter().any(lost) {
            Some((number, Value::Win(round)))
        } else if choices.iter().all(won) {
            Some((number, Value::Loss(round)))
        } else {
            None
        }
    };
    places.iter().enumerate().filter_map(one).collect()
}

fn finished(places: Vec<Place>) -> Vec<Value> {
    let value = |place| match place {
        Place::Known(value) => value,
        Place::Open(_) => Value::Draw,
    };
    places.into_iter().map(value).collect()
}
