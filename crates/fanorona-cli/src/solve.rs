//! `fanorona solve`: the exact value of a position by proof search.

mod checkpoint;
mod questions;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use fanorona::solve::{
    Claim, Distance, SolveError, Solver, Strategy, StrategyError, certificate, find_strategy,
};
use fanorona::tablebase::{MOST_STONES, Tables};
use fanorona::{Board, Color, EndReason, Move, Position, Rules, Wdl};
use serde::Serialize;

use crate::options::{Savings, VariantOptions};
use crate::output;
use crate::progress::spinner;
use crate::tablebase::build_board;
use crate::walk::try_for_each_sorted;
use crate::whole_file::{WholeFile, collide};
use checkpoint::Checkpoint;
use questions::Questions;

/// Positions that are looked at for the length of a win; it takes some seconds and 200 MB.
const DISTANCE_NODES: u64 = 2_000_000;

/// Longest line that is shown, and most positions of a strategy that is made for a line alone.
const LINE: usize = 64;
const LINE_POSITIONS: usize = 300_000;

/// How every proof begins (docs/proofs.md).
const PROOF: &[u8] = b"fanorona-proof ";

/// Turns of the position itself that get a value.
const MOST_MOVES: usize = 65_536;

/// Arguments of `fanorona solve`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    variant: VariantOptions,
    /// The position; without it the start of the game
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Look positions with at most so many stones up in tables, 0 for none; without it as
    /// many as suit the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=MOST_STONES as i64))]
    stones: Option<u8>,
    /// Threads; with two the count of nodes is not always the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    threads: u8,
    /// Memory of the search in MiB, tables not counted
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    /// Save what is found to this file now and then, and go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    savings: Savings,
    /// Write a proof that another program can check (docs/proofs.md)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

/// The answer.
#[derive(Serialize)]
struct Report {
    value: Wdl,
    plies: Option<u32>,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    moves: Vec<MoveValue>,
}

/// A turn with its value for the side that makes it.
#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    value: Wdl,
}

/// The turns of a position and where each leads.
type Turns = Vec<(Move, Position)>;

/// Solves a position.
///
/// # Errors
/// When there is no such position, for other games than the plain one, and when a
/// file is not what it should be or cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let (Some(proof), Some(checkpoint)) = (&args.proof, &args.checkpoint) {
        // One would take the place of the other.
        let names = || {
            format!(
                "--proof {}, --checkpoint {}",
                proof.display(),
                checkpoint.display()
            )
        };
        if collide(proof, checkpoint).with_context(names)? {
            bail!("--proof and --checkpoint are the same file");
        }
    }
    let root = position(args)?;
    let turns = turns(&root)?;
    let board = root.variant().board();
    let threads = usize::from(args.threads);
    let bytes = usize::try_from(args.memory << 20).context("--memory is too much here")?;
    // Tried first: a solver that gets no memory ends the tool without a word of its own.
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .context("--memory is too much here")?;
    let begun = Instant::now();
    let mut solvers: Vec<Solver> = (0..threads)
        .map(|_| Solver::new(board, bytes / threads))
        .collect();
    let mut checkpoint = match &args.checkpoint {
        Some(path) => Some(Checkpoint::open(
            path,
            args.savings.every(),
            board,
            &mut solvers,
        )?),
        None => None,
    };
    // Found wrong before a long search, not after it.
    let proof = match &args.proof {
        Some(path) => Some(WholeFile::new(path, PROOF).with_context(|| naming("--proof", path))?),
        None => None,
    };
    let stones = args.stones.unwrap_or_else(|| default_stones(board));
    let tables = build_tables(board, stones, args.threads)?;
    let mut questions = Questions::new(&root, &turns);
    questions.answer(solvers, tables.as_ref(), &mut checkpoint)?;
    let (value, mut solver, nodes) = (
        questions.root()?,
        questions.take_solver()?,
        questions.nodes(),
    );
    let mut writer = Explainer {
        solver: &mut solver,
        tables: tables.as_ref(),
        root,
    };
    let (plies, line) = writer.length_and_line(value)?;
    let strategies = match &proof {
        Some(_) => writer.strategies(value)?,
        None => Vec::new(),
    };
    if let (Some(file), Some(path)) = (proof, &args.proof) {
        write_proofs(&strategies, &file).with_context(|| naming("--proof", path))?;
    }
    let moves = turns
        .iter()
        .map(|(mv, next)| {
            Ok(MoveValue {
                mv: mv.to_string(),
                value: questions.after(next)?,
            })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let report = Report {
        value,
        plies,
        nodes,
        seconds: begun.elapsed().as_secs_f64(),
        pv: line.iter().map(ToString::to_string).collect(),
        moves,
    };
    print(args, &report, questions.root_nodes())?;
    Ok(ExitCode::SUCCESS)
}

/// An option and its file, for errors.
fn naming(option: &str, path: &Path) -> String {
    format!("{option} {}", path.display())
}

/// The position asked for, without the draws of R6.3.
fn position(args: &Args) -> anyhow::Result<Position> {
    let variant = args.variant.variant();
    let position = match &args.fen {
        Some(fen) => Position::from_fen(fen, variant, Rules::empty()).context("--fen (R8.1)")?,
        None => Position::start(variant, Rules::empty()).ok_or_else(|| {
            anyhow!("a board of {variant} has no start (R2.1): give a position with --fen")
        })?,
    };
    if position.is_vela_part_one() {
        bail!(SolveError::OtherRules);
    }
    Ok(position)
}

/// All turns, sorted by the bytes of their text.
fn turns(root: &Position) -> anyhow::Result<Turns> {
    let mut turns = Turns::new();
    let walked = try_for_each_sorted(root, |turn| {
        if turns.len() == MOST_MOVES {
            return ControlFlow::Break(());
        }
        turns.extend(turn.clone().finish().ok());
        ControlFlow::Continue(())
    });
    if walked.is_break() {
        bail!(SolveError::TooManyTurns);
    }
    Ok(turns)
}

/// Stones of the tables that pay for themselves on a board.
fn default_stones(board: Board) -> u8 {
    match board.width() * board.height() {
        0..=9 => 4,
        10..=21 => 5,
        22..=35 => 7,
        _ => 6,
    }
}

fn build_tables(board: Board, stones: u8, threads: u8) -> anyhow::Result<Option<Tables>> {
    // No position has fewer than two and is not over.
    if stones < 2 {
        return Ok(None);
    }
    build_board(board, usize::from(stones), threads)
        .context("--stones")
        .map(Some)
}

/// Shows how an answer comes about.
struct Explainer<'a> {
    solver: &'a mut Solver,
    tables: Option<&'a Tables>,
    root: Position,
}

impl Explainer<'_> {
    fn length_and_line(&mut self, value: Wdl) -> anyhow::Result<(Option<u32>, Vec<Move>)> {
        if let Some(end) = self.root.end() {
            debug_assert_ne!(end.reason, EndReason::NoCaptureLimit);
            return Ok((Some(0), Vec::new()));
        }
        let Some(winner) = winner(&self.root, value) else {
            return Ok((None, self.drawn_line()));
        };
        let bar = spinner();
        bar.set_message("looking for the length of the win");
        let mut distance = Distance::new(&self.root, winner);
        while distance.nodes() < DISTANCE_NODES {
            bar.tick();
            if let Some(plies) = distance.run(self.solver, self.tables, 1 << 12)? {
                let line = distance.line(self.solver, self.tables)?;
                bar.finish_and_clear();
                return Ok((Some(plies), line));
            }
        }
        bar.finish_and_clear();
        let line = match self.strategy(winner, Claim::Win, LINE_POSITIONS) {
            Ok(strategy) => strategy.line(LINE),
            // Too long to be shown.
            Err(StrategyError::Stopped) => Vec::new(),
            Err(error) => bail!(error),
        };
        Ok((None, line))
    }

    /// Turns that keep a draw, as long as the solver remembers why.
    fn drawn_line(&self) -> Vec<Move> {
        let (mut position, mut line, mut seen) = (self.root, Vec::new(), Vec::new());
        while line.len() < LINE && !seen.iter().any(|old| position.is_repetition_of(old)) {
            seen.push(position);
            let other = !position.turn();
            let found = position.for_each_successor(|mv, next| {
                match self.solver.known(self.tables, &next, other) {
                    Some(false) => ControlFlow::Break((*mv, next)),
                    _ => ControlFlow::Continue(()),
                }
            });
            let ControlFlow::Break((mv, next)) = found else {
                break;
            };
            line.push(mv);
            position = next;
        }
        line
    }

    fn strategy(
        &mut self,
        side: Color,
        claim: Claim,
        most: usize,
    ) -> Result<Strategy, StrategyError> {
        let bar = spinner();
        let strategy = find_strategy(
            self.solver,
            self.tables,
            &self.root,
            side,
            claim,
            &mut |positions| {
                let positions_found = output::count(positions as u64, "position");
                bar.set_message(format!("strategy for {side}: {positions_found}"));
                bar.tick();
                positions <= most
            },
        );
        bar.finish_and_clear();
        strategy
    }

    /// What proves a value: a way to win, or for both sides a way not to lose.
    fn strategies(&mut self, value: Wdl) -> anyhow::Result<Vec<Strategy>> {
        if self.root.end().is_some() {
            bail!("the game is over in this position: there is nothing to prove");
        }
        match winner(&self.root, value) {
            Some(winner) => Ok(vec![self.strategy(winner, Claim::Win, usize::MAX)?]),
            None => Color::ALL
                .into_iter()
                .map(|side| Ok(self.strategy(side, Claim::Hold, usize::MAX)?))
                .collect(),
        }
    }
}

fn winner(root: &Position, value: Wdl) -> Option<Color> {
    match value {
        Wdl::Win => Some(root.turn()),
        Wdl::Draw => None,
        Wdl::Loss => Some(!root.turn()),
    }
}

fn write_proofs(strategies: &[Strategy], file: &WholeFile) -> std::io::Result<()> {
    file.replace(|out| {
        for strategy in strategies {
            let mut text = String::new();
            certificate::write(strategy, &mut text).map_err(std::io::Error::other)?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    })
}

fn print(args: &Args, report: &Report, root_nodes: u64) -> std::io::Result<()> {
    let mut out = output::stdout();
    if args.json {
        return output::json_line(&mut out, report);
    }
    write!(out, "{}", report.value.as_str())?;
    match report.plies {
        Some(plies) => writeln!(out, " in {plies}")?,
        None => writeln!(out)?,
    }
    for each in &report.moves {
        writeln!(out, "{} {}", each.mv, each.value.as_str())?;
    }
    writeln!(out, "line: {}", report.pv.join(" "))?;
    writeln!(
        out,
        "{} for the value, {} with all turns, {:.1} s",
        output::count(root_nodes, "node"),
        report.nodes,
        report.seconds
    )?;
    out.flush()
}
