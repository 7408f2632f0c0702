//! Results that lean on positions of the line: "not a win, as long as that one is none".

use alloc::vec;
use alloc::vec::Vec;

use super::children::Lean;
use super::key::Key;

/// "Not a win" that leans on positions of the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loan {
    pub(super) key: Key,
    pub(super) lean: Lean,
    pub(super) work: u64,
}

/// A loan as it is looked up: it counts while the deepest position that it leans
/// on is still being visited for the same time, and with it all above.
#[derive(Clone, Copy, Debug)]
struct Noted {
    key: Key,
    lean: Lean,
    visit: u64,
}

/// Loans that are out.
#[derive(Clone, Debug)]
pub(super) struct Loans {
    /// In the order in which they were taken.
    out: Vec<Loan>,
    /// The newest at each place; what is pushed out is only forgotten.
    noted: Vec<Noted>,
}

/// Places to look a loan up; more find hardly more.
const MOST_NOTED: usize = 1 << 16;

impl Loans {
    /// At most `bytes` of memory for looking up, at least one place. The list of
    /// loans has no bound but the work of one visit.
    pub(super) fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<Noted>()).clamp(1, MOST_NOTED);
        let empty = Noted {
            key: Key::default(),
            lean: Lean::FREE,
            visit: 0,
        };
        Self {
            out: Vec::new(),
            noted: vec![empty; places],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn clear(&mut self) {
        self.out.clear();
    }

    fn place(&self, key: Key) -> usize {
        ((u128::from(key.hash()) * self.noted.len() as u128) >> 64) as usize
    }

    /// What the answer of this question leans on, if it was found and `stands` says
    /// that the visit it was noted with goes on.
    pub(super) fn find(&self, key: Key, stands: impl Fn(Lean, u64) -> bool) -> Option<Lean> {
        let noted = &self.noted[self.place(key)];
        (noted.key == key && stands(noted.lean, noted.visit)).then_some(noted.lean)
    }

    /// Takes a loan; `visit` is that of the deepest position it leans on.
    pub(super) fn add(&mut self, loan: Loan, visit: u64) {
        let place = self.place(loan.key);
        self.noted[place] = Noted {
            key: loan.key,
            lean: loan.lean,
            visit,
        };
        self.out.push(loan);
    }

    /// The position at `depth`, entered when there were `from` loans, is not a win
    /// and leans on `lean`: so does now what leaned on it. What leans on nothing
    /// any more is given to `keep`.
    pub(super) fn lend(
        &mut self,
        from: usize,
        depth: u32,
        lean: Lean,
        mut keep: impl FnMut(Key, u64),
    ) {
        let mut kept = from;
        for at in from..self.out.len() {
            let mut loan = self.out[at];
            if loan.lean.deep >= depth {
                loan.lean = loan.lean.above(depth).and(lean);
            }
            if loan.lean == Lean::FREE {
                keep(loan.key, loan.work);
            } else {
                self.out[kept] = loan;
                kept += 1;
            }
        }
        self.out.truncate(kept);
    }

    /// The position at `depth` is left without such an answer: what leans on it is void.
    pub(super) fn void(&mut self, from: usize, depth: u32) {
        let mut kept = from;
        for at in from..self.out.len() {
            if self.out[at].lean.deep < depth {
                self.out[kept] = self.out[at];
                kept += 1;
            }
        }
        self.out.truncate(kept);
    }
}
