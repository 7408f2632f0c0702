//! The best of a position's turns, whatever is asked of the positions they lead to.
//!
//! What is asked is no type parameter: each type would bring the generator of turns into
//! the shipped module once more.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::verdict::Verdict;
use crate::chain::Mover;
use crate::movegen::{self, TurnVisitor};
use crate::outcome::Wdl;

/// Shows the boards after all turns.
struct Successors<F>(F);

impl<F: FnMut(u64, u64) -> ControlFlow<()>> TurnVisitor for Successors<F> {
    type Break = ();

    #[inline]
    fn turn(&mut self, own: u64, enemy: u64) -> ControlFlow<()> {
        (self.0)(own, enemy)
    }
}

/// The verdict on a position whose side to move has a capture. `after` tells the
/// verdict on a position with these stones of the side to move and of the other one.
pub(super) fn best_capture(mover: &Mover, after: &dyn Fn(u64, u64) -> Verdict) -> Verdict {
    let mut best = Verdict::Loss;
    let mut visitor = Successors(|own, enemy| {
        let verdict = if enemy == 0 {
            Verdict::Win
        } else {
            -after(enemy, own)
        };
        best = best.max(verdict);
        if best == Verdict::Win {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let _ = movegen::walk(mover, &mut visitor);
    best
}

/// The value of a position and its distance, one turn longer than the best that
/// `after` tells of those that its turns lead to: the shortest win, else a draw, else
/// the longest loss. A side without a turn has lost at distance 0 (R6.2).
pub(super) fn best_turn(
    mover: &Mover,
    after: &dyn Fn(u64, u64) -> (Wdl, Option<u8>),
) -> (Wdl, Option<u8>) {
    /// Nothing is better than to take the last stone (R6.1).
    const AT_ONCE: (Wdl, Option<u8>) = (Wdl::Win, Some(1));
    let mut best = (Wdl::Loss, Some(0));
    let mut visitor = Successors(|own, enemy| {
        if enemy == 0 {
            best = AT_ONCE;
            return ControlFlow::Break(());
        }
        let (wdl, distance) = after(enemy, own);
        let next = (-wdl, distance.map(|distance| distance.saturating_add(1)));
        let better = match (next.0.cmp(&best.0), next.0) {
            (Ordering::Equal, Wdl::Win) => next.1 < best.1,
            // A loss whose length is not known may be the longest.
            (Ordering::Equal, _) => best
                .1
                .is_some_and(|best| next.1.is_none_or(|next| next > best)),
            (order, _) => order.is_gt(),
        };
        if better {
            best = next;
        }
        if best == AT_ONCE {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let _ = movegen::walk(mover, &mut visitor);
    best
}
