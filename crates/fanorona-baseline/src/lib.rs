//! fanorona-baseline
