//! What is special about a turn.

use alloc::vec::Vec;

use super::Goal;
use super::judge::Judgement;
use crate::mv::Move;
use crate::position::Position;
use crate::step::{Step, StepKind};

/// Steps of a chain that is called long.
const LONG: usize = 4;

/// Stones of both sides in a position that is called a middle game.
const MANY_STONES: u32 = 12;

/// What makes a puzzle worth looking at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Theme {
    /// The chain must end although it could go on.
    StopEarly,
    /// A step by withdrawal where the same step by approach would not do.
    Withdrawal,
    /// A quiet turn wins.
    Quiet,
    /// A chain of four steps or more.
    LongChain,
    /// It takes less than could be taken.
    TakeLess,
    /// One turn alone saves the game.
    OnlyDefence,
    /// The win ends with a block.
    Block,
    /// Many stones are on the board.
    MiddleGame,
    /// Few stones are.
    Ending,
}

/// The themes of a puzzle whose solution begins with `key`.
pub(super) fn themes(
    position: &Position,
    judgement: &Judgement,
    goal: Goal,
    line: &[Move],
    is_block: bool,
) -> Vec<Theme> {
    let Some(key) = line.first() else {
        return Vec::new();
    };
    let mut themes = Vec::new();
    let mut add = |is_so: bool, theme: Theme| {
        if is_so {
            themes.push(theme);
        }
    };
    let spoils = |wanted: &dyn Fn(&Move) -> bool| {
        judgement
            .turns
            .iter()
            .any(|turn| !turn.keeps && wanted(&turn.mv))
    };
    let goes_on = |mv: &Move| mv.len() > key.len() && begins_with(mv, key);
    let taken = |mv: &Move| taken(position, mv);
    let most = judgement.turns.iter().map(|turn| taken(&turn.mv)).max();
    // Not where some turn of those that take the most keeps the value too.
    let greedy_fails = !judgement
        .turns
        .iter()
        .any(|turn| turn.keeps && Some(taken(&turn.mv)) == most);
    let stones = position.stones(position.turn()).len() + position.stones(!position.turn()).len();
    add(
        spoils(&goes_on)
            && !judgement
                .turns
                .iter()
                .any(|turn| turn.keeps && goes_on(&turn.mv)),
        Theme::StopEarly,
    );
    add(spoils(&|mv| is_other_kind(mv, key)), Theme::Withdrawal);
    add(goal == Goal::Win && !key.is_capture(), Theme::Quiet);
    add(key.len() >= LONG, Theme::LongChain);
    add(key.is_capture() && greedy_fails, Theme::TakeLess);
    let boards = super::make::boards(judgement.turns.iter().filter(|turn| turn.keeps));
    add(goal == Goal::Draw && boards == 1, Theme::OnlyDefence);
    add(is_block, Theme::Block);
    add(stones >= MANY_STONES, Theme::MiddleGame);
    add(stones < MANY_STONES, Theme::Ending);
    themes
}

fn begins_with(mv: &Move, key: &Move) -> bool {
    mv.start() == key.start() && mv.steps().zip(key.steps()).all(|(one, other)| one == other)
}

/// Whether `mv` goes the way of `key` up to a step by approach where `key` withdraws.
fn is_other_kind(mv: &Move, key: &Move) -> bool {
    let differs = |(one, other): (Step, Step)| one != other;
    let parted = mv.steps().zip(key.steps()).find(|pair| differs(*pair));
    parted.is_some_and(|(one, other)| {
        (one.from, one.to) == (other.from, other.to)
            && (one.kind, other.kind) == (StepKind::Approach, StepKind::Withdrawal)
    })
}

/// Stones that a turn takes.
pub(super) fn taken(position: &Position, mv: &Move) -> u32 {
    let other = !position.turn();
    position.stones(other).len() - position.play_unchecked(mv).stones(other).len()
}
