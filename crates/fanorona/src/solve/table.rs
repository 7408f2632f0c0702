//! What the proof search knows of questions it has met, in bounded memory.

use alloc::vec;
use alloc::vec::Vec;

use super::key::Key;

/// A proof number that stands for "never".
pub(super) const NEVER: u32 = (1 << NUMBER_BITS) - 1;
/// The largest number of a question that is still open.
pub(super) const MOST: u32 = NEVER - 1;

const NUMBER_BITS: u32 = 24;
/// Bits of [`Key::low`]; the work lies above them.
const LOW_BITS: u32 = 58;

/// How far a question is from its answer, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Effort to show that the side to move reaches its aim; 0: it does.
    pub(super) phi: u32,
    /// Effort to show that it does not; 0: it does not.
    pub(super) delta: u32,
}

impl Numbers {
    pub(super) const REACHED: Self = Self {
        phi: 0,
        delta: NEVER,
    };
    pub(super) const MISSED: Self = Self {
        phi: NEVER,
        delta: 0,
    };

    /// The aim is reached, or it is missed.
    pub(super) const fn settled(reached: bool) -> Self {
        if reached { Self::REACHED } else { Self::MISSED }
    }

    /// `Some(true)` where the aim is reached, `None` where the question is open.
    pub(super) const fn answer(self) -> Option<bool> {
        match (self.phi, self.delta) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// What the table says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) numbers: Numbers,
    /// For a win, a bound on its turns to the end or to the tables; each turn of
    /// the proof leads to a smaller one. Else 0.
    pub(super) height: u32,
    /// About how many nodes were spent on it.
    pub(super) work: u64,
}

/// 16 bytes: the low part of the key and the work; the high part and both numbers.
type Entry = [u64; 2];
/// Entries that share a place: a line of a processor's cache.
const BUCKET: usize = 4;
/// An entry without stones is no question: zero marks a free place.
type Bucket = [u64; 2 * BUCKET];

/// A table of bounded memory: it never grows after it is made.
#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

/// The largest height that is kept; what is higher has no order.
pub(super) const HIGHEST: u32 = u16::MAX as u32;

const fn entry(key: Key, hit: Hit) -> Entry {
    let Hit {
        mut numbers,
        height,
        work,
    } = hit;
    // The number of an answer that is not 0 says nothing: its place is the height's.
    match numbers.answer() {
        Some(true) => numbers.delta = height + 1,
        Some(false) => numbers.phi = height + 1,
        None => {}
    }
    [
        key.low | work_code(work) << LOW_BITS,
        key.high as u64 | (numbers.phi as u64) << 16 | (numbers.delta as u64) << 40,
    ]
}

const fn key_of([first, second]: Entry) -> Key {
    Key {
        low: first & ((1 << LOW_BITS) - 1),
        high: second as u16,
    }
}

const fn hit_of([first, second]: Entry) -> Hit {
    let numbers = Numbers {
        phi: (second >> 16) as u32 & NEVER,
        delta: (second >> 40) as u32 & NEVER,
    };
    let (numbers, height) = match numbers.answer() {
        Some(true) => (Numbers::REACHED, numbers.delta - 1),
        Some(false) => (Numbers::MISSED, numbers.phi - 1),
        None => (numbers, 0),
    };
    Hit {
        numbers,
        height,
        work: work_of(first >> LOW_BITS),
    }
}

const fn is_answered(entry: Entry) -> bool {
    // A free place has no numbers.
    entry[0] | entry[1] != 0 && hit_of(entry).numbers.answer().is_some()
}

/// Twice the logarithm to base 2, rounded down: 6 bits reach 4,294,967,295.
const fn work_code(work: u64) -> u64 {
    if work < 2 {
        return 0;
    }
    let log = work.ilog2();
    let code = 2 * log as u64 + (work >> (log - 1) & 1);
    if code > 63 { 63 } else { code }
}

/// The least work with that code.
const fn work_of(code: u64) -> u64 {
    if code < 2 {
        return 1;
    }
    (2 + (code & 1)) << (code / 2) >> 1
}

impl Table {
    /// At most `bytes` of memory, at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![[0; 2 * BUCKET]; buckets],
        }
    }

    fn bucket(&self, key: Key) -> usize {
        ((u128::from(key.hash()) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Hit> {
        let bucket = &self.buckets[self.bucket(key)];
        let found = bucket
            .as_chunks::<2>()
            .0
            .iter()
            .find(|entry| key_of(**entry) == key)?;
        Some(hit_of(*found))
    }

    /// Keeps what is known; a question with less work behind it may go.
    pub(super) fn store(&mut self, key: Key, hit: Hit) {
        let at = self.bucket(key);
        let entries = self.buckets[at].as_chunks_mut::<2>().0;
        let place = match entries.iter().position(|entry| key_of(*entry) == key) {
            // An answer stays as it is: others were made from it.
            Some(place) if is_answered(entries[place]) => return,
            Some(place) => place,
            None => {
                let worth = |entry: &Entry| {
                    let free = *entry == [0; 2];
                    (!free, entry[0] >> LOW_BITS)
                };
                (0..BUCKET)
                    .min_by_key(|place| worth(&entries[*place]))
                    .unwrap_or(0)
            }
        };
        entries[place] = entry(key, hit);
    }

    /// All questions that are answered, in the order of the table.
    pub(super) fn answered(&self) -> impl Iterator<Item = (Key, Hit)> + '_ {
        let entries = self
            .buckets
            .iter()
            .flat_map(|bucket| bucket.as_chunks::<2>().0);
        entries
            .filter(|entry| is_answered(**entry))
            .map(|entry| (key_of(*entry), hit_of(*entry)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key {
        low: (1 << LOW_BITS) - 1,
        high: 0xffff,
    };

    fn hit(numbers: Numbers, height: u32, work: u64) -> Hit {
        Hit {
            numbers,
            height,
            work,
        }
    }

    #[test]
    fn gives_back_what_it_got() {
        let open = Numbers {
            phi: MOST,
            delta: 1,
        };
        for stored in [
            hit(open, 0, 1_024),
            hit(Numbers::REACHED, 0, 3),
            hit(Numbers::MISSED, HIGHEST, 1),
            hit(Numbers::MISSED, 0, 1 << 31),
        ] {
            let mut table = Table::new(1 << 12);
            table.store(KEY, stored);
            assert_eq!(table.probe(KEY), Some(stored));
            let others = [
                Key {
                    low: KEY.low - 1,
                    ..KEY
                },
                Key {
                    high: KEY.high - 1,
                    ..KEY
                },
            ];
            assert!(others.iter().all(|key| table.probe(*key).is_none()));
        }
    }

    #[test]
    fn answers_stay_as_they_are() {
        let mut table = Table::new(0);
        let first = hit(Numbers::MISSED, 5, 1);
        table.store(KEY, first);
        table.store(KEY, hit(Numbers { phi: 3, delta: 4 }, 0, 9));
        table.store(KEY, hit(Numbers::MISSED, 7, 9));
        let answered: Vec<_> = table.answered().collect();
        assert_eq!(answered, [(KEY, first)]);
    }

    #[test]
    fn the_least_work_goes_first() {
        let mut table = Table::new(0);
        let key = |low| Key { low, high: 1 };
        for low in 1..=4 {
            table.store(key(low), hit(Numbers::REACHED, 0, 1 << (10 - low)));
        }
        table.store(key(9), hit(Numbers::REACHED, 0, 1));
        assert!((1..=3).all(|low| table.probe(key(low)).is_some()));
        assert!(table.probe(key(4)).is_none() && table.probe(key(9)).is_some());
    }

    #[test]
    fn work_is_kept_within_its_half() {
        for work in (1..2_000).chain([u64::from(u32::MAX), u64::MAX]) {
            let kept = work_of(work_code(work));
            assert!(kept <= work, "{work}");
            assert!(
                work > u64::from(u32::MAX) || 3 * kept > 2 * work,
                "{work} {kept}"
            );
            assert_eq!(work_code(kept), work_code(work));
        }
    }
}
