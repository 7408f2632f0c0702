//! What a position looks like without searching it.

use alloc::sync::Arc;

use crate::chain::Mover;
use crate::position::Position;

mod hand;
pub mod network;
mod weights;

use network::{Network, NetworkWeights, WeightsError};

/// With at most so many stones positions are judged by hand: the games to learn from end there,
/// with a value by tables.
const ENDING: u32 = 5;

/// Judges positions: by hand-set weights, or by a network for the boards that it has one for.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Option<Arc<Network>>,
}

impl Evaluator {
    /// Hand-set weights alone.
    #[must_use]
    pub const fn by_hand() -> Self {
        Self { network: None }
    }

    /// A network; positions of other boards, of at most five stones, and part one of Vela (R7.2)
    /// are judged by hand-set weights.
    ///
    /// # Errors
    /// [`WeightsError`] if the weights do not fit together or are too large.
    pub fn by_network(weights: &NetworkWeights) -> Result<Self, WeightsError> {
        Ok(Self {
            network: Some(Arc::new(Network::new(weights)?)),
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
        match &self.network {
            Some(network)
                if network.board() == position.variant().board()
                    && !position.is_vela_part_one()
                    && position.stone_count() > ENDING =>
            {
                network.evaluate(mover.own, mover.enemy, capturers)
            }
            _ => hand::evaluate(position),
        }
    }
}

/// The weights that are shipped: of Tsivy's board.
const SHIPPED: &[u8] = include_bytes!("tsivy.weights");

impl Default for Evaluator {
    /// The network that the library ships, learned from games (docs/engine.md).
    fn default() -> Self {
        NetworkWeights::from_bytes(SHIPPED)
            .and_then(|(weights, _)| Self::by_network(&weights))
            // A test makes sure that it does not come to this.
            .unwrap_or_else(|_| Self::by_hand())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::Rules;
    use crate::variant::Variant;
    use alloc::string::ToString;
    use alloc::vec;
    use core::ops::ControlFlow;

    #[test]
    fn the_shipped_network_is_in_use() {
        let network = Evaluator::default().network.expect("whole");
        assert_eq!(network.board(), Board::TSIVY);
    }

    #[test]
    fn other_games_are_judged_by_hand() {
        let (by_hand, shipped) = (Evaluator::by_hand(), Evaluator::default());
        let start = |variant| Position::start(variant, Rules::STANDARD).expect("a start");
        for variant in [Variant::DIMY, Variant::TELO, Variant::VELA] {
            let position = start(variant);
            assert_eq!(
                shipped.evaluate(&position),
                by_hand.evaluate(&position),
                "{variant}"
            );
        }
        let tsivy = start(Variant::TSIVY);
        assert_ne!(shipped.evaluate(&tsivy), by_hand.evaluate(&tsivy));
    }

    /// The network judges stones: the presets of draws do not matter to it, nor whether the single
    /// first capture (R7.1) is still open.
    #[test]
    fn rules_do_not_matter() {
        let shipped = Evaluator::default();
        let mut random = crate::zobrist::mix(3);
        let mut position = Position::start(Variant::TSIVY, Rules::STANDARD).expect("a start");
        while position.end().is_none() {
            let expected = shipped.evaluate(&position);
            for rules in ["icga", "club", "none", "standard,single-first-capture"] {
                let rules: Rules = rules.parse().expect("rules");
                let other = Position::from_fen(&position.to_string(), Variant::TSIVY, rules);
                let other = other.expect("the same stones");
                assert_eq!(shipped.evaluate(&other), expected, "{position} {rules}");
            }
            let mut turns = vec![];
            let _ = position.for_each_successor(|_, next| {
                turns.push(next);
                ControlFlow::<()>::Continue(())
            });
            random = crate::zobrist::mix(random);
            position = turns[random as usize % turns.len()];
        }
    }

    /// Sums of the largest weights stay within their lanes.
    #[test]
    fn the_largest_weights_fit() {
        use network::{BUCKETS, MOST_HIDDEN_WEIGHT, MOST_OUTPUT_BIAS, MOST_OUTPUT_WEIGHT, SETS};
        let filters = network::filters(Board::TSIVY).expect("mirrors");
        for sign in [1, -1] {
            let weights = NetworkWeights {
                board: Board::TSIVY,
                input: vec![sign * MOST_HIDDEN_WEIGHT; SETS * 45 * filters],
                hidden_bias: vec![sign * MOST_HIDDEN_WEIGHT; filters],
                output: vec![MOST_OUTPUT_WEIGHT; BUCKETS * filters],
                output_bias: [MOST_OUTPUT_BIAS; BUCKETS],
            };
            let evaluator = Evaluator::by_network(&weights).expect("allowed");
            let tsivy = Position::start(Variant::TSIVY, Rules::STANDARD).expect("a start");
            let one = network::HIDDEN_ONE * network::HIDDEN_ONE;
            let units = if sign > 0 { network::HIDDEN as i64 } else { 0 };
            let sum = units * i64::from(one) * i64::from(MOST_OUTPUT_WEIGHT)
                + i64::from(MOST_OUTPUT_BIAS);
            let whole =
                sum * i64::from(network::OUTPUT_SCALE) / i64::from(one * network::OUTPUT_ONE);
            assert_eq!(i64::from(evaluator.evaluate(&tsivy)), whole);
        }
    }
}
