//! Positions without colours and up to symmetry.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::MOST_SUCCESSORS;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::symmetry::Symmetry;
use crate::variant::Variant;

/// The stones of the side to move and of the other side, on that image of the board which
/// stands for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stand {
    own: u64,
    enemy: u64,
}

/// [`Symmetry::bits`], not inlined: a page downloads this.
#[inline(never)]
fn laid(symmetry: Symmetry, set: u64) -> u64 {
    symmetry.bits(set)
}

/// The stones of the side that has moved and of the other.
pub(super) fn after(next: &Position) -> (u64, u64) {
    let stones = |color| next.stones(color).bits();
    (stones(!next.turn()), stones(next.turn()))
}

/// The images under symmetries that lay a position on the one that stands for it, of a board
/// that one of its turns leaves. `back` is one that leads back. There is more than one only
/// where the position is its own image.
pub(super) fn images(
    board: Board,
    back: Symmetry,
    stand: Stand,
    (own, enemy): (u64, u64),
) -> impl Iterator<Item = (u64, u64)> {
    let (here_own, here_enemy) = (back.bits(stand.own), back.bits(stand.enemy));
    Symmetry::all(board)
        .filter(move |it| (it.bits(here_own), it.bits(here_enemy)) == (stand.own, stand.enemy))
        .map(move |it| (it.bits(own), it.bits(enemy)))
}

impl Stand {
    /// The least of all images, and a symmetry that leads from it back to the position.
    pub(super) fn of(position: &Position) -> (Self, Symmetry) {
        let turn = position.turn();
        let stones = |color| position.stones(color).bits();
        let here = Self {
            own: stones(turn),
            enemy: stones(!turn),
        };
        let (stand, there) = here.least(position.variant().board());
        (stand, there.inverse())
    }

    /// What the side to move sees after a turn that left these stones of the side that made it
    /// and of the other.
    pub(super) fn after(board: Board, (own, enemy): (u64, u64)) -> Self {
        let next = Self {
            own: enemy,
            enemy: own,
        };
        next.least(board).0
    }

    /// The least image and a symmetry that leads to it.
    #[inline(never)]
    fn least(self, board: Board) -> (Self, Symmetry) {
        let mut least = (self, Symmetry::identity(board));
        for symmetry in Symmetry::all(board) {
            let image = Self {
                own: laid(symmetry, self.own),
                enemy: laid(symmetry, self.enemy),
            };
            if image < least.0 {
                least = (image, symmetry);
            }
        }
        least
    }

    /// As a position with White to move; `None` where a side has no stones.
    pub(super) fn position(self, board: Board, rules: Rules) -> Option<Position> {
        let mut setup = Setup::empty(Variant::on(board), rules);
        setup.stones = [self.own, self.enemy].map(Bitboard::from_bits);
        // Stones of a position, which symmetries keep apart and on the board.
        let has_both = self.own != 0 && self.enemy != 0;
        has_both.then(|| Position::from_valid_setup(&setup))
    }

    /// The boards that its turns leave, as [`after`] tells them, each once and ascending; `None`
    /// where there are too many.
    pub(super) fn successors(self, board: Board, rules: Rules) -> Option<Vec<(u64, u64)>> {
        let mut boards = Vec::new();
        let walked = self
            .position(board, rules)?
            .show_successors(&mut |_, next| {
                let after = after(&next);
                let place = boards.partition_point(|other| *other < after);
                if boards.get(place) != Some(&after) {
                    if boards.len() == MOST_SUCCESSORS {
                        return ControlFlow::Break(());
                    }
                    boards.insert(place, after);
                }
                ControlFlow::Continue(())
            });
        walked.is_continue().then_some(boards)
    }
}
