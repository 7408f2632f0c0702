//! `fanorona train`: fits an evaluation to games.

mod model;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use fanorona::eval::Evaluator;
use fanorona::eval::network::NetworkWeights;
use fanorona::{Color, Rules, Setup, Variant, Wdl};
use serde::Serialize;

use crate::random::Random;
use crate::selfplay::samples::{self, Sample};
use crate::whole_file::{WholeFile, read_if_begins};
use crate::{output, progress};
use model::{Adam, Numbers, Scratch, Shape, share};

/// Samples of one step.
const BATCH: usize = 8_192;

/// One sample in so many, at the end of the files, is not learned from but judged.
const JUDGED: usize = 20;

/// Arguments of `fanorona train`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of samples from `fanorona selfplay`
    #[arg(required = true, value_name = "FILE")]
    samples: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often all samples are looked at
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Share of the search's score in what is learned, the rest is the game's result
    #[arg(long, value_name = "0..1", default_value_t = 0.7, value_parser = fraction)]
    lambda: f32,
    /// Size of the first steps
    #[arg(long, value_name = "RATE", default_value_t = 0.003)]
    rate: f32,
    /// The same seed and number of threads give the same weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// The day, for the note in the weights
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "")]
    date: String,
}

/// Where weights come from: the note that they carry.
#[derive(Serialize)]
struct Provenance<'a> {
    samples: usize,
    epochs: u32,
    lambda: f32,
    rate: f32,
    seed: u64,
    /// Mean squared error of the share of points: of the samples learned, of others, and
    /// of the others by the weights as they are stored.
    loss: [f32; 3],
    date: &'a str,
}

fn fraction(text: &str) -> Result<f32, &'static str> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("a number from 0 to 1"),
    }
}

/// Learns.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // Found wrong before long work, not after it.
    let out_name = || args.out.display().to_string();
    let out_file = WholeFile::new(&args.out, &NetworkWeights::MAGIC).with_context(out_name)?;
    let mut all = Vec::new();
    let mut variant = None;
    for path in &args.samples {
        let name = || path.display().to_string();
        let bytes = read_if_begins(path, samples::MAGIC).with_context(name)?;
        let (of, more) = samples::read(&bytes).with_context(name)?;
        if *variant.get_or_insert(of) != of {
            bail!("{}: samples of another game", name());
        }
        all.extend(more);
    }
    let (Some(variant), true) = (variant, all.len() >= JUDGED) else {
        bail!("too few samples");
    };
    let Some(shape) = Shape::new(variant) else {
        bail!("no network is made for this board");
    };
    let judged = all.split_off(all.len() - all.len() / JUDGED);
    let (mut random, mut adam) = (Random::new(args.seed), Adam::new(&shape));
    let mut numbers = shape.begin(&mut random);
    let bar = progress::bar();
    bar.set_length(u64::from(args.epochs) * all.len() as u64);
    let steps = args.epochs as usize * all.len().div_ceil(BATCH);
    let mut step = 0;
    let mut losses = [0.0; 3];
    for epoch in 0..args.epochs {
        shuffle(&mut all, &mut random);
        let mut loss = 0.0;
        for batch in all.chunks(BATCH) {
            let (gradient, more) = learn(args, &shape, &numbers, batch);
            loss += more;
            // From fast to slow along half a wave.
            let slowed = (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos()) / 2.0;
            adam.step(
                &shape,
                &mut numbers,
                &gradient,
                batch.len(),
                args.rate * (0.02 + 0.98 * slowed),
            );
            step += 1;
            bar.inc(batch.len() as u64);
        }
        let (_, other) = learn(args, &shape, &numbers, &judged);
        losses[0] = loss / all.len() as f32;
        losses[1] = other / judged.len() as f32;
        let message = format!("epoch {}: {:.5} {:.5}", epoch + 1, losses[0], losses[1]);
        bar.set_message(message);
    }
    bar.finish_and_clear();
    let weights = shape.quantised(&numbers);
    let evaluator = Evaluator::by_networks(std::slice::from_ref(&weights))?;
    losses[2] = judge(args, &evaluator, variant, &judged)?;
    let note = serde_json::to_string(&Provenance {
        samples: all.len(),
        epochs: args.epochs,
        lambda: args.lambda,
        rate: args.rate,
        seed: args.seed,
        loss: losses,
        date: &args.date,
    })?;
    out_file
        .replace(|out| out.write_all(&weights.to_bytes(&note)))
        .with_context(out_name)?;
    let by_hand = judge(args, &Evaluator::by_hand(), variant, &judged)?;
    let mut out = output::stdout();
    writeln!(out, "{note}")?;
    writeln!(out, "loss by hand-set weights {by_hand:.5}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What is to be learned of a sample.
fn target(args: &Args, sample: &Sample) -> f32 {
    let result = match sample.result {
        Wdl::Loss => 0.0,
        Wdl::Draw => 0.5,
        Wdl::Win => 1.0,
    };
    args.lambda * share(i32::from(sample.score)) + (1.0 - args.lambda) * result
}

/// Fisher-Yates.
fn shuffle(samples: &mut [Sample], random: &mut Random) {
    for place in (1..samples.len()).rev() {
        samples.swap(place, random.below(place as u64 + 1) as usize);
    }
}

/// The gradient of a batch and its loss. Each thread has its own part, and the parts are
/// added in their order, so that the sum is the same every time.
fn learn(args: &Args, shape: &Shape, numbers: &Numbers, batch: &[Sample]) -> (Numbers, f32) {
    let part = |samples: &[Sample]| {
        let (mut gradient, mut scratch) = (shape.zero(), Scratch::default());
        let losses = samples.iter().map(|sample| {
            shape.learn(
                numbers,
                sample,
                target(args, sample),
                &mut scratch,
                &mut gradient,
            )
        });
        let loss = losses.sum::<f32>();
        (gradient, loss)
    };
    let size = batch.len().div_ceil(usize::from(args.threads)).max(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = batch
            .chunks(size)
            .map(|samples| scope.spawn(move || part(samples)))
            .collect();
        let mut sum = (shape.zero(), 0.0);
        for thread in threads {
            if let Ok((gradient, loss)) = thread.join() {
                sum.0.add(&gradient);
                sum.1 += loss;
            }
        }
        sum
    })
}

/// The mean squared error of an evaluation.
fn judge(
    args: &Args,
    evaluator: &Evaluator,
    variant: Variant,
    samples: &[Sample],
) -> anyhow::Result<f32> {
    let mut sum = 0.0;
    for sample in samples {
        let mut setup = Setup::empty(variant, Rules::STANDARD);
        setup.stones = [sample.own, sample.enemy];
        if variant.is_vela() && sample.own.len() < sample.enemy.len() {
            // In part one White has all its stones: the mover is Black.
            setup.stones.swap(0, 1);
            setup.turn = Color::Black;
        }
        let position = setup.position()?;
        let error = share(evaluator.evaluate(&position)) - target(args, sample);
        sum += error * error;
    }
    Ok(sum / samples.len().max(1) as f32)
}
