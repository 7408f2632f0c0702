//! `fanorona engine`: the engine's conversation on stdin and stdout. What is said and answered
//! is the library's ([`fanorona::protocol`]); here are the streams and the clock.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::Instant;

use fanorona::protocol::{MOST_LINE, Session};
use fanorona::search::SLICE_NODES;
use fanorona::tablebase::MOST_STONES;

use crate::options::VariantOptions;
use crate::output;
use crate::tablebase::tables_to;

/// Lines that may wait to be heard; who says more waits.
const WAITING_LINES: usize = 64;

/// Arguments of `fanorona engine`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build tables of endings to so many stones before the conversation, for the board
    /// of --variant or --board; the option Tables asks for them later
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=MOST_STONES as i64))]
    stones: Option<u8>,
    /// Threads for the tables
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    #[command(flatten)]
    variant: VariantOptions,
}

/// Holds the conversation. It ends with `quit`, or when stdin does: then a search with
/// a limit is brought to its answer, one without is stopped.
///
/// # Errors
/// When tables cannot be built, stdin cannot be read or stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let variant = args.variant.variant();
    let mut session = Session::new();
    let mut conversation = Conversation {
        begun: Instant::now(),
        out: output::stdout(),
        failed: Ok(()),
    };
    let stones = args.stones.unwrap_or(0);
    session.set_tables(tables_to(variant.board(), stones, args.threads)?);
    if variant != fanorona::Variant::default() {
        session.set_variant(variant);
    }
    session.set_seed(RandomState::new().hash_one(0) as u32);
    let lines = listen();
    let mut ended = false;
    while !session.is_over() {
        let line = if ended {
            None
        } else if session.wants_work() {
            match lines.try_recv() {
                Ok(line) => Some(line?),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    ended = true;
                    None
                }
            }
        } else {
            match lines.recv() {
                Ok(line) => Some(line?),
                Err(_) => {
                    ended = true;
                    None
                }
            }
        };
        if let Some(line) = line {
            conversation.hold(|now, say| session.hear(&line, now, say))?;
        } else if ended && session.is_endless() {
            conversation.hold(|now, say| session.hear(b"stop", now, say))?;
        } else if ended && !session.is_answer_due() {
            break;
        } else {
            conversation.hold(|now, say| session.work(SLICE_NODES, now, say))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Stdout and the clock.
struct Conversation {
    begun: Instant,
    out: io::BufWriter<io::StdoutLock<'static>>,
    failed: io::Result<()>,
}

impl Conversation {
    /// Lets the session act, and writes what it says.
    ///
    /// # Errors
    /// When stdout cannot be written.
    fn hold(&mut self, act: impl FnOnce(u64, &mut dyn FnMut(&str))) -> io::Result<()> {
        let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut said = false;
        act(now, &mut |answer| {
            said = true;
            if self.failed.is_ok() {
                self.failed = writeln!(self.out, "{answer}");
            }
        });
        std::mem::replace(&mut self.failed, Ok(()))?;
        if said { self.out.flush() } else { Ok(()) }
    }
}

/// Reads stdin in a thread of its own, so that a search can look whether there is a line.
fn listen() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(WAITING_LINES);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = read_line(&mut input).transpose();
            let Some(line) = line else { return };
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    });
    receiver
}

/// The next line without its end; of one that is too long a little more than the limit,
/// so that the session can say so. `None` at the end.
///
/// # Errors
/// When the input cannot be read.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = MOST_LINE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MOST_LINE {
        skip_line(input)?;
    }
    Ok(Some(line))
}

/// Reads to the end of the line and forgets it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let there = input.fill_buf()?;
        let end = there.iter().position(|byte| *byte == b'\n');
        let (used, done) = match end {
            Some(at) => (at + 1, true),
            None => (there.len(), there.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_the_next_is_whole() {
        let mut input = vec![b'x'; 3 * MOST_LINE];
        input.extend_from_slice(b"\nstop\r\n\nlast");
        let mut input = input.as_slice();
        let mut next = || read_line(&mut input).expect("a slice can be read");
        assert_eq!(next().map(|line| line.len()), Some(MOST_LINE + 1));
        assert_eq!(next().as_deref(), Some(&b"stop\r"[..]));
        assert_eq!(next().as_deref(), Some(&b""[..]));
        assert_eq!(next().as_deref(), Some(&b"last"[..]));
        assert_eq!(next(), None);
        let mut exact = vec![b'y'; MOST_LINE];
        exact.extend_from_slice(b"\nz");
        let mut exact = exact.as_slice();
        let first = read_line(&mut exact).expect("a slice can be read");
        assert_eq!(first.map(|line| line.len()), Some(MOST_LINE));
        let second = read_line(&mut exact).expect("a slice can be read");
        assert_eq!(second.as_deref(), Some(&b"z"[..]));
    }
}
