//! Levels for people.

use super::{Limits, Oversight};

/// How strong the computer plays, from 1 (a first game) to 8 (full strength). Each is a budget
/// that gives the same strength on every machine, and all but the last overlook what people
/// overlook: see [`Oversight`]. docs/engine.md has how they fare against each other.
///
/// ```
/// use fanorona::search::Level;
/// assert_eq!(Level::ALL.map(Level::number), [1, 2, 3, 4, 5, 6, 7, 8]);
/// assert!(Level::new(9).is_none());
/// assert_eq!(Level::FULL.name(), "Fossa");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What makes a level.
struct Strength {
    /// An animal of Madagascar.
    name: &'static str,
    /// Turns.
    depth: u32,
    nodes: u64,
    /// See [`Limits::margin`].
    margin: u16,
    /// See [`Oversight::sight`]; `None` where nothing is overlooked.
    sight: Option<u16>,
}

impl Strength {
    const fn new(name: &'static str, depth: u32, nodes: u64, sight: u16) -> Self {
        Self {
            name,
            depth,
            nodes,
            margin: 8,
            sight: Some(sight),
        }
    }
}

/// The nodes are a bound on time alone: the depth is reached in nearly every position.
const STRENGTHS: [Strength; 8] = [
    Strength::new("Tenrec", 1, 20_000, 680),
    Strength::new("Gecko", 2, 20_000, 795),
    Strength::new("Chameleon", 3, 20_000, 880),
    Strength::new("Hoopoe", 4, 20_000, 936),
    Strength::new("Lemur", 5, 40_000, 972),
    Strength::new("Sifaka", 6, 60_000, 993),
    Strength::new("Indri", 8, 100_000, 998),
    Strength {
        name: "Fossa",
        depth: 64,
        nodes: 1_500_000,
        margin: 4,
        sight: None,
    },
];

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; STRENGTHS.len()] = {
        let mut all = [Self(0); STRENGTHS.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = Self(i as u8 + 1);
            i += 1;
        }
        all
    };

    /// The strongest: it overlooks nothing and asks tables.
    pub const FULL: Self = Self::ALL[Self::ALL.len() - 1];

    /// Level `number`, from 1.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.number() == number)
    }

    /// From 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Its English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.strength().name
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0 as usize - 1]
    }

    /// The budget. `seed` is the game's: it decides what is overlooked, and which of the turns that
    /// the level takes for equal is played. With the same seed throughout a game, a turn that
    /// was overlooked in a position is overlooked there again.
    #[must_use]
    pub fn limits(self, seed: u64) -> Limits {
        let strength = self.strength();
        Limits {
            depth: Some(strength.depth),
            nodes: Some(strength.nodes),
            margin: strength.margin,
            seed,
            // Weaker levels must be able to go wrong in endings too.
            tables: self == Self::FULL,
            contempt: 0,
            book: self == Self::FULL,
            lines: 1,
            oversight: strength.sight.map(|sight| Oversight { seed, sight }),
        }
    }
}
