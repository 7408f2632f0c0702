//! Lines of text as commands.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::MOST_LINE;

/// Most bytes of a stranger's word that an error repeats.
const QUOTED: usize = 40;

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// `uci` or `ugi`: who is there. Holds the word that ends the answer.
    Hello(&'static str),
    IsReady,
    NewGame,
    Position {
        /// `None` for the start.
        fen: Option<String>,
        moves: Vec<&'a str>,
    },
    Go(Go<'a>),
    Stop,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Query(Query),
    Quit,
}

/// The limits of a `go`. Times are in milliseconds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Go<'a> {
    pub(super) infinite: bool,
    pub(super) depth: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time: Option<u64>,
    /// White's and Black's clock and increment.
    pub(super) time: [Option<u64>; 2],
    pub(super) increment: [Option<u64>; 2],
    pub(super) moves_to_go: Option<u64>,
    pub(super) search_moves: Vec<&'a str>,
}

/// Questions about the position, as UGI has them, and its text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    FirstToMove,
    Result,
    Fen,
}

/// A word of a stranger as an error shows it: short, on one line, without control
/// characters.
pub(super) fn quote(word: &str) -> String {
    let mut end = word.len().min(QUOTED);
    while !word.is_char_boundary(end) {
        end -= 1;
    }
    let more = if end < word.len() { "…" } else { "" };
    format!("{:?}{more}", &word[..end])
}

/// Reads a line.
///
/// # Errors
/// One line that says what is wrong.
pub(super) fn parse(line: &[u8]) -> Result<Command<'_>, String> {
    if line.len() > MOST_LINE {
        return Err(format!("the line is longer than {MOST_LINE} bytes"));
    }
    let text = core::str::from_utf8(line).map_err(|_| "the line is no UTF-8 text")?;
    let mut words = text.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Err("the line is empty".into());
    };
    let rest: Vec<&str> = words.collect();
    let alone = |command| match rest.first() {
        None => Ok(command),
        Some(word) => Err(format!("{first} takes nothing, not {}", quote(word))),
    };
    match first {
        "uci" => alone(Command::Hello("uciok")),
        "ugi" => alone(Command::Hello("ugiok")),
        "isready" => alone(Command::IsReady),
        "newgame" | "ucinewgame" | "uginewgame" => alone(Command::NewGame),
        "stop" => alone(Command::Stop),
        "quit" => alone(Command::Quit),
        "position" => position(&rest),
        "go" => go(&rest).map(Command::Go),
        "setoption" => set_option(&rest),
        "query" => query(&rest),
        _ => Err(format!(
            "there is no command {}; the commands are uci, ugi, isready, newgame, position, go, stop, setoption, query and quit",
            quote(first)
        )),
    }
}

fn position<'a>(words: &[&'a str]) -> Result<Command<'a>, String> {
    let moves_at = words.iter().position(|word| *word == "moves");
    let (place, moves) = match moves_at {
        Some(at) => (&words[..at], words[at + 1..].to_vec()),
        None => (words, Vec::new()),
    };
    let fen = match place {
        ["startpos"] => None,
        ["fen", fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        ["startpos", word, ..] => {
            return Err(format!(
                "position startpos is followed by moves, not by {}",
                quote(word)
            ));
        }
        _ => return Err("position is followed by startpos or by fen and a position".into()),
    };
    Ok(Command::Position { fen, moves })
}

/// A number from 0 up. What is too large counts as the largest; a clock that is below
/// zero is empty.
fn number(name: &str, word: Option<&&str>) -> Result<u64, String> {
    let Some(word) = word else {
        return Err(format!("{name} is followed by a number"));
    };
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "{name} is followed by a number, not by {}",
            quote(word)
        ));
    }
    if digits.len() < word.len() {
        return Ok(0);
    }
    Ok(digits.parse().unwrap_or(u64::MAX))
}

fn go<'a>(words: &[&'a str]) -> Result<Go<'a>, String> {
    let mut go = Go::default();
    let mut at = 0;
    while let Some(name) = words.get(at) {
        at += 1;
        let field = match *name {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "searchmoves" => {
                go.search_moves = words[at..].to_vec();
                if go.search_moves.is_empty() {
                    return Err("searchmoves is followed by turns, and comes last".into());
                }
                break;
            }
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "movetime" => &mut go.move_time,
            "wtime" | "p1time" => &mut go.time[0],
            "btime" | "p2time" => &mut go.time[1],
            "winc" | "p1inc" => &mut go.increment[0],
            "binc" | "p2inc" => &mut go.increment[1],
            "movestogo" => &mut go.moves_to_go,
            _ => return Err(format!("go does not know {}", quote(name))),
        };
        *field = Some(number(name, words.get(at))?);
        at += 1;
    }
    for (name, value) in [("depth", go.depth), ("nodes", go.nodes)] {
        if value == Some(0) {
            return Err(format!("{name} is a number from 1 up"));
        }
    }
    Ok(go)
}

fn set_option<'a>(words: &[&'a str]) -> Result<Command<'a>, String> {
    match *words {
        ["name", name, "value", value] => Ok(Command::SetOption { name, value }),
        _ => Err("an option is set by: setoption name NAME value VALUE".into()),
    }
}

fn query<'a>(words: &[&'a str]) -> Result<Command<'a>, String> {
    Ok(Command::Query(match words {
        ["gameover"] => Query::GameOver,
        ["p1turn"] => Query::FirstToMove,
        ["result"] => Query::Result,
        ["fen"] => Query::Fen,
        _ => return Err("query is followed by gameover, p1turn, result or fen".into()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cut_not_refused() {
        assert_eq!(number("x", Some(&"18446744073709551616")), Ok(u64::MAX));
        assert_eq!(number("x", Some(&"-5")), Ok(0));
        for wrong in ["", "-", "+1", "1.5", "0x1", "--1", "ten"] {
            assert!(number("x", Some(&wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn quotes_are_short_and_on_one_line() {
        assert_eq!(quote("a\nb\u{1b}"), r#""a\nb\u{1b}""#);
        let long = quote(&"é".repeat(1000));
        assert!(long.len() < 100 && long.ends_with('…'));
    }

    #[test]
    fn a_position_has_a_place_and_moves() {
        let parsed = parse(b"  position\tfen 9/9/9/9/W8 W 0 1 moves a1-a2  b1-b2\r").unwrap();
        let expected = Command::Position {
            fen: Some("9/9/9/9/W8 W 0 1".into()),
            moves: ["a1-a2", "b1-b2"].into(),
        };
        assert_eq!(parsed, expected);
        for wrong in [
            "position",
            "position fen",
            "position moves",
            "position startpos a1-a2",
        ] {
            assert!(parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
