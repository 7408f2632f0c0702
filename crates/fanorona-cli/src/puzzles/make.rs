//! `fanorona puzzles make`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fanorona::puzzle::{Made, Maker, Puzzle, PuzzleFile, PuzzleText, Seed, ending};
use fanorona::search::{Level, Search};
use fanorona::tablebase::Tables;
use fanorona::{Game, Position, Rules, Variant};
use indicatif::ProgressBar;

use super::choose::{GRADES, Pool, theme_name};
use super::tables;
use crate::random::Random;
use crate::whole_file::WholeFile;
use crate::{interrupt, output, progress};

/// How every file begins.
const BEGIN: &[u8] = b"{\"format\":\"fanorona-puzzles\"";

/// The level that plays the games: it goes wrong now and then, so there is something to find.
const PLAYER: u32 = 4;

/// Longest game that is played.
const LONGEST: usize = 120;

/// Random turns at the beginning of a game, at most.
const STRAY: u64 = 6;

/// Where positions come from.
#[derive(Clone, Copy)]
enum Source {
    /// Random positions of at most so many stones.
    Endings(usize),
    /// Games, with at least so many stones.
    Games(u32),
}

/// A part of the file.
struct Part {
    variant: Variant,
    source: Source,
    /// Puzzles of each grade.
    wanted: usize,
    /// Positions or games to try at most.
    tries: u64,
}

/// Most of Tsivy, and of many stones more than of bare endings.
const PARTS: [Part; 6] = [
    Part {
        variant: Variant::TSIVY,
        source: Source::Games(7),
        wanted: 6,
        tries: 60,
    },
    Part {
        variant: Variant::TSIVY,
        source: Source::Endings(10),
        wanted: 6,
        tries: 2_500,
    },
    Part {
        variant: Variant::TSIVY,
        source: Source::Endings(5),
        wanted: 5,
        tries: 4_000,
    },
    Part {
        variant: Variant::DIMY,
        source: Source::Games(7),
        wanted: 3,
        tries: 60,
    },
    Part {
        variant: Variant::DIMY,
        source: Source::Endings(6),
        wanted: 1,
        tries: 1_000,
    },
    Part {
        variant: Variant::TELO,
        source: Source::Endings(8),
        wanted: 2,
        tries: 1_200,
    },
];

/// Arguments of `fanorona puzzles make`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Where to write the puzzles
    file: PathBuf,
    /// The same seed gives the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The day to write into the file, such as 2026-11-30
    #[arg(long, value_name = "DAY", value_parser = day)]
    date: String,
    /// Only puzzles of this game: tsivy, dimy or telo
    #[arg(long, value_name = "NAME", value_parser = made)]
    variant: Option<Variant>,
    /// Threads that build the tables
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Percent of the positions that are tried; fewer find fewer puzzles
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1000))]
    effort: u64,
}

/// A game that puzzles are made of.
fn made(text: &str) -> Result<Variant, &'static str> {
    let variant = text.parse().ok();
    variant
        .filter(|variant| PARTS.iter().any(|part| part.variant == *variant))
        .ok_or("puzzles are made of tsivy, dimy and telo")
}

/// A day by its form.
fn day(text: &str) -> Result<String, &'static str> {
    let fits = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| {
            if at == 4 || at == 7 {
                byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        });
    fits.then(|| text.to_owned())
        .ok_or("a day is written as 2026-11-30")
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = || args.file.display().to_string();
    // Found wrong before long work, not after it.
    let file = WholeFile::new(&args.file, BEGIN).with_context(name)?;
    interrupt::listen()?;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut known: Option<Tables> = None;
    for (number, part) in PARTS.iter().enumerate() {
        if args.variant.is_some_and(|variant| variant != part.variant) {
            continue;
        }
        let board = part.variant.board();
        let tables = match known.take().filter(|tables| tables.board() == board) {
            Some(tables) => tables,
            None => tables(part.variant, args.threads)?,
        };
        puzzles.extend(find(
            part,
            &tables,
            args,
            args.seed ^ (number as u64 + 1) << 40,
        )?);
        known = Some(tables);
    }
    let order = |puzzle: &Puzzle| {
        PARTS
            .iter()
            .position(|part| part.variant == puzzle.position.variant())
    };
    puzzles.sort_by_key(|puzzle| (order(puzzle), puzzle.grade));
    let content = PuzzleFile {
        format: PuzzleFile::FORMAT.to_owned(),
        version: PuzzleFile::VERSION,
        made: Made {
            tool: format!("fanorona {}", env!("CARGO_PKG_VERSION")),
            seed: args.seed,
            effort: args.effort,
            date: args.date.clone(),
        },
        puzzles: puzzles.iter().map(PuzzleText::from).collect(),
    };
    file.replace(|out| write(&content, out))
        .with_context(name)?;
    report(&puzzles)?;
    Ok(if interrupt::is_asked() {
        ExitCode::from(interrupt::STATUS)
    } else {
        ExitCode::SUCCESS
    })
}

/// One puzzle a line, so that a change can be read.
fn write(content: &PuzzleFile, out: &mut impl Write) -> std::io::Result<()> {
    let format = serde_json::to_string(&content.format)?;
    let made = serde_json::to_string(&content.made)?;
    let version = content.version;
    writeln!(
        out,
        "{{\"format\":{format},\"version\":{version},\"made\":{made},\"puzzles\":["
    )?;
    for (number, puzzle) in content.puzzles.iter().enumerate() {
        let comma = if number + 1 < content.puzzles.len() {
            ","
        } else {
            ""
        };
        writeln!(out, "{}{comma}", serde_json::to_string(puzzle)?)?;
    }
    writeln!(out, "]}}")
}

/// Finds the puzzles of a part; those found so far when it is to end early.
fn find(part: &Part, tables: &Tables, args: &Args, seed: u64) -> anyhow::Result<Vec<Puzzle>> {
    let maker = Maker::new(part.variant.board());
    let mut pool = Pool::new(part.wanted);
    let tries = (part.tries * args.effort).div_ceil(100);
    let bar = progress::bar();
    bar.set_length(tries);
    let show = |bar: &ProgressBar, pool: &Pool| {
        bar.inc(1);
        bar.set_message(format!(
            "{}: {} of {}",
            part.variant,
            pool.len(),
            part.wanted * GRADES
        ));
    };
    for number in 0..tries {
        if pool.is_full() || interrupt::is_asked() {
            break;
        }
        let positions = match part.source {
            Source::Endings(stones) => ending(part.variant, stones, &mut Seed(seed ^ number << 16))
                .into_iter()
                .collect(),
            Source::Games(fewest) => game(part.variant, fewest, seed ^ number << 16),
        };
        let mut found = Vec::new();
        for position in &positions {
            found.extend(maker.make(position, Some(tables))?);
            if interrupt::is_asked() {
                break;
            }
        }
        pool.add(found);
        show(&bar, &pool);
    }
    bar.finish_and_clear();
    Ok(pool.chosen())
}

/// The positions of a game with at least so many stones.
fn game(variant: Variant, fewest: u32, seed: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    let (Some(start), Some(level)) = (
        Position::start(variant, Rules::STANDARD),
        Level::new(PLAYER),
    ) else {
        return positions;
    };
    let mut random = Random::new(seed);
    let mut game = Game::new(start);
    let mut search = Search::new(1 << 20);
    let stray = random.below(STRAY + 1) as usize;
    while game.end().is_none() && game.ply() < LONGEST {
        let position = *game.position();
        let stones =
            position.stones(position.turn()).len() + position.stones(!position.turn()).len();
        if stones < fewest {
            break;
        }
        let mv = if game.ply() < stray {
            random.turn(&position)
        } else {
            positions.push(position);
            search.think(&game, level.limits(seed)).best
        };
        if mv.is_none_or(|mv| game.play(&mv).is_err()) {
            break;
        }
    }
    positions
}

fn report(puzzles: &[Puzzle]) -> std::io::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "{}", output::count(puzzles.len() as u64, "puzzle"))?;
    let (mut grades, mut themes): (BTreeMap<String, [usize; GRADES]>, BTreeMap<&str, usize>) =
        Default::default();
    for puzzle in puzzles {
        grades
            .entry(puzzle.position.variant().to_string())
            .or_default()[usize::from(puzzle.grade) - 1] += 1;
        for theme in &puzzle.themes {
            *themes.entry(theme_name(*theme)).or_default() += 1;
        }
    }
    for (variant, counts) in grades {
        writeln!(
            out,
            "{variant}: of grades 1 to {GRADES} {}",
            counts.map(|count| count.to_string()).join(", ")
        )?;
    }
    for (theme, count) in themes {
        writeln!(out, "{theme}: {count}")?;
    }
    out.flush()
}
