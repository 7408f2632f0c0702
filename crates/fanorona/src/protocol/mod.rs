//! The engine as a conversation in lines of text, in the manner of UCI and UGI.
//!
//! A [`Session`] takes lines and gives lines. It reads no stream, has no clock and
//! starts no thread, so that the command line, a worker in a page and a fuzzer hold the
//! same conversation: whoever runs it says what time it is and gives it slices of
//! work. `docs/engine-protocol.md` describes the language.
//!
//! ```
//! use fanorona::protocol::Session;
//! let mut session = Session::new();
//! let mut heard = Vec::new();
//! for line in ["setoption name Variant value telo", "go depth 20"] {
//!     session.hear(line.as_bytes(), 0, &mut |answer| heard.push(answer.to_owned()));
//!     while session.wants_work() {
//!         session.work(10_000, 0, &mut |answer| heard.push(answer.to_owned()));
//!     }
//! }
//! assert!(heard.iter().any(|line| line.contains("score win 11")));
//! assert!(heard.last().unwrap().starts_with("bestmove c"));
//! ```

mod answers;
mod command;
mod growing;
mod options;
mod session;

pub use options::{DEFAULT_HASH, MOST_HASH, MOST_TABLES};
pub use session::Session;

/// Longest line that is read, in bytes, its end not counted. A game of thousands of
/// turns fits.
pub const MOST_LINE: usize = 256 * 1024;

/// While a search runs it says so at least this often, in milliseconds, if it is
/// given work.
pub const NEWS_EVERY: u64 = 1_000;
