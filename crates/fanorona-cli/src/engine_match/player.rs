//! Who plays in a match.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use cpu_time::ThreadTime;
use fanorona::book::Book;
use fanorona::eval::Evaluator;
use fanorona::eval::network::NetworkWeights;
use fanorona::search::{Level, Limits, MOST_CONTEMPT, Oversight, Search};
use fanorona::tablebase::Tables;
use fanorona::{Game, Move, Position};
use fanorona_baseline::Baseline;

use super::program::{Program, ProgramSpec};
use crate::book;
use crate::random::Random;
use crate::whole_file::read_if_begins;

/// Nodes between two looks at the clock: about a tenth of a millisecond.
const CLOCK_NODES: u64 = 256;

/// A player as a person writes it: a kind, then settings, split by commas, as in
/// `search,time=100,hash=32`.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    text: String,
    kind: Kind,
    budget: Budget,
    hash_bytes: usize,
    tables: bool,
    evaluator: Evaluator,
    contempt: i16,
    book: BookChoice,
}

/// Which opening book a player asks.
#[derive(Clone, Debug, Default)]
enum BookChoice {
    /// The shipped one if the level does, else none.
    #[default]
    AsItIs,
    Off,
    Shipped,
    Other(Arc<Book>),
}

#[derive(Clone, Debug)]
enum Kind {
    /// This library's search.
    Search,
    /// A level for people.
    Level(Level),
    /// The frozen baseline engine.
    Baseline,
    /// Always takes the most stones; among equals by lot.
    Greedy,
    /// Any legal turn.
    Random,
    /// Another program.
    Program(ProgramSpec),
}

/// What a player may spend on a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// Time of the processor, so that a busy machine favours nobody; of a program as the clock
    /// on the wall has it.
    pub(crate) time: Option<Duration>,
    /// See [`Limits::margin`].
    margin: Option<u16>,
    /// See [`Oversight::sight`].
    sight: Option<u16>,
}

impl Kind {
    /// # Errors
    /// What is wrong with the name.
    fn parse(name: &str) -> anyhow::Result<Self> {
        if let Some(command) = name.strip_prefix("program:") {
            return ProgramSpec::parse(command).map(Self::Program);
        }
        Ok(match name {
            "search" => Self::Search,
            "baseline" => Self::Baseline,
            "greedy" => Self::Greedy,
            "random" => Self::Random,
            _ => {
                let level = name
                    .strip_prefix("level")
                    .and_then(|number| number.parse().ok())
                    .and_then(Level::new);
                Self::Level(level.ok_or_else(|| {
                    anyhow!(
                        "a player is search, baseline, greedy, random, level1 to level{}, \
                         or program: and a command line",
                        Level::ALL.len()
                    )
                })?)
            }
        })
    }

    /// The settings that such a player takes.
    const fn settings(&self) -> &'static [&'static str] {
        match self {
            Self::Search => &[
                "nodes", "depth", "time", "margin", "sight", "hash", "tables", "eval", "contempt",
                "book",
            ],
            Self::Level(_) => &["hash", "tables", "eval", "book"],
            Self::Baseline => &["nodes", "depth", "time", "hash"],
            Self::Program(_) => &["nodes", "depth", "time"],
            Self::Greedy | Self::Random => &[],
        }
    }
}

impl Spec {
    /// # Errors
    /// What is wrong with the text.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut parts = text.split(',');
        let kind = parts.next().unwrap_or_default();
        let mut spec = Self {
            text: text.to_owned(),
            kind: Kind::parse(kind)?,
            budget: Budget::default(),
            hash_bytes: 32 << 20,
            tables: true,
            evaluator: Evaluator::default(),
            contempt: 0,
            book: BookChoice::default(),
        };
        for setting in parts {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| anyhow!("a setting is name=value, not {setting:?}"))?;
            spec.set(name, value)
                .with_context(|| format!("the setting {name}"))?;
            let taken = spec.kind.settings();
            if !taken.contains(&name) {
                let taken = if taken.is_empty() {
                    "none"
                } else {
                    &taken.join(", ")
                };
                bail!("{kind} has no setting {name}; of those there are it takes {taken}");
            }
        }
        let Budget {
            depth, nodes, time, ..
        } = spec.budget;
        let is_limited = depth.is_some() || nodes.is_some() || time.is_some();
        let needs_limit = matches!(spec.kind, Kind::Search | Kind::Baseline | Kind::Program(_));
        if needs_limit && !is_limited {
            bail!("{kind} needs a budget: nodes=N, depth=N or time=MS");
        }
        Ok(spec)
    }

    fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        match name {
            "nodes" => self.budget.nodes = Some(value.parse()?),
            "depth" => self.budget.depth = Some(value.parse()?),
            "time" => self.budget.time = Some(Duration::from_millis(value.parse()?)),
            "margin" => self.budget.margin = Some(value.parse()?),
            "sight" => {
                let sight: u16 = value.parse()?;
                if sight > 1000 {
                    bail!("of 1,000 looks at most 1,000 see");
                }
                self.budget.sight = Some(sight);
            }
            "hash" => {
                let mebibytes: usize = value.parse()?;
                if !(1..=1024).contains(&mebibytes) {
                    bail!("a table has 1 to 1024 MiB");
                }
                self.hash_bytes = mebibytes << 20;
            }
            "tables" => {
                self.tables = match value {
                    "on" => true,
                    "off" => false,
                    _ => bail!("on or off"),
                }
            }
            "eval" => self.evaluator = evaluator(value)?,
            "book" => {
                self.book = match value {
                    "on" => BookChoice::Shipped,
                    "off" => BookChoice::Off,
                    file => BookChoice::Other(Arc::new(book::read(Path::new(file))?)),
                }
            }
            "contempt" => {
                let contempt: i16 = value.parse()?;
                if !(-MOST_CONTEMPT..=MOST_CONTEMPT).contains(&contempt) {
                    bail!("contempt is -{MOST_CONTEMPT} to {MOST_CONTEMPT} hundredths of a stone");
                }
                self.contempt = contempt;
            }
            _ => bail!(
                "not known: nodes, depth, time, margin, sight, hash, tables, eval, contempt and book are"
            ),
        }
        Ok(())
    }

    /// As it was written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A player of this kind. `tables` are used if the player is to.
    pub(crate) fn player(&self, tables: Option<&Arc<Tables>>) -> Player {
        let tables = tables.filter(|_| self.tables).cloned();
        let engine = match &self.kind {
            Kind::Search | Kind::Level(_) => {
                let mut search = Search::new(self.hash_bytes);
                search.set_tables(tables);
                search.set_evaluator(self.evaluator.clone());
                if let BookChoice::Other(book) = &self.book {
                    search.set_book(Arc::clone(book));
                }
                Engine::Search(Box::new(search))
            }
            Kind::Baseline => Engine::Baseline(Box::new(Baseline::new(self.hash_bytes))),
            Kind::Greedy => Engine::Greedy,
            Kind::Random => Engine::Random,
            Kind::Program(spec) => Engine::Program(Program::new(spec.clone())),
        };
        let level = match self.kind {
            Kind::Level(level) => Some(level),
            _ => None,
        };
        Player {
            level,
            budget: self.budget,
            hash_bytes: self.hash_bytes,
            contempt: self.contempt,
            book: match self.book {
                BookChoice::AsItIs => None,
                BookChoice::Off => Some(false),
                BookChoice::Shipped | BookChoice::Other(_) => Some(true),
            },
            engine,
            random: Random::new(0),
            seed: 0,
            work: Work::default(),
        }
    }
}

/// The evaluator of that name: `hand`, `shipped`, or files of weights with `+` between them, as in
/// `tsivy.weights+vela.weights`.
pub(crate) fn evaluator(name: &str) -> anyhow::Result<Evaluator> {
    match name {
        "hand" => Ok(Evaluator::by_hand()),
        "shipped" => Ok(Evaluator::default()),
        files => {
            let read = |file: &str| {
                let name = || file.to_owned();
                let bytes =
                    read_if_begins(Path::new(file), &NetworkWeights::MAGIC).with_context(name)?;
                let (weights, _) = NetworkWeights::from_bytes(&bytes).with_context(name)?;
                anyhow::Ok(weights)
            };
            let weights: Vec<_> = files.split('+').map(read).collect::<Result<_, _>>()?;
            Evaluator::by_networks(&weights).with_context(|| files.to_owned())
        }
    }
}

/// What a player has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Work {
    pub(crate) turns: u64,
    pub(crate) nodes: u64,
    pub(crate) depth: u64,
    pub(crate) time: Duration,
    /// Games lost because a program failed.
    pub(crate) forfeits: u64,
}

impl Work {
    pub(crate) fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.time += other.time;
        self.forfeits += other.forfeits;
    }
}

#[derive(Debug)]
enum Engine {
    Search(Box<Search>),
    Baseline(Box<Baseline>),
    Greedy,
    Random,
    Program(Program),
}

/// A player with its memory.
#[derive(Debug)]
pub(crate) struct Player {
    level: Option<Level>,
    budget: Budget,
    hash_bytes: usize,
    contempt: i16,
    /// Whether the opening book is asked; `None` for what the level says.
    book: Option<bool>,
    engine: Engine,
    random: Random,
    /// Of the game: what is overlooked is the same throughout.
    seed: u64,
    /// Since the game began.
    pub(crate) work: Work,
}

impl Player {
    /// Begins a game; `seed` decides what the player leaves to chance.
    pub(crate) fn new_game(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.seed = self.random.next();
        self.work = Work::default();
        match &mut self.engine {
            Engine::Search(search) => search.new_game(),
            // It has no call for it, and must not be changed.
            Engine::Baseline(engine) => **engine = Baseline::new(self.hash_bytes),
            Engine::Program(program) => program.new_game(),
            Engine::Greedy | Engine::Random => {}
        }
    }

    /// The turn to play; `None` where the game is over.
    pub(crate) fn turn(&mut self, game: &Game) -> Option<Move> {
        let begin = ThreadTime::now();
        let mut time = None;
        let budget = self.budget;
        let is_late = |begin: &ThreadTime| budget.time.is_some_and(|time| begin.elapsed() >= time);
        let (best, nodes, depth) = match &mut self.engine {
            Engine::Search(search) => {
                let mut limits = match self.level {
                    Some(level) => level.limits(self.seed),
                    None => Limits {
                        depth: budget.depth,
                        nodes: budget.nodes,
                        contempt: self.contempt,
                        margin: budget.margin.unwrap_or(0),
                        seed: self.seed,
                        oversight: budget.sight.map(|sight| Oversight {
                            seed: self.seed,
                            sight,
                        }),
                        ..Limits::default()
                    },
                };
                if let Some(book) = self.book {
                    limits.book = book;
                }
                if limits.book && self.level.is_none() {
                    limits.seed = self.random.next();
                }
                search.start(game, limits);
                while !search.run(CLOCK_NODES) && !is_late(&begin) {}
                let report = search.report();
                (report.best, report.nodes, report.depth)
            }
            Engine::Baseline(engine) => {
                let mut history: Vec<_> = game.positions_since_capture().copied().collect();
                history.pop();
                let limits = fanorona_baseline::Limits {
                    depth: budget.depth.unwrap_or(u32::MAX),
                    nodes: budget.nodes.unwrap_or(u64::MAX),
                };
                let found =
                    engine.think(game.position(), &history, limits, &mut || is_late(&begin));
                (found.best, found.nodes, found.depth)
            }
            Engine::Greedy => (greedy(game.position(), &mut self.random), 1, 1),
            Engine::Random => (self.random.turn(game.position()), 1, 0),
            Engine::Program(program) => {
                // Its time is not on this thread's clock.
                let begin = Instant::now();
                let answer = program.turn(game, &budget);
                time = Some(begin.elapsed());
                match answer {
                    Ok((mv, thought)) => (Some(mv), thought.nodes, thought.depth),
                    Err(error) => {
                        self.work.forfeits += 1;
                        eprintln!("a program loses a game: {error:#}");
                        (None, 0, 0)
                    }
                }
            }
        };
        self.work.add(&Work {
            turns: 1,
            nodes,
            depth: u64::from(depth),
            time: time.unwrap_or_else(|| begin.elapsed()),
            forfeits: 0,
        });
        best
    }
}

/// The turn that takes the most stones; among equals by lot.
fn greedy(position: &Position, random: &mut Random) -> Option<Move> {
    let mut best = Vec::new();
    let mut fewest = usize::MAX;
    let _ = position.for_each_successor(|mv, next| {
        let left = next.stones(next.turn()).len() as usize;
        if left < fewest {
            fewest = left;
            best.clear();
        }
        if left == fewest {
            best.push(*mv);
        }
        ControlFlow::<()>::Continue(())
    });
    best.sort_by_key(|mv| Reverse(mv.to_string()));
    let pick = random.below(best.len().max(1) as u64) as usize;
    best.get(pick).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_players() {
        for text in [
            "search,nodes=100",
            "search,time=100,hash=1,tables=off",
            "search,depth=1,book=on",
            "level1,book=off",
            "baseline,depth=3",
            "level1",
            "greedy",
            "random",
            "program:./engine --stones 5,nodes=100",
            "program:'an engine' ugi,time=5,depth=3",
        ] {
            assert_eq!(Spec::parse(text).expect(text).text(), text);
        }
        for text in [
            "",
            "search",
            "baseline,hash=3",
            "greedy,nodes=3",
            "level0",
            "level99",
            "search,nodes",
            "search,nodes=x",
            "search,nodes=5,hash=0",
            "search,nodes=5,hash=99999999999999999999",
            "search,nodes=5,tables=maybe",
            "search,nodes=5,colour=red",
            "search,nodes=5,contempt=1001",
            "search,nodes=5,contempt=much",
            "search,nodes=5,book=Cargo.toml",
            "search,nodes=5,book=nosuch",
            "program:./engine",
            "program:,nodes=5",
            "program:'open,nodes=5",
        ] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn greedy_takes_the_most() {
        let fen = "9/9/W1BBB4/9/9 W";
        let position =
            Position::from_fen(fen, Default::default(), Default::default()).expect("a position");
        let mv = greedy(&position, &mut Random::new(1)).expect("a turn");
        let next = position.play(&mv).expect("legal");
        assert_eq!(next.stones(next.turn()).len(), 0);
    }
}
