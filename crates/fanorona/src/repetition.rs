//! What a game's history takes away from values that do not know it (R6.3b).

use alloc::vec::Vec;

use crate::game::Game;
use crate::outcome::Wdl;
use crate::position::Position;
use crate::tablebase::{RatedMove, Tables, Value, Verdict};

/// The reservation that a game's history puts on wins and losses by table. Where a
/// position that can come back has stood twice, a third time is a draw, and the way
/// to convert may lead through it. No table knows, so nothing is proved until a
/// capture. A draw holds all the same: neither side can do better by repeating.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reservation {
    /// Stones on the board since the last capture; 0 where there is nothing to reserve.
    stones: u32,
}

impl Reservation {
    /// The one for positions that can follow in this game, its own included.
    pub(crate) fn of(game: &Game) -> Self {
        let is_needed = game.positions_stood_twice().next().is_some();
        Self {
            stones: if is_needed {
                game.position().stone_count()
            } else {
                0
            },
        }
    }

    /// What is left of the value of a position, or of a turn of it. It is all of it
    /// once a stone was taken or has to be taken next: no position before comes back
    /// then.
    #[inline]
    pub(crate) fn apply(self, position: &Position, value: Value) -> Value {
        if self.stones != position.stone_count() || position.is_capture_available() {
            return value;
        }
        let is_draw = |verdict: &Verdict| verdict.with_limit() == Wdl::Draw;
        Value {
            verdict: value.verdict.filter(is_draw),
            ..value
        }
    }
}

/// Values within a game.
impl Tables {
    /// As [`Tables::probe`], for the position of a game with its history. Where
    /// a position since the last capture has stood twice
    /// ([`Game::positions_stood_twice`]) and no capture has to follow at once, wins
    /// and losses are not proved: their verdict is `None`. Whether the game is over
    /// is not looked at.
    #[must_use]
    pub fn probe_in_game(&self, game: &Game) -> Option<Value> {
        let position = game.position();
        let value = self.probe(position)?;
        Some(Reservation::of(game).apply(position, value))
    }

    /// As [`Tables::rate_moves`], with the verdicts of [`Tables::probe_in_game`]:
    /// they are of the turn and all that follows.
    #[must_use]
    pub fn rate_moves_in_game(&self, game: &Game, limit: usize) -> Option<(Vec<RatedMove>, usize)> {
        let position = game.position();
        let (mut rated, more) = self.rate_moves(position, limit)?;
        let reservation = Reservation::of(game);
        for rated in &mut rated {
            // With a capture at hand every turn is one, so the position speaks for all its turns.
            rated.value = reservation.apply(position, rated.value);
        }
        Some((rated, more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::Rules;
    use crate::variant::Variant;

    fn tables() -> Tables {
        Tables::build(Board::TSIVY, 3, &mut |_| true).expect("built to the end")
    }

    fn game(rules: Rules, fen: &str, turns: &str) -> Game {
        let start = Position::from_fen(fen, Variant::TSIVY, rules).expect("a position");
        let mut game = Game::new(start);
        for text in turns.split_whitespace() {
            let mv = game.position().parse_move(text).expect("legal");
            game.play(&mv).expect("legal");
        }
        game
    }

    /// There and back again, so that the first position has stood twice.
    const ROUND: &str = "a1-a2 e5-d5 a2-a1 d5-e5 ";
    const WON: &str = "4B4/9/9/9/W7W W";

    fn verdicts(tables: &Tables, game: &Game) -> (Option<Verdict>, Vec<RatedMove>) {
        let value = tables.probe_in_game(game).expect("held");
        let (rated, more) = tables.rate_moves_in_game(game, usize::MAX).expect("held");
        assert_eq!(more, 0);
        (value.verdict, rated)
    }

    #[test]
    fn wins_and_losses_are_not_proved_after_a_position_stood_twice() {
        let tables = tables();
        let drawn = ("4B4/9/9/3W5/9 W", "d2-d1 e5-f5 d1-d2 f5-e5 ");
        for ((start, round), more, mover) in [
            ((WON, ROUND), "", Verdict::Win),
            ((WON, ROUND), "a1-a2", Verdict::Loss),
            (drawn, "", Verdict::Draw),
        ] {
            for rules in [Rules::STANDARD, Rules::CLUB] {
                let (verdict, before) = verdicts(&tables, &game(rules, start, more));
                assert_eq!(verdict, Some(mover));
                let twice = game(rules, start, &[round, more].concat());
                let (verdict, after) = verdicts(&tables, &twice);
                let holds = |verdict: &Verdict| *verdict == Verdict::Draw;
                assert_eq!(verdict, Some(mover).filter(holds), "{rules} {start}");
                assert_eq!(before.len(), after.len());
                for (before, after) in before.iter().zip(&after) {
                    // All of them are within the limit, after a round too.
                    let proved = before.value.verdict.expect("proved");
                    let expected = RatedMove {
                        value: Value {
                            verdict: Some(proved).filter(holds),
                            ..before.value
                        },
                        ..*before
                    };
                    assert_eq!(*after, expected, "{rules} {start}");
                }
                // A draw may be thrown away: that is not proved either.
                let open = after.iter().filter(|turn| turn.value.verdict.is_none());
                assert!(open.count() > 0);
            }
        }
    }

    #[test]
    fn nothing_is_reserved_where_no_third_time_is_a_draw() {
        let tables = tables();
        // Two positions less than a round: none has stood twice.
        let part = ROUND.trim_end().trim_end_matches("d5-e5");
        for (rules, turns, sure) in [
            (Rules::STANDARD, part, true),
            (Rules::STANDARD, ROUND, false),
            (Rules::ICGA, ROUND, true),
            (Rules::empty(), ROUND, true),
        ] {
            let mut game = game(rules, WON, turns);
            let verdict = |game: &Game| tables.probe_in_game(game).expect("held").verdict;
            let plain = tables.probe(game.position()).expect("held").verdict;
            assert!(plain.is_some());
            assert_eq!(verdict(&game) == plain, sure, "{rules} {turns}");
            // Taken back, the position has stood once.
            assert!(game.undo());
            assert_eq!(
                verdict(&game),
                tables.probe(game.position()).expect("held").verdict
            );
        }
    }

    #[test]
    fn what_a_capture_leads_to_is_proved() {
        let tables = tables();
        // Black walks into White's reach: a capture is due, and what follows is new.
        let turns = "a1-a2 e4-f4 a2-a1 f4-e4 a1-a2 e4-e3";
        let game = game(Rules::STANDARD, "9/4B4/2W6/9/W8 W", turns);
        assert!(game.positions_stood_twice().next().is_some());
        assert!(game.position().is_capture_available());
        let (verdict, rated) = verdicts(&tables, &game);
        assert_eq!(verdict, Some(Verdict::Win));
        assert!(rated.iter().all(|rated| rated.value.verdict.is_some()));
    }

    #[test]
    fn with_a_stone_less_nothing_is_reserved() {
        let tables = tables();
        let position = *game(Rules::STANDARD, WON, "").position();
        let value = tables.probe(&position).expect("held");
        assert!(value.dtc > Some(1));
        let apply = |stones| Reservation { stones }.apply(&position, value).verdict;
        assert_eq!((apply(4), apply(3)), (Some(Verdict::Win), None));
        assert_eq!(apply(0), Some(Verdict::Win));
    }
}
