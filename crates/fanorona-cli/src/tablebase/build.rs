//! `fanorona tablebase build`, and how the other commands come to their tables.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::ValueEnum;
use fanorona::Board;
use fanorona::tablebase::{Builder, Kind, Opening, Tables};

use super::{DtwArg, TableArgs};
use crate::options::Savings;
use crate::whole_file::{WholeFile, collide, read_if_begins, with_suffix};
use crate::{output, progress};

/// Arguments of `fanorona tablebase build`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What to store of each position
    #[arg(long, value_enum, default_value_t = KindName::Distances)]
    kind: KindName,
    /// Where an interrupted build is put away and taken up again; without it FILE.partial
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    savings: Savings,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindName {
    /// Win, draw or loss
    Outcomes,
    /// Win, draw or loss and the distance to conversion
    Distances,
    /// Win, draw or loss and the distance to win: turns to the end of the game
    Dtw,
}

/// Runs the command.
///
/// # Errors
/// When the tables are too large, and when a file cannot be read or written.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let board = args.table.board()?;
    let stones = usize::from(args.table.stones);
    let partial = args
        .checkpoint
        .clone()
        .unwrap_or_else(|| with_suffix(&args.out, ".partial"));
    // The checkpoint is removed at the end: the tables would go with it.
    let names = || format!("{}, {}", args.out.display(), partial.display());
    if collide(&args.out, &partial).with_context(names)? {
        bail!("--out and --checkpoint are the same file");
    }
    let mut fresh = Builder::new(board, stones)?;
    if matches!(args.kind, KindName::Dtw) {
        fresh = fresh.with_distances_to_win(stones);
    }
    // Found wrong before a long build, not after it; and before the checkpoint is read, which must be nobody else's.
    let whole = |path: &Path, begin| {
        WholeFile::new(path, begin).with_context(|| path.display().to_string())
    };
    let file = whole(&args.out, &Opening::MAGIC)?;
    let checkpoint = whole(&partial, &Builder::MAGIC)?;
    let taken_up = take_up(&partial, &fresh)?;
    let taken_up_at = taken_up
        .as_ref()
        .map(|kept| kept.progress().map_or(stones, |progress| progress.stones));
    let mut saved = Instant::now();
    let builder = taken_up.unwrap_or(fresh);
    let tables = drive(builder, args.table.threads, |builder| {
        // Between stages only: what is done of one cannot be put away.
        if saved.elapsed() < args.savings.every() {
            return Ok(());
        }
        saved = Instant::now();
        checkpoint
            .replace(|out| out.write_all(&builder.checkpoint()))
            .with_context(|| partial.display().to_string())
    })?;
    let kind = match args.kind {
        KindName::Outcomes => Kind::Outcomes,
        KindName::Distances => Kind::Distances,
        KindName::Dtw => Kind::DistancesToWin,
    };
    let bytes = tables
        .to_bytes(stones, kind)
        .context("the tables are not complete")?;
    file.replace(|out| out.write_all(&bytes))
        .with_context(|| args.out.display().to_string())?;
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| partial.display().to_string());
        }
        _ => {}
    }
    let mut out = output::stdout();
    if args.json {
        let value = serde_json::json!({
            "board": board.to_string(), "stones": stones, "bytes": bytes.len(),
            "seconds": start.elapsed().as_secs_f64(), "taken_up_at": taken_up_at,
        });
        output::json_line(&mut out, &value)?;
    } else {
        writeln!(
            out,
            "{}: {board}, to {stones} stones, {} bytes, {:.1} s{}",
            args.out.display(),
            bytes.len(),
            start.elapsed().as_secs_f64(),
            taken_up_at.map_or_else(String::new, |at| format!(", taken up at {at} stones"))
        )?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The build that was put away in a file; `None` where there is no such file.
///
/// # Errors
/// When it cannot be read, is damaged, or is of another build than `wanted`.
fn take_up(path: &Path, wanted: &Builder) -> anyhow::Result<Option<Builder>> {
    let bytes = match read_if_begins(path, &Builder::MAGIC) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let kept = Builder::resume(&bytes)
        .with_context(|| format!("{}: delete it to begin anew", path.display()))?;
    let of = |builder: &Builder| (builder.board(), builder.target(), builder.to_win());
    if of(&kept) != of(wanted) {
        bail!(
            "{} is of another build: delete it to begin anew",
            path.display()
        );
    }
    Ok(Some(kept))
}

/// Builds tables in memory, with distances to win for all stones where they are asked for.
///
/// # Errors
/// When they are too large.
pub(super) fn build(
    board: Board,
    stones: usize,
    threads: u8,
    to_win: &DtwArg,
) -> anyhow::Result<Tables> {
    let mut builder = Builder::new(board, stones)?;
    if to_win.dtw {
        builder = builder.with_distances_to_win(stones);
    }
    drive(builder, threads, |_| Ok(()))
}

/// Builds tables of values and distances to conversion in memory.
///
/// # Errors
/// When they are too large.
pub(crate) fn build_board(board: Board, stones: usize, threads: u8) -> anyhow::Result<Tables> {
    build(board, stones, threads, &DtwArg { dtw: false })
}

/// Tables to so many stones for a search to ask; none for 0 or 1.
///
/// # Errors
/// When they are too large.
pub(crate) fn tables_to(
    board: Board,
    stones: u8,
    threads: u8,
) -> anyhow::Result<Option<Arc<Tables>>> {
    if stones < 2 {
        return Ok(None);
    }
    build_board(board, usize::from(stones), threads).map(|tables| Some(Arc::new(tables)))
}

/// Works a build off with threads. Between stages the caller may look at it.
fn drive(
    mut builder: Builder,
    threads: u8,
    mut between: impl FnMut(&Builder) -> anyhow::Result<()>,
) -> anyhow::Result<Tables> {
    let bar = progress::bar();
    while let Some(progress) = builder.progress() {
        progress::show_tables(&bar, "building", progress);
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let piece = next.fetch_add(1, Ordering::Relaxed);
                        if piece >= progress.pieces {
                            return;
                        }
                        builder.work(piece);
                        bar.inc(1);
                    }
                });
            }
        });
        builder.advance()?;
        between(&builder)?;
    }
    bar.finish_and_clear();
    Ok(builder.into_tables())
}

/// Opens a file of tables.
///
/// # Errors
/// When it cannot be read or is damaged.
pub(super) fn open(path: &Path) -> anyhow::Result<Tables> {
    let name = || path.display().to_string();
    let bytes = read_if_begins(path, &Opening::MAGIC).with_context(name)?;
    let mut opening = Opening::new(bytes).with_context(name)?;
    while !opening.is_done() {
        opening.work().with_context(name)?;
    }
    Ok(opening.into_tables())
}

/// A board in words of the command line.
pub(super) fn no_tables(board: Board, stones: usize) -> String {
    format!("the tables reach {stones} stones on {board}")
}
