//! Telo: a small search knows every position, so the evaluation by hand-set weights is enough there.

use fanorona::search::{Limits, Search, Value};
use fanorona::tablebase::Tables;
use fanorona::{Bitboard, Board, Game, Position, Rules, Setup, Square, Variant, Wdl};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Nodes with which every position is known (docs/engine.md): about half a millisecond.
const ENOUGH: u64 = 2_000;

/// Budgets that end most searches in the middle of an iteration.
const TOO_FEW: [u64; 4] = [10, 50, 100, 500];

/// All positions with stones of both sides, White to move: with the colours changed they are all.
fn all_positions() -> impl Iterator<Item = Position> {
    let squares: Vec<Square> = Board::TELO.points().iter().collect();
    (0..3usize.pow(9)).filter_map(move |number| {
        let content = |place: usize| number / 3usize.pow(place as u32) % 3;
        let of = |side: usize| -> Bitboard {
            let places = (0..squares.len()).filter(|place| content(*place) == side);
            places.map(|place| squares[place]).collect()
        };
        let setup = Setup {
            stones: [of(1), of(2)],
            ..Setup::empty(Variant::TELO, Rules::STANDARD)
        };
        let both = setup.stones.iter().all(|stones| !stones.is_empty());
        both.then(|| setup.position().expect("stones on the board"))
    })
}

/// The value of a position to its side to move, by tables of all nine stones.
fn value(tables: &Tables, position: &Position) -> Wdl {
    position.end().map_or_else(
        || tables.probe(position).expect("all stones").wdl,
        |end| end.outcome.seen_by(position.turn()),
    )
}

/// Without tables a search of [`ENOUGH`] nodes proves every win and every loss, calls no draw
/// decided and plays a turn that keeps the value; with too few nodes it never claims a proof
/// of what is not so.
#[test]
#[ignore = "slow without optimisation"]
fn release_telo_is_known_to_a_small_search() {
    let tables = Tables::build(Board::TELO, 9, &mut |_| true).expect("small");
    let mut search = Search::new(1 << 16);
    let (mut by_value, mut over) = ([0; 3], 0);
    for position in all_positions() {
        let value_here = value(&tables, &position);
        by_value[match value_here {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => 2,
        }] += 1;
        if position.end().is_some() {
            over += 1;
            continue;
        }
        let game = Game::new(position);
        let mut think = |nodes| {
            search.new_game();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let report = search.think(&game, limits);
            let proved = match report.value {
                Value::Proved { wdl, .. } => Some(wdl),
                Value::Estimate(_) => None,
            };
            (proved, report.best.expect("a turn"))
        };
        for nodes in TOO_FEW {
            let (proved, _) = think(nodes);
            let holds = proved.is_none_or(|wdl| wdl == value_here);
            assert!(holds, "{position}: {proved:?} by {nodes} nodes");
        }
        let (proved, best) = think(ENOUGH);
        let decided = Some(value_here).filter(|wdl| *wdl != Wdl::Draw);
        assert_eq!(proved, decided, "{position}");
        let next = position.play(&best).expect("legal");
        assert_eq!(-value(&tables, &next), value_here, "{position}: {best}");
    }
    // As docs/endgames.md has them: none is left out.
    assert_eq!((by_value, over), ([11_113, 366, 7_181], 1_154));
}
