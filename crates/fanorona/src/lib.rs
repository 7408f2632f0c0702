//! fanorona
