//! Conversations with the engine (docs/engine-protocol.md) as data: what is said, and what must be
//! answered. The same files are held against the library here and in a browser, against
//! the tool, and against the module for JavaScript.
//!
//! A line of a file is a comment (`#`), something said (`> TEXT`, or `>x` and bytes
//! in hexadecimal), the very next answer (`< PATTERN`), or an answer that comes after
//! any others (`~ PATTERN`). In a pattern `*` stands for any text.

use fanorona::protocol::Session;

/// The files, by name.
pub const CONVERSATIONS: [(&str, &str); 6] = [
    (
        "handshake",
        include_str!("../data/engine-protocol/handshake.txt"),
    ),
    (
        "position",
        include_str!("../data/engine-protocol/position.txt"),
    ),
    ("search", include_str!("../data/engine-protocol/search.txt")),
    (
        "options",
        include_str!("../data/engine-protocol/options.txt"),
    ),
    ("tables", include_str!("../data/engine-protocol/tables.txt")),
    (
        "garbage",
        include_str!("../data/engine-protocol/garbage.txt"),
    ),
];

/// Whoever the conversation is held with.
pub trait Partner {
    /// Says a line to it, without its end.
    fn say(&mut self, line: &[u8]);
    /// Its next line, waited for; `None` when none will come.
    fn hear(&mut self) -> Option<String>;
}

/// Most answers that come before the one that is waited for.
const MOST_PASSED: usize = 50;

/// Holds a conversation; at its end nothing may be left to hear.
///
/// # Panics
/// When an answer is another, and when the file is malformed.
pub fn hold(name: &str, text: &str, partner: &mut impl Partner) {
    for (number, line) in text.lines().enumerate() {
        let at = format!("{name}, line {}: {line}", number + 1);
        if line.starts_with('#') {
        } else if let Some(bytes) = line.strip_prefix(">x ") {
            let byte = |text| u8::from_str_radix(text, 16).expect("a byte");
            let bytes: Vec<u8> = bytes.split(' ').map(byte).collect();
            partner.say(&bytes);
        } else if let Some(said) = line.strip_prefix('>') {
            partner.say(said.strip_prefix(' ').unwrap_or(said).as_bytes());
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let heard = partner.hear().unwrap_or_else(|| panic!("{at}: silence"));
            assert!(matches(pattern, &heard), "{at}: {heard}");
        } else if let Some(pattern) = line.strip_prefix("~ ") {
            let mut passed = Vec::new();
            loop {
                let Some(heard) = partner.hear() else {
                    panic!("{at}: silence after {passed:?}");
                };
                if matches(pattern, &heard) {
                    break;
                }
                passed.push(heard);
                // A search without end would go on telling that it lives.
                assert!(
                    passed.len() < MOST_PASSED,
                    "{at}: only others, the last of them {:?}",
                    passed.last()
                );
            }
        } else {
            panic!("{at}: not a line of a conversation");
        }
    }
    if let Some(left) = partner.hear() {
        panic!("{name}: unasked at the end: {left}");
    }
}

/// Whether a text fits a pattern; `*` stands for any text, none included.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((before, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    text.strip_prefix(before).is_some_and(|left| {
        // The shortest text that lets the rest fit: try each.
        (0..=left.len())
            .filter(|at| left.is_char_boundary(*at))
            .any(|at| matches(rest, &left[at..]))
    })
}

/// The library's session, worked in small slices, with a clock that goes on by ten
/// milliseconds with each.
#[derive(Debug, Default)]
pub struct Direct {
    session: Session,
    now: u64,
    heard: std::collections::VecDeque<String>,
}

impl Partner for Direct {
    fn say(&mut self, line: &[u8]) {
        let heard = &mut self.heard;
        self.session.hear(line, self.now, &mut |answer| {
            heard.push_back(answer.to_owned());
        });
    }

    fn hear(&mut self) -> Option<String> {
        while self.heard.is_empty() && self.session.wants_work() {
            self.now += 10;
            let heard = &mut self.heard;
            self.session.work(500, self.now, &mut |answer| {
                heard.push_back(answer.to_owned());
            });
        }
        self.heard.pop_front()
    }
}
