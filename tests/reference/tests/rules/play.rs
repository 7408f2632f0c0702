//! Hand-made positions for the board, steps, captures and chains (R1 to R5). Each is small enough to be checked by hand.

use fanorona_reference::{Point, Reference, Step, StepKind};

use crate::check::{Check, after, checks, has_turn, lacks_turn, leads_to, read, same, turns_are};

/// b3-c3 takes a3; e3 stands where another step to the right would take it.
const RIGHT_AGAIN: &str = "9/9/BW2B4/9/9 W";
/// b3-c3 is right, c3-c4 up, c4-d4 right again, each with something to take.
const RIGHT_UP_RIGHT: &str = "2B6/4B4/BW7/9/9 W";
/// Two white stones with a capture each; the lower one has a chain.
const TWO_CAPTURES: &str = "9/W1BB5/9/W1B6/9 W";
/// A stone between two enemies: its step to the right captures both ways.
const BOTH_WAYS: &str = "5/5/1BW1B/5/5 W";

fn place(name: &str) -> Point {
    let bytes = name.as_bytes();
    Point::new(i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn step(from: &str, to: &str, kind: StepKind) -> Step {
    Step {
        from: place(from),
        to: place(to),
        kind,
    }
}

/// Whether a step is legal after others of the same turn.
fn legal(game: &Reference, fen: &str, done: &[Step], next: Step, wanted: bool) -> Check {
    let found = game.is_legal_step(&read(game, fen)?, done, next);
    same(&format!("{fen} {done:?} then {next:?}"), &found, &wanted)
}

checks! {
    /// R1.2, R1.3.
    fn no_diagonal_from_a_weak_point(game) {
        turns_are(game, "4B/5/5/5/1W3 W", &["b1-a1", "b1-b2", "b1-c1"])?;
        same("a1 is strong", &game.is_strong(place("a1")), &true)?;
        same("e3 is strong", &game.is_strong(place("e3")), &true)?;
        same("b1 is strong", &game.is_strong(place("b1")), &false)
    }

    /// R1.2, R3.1: eight lines from a strong point, and each paika is listed once.
    fn each_paika_is_listed_once(game) {
        let wanted = ["c3-b2", "c3-b3", "c3-b4", "c3-c2", "c3-c4", "c3-d2", "c3-d3", "c3-d4"];
        turns_are(game, "5/4B/2W2/5/5 W", &wanted)
    }

    /// R1.3.
    fn no_wrap_at_the_edge(game) {
        turns_are(game, "1B3/5/4W/5/5 W", &["e3-d2", "e3-d3", "e3-d4", "e3-e2", "e3-e4"])?;
        turns_are(game, "1B3/5/4W/5/5 B", &["b5-a5", "b5-b4", "b5-c5"])
    }

    /// R3.1.
    fn a_step_goes_from_an_own_stone_to_an_empty_point(game) {
        let wanted = ["b3-a3", "b3-b2", "b3-b4", "c3-b2", "c3-b4", "c3-c2", "c3-c4", "c3-d2", "c3-d4"];
        turns_are(game, "5/5/1WWB1/5/5 W", &wanted)
    }

    /// R3.2, R4.5: the stone on a1 could make a paika.
    fn a_capture_anywhere_rules_paikas_out(game) {
        turns_are(game, "5/5/2W1B/5/W4 W", &["c3-d3A"])
    }

    /// R4.1.
    fn approach_takes_the_stone_in_front(game) {
        turns_are(game, "5/5/2W1B/5/5 W", &["c3-d3A"])?;
        leads_to(game, "5/5/2W1B/5/5 W", "c3-d3A", "5/5/3W1/5/5 B 0 1")
    }

    /// R4.2.
    fn withdrawal_takes_the_stone_behind(game) {
        turns_are(game, "5/5/1BW2/5/5 W", &["c3-d3W"])?;
        leads_to(game, "5/5/1BW2/5/5 W", "c3-d3W", "5/5/3W1/5/5 B 0 1")
    }

    /// R4.3.
    fn the_whole_run_is_taken_up_to_an_empty_point(game) {
        leads_to(game, "9/9/W1BBB1B2/9/9 W", "a3-b3A", "9/9/1W4B2/9/9 B 0 1")
    }

    /// R4.3.
    fn an_own_stone_ends_the_run(game) {
        leads_to(game, "9/9/W1BWB4/9/9 W", "a3-b3A", "9/9/1W1WB4/9/9 B 0 1")
    }

    /// R4.3.
    fn the_edge_ends_the_run(game) {
        leads_to(game, "5/5/B1W1B/5/5 W", "c3-d3A", "5/5/B2W1/5/5 B 0 1")
    }

    /// R4.3 on a diagonal: only strong points lie on it.
    fn a_run_is_taken_along_a_diagonal(game) {
        leads_to(game, "4B/3B1/5/5/W4 W", "a1-b2", "4B/3B1/5/1W3/5 B 1 1")?;
        leads_to(game, "4B/3B1/5/1W3/5 W", "b2-c3A", "5/5/2W2/5/5 B 0 1")
    }

    /// R4.4.
    fn approach_and_withdrawal_are_two_turns(game) {
        turns_are(game, BOTH_WAYS, &["c3-d3A", "c3-d3W"])?;
        leads_to(game, BOTH_WAYS, "c3-d3A", "5/5/1B1W1/5/5 B 0 1")?;
        leads_to(game, BOTH_WAYS, "c3-d3W", "5/5/3WB/5/5 B 0 1")
    }

    /// R4.5: a4-b4A takes two and a2-b2A one.
    fn a_smaller_capture_may_be_chosen(game) {
        has_turn(game, TWO_CAPTURES, "a2-b2A")?;
        has_turn(game, TWO_CAPTURES, "a4-b4A")
    }

    /// R5.1: every beginning of a chain is a turn.
    fn stopping_is_always_allowed(game) {
        turns_are(game, TWO_CAPTURES, &["a2-b2A", "a2-b2A-c3A", "a2-b2A-c3A-c2W", "a4-b4A"])?;
        let state = read(game, TWO_CAPTURES)?;
        let done = [step("a2", "b2", StepKind::Approach), step("b2", "c3", StepKind::Approach)];
        same("no stop before the first step", &game.may_stop(&state, &[]), &false)?;
        same("stop after one", &game.may_stop(&state, &done[..1]), &true)?;
        same("stop after two", &game.may_stop(&state, &done), &true)
    }

    /// R5.1: after a4-b4A the stone on i1 could capture upwards, but it is another one.
    fn only_the_same_stone_goes_on(game) {
        let fen = "9/W1B6/8B/9/8W W";
        turns_are(game, fen, &["a4-b4A", "i1-i2A"])?;
        let done = [step("a4", "b4", StepKind::Approach)];
        legal(game, fen, &done, step("i1", "i2", StepKind::Approach), false)
    }

    /// R5.1.
    fn a_chain_is_one_turn(game) {
        leads_to(game, TWO_CAPTURES, "a2-b2A-c3A-c2W", "9/W8/9/2W6/9 B 0 1")
    }

    /// R5.2: b3-c3W could be followed by paikas, if those were allowed.
    fn a_continuation_must_capture(game) {
        turns_are(game, "9/9/BW7/9/8B W", &["b3-c3W"])
    }

    /// R5.2.
    fn the_direction_just_used_is_barred(game) {
        turns_are(game, RIGHT_AGAIN, &["b3-c3W"])?;
        let done = [step("b3", "c3", StepKind::Withdrawal)];
        legal(game, RIGHT_AGAIN, &done, step("c3", "d3", StepKind::Approach), false)
    }

    /// R5.2.
    fn only_the_direction_just_used_is_barred(game) {
        has_turn(game, RIGHT_UP_RIGHT, "b3-c3W-c4A-d4A")?;
        let done = [step("b3", "c3", StepKind::Withdrawal), step("c3", "c4", StepKind::Approach)];
        legal(game, RIGHT_UP_RIGHT, &done, step("c4", "d4", StepKind::Approach), true)
    }

    /// R5.2: from d4 back to c3 would take e5.
    fn a_point_reached_is_not_entered_again(game) {
        has_turn(game, "4B4/9/BW7/1B7/9 W", "b3-c3W-d4W")?;
        lacks_turn(game, "4B4/9/BW7/1B7/9 W", "b3-c3W-d4W-c3W")
    }

    /// R5.2: from d3 back to c3 would take e3.
    fn the_start_counts_as_visited(game) {
        lacks_turn(game, BOTH_WAYS, "c3-d3W-c3W")?;
        let done = [step("c3", "d3", StepKind::Withdrawal)];
        legal(game, BOTH_WAYS, &done, step("d3", "c3", StepKind::Withdrawal), false)
    }

    /// R5.3: c3 is emptied by the first step and used by the third.
    fn points_emptied_in_the_turn_can_be_used(game) {
        has_turn(game, "9/3B5/W1B6/9/1B7 W", "a3-b3A-b2A-c3A")
    }

    /// R3.2, R6.3a: a paika ends the turn and is counted; the move number goes up after Black's turn.
    fn the_counters_after_a_turn(game) {
        leads_to(game, "5/4B/2W2/5/5 W 7 9", "c3-b2", "5/4B/5/1W3/5 B 8 9")?;
        leads_to(game, "5/4B/2W2/5/5 B 7 9", "e4-e5", "4B/5/2W2/5/5 W 8 10")?;
        leads_to(game, "5/5/2W1B/5/W4 W 7 9", "c3-d3A", "5/5/3W1/5/W4 B 0 9")
    }

    /// A turn reported with its result leads there when it is played, and can be read back from its text.
    fn listed_turns_can_be_played_and_read(game) {
        let state = after(game, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W", "d3-e3W")?;
        for (turn, result) in game.turns_with_results(&state) {
            same("played", &game.play(&state, &turn), &Some(result))?;
            same("read", &game.read_turn(&state, &game.write_turn(&turn)), &Ok(turn))?;
        }
        Ok(())
    }
}
