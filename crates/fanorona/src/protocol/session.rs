//! The conversation: what each command does, and the search between the lines.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::command::{Command, Go, Query, parse, quote};
use super::growing::Growing;
use super::options::{Changed, Options};
use super::{NEWS_EVERY, answers};
use crate::color::Color;
use crate::game::Game;
use crate::mv::Move;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::search::{Clock, Limits, Search, TimeControl, TimeManager};
use crate::tablebase::Tables;
use crate::variant::Variant;

/// Says one line. Without its end; never empty, never more than one.
pub(super) type Say<'a> = &'a mut dyn FnMut(&str);

/// A conversation with the engine. Any bytes may come in, at any time: what makes no
/// sense is answered by a line that begins with `error` and changes nothing.
///
/// Every line in has an answer: at once, but for `go`, whose answer ends with `bestmove`
/// when the search does, and for `isready` while tables are being built.
#[derive(Debug)]
pub struct Session {
    options: Options,
    /// `None` on a board without a start (R2.1) until a position comes.
    game: Option<Game>,
    search: Search,
    thinking: Option<Thinking>,
    tables: Growing,
    /// Answers to `isready` that wait for tables.
    waiting: usize,
    over: bool,
    /// Games begun in this conversation: each has a seed of its own.
    games: u64,
}

/// A search under way.
#[derive(Debug)]
struct Thinking {
    begun: u64,
    /// When something was said last.
    told: u64,
    /// The depth that was told last.
    depth: u32,
    /// The nodes after which the lines were told last; they are not told twice.
    nodes: Option<u64>,
    time: Option<TimeManager>,
    /// Whether only `stop` ends it.
    endless: bool,
    /// Whether the search itself is finished.
    done: bool,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A conversation that begins: the start of Tsivy, standard rules, full strength.
    #[must_use]
    pub fn new() -> Self {
        let options = Options::default();
        Self {
            game: start(&options),
            search: Search::new(hash_bytes(&options)),
            options,
            thinking: None,
            tables: Growing::default(),
            waiting: 0,
            over: false,
            games: 0,
        }
    }

    /// Gives the session tables of endings; they are used on their board until the
    /// option `Tables` asks for others.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = Growing::with(tables);
        self.search.set_tables(self.tables.tables());
    }

    /// Sets what the option `Variant` sets: the game begins anew.
    pub fn set_variant(&mut self, variant: Variant) {
        self.options.variant = variant;
        self.search.new_game();
        self.game = start(&self.options);
    }

    /// Sets what the option `Seed` sets.
    pub fn set_seed(&mut self, seed: u32) {
        self.options.seed = seed;
    }

    /// Whether there is something for [`Session::work`] to do.
    #[must_use]
    pub fn wants_work(&self) -> bool {
        let searching = self
            .thinking
            .as_ref()
            .is_some_and(|thinking| !thinking.done);
        !self.over && (searching || self.tables.is_building())
    }

    /// Whether a search is under way: its `bestmove` is still to come.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether something that was said has not had its whole answer: `go`, or
    /// `isready` while tables are being built.
    #[must_use]
    pub const fn is_answer_due(&self) -> bool {
        self.is_thinking() || self.waiting > 0
    }

    /// Whether only `stop` can end the search under way.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.thinking
            .as_ref()
            .is_some_and(|thinking| thinking.endless)
    }

    /// Whether `quit` was heard.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Takes in a line, without its end; a carriage return does no harm. `now` is the
    /// time in milliseconds, counted from whenever the caller likes.
    pub fn hear(&mut self, line: &[u8], now: u64, say: Say<'_>) {
        if self.over {
            say("error the conversation is over");
            return;
        }
        let done = parse(line).and_then(|command| self.obey(command, now, say));
        if let Err(message) = done {
            say(&format!("error {message}"));
        }
    }

    /// Does a slice of what is under way: about `nodes` nodes of a search, else some
    /// milliseconds of tables. `now` is the time as for [`Session::hear`], when the
    /// slice begins; time limits are kept as exactly as the slices are short.
    pub fn work(&mut self, nodes: u64, now: u64, say: Say<'_>) {
        if self.over {
        } else if self.is_thinking() {
            self.think(nodes, now, say);
        } else if self.tables.is_building() {
            self.grow(say);
        }
    }

    fn obey(&mut self, command: Command<'_>, now: u64, say: Say<'_>) -> Result<(), String> {
        let changes = matches!(
            command,
            Command::NewGame
                | Command::Position { .. }
                | Command::SetOption { .. }
                | Command::Go(_)
        );
        if changes && self.is_thinking() {
            return Err("a search is under way; send stop first".into());
        }
        match command {
            Command::Hello(end) => {
                say(concat!("id name Fanorona ", env!("CARGO_PKG_VERSION")));
                say("id author the Fanorona contributors");
                Options::declare(say);
                say(end);
            }
            Command::IsReady if self.tables.is_building() => {
                self.waiting += 1;
                say("info string tables are being built");
            }
            Command::IsReady => say("readyok"),
            Command::NewGame => {
                self.search.new_game();
                self.games = self.games.wrapping_add(1);
                self.game = start(&self.options);
                say("info string new game");
            }
            Command::Position { fen, moves } => self.set_position(fen, &moves, say)?,
            Command::Go(go) => self.go(&go, now, say)?,
            Command::Stop if self.is_thinking() => self.answer(now, say),
            Command::Stop => return Err("no search is under way".into()),
            Command::SetOption { name, value } => self.set_option(name, value, say)?,
            Command::Query(query) => say(&self.query(&query)?),
            Command::Quit => {
                if self.is_thinking() {
                    self.answer(now, say);
                }
                self.over = true;
                say("info string bye");
            }
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str, say: Say<'_>) -> Result<(), String> {
        let changed = self.options.set(name, value)?;
        say(&format!("info string {}", self.options.show(name)));
        match changed {
            Changed::Hash => {
                // The old table goes before the new one comes.
                self.search = Search::new(0);
                self.search = Search::new(hash_bytes(&self.options));
                self.search.set_tables(self.tables.tables());
            }
            Changed::Game => {
                self.search.new_game();
                self.game = start(&self.options);
                // Tables that the host gave stay: they are of use again when their board is.
                if self.options.tables > 0 {
                    self.ask_tables()?;
                }
            }
            Changed::Tables => self.ask_tables()?,
            Changed::Other => {}
        }
        if !self.tables.is_building() {
            self.are_ready(say);
        }
        Ok(())
    }

    fn ask_tables(&mut self) -> Result<(), String> {
        let board = self.options.variant.board();
        let asked = self.tables.ask(board, self.options.tables as usize);
        self.search.set_tables(self.tables.tables());
        asked.map_err(|error| format!("{error}"))
    }

    fn grow(&mut self, say: Say<'_>) {
        match self.tables.work() {
            Ok(true) => {
                let tables = self.tables.tables();
                let stones = tables.as_ref().map_or(0, |tables| tables.stones());
                self.search.set_tables(tables);
                say(&format!("info string tables to {stones} stones"));
            }
            Ok(false) => {}
            Err(error) => say(&format!("error {error}")),
        }
        if !self.tables.is_building() {
            self.are_ready(say);
        }
    }

    /// Answers the questions that have waited for tables.
    fn are_ready(&mut self, say: Say<'_>) {
        for _ in 0..core::mem::take(&mut self.waiting) {
            say("readyok");
        }
    }

    fn set_position(
        &mut self,
        fen: Option<String>,
        moves: &[&str],
        say: Say<'_>,
    ) -> Result<(), String> {
        let Options { variant, rules, .. } = self.options;
        let begin = match fen {
            Some(fen) => Position::from_fen(&fen, variant, rules)
                .map_err(|error| format!("{error} (R8.1)"))?,
            None => Position::start(variant, rules).ok_or_else(no_start)?,
        };
        let mut game = Game::new(begin);
        for (place, text) in moves.iter().enumerate() {
            let wrong = |what: &dyn core::fmt::Display, clause: &str| {
                let (number, text) = (place + 1, quote(text));
                let cited = format!("({clause})");
                let what = format!("{what}");
                let clause = if what.ends_with(&cited) {
                    String::new()
                } else {
                    format!(" {cited}")
                };
                format!("turn {number}, {text}: {what}{clause}; the position is as it was")
            };
            // Before the text: a game that is over allows no turn at all.
            if let Some(end) = game.end() {
                return Err(wrong(&"the game is over", end.reason.clause()));
            }
            let mv = game
                .position()
                .parse_move(text)
                .map_err(|error| wrong(&error, error.clause()))?;
            game.play(&mv)
                .map_err(|error| wrong(&error.reason, error.reason.clause()))?;
        }
        say(&format!("info string position {}", game.position()));
        self.game = Some(game);
        Ok(())
    }

    fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(no_start)
    }

    fn query(&self, query: &Query) -> Result<String, String> {
        let game = self.game()?;
        let is = |holds: bool| if holds { "true" } else { "false" };
        Ok(match query {
            Query::GameOver => format!("response {}", is(game.end().is_some())),
            Query::FirstToMove => {
                format!("response {}", is(game.position().turn() == Color::White))
            }
            Query::Result => {
                let result = match game.end().map(|end| end.outcome) {
                    Some(Outcome::Win(Color::White)) => "p1win",
                    Some(Outcome::Win(Color::Black)) => "p2win",
                    Some(Outcome::Draw) => "draw",
                    None => "none",
                };
                format!("response {result}")
            }
            Query::Fen => format!("response {}", game.position()),
        })
    }

    fn go(&mut self, go: &Go<'_>, now: u64, say: Say<'_>) -> Result<(), String> {
        if self.waiting > 0 {
            return Err("tables are being built; wait for readyok".into());
        }
        let game = self.game.as_ref().ok_or_else(no_start)?;
        let position = game.position();
        let mut only: Vec<Move> = Vec::new();
        for text in &go.search_moves {
            let mv = position
                .parse_move(text)
                .map_err(|error| format!("searchmoves {}: {error}", quote(text)))?;
            only.push(mv);
        }
        let control = time_control(go, position.turn())?;
        let level = self.options.level;
        let mut limits = level.map_or_else(Limits::default, |level| {
            level.limits(u64::from(self.options.seed) ^ self.games << 32)
        });
        let asked = go
            .depth
            .map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        limits.depth = [limits.depth, asked].into_iter().flatten().min();
        limits.nodes = [limits.nodes, go.nodes].into_iter().flatten().min();
        limits.lines = self.options.multi_pv as usize;
        limits.contempt = self.options.contempt as i16;
        if matches!(control, Some(TimeControl::Clock(_))) && has_one_turn(position) {
            // The clock is better kept for a turn with a choice.
            limits.depth = Some(1);
        }
        let bounded = control.is_some() || go.depth.is_some() || go.nodes.is_some();
        if let Some(end) = game.end() {
            answers::say_end(end, say);
            say("bestmove none");
            return Ok(());
        }
        self.search.start_among(game, limits, &only);
        self.thinking = Some(Thinking {
            begun: now,
            told: now,
            depth: 0,
            nodes: None,
            time: control.map(TimeManager::new),
            endless: go.infinite || !bounded && level.is_none(),
            done: false,
        });
        Ok(())
    }

    /// A slice of the search under way.
    fn think(&mut self, nodes: u64, now: u64, say: Say<'_>) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        if thinking.done {
            return;
        }
        thinking.done = self.search.run(nodes);
        let elapsed = now.saturating_sub(thinking.begun);
        let mut enough = thinking.done && !thinking.endless;
        let is_told = self.search.depth() > thinking.depth;
        if is_told {
            let report = self.search.report();
            thinking.depth = report.depth;
            thinking.nodes = Some(report.nodes);
            thinking.told = now;
            answers::say_lines(&report, elapsed, say);
            if let Some(time) = &mut thinking.time {
                time.hear(&report);
                enough |= time.is_enough(elapsed) && !thinking.endless;
            }
        } else if now.saturating_sub(thinking.told) >= NEWS_EVERY {
            thinking.told = now;
            let effort = answers::effort(self.search.nodes(), elapsed);
            say(&format!("info depth {} {effort}", thinking.depth));
        }
        if thinking.done && thinking.endless && !is_told {
            // Nothing more will be found, and the answer may be long in coming.
            let report = self.search.report();
            thinking.nodes = Some(report.nodes);
            answers::say_lines(&report, elapsed, say);
        }
        let over = |time: &TimeManager| time.is_over(elapsed);
        enough |= !thinking.endless && thinking.time.as_ref().is_some_and(over);
        if enough {
            self.answer(now, say);
        }
    }

    /// Ends the search with its answer.
    fn answer(&mut self, now: u64, say: Say<'_>) {
        let Some(thinking) = self.thinking.take() else {
            return;
        };
        let report = self.search.report();
        if thinking.nodes != Some(report.nodes) {
            answers::say_lines(&report, now.saturating_sub(thinking.begun), say);
        }
        match report.best {
            Some(best) => say(&format!("bestmove {best}")),
            None => say("bestmove none"),
        }
    }
}

fn hash_bytes(options: &Options) -> usize {
    (options.hash as usize) << 20
}

fn start(options: &Options) -> Option<Game> {
    Position::start(options.variant, options.rules).map(Game::new)
}

fn has_one_turn(position: &Position) -> bool {
    let mut turns = 0;
    let _ = position.for_each_move(|_| {
        turns += 1;
        if turns < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    turns == 1
}

fn no_start() -> String {
    "this board has no start (R2.1); send position fen".into()
}

/// What bounds the time of the side to move, if anything does.
///
/// # Errors
/// When only the other side's clock is told.
fn time_control(go: &Go<'_>, turn: Color) -> Result<Option<TimeControl>, String> {
    if let Some(time) = go.move_time {
        return Ok(Some(TimeControl::MoveTime(time)));
    }
    let side = turn.index();
    match (go.time[side], go.time[1 - side]) {
        (Some(remaining), _) => Ok(Some(TimeControl::Clock(Clock {
            remaining,
            increment: go.increment[side].unwrap_or(0),
            moves_to_go: go
                .moves_to_go
                .map(|turns| u32::try_from(turns).unwrap_or(u32::MAX)),
        }))),
        (None, Some(_)) => Err("the clock of the side to move is missing".into()),
        (None, None) => Ok(None),
    }
}
