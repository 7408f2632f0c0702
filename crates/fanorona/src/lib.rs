//! Fanorona: rules, notation and search of Madagascar's national board game.
//!
//! 9x5 points, 22 stones a side, capture by approach or withdrawal, in chains.
//! `no_std` with `alloc`; no I/O, no clock and no randomness of its own. The rules
//! are numbered in `docs/rules.md`; code and errors cite the clauses (R4.2).
//!
//! ```
//! use fanorona::{Game, Position, Rules, Variant};
//!
//! let start = Position::start(Variant::TSIVY, Rules::STANDARD).unwrap();
//! let mut game = Game::new(start);
//! for text in ["f2-e3A", "d5-d4A"] {
//!     let mv = game.position().parse_move(text)?;
//!     game.play(&mv).unwrap();
//! }
//! println!("{}", game.position());
//! # Ok::<(), fanorona::MoveError>(())
//! ```
#![no_std]

extern crate alloc;

mod bitboard;
mod board;
pub mod book;
mod chain;
mod checksum;
mod color;
mod direction;
pub mod eval;
mod game;
mod lines;
mod movegen;
mod mv;
pub mod notation;
mod noted;
mod outcome;
mod perft;
mod position;
pub mod protocol;
pub mod puzzle;
mod repetition;
mod rules;
pub mod search;
mod setup;
pub mod solve;
mod square;
mod step;
mod symmetry;
pub mod tablebase;
mod turn;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::Color;
pub use direction::Direction;
pub use game::Game;
pub use mv::{MAX_STEPS, Move};
pub use notation::fen::FenError;
pub use notation::mv::{LIST_LIMIT, MoveError, MoveText};
pub use notation::record::{Record, RecordDefaults, RecordError, RecordFault};
pub use outcome::{EndReason, GameEnd, Outcome, Wdl};
pub use perft::{divide, perft};
pub use position::{PlayError, Position};
pub use rules::{NO_CAPTURE_LIMIT, ParseRulesError, REPETITION_LIMIT, Rules};
pub use setup::{Setup, SetupErrors};
pub use square::{ParseSquareError, Square};
pub use step::{IllegalStep, Step, StepKind};
pub use symmetry::Symmetry;
pub use turn::{Turn, TurnNotBegun};
pub use variant::{ParseVariantError, Variant};

/// The README's examples are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
