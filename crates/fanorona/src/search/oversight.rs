//! What a weaker level does not see: turns that are hard for people to see are left out
//! of its search, for both sides alike, so it misses its own chances and the other
//! side's threats.
//!
//! Nothing is left to chance in the play itself. Whether a turn is seen is a hash of the
//! seed, the position and the board that the turn leaves: in one game the same turn of
//! the same position is always seen or never, wherever the search meets it.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::ordering::Successor;
use crate::chain::{Chain, Mover};
use crate::movegen::TurnVisitor;
use crate::mv::MAX_STEPS;
use crate::position::Position;
use crate::step::StepKind;
use crate::zobrist::mix;

/// How sharp a player's eyes are. A turn takes *looks*, the more the harder it is to see:
///
/// | turn | looks |
/// |---|---|
/// | first step of a capture | 1 by approach, 2 by withdrawal |
/// | each step that goes on (R5) | 2 more by approach, 3 more by withdrawal |
/// | quiet turn (paika) | 2 |
/// | quiet turn after which its side could capture | 3 |
/// | the same, by withdrawal alone or by another stone alone | 4 |
///
/// Each look sees with a chance of `sight` in 1,000, and one that fails hides the turn. Where
/// several ways lead to one board the easiest counts. The easiest turn of a position is always
/// seen.
///
/// ```
/// use fanorona::search::Oversight;
/// let blurred = Oversight { seed: 7, sight: 900 };
/// assert_eq!(blurred.chance_of_seeing(0), 1.0);
/// assert!(blurred.chance_of_seeing(3) < blurred.chance_of_seeing(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oversight {
    /// The game's seed: another one overlooks other turns.
    pub seed: u64,
    /// Looks of 1,000 that see what they look at; 1,000 and more see all.
    pub sight: u16,
}

/// Chances are counted in 65,536ths.
const SURE: u32 = 1 << 16;

/// Looks of a capture's first step, by approach and by withdrawal.
const FIRST_STEP: [u8; 2] = [1, 2];
/// Looks of each step more.
const NEXT_STEP: [u8; 2] = [2, 3];
/// Looks of a turn without a capture.
const QUIET: u8 = 2;
/// ... after which its side could capture.
const QUIET_THREAT: u8 = 3;
/// ... by withdrawal alone, or by another stone than the one that moved.
const HIDDEN_THREAT: u8 = 4;

impl Oversight {
    /// The chance that a turn of so many looks is seen, from 0 to 1.
    #[must_use]
    pub fn chance_of_seeing(&self, looks: u8) -> f64 {
        f64::from(self.chance(looks)) / f64::from(SURE)
    }

    fn chance(&self, looks: u8) -> u32 {
        let once = u32::from(self.sight.min(1000)) * SURE / 1000;
        (0..looks).fold(SURE, |chance, _| {
            ((u64::from(chance) * u64::from(once)) >> 16) as u32
        })
    }

    /// Names the tree that a search with these eyes sees, so that what is remembered of
    /// one tree is not taken for another's.
    pub(super) const fn tree(&self) -> u64 {
        mix(mix(self.seed) ^ (self.sight as u64 + 1))
    }

    /// Takes the turns that are not seen out of `turns` from place `begin` on; they are some of
    /// the first `limit` of the position.
    pub(super) fn overlook(
        &self,
        position: &Position,
        limit: usize,
        turns: &mut Vec<Successor>,
        begin: usize,
    ) {
        self.keep_seen(position, limit, turns, begin, false);
    }

    /// The same with the turns of the position at hand; the easiest of them stays.
    pub(super) fn overlook_at_root(
        &self,
        position: &Position,
        limit: usize,
        turns: &mut Vec<Successor>,
    ) {
        self.keep_seen(position, limit, turns, 0, true);
    }

    fn keep_seen(
        &self,
        position: &Position,
        limit: usize,
        turns: &mut Vec<Successor>,
        begin: usize,
        keep_easiest: bool,
    ) {
        let looks = looks(position, limit, &turns[begin..]);
        let here = mix(self.seed ^ position.hash());
        let lot = |turn: &Successor| mix(here ^ board_hash(turn.own, turn.enemy)) >> 48;
        let hardness = |(turn, looks): (&Successor, &u8)| (*looks, lot(turn));
        let easiest = turns[begin..]
            .iter()
            .zip(&looks)
            .map(hardness)
            .min()
            .filter(|_| keep_easiest);
        let mut kept = begin;
        for (place, looks) in looks.iter().enumerate() {
            let turn = turns[begin + place];
            let lot = lot(&turn);
            if lot < u64::from(self.chance(*looks)) || Some((*looks, lot)) == easiest {
                turns[kept] = turn;
                kept += 1;
            }
        }
        turns.truncate(kept);
    }
}

fn board_hash(own: u64, enemy: u64) -> u64 {
    mix(own ^ mix(enemy))
}

/// The looks of each of `turns`, which are some of the first `limit` of a position.
fn looks(position: &Position, limit: usize, turns: &[Successor]) -> Vec<u8> {
    let mover = position.mover();
    let mut watch = Watch {
        mover,
        turns,
        places: vec![NOWHERE; (2 * turns.len() + 1).next_power_of_two()],
        looks: vec![u8::MAX; turns.len()],
        at: 0,
        path: ArrayVec::new(),
        limit,
    };
    for (place, turn) in turns.iter().enumerate() {
        let slot = watch.slot(turn.own, turn.enemy);
        watch.places[slot] = place as u32;
    }
    let _ = crate::movegen::walk(&mover, &mut watch);
    watch.looks
}

/// A slot of [`Watch::places`] that is free.
const NOWHERE: u32 = u32::MAX;

/// Tells how many looks each turn takes.
struct Watch<'a> {
    mover: Mover,
    turns: &'a [Successor],
    /// Where in `turns` a board is, by its hash: more slots than turns, so that one is free.
    places: Vec<u32>,
    /// The fewest looks so far of each of `turns`.
    looks: Vec<u8>,
    /// Where the stone is.
    at: u8,
    /// Looks of the turn so far, after each of its steps.
    path: ArrayVec<u8, MAX_STEPS>,
    limit: usize,
}

impl TurnVisitor for Watch<'_> {
    type Break = ();

    fn push(&mut self, to: u8, kind: StepKind) {
        let before = self.path.last().copied();
        let [by_approach, by_withdrawal] = if before.is_some() {
            NEXT_STEP
        } else {
            FIRST_STEP
        };
        let step = match kind {
            // Judged when its board is known.
            StepKind::Paika => 0,
            StepKind::Approach => by_approach,
            StepKind::Withdrawal => by_withdrawal,
        };
        self.at = to;
        // It fits: each step lands on a new point.
        let _ = self.path.try_push(before.unwrap_or(0).saturating_add(step));
    }

    fn pop(&mut self) {
        self.path.pop();
    }

    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<()> {
        if self.limit == 0 {
            return ControlFlow::Break(());
        }
        self.limit -= 1;
        let looks = match self.path.last() {
            Some(&looks) if looks > 0 => looks,
            _ => self.looks_of_quiet(own),
        };
        // Of several ways to a board the easiest counts.
        let place = self.places[self.slot(own, enemy)] as usize;
        if let Some(fewest) = self.looks.get_mut(place) {
            *fewest = looks.min(*fewest);
        }
        ControlFlow::Continue(())
    }
}

impl Watch<'_> {
    /// The slot of a board, or the free one where it would be.
    fn slot(&self, own: u64, enemy: u64) -> usize {
        let is_here = |place: u32| {
            let turn = self.turns.get(place as usize);
            turn.is_none_or(|turn| (turn.own, turn.enemy) == (own, enemy))
        };
        let mask = self.places.len() - 1;
        let mut slot = board_hash(own, enemy) as usize & mask;
        while !is_here(self.places[slot]) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The looks of a quiet turn that leaves these stones of the mover.
    fn looks_of_quiet(&self, own: u64) -> u8 {
        let after = Mover { own, ..self.mover };
        let capturers = after.capturers();
        if capturers == 0 {
            return QUIET;
        }
        let is_plain = capturers >> self.at & 1 == 1
            && Chain::start(own, after.enemy, self.at)
                .captures(after.points)
                .iter()
                .any(|capture| capture.kind() == StepKind::Approach);
        if is_plain {
            QUIET_THREAT
        } else {
            HIDDEN_THREAT
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::search::ordering;
    use crate::variant::Variant;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Variant::TSIVY, Rules::STANDARD).expect("a position")
    }

    fn bit(name: &str) -> u64 {
        let square: crate::square::Square = name.parse().expect("a square");
        1 << square.bit()
    }

    /// The looks of the turns that end at this point.
    fn looks_to(fen: &str, to: &str) -> Vec<u8> {
        let position = position(fen);
        let before = position.mover().own;
        let mut turns = Vec::new();
        let mover = position.mover();
        ordering::generate(&mover, mover.capturers(), &mut turns, 1_000, None);
        let looks = looks(&position, 1_000, &turns);
        let pairs = turns.iter().zip(looks);
        let ends = pairs.filter(|(turn, _)| turn.own & !before == bit(to));
        ends.map(|(_, looks)| looks).collect()
    }

    fn seen(position: &Position, oversight: Oversight) -> Vec<Successor> {
        let mut turns = Vec::new();
        let mover = position.mover();
        ordering::generate(&mover, mover.capturers(), &mut turns, 1_000, None);
        oversight.overlook_at_root(position, 1_000, &mut turns);
        turns
    }

    #[test]
    fn chains_withdrawals_and_threats_take_more_looks() {
        let quiet = "9/9/9/2W6/4B4 W";
        assert_eq!(looks_to(quiet, "b2"), [2]);
        assert_eq!(looks_to(quiet, "c1"), [3]);
        assert_eq!(looks_to(quiet, "c3"), [3]);
        assert_eq!(looks_to(quiet, "d2"), [4]);
        let mut both = looks_to("9/9/9/9/1BW1B4 W", "d1");
        both.sort_unstable();
        assert_eq!(both, [1, 2]);
        // c1-d1 takes e1, then d1-d2 takes d3.
        assert_eq!(looks_to("9/9/3B5/9/2W1B4 W", "d1"), [1]);
        assert_eq!(looks_to("9/9/3B5/9/2W1B4 W", "d2"), [3]);
    }

    #[test]
    fn a_turn_is_seen_as_often_as_its_chance_says() {
        const SEEDS: u64 = 4_000;
        let position = position("9/9/9/2W6/4B4 W");
        let before = position.mover().own;
        let hidden = bit("d2");
        let mut count = 0;
        for seed in 0..SEEDS {
            let eyes = Oversight { seed, sight: 700 };
            let turns = seen(&position, eyes);
            assert!(turns.iter().any(|turn| turn.own & !before == bit("b2")));
            count += u64::from(turns.iter().any(|turn| turn.own & !before == hidden));
        }
        // 0.7 to the fourth is 0.2401; five standard deviations are 135.
        assert!(count.abs_diff(960) < 135, "{count}");
    }

    #[test]
    fn one_turn_of_the_root_is_always_seen_and_sharp_eyes_see_all() {
        let start = Position::start(Variant::TSIVY, Rules::STANDARD).expect("a start");
        for seed in 0..50 {
            let all = seen(&start, Oversight { seed, sight: 1000 });
            assert_eq!(all.len(), 5);
            let blind = Oversight { seed, sight: 0 };
            let mut turns = seen(&start, blind);
            assert_eq!(turns.len(), 1);
            blind.overlook(&start, 1_000, &mut turns, 0);
            assert!(turns.is_empty());
            let eyes = Oversight { seed, sight: 500 };
            assert_eq!(seen(&start, eyes), seen(&start, eyes));
        }
    }
}
