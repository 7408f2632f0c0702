//! The options that every command takes: which game, which rules, which position.

use std::time::Duration;

use anyhow::{Context, anyhow};
use fanorona::{ParseVariantError, Position, Rules, Variant};

/// Which game.
#[derive(clap::Args)]
pub(crate) struct VariantOptions {
    /// The game: tsivy (the default), dimy, telo or vela
    #[arg(long, value_name = "NAME", value_parser = named_variant, conflicts_with = "board")]
    variant: Option<Variant>,
    /// A board of another size, from 1x1 to 9x5
    #[arg(long, value_name = "WxH", value_parser = sized_board)]
    board: Option<Variant>,
}

impl VariantOptions {
    /// The game.
    pub(crate) fn variant(&self) -> Variant {
        self.variant.or(self.board).unwrap_or_default()
    }
}

/// Game, rules and position.
#[derive(clap::Args)]
pub(crate) struct PositionOptions {
    #[command(flatten)]
    game: VariantOptions,
    /// The rules of draws: standard, icga, club or none; then switches such as
    /// single-first-capture, split by commas
    #[arg(long, value_name = "RULES", default_value_t = Rules::STANDARD, allow_hyphen_values = true)]
    rules: Rules,
    /// The position; without it the start of the game
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// How often long work is put away.
#[derive(clap::Args)]
pub(crate) struct Savings {
    /// Seconds between two savings of the checkpoint
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    checkpoint_every: u32,
}

impl Savings {
    /// Time between two savings.
    pub(crate) fn every(&self) -> Duration {
        Duration::from_secs(self.checkpoint_every.into())
    }
}

/// Whether a text for a variant means a size.
fn is_size(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A variant by its name; sizes are the business of `--board`.
fn named_variant(text: &str) -> Result<Variant, &'static str> {
    if is_size(text) {
        return Err("a size is given with --board");
    }
    text.parse()
        .map_err(|_| "a variant is tsivy, dimy, telo or vela")
}

/// A board by its size.
fn sized_board(text: &str) -> Result<Variant, &'static str> {
    if !is_size(text) {
        return Err("a board is given as width x height, such as 7x5");
    }
    text.parse()
        .map_err(|ParseVariantError| "a board is 1 to 9 wide and 1 to 5 tall, such as 7x5")
}

impl PositionOptions {
    /// The game.
    pub(crate) fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// The rules in force.
    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    /// The position of `--fen`, if there is one.
    ///
    /// # Errors
    /// When its text is no position.
    pub(crate) fn given(&self) -> anyhow::Result<Option<Position>> {
        let read = |text: &String| {
            Position::from_fen(text, self.variant(), self.rules).context("--fen (R8.1)")
        };
        self.fen.as_ref().map(read).transpose()
    }

    /// The position of `--fen`, else the start of the game.
    ///
    /// # Errors
    /// When the text is no position, or when there is none and the board has no start.
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        if let Some(position) = self.given()? {
            return Ok(position);
        }
        Position::start(self.variant(), self.rules).ok_or_else(|| {
            anyhow!(
                "a board of {} has no start (R2.1): give a position with --fen",
                self.variant()
            )
        })
    }
}
