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
//! the loser the longest.
//!
//! ```
//! use fanorona::tablebase::Tables;
//! use fanorona::{Board, Position, Rules, Variant, Wdl};
//! let tables = Tables::build(Board::TELO, 4, &mut |_| true).unwrap();
//! let position = Position::from_fen("B2/3/W2 W", Variant::TELO, Rules::STANDARD).unwrap();
//! let value = tables.probe(&position).unwrap();
//! assert_eq!((value.wdl, value.dtc), (Wdl::Win, Some(1)));
//! ```

mod build;
mod index;
mod stats;

pub use build::{BuildError, Inconsistent, Progress, Tables, Value};
pub use index::MOST_STONES;
pub use stats::{ClassStats, class_stats};
