//! What a position looks like without searching it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::board::Board;
use crate::chain::{Mover, TurnKind};
use crate::color::Color;
use crate::position::Position;

mod hand;
pub mod network;
mod weights;

use network::{Network, NetworkWeights, WeightsError};

/// With at most so many stones positions are judged by hand: the games to learn from end there,
/// with a value by tables. On small boards that is later: most of their games are endings
/// (docs/engine.md has the match).
fn ending(board: Board) -> u32 {
    if board == Board::TSIVY { 5 } else { 3 }
}

/// White's stones in part one of Vela (R7.2): Black takes none of them.
const VELA_WHITE: u32 = 22;

/// Whether networks learn from such positions and so judge them. They do not where at most five
/// stones are left (three on boards smaller than 9x5), nor in part one of Vela (R7.2) where it was
/// set up otherwise than a game has it.
#[must_use]
pub fn is_learned(position: &Position) -> bool {
    if position.is_vela_part_one() {
        // A network is told who is to move and not who is White: it sees that by the numbers.
        let [white, black] = Color::ALL.map(|color| position.stones(color).len());
        return white == VELA_WHITE && black < white;
    }
    position.stone_count() > ending(position.variant().board())
}

/// Judges positions: by networks, one for each game, and by hand-set weights where none has learned.
#[derive(Clone, Debug)]
pub struct Evaluator {
    networks: Arc<[Network]>,
}

impl Evaluator {
    /// Hand-set weights alone.
    #[must_use]
    pub fn by_hand() -> Self {
        Self {
            networks: Arc::new([]),
        }
    }

    /// Networks: a position is judged by the first one of its game, where it is learned
    /// ([`is_learned`]), or by hand-set weights. Part two of Vela is the plain game on its board.
    ///
    /// # Errors
    /// [`WeightsError`] if the weights of a network do not fit together or are too large.
    pub fn by_networks(weights: &[NetworkWeights]) -> Result<Self, WeightsError> {
        Ok(Self {
            networks: weights.iter().map(Network::new).collect::<Result<_, _>>()?,
        })
    }

    /// An estimate in hundredths of a stone, seen by the side to move. It says
    /// nothing about finished games and proves nothing.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mover = position.mover();
        self.evaluate_as(position, &mover, mover.capturers())
    }

    /// As [`Evaluator::evaluate`], for callers that know the mover and its capturers.
    pub(crate) fn evaluate_as(&self, position: &Position, mover: &Mover, capturers: u64) -> i32 {
        let is_part_one = matches!(mover.kind, TurnKind::SingleStone | TurnKind::PaikaOnly);
        match self.networks.first() {
            Some(first) if !is_part_one && first.is_plain_on(mover.points) => {
                if is_learned(position) {
                    first.evaluate(mover.own, mover.enemy, capturers)
                } else {
                    hand::evaluate(position)
                }
            }
            _ => self.evaluate_other(position, mover, is_part_one),
        }
    }

    /// What the first network is not for. A call of its own, so that Tsivy's search does not pay for it.
    #[inline(never)]
    fn evaluate_other(&self, position: &Position, mover: &Mover, is_part_one: bool) -> i32 {
        let judges = |network: &&Network| {
            network.variant().is_vela() == is_part_one
                && network.variant().board() == position.variant().board()
        };
        let network = self.networks.iter().find(judges);
        let Some(network) = network.filter(|_| is_learned(position)) else {
            return hand::evaluate(position);
        };
        // As in the plain game: Black may not capture in part one of Vela, but will in part two.
        let capturers = network::capturers(mover.own, mover.enemy, mover.points);
        network.evaluate(mover.own, mover.enemy, capturers)
    }
}

/// The weights that are shipped. The first are found the quickest.
const SHIPPED: [&[u8]; 3] = [
    include_bytes!("tsivy.weights"),
    include_bytes!("dimy.weights"),
    include_bytes!("vela.weights"),
];

impl Default for Evaluator {
    /// The networks that the library ships, learned from games (docs/engine.md).
    fn default() -> Self {
        let read = |bytes: &&[u8]| NetworkWeights::from_bytes(bytes).map(|(weights, _)| weights);
        let weights: Result<Vec<_>, _> = SHIPPED.iter().map(read).collect();
        weights
            .and_then(|weights| Self::by_networks(&weights))
            // A test makes sure that it does not come to this.
            .unwrap_or_else(|_| Self::by_hand())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::symmetry::Symmetry;
    use crate::variant::Variant;
    use alloc::string::ToString;
    use alloc::vec;
    use core::ops::ControlFlow;

    const GAMES: [Variant; 3] = [Variant::TSIVY, Variant::DIMY, Variant::VELA];

    fn start(variant: Variant) -> Position {
        Position::start(variant, Rules::STANDARD).expect("a start")
    }

    /// All positions of a game of random turns.
    fn random_game(variant: Variant, seed: u64) -> Vec<Position> {
        let (mut random, mut positions) = (crate::zobrist::mix(seed), vec![start(variant)]);
        while let Some(position) = positions.last().filter(|it| it.end().is_none()) {
            let mut turns = vec![];
            let _ = position.for_each_successor(|_, next| {
                turns.push(next);
                ControlFlow::<()>::Continue(())
            });
            random = crate::zobrist::mix(random);
            positions.push(turns[random as usize % turns.len()]);
        }
        positions
    }

    #[test]
    fn the_shipped_networks_are_in_use() {
        let shipped = Evaluator::default();
        let variants: Vec<Variant> = shipped.networks.iter().map(Network::variant).collect();
        assert_eq!(variants, GAMES);
        for (variant, bytes) in GAMES.into_iter().zip(SHIPPED) {
            let (weights, note) = NetworkWeights::from_bytes(bytes).expect("whole");
            assert_eq!(weights.variant, variant);
            assert!(note.contains("samples"), "{variant} has no provenance");
            assert_eq!(weights.to_bytes(&note), bytes);
        }
    }

    /// In a game from the start each network judges all that it has learned and nothing else:
    /// it agrees with that network alone, and where none has learned with hand-set weights.
    #[test]
    fn each_game_is_judged_by_its_network() {
        let (by_hand, shipped) = (Evaluator::by_hand(), Evaluator::default());
        let alone = SHIPPED.map(|bytes| {
            let (weights, _) = NetworkWeights::from_bytes(bytes).expect("whole");
            let evaluator = Evaluator::by_networks(core::slice::from_ref(&weights));
            (weights.variant, evaluator.expect("whole"))
        });
        let mut seen = vec![];
        for seed in 0..20 {
            for variant in [Variant::TELO].into_iter().chain(GAMES) {
                for position in random_game(variant, seed) {
                    let found = shipped.evaluate(&position);
                    let judge = match (variant, position.stone_count()) {
                        (Variant::VELA, _) if position.is_vela_part_one() => {
                            let is_start = position.stone_count() == 44;
                            (!is_start).then_some(Variant::VELA)
                        }
                        (Variant::TSIVY | Variant::VELA, 6..) => Some(Variant::TSIVY),
                        (Variant::DIMY, 4..) => Some(Variant::DIMY),
                        _ => None,
                    };
                    let judge = alone.iter().find(|(of, _)| Some(*of) == judge);
                    let expected = judge.map_or(&by_hand, |(_, evaluator)| evaluator);
                    assert_eq!(found, expected.evaluate(&position), "{position} {variant}");
                    if judge.is_some() && found != by_hand.evaluate(&position) {
                        seen.push(variant);
                    }
                }
            }
        }
        for variant in GAMES {
            let count = seen.iter().filter(|it| **it == variant).count();
            assert!(count > 100, "{variant}: {count}");
        }
        assert!(!seen.contains(&Variant::TELO));
    }

    /// Part one of Vela that was set up otherwise than a game has it: which side is White could
    /// not be seen.
    #[test]
    fn other_set_ups_of_vela_are_judged_by_hand() {
        let (by_hand, shipped) = (Evaluator::by_hand(), Evaluator::default());
        for fen in [
            "BBBBBBBBB/9/9/9/WWWWWWWWW W",
            "BBBBBBBBB/9/9/9/WWWWWWWWW B",
            "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW B",
        ] {
            let position = Position::from_fen(fen, Variant::VELA, Rules::STANDARD).expect("stones");
            assert!(!is_learned(&position), "{fen}");
            assert_eq!(shipped.evaluate(&position), by_hand.evaluate(&position));
        }
    }

    /// However the board lies, and whoever is called White where colours do not matter.
    #[test]
    fn estimates_are_symmetric() {
        let shipped = Evaluator::default();
        for variant in [Variant::TELO].into_iter().chain(GAMES) {
            for position in (0..5).flat_map(|seed| random_game(variant, seed)) {
                let expected = shipped.evaluate(&position);
                for symmetry in Symmetry::all(variant.board()) {
                    let image = symmetry.position(&position);
                    assert_eq!(
                        shipped.evaluate(&image),
                        expected,
                        "{position} {symmetry:?}"
                    );
                }
                if let Some(swapped) = position.swap_colors() {
                    assert_eq!(shipped.evaluate(&swapped), expected, "{position}");
                }
            }
        }
    }

    /// The network judges stones: the presets of draws do not matter to it, nor whether the single
    /// first capture (R7.1) is still open.
    #[test]
    fn rules_do_not_matter() {
        let shipped = Evaluator::default();
        for position in random_game(Variant::TSIVY, 3) {
            let expected = shipped.evaluate(&position);
            for rules in ["icga", "club", "none", "standard,single-first-capture"] {
                let rules: Rules = rules.parse().expect("rules");
                let other = Position::from_fen(&position.to_string(), Variant::TSIVY, rules);
                let other = other.expect("the same stones");
                assert_eq!(shipped.evaluate(&other), expected, "{position} {rules}");
            }
        }
    }

    /// Sums of the largest weights stay within their lanes.
    #[test]
    fn the_largest_weights_fit() {
        use network::{BUCKETS, MOST_HIDDEN_WEIGHT, MOST_OUTPUT_BIAS, MOST_OUTPUT_WEIGHT, SETS};
        let cases = [Variant::TSIVY, Variant::DIMY].map(|variant| [(variant, 1), (variant, -1)]);
        for (variant, sign) in cases.into_iter().flatten() {
            let filters = network::filters(variant.board()).expect("mirrors");
            let points = variant.board().points().len() as usize;
            let weights = NetworkWeights {
                variant,
                input: vec![sign * MOST_HIDDEN_WEIGHT; SETS * points * filters],
                hidden_bias: vec![sign * MOST_HIDDEN_WEIGHT; filters],
                output: vec![MOST_OUTPUT_WEIGHT; BUCKETS * filters],
                output_bias: [MOST_OUTPUT_BIAS; BUCKETS],
            };
            let evaluator = Evaluator::by_networks(core::slice::from_ref(&weights));
            let evaluator = evaluator.expect("allowed");
            let one = network::HIDDEN_ONE * network::HIDDEN_ONE;
            let units = if sign > 0 { network::HIDDEN as i64 } else { 0 };
            let sum = units * i64::from(one) * i64::from(MOST_OUTPUT_WEIGHT)
                + i64::from(MOST_OUTPUT_BIAS);
            let whole =
                sum * i64::from(network::OUTPUT_SCALE) / i64::from(one * network::OUTPUT_ONE);
            assert_eq!(i64::from(evaluator.evaluate(&start(variant))), whole);
        }
    }
}
