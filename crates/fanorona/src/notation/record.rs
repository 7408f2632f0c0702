//! Games as text (R8.3).

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::fen::FenError;
use super::mv::MoveError;
use crate::color::Color;
use crate::game::Game;
use crate::mv::Move;
use crate::outcome::{EndReason, GameEnd, Outcome};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::variant::Variant;

/// Columns after which the writer begins a new line.
const LINE_WIDTH: usize = 79;

/// Headers that a record always has, in this order, and what stands for nothing known.
const STANDARD_HEADERS: [(&str, &str); 5] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("White", "?"),
    ("Black", "?"),
];

/// Headers that say how the game starts and ended; the writer makes them from the game.
const DERIVED_HEADERS: [&str; 4] = ["Result", "Variant", "Rules", "FEN"];

/// A game with its headers and comments.
///
/// ```
/// use fanorona::{Record, RecordDefaults};
/// let record = Record::parse("1. f2-e3A d5-d4A {bold} *", &RecordDefaults::default()).unwrap();
/// assert_eq!(record.game.ply(), 2);
/// assert_eq!(Record::parse(&record.to_string(), &RecordDefaults::default()).unwrap().to_string(), record.to_string());
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// Names and values, in the order read; the writer puts the standard ones
    /// first and makes `Result`, `Variant`, `Rules` and `FEN` itself. It leaves out
    /// names that no header can have, and puts a space for control characters.
    pub headers: Vec<(String, String)>,
    /// The turns, played.
    pub game: Game,
    /// Comments, each with the number of turns before it.
    pub comments: Vec<(usize, String)>,
}

/// How a record starts that does not say so itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordDefaults {
    /// For a record without `Variant`.
    pub variant: Variant,
    /// For a record without `Rules`.
    pub rules: Rules,
    /// For a record without `FEN`; else the start of the variant.
    pub start: Option<Position>,
}

/// The first fault of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The turn, from 1: the one that is wrong, or the one that would come next.
    pub turn: usize,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordFault {
    /// A header is not of the form `[Name "value"]`.
    Header,
    /// A header that says how the game starts or ended stands twice, with two values.
    TwoValues(&'static str),
    /// The `Variant` header names none.
    Variant,
    /// The `Rules` header names none.
    Rules,
    /// The `FEN` header is no position.
    Fen(FenError),
    /// The board has no start of its own and no `FEN` header gives one (R2.1).
    NoStart,
    /// The start given from outside is not of the record's variant.
    OtherStart,
    /// A comment is not closed.
    OpenComment,
    /// A turn is wrong.
    Move {
        /// As written.
        text: String,
        /// Why.
        error: MoveError,
    },
    /// A turn after the end of the game.
    AfterTheEnd(EndReason),
    /// The result does not agree with the game or with the `Result` header.
    Result,
    /// Text after the result.
    AfterTheResult,
}

impl RecordFault {
    /// The clause of `docs/rules.md` that the record runs against.
    #[must_use]
    pub const fn clause(&self) -> &'static str {
        match self {
            Self::Fen(_) => "R8.1",
            Self::NoStart | Self::OtherStart => "R2.1",
            Self::Move { error, .. } => error.clause(),
            Self::AfterTheEnd(reason) => reason.clause(),
            Self::Result => "R6.3",
            Self::Header
            | Self::TwoValues(_)
            | Self::Variant
            | Self::Rules
            | Self::OpenComment
            | Self::AfterTheResult => "R8.3",
        }
    }

    /// The turns that a text with missing letters could mean.
    #[must_use]
    pub fn candidates(&self) -> &[Move] {
        match self {
            Self::Move {
                error: MoveError::Ambiguous { candidates },
                ..
            } => candidates,
            _ => &[],
        }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("a header has the form [Name \"value\"]"),
            Self::TwoValues(name) => write!(f, "the {name} header stands twice, with two values"),
            Self::Variant => f.write_str("the Variant header names no variant"),
            Self::Rules => f.write_str("the Rules header names no rules"),
            Self::Fen(error) => write!(f, "the FEN header: {error}"),
            Self::NoStart => f.write_str("this board has no start; a FEN header must give one"),
            Self::OtherStart => {
                f.write_str("the start position given is not of the record's variant")
            }
            Self::OpenComment => f.write_str("a comment is not closed"),
            Self::Move { text, error } => write!(f, "{text}: {error}"),
            Self::AfterTheEnd(reason) => {
                write!(f, "the game is over already ({})", reason.clause())
            }
            Self::Result => f.write_str("the result does not agree with the game"),
            Self::AfterTheResult => f.write_str("there is text after the result"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, turn {}: {}", self.line, self.turn, self.fault)
    }
}

impl core::error::Error for RecordError {}

/// What a record's text is made of.
enum Token<'a> {
    Header(&'a str),
    Comment(&'a str),
    Word(&'a str),
}

/// Splits the text, counting lines.
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        let all = self.rest.as_bytes();
        // A line ends with \n, \r\n, or the lone \r of very old files.
        let ends_line = |at: &usize| match all[*at] {
            b'\n' => true,
            b'\r' => all.get(at + 1).is_some_and(|next| *next != b'\n'),
            _ => false,
        };
        self.line += (0..bytes).filter(ends_line).count();
        self.rest = rest;
        taken
    }

    /// The next token and the line it begins on; `turn` is where a fault is reported.
    fn next(&mut self, turn: usize) -> Result<Option<(Token<'a>, usize)>, RecordError> {
        self.take(
            self.rest.len()
                - self
                    .rest
                    .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
                    .len(),
        );
        let line = self.line;
        let fail = |fault| RecordError { line, turn, fault };
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        match first {
            '[' => {
                let end = header_end(self.rest).ok_or(fail(RecordFault::Header))?;
                let inner = self.take(end + 1);
                Ok(Some((Token::Header(&inner[1..end]), line)))
            }
            '{' => {
                let end = self.rest.find('}').ok_or(fail(RecordFault::OpenComment))?;
                let inner = self.take(end + 1);
                Ok(Some((Token::Comment(&inner[1..end]), line)))
            }
            _ => {
                let end = self
                    .rest
                    .char_indices()
                    .find(|(at, c)| *at > 0 && (c.is_whitespace() || matches!(c, '{' | '[')))
                    .map_or(self.rest.len(), |(at, _)| at);
                Ok(Some((Token::Word(self.take(end)), line)))
            }
        }
    }
}

/// The place of the `]` that closes a header, quotes and escapes respected.
fn header_end(text: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b']' if !quoted => return Some(at),
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

/// Whether a header can have this name: ASCII letters, digits and `_`.
fn is_header_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `Name "value"` with `\"` and `\\` resolved.
fn read_header(inner: &str) -> Option<(String, String)> {
    let (name, value) = inner.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    if !is_header_name(name) {
        return None;
    }
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.push(chars.next()?),
            '"' => return None,
            _ => text.push(c),
        }
    }
    Some((name.to_owned(), text))
}

/// A result token; `Some(None)` is `*`.
fn read_result(word: &str) -> Option<Option<Outcome>> {
    match word {
        "1-0" => Some(Some(Outcome::Win(Color::White))),
        "0-1" => Some(Some(Outcome::Win(Color::Black))),
        "1/2-1/2" => Some(Some(Outcome::Draw)),
        "*" => Some(None),
        _ => None,
    }
}

impl Record {
    /// A record of a game without headers of its own or comments.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self {
            headers: Vec::new(),
            game,
            comments: Vec::new(),
        }
    }

    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Reads a record, or bare turns with neither headers nor numbers. White
    /// space, line width and move numbers are free. A result that the board does
    /// not show is a resignation or an agreement (R6.3c).
    ///
    /// # Errors
    /// [`RecordError`]: the first fault, where it stands, and its clause.
    pub fn parse(text: &str, defaults: &RecordDefaults) -> Result<Self, RecordError> {
        let mut tokens = Tokens {
            rest: text,
            line: 1,
        };
        let mut headers = Vec::new();
        let mut lines = Vec::new();
        let mut derived = [const { None::<String> }; DERIVED_HEADERS.len()];
        let mut token = tokens.next(1)?;
        while let Some((Token::Header(inner), line)) = token {
            let header = read_header(inner).ok_or(RecordError {
                line,
                turn: 1,
                fault: RecordFault::Header,
            })?;
            if let Some(at) = DERIVED_HEADERS.iter().position(|name| *name == header.0) {
                let value = derived[at].get_or_insert_with(|| header.1.clone());
                if *value != header.1 {
                    return Err(RecordError {
                        line,
                        turn: 1,
                        fault: RecordFault::TwoValues(DERIVED_HEADERS[at]),
                    });
                }
            }
            headers.push(header);
            lines.push(line);
            token = tokens.next(1)?;
        }
        let game = Game::new(read_start(&headers, &lines, defaults)?);
        let mut record = Self {
            headers,
            game,
            comments: Vec::new(),
        };
        let mut result = None;
        while let Some((body, line)) = token {
            let turn = record.game.ply() + 1;
            let fail = |fault| RecordError { line, turn, fault };
            match body {
                Token::Header(_) => return Err(fail(RecordFault::Header)),
                Token::Comment(text) => {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    record.comments.push((record.game.ply(), text));
                }
                Token::Word(_) if result.is_some() => {
                    return Err(fail(RecordFault::AfterTheResult));
                }
                Token::Word(word) => match read_result(word) {
                    Some(outcome) => result = Some((outcome, line)),
                    None => record.read_turn(word).map_err(fail)?,
                },
            }
            token = tokens.next(record.game.ply() + 1)?;
        }
        let (outcome, line) = result.unwrap_or((None, tokens.line));
        record
            .settle(outcome, result.is_some())
            .map_err(|fault| RecordError {
                line,
                turn: record.game.ply() + 1,
                fault,
            })?;
        Ok(record)
    }

    /// A word that is no result: a move number, an annotation, a turn, or a number
    /// and a turn written together.
    fn read_turn(&mut self, word: &str) -> Result<(), RecordFault> {
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let turn = if after_number.len() < word.len() {
            after_number.trim_start_matches('.')
        } else {
            word
        };
        let annotation = turn
            .strip_prefix('$')
            .is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
        if turn.is_empty() || annotation {
            return Ok(());
        }
        let wrong = |error| RecordFault::Move {
            text: turn.chars().take(120).collect(),
            error,
        };
        if let Some(end) = self.game.end() {
            return Err(RecordFault::AfterTheEnd(end.reason));
        }
        let mv = self.game.position().parse_move(turn).map_err(wrong)?;
        self.game.play(&mv).map_err(|error| {
            wrong(MoveError::Illegal {
                step: error.step,
                reason: error.reason,
            })
        })
    }

    /// Holds the written result against the game's own end.
    fn settle(&mut self, written: Option<Outcome>, is_written: bool) -> Result<(), RecordFault> {
        let header = match self.header("Result") {
            Some(text) => Some(read_result(text).ok_or(RecordFault::Result)?),
            None => None,
        };
        let stated = match header {
            Some(header) if is_written && header != written => return Err(RecordFault::Result),
            Some(header) => header,
            None => written,
        };
        match (self.game.end(), stated) {
            (Some(GameEnd { outcome, .. }), Some(stated)) if outcome != stated => {
                Err(RecordFault::Result)
            }
            // `*` after a game that is over would lose its result.
            (Some(_), None) if is_written || header.is_some() => Err(RecordFault::Result),
            (None, Some(Outcome::Win(winner))) => {
                self.game.resign(!winner);
                Ok(())
            }
            (None, Some(Outcome::Draw)) => {
                self.game.agree_draw();
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The start position that the headers give.
fn read_start(
    headers: &[(String, String)],
    lines: &[usize],
    defaults: &RecordDefaults,
) -> Result<Position, RecordError> {
    let find = |name: &str| {
        headers
            .iter()
            .zip(lines)
            .find(|((known, _), _)| known == name)
    };
    let fail = |line: usize, fault| RecordError {
        line,
        turn: 1,
        fault,
    };
    let mut variant = defaults.variant;
    if let Some(((_, text), line)) = find("Variant") {
        variant = text
            .parse()
            .map_err(|_| fail(*line, RecordFault::Variant))?;
    }
    let mut rules = defaults.rules;
    if let Some(((_, text), line)) = find("Rules") {
        rules = text.parse().map_err(|_| fail(*line, RecordFault::Rules))?;
    }
    if let Some(((_, text), line)) = find("FEN") {
        return Position::from_fen(text, variant, rules)
            .map_err(|error| fail(*line, RecordFault::Fen(error)));
    }
    if let Some(start) = defaults.start {
        if start.variant() != variant {
            let line = find("Variant").map_or(1, |(_, line)| *line);
            return Err(fail(line, RecordFault::OtherStart));
        }
        // Rules are not part of a position (R8.1): the record's own may differ from the default's.
        let setup = Setup {
            rules,
            ..start.setup()
        };
        if let Ok(start) = setup.position() {
            return Ok(start);
        }
    }
    Position::start(variant, rules).ok_or(fail(1, RecordFault::NoStart))
}

impl fmt::Display for Record {
    /// The canonical form: headers, numbered turns, comments, result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.game.start();
        let result = self.game.end().map_or("*", |end| end.outcome.as_str());
        let mut header = |name: &str, value: &str| {
            // A header is one line.
            let value = value.replace(char::is_control, " ");
            writeln!(
                f,
                "[{name} \"{}\"]",
                value.replace('\\', "\\\\").replace('"', "\\\"")
            )
        };
        for (name, unknown) in STANDARD_HEADERS {
            header(name, self.header(name).unwrap_or(unknown))?;
        }
        header("Result", result)?;
        header("Variant", &start.variant().to_string())?;
        header("Rules", &start.rules().to_string())?;
        if Position::start(start.variant(), start.rules()).as_ref() != Some(start) {
            header("FEN", &start.to_fen())?;
        }
        for (name, value) in &self.headers {
            let written = STANDARD_HEADERS.iter().any(|(known, _)| known == name)
                || DERIVED_HEADERS.contains(&name.as_str());
            // What has no name that can be read would make the record unreadable.
            if !written && is_header_name(name) {
                header(name, value)?;
            }
        }
        f.write_char('\n')?;
        let mut words = self.words();
        words.push(result.to_owned());
        let mut column = 0;
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > LINE_WIDTH {
                f.write_char('\n')?;
                column = 0;
            } else if column > 0 {
                f.write_char(' ')?;
                column += 1;
            }
            f.write_str(&word)?;
            column += width;
        }
        f.write_char('\n')
    }
}

impl Record {
    /// Numbers, turns and comments up to the present ply, as words that may stand
    /// on a line of their own.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut comments = self.comments.iter().peekable();
        let mut resume = true;
        for (ply, (position, mv)) in self.game.history().take(self.game.ply()).enumerate() {
            while let Some((_, text)) = comments.next_if(|(at, _)| *at <= ply) {
                push_comment(&mut words, text);
                resume = true;
            }
            match position.turn() {
                Color::White => words.push(alloc::format!("{}.", position.move_number())),
                Color::Black if resume => {
                    words.push(alloc::format!("{}...", position.move_number()));
                }
                Color::Black => {}
            }
            words.push(mv.to_string());
            resume = false;
        }
        for (_, text) in comments {
            push_comment(&mut words, text);
        }
        words
    }
}

/// A comment's words, so that a line may break inside it. `}` cannot be written
/// in one and becomes `)`.
fn push_comment(words: &mut Vec<String>, text: &str) {
    let text = text.replace('}', ")");
    let mut parts: Vec<String> = text.split_whitespace().map(ToOwned::to_owned).collect();
    match parts.as_mut_slice() {
        [] => parts.push("{}".to_owned()),
        [only] => *only = alloc::format!("{{{only}}}"),
        [first, .., last] => {
            first.insert(0, '{');
            last.push('}');
        }
    }
    words.append(&mut parts);
}
