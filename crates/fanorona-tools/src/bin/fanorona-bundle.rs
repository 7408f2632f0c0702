//! Makes what is handed out: the site for a static host, and the files that are one piece, which are the single
//! HTML file, the classic worker and standalone scripts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use fanorona_tools::embed::Sources;
use fanorona_tools::{link, minify, page, site};

/// Makes the site, and links modules into single files.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The page as a folder for a static host, with its service worker. Prints the name of the build.
    Site {
        /// The folder of the page, with `pkg/`.
        #[arg(long)]
        www: PathBuf,
        /// An empty folder, or one to be made.
        #[arg(long)]
        out: PathBuf,
    },
    /// The page as one HTML file.
    Page {
        #[command(flatten)]
        from: From,
        /// The wasm module to embed.
        #[arg(long)]
        wasm: PathBuf,
        /// Texts of licences to carry along.
        #[arg(long)]
        notice: Vec<PathBuf>,
        #[arg(long)]
        out: PathBuf,
    },
    /// The worker as one classic script.
    Worker {
        #[command(flatten)]
        from: From,
        #[arg(long)]
        out: PathBuf,
    },
    /// A module of the page, and the engine, as one classic script.
    Standalone {
        #[command(flatten)]
        from: From,
        /// The module, seen from the page's folder.
        #[arg(long)]
        entry: String,
        #[arg(long)]
        wasm: PathBuf,
        #[arg(long)]
        out: PathBuf,
    },
    /// Prints the files a module is made of: itself and all it imports.
    List { entry: PathBuf },
    /// Any module as one classic script, with no engine.
    Script {
        entry: PathBuf,
        #[arg(long)]
        out: PathBuf,
    },
}

#[derive(clap::Args)]
struct From {
    /// The folder of the page.
    #[arg(long)]
    www: PathBuf,
    /// The folder of the glue made with `--omit-default-module-path`.
    #[arg(long)]
    glue: PathBuf,
}

impl From {
    fn sources(self) -> Sources {
        Sources {
            www: self.www,
            glue: self.glue,
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fanorona-bundle: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let (out, text) = match Args::parse().what {
        What::Site { www, out } => {
            println!("{}", site::build(&www, &out)?);
            return Ok(());
        }
        What::Page {
            from,
            wasm,
            notice,
            out,
        } => (out, page::single_file(&from.sources(), &wasm, &notice)?),
        What::Worker { from, out } => (out, from.sources().classic_worker()?),
        What::Standalone {
            from,
            entry,
            wasm,
            out,
        } => {
            let script = from.sources().standalone(&entry, &wasm)?;
            (out, minify::script(&entry, &script)?)
        }
        What::List { entry } => {
            for file in link::files(&entry)? {
                println!("{}", file.display());
            }
            return Ok(());
        }
        What::Script { entry, out } => (out, link::link(&entry, &link::Options::default())?),
    };
    write(&out, &text)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
