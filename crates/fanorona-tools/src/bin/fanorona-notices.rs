//! Writes the licence texts of the libraries inside a program.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;

/// Collects the licence texts that must go with a program.
#[derive(Parser)]
struct Args {
    /// The package that becomes the program.
    #[arg(long)]
    package: String,
    /// The machine it is compiled for.
    #[arg(long)]
    target: String,
    #[arg(long)]
    out: PathBuf,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fanorona-notices: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let args = Args::parse();
    let text = fanorona_tools::notices::notices(&args.package, &args.target)?;
    std::fs::write(&args.out, text).with_context(|| format!("cannot write {}", args.out.display()))
}
