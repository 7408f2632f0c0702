//! Serves a folder on this machine: `fanorona-serve FOLDER [--port N]`.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use fanorona_tools::serve::Site;

/// Serves a folder on 127.0.0.1.
#[derive(Parser)]
struct Args {
    /// The folder to serve.
    folder: PathBuf,
    /// The port to try first; when it is taken, the next free one.
    #[arg(long, default_value_t = 8000)]
    port: u16,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fanorona-serve: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let args = Args::parse();
    let site = Site::bind(&args.folder, args.port)?;
    println!("{}", site.url());
    std::io::stdout().flush()?;
    site.run();
    Ok(())
}
