//! Random positions with few stones.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::variant::Variant;
use crate::zobrist::mix;

/// Random numbers, the same on every machine (splitmix64: Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Seed(pub u64);

impl Seed {
    /// A number below `bound`, which is not 0; for small bounds even enough.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0) % bound
    }
}

/// A random position of 3 to `stones` stones, one side with at most two more than the other; White is to move. `None`
/// where the lot falls on one that is over, and where there is no room for so many.
#[must_use]
pub fn ending(variant: Variant, stones: usize, seed: &mut Seed) -> Option<Position> {
    let points: alloc::vec::Vec<_> = variant.board().points().iter().collect();
    let stones = stones.min(points.len() - 1);
    if stones < 3 || variant.is_vela() {
        return None;
    }
    // Positions with more stones are more: so are they here.
    let all = 3
        + (0..2)
            .map(|_| seed.below(stones as u64 - 2))
            .max()
            .unwrap_or(0);
    let spread = seed.below(3);
    let more = (all + spread) / 2;
    let white = if seed.below(2) == 0 { more } else { all - more };
    if white == 0 || white >= all {
        return None;
    }
    let mut setup = Setup::empty(variant, Rules::STANDARD);
    let mut placed = 0;
    while placed < all {
        let square = points[seed.below(points.len() as u64) as usize];
        let color = if placed < white {
            Color::White
        } else {
            Color::Black
        };
        if (setup.stones[0] | setup.stones[1]) & Bitboard::from_square(square) == Bitboard::EMPTY {
            let side = &mut setup.stones[color.index()];
            *side = side.with(square);
            placed += 1;
        }
    }
    let position = setup.position().ok()?;
    position.end().is_none().then_some(position)
}
