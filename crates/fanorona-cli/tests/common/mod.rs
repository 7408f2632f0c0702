//! Running the tool.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The tool with its arguments, ready to run.
pub(crate) fn tool(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fanorona"));
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the tool with `input` on stdin.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Output {
    let mut child = tool(args).spawn().expect("the tool starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The tool may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the tool ends");
    writer.join().expect("the writer ends");
    output
}

/// Runs the tool without input.
pub(crate) fn run(args: &[&str]) -> Output {
    run_with(args, b"")
}

/// Stdout of a run that must succeed.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?} {output:?}");
    assert!(output.stderr.is_empty(), "{args:?} {output:?}");
    String::from_utf8(output.stdout).expect("stdout is text")
}

/// Stdout of a run that must succeed, as JSON.
pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("stdout is JSON")
}

/// Runs with wrong arguments or input: status 2, nothing on stdout and one line
/// on stderr, which is returned.
pub(crate) fn rejected(args: &[&str], input: &[u8]) -> String {
    let output = run_with(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?} {output:?}");
    assert!(output.stdout.is_empty(), "{args:?} {output:?}");
    let line = String::from_utf8(output.stderr).expect("stderr is text");
    assert!(line.starts_with("fanorona: "), "{line}");
    assert!(
        line.ends_with('\n') && line.lines().count() == 1 && line.len() < 2000,
        "{line}"
    );
    line
}
