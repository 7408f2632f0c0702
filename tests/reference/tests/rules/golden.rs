//! The numbers of `docs/rules.md` and the golden data, on which independent implementations agree.

use std::collections::HashSet;

use fanorona_reference::{Clause, Reference, Rules, State, Variant};
use serde_json::Value;

use crate::check::{Check, after, checks, perft_is, read, same};

const POSITIONS: &str = include_str!("../../../data/golden/positions.json");
const DEEP: &str = include_str!("../../../data/golden/perft-deep.json");
const VARIANTS: &str = include_str!("../../../data/golden/variants.json");

/// How far the long tables are followed: all but the deepest levels without optimisation.
const DEEP_LEVELS: usize = if cfg!(debug_assertions) { 3 } else { 5 };
const TSIVY_LEVELS: usize = if cfg!(debug_assertions) { 4 } else { 5 };
const DIMY_LEVELS: usize = if cfg!(debug_assertions) { 5 } else { 7 };

fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The entries of a list; no list is an error, so that no check can pass on data that is not there.
fn entries(value: &Value) -> Result<&Vec<Value>, String> {
    value
        .as_array()
        .filter(|list| !list.is_empty())
        .ok_or_else(|| format!("no list: {value}"))
}

fn numbers(value: &Value) -> Result<Vec<u64>, String> {
    entries(value)?
        .iter()
        .map(|number| {
            number
                .as_u64()
                .ok_or_else(|| format!("no number: {number}"))
        })
        .collect()
}

fn fen_of(entry: &Value) -> Result<&str, String> {
    entry["fen"]
        .as_str()
        .ok_or_else(|| format!("no position: {entry}"))
}

/// The listed turns are the legal ones. `null` stands for a list that was too long to keep.
fn moves_agree(game: &Reference, state: &State, entry: &Value) -> Check {
    if entry["moves"].is_null() {
        return Ok(());
    }
    let moves = entry["moves"]
        .as_array()
        .ok_or_else(|| format!("no moves: {entry}"))?;
    let wanted = moves
        .iter()
        .map(|text| text.as_str().unwrap_or_default().to_owned())
        .collect();
    same(fen_of(entry)?, &game.turn_texts(state), &wanted)
}

fn perft_agrees(game: &Reference, state: &State, entry: &Value, levels: usize) -> Check {
    let wanted = numbers(&entry["perft"])?;
    perft_is(game, state, &wanted[..wanted.len().min(levels)])
}

fn variant_agrees(game: &Reference, name: &str) -> Check {
    for entry in entries(&parse(VARIANTS)?[name])? {
        let state = read(game, fen_of(entry)?)?;
        moves_agree(game, &state, entry)?;
        perft_agrees(game, &state, entry, 3)?;
    }
    Ok(())
}

fn start_perft(game: &Reference, width: usize, height: usize, wanted: &[u64]) -> Check {
    let start = game
        .start(width, height)
        .ok_or_else(|| format!("{width} x {height} has no start"))?;
    perft_is(game, &start, wanted)
}

fn variant_perft(game: &Reference, variant: Variant, wanted: &[u64]) -> Check {
    let (width, height) = game.size(variant);
    start_perft(game, width, height, wanted)
}

/// The positions after this many turns, each once.
fn distinct(game: &Reference, start: State, turns: usize) -> usize {
    let mut states = HashSet::from([start]);
    for _ in 0..turns {
        let next = states
            .iter()
            .flat_map(|state| game.turns_with_results(state));
        // The counters are no part of the position.
        states = next
            .map(|(_, state)| State {
                half_moves: 0,
                move_number: 2,
                ..state
            })
            .collect();
    }
    states.len()
}

checks! {
    fn tsivy_perft(game) {
        variant_perft(game, Variant::Tsivy, &[5, 39, 724, 18_026, 431_852][..TSIVY_LEVELS])
    }

    fn dimy_perft(game) {
        variant_perft(game, Variant::Dimy, &[5, 21, 202, 3469, 34_608, 306_837, 1_960_757][..DIMY_LEVELS])
    }

    fn telo_perft(game) {
        variant_perft(game, Variant::Telo, &[4, 7, 14, 67, 137, 280, 744, 1497, 2823])
    }

    fn seven_by_three_perft(game) {
        start_perft(game, 7, 3, &[5, 20, 112, 882, 6656])
    }

    fn five_by_three_perft(game) {
        start_perft(game, 5, 3, &[3, 16, 89, 496, 2529, 11_378])
    }

    fn three_by_five_perft(game) {
        start_perft(game, 3, 5, &[2, 5, 20, 87, 320, 987])
    }

    fn nine_by_three_perft(game) {
        start_perft(game, 9, 3, &[3, 21, 158, 1318, 11_216])?;
        start_perft(game, 9, 3, &numbers(&parse(VARIANTS)?["perft_9x3"])?)
    }

    /// R7.1.
    fn single_first_capture_perft(game) {
        let single = game.with_rules(Rules { single_first_capture: true, ..game.rules });
        variant_perft(&single, Variant::Tsivy, &[5, 17, 198, 4770])?;
        variant_perft(&single, Variant::Tsivy, &numbers(&parse(VARIANTS)?["single_first_capture_start_perft"])?)
    }

    /// R7.2.
    fn vela_perft(game) {
        let start = game.vela_start().ok_or("no start")?;
        perft_is(game, &start, &[5, 24, 94, 817, 3975])?;
        perft_is(game, &start, &numbers(&parse(VARIANTS)?["vela_start_perft_claimant_white"])?)
    }

    /// The positions of the golden data do not carry the field `vela` themselves.
    fn vela_positions(game) {
        for entry in entries(&parse(VARIANTS)?["vela_positions_claimant_white"])? {
            moves_agree(game, &read(game, &format!("{} vela", fen_of(entry)?))?, entry)?;
        }
        Ok(())
    }

    fn dimy_positions(game) {
        variant_agrees(game, "dimy")
    }

    fn telo_positions(game) {
        variant_agrees(game, "telo")
    }

    fn seven_by_three_positions(game) {
        variant_agrees(game, "board_7x3")
    }

    fn nine_by_three_positions(game) {
        variant_agrees(game, "board_9x3")
    }

    fn tsivy_divide_at_the_second_ply(game) {
        let start = game.start_of(Variant::Tsivy).ok_or("no start")?;
        let start = game.write_fen(&start);
        for (turn, wanted) in [("d2-e3A", 10), ("e2-e3A", 2), ("f2-e3A", 5), ("d3-e3A", 4), ("d3-e3W", 18)] {
            same(turn, &game.perft(&after(game, &start, turn)?, 1), &wanted)?;
        }
        Ok(())
    }

    fn tsivy_distinct_positions(game) {
        let start = game.start_of(Variant::Tsivy).ok_or("no start")?;
        for (turns, wanted) in (1..).zip(&[5, 39, 724, 17_075, 375_275][..TSIVY_LEVELS]) {
            same(&format!("after {turns}"), &distinct(game, start, turns), wanted)?;
        }
        Ok(())
    }

    /// Turns, perft, distinct results and the longest chain of the 48 positions.
    fn random_play_positions(game) {
        let data = parse(POSITIONS)?;
        same("positions", &entries(&data)?.len(), &48)?;
        for entry in entries(&data)? {
            let state = read(game, fen_of(entry)?)?;
            moves_agree(game, &state, entry)?;
            perft_agrees(game, &state, entry, 3)?;
            let turns = game.turns(&state);
            let longest = turns.iter().map(|turn| turn.steps.len() as u64).max();
            same("longest", &longest, &entry["longest"].as_u64())?;
            same("distinct", &Some(distinct(game, state, 1) as u64), &entry["distinct"].as_u64())?;
        }
        Ok(())
    }

    fn deep_perft(game) {
        for entry in entries(&parse(DEEP)?)? {
            perft_agrees(game, &read(game, fen_of(entry)?)?, entry, DEEP_LEVELS)?;
        }
        Ok(())
    }
}

/// `docs/rules.md` gives the numbers of two wrong readings; breaking the same clauses gives the same numbers.
#[test]
fn wrong_readings_of_the_direction_rule_have_their_known_numbers() {
    for (clause, wanted) in [
        (Clause::DirectionBarred, 738),
        (Clause::OnlyLastDirectionBarred, 643),
    ] {
        let game = Reference::breaking(Some(clause));
        let start = game
            .start_of(Variant::Tsivy)
            .expect("odd sides have a start");
        assert_eq!(game.perft(&start, 3), wanted, "{}", clause.name());
    }
}
