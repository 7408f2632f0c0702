//! Starts and positions as text (R2, R8.1) and turns as text (R8.2).

use fanorona_reference::{FenError, Side, TurnError, Variant};

use crate::check::{checks, read, same};

checks! {
    /// R1.1, R2: the starts, letter for letter.
    fn the_starts(game) {
        let written = |start: Option<_>| start.map(|state| game.write_fen(&state).replace('1', "."));
        let named = [
            (Variant::Tsivy, "BBBBBBBBB/BBBBBBBBB/BWBW.BWBW/WWWWWWWWW/WWWWWWWWW W 0 .", 22),
            (Variant::Dimy, "BBBBB/BBBBB/BW.BW/WWWWW/WWWWW W 0 .", 12),
            (Variant::Telo, "BBB/B.W/WWW W 0 .", 4),
        ];
        for (variant, fen, stones) in named {
            let start = game.start_of(variant);
            same("start", &written(start), &Some(fen.to_owned()))?;
            for side in [Side::White, Side::Black] {
                same("stones", &start.map(|state| state.board.count(side)), &Some(stones))?;
            }
        }
        same("7 wide", &written(game.start(7, 3)), &Some("BBBBBBB/BWB.WBW/WWWWWWW W 0 .".to_owned()))?;
        same("3 x 5", &written(game.start(3, 5)), &Some("BBB/BBB/B.W/WWW/WWW W 0 .".to_owned()))
    }

    /// R2.1.
    fn a_board_with_an_even_side_has_no_start(game) {
        for (width, height) in [(8, 5), (9, 4), (4, 4), (0, 3), (3, 0), (11, 5), (9, 7)] {
            same(&format!("{width} x {height}"), &game.start(width, height), &None)?;
        }
        read(game, "8/8/3WB3/8 W").map(|_| ())
    }

    /// R8.1.
    fn dots_and_digits_are_read_and_digits_written(game) {
        let wanted = "9/9/WW7/W8/BWW6 W 0 1".to_owned();
        for text in [&wanted, "........./9/WW....3/W8/BWW..4 W", "  9/9/WW16/W8/BWW6  W  0 "] {
            same(text, &game.write_fen(&read(game, text)?), &wanted)?;
        }
        same("counters", &game.write_fen(&read(game, "3/1B1/W2 B 12 34")?), &"3/1B1/W2 B 12 34".to_owned())
    }

    /// R8.1, R7.2.
    fn the_last_field_is_vela(game) {
        for text in ["9/9/WW7/W8/BWW6 W vela", "9/9/WW7/W8/BWW6 W 0 1 vela"] {
            let written = game.write_fen(&read(game, text)?);
            same(text, &written, &"9/9/WW7/W8/BWW6 W 0 1 vela".to_owned())?;
        }
        same("Dimy", &game.read_fen("5/5/5/5/WB3 W vela"), &Err(FenError::VelaNeedsTsivy))
    }

    /// R8.1.
    fn other_texts_are_refused(game) {
        let refused = [
            "", "vela", "9/9/9/9/9", "9/9/9/9/9 w", "9/9/9/9/9 WB", "9/9/9/9/8 W", "9/9/9/9/91 W", "9/9/9/9/9/9 W",
            "0/9 W", "99/99 W", "// W", "WX/.. W", "9/9/9/9/9 W -1 1", "9/9/9/9/9 W +1 1", "9/9/9/9/9 W 0 0",
            "9/9/9/9/9 W 0 99999999999", "9/9/9/9/9 W 0 1 2", "9/9/9/9/9 W vela 0 1", "9/9/9/9/9 W 0 1 Vela", "é/ü W",
        ];
        for text in refused {
            same(text, &game.read_fen(text).is_err(), &true)?;
        }
        Ok(())
    }

    /// R8.2.
    fn a_missing_letter_is_read_when_one_turn_fits(game) {
        let state = read(game, "5/5/2W1B/5/5 W")?;
        let turn = game.read_turn(&state, "c3-d3A");
        same("read", &turn.is_ok(), &true)?;
        same("letter missing", &game.read_turn(&state, "c3-d3"), &turn)?;
        same("wrong letter", &game.read_turn(&state, "c3-d3W"), &Err(TurnError::NoneFits))?;
        let state = read(game, "5/5/1BW1B/5/5 W")?;
        let candidates = vec!["c3-d3A".to_owned(), "c3-d3W".to_owned()];
        same("two fit", &game.read_turn(&state, "c3-d3"), &Err(TurnError::SeveralFit(candidates)))?;
        for text in ["", "-", "c3", "c3-", "c3-d3A-", "C3-d3A", "c3-d3a", "z9-z9", "c3--d3A", "c3-d4"] {
            same(text, &game.read_turn(&state, text), &Err(TurnError::NoneFits))?;
        }
        Ok(())
    }
}
