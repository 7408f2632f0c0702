//! The transposition table: what the search knows of positions it has seen.

use alloc::vec;
use alloc::vec::Vec;

use super::score::Score;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum Bound {
    #[default]
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    Exact,
}

/// One position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// High half of the hash; the low half chooses the bucket.
    key: u32,
    /// Which turn was best: see `TurnId` in the search.
    turn: u16,
    score: i16,
    depth: u8,
    /// The search that wrote it, counted modulo 256.
    age: u8,
    bound: Bound,
    /// Whether the position has but one turn.
    forced: bool,
}

const _: () = assert!(size_of::<Entry>() == 12);

/// Entries that share a place: as many as a cache line holds.
const BUCKET: usize = 5;

/// A place of the table, on a cache line of its own.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// What the table says of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) turn: u16,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Whether the position has but one turn.
    pub(crate) forced: bool,
}

/// A table of bounded memory: it never grows after it is made.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// At most `bytes` of memory, at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![Bucket::default(); buckets],
            age: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// What is stored from now on counts as newer.
    pub(crate) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The low half of the hash spread over the buckets without a division.
    fn bucket(&self, hash: u64) -> usize {
        (((hash & 0xffff_ffff) * self.buckets.len() as u64) >> 32) as usize
    }

    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<Hit> {
        let key = (hash >> 32) as u32;
        let entry = self.buckets[self.bucket(hash)]
            .0
            .iter()
            .find(|entry| entry.key == key && entry.bound != Bound::None)?;
        Some(Hit {
            turn: entry.turn,
            score: Score::to_node(entry.score, ply),
            depth: entry.depth,
            bound: entry.bound,
            forced: entry.forced,
        })
    }

    pub(crate) fn store(&mut self, hash: u64, ply: usize, hit: Hit) {
        let key = (hash >> 32) as u32;
        let (bucket, age) = (self.bucket(hash), self.age);
        let bucket = &mut self.buckets[bucket].0;
        // The same position, else the one least worth keeping: old before shallow.
        let worth = |entry: &Entry| {
            if entry.bound == Bound::None {
                return -1000;
            }
            i32::from(entry.depth) - 4 * i32::from(age.wrapping_sub(entry.age))
        };
        let place = match bucket
            .iter()
            .position(|entry| entry.key == key && entry.bound != Bound::None)
        {
            Some(place) => place,
            None => (0..BUCKET)
                .min_by_key(|place| worth(&bucket[*place]))
                .unwrap_or(0),
        };
        bucket[place] = Entry {
            key,
            turn: hit.turn,
            score: hit.score.relative_to(ply),
            depth: hit.depth,
            age,
            bound: hit.bound,
            forced: hit.forced,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_distances_from_the_node() {
        let mut table = Table::new(1 << 12);
        let hit = Hit {
            turn: 7,
            score: Score::won_at(9),
            depth: 3,
            bound: Bound::Exact,
            forced: false,
        };
        table.store(42, 4, hit);
        let found = table.probe(42, 6).map(|hit| hit.score);
        assert_eq!(found, Some(Score::won_at(11)));
        assert!(table.probe(42 << 32, 0).is_none());
    }

    #[test]
    fn memory_is_bounded() {
        let table = Table::new(1 << 20);
        assert!(table.buckets.len() * size_of::<Bucket>() <= 1 << 20);
        assert_eq!(Table::new(0).buckets.len(), 1);
    }
}
