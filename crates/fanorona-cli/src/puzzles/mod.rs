//! `fanorona puzzles`: graded puzzles with proved answers (docs/puzzles.md).

mod check;
mod choose;
mod make;

use std::process::ExitCode;

use clap::Subcommand;
use fanorona::tablebase::Tables;
use fanorona::{Variant, puzzle};

use crate::tablebase::build_board;

/// Arguments of `fanorona puzzles`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Subcommand)]
enum Command {
    /// Make puzzles from random endings and from games of the search, and write them to a file
    Make(make::Args),
    /// Prove every puzzle of a file anew
    Check(check::Args),
}

/// Makes or checks puzzles.
///
/// # Errors
/// When a file cannot be read or written, or is none of puzzles.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Make(args) => make::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// The tables that puzzles of a game are made and checked with.
fn tables(variant: Variant, threads: u8) -> anyhow::Result<Tables> {
    let board = variant.board();
    build_board(board, puzzle::table_stones(board), threads)
}
