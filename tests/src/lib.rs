//! What the integration tests share: the golden data, random play, positions with few stones and what is known of
//! them, and conversations with the engine.

pub mod conversation;
pub mod endings;
pub mod known;
pub mod oversights;

use fanorona::{Game, Position, Rules, Variant};
use serde::Deserialize;

/// One position of the golden files.
#[derive(Debug, Deserialize)]
pub struct Golden {
    /// The position (R8.1).
    pub fen: String,
    /// perft(1), perft(2), …
    #[serde(default)]
    pub perft: Vec<u64>,
    /// The legal turns, sorted by bytes; `None` where there are over 60.
    pub moves: Option<Vec<String>>,
    /// How many positions they lead to.
    pub distinct: Option<usize>,
    /// Steps of the longest turn.
    pub longest: Option<usize>,
}

/// `golden/variants.json`.
#[derive(Debug, Deserialize)]
pub struct Variants {
    /// perft from the start of Vela.
    pub vela_start_perft_claimant_white: Vec<u64>,
    /// perft from the Tsivy start with a single first capture.
    pub single_first_capture_start_perft: Vec<u64>,
    /// Positions of Vela.
    pub vela_positions_claimant_white: Vec<Golden>,
    /// Positions of Dimy.
    pub dimy: Vec<Golden>,
    /// Positions of Telo.
    pub telo: Vec<Golden>,
    /// Positions on 7x3.
    pub board_7x3: Vec<Golden>,
    /// Positions on 9x3.
    pub board_9x3: Vec<Golden>,
    /// perft from the start of 9x3.
    pub perft_9x3: Vec<u64>,
}

fn read<T: for<'de> Deserialize<'de>>(text: &str) -> T {
    serde_json::from_str(text).expect("the golden data is well formed")
}

/// 48 positions from random play.
#[must_use]
pub fn golden_positions() -> Vec<Golden> {
    read(include_str!("../data/golden/positions.json"))
}

/// Six positions with perft to 5.
#[must_use]
pub fn golden_deep() -> Vec<Golden> {
    read(include_str!("../data/golden/perft-deep.json"))
}

/// Other boards and Vela.
#[must_use]
pub fn golden_variants() -> Variants {
    read(include_str!("../data/golden/variants.json"))
}

/// The start of a variant with the standard rules.
#[must_use]
pub fn start(variant: &str) -> Position {
    let variant = variant.parse().expect("a variant");
    Position::start(variant, Rules::STANDARD).expect("an odd board has a start")
}

/// A Tsivy position with the standard rules.
#[must_use]
pub fn tsivy(fen: &str) -> Position {
    Position::from_fen(fen, Variant::TSIVY, Rules::STANDARD).expect("a position")
}

/// The positions of a game of random turns, the start first; the same for the same seed.
#[must_use]
pub fn random_game(start: Position, seed: u64, most_turns: usize) -> Game {
    let mut game = Game::new(start);
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    while game.ply() < most_turns && game.end().is_none() {
        let position = *game.position();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let pick = (state >> 33) % position.count_moves();
        let mut at = 0;
        let turn = position.for_each_move(|mv| {
            at += 1;
            if at > pick {
                std::ops::ControlFlow::Break(*mv)
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        let turn = turn
            .break_value()
            .expect("the generator shows as many turns as it counts");
        game.play(&turn).expect("a generated turn is legal");
    }
    game
}
