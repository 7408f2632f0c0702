//! `fanorona book`: opening books.

mod build;
mod checkpoint;
mod show;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use fanorona::book::Book;

use crate::whole_file::read_if_begins;

/// Arguments of `fanorona book`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to do
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Search the first positions of a game and write those turns that are as good as the best, or nearly
    Build(build::Args),
    /// The turns that a book has for a position
    Show(show::Args),
}

/// Runs the command.
///
/// # Errors
/// When a book cannot be made, read or written, and when stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Show(args) => show::run(args),
    }
}

/// The book of a file.
///
/// # Errors
/// When it cannot be read or is no book.
pub(crate) fn read(path: &Path) -> anyhow::Result<Book> {
    let name = || path.display().to_string();
    let bytes = read_if_begins(path, &Book::MAGIC).with_context(name)?;
    Book::from_bytes(&bytes).with_context(name)
}
