//! A player that is another program: it speaks the engine's protocol (docs/engine-protocol.md)
//! on its stdin and stdout.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use fanorona::{Game, Move};

use super::player::Budget;

/// How long a program may be silent beyond the time it was given. Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program as a person writes it.
#[derive(Clone, Debug)]
pub(crate) struct ProgramSpec {
    words: Vec<String>,
}

/// What a program said of its search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thought {
    pub(crate) nodes: u64,
    pub(crate) depth: u32,
}

impl ProgramSpec {
    /// A command line: words split by blanks, with quotes as a shell has them.
    ///
    /// # Errors
    /// Quotes that do not close, or nothing at all.
    pub(crate) fn parse(command: &str) -> anyhow::Result<Self> {
        let words = shell_words::split(command).context("the program's command line")?;
        if words.is_empty() {
            bail!("program: needs a command line, as in program:./fanorona engine");
        }
        Ok(Self { words })
    }
}

/// A program that runs, or is started when it is needed.
#[derive(Debug)]
pub(crate) struct Program {
    spec: ProgramSpec,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    pub(crate) const fn new(spec: ProgramSpec) -> Self {
        Self {
            spec,
            running: None,
        }
    }

    /// Begins a game; a program that has failed is started anew.
    pub(crate) fn new_game(&mut self) {
        if let Some(running) = &mut self.running
            && running.say("newgame").is_err()
        {
            self.running = None;
        }
    }

    /// Asks for a turn.
    ///
    /// # Errors
    /// What the program did wrong: it could not be started, ended, was silent too long or named
    /// a turn that is not legal. It is stopped then.
    pub(crate) fn turn(&mut self, game: &Game, budget: &Budget) -> anyhow::Result<(Move, Thought)> {
        let answer = self.ask(game, budget);
        if answer.is_err() {
            self.running = None;
        }
        answer
    }

    fn ask(&mut self, game: &Game, budget: &Budget) -> anyhow::Result<(Move, Thought)> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(Running::start(&self.spec, game)?),
        };
        running.say(&position_line(game))?;
        running.say(&go_line(budget))?;
        let until = Instant::now() + budget.time.unwrap_or_default() + PATIENCE;
        let mut thought = Thought::default();
        loop {
            let line = running.line(until)?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => thought.hear(&line),
                // What it has to say to `position` is an `info string` or an error.
                Some("error") => bail!("it says {line:?}"),
                Some("bestmove") => {
                    let name = words.next().unwrap_or_default();
                    let mv = game.position().parse_move(name);
                    return Ok((mv.with_context(|| format!("it says {line:?}"))?, thought));
                }
                _ => {}
            }
        }
    }
}

impl Thought {
    fn hear(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace().skip(1);
        while let Some(word) = words.next() {
            if matches!(word, "pv" | "string") {
                break;
            }
            let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
            match word {
                "depth" => self.depth = number().map_or(self.depth, |depth| depth as u32),
                "nodes" => self.nodes = number().unwrap_or(self.nodes),
                _ => {}
            }
        }
    }
}

impl Running {
    fn start(spec: &ProgramSpec, game: &Game) -> anyhow::Result<Self> {
        let (name, args) = spec.words.split_first().context("a program")?;
        let mut child = Command::new(name)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("the program {name}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{name} has no stdin or stdout");
        };
        let (sender, lines) = channel();
        // A read cannot be given a time, a channel can. The thread ends with the program's stdout.
        thread::spawn(move || {
            let lines = BufReader::new(stdout).lines();
            let _ = lines
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line));
        });
        let mut running = Self {
            child,
            stdin,
            lines,
        };
        running.say("ugi")?;
        running.wait_for("ugiok")?;
        let position = game.position();
        running.say(&format!(
            "setoption name Variant value {}",
            position.variant()
        ))?;
        running.say(&format!("setoption name Rules value {}", position.rules()))?;
        running.say("isready")?;
        running.wait_for("readyok")?;
        Ok(running)
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.stdin, "{line}")
            .and_then(|()| self.stdin.flush())
            .context("it does not listen any more")
    }

    fn line(&self, until: Instant) -> anyhow::Result<String> {
        let left = until.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => anyhow!("it was silent for too long"),
            RecvTimeoutError::Disconnected => anyhow!("it ended"),
        })
    }

    /// Passes over what comes before the word.
    fn wait_for(&self, word: &str) -> anyhow::Result<()> {
        let until = Instant::now() + PATIENCE;
        loop {
            let line = self.line(until).with_context(|| format!("no {word}"))?;
            if line.trim() == word {
                return Ok(());
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The whole game, so that the program knows of repetitions (R6.3b).
fn position_line(game: &Game) -> String {
    let mut line = format!("position fen {}", game.start());
    let turns = &game.moves()[..game.ply()];
    if !turns.is_empty() {
        line.push_str(" moves");
    }
    for mv in turns {
        line.push(' ');
        line.push_str(&mv.to_string());
    }
    line
}

fn go_line(budget: &Budget) -> String {
    let mut line = "go".to_owned();
    if let Some(depth) = budget.depth {
        line.push_str(&format!(" depth {depth}"));
    }
    if let Some(nodes) = budget.nodes {
        line.push_str(&format!(" nodes {nodes}"));
    }
    if let Some(time) = budget.time {
        line.push_str(&format!(" movetime {}", time.as_millis()));
    }
    line
}
