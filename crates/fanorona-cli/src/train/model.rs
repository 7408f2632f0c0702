//! The network while it learns: numbers with a fraction, and their gradients.

use fanorona::eval::network::{
    BUCKETS, HIDDEN_ONE, MOST_HIDDEN_WEIGHT, MOST_OUTPUT_WEIGHT, NetworkWeights, OUTPUT_ONE,
    OUTPUT_SCALE, SETS, bucket, filters, inputs,
};
use fanorona::{Square, Symmetry, Variant};

use crate::random::Random;
use crate::selfplay::samples::Sample;

/// Places of Adam (Kingma, Ba 2015): how fast the means of gradients and of their squares forget.
const BETA: [f32; 2] = [0.9, 0.999];

/// All numbers of a network in one row, so that a step of learning is one loop: weights of
/// the hidden layer by set, point and filter; its bias; output weights by bucket and filter; their bias.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(Vec<f32>);

/// What does not change while a network learns.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    variant: Variant,
    filters: usize,
    points: usize,
    /// By image of a filter, by point of the frame: the point of the board whose weights stand there.
    places: Vec<[u16; Square::COUNT]>,
    hidden_bias: usize,
    output: usize,
    output_bias: usize,
    len: usize,
}

impl Shape {
    /// `None` for a board that no network is made for.
    pub(crate) fn new(variant: Variant) -> Option<Self> {
        let board = variant.board();
        let filters = filters(board)?;
        let squares: Vec<Square> = board.points().iter().collect();
        let points = squares.len();
        let places = Symmetry::all(board).map(|symmetry| {
            let mut places = [0; Square::COUNT];
            for (number, square) in squares.iter().enumerate() {
                places[symmetry.square(*square).index()] = number as u16;
            }
            places
        });
        let hidden_bias = SETS * points * filters;
        let output = hidden_bias + filters;
        let output_bias = output + BUCKETS * filters;
        Some(Self {
            variant,
            filters,
            points,
            places: places.collect(),
            hidden_bias,
            output,
            output_bias,
            len: output_bias + BUCKETS,
        })
    }

    /// Small numbers by lot.
    pub(crate) fn begin(&self, random: &mut Random) -> Numbers {
        let mut numbers = vec![0.0; self.len];
        let mut fill = |range: std::ops::Range<usize>, size: f32| {
            for number in &mut numbers[range] {
                *number = (random.fraction() as f32 * 2.0 - 1.0) * size;
            }
        };
        fill(0..self.hidden_bias, 0.15);
        fill(self.output..self.output_bias, 0.3);
        for bias in &mut numbers[self.hidden_bias..self.output] {
            *bias = 0.3;
        }
        Numbers(numbers)
    }

    pub(crate) fn zero(&self) -> Numbers {
        Numbers(vec![0.0; self.len])
    }

    /// Judges a sample, adds the gradient of its loss to `gradient`, and returns the loss.
    /// `target` is the share of points to expect.
    pub(crate) fn learn(
        &self,
        numbers: &Numbers,
        sample: &Sample,
        target: f32,
        scratch: &mut Scratch,
        gradient: &mut Numbers,
    ) -> f32 {
        let filters = self.filters;
        scratch.rows.clear();
        let sets = inputs(self.variant.board(), sample.own, sample.enemy);
        for (set, squares) in sets.into_iter().enumerate() {
            let rows = squares.iter().map(|square| (set, square.index()));
            scratch.rows.extend(rows);
        }
        let bucket = bucket((sample.own | sample.enemy).len());
        let output = self.output + bucket * filters;
        let output = output..output + filters;
        let row = |image: usize, (set, at): (usize, usize)| {
            let point = set * self.points + usize::from(self.places[image][at]);
            point * filters..(point + 1) * filters
        };
        let mut sum = numbers.0[self.output_bias + bucket];
        scratch.hidden.clear();
        for image in 0..self.places.len() {
            let begin = scratch.hidden.len();
            scratch
                .hidden
                .extend_from_slice(&numbers.0[self.hidden_bias..self.output]);
            let hidden = &mut scratch.hidden[begin..];
            for at in &scratch.rows {
                for (unit, weight) in hidden.iter_mut().zip(&numbers.0[row(image, *at)]) {
                    *unit += weight;
                }
            }
            for (unit, weight) in hidden.iter().zip(&numbers.0[output.clone()]) {
                sum += unit.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        let share = 1.0 / (1.0 + (-sum).exp());
        let error = share - target;
        gradient.0[self.output_bias + bucket] += error;
        for image in 0..self.places.len() {
            let hidden = &mut scratch.hidden[image * filters..(image + 1) * filters];
            for (filter, unit) in hidden.iter_mut().enumerate() {
                let value = unit.clamp(0.0, 1.0);
                gradient.0[output.start + filter] += error * value * value;
                let open = *unit > 0.0 && *unit < 1.0;
                *unit = if open {
                    2.0 * error * value * numbers.0[output.start + filter]
                } else {
                    0.0
                };
            }
            for (bias, unit) in gradient.0[self.hidden_bias..self.output]
                .iter_mut()
                .zip(&*hidden)
            {
                *bias += unit;
            }
            for at in &scratch.rows {
                for (weight, unit) in gradient.0[row(image, *at)].iter_mut().zip(&*hidden) {
                    *weight += unit;
                }
            }
        }
        error * error
    }

    /// The numbers as they are stored and used.
    pub(crate) fn quantised(&self, numbers: &Numbers) -> NetworkWeights {
        let whole = |range: std::ops::Range<usize>, one: i32, most: i16| {
            let weight = |number: &f32| {
                let most = f32::from(most);
                (number * one as f32).round().clamp(-most, most) as i16
            };
            numbers.0[range].iter().map(weight).collect()
        };
        let mut output_bias = [0; BUCKETS];
        let one = (HIDDEN_ONE * HIDDEN_ONE * OUTPUT_ONE) as f32;
        for (bias, number) in output_bias.iter_mut().zip(&numbers.0[self.output_bias..]) {
            *bias = (number * one).round() as i32;
        }
        NetworkWeights {
            variant: self.variant,
            input: whole(0..self.hidden_bias, HIDDEN_ONE, MOST_HIDDEN_WEIGHT),
            hidden_bias: whole(
                self.hidden_bias..self.output,
                HIDDEN_ONE,
                MOST_HIDDEN_WEIGHT,
            ),
            output: whole(
                self.output..self.output_bias,
                OUTPUT_ONE,
                MOST_OUTPUT_WEIGHT,
            ),
            output_bias,
        }
    }

    /// The largest size that each number may have, as [`Shape::quantised`] can store it.
    fn most(&self, place: usize) -> f32 {
        if place < self.output {
            f32::from(MOST_HIDDEN_WEIGHT) / HIDDEN_ONE as f32
        } else if place < self.output_bias {
            f32::from(MOST_OUTPUT_WEIGHT) / OUTPUT_ONE as f32
        } else {
            100.0
        }
    }
}

/// The share of points that a score stands for.
pub(crate) fn share(score: i32) -> f32 {
    1.0 / (1.0 + (-(score as f32) / OUTPUT_SCALE as f32).exp())
}

/// Room for one sample.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    rows: Vec<(usize, usize)>,
    hidden: Vec<f32>,
}

impl Numbers {
    pub(crate) fn add(&mut self, other: &Self) {
        for (number, more) in self.0.iter_mut().zip(&other.0) {
            *number += more;
        }
    }
}

/// Adam.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(shape: &Shape) -> Self {
        Self {
            mean: vec![0.0; shape.len],
            square: vec![0.0; shape.len],
            steps: 0,
        }
    }

    /// A step against `gradient`, the mean of one batch.
    pub(crate) fn step(
        &mut self,
        shape: &Shape,
        numbers: &mut Numbers,
        gradient: &Numbers,
        count: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let [mean, square] = BETA.map(|beta| 1.0 - beta.powi(self.steps));
        for place in 0..shape.len {
            let slope = gradient.0[place] / count as f32;
            self.mean[place] = BETA[0] * self.mean[place] + (1.0 - BETA[0]) * slope;
            self.square[place] = BETA[1] * self.square[place] + (1.0 - BETA[1]) * slope * slope;
            let step =
                rate * (self.mean[place] / mean) / ((self.square[place] / square).sqrt() + 1e-8);
            let most = shape.most(place);
            numbers.0[place] = (numbers.0[place] - step).clamp(-most, most);
        }
    }
}
