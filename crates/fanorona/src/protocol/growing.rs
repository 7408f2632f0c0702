//! Tables of endings that are built beside the conversation, piece by piece.

use alloc::sync::Arc;

use crate::board::Board;
use crate::tablebase::{BuildError, Builder, Tables};

/// The tables of a session, finished and under way.
#[derive(Debug, Default)]
pub(super) struct Growing {
    finished: Option<Arc<Tables>>,
    building: Option<(Builder, usize)>,
}

impl Growing {
    /// Tables that the host has made.
    pub(super) fn with(tables: Option<Arc<Tables>>) -> Self {
        Self {
            finished: tables,
            building: None,
        }
    }

    /// Asks for tables of a board to so many stones, 0 for none.
    ///
    /// # Errors
    /// When they are too large; then there are none.
    pub(super) fn ask(&mut self, board: Board, stones: usize) -> Result<(), BuildError> {
        let enough = |tables: &Arc<Tables>| tables.board() == board && tables.stones() >= stones;
        self.building = None;
        self.finished = self.finished.take().filter(|it| stones > 0 && enough(it));
        let stones = stones.min(board.points().len() as usize);
        if stones >= 2 && self.finished.is_none() {
            self.building = Some((Builder::new(board, stones)?, 0));
        }
        Ok(())
    }

    /// The finished tables.
    pub(super) fn tables(&self) -> Option<Arc<Tables>> {
        self.finished.clone()
    }

    /// Whether tables are under way.
    pub(super) const fn is_building(&self) -> bool {
        self.building.is_some()
    }

    /// Does one piece; `true` when that was the last.
    ///
    /// # Errors
    /// When a distance is too long for a table; then there are none.
    pub(super) fn work(&mut self) -> Result<bool, BuildError> {
        let Some((mut builder, piece)) = self.building.take() else {
            return Ok(false);
        };
        let mut next = piece + 1;
        if piece < builder.pieces() {
            builder.work(piece);
        }
        if next >= builder.pieces() {
            builder.advance()?;
            next = 0;
        }
        if builder.is_done() {
            self.finished = Some(Arc::new(builder.into_tables()));
            return Ok(true);
        }
        self.building = Some((builder, next));
        Ok(false)
    }
}
