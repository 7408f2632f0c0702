//! The second generator against the one clause by clause, the tables against the turns of the latter, and certificates.

mod certificates;
mod generator;
mod limit;
mod proofs;
mod proofs_damaged;
mod shared;
mod values;
