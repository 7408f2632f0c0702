//! Builds the reference's table and prints its counts and how long it took: `table_counts WIDTH HEIGHT STONES`.

use std::time::Instant;

use fanorona_reference::Table;

fn main() -> Result<(), String> {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse().map_err(|_| format!("{text:?} is no number")))
        .collect::<Result<_, _>>()?;
    let [width, height, stones] = numbers[..] else {
        return Err("give width, height and stones".to_owned());
    };
    let start = Instant::now();
    let table = Table::build(width, height, stones, &mut |progress| {
        if progress.distance.is_none() {
            let (mover, other) = (progress.mover, progress.other);
            eprintln!("{:.1} s: {mover}-{other}", start.elapsed().as_secs_f64());
        }
    })
    .map_err(|error| error.to_string())?;
    println!("built in {:.1} s", start.elapsed().as_secs_f64());
    println!("class, win, draw, loss, longest win, longest loss");
    for total in 2..=table.stones() {
        for mover in 1..total {
            let counts = table.counts(mover, total - mover);
            println!(
                "{mover}-{} {} {} {} {:?} {:?}",
                total - mover,
                counts.win,
                counts.draw,
                counts.loss,
                counts.longest_win,
                counts.longest_loss
            );
        }
    }
    Ok(())
}
