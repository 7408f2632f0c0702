//! A four-way transposition table.

use alloc::vec;
use alloc::vec::Vec;

/// How the score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    None,
    Upper,
    Lower,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    pub(crate) hash: u64,
    /// Hash of the best successor.
    pub(crate) best: u64,
    pub(crate) score: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

const WAYS: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct Table {
    sets: Vec<[Entry; WAYS]>,
}

impl Table {
    pub(crate) fn new(bytes: usize) -> Self {
        let sets = (bytes / size_of::<[Entry; WAYS]>()).max(1);
        Self {
            sets: vec![[Entry::default(); WAYS]; sets],
        }
    }

    fn set(&self, hash: u64) -> usize {
        (hash % self.sets.len() as u64) as usize
    }

    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let found = self.sets[self.set(hash)]
            .iter()
            .find(|entry| entry.hash == hash && entry.bound != Bound::None);
        found.copied()
    }

    /// Keeps the entry in place of the same position's, else of the shallowest.
    pub(crate) fn put(&mut self, entry: Entry) {
        let set = self.set(entry.hash);
        let set = &mut self.sets[set];
        let place = set
            .iter()
            .position(|old| old.hash == entry.hash)
            .unwrap_or_else(|| (0..WAYS).min_by_key(|way| set[*way].depth).unwrap_or(0));
        set[place] = entry;
    }
}
