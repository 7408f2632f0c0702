//! Numbers for the positions of a class: so many stones of the mover, so many of the other side.
//!
//! A position is first turned over so that the mover's stones come to lie on the lowest set of their orbit, then numbered
//! by that set and by the places of the other stones among the points that are left. Where a symmetry leaves the mover's
//! stones alone, the lowest of the possible numbers counts and the others stay unused.

use crate::lines::{Lines, Points, each, image};

/// Numbers of sets: the set of the orbit in the upper bits, a bit for each symmetry that leads to it in the lower four.
const SYMMETRY_BITS: u32 = 4;

/// The numbering of all classes of a board up to a number of stones.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    points: usize,
    symmetries: Vec<Vec<u8>>,
    /// `choose[n][k]`.
    choose: Vec<Vec<usize>>,
    /// By the number of the mover's stones.
    movers: Vec<MoverSets>,
}

/// The sets of so many points.
#[derive(Clone, Debug, Default)]
struct MoverSets {
    /// The lowest set of each orbit.
    lowest: Vec<Points>,
    /// For every set, by its rank, its orbit and the symmetries that lead to the lowest set.
    orbits: Vec<u32>,
}

impl Index {
    /// The numbering for classes of up to `stones` stones in all. The caller has made sure that the numbers fit.
    pub(crate) fn new(lines: &Lines, stones: usize) -> Self {
        let points = lines.points();
        let mut choose = vec![vec![0_usize; stones + 2]; points + 1];
        for n in 0..=points {
            choose[n][0] = 1;
            for k in 1..stones + 2 {
                if n > 0 {
                    // Sets that are too many to be counted are never asked for.
                    choose[n][k] = choose[n - 1][k].saturating_add(choose[n - 1][k - 1]);
                }
            }
        }
        let mut index = Self {
            points,
            symmetries: lines.symmetries(),
            choose,
            movers: Vec::new(),
        };
        index.movers = (0..stones).map(|size| index.mover_sets(size)).collect();
        index
    }

    fn mover_sets(&self, size: usize) -> MoverSets {
        let mut sets = MoverSets::default();
        if size == 0 {
            return sets;
        }
        for set in Combinations::new(self.points, size) {
            let images: Vec<Points> = self.symmetries.iter().map(|s| image(set, s)).collect();
            let lowest = images.iter().copied().min().unwrap_or(set);
            let orbit = if lowest == set {
                sets.lowest.push(set);
                sets.lowest.len() as u32 - 1
            } else {
                // Sets come lowest first, so that of the orbit has its number already.
                sets.orbits[self.rank(lowest)] >> SYMMETRY_BITS
            };
            let leads = images.iter().enumerate();
            let leads = leads.fold(0, |bits, (n, &to)| bits | u32::from(to == lowest) << n);
            sets.orbits.push(orbit << SYMMETRY_BITS | leads);
        }
        sets
    }

    /// The number of a position in its class.
    pub(crate) fn cell(&self, mover: Points, other: Points) -> usize {
        let (size, others) = (mover.count_ones() as usize, other.count_ones() as usize);
        let entry = self.movers[size].orbits[self.rank(mover)];
        let orbit = (entry >> SYMMETRY_BITS) as usize;
        let lowest = self.movers[size].lowest[orbit];
        let places = each(Points::from(entry & ((1 << SYMMETRY_BITS) - 1)))
            .map(|symmetry| self.place(lowest, image(other, &self.symmetries[symmetry])))
            .min();
        orbit * self.choose[self.points - size][others] + places.unwrap_or(0)
    }

    /// How many numbers a class has, used or not.
    pub(crate) fn cells(&self, mover: usize, other: usize) -> usize {
        self.movers[mover].lowest.len() * self.choose[self.points - mover][other]
    }

    /// How many positions a number stands for: those that symmetries make of its position. 0 for an unused number.
    pub(crate) fn orbit_size(&self, mover: Points, other: Points) -> usize {
        let images = |s: &Vec<u8>| (image(mover, s), image(other, s));
        let same = self.symmetries.iter().map(images);
        let same = same.filter(|&(m, _)| m == mover).map(|(_, o)| o);
        let places: Vec<usize> = same.map(|o| self.place(mover, o)).collect();
        let own = self.place(mover, other);
        if places.iter().any(|&place| place < own) {
            return 0;
        }
        self.symmetries.len() / places.iter().filter(|&&place| place == own).count()
    }

    /// Every number of a class in order, with its position, used or not.
    pub(crate) fn positions(
        &self,
        mover: usize,
        other: usize,
    ) -> impl Iterator<Item = (Points, Points)> {
        let sets = self.movers[mover].lowest.iter();
        sets.flat_map(move |&set| {
            let free = self.free(set);
            let places = Combinations::new(self.points - mover, other);
            places.map(move |places| (set, each(places).fold(0, |o, n| o | 1 << free[n])))
        })
    }

    /// The position of a number of a class.
    pub(crate) fn position(&self, mover: usize, other: usize, cell: usize) -> (Points, Points) {
        let places = self.choose[self.points - mover][other];
        let set = self.movers[mover].lowest[cell / places];
        let free = self.free(set);
        let (mut rest, mut stones, mut top) = (cell % places, 0, free.len());
        for size in (1..=other).rev() {
            // The highest place whose sets come first.
            while self.choose[top - 1][size] > rest {
                top -= 1;
            }
            top -= 1;
            rest -= self.choose[top][size];
            stones |= 1 << free[top];
        }
        (set, stones)
    }

    /// The points outside a set, lowest first.
    fn free(&self, set: Points) -> Vec<u8> {
        (0..self.points as u8)
            .filter(|&n| set >> n & 1 == 0)
            .collect()
    }

    /// The rank of a set among those of its size, in the order of the sets as numbers.
    fn rank(&self, set: Points) -> usize {
        let counted = each(set).enumerate();
        counted.map(|(n, point)| self.choose[point][n + 1]).sum()
    }

    /// The rank of the other stones among the points that the mover's leave.
    fn place(&self, mover: Points, other: Points) -> usize {
        let below = |point: usize| (mover & ((1 << point) - 1)).count_ones() as usize;
        let counted = each(other).enumerate();
        counted
            .map(|(n, point)| self.choose[point - below(point)][n + 1])
            .sum()
    }
}

/// All sets of `size` of the lowest `points` points, as rising numbers.
struct Combinations {
    next: Option<Points>,
    end: Points,
}

impl Combinations {
    fn new(points: usize, size: usize) -> Self {
        let first = (size <= points).then_some((1 << size) - 1);
        Self {
            next: first,
            end: 1 << points,
        }
    }
}

impl Iterator for Combinations {
    type Item = Points;

    fn next(&mut self) -> Option<Points> {
        let set = self.next?;
        self.next = if set == 0 {
            None
        } else {
            // The lowest run of ones gives its top one to the next place, the rest falls to the bottom.
            let low = set & set.wrapping_neg();
            let carried = set + low;
            let following = carried | ((carried ^ set) / low) >> 2;
            (following < self.end).then_some(following)
        };
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All positions of a class, up to symmetry or not.
    fn all(points: usize, mover: usize, other: usize) -> Vec<(Points, Points)> {
        let disjoint = |m: Points| Combinations::new(points, other).filter(move |&o| m & o == 0);
        let sets = Combinations::new(points, mover);
        sets.flat_map(|m| disjoint(m).map(move |o| (m, o)))
            .collect()
    }

    /// Two positions have the same number just when a symmetry turns one into the other, and the number gives one of them.
    #[test]
    fn numbers_are_orbits() {
        for (width, height, mover, other) in [
            (9, 5, 1, 1),
            (9, 5, 1, 2),
            (9, 5, 2, 1),
            (5, 3, 2, 2),
            (5, 3, 3, 2),
            (3, 3, 4, 4),
            (3, 3, 5, 4),
            (4, 3, 2, 2),
            (4, 4, 3, 1),
            (5, 1, 2, 1),
            (1, 1, 1, 1),
        ] {
            let lines = Lines::new(width, height).expect("a board");
            let index = Index::new(&lines, mover + other);
            let mut orbits: HashMap<usize, Vec<(Points, Points)>> = HashMap::new();
            for (m, o) in all(lines.points(), mover, other) {
                orbits.entry(index.cell(m, o)).or_default().push((m, o));
            }
            for (&number, positions) in &orbits {
                let (m, o) = positions[0];
                let mut images: Vec<_> = lines
                    .symmetries()
                    .iter()
                    .map(|s| (image(m, s), image(o, s)))
                    .collect();
                images.sort_unstable();
                images.dedup();
                let mut positions = positions.clone();
                positions.sort_unstable();
                assert_eq!(
                    positions, images,
                    "{width}x{height} {mover}-{other} {number}"
                );
                let (m, o) = index.position(mover, other, number);
                assert!(images.contains(&(m, o)));
                assert_eq!(index.orbit_size(m, o), images.len());
            }
            let mut used = 0;
            for (number, (m, o)) in index.positions(mover, other).enumerate() {
                assert_eq!(index.position(mover, other, number), (m, o));
                assert_eq!(index.cell(m, o) == number, index.orbit_size(m, o) > 0);
                used += usize::from(index.cell(m, o) == number);
            }
            assert_eq!(used, orbits.len());
        }
    }
}
