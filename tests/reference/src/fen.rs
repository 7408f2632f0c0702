//! Positions as text (R8.1).

use std::fmt;

use crate::{Board, Clause, MAX_HEIGHT, MAX_WIDTH, Point, Reference, Side, State};

/// Why a text is not a position (R8.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The board or the side to move is missing.
    TooShort,
    /// There is a field after the last one.
    TooLong,
    /// A row holds something else than `W`, `B`, `.` and the digits 1 to 9.
    BadStone(char),
    /// The rows are not all as wide as the first, or a side of the board is 0 or too long.
    BadSize,
    /// The side to move is not `W` or `B`.
    BadSide(String),
    /// A counter is not a number, is too large, or the move number is 0.
    BadCounter(String),
    /// `vela` on a board other than Tsivy (R7.2).
    VelaNeedsTsivy,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::TooShort => write!(f, "a position needs a board and a side to move (R8.1)"),
            FenError::TooLong => write!(f, "something follows the last field (R8.1)"),
            FenError::BadStone(found) => {
                write!(f, "{found:?} is not W, B, . or a digit from 1 to 9 (R8.1)")
            }
            FenError::BadSize => {
                write!(
                    f,
                    "rows must be equally long, at most {MAX_WIDTH} wide and {MAX_HEIGHT} tall (R1.1)"
                )
            }
            FenError::BadSide(found) => write!(f, "{found:?} is not a side to move, W or B (R8.1)"),
            FenError::BadCounter(found) => write!(f, "{found:?} is not a counter (R8.1)"),
            FenError::VelaNeedsTsivy => write!(f, "Vela is played on the 9 x 5 board only (R7.2)"),
        }
    }
}

impl std::error::Error for FenError {}

impl Reference {
    /// Reads a position (R8.1): board, side to move, then the two counters and `vela`, each of which may be left out.
    /// A missing count of half-moves is 0 and a missing move number 1.
    ///
    /// # Errors
    /// When the text is not a position; see [`FenError`].
    pub fn read_fen(&self, text: &str) -> Result<State, FenError> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let vela = fields.last() == Some(&"vela");
        if vela {
            fields.pop();
        }
        if fields.len() < 2 || (fields.len() < 4 && !self.holds(Clause::CountersOptional)) {
            return Err(FenError::TooShort);
        }
        if fields.len() > 4 {
            return Err(FenError::TooLong);
        }
        let board = self.read_board(fields[0])?;
        let to_move = match fields[1] {
            "W" => Side::White,
            "B" => Side::Black,
            other => return Err(FenError::BadSide(other.to_owned())),
        };
        let half_moves = fields
            .get(2)
            .map_or(Ok(0), |field| read_counter(field, 0))?;
        let move_number = fields
            .get(3)
            .map_or(Ok(1), |field| read_counter(field, 1))?;
        let tsivy = (board.width(), board.height()) == (9, 5);
        if vela && !tsivy && self.holds(Clause::VelaTsivyOnly) {
            return Err(FenError::VelaNeedsTsivy);
        }
        Ok(State {
            board,
            to_move,
            half_moves,
            move_number,
            vela,
        })
    }

    /// Writes a position in its canonical form (R8.1): digits for empty points, and both counters.
    #[must_use]
    pub fn write_fen(&self, state: &State) -> String {
        let board = &state.board;
        let rows: Vec<String> = (0..board.height())
            .rev()
            .map(|row| self.write_row(board, row as i32))
            .collect();
        let side = match state.to_move {
            Side::White => 'W',
            Side::Black => 'B',
        };
        let mut text = format!(
            "{} {side} {} {}",
            rows.join("/"),
            state.half_moves,
            state.move_number
        );
        if state.vela && self.holds(Clause::VelaFieldWritten) {
            text.push_str(" vela");
        }
        text
    }

    fn read_board(&self, text: &str) -> Result<Board, FenError> {
        let mut rows = Vec::new();
        for row in text.split('/') {
            rows.push(self.read_row(row)?);
        }
        // The first row of the text is the top of the board, which is the last row of the array.
        if self.holds(Clause::RowsFromTop) {
            rows.reverse();
        }
        let width = rows.first().map_or(0, Vec::len);
        let mut board = Board::empty(width, rows.len()).ok_or(FenError::BadSize)?;
        for (row, stones) in rows.iter().enumerate() {
            if stones.len() != width {
                return Err(FenError::BadSize);
            }
            for (column, &stone) in stones.iter().enumerate() {
                board.set(Point::new(column as i32, row as i32), stone);
            }
        }
        Ok(board)
    }

    fn read_row(&self, text: &str) -> Result<Vec<Option<Side>>, FenError> {
        let mut stones = Vec::new();
        for symbol in text.chars() {
            match symbol {
                'W' => stones.push(Some(Side::White)),
                'B' => stones.push(Some(Side::Black)),
                '.' if self.holds(Clause::DotsRead) => stones.push(None),
                '1'..='9' if self.holds(Clause::DigitsRead) => {
                    let run = symbol.to_digit(10).unwrap_or(0) as usize;
                    stones.extend(vec![None; run]);
                }
                other => return Err(FenError::BadStone(other)),
            }
        }
        Ok(stones)
    }

    fn write_row(&self, board: &Board, row: i32) -> String {
        let mut text = String::new();
        let mut run = 0;
        for column in 0..board.width() as i32 {
            let symbol = match board.stone(Point::new(column, row)) {
                Some(Side::White) => 'W',
                Some(Side::Black) => 'B',
                None if self.holds(Clause::DigitsWritten) => {
                    run += 1;
                    continue;
                }
                None => '.',
            };
            write_run(&mut text, &mut run);
            text.push(symbol);
        }
        write_run(&mut text, &mut run);
        text
    }
}

/// Ends a run of empty points, if there is one.
fn write_run(text: &mut String, run: &mut usize) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

fn read_counter(text: &str, least: u32) -> Result<u32, FenError> {
    let bad = || FenError::BadCounter(text.to_owned());
    // `parse` alone would read a leading plus sign.
    if !text.chars().all(|symbol| symbol.is_ascii_digit()) {
        return Err(bad());
    }
    let value: u32 = text.parse().map_err(|_| bad())?;
    if value < least { Err(bad()) } else { Ok(value) }
}
