//! Hand-made positions and games for the end of the game (R6) and its options (R6.4, R7).

use fanorona_reference::{Game, Preset, Reference, Rules, Side};

use crate::check::{Check, after, checks, ended, ended_with, read, same};

/// Black's only stone is blocked once White plays b3-b2 (R6.2).
const BLOCKING: &str = "9/9/WW7/W8/BWW6 W";
/// Two stones far apart.
const FAR_APART: &str = "4B/5/5/5/W4 W";

/// Draws by the limit only, or by repetition only, or by neither.
fn draws(game: &Reference, no_capture_limit: bool, repetition: bool) -> Reference {
    game.with_rules(Rules {
        no_capture_limit,
        repetition,
        single_first_capture: false,
    })
}

fn play_all(game: &mut Game, turns: &[&str]) -> Check {
    for turn in turns {
        same(&format!("{turn} is played"), &game.play_text(turn), &true)?;
    }
    Ok(())
}

/// Plays four turns that bring the same position back.
fn there_and_back(game: &mut Game) -> Check {
    play_all(game, &["a1-a2", "e5-e4", "a2-a1", "e4-e5"])
}

checks! {
    /// R6.1.
    fn taking_the_last_stone_ends_the_game_at_once(game) {
        let state = after(game, "5/5/2W1B/5/5 W", "c3-d3A")?;
        ended(game, &state, Some(Side::White), "R6.1")?;
        same("no turn follows", &game.perft(&state, 1), &0)?;
        // Set up, with White to move: White has a stone to move, but the game is over.
        let state = read(game, "5/5/2W2/5/5 W")?;
        ended(game, &state, Some(Side::White), "R6.1")?;
        same("no turn follows", &game.perft(&state, 1), &0)?;
        ended(game, &read(game, "5/5/2B2/5/5 W 50 30")?, Some(Side::Black), "R6.1")
    }

    /// R6.2.
    fn the_blocked_side_loses(game) {
        same("goes on", &game.outcome(&read(game, BLOCKING)?), &None)?;
        let state = after(game, BLOCKING, "b3-b2")?;
        ended(game, &state, Some(Side::White), "R6.2")?;
        same("no turn follows", &game.perft(&state, 1), &0)
    }

    /// R6.3: a full board of one colour leaves its side without a move, but the other side is without stones.
    fn the_last_stone_comes_before_a_block(game) {
        ended(game, &read(game, "WWW/WWW/WWW W")?, Some(Side::White), "R6.1")
    }

    /// R6.3: a block reached with the fiftieth half-move is a loss.
    fn a_loss_comes_before_a_draw(game) {
        let state = after(game, &format!("{BLOCKING} 49 30"), "b3-b2")?;
        same("half-moves", &state.half_moves, &50)?;
        ended(game, &state, Some(Side::White), "R6.2")
    }

    /// R6.3a.
    fn fifty_half_moves_without_a_capture_are_a_draw(game) {
        let state = after(game, &format!("{FAR_APART} 48 30"), "a1-a2")?;
        same("49", &game.outcome(&state), &None)?;
        let state = after(game, &format!("{FAR_APART} 49 30"), "a1-a2")?;
        ended(game, &state, None, "R6.3a")?;
        same("no turn follows", &game.perft(&state, 1), &0)?;
        let state = after(game, "5/5/2W1B/5/B4 W 49 30", "c3-d3A")?;
        same("a capture starts again", &game.outcome(&state), &None)
    }

    /// R6.4.
    fn the_limit_can_be_switched_off(game) {
        let state = read(game, &format!("{FAR_APART} 50 30"))?;
        same("off", &draws(game, false, true).outcome(&state), &None)?;
        ended(&draws(game, true, false), &state, None, "R6.3a")
    }

    /// R6.3b, R8.1: the first position counts as one time.
    fn the_third_time_is_a_draw(game) {
        let mut play = Game::new(*game, read(game, FAR_APART)?);
        same("once", &play.times_stood(), &1)?;
        there_and_back(&mut play)?;
        same("twice", &play.outcome(), &None)?;
        there_and_back(&mut play)?;
        ended_with(play.outcome(), None, "R6.3b")?;
        same("no turn follows", &play.play_text("a1-a2"), &false)
    }

    /// R6.3b: each stone loses a step on a triangle, so the board comes back with the other side to move.
    fn the_same_board_with_the_other_side_to_move_is_another_position(game) {
        let mut play = Game::new(*game, read(game, FAR_APART)?);
        play_all(&mut play, &["a1-a2", "e5-e4", "a2-b2", "e4-e5", "b2-a1"])?;
        same("the same board", &play.state().board, &read(game, FAR_APART)?.board)?;
        play_all(&mut play, &["e5-e4", "a1-a2", "e4-d4", "a2-a1", "d4-e5"])?;
        same("the same board", &play.state().board, &read(game, FAR_APART)?.board)?;
        same("twice with White to move", &play.outcome(), &None)
    }

    /// R6.4.
    fn repetition_can_be_switched_off(game) {
        let mut play = Game::new(draws(game, true, false), read(game, FAR_APART)?);
        there_and_back(&mut play)?;
        there_and_back(&mut play)?;
        same("off", &play.outcome(), &None)?;
        same("three times", &play.times_stood(), &3)
    }

    /// R6.3c.
    fn players_may_agree_and_resign(game) {
        let state = read(game, FAR_APART)?;
        let mut play = Game::new(*game, state);
        play.agree_draw();
        ended_with(play.outcome(), None, "R6.3c")?;
        same("no turn follows", &play.play_text("a1-a2"), &false)?;
        let mut play = Game::new(*game, state);
        play.resign(Side::White);
        ended_with(play.outcome(), Some(Side::Black), "R6.3c")?;
        let mut play = Game::new(*game, after(game, BLOCKING, "b3-b2")?);
        play.resign(Side::White);
        ended_with(play.outcome(), Some(Side::White), "R6.2")
    }

    /// R6.4, R7.
    fn the_presets_are_as_listed(game) {
        let listed = |preset| {
            let rules = game.preset(preset);
            (rules.no_capture_limit, rules.repetition, rules.single_first_capture)
        };
        same("standard", &listed(Preset::Standard), &(true, true, false))?;
        same("icga", &listed(Preset::Icga), &(true, false, false))?;
        same("club", &listed(Preset::Club), &(false, true, false))?;
        same("default", &game.rules, &game.preset(Preset::Standard))
    }

    /// R7.1: the chain b3-c3W-c4A is cut at its first step while the move number is 1, and only then.
    fn a_first_move_may_take_one_step_only(game) {
        let rules = Rules { single_first_capture: true, ..game.rules };
        let single = game.with_rules(rules);
        let texts = |game: &Reference, fen: &str| read(game, fen).map(|state| game.turn_texts(&state));
        let whole = vec!["b3-c3W".to_owned(), "b3-c3W-c4A".to_owned()];
        same("White's first", &texts(&single, "2B6/9/BW7/9/9 W 0 1")?, &whole[..1].to_vec())?;
        same("Black's first", &texts(&single, "2W6/9/WB7/9/9 B 0 1")?, &whole[..1].to_vec())?;
        same("White's second", &texts(&single, "2B6/9/BW7/9/9 W 0 2")?, &whole)?;
        same("off", &texts(game, "2B6/9/BW7/9/9 W 0 1")?, &whole)
    }
}
