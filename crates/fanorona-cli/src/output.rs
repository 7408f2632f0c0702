//! How the tool speaks: results on stdout, one line on stderr for what is wrong.

use std::io::{self, Write};
use std::process::ExitCode;

use fanorona::EndReason;

/// The exit status of wrong arguments or input.
const WRONG_INPUT: u8 = 2;

/// Characters of a message that are shown; an argument it quotes can be huge.
const MESSAGE_LIMIT: usize = 500;

/// A buffer before stdout, for output of many lines.
pub(crate) fn stdout() -> io::BufWriter<io::StdoutLock<'static>> {
    io::BufWriter::new(io::stdout().lock())
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn json_line(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    // As an `io::Error`, so that a closed pipe is known for what it is.
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()
}

/// One line on stderr. Control characters are written as escapes: the text may
/// quote a file or an argument from a stranger.
pub(crate) fn complain(message: &str) {
    let mut line = String::from("fanorona: ");
    for (place, c) in message.chars().enumerate() {
        if place == MESSAGE_LIMIT {
            line.push('…');
            break;
        }
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    // Nobody is left to tell when stderr is closed.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Ends a command that failed. A reader that closed the pipe, as `head` does,
/// has all it wants: that is no failure.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    let closed = error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    });
    if closed {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    ExitCode::from(WRONG_INPUT)
}

/// Ends the tool after arguments that ask for help or are wrong.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{
        DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion, MissingSubcommand,
    };
    match error.kind() {
        DisplayHelp | DisplayVersion => {
            return match error.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failure(&error.into()),
            };
        }
        DisplayHelpOnMissingArgumentOrSubcommand | MissingSubcommand => {
            complain("a command is missing; `fanorona --help` lists them");
        }
        _ => {
            // The first paragraph says what is wrong, the others repeat the usage.
            let text = error.render().to_string();
            let paragraph = text.trim_start_matches("error: ").lines();
            let words: Vec<_> = paragraph
                .map(str::trim)
                .take_while(|line| !line.is_empty())
                .collect();
            complain(&words.join(" "));
        }
    }
    ExitCode::from(WRONG_INPUT)
}

/// A number with what it counts: `one` is the word for one of them.
pub(crate) fn count(number: u64, one: &str) -> String {
    let plural = match one {
        _ if number == 1 => "",
        _ if one.ends_with('s') => "es",
        _ => "s",
    };
    format!("{number} {one}{plural}")
}

/// What ended a game, in words.
pub(crate) const fn reason_text(reason: EndReason) -> &'static str {
    match reason {
        EndReason::LastStoneTaken => "last stone taken",
        EndReason::Blocked => "side to move blocked",
        EndReason::NoCaptureLimit => "fifty half-moves without a capture",
        EndReason::Repetition => "third repetition",
        EndReason::Agreement => "agreement",
        EndReason::Resignation => "resignation",
        EndReason::VelaNoCapture => "no capture left in part one of Vela",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        for (number, one, said) in [
            (0, "turn", "0 turns"),
            (1, "turn", "1 turn"),
            (2, "turn", "2 turns"),
            (1, "loss", "1 loss"),
            (21, "loss", "21 losses"),
        ] {
            assert_eq!(count(number, one), said);
        }
    }
}
