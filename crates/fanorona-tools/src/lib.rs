//! Build tools.
