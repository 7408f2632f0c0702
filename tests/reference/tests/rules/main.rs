//! The reference against the numbers of `docs/rules.md`, the golden data and hand-made positions.
//!
//! Each check is a function of a [`Reference`](fanorona_reference::Reference). It must pass with nothing broken, and
//! `breaking` shows for every clause that a check fails when the clause is broken.

mod breaking;
mod check;
mod end;
mod golden;
mod misuse;
mod play;
mod text;
mod vela;
