//! The second generator against the one clause by clause, and the tables against the turns of the latter.

mod generator;
mod limit;
mod shared;
mod values;
