//! Positions in which it is known what there is to see, and how often levels for people miss
//! it. `examples/level_positions.rs` found them; `examples/level_errors.rs` prints the table of
//! docs/engine.md.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use fanorona::search::{Level, Limits, Search};
use fanorona::{Game, Move, Position};

use crate::tsivy;

/// What must be seen in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A capture of so many steps; 4 stands for more, too.
    Capture(usize),
    /// A quiet turn: few of many hold.
    Quiet,
    /// Which quiet turns let the other side take, by captures of one step.
    ShortReply,
    /// The same, most of the other side's captures having two steps and more.
    LongReply,
}

impl Kind {
    /// All, each group from easy to hard.
    pub const ALL: [Self; 7] = [
        Self::Capture(1),
        Self::Capture(2),
        Self::Capture(3),
        Self::Capture(4),
        Self::Quiet,
        Self::ShortReply,
        Self::LongReply,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capture(steps) => write!(f, "capture-{steps}"),
            Self::Quiet => f.write_str("quiet"),
            Self::ShortReply => f.write_str("short-reply"),
            Self::LongReply => f.write_str("long-reply"),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.to_string() == text)
            .ok_or_else(|| format!("no kind {text:?}"))
    }
}

/// A position with the turns that lose no ground.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What must be seen.
    pub kind: Kind,
    /// The position.
    pub position: Position,
    /// How much the best of the other turns loses, in hundredths of a stone.
    pub gap: i32,
    /// The turns that lose less than a stone.
    pub good: Vec<Move>,
}

impl fmt::Display for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}; {};", self.kind, self.position, self.gap)?;
        self.good.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The lessons of `data/level-positions.txt`.
///
/// # Panics
/// If the file is not what the example writes.
#[must_use]
pub fn lessons() -> Vec<Lesson> {
    let text = include_str!("../data/level-positions.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let [kind, fen, gap, good] = parts[..] else {
            panic!("not four parts: {line}");
        };
        let position = tsivy(fen);
        let to_move = |mv: &str| position.parse_move(mv).expect("a legal turn");
        Lesson {
            kind: kind.parse().expect("a kind"),
            position,
            gap: gap.parse().expect("a number"),
            good: good.split(' ').map(to_move).collect(),
        }
    };
    lines.map(read).collect()
}

impl Lesson {
    /// Whether a search with these limits plays a turn that loses ground.
    ///
    /// # Panics
    /// If the search has no turn.
    pub fn is_failed(&self, search: &mut Search, limits: Limits) -> bool {
        search.new_game();
        let game = Game::new(self.position);
        let best = search.think(&game, limits).best.expect("a turn");
        let after = self.position.play_unchecked(&best);
        !self
            .good
            .iter()
            .any(|mv| self.position.play_unchecked(mv) == after)
    }

    /// Of so many games of a level, how many go wrong here.
    pub fn errors(&self, search: &mut Search, level: Level, seeds: std::ops::Range<u64>) -> u64 {
        let fails = |seed: &u64| self.is_failed(search, level.limits(*seed));
        seeds.filter(fails).count() as u64
    }
}

/// The steps of the shortest turn from a position to the one after `mv`.
#[must_use]
pub fn shortest(position: &Position, mv: &Move) -> usize {
    let after = position.play_unchecked(mv);
    let mut steps = usize::MAX;
    let _ = position.for_each_successor(|other, next| {
        if next == after {
            steps = steps.min(other.landings().len());
        }
        ControlFlow::<()>::Continue(())
    });
    steps
}
