//! Every turn of a position in the order of its text.

use std::ops::ControlFlow;

use fanorona::{Position, Turn};

/// Shows every legal turn to `visit`, sorted by the bytes of its notation, as a
/// [`Turn`] that stands where it may stop.
///
/// No list is kept, so a position with millions of turns needs no memory and a
/// reader that wants the first few has them at once. The walk is in order because
/// a turn's text begins with the text of the turns it goes on from, and the
/// texts of one point and letter are equally long.
pub(crate) fn try_for_each_sorted<B>(
    position: &Position,
    mut visit: impl FnMut(&Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    go_on(&Turn::new(*position), &mut visit)
}

/// The turns that go on from `turn`.
fn go_on<B>(turn: &Turn, visit: &mut impl FnMut(&Turn) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut steps = turn.steps();
    steps.sort_by_cached_key(ToString::to_string);
    for step in steps {
        let mut next = turn.clone();
        // A step that the turn itself named is legal.
        if next.step(step).is_ok() {
            visit(&next)?;
            go_on(&next, visit)?;
        }
    }
    ControlFlow::Continue(())
}
