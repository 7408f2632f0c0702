//! Positions, moves and records: round trips, and bad input.

use fanorona::{
    FenError, Game, MoveError, Position, Record, RecordDefaults, RecordFault, Rules, SetupErrors,
    Variant,
};
use fanorona_tests::{random_game, start, tsivy};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const VARIANTS: [&str; 6] = ["tsivy", "dimy", "telo", "vela", "7x5", "3x3"];

fn defaults() -> RecordDefaults {
    RecordDefaults::default()
}

#[test]
fn positions_read_back() {
    for variant in VARIANTS {
        for seed in 0..20 {
            let game = random_game(start(variant), seed, 5 * seed as usize);
            let position = game.position();
            let text = position.to_fen();
            let read = Position::from_fen(&text, position.variant(), position.rules())
                .expect("reads its own text");
            assert_eq!(&read, position);
            assert_eq!(read.to_fen(), text);
        }
    }
    assert_eq!(
        tsivy("........./9/WW......./W8/BWW6 W").to_fen(),
        "9/9/WW7/W8/BWW6 W 0 1"
    );
}

#[test]
fn bad_positions_are_refused() {
    let read = |text: &str| Position::from_fen(text, Variant::TSIVY, Rules::STANDARD);
    assert_eq!(read(""), Err(FenError::Empty));
    assert_eq!(read("   "), Err(FenError::Empty));
    assert_eq!(
        read("9/9/9/9 W"),
        Err(FenError::RowCount {
            expected: 5,
            found: 4
        })
    );
    assert_eq!(
        read("9/9/9/9/9/9 W"),
        Err(FenError::RowCount {
            expected: 5,
            found: 6
        })
    );
    assert_eq!(
        read("9/9/9/9/8 W"),
        Err(FenError::RowLength {
            row: 1,
            expected: 9
        })
    );
    assert_eq!(
        read("9W/9/9/9/9 W"),
        Err(FenError::RowLength {
            row: 5,
            expected: 9
        })
    );
    assert_eq!(read("w8/9/9/9/9 W"), Err(FenError::UnknownCharacter('w')));
    assert_eq!(read("0W8/9/9/9/9 W"), Err(FenError::UnknownCharacter('0')));
    assert_eq!(
        read("\u{0661}W8/9/9/9/9 W"),
        Err(FenError::UnknownCharacter('\u{0661}'))
    );
    assert_eq!(read("9/9/9/9/W8"), Err(FenError::SideToMove));
    assert_eq!(read("9/9/9/9/W8 x"), Err(FenError::SideToMove));
    assert_eq!(read("9/9/9/9/W8 WB"), Err(FenError::SideToMove));
    assert_eq!(read("9/9/9/9/W8 W -1"), Err(FenError::NoCapture));
    assert_eq!(read("9/9/9/9/W8 W +1"), Err(FenError::NoCapture));
    assert_eq!(read("9/9/9/9/W8 W 65536"), Err(FenError::NoCapture));
    assert_eq!(read("9/9/9/9/W8 W 0 0"), Err(FenError::MoveNumber));
    assert_eq!(
        read("9/9/9/9/W8 W 0 99999999999"),
        Err(FenError::MoveNumber)
    );
    assert_eq!(read("9/9/9/9/W8 W 0 1 more"), Err(FenError::TrailingText));
    assert_eq!(
        read("9/9/9/9/W8 W 0 1 vela vela"),
        Err(FenError::TrailingText)
    );
    assert_eq!(
        read("9/9/9/9/9 W"),
        Err(FenError::Setup(SetupErrors::NO_STONES))
    );
    let telo = Position::from_fen("3/3/W1B W vela", Variant::TELO, Rules::STANDARD);
    assert_eq!(telo, Err(FenError::TrailingText));
    let huge = "9/".repeat(100_000);
    assert!(matches!(read(&huge), Err(FenError::RowCount { .. })));
}

/// A set-up says every reason at once.
#[test]
fn every_reason_of_a_setup_is_told() {
    let mut setup = start("dimy").setup();
    setup.stones[0] = fanorona::Bitboard::FRAME;
    setup.move_number = 0;
    let errors = setup.position().expect_err("three things are wrong");
    assert_eq!(errors.reasons().count(), 3);
    assert_eq!(errors.to_string().matches(';').count(), 2);
}

#[test]
fn moves_read_back() {
    for variant in VARIANTS {
        for seed in 0..10 {
            let game = random_game(start(variant), seed, 60);
            for (position, mv) in game.history() {
                assert_eq!(position.parse_move(&mv.to_string()), Ok(*mv));
            }
        }
    }
}

#[test]
fn bad_moves_are_refused() {
    let position = start("tsivy");
    for text in [
        "", "-", "e3", "e3-", "-e3A", "f2e3A", "f2-e3X", "f2-e3AA", "f2-e9A", "j2-e3A", "F2-E3A",
        "f2-é3", "f2-xéA",
    ] {
        assert_eq!(
            position.parse_move(text),
            Err(MoveError::Syntax),
            "{text:?}"
        );
    }
    let long = format!("f2{}", "-e3A".repeat(100_000));
    assert_eq!(position.parse_move(&long), Err(MoveError::Syntax));
    assert_eq!(
        position
            .parse_move("f2-e3")
            .expect("one turn fits")
            .to_string(),
        "f2-e3A"
    );
    let Err(MoveError::Ambiguous { candidates }) = position.parse_move("d3-e3") else {
        panic!("two turns fit")
    };
    assert_eq!(
        candidates
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["d3-e3A", "d3-e3W"]
    );
}

fn same_game(a: &Game, b: &Game) -> bool {
    a.start() == b.start() && a.moves() == b.moves() && a.end() == b.end()
}

#[test]
fn records_read_back() {
    for variant in VARIANTS {
        for (seed, rules) in ["standard", "icga", "club,single-first-capture", "none"]
            .iter()
            .enumerate()
        {
            let rules: Rules = rules.parse().expect("rules");
            let begin =
                Position::start(variant.parse().expect("a variant"), rules).expect("a start");
            let mut record = Record::new(random_game(begin, seed as u64, 70));
            record
                .headers
                .push(("White".into(), "A \"quoted\" \\ name".into()));
            record.headers.push(("Annotator".into(), "somebody".into()));
            record.comments.push((0, "before all".into()));
            record.comments.push((
                record.game.ply() / 2,
                "a long comment ".repeat(20).trim().into(),
            ));
            record.comments.push((record.game.ply(), "last".into()));
            let text = record.to_string();
            let read = Record::parse(&text, &defaults()).expect("reads its own text");
            assert!(same_game(&read.game, &record.game), "{text}");
            assert_eq!(read.comments, record.comments);
            assert_eq!(read.header("White"), record.header("White"));
            assert_eq!(read.header("Annotator"), Some("somebody"));
            assert_eq!(read.to_string(), text);
            assert!(
                text.lines()
                    .filter(|line| !line.starts_with('['))
                    .all(|line| line.chars().count() < 200)
            );
        }
    }
}

#[test]
fn a_record_from_a_position_keeps_it() {
    let game = random_game(tsivy("9/9/WW7/W8/BWW4B1 B 7 31"), 1, 10);
    let text = Record::new(game.clone()).to_string();
    assert!(
        text.contains("[FEN \"9/9/WW7/W8/BWW4B1 B 7 31\"]"),
        "{text}"
    );
    assert!(text.contains("31... "), "{text}");
    assert!(same_game(
        &Record::parse(&text, &defaults()).expect("reads").game,
        &game
    ));
}

/// Whatever headers a program puts in, what is written can be read.
#[test]
fn odd_headers_leave_the_record_readable() {
    let mut game = Game::new(start("tsivy"));
    game.play(&game.position().parse_move("f2-e3A").expect("legal"))
        .expect("legal");
    let mut record = Record::new(game);
    for (name, value) in [
        ("White", "a \"b\" ] [c] \\"),
        ("Black", "two\nlines\r\n\u{0}"),
        ("Empty", ""),
        ("Note", "{ 1-0 }"),
        ("", "no name"),
        ("two words", "x"),
        ("Sp\u{e9}cial", "x"),
        ("a]\n[FEN", "9/9/9/9/9 W"),
        ("Result", "?"),
    ] {
        record.headers.push((name.into(), value.into()));
    }
    let text = record.to_string();
    let again = Record::parse(&text, &defaults()).unwrap_or_else(|error| panic!("{text}{error}"));
    assert_eq!(again.to_string(), text);
    assert_eq!(again.header("White"), Some("a \"b\" ] [c] \\"));
    assert_eq!(again.header("Black"), Some("two lines   "));
    assert_eq!(again.header("Empty"), Some(""));
    assert!(same_game(&again.game, &record.game));
}

/// A record that says two things of its game is not believed in either.
#[test]
fn headers_that_contradict_each_other_are_a_fault() {
    for (name, one, other) in [
        ("Result", "1-0", "0-1"),
        ("Variant", "tsivy", "telo"),
        ("Rules", "icga", "club"),
        ("FEN", "9/9/9/9/W7B W", "9/9/9/9/W6B1 W"),
    ] {
        let twice = |second: &str| format!("[{name} \"{one}\"]\n[{name} \"{second}\"]\n");
        let error = Record::parse(&twice(other), &defaults()).expect_err(name);
        assert_eq!(error.fault, RecordFault::TwoValues(name));
        assert_eq!(error.line, 2);
        assert!(Record::parse(&twice(one), &defaults()).is_ok(), "{name}");
    }
}

#[test]
fn resignation_and_agreement_are_kept() {
    let mut game = random_game(start("tsivy"), 3, 6);
    game.resign(fanorona::Color::Black);
    let text = Record::new(game.clone()).to_string();
    assert!(text.trim_end().ends_with("1-0"));
    assert!(same_game(
        &Record::parse(&text, &defaults()).expect("reads").game,
        &game
    ));
}

#[test]
fn reading_is_forgiving_of_form() {
    let plain = Record::parse("f2-e3A d5-d4A", &defaults()).expect("bare turns");
    for text in [
        "1. f2-e3A d5-d4A *",
        "1.f2-e3A d5-d4A",
        "\u{feff}1. f2-e3A\r\n1... d5-d4A\r\n*\r\n",
        "[Event \"x\"]\n\n\n1.\nf2-e3A\n\n$3 d5-d4A {hm\n\nhm}\n",
        "[Variant \"Tsivy\"]1.f2-e3A{good}d5-d4A",
    ] {
        let read =
            Record::parse(text, &defaults()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert!(same_game(&read.game, &plain.game), "{text:?}");
    }
}

#[test]
fn the_first_fault_is_told_with_its_place() {
    let fault = |text: &str| Record::parse(text, &defaults()).expect_err("there is a fault");
    let illegal = fault("[Event \"x\"]\n\n1. f2-e3A d5-d4A\n2. g2-f2 *");
    assert_eq!(
        (illegal.line, illegal.turn, illegal.fault.clause()),
        (4, 3, "R3.2")
    );
    let ambiguous = fault("1. d3-e3 *");
    assert_eq!(
        (ambiguous.line, ambiguous.turn, ambiguous.fault.clause()),
        (1, 1, "R8.2")
    );
    assert_eq!(ambiguous.fault.candidates().len(), 2);
    assert_eq!(fault("{never closed").fault, RecordFault::OpenComment);
    assert_eq!(fault("[Event x]").fault, RecordFault::Header);
    assert_eq!(fault("[Event \"x\"").fault, RecordFault::Header);
    assert_eq!(fault("[Variant \"chess\"]").fault, RecordFault::Variant);
    assert_eq!(fault("[Rules \"any\"]").fault, RecordFault::Rules);
    assert_eq!(fault("[Variant \"4x4\"]").fault, RecordFault::NoStart);
    assert!(matches!(fault("[FEN \"9 W\"]").fault, RecordFault::Fen(_)));
    assert_eq!(fault("* f2-e3A").fault, RecordFault::AfterTheResult);
    assert_eq!(
        fault("[Result \"1-0\"]\n f2-e3A 0-1").fault,
        RecordFault::Result
    );
    let dimy = RecordDefaults {
        start: Some(start("dimy")),
        ..defaults()
    };
    let other = Record::parse("[Event \"x\"]\n[Variant \"telo\"]", &dimy).expect_err("two starts");
    assert_eq!((other.line, other.fault), (2, RecordFault::OtherStart));
    assert_eq!(fault("f2-e3A\rd5-d4A\ra1-a2").line, 3);
    let over = fault("[FEN \"9/9/9/9/W1B6 W\"]\n1. a1-b1A b1-a1");
    assert_eq!((over.line, over.turn, over.fault.clause()), (2, 2, "R6.1"));
    assert_eq!(
        fault("[FEN \"9/9/9/9/W1B6 W\"]\n1. a1-b1A 0-1").fault,
        RecordFault::Result
    );
}

/// No text makes a reader panic: pieces of good texts, cut and glued.
#[test]
fn mangled_texts_do_no_harm() {
    let good = Record::new(random_game(start("tsivy"), 5, 40)).to_string();
    let mut state = 7u64;
    let mut next = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for _ in 0..2_000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = next(256) as u8,
                1 => bytes.truncate(at + 1),
                2 => bytes.insert(at, b"[]{}\"\\-*$AW\n\0"[next(13)]),
                _ => {
                    bytes.remove(at);
                    bytes.push(b' ');
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(record) = Record::parse(&text, &defaults()) {
            let again = record.to_string();
            assert_eq!(
                Record::parse(&again, &defaults())
                    .expect("reads its own text")
                    .to_string(),
                again
            );
        }
        for word in text.split_whitespace().take(30) {
            let _ = start("tsivy").parse_move(word);
            let _ = Position::from_fen(word, Variant::TSIVY, Rules::STANDARD);
            let _ = word.parse::<Rules>();
            let _ = word.parse::<Variant>();
        }
    }
}

#[test]
fn rules_read_back() {
    for bits in 0..8 {
        let rules = Rules::from_bits_truncate(bits);
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    assert_eq!("standard,-repetition".parse(), Ok(Rules::ICGA));
    assert_eq!(
        "single-first-capture".parse(),
        Ok(Rules::STANDARD | Rules::SINGLE_FIRST_CAPTURE)
    );
    assert!("".parse::<Rules>().is_err() && "standard,icga".parse::<Rules>().is_err());
}
