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

#[cfg(test)]
mod tests {
    use super::*;

    fn key(low: u64) -> Key {
        Key { low, high: 1 }
    }

    fn taken(leans: &[(u32, u32)]) -> Loans {
        let mut loans = Loans::new(1 << 12);
        for (at, (shallow, deep)) in leans.iter().enumerate() {
            let loan = Loan {
                key: key(at as u64 + 1),
                lean: Lean {
                    shallow: *shallow,
                    deep: *deep,
                },
                work: 1,
            };
            loans.add(loan, u64::from(*deep));
        }
        loans
    }

    fn leans(loans: &Loans) -> Vec<(u32, u32)> {
        let leans = loans.out.iter().map(|loan| loan.lean);
        leans.map(|lean| (lean.shallow, lean.deep)).collect()
    }

    /// What leans on a position that is left goes; what leans on those above stays.
    #[test]
    fn a_position_left_takes_its_loans_with_it() {
        let mut loans = taken(&[(5, 5), (1, 3), (2, 6), (5, 7), (4, 4)]);
        loans.void(1, 5);
        assert_eq!(leans(&loans), [(5, 5), (1, 3), (4, 4)]);
    }

    /// What leans on the position alone is free with it, or leans on what it leans on.
    #[test]
    fn a_settled_position_passes_its_lean_on() {
        let all = [(5, 5), (1, 3), (2, 5), (5, 5)];
        let mut kept = Vec::new();
        let mut loans = taken(&all);
        loans.lend(0, 5, Lean::FREE, |key, _| kept.push(key.low));
        assert_eq!((leans(&loans), kept), (vec![(1, 3), (2, 4)], vec![1, 4]));
        let mut loans = taken(&all);
        let lean = Lean {
            shallow: 0,
            deep: 2,
        };
        loans.lend(1, 5, lean, |_, _| panic!("nothing is free"));
        assert_eq!(leans(&loans), [(5, 5), (1, 3), (0, 4), (0, 2)]);
    }

    #[test]
    fn a_loan_is_found_while_its_visit_lasts() {
        let loans = taken(&[(1, 3), (2, 2)]);
        let found = loans.find(key(1), |lean, visit| lean.deep == 3 && visit == 3);
        assert_eq!(
            found,
            Some(Lean {
                shallow: 1,
                deep: 3
            })
        );
        assert_eq!(loans.find(key(1), |_, _| false), None);
        assert_eq!(loans.find(key(9), |_, _| true), None);
    }
}
