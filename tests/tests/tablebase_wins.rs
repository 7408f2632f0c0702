//! Distances to win: against the slow reference, which works them out round by round, against forward search to the end of
//! the game, and against numbers known from elsewhere.

use std::ops::ControlFlow;

use fanorona::tablebase::{Builder, LongestDtw, Tables};
use fanorona::{Board, Color, Position, Rules, Variant, Wdl};
use fanorona_reference as slow;
use fanorona_reference::{Lines, Points, Value, WinTable};
use fanorona_tests::endings::{
    ALL_OF_TELO, Boards, DEEPEST, FIVE_BY_THREE, OTHER_BOARDS, Part, Random, TSIVY_TO_THREE,
    is_found, named, paikas,
};
use fanorona_tests::known::known_classes;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Tables with distances to win of every position.
fn tables(board: Board, stones: usize) -> Tables {
    let builder = Builder::new(board, stones).expect("not too many");
    let tables = builder.with_distances_to_win(stones).run(&mut |_| true);
    tables.expect("built to the end")
}

/// Every placement of 2 to `stones` stones: value and distance to win are those of the reference, and none is left out.
fn assert_same(part: Part) {
    let Part {
        width,
        height,
        stones,
    } = part;
    let boards = Boards::new(width, height);
    let tables = tables(boards.board, stones);
    assert_eq!(tables.stones_with_distances_to_win(), stones);
    let reference = WinTable::build(width.into(), height.into(), stones).expect("few positions");
    let mut placements = 0;
    for total in 2..=stones {
        for mover in 1..total {
            let (mut longest_win, mut longest_loss) = (None, None);
            boards.for_each_placement(mover, total - mover, &mut |own, enemy| {
                let expected = reference.probe_stones(own, enemy);
                let position = || boards.position(own, enemy, Color::White, 0);
                let value = tables.probe(&position()).expect("in the tables");
                let found = Some(named(value.wdl, value.dtw));
                assert!(found == expected, "{:?} {value:?} {expected:?}", position());
                assert!(value.dtc <= value.dtw, "{:?} {value:?}", position());
                match value.wdl {
                    Wdl::Win => longest_win = longest_win.max(value.dtw),
                    Wdl::Draw => {}
                    Wdl::Loss => longest_loss = longest_loss.max(value.dtw),
                }
                placements += 1;
            });
            let expected = LongestDtw {
                longest_win_dtw: longest_win,
                longest_loss_dtw: longest_loss,
            };
            assert_eq!(tables.longest_dtw(mover, total - mover), Some(expected));
        }
    }
    assert_eq!(placements, part.placements(), "{part:?}");
}

#[test]
fn tsivy_to_three_stones() {
    assert_same(TSIVY_TO_THREE);
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_tsivy_to_four_stones() {
    assert_same(fanorona_tests::endings::TSIVY_TO_FOUR);
}

#[test]
fn telo_with_any_stones() {
    assert_same(ALL_OF_TELO);
}

#[test]
fn five_by_three_to_five_stones() {
    assert_same(FIVE_BY_THREE);
}

#[test]
fn other_boards_to_four_stones() {
    OTHER_BOARDS.into_iter().for_each(assert_same);
}

/// Another program found the same longest ways.
fn assert_known(tables: &Tables) {
    for class in known_classes(tables.stones()) {
        let (mover, other) = (class.mover, class.other);
        assert!(class.to_win.is_some());
        let found = tables.longest_dtw(mover, other);
        assert_eq!(found, class.to_win, "{mover}-{other}");
    }
    assert_eq!(tables.longest_dtw(0, 2), None);
    assert_eq!(tables.longest_dtw(tables.stones(), 1), None);
}

#[test]
fn tsivy_to_four_stones_has_the_known_longest_ways() {
    let tables = tables(Board::TSIVY, 4);
    assert_known(&tables);
    assert!(tables.verify(&mut |_| true).is_ok());
    Forward::new(&tables).assert_random(4, 2_000, &mut Random::new(31));
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_tsivy_to_five_stones_has_the_known_longest_ways() {
    let tables = tables(Board::TSIVY, 5);
    assert_known(&tables);
    assert!(tables.verify(&mut |_| true).is_ok());
    Forward::new(&tables).assert_random(5, 10_000, &mut Random::new(32));
    let position = |fen: &str| {
        let position = Position::from_fen(fen, Variant::TSIVY, Rules::STANDARD);
        tables.probe(&position.expect("a position"))
    };
    let longest = position("9/9/9/1W2BB3/WW7 W").expect("in the tables");
    assert_eq!((longest.wdl, longest.dtw), (Wdl::Win, Some(59)));
}

/// Starts whose length is known: with as many stones as the board has at its start.
fn assert_start(width: u8, height: u8, turns: u8) {
    let board = Board::new(width, height).expect("a board");
    let tables = tables(board, usize::from(width * height) - 1);
    let start = Position::start(Variant::on(board), Rules::STANDARD).expect("odd sides");
    let value = tables.probe(&start).expect("in the tables");
    assert_eq!((value.wdl, value.dtw), (Wdl::Win, Some(turns)));
}

#[test]
fn telo_is_won_in_eleven() {
    assert_start(3, 3, 11);
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_fifteen_points_are_won_in_eleven_and_thirteen() {
    assert_start(5, 3, 11);
    assert_start(3, 5, 13);
}

/// Forward search with the reference's generator to the end of the game. Nothing is looked up.
struct Forward<'a> {
    boards: Boards,
    tables: &'a Tables,
}

impl<'a> Forward<'a> {
    fn new(tables: &'a Tables) -> Self {
        let board = tables.board();
        Self {
            boards: Boards::new(board.width(), board.height()),
            tables,
        }
    }

    const fn lines(&self) -> &Lines {
        &self.boards.lines
    }

    /// Shows what every turn leaves of the mover and of the other side, until `go_on` answers `false`. Answers whether there was one.
    fn turns(
        &self,
        mover: Points,
        other: Points,
        go_on: &mut impl FnMut(Points, Points) -> bool,
    ) -> bool {
        if self.lines().captures(mover, other, go_on) {
            return true;
        }
        let found = paikas(self.lines(), mover, other, &mut |mover| {
            if go_on(mover, other) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        found.is_some()
    }

    /// Whether the mover can end the game as its winner in so many turns.
    fn wins_within(&self, mover: Points, other: Points, turns: u8) -> bool {
        if turns == 0 {
            return false;
        }
        let mut won = false;
        self.turns(mover, other, &mut |mover, other| {
            won = self.loses_within(other, mover, turns - 1);
            !won
        });
        won
    }

    /// Whether the mover has lost in so many turns whatever it plays.
    fn loses_within(&self, mover: Points, other: Points, turns: u8) -> bool {
        if mover == 0 {
            return true;
        }
        let mut lost = true;
        self.turns(mover, other, &mut |mover, other| {
            lost = turns > 0 && self.wins_within(other, mover, turns - 1);
            lost
        });
        lost
    }

    fn assert_value(&self, mover: Points, other: Points, claimed: Value) {
        let wins = |turns| self.wins_within(mover, other, turns);
        let loses = |turns| self.loses_within(mover, other, turns);
        let holds = is_found(claimed, &wins, &loses);
        let position = self.boards.position(mover, other, Color::White, 0);
        assert!(holds, "{position:?} {claimed:?}");
    }

    /// The value that the turns of the library have by the tables.
    fn by_rated_moves(&self, position: &Position) -> Value {
        let (rated, more) = self.tables.rate_moves(position, 10_000).expect("held");
        assert_eq!(more, 0);
        let of = |wdl: Wdl| {
            let values = rated.iter().map(|rated| rated.value);
            values.filter(move |value| value.wdl == wdl)
        };
        if let Some(shortest) = of(Wdl::Win).map(|value| value.dtw).min() {
            return named(Wdl::Win, shortest);
        }
        if of(Wdl::Draw).next().is_some() {
            return Value::Draw;
        }
        let longest = of(Wdl::Loss).map(|value| value.dtw).max();
        named(Wdl::Loss, longest.unwrap_or(Some(0)))
    }

    /// Random positions of 2 to `stones` stones.
    fn assert_random(&self, stones: usize, positions: usize, random: &mut Random) {
        let mut searched = [0; DEEPEST as usize + 1];
        for _ in 0..positions {
            let total = 2 + random.below(stones - 1);
            let (mover, other) = random.stones(self.lines().points(), total);
            let value = self.boards.to_win(self.tables, mover, other);
            let value = value.expect("in the tables");
            let position = self.boards.position(mover, other, Color::Black, 0);
            assert_eq!(self.by_rated_moves(&position), value, "{position:?}");
            self.assert_value(mover, other, value);
            if let slow::Value::Win(distance) | slow::Value::Loss(distance) = value
                && distance <= DEEPEST
            {
                searched[usize::from(distance)] += 1;
            }
        }
        // Blocks are too rare to be met; wins and losses of each length are.
        assert!(searched[1..].iter().all(|&seen| seen > 20), "{searched:?}");
    }
}
