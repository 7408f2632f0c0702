//! A second generator of turns: stones as sets of numbered points, lines as lists of neighbours.
//!
//! Tables need the turns of millions of positions, for which the clause-by-clause generator of [`Reference::turns`] is too
//! slow. This one plays the same game (R3 to R5, without Vela and without R7.1) and gives boards only, no turns to show.
//! The tests hold the two against each other.

use crate::board::Direction;
use crate::{Board, Point, Reference, Side, State};

/// A set of points: bit `n` is the point number `n`, counted column by column from a1 ([`Board::points`]).
pub type Points = u64;

/// The eight directions; the one four places on is the opposite one.
const DIRECTIONS: [Direction; 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// No neighbour in this direction.
const EDGE: u8 = u8::MAX;

/// The lines of a board (R1.2, R1.3): for each point its neighbour in each direction.
#[derive(Clone, Debug)]
pub struct Lines {
    board: Board,
    next: Vec<[u8; 8]>,
}

impl Lines {
    /// The lines of a board of this size, up to 9 wide and 5 tall; `None` for any other (R1.1).
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let board = Board::empty(width, height)?;
        let reference = Reference::default();
        let points = board.points();
        let number = |point: Point| points.iter().position(|&other| other == point);
        let mut next = vec![[EDGE; 8]; points.len()];
        for (&point, next) in points.iter().zip(&mut next) {
            for (neighbour, direction) in reference.neighbours(&board, point) {
                let place = DIRECTIONS.iter().position(|&other| other == direction);
                if let (Some(place), Some(neighbour)) = (place, number(neighbour)) {
                    next[place] = neighbour as u8;
                }
            }
        }
        Some(Self { board, next })
    }

    /// The number of points.
    #[must_use]
    pub fn points(&self) -> usize {
        self.next.len()
    }

    /// The width and the height of the board.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.board.width(), self.board.height())
    }

    /// The stones of a side on a board of this size.
    #[must_use]
    pub fn stones(&self, board: &Board, side: Side) -> Points {
        let points = board.points().into_iter().enumerate();
        points
            .filter(|&(_, point)| board.stone(point) == Some(side))
            .fold(0, |stones, (number, _)| stones | 1 << number)
    }

    /// The state with these stones of the side to move and of the other side, counters as at the start.
    #[must_use]
    pub fn state(&self, mover: Points, other: Points, to_move: Side) -> State {
        let mut board = self.board;
        for (number, point) in self.board.points().into_iter().enumerate() {
            if mover >> number & 1 == 1 {
                board.set(point, Some(to_move));
            } else if other >> number & 1 == 1 {
                board.set(point, Some(to_move.other()));
            }
        }
        State {
            board,
            to_move,
            half_moves: 0,
            move_number: 1,
            vela: false,
        }
    }

    /// The ways to turn the board over that keep its lines, as the number that each point gets; the identity is the first.
    ///
    /// Left and right, up and down, or both can be exchanged. A board with an even side loses those that would exchange
    /// strong and weak points (R1.2).
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        let (width, height) = self.size();
        let turn_over = |columns: bool, rows: bool| {
            let image = |number: usize| {
                let (column, row) = (number / height, number % height);
                let column = if columns { width - 1 - column } else { column };
                let row = if rows { height - 1 - row } else { row };
                (column * height + row) as u8
            };
            (0..self.points()).map(image).collect::<Vec<u8>>()
        };
        let all = [(false, false), (true, false), (false, true), (true, true)];
        let candidates = all.map(|(columns, rows)| turn_over(columns, rows));
        let mut kept: Vec<Vec<u8>> = Vec::new();
        for images in candidates {
            // On a board of a single row or column some of the four are the same.
            if self.keeps_lines(&images) && !kept.contains(&images) {
                kept.push(images);
            }
        }
        kept
    }

    /// Whether neighbours stay neighbours.
    fn keeps_lines(&self, images: &[u8]) -> bool {
        let neighbours = |number: usize| {
            let next = self.next[number].iter().filter(|&&next| next != EDGE);
            next.fold(0, |set: Points, &next| set | 1 << next)
        };
        (0..self.points())
            .all(|number| neighbours(images[number] as usize) == image(neighbours(number), images))
    }

    /// Shows the board after every capturing turn, the stones of the mover first (R4, R5). A board that several turns leave
    /// is shown several times. `visit` answers whether to go on.
    ///
    /// Answers whether the mover has a capture.
    pub fn captures(
        &self,
        mover: Points,
        other: Points,
        visit: &mut impl FnMut(Points, Points) -> bool,
    ) -> bool {
        let mut any = false;
        for at in each(mover) {
            let go_on = self.chain(mover, other, at, None, 1 << at, &mut |mover, other| {
                any = true;
                visit(mover, other)
            });
            if !go_on {
                break;
            }
        }
        any
    }

    /// The capturing steps of the stone on `at` and all that follows (R5.2). Answers whether to go on.
    fn chain(
        &self,
        mover: Points,
        other: Points,
        at: usize,
        last: Option<usize>,
        visited: Points,
        visit: &mut dyn FnMut(Points, Points) -> bool,
    ) -> bool {
        for (direction, &to) in self.next[at].iter().enumerate() {
            if to == EDGE || (mover | other | visited) >> to & 1 == 1 || last == Some(direction) {
                continue;
            }
            let to = to as usize;
            let approached = self.run(to, direction, other);
            let withdrawn_from = self.run(at, (direction + 4) % 8, other);
            for taken in [approached, withdrawn_from] {
                if taken == 0 {
                    continue;
                }
                let (mover, other) = (mover & !(1 << at) | 1 << to, other & !taken);
                if !visit(mover, other)
                    || !self.chain(mover, other, to, Some(direction), visited | 1 << to, visit)
                {
                    return false;
                }
            }
        }
        true
    }

    /// The unbroken run of stones after a point (R4.3).
    fn run(&self, from: usize, direction: usize, stones: Points) -> Points {
        let (mut run, mut at) = (0, from);
        loop {
            let next = self.next[at][direction];
            if next == EDGE || stones >> next & 1 == 0 {
                return run;
            }
            run |= 1 << next;
            at = next as usize;
        }
    }

    /// Shows the mover's stones after every step to an empty neighbour (R3.1). These are the legal turns of a side that has
    /// no capture (R3.2); and, as a paika can be taken back, the boards that a paika can have come from. `visit` answers
    /// whether to go on.
    ///
    /// Answers whether there is such a step.
    pub fn paikas(
        &self,
        mover: Points,
        other: Points,
        visit: &mut impl FnMut(Points) -> bool,
    ) -> bool {
        let mut any = false;
        for at in each(mover) {
            for &to in &self.next[at] {
                if to == EDGE || (mover | other) >> to & 1 == 1 {
                    continue;
                }
                any = true;
                if !visit(mover & !(1 << at) | 1 << to) {
                    return true;
                }
            }
        }
        any
    }
}

/// The numbers of the points of a set, lowest first.
pub(crate) fn each(mut points: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (points != 0).then_some(points.trailing_zeros() as usize);
        points &= points.wrapping_sub(1);
        lowest
    })
}

/// A set of points after the board was turned over.
pub(crate) fn image(points: Points, images: &[u8]) -> Points {
    each(points).fold(0, |set, number| set | 1 << images[number])
}
