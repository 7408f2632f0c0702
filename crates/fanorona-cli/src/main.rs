//! The command line tool `fanorona`.
//!
//! Exit status: 0 when all is well, also when the reader of a pipe has gone; 1
//! when a record has a fault, a certificate is no proof or a position is outside the
//! tables; 2 for wrong arguments or input, with one line on stderr.

mod analyse;
mod book;
mod check_proof;
mod engine;
mod engine_match;
mod file_lock;
mod hostile;
mod interrupt;
mod moves;
mod options;
mod ordered;
mod output;
mod perft;
mod progress;
mod puzzles;
mod random;
mod replay;
mod selfplay;
mod show;
mod solve;
mod tablebase;
mod train;
mod walk;
mod whole_file;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The rules of Fanorona on the command line.
#[derive(Parser)]
#[command(name = "fanorona", version, disable_help_subcommand = true)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// The commands.
#[derive(Subcommand)]
enum Command {
    /// Count the sequences of turns of each length
    Perft(perft::Args),
    /// List every legal turn, sorted by bytes
    Moves(moves::Args),
    /// Draw a position
    Show(show::Args),
    /// Check a record or a list of turns
    Replay(replay::Args),
    /// Exact values of positions with few stones
    Tablebase(tablebase::Args),
    /// Check a certificate of a won or held position, with the slow reference alone
    CheckProof(check_proof::Args),
    /// The exact value of a position and of its turns, by proof search
    Solve(solve::Args),
    /// Think about a position and tell the best turns
    Analyse(analyse::Args),
    /// Hold a conversation on stdin and stdout (docs/engine-protocol.md)
    Engine(engine::Args),
    /// Play games between engines and count the points
    Match(Box<engine_match::Args>),
    /// Make an opening book, or look into one
    Book(book::Args),
    /// Play games of the search against itself, to learn from
    Selfplay(Box<selfplay::Args>),
    /// Learn an evaluation from games
    Train(train::Args),
    /// Make graded puzzles with proved answers, or check them
    Puzzles(puzzles::Args),
    /// Search for positions with very many or very long turns
    Hostile(hostile::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return output::usage(&error),
    };
    let done = match &cli.command {
        Command::Perft(args) => perft::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Show(args) => show::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Tablebase(args) => tablebase::run(args),
        Command::CheckProof(args) => check_proof::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Engine(args) => engine::run(args),
        Command::Match(args) => engine_match::run(args),
        Command::Book(args) => book::run(args),
        Command::Selfplay(args) => selfplay::run(args),
        Command::Train(args) => train::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Hostile(args) => hostile::run(args),
    };
    done.unwrap_or_else(|error| output::failure(&error))
}
