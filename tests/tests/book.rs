//! The opening book: what it says, of which positions, and who asks it.

use std::collections::BTreeSet;
use std::sync::Arc;

use fanorona::book::{Book, BookError, BookTurn, LATE_COUNT};
use fanorona::eval::network::NetworkWeights;
use fanorona::search::{Level, Limits, Search, Value};
use fanorona::{Color, Game, Position, Rules, Symmetry, Variant};
use fanorona_tests::start;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const TABLE: usize = 1 << 20;

/// The strongest level, which asks the book.
fn strongest(seed: u64) -> Limits {
    Level::ALL[Level::ALL.len() - 1].limits(seed)
}

/// Every position that the shipped book has, as games reach it.
fn games(book: &Book) -> Vec<Game> {
    let mut games = vec![Game::new(start("tsivy"))];
    let mut seen = BTreeSet::from([start("tsivy").to_string()]);
    let mut at = 0;
    while let Some(game) = games.get(at).cloned() {
        at += 1;
        for turn in book.turns(game.position()) {
            let mut next = game.clone();
            next.play(&turn.mv).expect("legal");
            if !book.turns(next.position()).is_empty() && seen.insert(next.position().to_string()) {
                games.push(next);
            }
        }
    }
    games
}

/// Turns with their scores, by name.
fn named(turns: &[BookTurn]) -> BTreeSet<(String, i16)> {
    let name = |turn: &BookTurn| (turn.mv.to_string(), turn.score);
    turns.iter().map(name).collect()
}

#[test]
fn the_shipped_book_is_whole_and_has_variety() {
    let book = Book::shipped();
    assert_eq!(book.variant(), Variant::TSIVY);
    assert_eq!(book.rules(), Rules::STANDARD);
    assert!(book.note().contains(r#""nodes":"#), "{}", book.note());
    let games = games(&book);
    assert!(games.len() >= book.len(), "all of it is reached");
    assert!(book.len() > 10, "{}", book.len());
    let mut choices = 0;
    for game in &games {
        let turns = book.turns(game.position());
        let falling = turns.windows(2).all(|pair| pair[0].score >= pair[1].score);
        assert!(falling, "best first: {turns:?}");
        assert_eq!(named(&turns).len(), turns.len(), "each turn once");
        choices += usize::from(turns.len() > 1);
    }
    assert!(choices > 5, "{choices}");
    // Read and written, it is the same file.
    let bytes = book.to_bytes(book.note());
    assert_eq!(Book::from_bytes(&bytes), Ok(book));
}

#[test]
fn a_book_is_the_same_under_symmetries_and_colors() {
    let book = Book::shipped();
    let mut compared = 0;
    for game in games(&book) {
        let position = *game.position();
        let turns = book.turns(&position);
        for symmetry in Symmetry::all(position.variant().board()) {
            let image = |turn: &BookTurn| BookTurn {
                mv: symmetry.mv(&turn.mv),
                ..*turn
            };
            let expected: Vec<_> = turns.iter().map(image).collect();
            let found = book.turns(&symmetry.position(&position));
            assert_eq!(named(&found), named(&expected), "{position} {symmetry:?}");
            compared += 1;
        }
        let swapped = position.swap_colors().expect("not Vela");
        assert_eq!(book.turns(&swapped), turns, "{position}");
    }
    assert!(compared >= 4 * book.len());
}

/// A made-up book of another board, with a position that is its own image: turns come with theirs.
#[test]
fn turns_of_a_symmetric_position_come_with_their_images() {
    let variant = Variant::DIMY;
    let fen = "1B1B1/B3B/2W2/B3B/1B1B1 W";
    let position = Position::from_fen(fen, variant, Rules::STANDARD).expect("a position");
    let mut book = Book::empty(variant.board(), Rules::STANDARD);
    let turn = |text: &str, score| BookTurn {
        mv: position.parse_move(text).expect("legal"),
        score,
    };
    book.put(&position, &[turn("c3-c4", 10), turn("c3-b4", -5)])
        .expect("fits");
    let names: Vec<_> = named(&book.turns(&position)).into_iter().collect();
    let expected = ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"].map(|to| {
        let is_corner = !to.contains(['c', '3']);
        (format!("c3-{to}"), if is_corner { -5 } else { 10 })
    });
    assert_eq!(names, expected);
    // Not reached from the start, it does not come into a file.
    let read = Book::from_bytes(&book.to_bytes("")).expect("whole");
    assert!(read.is_empty() && book.len() == 1);
}

/// Of other games, other rules and late counts a book says nothing.
#[test]
fn a_book_is_of_one_game_and_its_rules() {
    let book = Book::shipped();
    let with = |variant, rules| {
        let position = Position::start(variant, rules).expect("a start");
        book.turns(&position).len()
    };
    assert!(with(Variant::TSIVY, Rules::STANDARD) > 0);
    for (variant, rules) in [
        (Variant::VELA, Rules::STANDARD),
        (Variant::DIMY, Rules::STANDARD),
        (
            Variant::TSIVY,
            Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE,
        ),
        (Variant::TSIVY, Rules::ICGA),
        (Variant::TSIVY, Rules::CLUB),
        (Variant::TSIVY, Rules::empty()),
    ] {
        assert_eq!(with(variant, rules), 0, "{variant} {rules}");
    }
    for (count, has) in [(LATE_COUNT - 1, true), (LATE_COUNT, false)] {
        let mut setup = start("tsivy").setup();
        setup.no_capture = count;
        let position = setup.position().expect("a position");
        assert_eq!(!book.turns(&position).is_empty(), has, "{count}");
    }
}

#[test]
fn a_turn_that_does_not_fit_is_refused() {
    let position = start("tsivy");
    let turn = |text: &str, score| BookTurn {
        mv: position.parse_move(text).expect("legal"),
        score,
    };
    let mut book = Book::empty(position.variant().board(), Rules::STANDARD);
    let good = [turn("f2-e3A", 7), turn("d3-e3A", 7)];
    book.put(&position, &good).expect("fits");
    let next = position.play(&good[0].mv).expect("legal");
    let rising = [turn("f2-e3A", 7), turn("d3-e3A", 8)];
    for (position, turns, error) in [
        (&position, &[][..], BookError::Content),
        (&position, &rising, BookError::Content),
        (&next, &good, BookError::Content),
        (&start("dimy"), &good, BookError::Game),
        (&start("vela"), &good, BookError::Game),
    ] {
        assert_eq!(book.put(position, turns), Err(error));
    }
    assert_eq!((book.len(), book.turns(&position)), (1, good.to_vec()));
}

/// The same checksum as in the file: FNV-1a.
fn seal(bytes: &mut Vec<u8>) {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
}

/// Whatever the bytes are: an error, or a book of legal turns, but no panic.
#[test]
fn hostile_bytes_are_errors() {
    let whole = Book::shipped().to_bytes("note");
    let error = |bytes: &[u8]| Book::from_bytes(bytes).err();
    for end in 0..whole.len() {
        assert!(error(&whole[..end]).is_some(), "{end}");
    }
    assert_eq!(error(b""), Some(BookError::NotABook));
    assert_eq!(error(&NetworkWeights::MAGIC), Some(BookError::NotABook));
    assert_eq!(error(&Book::MAGIC), Some(BookError::Checksum));
    let mut longer = whole.clone();
    longer.push(0);
    assert_eq!(error(&longer), Some(BookError::Checksum));
    let body = &whole[..whole.len() - 8];
    let forged = |place: usize, byte: u8| {
        let mut forged = body.to_vec();
        forged[place] = byte;
        seal(&mut forged);
        forged
    };
    assert_eq!(error(&forged(8, 2)), Some(BookError::UnknownVersion));
    // Columns, rows, and rules that there are not.
    for (place, byte) in [(9, 10), (10, 0), (9, 8), (11, 255)] {
        assert_eq!(error(&forged(place, byte)), Some(BookError::Game));
    }
    // A note longer than the file.
    assert_eq!(error(&forged(13, 255)), Some(BookError::Length));
    for extra in [&[0][..], &[1, 0, 0], &[255; 20]] {
        let mut behind = body.to_vec();
        behind.extend(extra);
        seal(&mut behind);
        assert_eq!(error(&behind), Some(BookError::Length));
    }
    let (mut errors, mut books) = (0, 0);
    for (place, byte) in body.iter().enumerate().skip(8) {
        for change in [1, 2, 0x10, 0x7f, 0x80, 0xff] {
            match Book::from_bytes(&forged(place, byte ^ change)) {
                Ok(book) => {
                    let position = Position::start(book.variant(), book.rules());
                    let position = position.expect("a book has a start");
                    for turn in book.turns(&position) {
                        assert!(position.play(&turn.mv).is_ok());
                    }
                    books += 1;
                }
                Err(_) => errors += 1,
            }
        }
    }
    assert!(errors > 100 && books > 100, "{errors} {books}");
}

/// The strongest level plays by the book, another game with another seed, and calls nothing proved.
#[test]
fn the_strongest_level_plays_by_the_book() {
    let book = Book::shipped();
    let mut search = Search::new(TABLE);
    let mut all = 0;
    for game in games(&book) {
        let turns = book.turns(game.position());
        let mut played = BTreeSet::new();
        for seed in 0..40 {
            let report = search.think(&game, strongest(seed));
            let best = report.best.expect("a turn");
            let turn = turns.iter().find(|turn| turn.mv == best);
            let score = turn.expect("of the book").score.into();
            assert_eq!(report.value, Value::Estimate(score));
            assert_eq!((report.nodes, report.done), (1, true));
            let again = search.think(&game, strongest(seed));
            assert_eq!(again, report, "the same seed");
            let mut position = *game.position();
            for mv in &report.pv {
                position = position.play(mv).expect("legal");
            }
            played.insert(best.to_string());
        }
        assert_eq!(played.len(), turns.len(), "each turn is played");
        all += usize::from(turns.len() > 1);
    }
    assert!(all > 0);
}

/// Nobody else does; and where only some turns are looked at, or the position has stood before, nobody.
#[test]
fn a_book_is_asked_by_nobody_else() {
    let game = Game::new(start("tsivy"));
    let mut search = Search::new(TABLE);
    let mut searches = |limits: Limits, game: &Game, only: &[fanorona::Move]| {
        search.start_among(game, limits, only);
        while !search.run(100) && search.nodes() < 100 {}
        search.nodes() > 1
    };
    assert!(!searches(strongest(1), &game, &[]));
    assert!(!Limits::default().book);
    assert!(searches(Limits::default(), &game, &[]));
    assert!(searches(Level::ALL[0].limits(1), &game, &[]));
    let only = game.position().parse_move("d3-e3A").expect("legal");
    assert!(searches(strongest(1), &game, &[only]));
    for variant in ["vela", "dimy"] {
        assert!(searches(strongest(1), &Game::new(start(variant)), &[]));
    }
    let single = Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE;
    let single = Position::start(Variant::TSIVY, single).expect("a start");
    assert!(searches(strongest(1), &Game::new(single), &[]));
}

/// A book is no way to go round in a circle.
#[test]
fn a_position_that_has_stood_before_is_searched() {
    let fen = "9/9/4B4/9/W8 W";
    let variant = Variant::TSIVY;
    let position = Position::from_fen(fen, variant, Rules::STANDARD).expect("a position");
    let mut book = Book::empty(variant.board(), Rules::STANDARD);
    let turn = |text: &str| BookTurn {
        mv: position.parse_move(text).expect("legal"),
        score: 3,
    };
    book.put(&position, &[turn("a1-a2"), turn("a1-b1")])
        .expect("fits");
    let mut search = Search::new(TABLE);
    search.set_book(Arc::new(book));
    let limits = Limits {
        book: true,
        lines: 2,
        depth: Some(2),
        tables: false,
        ..Limits::default()
    };
    let mut game = Game::new(position);
    let report = search.think(&game, limits);
    assert_eq!((report.nodes, report.lines.len()), (1, 2));
    assert_eq!(report.lines[0].pv[0], report.best.expect("a turn"));
    assert_ne!(report.lines[0].pv[0], report.lines[1].pv[0]);
    for text in ["a1-a2", "e3-e4", "a2-a1", "e4-e3"] {
        let mv = game.position().parse_move(text).expect("legal");
        game.play(&mv).expect("legal");
    }
    assert_eq!(game.position().turn(), Color::White);
    assert!(search.think(&game, limits).nodes > 1);
}
