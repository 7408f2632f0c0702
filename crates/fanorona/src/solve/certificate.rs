//! Strategies as text that another program can check (`docs/proofs.md`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::strategy::{Claim, Strategy};

/// The board field of a position's text (R8.1).
fn board_field(fen: &str) -> &str {
    fen.split(' ').next().unwrap_or(fen)
}

/// Writes the proof that a strategy is. Two proofs of one draw may follow each
/// other in one file.
///
/// # Errors
/// Those of `out`.
pub fn write(strategy: &Strategy, out: &mut dyn Write) -> fmt::Result {
    let claim = match strategy.claim() {
        Claim::Win => "win",
        Claim::Hold => "hold",
    };
    let mut lines: Vec<String> = strategy
        .iter()
        .map(|(position, planned)| {
            let fen = position.to_string();
            let mut line = String::from(board_field(&fen));
            line.push(' ');
            line += &planned.mv.to_string();
            if strategy.claim() == Claim::Win {
                line.push(' ');
                line += &planned.rank.to_string();
            }
            line
        })
        .collect();
    lines.sort_unstable();
    writeln!(out, "fanorona-proof 1")?;
    writeln!(out, "board {}", SizeOf(strategy))?;
    writeln!(out, "claim {claim}")?;
    writeln!(out, "side {}", strategy.side().letter())?;
    writeln!(out, "root {}", strategy.root())?;
    writeln!(out, "tables {}", strategy.table_stones())?;
    writeln!(out, "positions {}", lines.len())?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "end")
}

/// The board's size.
struct SizeOf<'a>(&'a Strategy);

impl fmt::Display for SizeOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.root().variant().board().fmt(f)
    }
}
