//! What `setoption` sets.

use alloc::format;
use alloc::string::{String, ToString};

use super::command::quote;
use crate::rules::Rules;
use crate::search::{Level, MOST_CONTEMPT, MOST_LINES};
use crate::variant::Variant;

/// Memory of the search's table if none is said, in MiB.
pub const DEFAULT_HASH: u32 = 32;

/// Most memory of the search's table, in MiB.
pub const MOST_HASH: u32 = 1024;

/// Most stones of tables of endings that a session builds by itself: on 9x5, 6 take a
/// minute or two and 75 MB.
pub const MOST_TABLES: u32 = 6;

/// Greatest seed.
const MOST_SEED: u32 = u32::MAX;

/// The values in force.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// MiB.
    pub(super) hash: u32,
    /// `None` for full strength.
    pub(super) level: Option<Level>,
    pub(super) multi_pv: u32,
    pub(super) variant: Variant,
    pub(super) rules: Rules,
    /// Stones of tables that are built; 0 for none.
    pub(super) tables: u32,
    /// Chooses among the turns that a level takes for equal.
    pub(super) seed: u32,
    /// See [`Limits::contempt`](crate::search::Limits::contempt).
    pub(super) contempt: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            level: None,
            multi_pv: 1,
            variant: Variant::default(),
            rules: Rules::default(),
            tables: 0,
            seed: 0,
            contempt: 0,
        }
    }
}

/// Which option was set, where something must be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    Hash,
    /// The variant or the rules: the game begins anew.
    Game,
    Tables,
    Other,
}

/// An option that is a number, with its bounds.
const NUMBERS: [(&str, u32, u32); 6] = [
    ("Hash", 1, MOST_HASH),
    ("Level", 0, Level::ALL.len() as u32),
    ("MultiPV", 1, MOST_LINES as u32),
    ("Tables", 0, MOST_TABLES),
    ("Seed", 0, MOST_SEED),
    ("Contempt", 0, MOST_CONTEMPT as u32),
];

impl Options {
    /// Says each option with its default, as UCI does.
    pub(super) fn declare(say: &mut dyn FnMut(&str)) {
        let options = Self::default();
        for (name, least, most) in NUMBERS {
            let default = options.number(name);
            say(&format!(
                "option name {name} type spin default {default} min {least} max {most}"
            ));
        }
        say(&format!(
            "option name Variant type string default {}",
            options.variant
        ));
        say(&format!(
            "option name Rules type string default {}",
            options.rules
        ));
    }

    fn number(&self, name: &str) -> u32 {
        match name {
            "Hash" => self.hash,
            "Level" => self.level.map_or(0, Level::number),
            "MultiPV" => self.multi_pv,
            "Tables" => self.tables,
            "Contempt" => self.contempt,
            _ => self.seed,
        }
    }

    /// Sets an option; its name in any case.
    ///
    /// # Errors
    /// One line that says what is wrong; nothing is changed.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some((name, least, most)) = NUMBERS.iter().find(|(known, ..)| is(known)) {
            let number = value
                .bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| value.parse().ok())
                .flatten()
                .filter(|number| (*least..=*most).contains(number))
                .ok_or_else(|| {
                    format!(
                        "{name} is a number from {least} to {most}, not {}",
                        quote(value)
                    )
                })?;
            return Ok(self.set_number(name, number));
        }
        if is("Variant") {
            self.variant = value.parse().map_err(|error| format!("{error}"))?;
        } else if is("Rules") {
            self.rules = value.parse().map_err(|error| format!("{error}"))?;
        } else {
            return Err(format!(
                "there is no option {}; the options are Hash, Level, MultiPV, Tables, Seed, Contempt, Variant and Rules",
                quote(name)
            ));
        }
        Ok(Changed::Game)
    }

    fn set_number(&mut self, name: &str, number: u32) -> Changed {
        match name {
            "Hash" => {
                self.hash = number;
                return Changed::Hash;
            }
            "Tables" => {
                self.tables = number;
                return Changed::Tables;
            }
            "Level" => self.level = Level::new(number),
            "MultiPV" => self.multi_pv = number,
            "Contempt" => self.contempt = number,
            _ => self.seed = number,
        }
        Changed::Other
    }

    /// An option as the answer to its setting shows it.
    pub(super) fn show(&self, name: &str) -> String {
        let number = NUMBERS
            .iter()
            .find(|(known, ..)| known.eq_ignore_ascii_case(name));
        let (name, value) = match number {
            Some((known, ..)) => (*known, self.number(known).to_string()),
            None if name.eq_ignore_ascii_case("Rules") => ("Rules", self.rules.to_string()),
            None => ("Variant", self.variant.to_string()),
        };
        format!("{name} {value}")
    }
}
