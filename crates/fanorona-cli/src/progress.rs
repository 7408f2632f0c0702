//! How long work shows where it stands: on stderr, and only where that is a terminal.

use fanorona::tablebase::{Goal, Progress, Stage};
use indicatif::{ProgressBar, ProgressStyle};

/// For work whose end is not known.
pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar
}

/// For work in pieces.
pub(crate) fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg:32} {bar:24} {percent:>3}% ({elapsed})") {
        bar.set_style(style);
    }
    bar
}

/// Shows where tables stand.
pub(crate) fn show_tables(bar: &ProgressBar, what: &str, progress: Progress) {
    let stage = match progress.stage {
        Stage::Count => "paikas".to_owned(),
        Stage::Captures => "captures".to_owned(),
        Stage::Distance(distance) => match progress.goal {
            Goal::Conversion => format!("distance {distance}"),
            Goal::Win => format!("distance to win {distance}"),
        },
        Stage::Finish => "counts".to_owned(),
    };
    bar.set_length(progress.pieces as u64);
    bar.set_position(progress.done as u64);
    bar.set_message(format!("{what} {} stones, {stage}", progress.stones));
}
