//! `fanorona analyse`: the best turns of a position with what is expected to follow.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fanorona::protocol::{DEFAULT_HASH, MOST_HASH};
use fanorona::search::{Limits, MOST_LINES, Report, SLICE_NODES, Search, Value};
use fanorona::tablebase::MOST_STONES;
use fanorona::{Game, Wdl};
use serde::Serialize;

use crate::options::PositionOptions;
use crate::output;
use crate::progress::spinner;
use crate::tablebase::tables_to;

/// Where no limit is given, in milliseconds.
const DEFAULT_TIME: u64 = 3_000;

/// Arguments of `fanorona analyse`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,
    /// Think for so many milliseconds; 3000 if no limit is given
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Think for about so many nodes; the answer is the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search so many turns deep; the answer is the same on every machine
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// How many turns get a line
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=MOST_LINES as i64))]
    multipv: u8,
    /// Build tables of endings to so many stones first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_STONES as i64))]
    stones: Option<u8>,
    /// Memory of the search in MiB, tables not counted
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_HASH)))]
    hash: u32,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Answer {
    depth: u32,
    nodes: u64,
    nps: u64,
    lines: Vec<LineAnswer>,
}

#[derive(Serialize)]
struct LineAnswer {
    #[serde(rename = "move")]
    mv: String,
    /// An estimate in hundredths of a stone; null where the value is proved.
    score: Option<i32>,
    proved: Option<Wdl>,
    plies: Option<u32>,
    pv: Vec<String>,
}

/// Analyses a position.
///
/// # Errors
/// When there is no such position, tables cannot be built or stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.position.position()?;
    let mut search = Search::new((args.hash as usize) << 20);
    let board = position.variant().board();
    search.set_tables(tables_to(board, args.stones.unwrap_or(0), 2)?);
    let is_bounded = args.nodes.is_some() || args.depth.is_some();
    let time = args.time.or((!is_bounded).then_some(DEFAULT_TIME));
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        lines: usize::from(args.multipv),
        ..Limits::default()
    };
    let begun = Instant::now();
    let until = time.map(Duration::from_millis);
    search.start(&Game::new(position), limits);
    let bar = spinner();
    while !search.run(SLICE_NODES) && until.is_none_or(|until| begun.elapsed() < until) {
        bar.set_message(format!(
            "depth {}, {}",
            search.depth(),
            output::count(search.nodes(), "node")
        ));
        bar.tick();
    }
    bar.finish_and_clear();
    let report = search.report();
    let mut out = output::stdout();
    if args.json {
        output::json_line(&mut out, &answer(&report, begun.elapsed()))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (place, line) in report.lines.iter().enumerate() {
        let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{:>2}  {:10} {}",
            place + 1,
            words(line.value),
            pv.join(" ")
        )?;
    }
    match position.end() {
        Some(end) => writeln!(
            out,
            "{}: {} ({})",
            end.outcome,
            output::reason_text(end.reason),
            end.reason.clause()
        )?,
        None => writeln!(
            out,
            "depth {}, {}",
            report.depth,
            output::count(report.nodes, "node")
        )?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn answer(report: &Report, elapsed: Duration) -> Answer {
    let millis = elapsed.as_millis().max(1);
    let nps = u128::from(report.nodes) * 1000 / millis;
    let lines = report.lines.iter().map(|line| {
        let (score, proved, plies) = line.value.parts();
        let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        LineAnswer {
            mv: pv.first().cloned().unwrap_or_default(),
            score,
            proved,
            plies,
            pv,
        }
    });
    Answer {
        depth: report.depth,
        nodes: report.nodes,
        nps: u64::try_from(nps).unwrap_or(u64::MAX),
        lines: lines.collect(),
    }
}

/// `+0.35` stones, or what is proved.
fn words(value: Value) -> String {
    match value {
        Value::Estimate(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        Value::Proved { wdl, plies } => {
            let word = wdl.as_str();
            plies.map_or_else(|| word.to_owned(), |plies| format!("{word} in {plies}"))
        }
    }
}
