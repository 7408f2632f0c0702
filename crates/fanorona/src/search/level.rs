//! Levels for people.

use super::Limits;

/// How strong the computer plays: 1, 2 or 3. Each is a budget that gives the same
/// strength on every machine.
///
/// ```
/// use fanorona::search::Level;
/// assert_eq!(Level::ALL.map(Level::number), [1, 2, 3]);
/// assert!(Level::new(4).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self(1), Self(2), Self(3)];

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

    /// The budget; `seed` varies the choice among turns that the level takes for equal.
    #[must_use]
    pub fn limits(self, seed: u64) -> Limits {
        let (depth, nodes, margin) = match self.0 {
            1 => (1, 20_000, 300),
            2 => (3, 100_000, 60),
            _ => (64, 1_500_000, 4),
        };
        Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            margin,
            seed,
            // Weaker levels must be able to go wrong in endings too.
            tables: self == Self::ALL[2],
            contempt: 0,
            book: self == Self::ALL[Self::ALL.len() - 1],
            lines: 1,
        }
    }
}
