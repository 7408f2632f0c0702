//! What tables say of a position and of its turns.

use core::cmp::Ordering;

use super::verdict::Verdict;
use crate::mv::Move;
use crate::outcome::Wdl;

/// What tables say of a position, seen by its side to move. It is as if the
/// position stood for the first time; repetition is a matter of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Win, draw or loss without the limits of R6.3.
    pub wdl: Wdl,
    /// Turns to conversion; `None` for a draw, and where the tables have no distances.
    pub dtc: Option<u8>,
    /// Turns to the end of the game without the limits of R6.3, both sides playing for it:
    /// the winner the shortest way, the loser the longest. `None` for a draw, and where
    /// the tables have no distances to win.
    pub dtw: Option<u8>,
    /// The value by the position's own rules and its half-moves since a capture.
    /// Without the no-capture limit it is `wdl`. `None`: not proved by the tables.
    pub verdict: Option<Verdict>,
}

impl Value {
    /// Which of two values a side would rather have, the better one greater: first
    /// by the verdict, or by win, draw or loss where none is proved; then a proved one
    /// before one that is not, then the win that converts sooner and the loss that
    /// converts later, then the win that ends sooner and the loss that ends later.
    #[must_use]
    pub fn cmp_for_side(&self, other: &Self) -> Ordering {
        let kind = |value: &Self| {
            let verdict = value.verdict.unwrap_or(value.wdl.into());
            let proved = match verdict {
                // Of a loss that is not proved more is to be hoped for.
                Verdict::Loss => value.verdict.is_none(),
                _ => value.verdict.is_some(),
            };
            (verdict, proved)
        };
        let far = |value: &Self, distance: Option<u8>| match value.wdl {
            Wdl::Win => -distance.map_or(i32::MAX, i32::from),
            Wdl::Draw => 0,
            Wdl::Loss => distance.map_or(0, i32::from),
        };
        let conversion = |value: &Self| far(value, value.dtc);
        let end = |value: &Self| far(value, value.dtw);
        kind(self)
            .cmp(&kind(other))
            .then(conversion(self).cmp(&conversion(other)))
            .then(end(self).cmp(&end(other)))
    }
}

/// A turn and what it is worth to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The turn.
    pub mv: Move,
    /// Its value; the distances count the turn itself.
    pub value: Value,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_an_order() {
        let value = |wdl, dtc, verdict| Value {
            wdl,
            dtc,
            dtw: None,
            verdict,
        };
        let ending = |value, dtw| Value {
            dtw: Some(dtw),
            ..value
        };
        let (win, draw, loss) = (Wdl::Win, Wdl::Draw, Wdl::Loss);
        // The best first.
        let values = [
            ending(value(win, Some(1), Some(Verdict::Win)), 3),
            ending(value(win, Some(1), Some(Verdict::Win)), 5),
            value(win, Some(1), Some(Verdict::Win)),
            value(win, Some(9), Some(Verdict::Win)),
            value(win, None, Some(Verdict::Win)),
            value(win, Some(3), None),
            value(win, Some(55), Some(Verdict::WinButForLimit)),
            value(draw, None, Some(Verdict::Draw)),
            value(loss, Some(54), Some(Verdict::LossButForLimit)),
            value(loss, Some(2), None),
            ending(value(loss, Some(8), Some(Verdict::Loss)), 12),
            ending(value(loss, Some(8), Some(Verdict::Loss)), 10),
            value(loss, Some(2), Some(Verdict::Loss)),
        ];
        for (place, better) in values.iter().enumerate() {
            assert_eq!(better.cmp_for_side(better), Ordering::Equal);
            for worse in &values[place + 1..] {
                assert_eq!(better.cmp_for_side(worse), Ordering::Greater);
                assert_eq!(worse.cmp_for_side(better), Ordering::Less);
            }
        }
    }
}
