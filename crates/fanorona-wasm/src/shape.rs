//! The plain objects of `api.d.ts`, made from the library's types.

use std::collections::BTreeMap;

use fanorona::{
    Color, EndReason, Game, GameEnd, IllegalStep, Move, NO_CAPTURE_LIMIT, Position, Record,
    RecordDefaults, Rules, Step, StepKind, Turn, Variant,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Error;

/// A value as a plain JavaScript object.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| Error::new("internal", error).into())
}

/// An argument object whose property names are known.
pub(crate) trait Options: Default + for<'de> Deserialize<'de> {
    /// The names that mean something; another one is a mistake worth telling.
    const NAMES: &'static [&'static str];
}

/// Options from JavaScript; `undefined` and `null` are the default.
pub(crate) fn options<T: Options>(value: JsValue) -> Result<T, Error> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let Some(object) = value.dyn_ref::<js_sys::Object>() else {
        return Err(Error::new("bad-options", "options are an object"));
    };
    let names = js_sys::Object::keys(object);
    if let Some(name) = names
        .iter()
        .filter_map(|name| name.as_string())
        .find(|name| !T::NAMES.contains(&name.as_str()))
    {
        let message = format!(
            "there is no option {name:?}; the options are {}",
            T::NAMES.join(", ")
        );
        return Err(Error::new("bad-options", message));
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| Error::new("bad-options", error))
}

/// Names and texts from JavaScript; `undefined` and `null` are none.
pub(crate) fn texts(value: JsValue) -> Result<BTreeMap<String, String>, Error> {
    if value.is_undefined() || value.is_null() {
        return Ok(BTreeMap::new());
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| Error::new("bad-options", error))
}

/// `GameOptions`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct GameOptions {
    variant: Option<String>,
    rules: Option<String>,
    fen: Option<String>,
    moves: Vec<String>,
}

impl Options for GameOptions {
    const NAMES: &'static [&'static str] = &["variant", "rules", "fen", "moves"];
}

impl GameOptions {
    /// How a record starts that does not say so itself.
    pub(crate) fn defaults(&self) -> Result<RecordDefaults, Error> {
        let options = |error: &dyn ToString| Error::new("bad-options", error.to_string());
        let variant: Variant = match &self.variant {
            Some(text) => text.parse().map_err(|error| options(&error))?,
            None => Variant::TSIVY,
        };
        let rules: Rules = match &self.rules {
            Some(text) => text.parse().map_err(|error| options(&error))?,
            None => Rules::STANDARD,
        };
        let start = match &self.fen {
            Some(fen) => Some(Position::from_fen(fen, variant, rules)?),
            None => None,
        };
        let variant = start.map_or(variant, |start| start.variant());
        Ok(RecordDefaults {
            variant,
            rules,
            start,
        })
    }

    /// The game they describe.
    pub(crate) fn game(&self) -> Result<Game, Error> {
        let defaults = self.defaults()?;
        let start = defaults
            .start
            .or_else(|| Position::start(defaults.variant, defaults.rules))
            .ok_or_else(|| {
                Error::new(
                    "bad-options",
                    "this board has no start (R2.1); give a position",
                )
            })?;
        let mut game = Game::new(start);
        for (number, text) in (1..).zip(&self.moves) {
            let in_turn = |error: Error| error.in_turn(number, text);
            let mv = game.position().parse_move(text);
            let mv = mv.map_err(|error| in_turn(error.into()))?;
            game.play(&mv).map_err(|error| in_turn(error.into()))?;
        }
        Ok(game)
    }
}

/// `StepInfo`.
#[derive(Clone, Serialize)]
pub(crate) struct StepInfo {
    from: String,
    to: String,
    kind: StepKind,
    captures: Vec<String>,
}

impl StepInfo {
    fn new(turn: &Turn, step: Step) -> Self {
        Self {
            from: step.from.to_string(),
            to: step.to.to_string(),
            kind: step.kind,
            captures: names(turn.captures(step)),
        }
    }
}

fn names<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// `MoveInfo`.
#[derive(Clone, Serialize)]
pub(crate) struct MoveInfo {
    text: String,
    color: Color,
    path: Vec<String>,
    steps: Vec<StepInfo>,
    captures: Vec<String>,
}

impl MoveInfo {
    /// A turn that is legal in `position`.
    pub(crate) fn new(position: &Position, mv: &Move) -> Self {
        let mut turn = Turn::new(*position);
        let mut steps = Vec::new();
        for step in mv.steps() {
            steps.push(StepInfo::new(&turn, step));
            if turn.step(step).is_err() {
                break;
            }
        }
        let path = core::iter::once(mv.start()).chain(mv.landings().map(|(to, _)| to));
        Self {
            text: mv.to_string(),
            color: position.turn(),
            path: names(path),
            captures: steps
                .iter()
                .flat_map(|step| step.captures.iter().cloned())
                .collect(),
            steps,
        }
    }
}

/// `OpenTurn`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OpenTurn {
    from: String,
    at: String,
    path: Vec<String>,
    steps: Vec<StepInfo>,
    captures: Vec<String>,
    barred: Option<String>,
    barred_direction: (i8, i8),
    can_stop: bool,
    text: String,
}

impl OpenTurn {
    fn new(turn: &Turn) -> Option<Self> {
        let mv = turn.so_far()?;
        let made = MoveInfo::new(turn.position(), mv);
        let direction = turn.barred()?;
        let barred = mv.destination().offset(direction);
        let board = turn.position().variant().board();
        Some(Self {
            from: mv.start().to_string(),
            at: mv.destination().to_string(),
            path: made.path,
            steps: made.steps,
            captures: made.captures,
            barred: barred
                .filter(|square| board.points().contains(*square))
                .map(|square| square.to_string()),
            barred_direction: direction.vector(),
            can_stop: turn.can_stop(),
            text: made.text,
        })
    }
}

/// `OutcomeInfo`.
#[derive(Serialize)]
struct OutcomeInfo {
    result: &'static str,
    winner: Option<Color>,
    reason: EndReason,
    clause: &'static str,
}

impl From<GameEnd> for OutcomeInfo {
    fn from(end: GameEnd) -> Self {
        Self {
            result: end.outcome.as_str(),
            winner: end.outcome.winner(),
            reason: end.reason,
            clause: end.reason.clause(),
        }
    }
}

/// `GameState`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameState {
    variant: String,
    rules: String,
    width: u8,
    height: u8,
    strong: Vec<String>,
    stones: BTreeMap<String, Color>,
    turn: Color,
    ply: usize,
    plies: usize,
    fen: String,
    open: Option<OpenTurn>,
    outcome: Option<OutcomeInfo>,
    captured: BTreeMap<Color, u32>,
    moves: Vec<MoveInfo>,
    last_move: Option<MoveInfo>,
    must_capture: bool,
    steps: Vec<StepInfo>,
    no_capture: u16,
    no_capture_limit: Option<u16>,
    repetitions: u32,
    vela_part_one: bool,
}

impl GameState {
    /// The game as it stands with `turn` under way.
    pub(crate) fn new(game: &Game, turn: &Turn) -> Self {
        let position = game.position();
        let board = position.variant().board();
        let end = game.end();
        let steps = if end.is_some() {
            Vec::new()
        } else {
            turn.steps()
        };
        let stones = Color::ALL.into_iter().flat_map(|color| {
            turn.stones(color)
                .iter()
                .map(move |square| (square.to_string(), color))
        });
        let captured = |color: Color| game.start().stones(!color).len() - turn.stones(!color).len();
        let limit = position.rules().contains(Rules::NO_CAPTURE_LIMIT);
        let moves: Vec<MoveInfo> = game
            .history()
            .map(|(position, mv)| MoveInfo::new(position, mv))
            .collect();
        let last_move = game
            .ply()
            .checked_sub(1)
            .and_then(|last| moves.get(last).cloned());
        Self {
            variant: position.variant().to_string(),
            rules: position.rules().to_string(),
            width: board.width(),
            height: board.height(),
            strong: names(board.strong()),
            stones: stones.collect(),
            turn: position.turn(),
            ply: game.ply(),
            plies: game.plies(),
            fen: position.to_fen(),
            open: OpenTurn::new(turn),
            outcome: end.map(Into::into),
            captured: Color::ALL
                .into_iter()
                .map(|color| (color, captured(color)))
                .collect(),
            moves,
            last_move,
            must_capture: steps.iter().any(|step| step.kind.is_capture()),
            steps: steps
                .into_iter()
                .map(|step| StepInfo::new(turn, step))
                .collect(),
            no_capture: position.no_capture(),
            no_capture_limit: limit.then_some(NO_CAPTURE_LIMIT),
            repetitions: game.repetitions(),
            vela_part_one: position.is_vela_part_one(),
        }
    }
}

/// `Illegal`.
#[derive(Serialize)]
pub(crate) struct Illegal {
    reason: IllegalStep,
    clause: &'static str,
    message: String,
}

impl From<IllegalStep> for Illegal {
    fn from(reason: IllegalStep) -> Self {
        Self {
            reason,
            clause: reason.clause(),
            message: reason.to_string(),
        }
    }
}

/// `MoveList`.
#[derive(Serialize)]
pub(crate) struct MoveList {
    pub(crate) moves: Vec<MoveInfo>,
    pub(crate) omitted: u64,
}

/// `{ width, height, strong, lines }`.
#[derive(Serialize)]
pub(crate) struct BoardInfo {
    width: u8,
    height: u8,
    strong: Vec<String>,
    lines: Vec<(String, String)>,
}

impl BoardInfo {
    pub(crate) fn new(variant: Variant) -> Self {
        let board = variant.board();
        let mut lines = Vec::new();
        for from in board.points() {
            // East to north-west: each line once.
            for direction in &fanorona::Direction::ALL[..4] {
                if let Some(to) = board.neighbor(from, *direction) {
                    lines.push((from.to_string(), to.to_string()));
                }
            }
        }
        Self {
            width: board.width(),
            height: board.height(),
            strong: names(board.strong()),
            lines,
        }
    }
}

/// The end of a game as a record's headers and result tell it.
pub(crate) fn record_of(
    game: &Game,
    headers: Vec<(String, String)>,
    comments: &[(usize, String)],
) -> Record {
    let mut record = Record::new(game.clone());
    record.headers = headers;
    record.comments = comments.to_vec();
    record
}

/// The side named by `"white"` or `"black"`.
pub(crate) fn color(name: &str) -> Result<Color, Error> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(Error::new(
            "bad-options",
            "a side is \"white\" or \"black\"",
        )),
    }
}

/// `"paika"`, `"approach"`, `"withdrawal"` or nothing.
pub(crate) fn kind(name: Option<String>) -> Result<Option<StepKind>, Error> {
    match name.as_deref() {
        None => Ok(None),
        Some("paika") => Ok(Some(StepKind::Paika)),
        Some("approach") => Ok(Some(StepKind::Approach)),
        Some("withdrawal") => Ok(Some(StepKind::Withdrawal)),
        Some(_) => Err(Error::new(
            "bad-options",
            "a kind is \"paika\", \"approach\" or \"withdrawal\"",
        )),
    }
}
