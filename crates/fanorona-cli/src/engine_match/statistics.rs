//! What the games of a match say about the strength of two players.
//!
//! Games come in pairs with the same opening and colours swapped, so that an
//! opening that favours one side cancels out. The two games of a pair are not
//! independent; all error bars and tests are over pairs.

use serde::Serialize;

/// Quantile of the normal distribution for an interval of 95 %.
const NORMAL_95: f64 = 1.959_964;

/// The results of pairs of games, seen by the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs {
    /// Pairs by the half points that the first player has of its two games, 0 to 4.
    pub(crate) by_half_points: [u64; 5],
}

/// An estimate with its 95 % interval; `None` where it has no bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Elo {
    pub(crate) value: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

impl Pairs {
    pub(crate) fn add(&mut self, half_points: usize) {
        self.by_half_points[half_points] += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.by_half_points.iter().sum()
    }

    /// Mean score of a game, 0 to 1; one half of no games.
    pub(crate) fn score(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        self.mean(0.0)
    }

    /// Half of the 95 % interval of the score.
    pub(crate) fn margin(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        (NORMAL_95 * (self.variance() / self.count() as f64).sqrt()).min(0.5)
    }

    /// The difference in strength on the scale of Elo.
    pub(crate) fn elo(&self) -> Elo {
        let (score, margin) = (self.score(), self.margin());
        Elo {
            value: elo(score),
            low: elo(score - margin),
            high: elo(score + margin),
        }
    }

    /// The logarithm of how much likelier the results are if the first player is
    /// `elo1` better than if it is `elo0` better: the generalised test of
    /// sequential analysis with the normal distribution for the mean of pairs.
    pub(crate) fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let (s0, s1) = (expected(elo0), expected(elo1));
        let evidence = self.count() as f64 * (s1 - s0) * (2.0 * self.score() - s0 - s1);
        evidence / (2.0 * self.variance())
    }

    /// Mean of a pair's score (0 to 1), with so many pairs more of each result.
    fn mean(&self, more: f64) -> f64 {
        let weights = self.by_half_points.map(|count| count as f64 + more);
        let sum: f64 = (0..5).map(|i| weights[i] * pair_score(i)).sum();
        sum / weights.iter().sum::<f64>()
    }

    /// Variance of a pair's score. One pair of each result is added: the first pairs are often
    /// alike, and a spread taken for none would decide a test after a handful of games.
    fn variance(&self) -> f64 {
        const MORE: f64 = 1.0;
        let mean = self.mean(MORE);
        let weights = self.by_half_points.map(|count| count as f64 + MORE);
        let sum: f64 = (0..5)
            .map(|i| weights[i] * (pair_score(i) - mean).powi(2))
            .sum();
        sum / weights.iter().sum::<f64>()
    }
}

/// The share of a pair's points.
fn pair_score(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// The score to expect of a player that is this much better.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The inverse of [`expected`].
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// Wald's sequential probability ratio test of "`elo1` better" against "`elo0` better".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    /// Chance to accept `elo1` where `elo0` is true,
    pub(crate) alpha: f64,
    /// and the other way round.
    pub(crate) beta: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    /// The first player is better.
    Accepted,
    /// It is not.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Below the first it is rejected, above the second accepted.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    pub(crate) fn decision(&self, pairs: &Pairs) -> Decision {
        let ratio = pairs.log_likelihood_ratio(self.elo0, self.elo1);
        let (low, high) = self.bounds();
        if ratio >= high {
            Decision::Accepted
        } else if ratio <= low {
            Decision::Rejected
        } else {
            Decision::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn pairs(by_half_points: [u64; 5]) -> Pairs {
        Pairs { by_half_points }
    }

    #[test]
    fn scores_and_elo() {
        let even = pairs([5, 10, 20, 10, 5]);
        assert_eq!((even.count(), even.score()), (50, 0.5));
        let elo = even.elo();
        assert!(elo.value.is_some_and(|value| value.abs() < 1e-9));
        assert!(elo.low.is_some_and(|low| (-80.0..-40.0).contains(&low)));
        // Ten to one is 400.
        let better = pairs([1, 0, 0, 0, 10]);
        assert!(
            better
                .elo()
                .value
                .is_some_and(|value| (value - 400.0).abs() < 1e-9)
        );
        assert_eq!(pairs([0, 0, 0, 0, 3]).elo().value, None);
        assert_eq!(Pairs::default().score(), 0.5);
    }

    #[test]
    fn the_test_decides_both_ways() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        };
        assert_eq!(sprt.decision(&Pairs::default()), Decision::Open);
        assert_eq!(sprt.decision(&pairs([1, 2, 4, 3, 2])), Decision::Open);
        assert_eq!(
            sprt.decision(&pairs([5, 20, 100, 60, 30])),
            Decision::Accepted
        );
        assert_eq!(
            sprt.decision(&pairs([30, 60, 100, 60, 30])),
            Decision::Rejected
        );
        let (low, high) = sprt.bounds();
        assert!((low + high).abs() < 1e-12 && (high - 2.944).abs() < 1e-3);
    }

    /// Two equal players, and one that is `elo1` better, in games of which half are drawn: a
    /// test is wrong about as seldom as it says, however it begins.
    #[test]
    fn the_test_is_seldom_wrong() {
        const TESTS: u64 = 1_000;
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let mut random = Random::new(7);
        let mut accepted = |score: f64| {
            let mut decided = |_| {
                let mut pairs = Pairs::default();
                while sprt.decision(&pairs) == Decision::Open && pairs.count() < 5_000 {
                    let mut game = || {
                        let lot = random.fraction();
                        usize::from(lot < score - 0.25) + usize::from(lot < score + 0.25)
                    };
                    let half_points = game() + game();
                    pairs.add(half_points);
                }
                sprt.decision(&pairs)
            };
            (0..TESTS)
                .map(&mut decided)
                .filter(|it| *it == Decision::Accepted)
                .count() as f64
                / TESTS as f64
        };
        let wrong = [
            accepted(expected(sprt.elo0)),
            1.0 - accepted(expected(sprt.elo1)),
        ];
        assert!(
            wrong.iter().all(|share| (0.01..0.075).contains(share)),
            "{wrong:?}"
        );
    }

    /// The first pairs of a test say nothing yet, and their margin is wide.
    #[test]
    fn a_pair_decides_nothing() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
        };
        for place in 0..5 {
            let mut few = Pairs::default();
            for count in 1..=4 {
                few.add(place);
                assert_eq!(sprt.decision(&few), Decision::Open, "{few:?}");
                assert!(few.margin() > 0.15, "{count}: {}", few.margin());
            }
        }
    }
}
