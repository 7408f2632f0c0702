//! What an opening book tells the search.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::endings::Answer;
use super::lines::wanted;
use super::score::Value;
use super::{Limits, Line};
use crate::book::{Book, BookTurn};
use crate::game::Game;
use crate::position::Position;
use crate::zobrist::mix;

/// Longest line of book turns that is shown.
const LINE: usize = 32;

/// The book of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    /// `None` until the shipped one is asked for or another is set.
    book: Option<Arc<Book>>,
}

impl Opening {
    pub(super) fn set(&mut self, book: Arc<Book>) {
        self.book = Some(book);
    }

    /// The turn to play where the book has the root: one of its turns by the limits' seed.
    /// Where the position has stood before the book has no say: turns that lead round in a
    /// circle were not found with that in mind.
    pub(super) fn answer(&mut self, game: &Game, limits: &Limits) -> Option<Answer> {
        if !limits.book {
            return None;
        }
        let root = game.position();
        let stood = |other: &Position| root.is_repetition_of(other);
        if game
            .positions_since_capture()
            .filter(|it| stood(it))
            .count()
            > 1
        {
            return None;
        }
        let book = self.book.get_or_insert_with(|| Arc::new(Book::shipped()));
        let mut turns = book.turns(root);
        let pick = mix(limits.seed ^ mix(root.hash())) % turns.len().max(1) as u64;
        turns.get(pick as usize)?;
        turns[..=pick as usize].rotate_right(1);
        turns.truncate(wanted(limits));
        let lines = turns.iter().map(|turn| line(book, root, turn)).collect();
        Some(Answer { lines })
    }
}

/// A turn and the best that the book has after it.
fn line(book: &Book, root: &Position, first: &BookTurn) -> Line {
    let mut pv = Vec::from([first.mv]);
    let mut position = root.play_unchecked(&first.mv);
    while pv.len() < LINE
        && let Some(best) = book.turns(&position).first()
    {
        pv.push(best.mv);
        position = position.play_unchecked(&best.mv);
    }
    Line {
        pv,
        value: Value::Estimate(first.score.into()),
    }
}
