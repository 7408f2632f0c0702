//! Slow reference.
