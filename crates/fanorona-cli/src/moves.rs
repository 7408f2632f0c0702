//! `fanorona moves`: every legal turn.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use fanorona::Move;
use serde::ser::{SerializeSeq, Serializer};

use crate::options::PositionOptions;
use crate::output;
use crate::walk::try_for_each_sorted;

/// Arguments of `fanorona moves`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game, rules and position.
    #[command(flatten)]
    options: PositionOptions,
    /// Write a JSON array of strings
    #[arg(long)]
    json: bool,
}

/// Lists the turns.
///
/// # Errors
/// When there is no such position or stdout cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.options.position()?;
    let mut out = output::stdout();
    let each = |write: &mut dyn FnMut(&Move) -> io::Result<()>| {
        let walked = try_for_each_sorted(&position, |turn| {
            match turn.so_far().map_or(Ok(()), &mut *write) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        walked.break_value().map_or(Ok(()), Err)
    };
    if args.json {
        let mut serializer = serde_json::Serializer::new(&mut out);
        let mut list = serializer.serialize_seq(None).map_err(io::Error::from)?;
        each(&mut |mv| Ok(list.serialize_element(&mv.to_string())?))?;
        list.end().map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        each(&mut |mv| writeln!(out, "{mv}"))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
