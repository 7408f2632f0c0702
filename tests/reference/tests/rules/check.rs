//! What the checks are made of.

use std::fmt::Debug;

use fanorona_reference::{Outcome, Reference, Side, State};

/// `Err` says what differs.
pub(crate) type Check = Result<(), String>;

/// Declares checks, and for each of them a test of the same name that runs it with nothing broken.
macro_rules! checks {
    ($($(#[$doc:meta])* fn $name:ident($game:ident) $body:block)*) => {
        $($(#[$doc])* pub(crate) fn $name($game: &fanorona_reference::Reference) -> $crate::check::Check $body)*

        mod tests {
            $(#[test] fn $name() {
                let game = fanorona_reference::Reference::default();
                if let Err(difference) = super::$name(&game) {
                    panic!("{difference}");
                }
            })*
        }
    };
}
pub(crate) use checks;

/// The two values are equal.
pub(crate) fn same<T: Debug + PartialEq>(what: &str, found: &T, wanted: &T) -> Check {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what}: found {found:?}, wanted {wanted:?}"))
    }
}

/// Reads a position.
pub(crate) fn read(game: &Reference, fen: &str) -> Result<State, String> {
    game.read_fen(fen)
        .map_err(|error| format!("{fen}: {error}"))
}

/// The legal turns are exactly these, in the order of their bytes.
pub(crate) fn turns_are(game: &Reference, fen: &str, wanted: &[&str]) -> Check {
    same(
        fen,
        &game.turn_texts(&read(game, fen)?),
        &wanted.iter().map(|&text| text.to_owned()).collect(),
    )
}

/// The turn is legal.
pub(crate) fn has_turn(game: &Reference, fen: &str, turn: &str) -> Check {
    let found = game
        .turn_texts(&read(game, fen)?)
        .iter()
        .any(|text| text == turn);
    same(&format!("{fen} has {turn}"), &found, &true)
}

/// The turn is not legal.
pub(crate) fn lacks_turn(game: &Reference, fen: &str, turn: &str) -> Check {
    let found = game
        .turn_texts(&read(game, fen)?)
        .iter()
        .any(|text| text == turn);
    same(&format!("{fen} has {turn}"), &found, &false)
}

/// The state after a turn.
pub(crate) fn after(game: &Reference, fen: &str, turn: &str) -> Result<State, String> {
    let state = read(game, fen)?;
    let turn = game
        .read_turn(&state, turn)
        .map_err(|error| format!("{fen} {turn}: {error}"))?;
    game.play(&state, &turn)
        .ok_or_else(|| format!("{fen}: cannot play {turn:?}"))
}

/// The turn is legal and leads to this position.
pub(crate) fn leads_to(game: &Reference, fen: &str, turn: &str, wanted: &str) -> Check {
    same(
        &format!("{fen} {turn}"),
        &game.write_fen(&after(game, fen, turn)?),
        &wanted.to_owned(),
    )
}

/// The state has this winner, `None` for a draw, by this clause.
pub(crate) fn ended(game: &Reference, state: &State, winner: Option<Side>, rule: &str) -> Check {
    ended_with(game.outcome(state), winner, rule)
}

/// The outcome has this winner, `None` for a draw, by this clause.
pub(crate) fn ended_with(outcome: Option<Outcome>, winner: Option<Side>, rule: &str) -> Check {
    same(
        "outcome",
        &outcome.map(|outcome| (outcome.winner, outcome.end.rule())),
        &Some((winner, rule)),
    )
}

/// perft of depth 1, 2, … gives these numbers.
pub(crate) fn perft_is(game: &Reference, state: &State, wanted: &[u64]) -> Check {
    for (depth, wanted) in (1..).zip(wanted) {
        same(
            &format!("{} perft {depth}", game.write_fen(state)),
            &game.perft(state, depth),
            wanted,
        )?;
    }
    Ok(())
}
