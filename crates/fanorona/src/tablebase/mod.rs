//! Exact values of positions with few stones, found by retrograde analysis.
//!
//! A class is named *m-o*: the mover's stones and the opponent's, both at least
//! one, the mover to move. Colours do not matter, so half of all positions need no
//! table, and neither do those that a symmetry of the board turns into another.
//!
//! Values are those of the game without the limits of R6.3: a side without stones
//! or without a turn has lost (R6.1, R6.2), playing for ever is a draw. The
//! distance is to conversion (DTC): turns to the next capture, that one included, or
//! to the block; the winner takes the shortest way among those that keep the win,
//! the loser the longest. What the no-capture limit (R6.3a) makes of a value, for a
//! fresh count and for one that runs, is its [`Verdict`].
//!
//! The distance to win (DTW) counts turns to the end of the game, captures among them. It is
//! made where it is asked for: [`Builder::with_distances_to_win`].
//!
//! Only *quiet* positions, those in which the mover has no capture, are stored; the
//! others are found by their captures, which lead to fewer stones.
//!
//! ```
//! use fanorona::tablebase::{Tables, Verdict};
//! use fanorona::{Board, Position, Rules, Variant, Wdl};
//! let tables = Tables::build(Board::TELO, 4, &mut |_| true).unwrap();
//! let position = Position::from_fen("B2/3/W2 W", Variant::TELO, Rules::STANDARD).unwrap();
//! let value = tables.probe(&position).unwrap();
//! assert_eq!((value.wdl, value.dtc), (Wdl::Win, Some(1)));
//! assert_eq!(value.verdict, Some(Verdict::Win));
//! ```

mod build;
pub(crate) mod bytes;
mod cell;
mod checkpoint;
mod coder;
mod colorings;
mod edges;
mod file;
mod frame;
mod model;
mod outcomes;
mod patterns;
#[cfg(test)]
mod small_limits;
mod stages;
mod stats;
mod tables;
mod turns;
mod value;
mod verdict;
mod verify;
mod wins;
mod work;

pub use build::{BuildError, Builder, Goal, Progress, Stage};
pub use checkpoint::CheckpointError;
pub use file::{FILE_VERSION, FileError, Kind, Opening};
pub use stats::{ButForLimit, ClassStats};
pub use tables::Tables;
pub use value::{RatedMove, Value};
pub use verdict::Verdict;
pub use verify::Inconsistent;
pub use wins::LongestDtw;

/// Most stones, both sides together, of any table. What a board allows is less
/// where it is large: see [`BuildError::TooLarge`].
pub const MOST_STONES: usize = 15;
