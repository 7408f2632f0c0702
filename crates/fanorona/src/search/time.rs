//! How long to think. There is no clock here: the caller says how much time has passed.
//! All times are in milliseconds.

use super::{Report, Value};
use crate::mv::Move;

/// Kept back from every clock and move time, in milliseconds: a slice, the way to the
/// other program, and the grain of clocks take some.
pub const TIME_RESERVE: u64 = 20;

/// Turns that a game is thought to have left where nobody says when the next time
/// comes. Games have about 50 half-moves.
const TURNS_TO_GO: u64 = 25;

/// More turns to go are not prepared for: games end before.
const MOST_TURNS_TO_GO: u64 = 100;

/// Not more than this share of a clock goes into one turn, unless it is the last
/// before the next time: one in so many.
const LARGEST_SHARE: u64 = 4;

/// A turn that turns out to be hard may take so many times what it was given.
const HARD_FACTOR: u64 = 4;

/// A fall of the value from one depth to the next that is worth more thought, in
/// hundredths of a stone.
const FALL: i32 = 60;

/// A player's clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// What is left for the game, or for the next `moves_to_go` turns.
    pub remaining: u64,
    /// What each turn adds after it is played.
    pub increment: u64,
    /// Turns until the clock gets its next time; `None` where it must last for the
    /// game. 0 counts as 1.
    pub moves_to_go: Option<u32>,
}

/// What bounds the time of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// This many milliseconds, all of them used.
    MoveTime(u64),
    /// A clock, used as well as can be.
    Clock(Clock),
}

/// Says when to stop thinking about one turn. Any numbers are allowed: with no time
/// left it says so at once.
///
/// ```
/// use fanorona::search::{Clock, TimeControl, TimeManager};
/// let clock = Clock { remaining: 60_000, increment: 1_000, moves_to_go: None };
/// let manager = TimeManager::new(TimeControl::Clock(clock));
/// assert!(manager.soft() < manager.hard() && manager.hard() < 60_000);
/// assert!(!manager.is_over(manager.hard() - 1) && manager.is_over(manager.hard()));
/// ```
#[derive(Clone, Debug)]
pub struct TimeManager {
    /// What the turn is given at first.
    given: u64,
    /// Whether all of it is to be used, however settled the best turn is.
    is_fixed: bool,
    soft: u64,
    hard: u64,
    /// Depth, turn and value of the last iteration that was heard of.
    last: Option<(u32, Move, Value)>,
    /// How unsettled the best turn is: 1000 for each change, halved by each
    /// iteration without one.
    unrest: u64,
}

impl TimeManager {
    /// For a turn whose thinking begins now.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        let (soft, hard) = match control {
            TimeControl::MoveTime(time) => {
                let time = time.saturating_sub(TIME_RESERVE);
                (time, time)
            }
            TimeControl::Clock(clock) => share(&clock),
        };
        Self {
            given: soft,
            is_fixed: matches!(control, TimeControl::MoveTime(_)),
            soft,
            hard,
            last: None,
            unrest: 0,
        }
    }

    /// Milliseconds after which no new iteration should begin. Changes as
    /// [`TimeManager::hear`] is told what the iterations find; never more than
    /// [`TimeManager::hard`].
    #[must_use]
    pub const fn soft(&self) -> u64 {
        self.soft
    }

    /// Milliseconds after which the turn must be played, whatever is under way. It
    /// is less than the clock has left.
    #[must_use]
    pub const fn hard(&self) -> u64 {
        self.hard
    }

    /// Takes in a report. The first of each depth counts: a best turn that keeps
    /// changing, or a value that has fallen, gets more time; one that stays gets less.
    pub fn hear(&mut self, report: &Report) {
        let Some(best) = report.best else { return };
        if self.last.is_some_and(|(depth, ..)| report.depth <= depth) {
            return;
        }
        if self.is_fixed {
            return;
        }
        let mut factor = 1000;
        if let Some((_, turn, value)) = self.last {
            self.unrest /= 2;
            if turn != best {
                self.unrest += 1000;
            }
            factor = 700 + self.unrest.min(1500);
            if has_fallen(value, report.value) {
                factor += 800;
            }
        }
        self.last = Some((report.depth, best, report.value));
        let soft = u128::from(self.given) * u128::from(factor) / 1000;
        self.soft = u64::try_from(soft).unwrap_or(u64::MAX).min(self.hard);
    }

    /// Whether a new iteration should not begin any more, `elapsed` milliseconds
    /// after the beginning.
    #[must_use]
    pub const fn is_enough(&self, elapsed: u64) -> bool {
        elapsed >= self.soft
    }

    /// Whether to stop now, `elapsed` milliseconds after the beginning.
    #[must_use]
    pub const fn is_over(&self, elapsed: u64) -> bool {
        elapsed >= self.hard
    }
}

/// The soft and the hard limit of a turn on a clock.
fn share(clock: &Clock) -> (u64, u64) {
    let there = clock.remaining.saturating_sub(TIME_RESERVE);
    let turns = clock.moves_to_go.map_or(TURNS_TO_GO, |turns| {
        u64::from(turns).clamp(1, MOST_TURNS_TO_GO)
    });
    let most = there / turns.min(LARGEST_SHARE);
    // The increment comes after the turn, so it can only be spent where time is left.
    let soft = (there / turns)
        .saturating_add(clock.increment / 4 * 3)
        .min(most);
    (soft, soft.saturating_mul(HARD_FACTOR).min(most))
}

/// Whether the second value is clearly worse than the first.
fn has_fallen(before: Value, now: Value) -> bool {
    let rank = |value| match value {
        Value::Estimate(hundredths) => hundredths,
        Value::Proved { wdl, .. } => match wdl {
            crate::outcome::Wdl::Loss => i32::MIN / 2,
            crate::outcome::Wdl::Draw => 0,
            crate::outcome::Wdl::Win => i32::MAX / 2,
        },
    };
    rank(now) < rank(before).saturating_sub(FALL)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::position::Position;

    const NUMBERS: [u64; 12] = [
        0,
        1,
        TIME_RESERVE - 1,
        TIME_RESERVE,
        TIME_RESERVE + 1,
        100,
        1_000,
        60_000,
        7_200_000,
        u64::MAX / 2,
        u64::MAX - 1,
        u64::MAX,
    ];

    fn controls() -> Vec<TimeControl> {
        let mut all: Vec<TimeControl> = NUMBERS.map(TimeControl::MoveTime).into();
        for remaining in NUMBERS {
            for increment in NUMBERS {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    all.push(TimeControl::Clock(Clock {
                        remaining,
                        increment,
                        moves_to_go,
                    }));
                }
            }
        }
        all
    }

    /// Reports of the same depths with these turns and values.
    fn reports(found: &[(usize, Value)]) -> Vec<Report> {
        let start = Position::start(Default::default(), Default::default()).unwrap();
        let (turns, _) = start.list_moves(10);
        let report = |(depth, (turn, value)): (usize, &(usize, Value))| Report {
            done: false,
            depth: depth as u32 + 1,
            nodes: 0,
            best: Some(turns[*turn]),
            pv: Vec::from([turns[*turn]]),
            value: *value,
            lines: Vec::new(),
        };
        found.iter().enumerate().map(report).collect()
    }

    /// The soft limit after these iterations, of a minute with a second a turn.
    fn soft_after(found: &[(usize, Value)]) -> u64 {
        let mut manager = TimeManager::new(TimeControl::Clock(Clock {
            remaining: 60_000,
            increment: 1_000,
            moves_to_go: None,
        }));
        for report in reports(found) {
            manager.hear(&report);
        }
        manager.soft()
    }

    #[test]
    fn no_numbers_lose_on_time() {
        let restless: Vec<(usize, Value)> = (0..40)
            .map(|depth| (depth % 3, Value::Estimate(-100 * depth as i32)))
            .collect();
        for control in controls() {
            let mut manager = TimeManager::new(control);
            let left = match control {
                TimeControl::MoveTime(time) => time,
                TimeControl::Clock(clock) => clock.remaining,
            };
            for report in reports(&restless) {
                assert!(manager.soft() <= manager.hard(), "{control:?}");
                assert!(manager.hard() <= left.saturating_sub(TIME_RESERVE));
                assert!(manager.is_over(manager.hard()) && manager.is_enough(manager.soft()));
                manager.hear(&report);
            }
            if left > 1_000 {
                assert!(manager.soft() > 0, "{control:?}");
            }
        }
    }

    #[test]
    fn a_move_time_is_used_whatever_is_found() {
        let mut manager = TimeManager::new(TimeControl::MoveTime(1_000));
        for report in reports(&[(0, Value::Estimate(0)); 12]) {
            manager.hear(&report);
        }
        assert_eq!(manager.hard(), 1_000 - TIME_RESERVE);
        assert!(!manager.is_over(900));
    }

    #[test]
    fn a_clock_lasts_for_the_game() {
        let mut remaining = 60_000;
        for _ in 0..200 {
            let manager = TimeManager::new(TimeControl::Clock(Clock {
                remaining,
                increment: 1_000,
                moves_to_go: None,
            }));
            remaining = remaining - manager.soft() + 1_000;
            assert!(remaining > 1_000);
        }
    }

    #[test]
    fn all_of_it_may_go_into_the_last_turn_before_the_next_time() {
        let manager = TimeManager::new(TimeControl::Clock(Clock {
            remaining: 10_000,
            increment: 0,
            moves_to_go: Some(1),
        }));
        assert_eq!(manager.hard(), 10_000 - TIME_RESERVE);
    }

    #[test]
    fn unrest_and_bad_news_get_more_time() {
        let value = Value::Estimate(20);
        let calm = soft_after(&[(0, value); 6]);
        let restless = soft_after(&[(0, value), (1, value), (0, value), (2, value)]);
        let worse = soft_after(&[(0, value), (0, Value::Estimate(-200))]);
        let first = soft_after(&[(0, value)]);
        assert!(
            calm < first && first < restless,
            "{calm} {first} {restless}"
        );
        assert!(worse > first, "{worse}");
        // Unrest is forgotten.
        let settled: Vec<(usize, Value)> = (0..20).map(|depth| (depth.min(1), value)).collect();
        assert!(soft_after(&settled) <= calm + calm / 100);
    }

    #[test]
    fn a_depth_counts_once() {
        let value = Value::Estimate(0);
        let mut manager = TimeManager::new(TimeControl::Clock(Clock {
            remaining: 60_000,
            ..Clock::default()
        }));
        let first = soft_of(&mut manager, &reports(&[(0, value), (1, value)])[1]);
        let mut again = reports(&[(0, value), (2, value)]).remove(1);
        assert_eq!(soft_of(&mut manager, &again), first);
        again.depth += 1;
        assert_ne!(soft_of(&mut manager, &again), first);
    }

    fn soft_of(manager: &mut TimeManager, report: &Report) -> u64 {
        manager.hear(report);
        manager.soft()
    }
}
