//! The tables of endings against forward search with the turns of the slow reference: one turn deep, all the way to the conversion,
//! and with a counter near the no-capture limit.

use std::ops::ControlFlow;

use fanorona::tablebase::Tables;
use fanorona::{Color, Position};
use fanorona_reference as slow;
use fanorona_reference::{Points, Value, Wdl};
use fanorona_tests::endings::{
    Boards, DEEPEST, Random, best_capture, build_tables, is_found, paikas, under_limit,
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// What the reference's turns, clause by clause, and the tables after each of them say.
fn one_turn_deep(
    boards: &Boards,
    tables: &Tables,
    reference: &slow::Reference,
    position: &Position,
) -> Value {
    let state = reference.read_fen(&position.to_fen()).expect("a position");
    let (mut shortest, mut longest, mut draw) = (None::<u8>, 0, false);
    for (turn, after) in reference.turns_with_results(&state) {
        let own = boards.lines.stones(&after.board, after.to_move);
        let enemy = boards.lines.stones(&after.board, after.to_move.other());
        let value = if own == 0 {
            Value::Loss(0)
        } else {
            boards.value(tables, own, enemy).expect("in the tables")
        };
        let captured = turn.steps[0].kind != slow::StepKind::Paika;
        let longer = |distance: u8| if captured { 1 } else { distance + 1 };
        match value {
            Value::Loss(distance) => {
                let distance = longer(distance);
                shortest = Some(shortest.map_or(distance, |least| least.min(distance)));
            }
            Value::Draw => draw = true,
            Value::Win(distance) => longest = longest.max(longer(distance)),
        }
    }
    match shortest {
        Some(distance) => Value::Win(distance),
        None if draw => Value::Draw,
        None => Value::Loss(longest),
    }
}

/// Forward search with the reference's generator. Only what is there after a capture is looked up.
struct Search<'a> {
    boards: &'a Boards,
    tables: &'a Tables,
}

impl Search<'_> {
    fn capture(&self, mover: Points, other: Points) -> Option<Wdl> {
        best_capture(&self.boards.lines, mover, other, &|mover, other| {
            self.boards.worth(self.tables, mover, other)
        })
    }

    /// Whether the mover can force a conversion that wins in so many turns.
    fn wins_within(&self, mover: Points, other: Points, turns: u8) -> bool {
        if turns == 0 {
            return false;
        }
        if let Some(value) = self.capture(mover, other) {
            return value == Wdl::Win;
        }
        let won = paikas(&self.boards.lines, mover, other, &mut |mover| {
            if self.loses_within(other, mover, turns - 1) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        won.is_some_and(|answer| answer.is_break())
    }

    /// Whether the other side can force one in so many turns; a block is one in none.
    fn loses_within(&self, mover: Points, other: Points, turns: u8) -> bool {
        if let Some(value) = self.capture(mover, other) {
            return turns > 0 && value == Wdl::Loss;
        }
        let saved = paikas(&self.boards.lines, mover, other, &mut |mover| {
            if turns > 0 && self.wins_within(other, mover, turns - 1) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        saved.is_none_or(|answer| answer.is_continue())
    }

    /// The value with so many half-moves since the last capture, by plain search with the counter to the next capture or
    /// the end of the game. What is there after a capture is looked up, with a fresh counter.
    fn at_counter(&self, mover: Points, other: Points, counter: usize) -> Wdl {
        self.within(mover, other, counter, Wdl::Loss, Wdl::Win)
    }

    /// The value, or a bound on it where that is outside the window.
    fn within(&self, mover: Points, other: Points, counter: usize, low: Wdl, high: Wdl) -> Wdl {
        let lines = &self.boards.lines;
        if counter >= slow::LIMIT {
            // A block comes before the draw (R6.3).
            let can_move = lines.captures(mover, other, &mut |_, _| false)
                || lines.paikas(mover, other, &mut |_| false);
            return if can_move { Wdl::Draw } else { Wdl::Loss };
        }
        let captured = best_capture(lines, mover, other, &|mover, other| {
            self.fresh(mover, other)
        });
        if let Some(value) = captured {
            return value;
        }
        let mut best = Wdl::Loss;
        paikas(lines, mover, other, &mut |mover| {
            let value = -self.within(other, mover, counter + 1, -high, -low.max(best));
            best = best.max(value);
            if best >= high {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best
    }

    fn fresh(&self, mover: Points, other: Points) -> Wdl {
        if mover == 0 {
            return Wdl::Loss;
        }
        let value = self.boards.value(self.tables, mover, other);
        under_limit(value.expect("in the tables"), 0)
    }

    fn assert_value(&self, mover: Points, other: Points, claimed: Value) {
        let wins = |turns| self.wins_within(mover, other, turns);
        let loses = |turns| self.loses_within(mover, other, turns);
        let holds = is_found(claimed, &wins, &loses);
        let position = self.boards.position(mover, other, Color::White, 0);
        assert!(holds, "{position:?} {claimed:?}");
    }
}

/// How many of the positions were searched to their end, by distance.
type Searched = [usize; DEEPEST as usize + 1];

impl Search<'_> {
    /// Random positions of 2 to `stones` stones, either side to move.
    fn assert_random(&self, stones: usize, positions: usize, random: &mut Random) -> Searched {
        let reference = slow::Reference::new(slow::Rules {
            no_capture_limit: false,
            repetition: false,
            single_first_capture: false,
        });
        let mut searched = Searched::default();
        for _ in 0..positions {
            let total = 2 + random.below(stones - 1);
            let (mover, other) = random.stones(self.boards.lines.points(), total);
            let turn = [Color::White, Color::Black][random.below(2)];
            let position = self.boards.position(mover, other, turn, 0);
            let value = self.boards.value(self.tables, mover, other);
            let value = value.expect("in the tables");
            let by_turns = one_turn_deep(self.boards, self.tables, &reference, &position);
            assert_eq!(value, by_turns, "{position:?}");
            self.assert_value(mover, other, value);
            if let Some(distance) = value.dtc().filter(|&distance| distance <= DEEPEST) {
                searched[usize::from(distance)] += 1;
            }
        }
        searched
    }

    /// Random positions of `stones` stones without a capture, near the no-capture limit. Answers how many of the values the
    /// limit changed, and how many wins and losses it left.
    fn assert_near_limit(
        &self,
        stones: usize,
        positions: usize,
        random: &mut Random,
    ) -> (usize, usize) {
        let (mut seen, mut changed, mut kept) = (0, 0, 0);
        while seen < positions {
            let (mover, other) = random.stones(self.boards.lines.points(), stones);
            if self.boards.lines.captures(mover, other, &mut |_, _| false) {
                continue;
            }
            let counter = 44 + random.below(slow::LIMIT - 44 + 1);
            let value = self.boards.value(self.tables, mover, other);
            let value = value.expect("in the tables");
            let expected = self.at_counter(mover, other, counter);
            assert_eq!(
                under_limit(value, counter),
                expected,
                "{:?} {value:?}",
                self.boards
                    .position(mover, other, Color::White, counter as u16)
            );
            seen += 1;
            changed += usize::from(expected != value.wdl());
            kept += usize::from(expected != Wdl::Draw);
        }
        (changed, kept)
    }
}

/// Both kinds of random positions: the tables take longer than the searches, so they are built once for the two.
fn assert_random(stones: usize, seed: u64) {
    let boards = Boards::new(9, 5);
    let tables = build_tables(boards.board, stones);
    let search = Search {
        boards: &boards,
        tables: &tables,
    };
    let mut random = Random::new(seed);
    let searched = search.assert_random(stones, 10_000, &mut random);
    // Blocks are too rare to be met; every distance from a capture on is.
    let met = searched[1..].iter().all(|&positions| positions > 50);
    assert!(met, "{searched:?}");
    let (changed, kept) = search.assert_near_limit(stones, 1_000, &mut random);
    assert!(changed > 100 && kept > 100, "{changed} {kept}");
}

#[test]
fn random_positions_to_five_stones() {
    assert_random(5, 6);
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
#[ignore = "slow without optimisation"]
fn release_random_positions_to_six_stones() {
    assert_random(6, 7);
}

/// Blocks, and the turns before them.
#[test]
fn blocked_positions() {
    let boards = Boards::new(5, 3);
    let tables = Tables::build(boards.board, 7, &mut |_| true).expect("built to the end");
    let search = Search {
        boards: &boards,
        tables: &tables,
    };
    let mut random = Random::new(8);
    let mut blocked = 0;
    for _ in 0..20_000 {
        let (mover, other) = random.stones(boards.lines.points(), 7);
        let value = boards.value(&tables, mover, other).expect("in the tables");
        if value == Value::Loss(0) {
            search.assert_value(mover, other, value);
            blocked += 1;
        }
    }
    assert!(blocked > 0);
}
