//! Which of many puzzles are kept: as many of each grade as are wanted, of many kinds.

use std::collections::{BTreeMap, HashSet};

use fanorona::puzzle::{Puzzle, Theme, kind};

/// Grades there are.
pub(super) const GRADES: usize = 5;

/// So many more than are wanted are looked for, to choose from.
const CHOICE: usize = 2;

/// Most of one source, as of one game.
const MOST_OF_ONE: usize = 2;

/// As many puzzles with a theme of the turn go before one without.
const PLAIN: usize = 4;

/// Puzzles found so far, by grade.
pub(super) struct Pool {
    wanted: usize,
    found: [Vec<Puzzle>; GRADES],
    seen: HashSet<u64>,
}

impl Pool {
    /// To keep `wanted` of each grade.
    pub(super) fn new(wanted: usize) -> Self {
        Self {
            wanted,
            found: [const { Vec::new() }; GRADES],
            seen: HashSet::new(),
        }
    }

    /// Whether there is enough of every grade to choose from.
    pub(super) fn is_full(&self) -> bool {
        self.found
            .iter()
            .all(|found| found.len() >= self.wanted * CHOICE)
    }

    /// How many would be kept now.
    pub(super) fn len(&self) -> usize {
        self.found
            .iter()
            .map(|found| found.len().min(self.wanted))
            .sum()
    }

    /// Takes what a source gives, the best of each grade being as good as another.
    pub(super) fn add(&mut self, puzzles: Vec<Puzzle>) {
        let mut taken = 0;
        for puzzle in puzzles {
            let found = &mut self.found[usize::from(puzzle.grade) - 1];
            if taken < MOST_OF_ONE
                && found.len() < self.wanted * CHOICE
                && self.seen.insert(kind(&puzzle.position))
            {
                taken += 1;
                found.push(puzzle);
            }
        }
    }

    /// Those to keep, by grade: always one whose most striking theme was taken least so far.
    pub(super) fn chosen(self) -> Vec<Puzzle> {
        let mut used: BTreeMap<&str, usize> = BTreeMap::new();
        let mut chosen = Vec::new();
        for mut found in self.found {
            for _ in 0..self.wanted {
                let times = |puzzle: &Puzzle| {
                    let theme = puzzle.themes[0];
                    let used = used.get(theme_name(theme)).copied().unwrap_or(0);
                    // What has nothing but its number of stones to show waits.
                    used + PLAIN * usize::from(matches!(theme, Theme::MiddleGame | Theme::Ending))
                };
                let Some(best) = (0..found.len()).min_by_key(|at| times(&found[*at])) else {
                    break;
                };
                let puzzle = found.remove(best);
                *used.entry(theme_name(puzzle.themes[0])).or_default() += 1;
                chosen.push(puzzle);
            }
        }
        chosen
    }
}

/// For counting.
pub(super) const fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::StopEarly => "stop early",
        Theme::Withdrawal => "withdrawal",
        Theme::Quiet => "quiet turn",
        Theme::LongChain => "long chain",
        Theme::TakeLess => "take less",
        Theme::OnlyDefence => "only defence",
        Theme::Block => "block",
        Theme::MiddleGame => "middle game",
        Theme::Ending => "ending",
    }
}
