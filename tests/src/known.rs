//! The counts of `docs/endgames.md`, on which two independent programs agree, read out of the document itself.

use fanorona::tablebase::{ClassStats, LongestDtw};

/// What is known of one class.
#[derive(Clone, Debug)]
pub struct KnownClass {
    /// Stones of the side to move.
    pub mover: usize,
    /// Stones of the other side.
    pub other: usize,
    /// Counts and longest distances to conversion.
    pub stats: ClassStats,
    /// Longest distances to win; `None` where nobody has looked for them.
    pub to_win: Option<LongestDtw>,
}

/// The classes of 2 to `stones` stones on 9x5, at most 7.
///
/// # Panics
/// When the document does not have every one of them.
#[must_use]
pub fn known_classes(stones: usize) -> Vec<KnownClass> {
    let document = include_str!("../../docs/endgames.md");
    let classes = document.lines().filter_map(class);
    let classes = classes.filter(|class| class.mover + class.other <= stones);
    let classes: Vec<_> = classes.collect();
    let expected = (2..=stones).flat_map(|all| (1..all).map(move |mover| (mover, all - mover)));
    let found = classes.iter().map(|class| (class.mover, class.other));
    assert!(found.eq(expected), "the document has every class in order");
    classes
}

/// A line of the table of classes; `None` for any other line.
fn class(line: &str) -> Option<KnownClass> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[
        "",
        class,
        win,
        draw,
        loss,
        total,
        _,
        _,
        _,
        quiet,
        win_dtw,
        win_dtc,
        losses,
        "",
    ] = fields.as_slice()
    else {
        return None;
    };
    let (mover, other) = class.split_once('-')?;
    let (mover, other) = (mover.parse().ok()?, other.parse().ok()?);
    let [win, draw, loss, total, quiet_reduced] = [win, draw, loss, total, quiet].map(number);
    assert_eq!(win + draw + loss, total, "{line}");
    let (loss_dtw, loss_dtc) = losses.split_once(" / ").expect("two distances");
    Some(KnownClass {
        mover,
        other,
        stats: ClassStats {
            win,
            draw,
            loss,
            longest_win_dtc: distance(win_dtc),
            longest_loss_dtc: distance(loss_dtc),
            quiet_reduced,
        },
        to_win: (win_dtw != "?").then(|| LongestDtw {
            longest_win_dtw: distance(win_dtw),
            longest_loss_dtw: distance(loss_dtw),
        }),
    })
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().expect("a count")
}

fn distance(text: &str) -> Option<u8> {
    (text != "-").then(|| text.parse().expect("a distance"))
}
