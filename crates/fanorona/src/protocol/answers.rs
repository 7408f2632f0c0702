//! What the engine says of a search.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use crate::outcome::GameEnd;
use crate::search::{Report, Value};

/// `cp 35`, `win 7`, `win`, `draw` or `loss 4`: what is proved has no number that could
/// be taken for an estimate.
pub(super) fn score(value: Value) -> String {
    match value {
        Value::Estimate(hundredths) => format!("cp {hundredths}"),
        Value::Proved { wdl, plies } => {
            let word = wdl.as_str();
            match plies {
                Some(plies) => format!("{word} {plies}"),
                None => word.into(),
            }
        }
    }
}

/// `nodes 100 nps 2000 time 50`; without `nps` where no time has passed.
pub(super) fn effort(nodes: u64, elapsed: u64) -> String {
    let per_second = u128::from(nodes) * 1000 / u128::from(elapsed.max(1));
    if elapsed == 0 {
        format!("nodes {nodes} time 0")
    } else {
        format!("nodes {nodes} nps {per_second} time {elapsed}")
    }
}

/// Says each line of a report.
pub(super) fn say_lines(report: &Report, elapsed: u64, say: &mut dyn FnMut(&str)) {
    let effort = effort(report.nodes, elapsed);
    for (place, line) in report.lines.iter().enumerate() {
        let mut text = format!(
            "info depth {} multipv {} score {} {effort} pv",
            report.depth,
            place + 1,
            score(line.value)
        );
        for mv in &line.pv {
            // Writing to a String cannot fail.
            let _ = write!(text, " {mv}");
        }
        say(&text);
    }
}

/// Says why there is nothing to search.
pub(super) fn say_end(end: GameEnd, say: &mut dyn FnMut(&str)) {
    let (outcome, clause) = (end.outcome, end.reason.clause());
    say(&format!(
        "info string the game is over: {outcome} ({clause})"
    ));
}
