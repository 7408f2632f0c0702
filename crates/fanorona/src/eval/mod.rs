//! What a position looks like without searching it.

use alloc::sync::Arc;

use crate::position::Position;

mod hand;
pub mod network;
mod weights;

use network::{Network, NetworkWeights, WeightsError};

/// Judges positions: by hand-set weights, or by a network for the boards that it has one for.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    network: Option<Arc<Network>>,
}

impl Evaluator {
    /// Hand-set weights alone.
    #[must_use]
    pub const fn by_hand() -> Self {
        Self { network: None }
    }

    /// A network; positions of other boards and part one of Vela (R7.2) are judged by hand-set
    /// weights.
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
        match &self.network {
            Some(network)
                if network.board() == position.variant().board()
                    && !position.is_vela_part_one() =>
            {
                let mover = position.mover();
                network.evaluate(mover.own, mover.enemy)
            }
            _ => hand::evaluate(position),
        }
    }
}

/// An estimate in hundredths of a stone, seen by the side to move. It says
/// nothing about finished games and proves nothing.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    hand::evaluate(position)
}
