//! A book as bytes.
//!
//! Magic (`fanobook`), version, board, rules (one bit each), note and checksum as in
//! [`crate::noted`]. Between note and checksum stand the positions, breadth first from the start of the
//! game; which they are follows from the turns of those before, so they are not written.
//! Of each position: how many turns it has, then for each turn, the best first, two numbers:
//! the place of the board it leaves among all that the position's turns leave, in
//! ascending order, doubled, and one more if the book goes on there; and by how much
//! its score is less than that of the turn before. The first score of a position is
//! written as it is, doubled, or less than zero as its complement doubled and one more. Numbers are in groups of
//! seven bits, the lowest first.
//!
//! So a turn takes two bytes or three, and there is no way to write one that is not legal.

use alloc::vec::Vec;

use super::stand::Stand;
use super::{Book, BookError, Kept};
use crate::noted::{Kind, NotedError, seal};
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::bytes::{Reader, put};
use crate::variant::Variant;

const KIND: Kind = Kind {
    magic: *b"fanobook",
    version: 1,
};

impl From<NotedError> for BookError {
    fn from(error: NotedError) -> Self {
        match error {
            NotedError::Magic => Self::NotABook,
            NotedError::Version => Self::UnknownVersion,
            NotedError::Board => Self::Game,
            NotedError::Length => Self::Length,
            NotedError::Checksum => Self::Checksum,
        }
    }
}

impl Book {
    /// How a book begins.
    pub const MAGIC: [u8; 8] = KIND.magic;

    /// The book as a file, with a note on where it comes from, of which only as much is kept as
    /// 65,535 bytes hold. Only positions that its turns lead to from the start of
    /// the game are in it; of a board without a start, none.
    #[must_use]
    pub fn to_bytes(&self, note: &str) -> Vec<u8> {
        let mut bytes = KIND.begin(self.board, self.rules.bits(), note);
        let mut queue: Vec<usize> = self
            .first()
            .and_then(|it| self.find(it))
            .into_iter()
            .collect();
        let mut at = 0;
        while let Some(entry) = queue.get(at).map(|place| &self.entries[*place]) {
            at += 1;
            let boards = entry.stand.successors(self.board, self.rules);
            let boards = boards.unwrap_or_default();
            put(&mut bytes, entry.turns.len() as u64);
            let mut before = None;
            for turn in &entry.turns {
                let left = (turn.own, turn.enemy);
                let place = boards.partition_point(|board| *board < left);
                let next = self.find(Stand::after(self.board, left));
                if let Some(next) = next.filter(|next| !queue.contains(next)) {
                    queue.push(next);
                }
                put(&mut bytes, (2 * place + usize::from(next.is_some())) as u64);
                put(&mut bytes, written_score(turn.score, before));
                before = Some(turn.score);
            }
        }
        seal(&mut bytes);
        bytes
    }

    /// The book of a file.
    ///
    /// # Errors
    /// [`BookError`]; whatever the bytes are, it takes no more than some seconds.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let noted = KIND.open(bytes)?;
        let board = noted.board;
        let rules = Rules::from_bits(noted.extra).ok_or(BookError::Game)?;
        let mut book = Self {
            note: noted.note(),
            ..Self::empty(board, rules)
        };
        let start = book.first().ok_or(BookError::Game)?;
        let mut reader = Reader::new(noted.content, 0);
        let mut number = || reader.number().map_err(|_| BookError::Length);
        let mut queue = Vec::new();
        if !noted.content.is_empty() {
            book.place(start)?;
            queue.push(start);
        }
        let mut at = 0;
        while let Some(stand) = queue.get(at).copied() {
            at += 1;
            let boards = stand.successors(board, rules).ok_or(BookError::Content)?;
            let count = number()?;
            if count == 0 || count > boards.len() as u64 {
                return Err(BookError::Content);
            }
            let mut turns: Vec<Kept> = Vec::new();
            for _ in 0..count {
                let code = number()?;
                let place = usize::try_from(code / 2).map_err(|_| BookError::Content)?;
                let &(own, enemy) = boards.get(place).ok_or(BookError::Content)?;
                let score = read_score(number()?, turns.last().map(|turn| turn.score))?;
                if turns
                    .iter()
                    .any(|turn| (turn.own, turn.enemy) == (own, enemy))
                {
                    return Err(BookError::Content);
                }
                turns.push(Kept { own, enemy, score });
                let next = Stand::after(board, (own, enemy));
                if code % 2 == 1 && book.find(next).is_none() {
                    book.place(next)?;
                    queue.push(next);
                }
            }
            let place = book.place(stand)?;
            book.entries[place].turns = turns;
        }
        if reader.is_at_end() {
            Ok(book)
        } else {
            Err(BookError::Length)
        }
    }

    /// The start of the game.
    fn first(&self) -> Option<Stand> {
        let start = Position::start(Variant::on(self.board), self.rules)?;
        Some(Stand::of(&start).0)
    }
}

fn written_score(score: i16, before: Option<i16>) -> u64 {
    match before {
        Some(before) => u64::from(before.abs_diff(score)),
        None if score < 0 => u64::from(!score as u16) * 2 + 1,
        None => u64::from(score as u16) * 2,
    }
}

fn read_score(number: u64, before: Option<i16>) -> Result<i16, BookError> {
    let number = i64::try_from(number).map_err(|_| BookError::Content)?;
    let score = match before {
        Some(before) => i64::from(before).checked_sub(number),
        None if number % 2 == 1 => Some(!(number / 2)),
        None => Some(number / 2),
    };
    score
        .and_then(|score| i16::try_from(score).ok())
        .ok_or(BookError::Content)
}
