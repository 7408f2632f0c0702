//! `fanorona tablebase`: exact values of positions with few stones.

mod build;
mod probe;
mod stats;

use std::process::ExitCode;

pub(crate) use build::{build_board, tables_to};

use anyhow::bail;
use fanorona::Board;
use fanorona::tablebase::{MOST_STONES, Tables};

use crate::options::VariantOptions;

/// Arguments of `fanorona tablebase`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to do
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Build tables and write them to a file
    Build(build::Args),
    /// Count wins, draws and losses of all positions with exactly so many stones
    Stats(stats::Args),
    /// Hold every value against those of its successors
    Verify(stats::Args),
    /// The value of a position and of each of its turns
    Probe(probe::Args),
}

/// Which tables.
#[derive(clap::Args)]
struct TableArgs {
    /// Stones of both sides together; on 9x5, 6 take about a minute and 75 MB, 7 a quarter of an hour and 850 MB
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_STONES as i64))]
    stones: u8,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    #[command(flatten)]
    variant: VariantOptions,
}

/// Whether distances to win are asked for.
#[derive(clap::Args)]
struct DtwArg {
    /// The distance to win too: turns to the end of the game. On 9x5, 5 stones take some 15 seconds of CPU time
    #[arg(long)]
    dtw: bool,
}

impl TableArgs {
    /// The board.
    ///
    /// # Errors
    /// For Vela, whose part one the tables do not know.
    fn board(&self) -> anyhow::Result<Board> {
        let variant = self.variant.variant();
        if variant.is_vela() {
            bail!(
                "tables are of the plain game: Vela has the values of tsivy once part one is over (R7.2)"
            );
        }
        Ok(variant.board())
    }

    /// The tables, built in memory.
    ///
    /// # Errors
    /// When there are none of the variant, and when they are too large.
    fn build(&self, to_win: &DtwArg) -> anyhow::Result<Tables> {
        build::build(
            self.board()?,
            usize::from(self.stones),
            self.threads,
            to_win,
        )
    }
}

/// Runs the command.
///
/// # Errors
/// When tables cannot be built, read or written, and when stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Stats(args) => stats::stats(args),
        Command::Verify(args) => stats::verify(args),
        Command::Probe(args) => probe::run(args),
    }
}
