//! The baseline must stay what it is: its node counts are its fingerprint.

use fanorona::{Game, Position, Rules, Variant};
use fanorona_baseline::{Baseline, Limits};

fn start() -> Position {
    Position::start(Variant::TSIVY, Rules::STANDARD).expect("Tsivy has a start")
}

fn nodes(depth: u32) -> u64 {
    Baseline::new(16 << 20)
        .think(&start(), &[], Limits::depth(depth), &mut || false)
        .nodes
}

#[test]
fn node_counts_are_frozen() {
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(nodes),
        [5, 24, 121, 703, 3429, 17117]
    );
}

/// Depth 8 from the start takes fewer nodes than 3 s hold at a tenth of the measured rate.
#[test]
fn depth_eight_is_in_reach() {
    let nodes = nodes(8);
    assert!((100_000..400_000).contains(&nodes), "{nodes}");
}

#[test]
fn plays_a_whole_legal_game_against_itself() {
    let mut game = Game::new(start());
    let mut engine = Baseline::new(1 << 20);
    while game.end().is_none() {
        let history: Vec<Position> = game.positions_since_capture().copied().collect();
        let (now, before) = history.split_last().expect("the present position is there");
        let found = engine.think(now, before, Limits::nodes(500), &mut || false);
        game.play(&found.best.expect("a game that goes on has a turn"))
            .expect("the turn is legal");
    }
    assert!(game.ply() > 10);
}

#[test]
fn stops_when_asked() {
    let mut asked = 0;
    let found = Baseline::new(1 << 20).think(&start(), &[], Limits::depth(50), &mut || {
        asked += 1;
        asked > 3
    });
    assert!(found.best.is_some() && found.nodes < 10_000, "{found:?}");
}
