//! The tables of endings that an engine holds, and those it is making.

use std::sync::Arc;

use fanorona::Board;
use fanorona::tablebase::{
    Builder, FileError, Goal, MOST_STONES, Opening, Progress, Stage, Tables,
};
use serde::Serialize;

use crate::error::Error;

/// Positions with the largest number of stones, all placements counted: 9x5 with 6
/// stones has 521 million, and building more would take a page's memory.
const MOST_PLACEMENTS: u64 = 530_000_000;
/// As many are built in well under a minute: 9x5 with 5 stones has 39 million.
const QUICK_PLACEMENTS: u64 = 62_000_000;
/// Of so many the distance to win is worked out, too, unasked: 9x5 with 4 stones has 2.4
/// million, which takes well under a second; 5 stones would take twice as long as their
/// distances to conversion.
const TO_WIN_PLACEMENTS: u64 = 2_500_000;
/// What distances to win take, where those to conversion take 1.
const TO_WIN_SHARE: f64 = 1.5;

/// Most stones of tables of a board without larger levels than `most` placements.
fn stones_within(board: Board, most: u64) -> usize {
    let points = board.points().len() as u64;
    let mut sets = points;
    let mut stones = 1;
    while stones < MOST_STONES.min(points as usize) {
        // The number of sets of one stone more.
        sets = sets * (points - stones as u64) / (stones as u64 + 1);
        if sets << (stones + 1) > most {
            break;
        }
        stones += 1;
    }
    stones
}

/// What is known of one board.
#[derive(Debug)]
struct Shelf {
    board: Board,
    tables: Option<Arc<Tables>>,
    /// To how many stones tables are wanted; 0 if nobody has asked.
    target: usize,
    building: Option<Box<Building>>,
    opening: Option<Box<Opening>>,
}

#[derive(Debug)]
struct Building {
    builder: Builder,
    target: usize,
    /// The next piece of the present stage.
    piece: usize,
}

/// What is under way for a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct WorkInfo {
    kind: &'static str,
    stones: usize,
    done: f64,
}

/// `TablesState`.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct TablesState {
    board: String,
    stones: usize,
    distances: usize,
    target: usize,
    quick: usize,
    most: usize,
    work: Option<WorkInfo>,
}

/// Tables of endings by board.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// The board asked for last comes first: it is worked on first.
    shelves: Vec<Shelf>,
}

impl Library {
    /// The shelf of a board, now the first.
    fn shelf(&mut self, board: Board) -> &mut Shelf {
        let shelf = match self.shelves.iter().position(|shelf| shelf.board == board) {
            Some(place) => self.shelves.remove(place),
            None => Shelf {
                board,
                tables: None,
                target: 0,
                building: None,
                opening: None,
            },
        };
        self.shelves.insert(0, shelf);
        &mut self.shelves[0]
    }

    /// Finished tables of a board.
    pub(crate) fn tables(&self, board: Board) -> Option<Arc<Tables>> {
        let shelf = self.shelves.iter().find(|shelf| shelf.board == board)?;
        shelf.tables.clone()
    }

    /// Asks for tables of a board to so many stones, or to as many as are quick to build.
    pub(crate) fn grow(&mut self, board: Board, stones: Option<u32>) -> Result<(), Error> {
        let most = stones_within(board, MOST_PLACEMENTS);
        let stones = stones.map_or_else(
            || stones_within(board, QUICK_PLACEMENTS),
            |stones| stones as usize,
        );
        if stones < 2 {
            return Err(Error::new("bad-options", "tables hold 2 stones or more"));
        }
        if stones > most {
            let message = format!("tables of this board are built here to {most} stones at most");
            return Err(Error::new("tables-too-large", message));
        }
        let shelf = self.shelf(board);
        shelf.target = stones;
        shelf.building = shelf.building.take().filter(|it| it.target == stones);
        shelf.opening = shelf.opening.take().filter(|it| it.stones() <= stones);
        if shelf.building.is_none() && shelf.stones() < stones {
            shelf.build(stones)?;
        }
        shelf.complete()
    }

    /// Begins to open a file; another one of the same board that is being opened is dropped.
    pub(crate) fn open(&mut self, bytes: Vec<u8>) -> Result<Board, Error> {
        let opening = Opening::new(bytes)?;
        let board = opening.board();
        self.shelf(board).opening = Some(Box::new(opening));
        Ok(board)
    }

    /// Does `pieces` pieces of what is under way; the board of it, or `None` where nothing is.
    pub(crate) fn work(&mut self, pieces: u32) -> Result<Option<Board>, Error> {
        let busy = |shelf: &&mut Shelf| shelf.opening.is_some() || shelf.building.is_some();
        let Some(shelf) = self.shelves.iter_mut().find(busy) else {
            return Ok(None);
        };
        for _ in 0..pieces {
            if !shelf.work()? {
                break;
            }
        }
        Ok(Some(shelf.board))
    }

    /// What is known of a board.
    pub(crate) fn state(&self, board: Board) -> TablesState {
        let shelf = self.shelves.iter().find(|shelf| shelf.board == board);
        let known = |tables: &Tables| [tables.stones(), tables.stones_with_distances()];
        let tables = shelf.and_then(|shelf| shelf.tables.as_deref());
        // Tables of nothing know one stone; nobody asks for that.
        let [stones, distances] = tables
            .map_or([0; 2], known)
            .map(|stones| if stones < 2 { 0 } else { stones });
        TablesState {
            board: format!("{}x{}", board.width(), board.height()),
            stones,
            distances,
            target: shelf.map_or(0, |shelf| shelf.target),
            quick: stones_within(board, QUICK_PLACEMENTS),
            most: stones_within(board, MOST_PLACEMENTS),
            work: shelf.and_then(Shelf::info),
        }
    }
}

impl Shelf {
    fn stones(&self) -> usize {
        self.tables.as_ref().map_or(0, |tables| tables.stones())
    }

    fn build(&mut self, stones: usize) -> Result<(), Error> {
        let to_win = stones_within(self.board, TO_WIN_PLACEMENTS);
        let builder = Builder::new(self.board, stones)
            .map_err(|error| Error::new("tables-too-large", error))?
            .with_distances_to_win(to_win);
        self.building = Some(Box::new(Building {
            builder,
            target: stones,
            piece: 0,
        }));
        Ok(())
    }

    /// Where nothing is under way, begins with distances to win that are missing: tables that were opened have none.
    fn complete(&mut self) -> Result<(), Error> {
        let Some(tables) = &self.tables else {
            return Ok(());
        };
        let wanted = stones_within(self.board, TO_WIN_PLACEMENTS).min(tables.stones());
        let is_idle = self.building.is_none() && self.opening.is_none();
        if is_idle && tables.stones_with_distances_to_win() < wanted {
            self.build(wanted)?;
        }
        Ok(())
    }

    /// Takes tables that may know more than those at hand.
    fn take(&mut self, tables: &Tables) {
        let merged = match &self.tables {
            Some(known) => known.merged(tables),
            None => Some(tables.clone()),
        };
        if let Some(merged) = merged {
            self.tables = Some(Arc::new(merged));
        }
    }

    /// Does a piece; `false` when there is nothing more to do.
    fn work(&mut self) -> Result<bool, Error> {
        if let Some(mut opening) = self.opening.take() {
            let before = opening.tables().stones();
            opening.work()?;
            if opening.tables().stones() > before {
                self.take(opening.tables());
            }
            if !opening.is_done() {
                self.opening = Some(opening);
            } else if self.stones() >= self.target {
                self.building = None;
            }
            self.complete()?;
            return Ok(self.opening.is_some() || self.building.is_some());
        }
        let Some(mut building) = self.building.take() else {
            return Ok(false);
        };
        if building.piece < building.builder.pieces() {
            building.builder.work(building.piece);
            building.piece += 1;
        } else {
            let known = |tables: &Tables| (tables.stones(), tables.stones_with_distances_to_win());
            let before = known(building.builder.tables());
            building
                .builder
                .advance()
                .map_err(|error| Error::new("tables-too-large", error))?;
            building.piece = 0;
            if known(building.builder.tables()) != before {
                self.take(building.builder.tables());
            }
        }
        if !building.builder.is_done() {
            self.building = Some(building);
        }
        Ok(self.building.is_some())
    }

    fn info(&self) -> Option<WorkInfo> {
        if let Some(opening) = &self.opening {
            let (done, all) = opening.progress();
            return Some(WorkInfo {
                kind: "opening",
                stones: opening.stones(),
                done: done as f64 / all.max(1) as f64,
            });
        }
        let building = self.building.as_ref()?;
        let progress = building.builder.progress()?;
        Some(WorkInfo {
            kind: "building",
            stones: building.target,
            done: built(&building.builder, progress, building.piece),
        })
    }
}

/// About how much of a build is done, 0 to 1. A stage's share is as measured on 9x5;
/// how many distances there are is known at the end only.
fn built(builder: &Builder, progress: Progress, piece: usize) -> f64 {
    let points = builder.board().points().len() as f64;
    let placements = |stones: usize| {
        (0..stones).fold(1.0, |product, stone| {
            product * 2.0 * (points - stone as f64) / (stone as f64 + 1.0)
        })
    };
    let sum = |most: usize| (2..=most).map(placements).sum::<f64>();
    let known = builder.tables();
    let all = sum(builder.target()) + TO_WIN_SHARE * sum(builder.to_win());
    let before = sum(known.stones()) + TO_WIN_SHARE * sum(known.stones_with_distances_to_win());
    let here = match progress.goal {
        Goal::Conversion => placements(progress.stones),
        Goal::Win => TO_WIN_SHARE * placements(progress.stones),
    };
    let part = piece as f64 / progress.pieces.max(1) as f64;
    let (start, share) = match progress.stage {
        Stage::Count => (0.0, 0.2),
        Stage::Distance(0) => (0.2, 0.02),
        Stage::Captures => (0.22, 0.48),
        Stage::Distance(distance) => {
            let far = |distance: f64| distance / (distance + 6.0);
            let distance = f64::from(distance) - 1.0;
            (
                0.7 + 0.25 * far(distance),
                0.25 * (far(distance + 1.0) - far(distance)),
            )
        }
        Stage::Finish => (0.95, 0.05),
    };
    (before + here * (start + share * part)) / all
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        let code = match error {
            FileError::NotTables => "not-tables",
            FileError::Unknown => "unknown-tables",
            FileError::TooLarge => "tables-too-large",
            FileError::Damaged => "damaged-tables",
        };
        Self::new(code, error)
    }
}
