//! Hand-made positions for each part of Vela (R7.2).

use fanorona_reference::Side;

use crate::check::{after, checks, ended, has_turn, leads_to, read, same, turns_are};

/// Black has seven stones, three of them in a run in front of a3.
const RUN_OF_THREE: &str = "9/9/W1BBB4/9/5BBBB W vela";

checks! {
    /// The claimant has White and moves first.
    fn the_start_of_vela(game) {
        let wanted = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W 0 1 vela".to_owned();
        same("start", &game.vela_start().map(|state| game.write_fen(&state)), &Some(wanted))
    }

    /// White takes exactly one stone, the first one in the direction.
    fn white_takes_the_first_stone_only(game) {
        leads_to(game, RUN_OF_THREE, "a3-b3A", "9/9/1W1BB4/9/5BBBB B 0 1 vela")
    }

    /// A and W are two turns.
    fn both_kinds_can_be_chosen(game) {
        turns_are(game, "9/9/1BW1B4/9/5BBBB W vela", &["c3-d3A", "c3-d3W"])
    }

    /// Without Vela b3-c3W-c4A would be a chain.
    fn no_chain_in_part_one(game) {
        turns_are(game, "2B6/9/BW7/9/5BBBB W vela", &["b3-c3W"])?;
        has_turn(game, "2B6/9/BW7/9/5BBBB W", "b3-c3W-c4A")
    }

    /// White may not make a paika in part one, and has won when it has no capture.
    fn white_without_a_capture_has_won(game) {
        let state = read(game, "BBB6/BBB6/9/9/8W W vela")?;
        same("turns", &game.turn_texts(&state), &Vec::new())?;
        ended(game, &state, Some(Side::White), "R7.2")?;
        // The same position under the normal rules.
        same("goes on", &game.outcome(&read(game, "BBB6/BBB6/9/9/8W W")?), &None)
    }

    /// Black could take c3 with a3-b3 and does not: every step of its stones is a paika.
    fn black_makes_any_paika_and_never_captures(game) {
        let fen = "BBBBB4/WWWWW4/B1W6/WW7/9 B vela";
        turns_are(game, fen, &["a3-b3", "e5-f4", "e5-f5"])?;
        leads_to(game, fen, "a3-b3", "BBBBB4/WWWWW4/1BW6/WW7/9 W 0 2 vela")?;
        // Under the normal rules Black has to capture.
        turns_are(game, "BBBBB4/WWWWW4/B1W6/WW7/9 B", &["a3-b3A"])
    }

    /// Black without a paika has lost (R6.2).
    fn black_without_a_paika_has_lost(game) {
        let state = read(game, "BBBBBBBBB/WWWWWWWWW/9/9/9 B vela")?;
        same("turns", &game.turn_texts(&state), &Vec::new())?;
        ended(game, &state, Some(Side::White), "R6.2")
    }

    /// Six black stones are part one, five are not: then the whole run is taken.
    fn part_one_ends_at_five_black_stones(game) {
        leads_to(game, "9/9/W1BB5/9/5BBBB W vela", "a3-b3A", "9/9/1W1B5/9/5BBBB B 0 1 vela")?;
        leads_to(game, "9/9/W1BB5/9/5BBB1 W vela", "a3-b3A", "9/9/1W7/9/5BBB1 B 0 1 vela")?;
        // Black to move with five stones captures as usual, and may make no paika instead.
        turns_are(game, "9/9/B1W6/9/5BBBB B vela", &["a3-b3A"])
    }

    /// The counters of R6.3 start after part one.
    fn the_counters_start_after_part_one(game) {
        let state = after(game, "9/BBBBBBB2/9/9/8W B 0 1 vela", "a4-a3")?;
        same("half-moves in part one", &state.half_moves, &0)?;
        let state = after(game, "9/BBBBB4/9/9/8W B 0 1 vela", "a4-a3")?;
        same("half-moves in part two", &state.half_moves, &1)?;
        // A count that was set up in part one makes no draw there.
        let state = read(game, "9/BBBBBBB2/9/9/8W B 50 30 vela")?;
        same("part one goes on", &game.outcome(&state), &None)
    }
}
