//! Long work that can be ended early and still tells what it has.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C and a request to end (SIGINT, SIGTERM, SIGHUP) are only noted, see [`is_asked`]; a
/// second one ends the program at once.
///
/// # Errors
/// When the system does not allow it.
pub(crate) fn listen() -> anyhow::Result<()> {
    let note = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(STATUS.into());
        }
    };
    ctrlc::set_handler(note).context("cannot listen for Ctrl-C")
}

/// Whether somebody wants the work to end.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Exit status of work that was ended early: that of a program ended by SIGINT, as shells have it.
pub(crate) const STATUS: u8 = 130;
