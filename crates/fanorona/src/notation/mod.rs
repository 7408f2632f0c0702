//! Text forms of R8: positions, moves and records. Each has its own error type;
//! no text makes a reader panic.

pub mod fen;
pub mod mv;
pub mod record;
