//! Positions with few stones for the library and the slow reference alike. Both are given the same points; neither is asked
//! to make the other's positions.

use std::ops::ControlFlow;

use fanorona::tablebase::{Builder, Tables};
use fanorona::{Bitboard, Board, Color, Position, Rules, Setup, Square, Variant, Wdl};
use fanorona_reference as slow;
use fanorona_reference::{Lines, Points};

/// A board as both know it.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The library's.
    pub board: Board,
    /// The reference's.
    pub lines: Lines,
    /// The library's name for each of the reference's points.
    squares: Vec<Square>,
}

impl Boards {
    /// A board of this size.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Self {
        let board = Board::new(width, height).expect("a board");
        let lines = Lines::new(width.into(), height.into()).expect("a board");
        let columns = (0..width).flat_map(|column| (0..height).map(move |row| (column, row)));
        let squares = columns.map(|(column, row)| Square::new(column, row).expect("a point"));
        Self {
            board,
            lines,
            squares: squares.collect(),
        }
    }

    /// The library's position with these stones of the side to move and of the other side.
    #[must_use]
    pub fn position(&self, mover: Points, other: Points, turn: Color, no_capture: u16) -> Position {
        let stones = |points: Points| {
            let squares = self.squares.iter().enumerate();
            let set = squares.filter(|&(number, _)| points >> number & 1 == 1);
            set.fold(Bitboard::EMPTY, |stones, (_, &square)| stones.with(square))
        };
        let [own, enemy] = [mover, other].map(stones);
        let mut setup = Setup::empty(Variant::on(self.board), Rules::STANDARD);
        setup.stones = match turn {
            Color::White => [own, enemy],
            Color::Black => [enemy, own],
        };
        setup.turn = turn;
        setup.no_capture = no_capture;
        setup.position().expect("a position")
    }

    /// What the library's tables say to the side to move.
    #[must_use]
    pub fn value(&self, tables: &Tables, mover: Points, other: Points) -> Option<slow::Value> {
        let value = tables.probe(&self.position(mover, other, Color::White, 0))?;
        Some(named(value.wdl, value.dtc))
    }

    /// The same with the distance to win.
    #[must_use]
    pub fn to_win(&self, tables: &Tables, mover: Points, other: Points) -> Option<slow::Value> {
        let value = tables.probe(&self.position(mover, other, Color::White, 0))?;
        Some(named(value.wdl, value.dtw))
    }

    /// The same, win, draw or loss only, also for a side without stones, which has lost (R6.1).
    #[must_use]
    pub fn worth(&self, tables: &Tables, mover: Points, other: Points) -> slow::Wdl {
        if mover == 0 {
            return slow::Wdl::Loss;
        }
        let value = self.value(tables, mover, other);
        value.expect("in the tables").wdl()
    }

    /// Shows every way to place so many stones of the side to move and of the other side, symmetric ones each.
    pub fn for_each_placement(
        &self,
        mover: usize,
        other: usize,
        visit: &mut impl FnMut(Points, Points),
    ) {
        let all = (1 << self.lines.points()) - 1;
        for_each_subset(all, mover, 0, &mut |own| {
            for_each_subset(all & !own, other, 0, &mut |enemy| visit(own, enemy));
        });
    }
}

/// A small part of a board's positions, for comparing every one of them.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Most stones of both sides together.
    pub stones: usize,
}

impl Part {
    const fn new(width: u8, height: u8, stones: usize) -> Self {
        Self {
            width,
            height,
            stones,
        }
    }

    /// How many placements it has: 2 to `stones` stones, at least one of each side.
    #[must_use]
    pub fn placements(&self) -> u64 {
        let points = u64::from(self.width) * u64::from(self.height);
        let of = |stones: u64| {
            let sets = (0..stones).fold(1, |sets, taken| sets * (points - taken) / (taken + 1));
            sets * ((1 << stones) - 2)
        };
        (2..=self.stones as u64).map(of).sum()
    }
}

/// The game's own board.
pub const TSIVY_TO_THREE: Part = Part::new(9, 5, 3);
/// The same with one stone more, which takes seconds with optimisation.
pub const TSIVY_TO_FOUR: Part = Part::new(9, 5, 4);
/// The smallest board with a start, filled as far as it goes.
pub const ALL_OF_TELO: Part = Part::new(3, 3, 9);
/// A board that is wider than tall, with an odd middle.
pub const FIVE_BY_THREE: Part = Part::new(5, 3, 5);
/// Boards whose symmetries are fewer, or whose strong points are others.
pub const OTHER_BOARDS: [Part; 6] = [
    Part::new(3, 5, 4),
    Part::new(4, 3, 4),
    Part::new(4, 4, 4),
    Part::new(2, 5, 4),
    Part::new(7, 1, 4),
    Part::new(9, 2, 4),
];

/// Shows every set of `size` of these points, each together with `chosen`.
fn for_each_subset(points: Points, size: usize, chosen: Points, visit: &mut dyn FnMut(Points)) {
    if size == 0 {
        visit(chosen);
        return;
    }
    let mut rest = points;
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        rest &= !lowest;
        for_each_subset(rest, size - 1, chosen | lowest, visit);
    }
}

/// The longest distance that forward search follows to its end.
pub const DEEPEST: u8 = 5;

/// So deep it searches where a longer distance, or none, is claimed.
const SHALLOW: u8 = 3;

/// Whether forward search, which tells whether the mover wins or loses within so many turns, finds what is claimed: this
/// distance and no shorter one, or nothing where it is too far off.
#[must_use]
pub fn is_found(
    claimed: slow::Value,
    wins: &dyn Fn(u8) -> bool,
    loses: &dyn Fn(u8) -> bool,
) -> bool {
    match claimed {
        slow::Value::Win(distance) if distance <= DEEPEST => wins(distance) && !wins(distance - 1),
        slow::Value::Loss(distance) if distance <= DEEPEST => {
            loses(distance) && (distance == 0 || !loses(distance - 1))
        }
        _ => !wins(SHALLOW) && !loses(SHALLOW),
    }
}

/// Tables of positions of up to `stones` stones, built by two threads where there are threads.
///
/// # Panics
/// When there can be no such tables.
#[must_use]
pub fn build_tables(board: Board, stones: usize) -> Tables {
    let mut builder = Builder::new(board, stones).expect("not too many");
    while !builder.is_done() {
        work_all(&builder);
        builder.advance().expect("distances fit");
    }
    builder.into_tables()
}

#[cfg(not(target_arch = "wasm32"))]
fn work_all(builder: &Builder) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let pieces = || std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let left = pieces().take_while(|&piece| piece < builder.pieces());
                left.for_each(|piece| builder.work(piece));
            });
        }
    });
}

#[cfg(target_arch = "wasm32")]
fn work_all(builder: &Builder) {
    (0..builder.pieces()).for_each(|piece| builder.work(piece));
}

/// A value of the library in the words of the reference.
///
/// # Panics
/// When a win or a loss has no distance, or a draw has one.
#[must_use]
pub fn named(wdl: Wdl, distance: Option<u8>) -> slow::Value {
    match (wdl, distance) {
        (Wdl::Win, Some(distance)) => slow::Value::Win(distance),
        (Wdl::Draw, None) => slow::Value::Draw,
        (Wdl::Loss, Some(distance)) => slow::Value::Loss(distance),
        other => panic!("{other:?} is no value"),
    }
}

/// What the no-capture limit (R6.3a) leaves of a value, when so many half-moves have gone by since the last capture: a value whose conversion comes with the last half-move of the limit or earlier stays what it is, another
/// becomes a draw.
///
/// It asks for the next conversion only. That is enough to 6 stones: what is left after it has at most 5, whose own
/// conversions come within the limit.
#[must_use]
pub fn under_limit(value: slow::Value, counter: usize) -> slow::Wdl {
    match value.dtc() {
        Some(distance) if counter + usize::from(distance) > slow::LIMIT => slow::Wdl::Draw,
        _ => value.wdl(),
    }
}

/// A plain generator of random numbers; the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// So many stones on random points, at least one of each side: those of the side to move, and the others.
    pub fn stones(&mut self, points: usize, stones: usize) -> (Points, Points) {
        let mut sides: [Points; 2] = [0; 2];
        while (sides[0] | sides[1]).count_ones() < stones as u32 {
            let point = 1 << self.below(points);
            if (sides[0] | sides[1]) & point == 0 {
                // The first two stones are of different sides.
                let side = match (sides[0], sides[1]) {
                    (0, _) => 0,
                    (_, 0) => 1,
                    _ => self.below(2),
                };
                sides[side] |= point;
            }
        }
        (sides[0], sides[1])
    }
}

/// What a mover who has to capture gets at best, when everything after the capture is looked up; `None` when it has no
/// capture.
pub fn best_capture(
    lines: &Lines,
    mover: Points,
    other: Points,
    look_up: &impl Fn(Points, Points) -> slow::Wdl,
) -> Option<slow::Wdl> {
    let mut best = slow::Wdl::Loss;
    let any = lines.captures(mover, other, &mut |mover, other| {
        best = best.max(-look_up(other, mover));
        best != slow::Wdl::Win
    });
    any.then_some(best)
}

/// Asks every paika of a mover without a capture, until one answers `Break`. `None` when the mover is blocked.
pub fn paikas<T>(
    lines: &Lines,
    mover: Points,
    other: Points,
    ask: &mut impl FnMut(Points) -> ControlFlow<T>,
) -> Option<ControlFlow<T>> {
    let mut answer = ControlFlow::Continue(());
    let any = lines.paikas(mover, other, &mut |mover| {
        answer = ask(mover);
        answer.is_continue()
    });
    any.then_some(answer)
}
