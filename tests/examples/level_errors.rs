//! Prints how often each level below full strength goes wrong where it is known what there is to see, by kind.
//!
//!     cargo run --release -p fanorona-tests --example level_errors [SEEDS]

use fanorona::search::{Level, Search};
use fanorona_tests::oversights::{Kind, lessons};

fn main() {
    let seeds: u64 = std::env::args()
        .nth(1)
        .map_or(100, |text| text.parse().expect("a number of seeds"));
    let lessons = lessons();
    let mut search = Search::new(4 << 20);
    print!("| level |");
    Kind::ALL.iter().for_each(|kind| print!(" {kind} |"));
    println!("\n|---|{}", "---|".repeat(Kind::ALL.len()));
    // Full strength overlooks nothing.
    let errs = |level: &Level| level.limits(0).oversight.is_some();
    for level in Level::ALL.into_iter().filter(errs) {
        print!("| {} {} |", level.number(), level.name());
        for kind in Kind::ALL {
            let of_kind = lessons.iter().filter(|lesson| lesson.kind == kind);
            let (mut errors, mut all) = (0, 0);
            for lesson in of_kind {
                errors += lesson.errors(&mut search, level, 0..seeds);
                all += seeds;
            }
            print!(" {:.1} % |", 100.0 * errors as f64 / all.max(1) as f64);
        }
        println!();
    }
}
