//! The switches of R6.4 and R7.1.

use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;

/// Half-moves in a row without a capture that make a draw (R6.3a).
pub const NO_CAPTURE_LIMIT: u16 = 50;

/// How often a position must have stood to make a draw (R6.3b).
pub const REPETITION_LIMIT: u32 = 3;

bitflags! {
    /// Rule switches that are not part of a position's text (R8.1): every door,
    /// a command, a link, a call, takes them as an option.
    ///
    /// ```
    /// use fanorona::Rules;
    /// let rules: Rules = "icga,single-first-capture".parse().unwrap();
    /// assert!(rules.contains(Rules::NO_CAPTURE_LIMIT) && !rules.contains(Rules::REPETITION));
    /// assert_eq!(rules.to_string(), "icga,single-first-capture");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Rules: u8 {
        /// Fifty half-moves without a capture draw (R6.3a).
        const NO_CAPTURE_LIMIT = 1;
        /// A position that stands for the third time draws (R6.3b).
        const REPETITION = 2;
        /// Each side's first move takes only one capturing step (R7.1). It binds
        /// while the move number is 1.
        const SINGLE_FIRST_CAPTURE = 4;
    }
}

impl Rules {
    /// The default: both draws (R6.4).
    pub const STANDARD: Self = Self::NO_CAPTURE_LIMIT.union(Self::REPETITION);
    /// The no-capture limit alone (R6.4).
    pub const ICGA: Self = Self::NO_CAPTURE_LIMIT;
    /// Repetition alone (R6.4).
    pub const CLUB: Self = Self::REPETITION;

    const PRESETS: [(&'static str, Self); 4] = [
        ("standard", Self::STANDARD),
        ("icga", Self::ICGA),
        ("club", Self::CLUB),
        ("none", Self::empty()),
    ];
    const SWITCHES: [(&'static str, Self); 3] = [
        ("no-capture-limit", Self::NO_CAPTURE_LIMIT),
        ("repetition", Self::REPETITION),
        ("single-first-capture", Self::SINGLE_FIRST_CAPTURE),
    ];
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Rules {
    /// The preset's name, then the single first capture if it is on; with
    /// presets `standard`, `icga`, `club` and `none` that says every set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draws = self.difference(Self::SINGLE_FIRST_CAPTURE);
        let preset = Self::PRESETS.iter().find(|(_, rules)| *rules == draws);
        f.write_str(preset.map_or("standard", |(name, _)| name))?;
        if self.contains(Self::SINGLE_FIRST_CAPTURE) {
            f.write_str(",single-first-capture")?;
        }
        Ok(())
    }
}

/// The text is not a list of known rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulesError;

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "rules are standard, icga, club or none, then switches split by commas: \
             no-capture-limit, repetition, single-first-capture, each with `-` before it to switch it off",
        )
    }
}

impl core::error::Error for ParseRulesError {}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// A preset, then switches, split by commas; without a preset the switches
    /// change `standard`. A `-` before a switch turns it off.
    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        let mut rules = Self::STANDARD;
        for (place, word) in text.split(',').map(str::trim).enumerate() {
            let find = |list: &[(&str, Self)], name: &str| {
                list.iter()
                    .find(|(known, _)| known.eq_ignore_ascii_case(name))
                    .map(|(_, rules)| *rules)
            };
            if let Some(switch) = find(&Self::SWITCHES, word) {
                rules |= switch;
            } else if let Some(switch) = word
                .strip_prefix('-')
                .and_then(|name| find(&Self::SWITCHES, name))
            {
                rules -= switch;
            } else {
                match find(&Self::PRESETS, word) {
                    Some(preset) if place == 0 => rules = preset,
                    _ => return Err(ParseRulesError),
                }
            }
        }
        Ok(rules)
    }
}
