//! The board (R1): sides, points, stones on a (column, row) array, and the lines between points.

use crate::{Clause, Reference};

/// The widest board (R1.1).
pub const MAX_WIDTH: usize = 9;
/// The tallest board (R1.1).
pub const MAX_HEIGHT: usize = 5;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White, who moves first (R2.1).
    White,
    /// Black.
    Black,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// A point by its column and row, both from 0; a1 is (0, 0) (R1.2). It may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// 0 is the a column, at White's left.
    pub column: i32,
    /// 0 is row 1, at White's side.
    pub row: i32,
}

impl Point {
    /// The point at this column and row, both from 0.
    #[must_use]
    pub fn new(column: i32, row: i32) -> Self {
        Self { column, row }
    }
}

/// A direction as (columns, rows), each -1, 0 or 1.
pub(crate) type Direction = (i32, i32);

/// The direction of a step between two points of the board.
pub(crate) fn direction(from: Point, to: Point) -> Direction {
    (
        (to.column - from.column).signum(),
        (to.row - from.row).signum(),
    )
}

/// The opposite direction.
pub(crate) fn opposite((columns, rows): Direction) -> Direction {
    (-columns, -rows)
}

/// The stones on a board of a given size (R1.1), up to 9 wide and 5 tall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    /// `stones[column][row]`.
    stones: [[Option<Side>; MAX_HEIGHT]; MAX_WIDTH],
}

impl Board {
    /// An empty board, or `None` when a side is 0 or too long.
    #[must_use]
    pub fn empty(width: usize, height: usize) -> Option<Self> {
        let fits = (1..=MAX_WIDTH).contains(&width) && (1..=MAX_HEIGHT).contains(&height);
        fits.then_some(Self {
            width,
            height,
            stones: [[None; MAX_HEIGHT]; MAX_WIDTH],
        })
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether the board has this point.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.index(point).is_some()
    }

    /// The stone on a point; `None` when it is empty or off the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        let (column, row) = self.index(point)?;
        self.stones[column][row]
    }

    /// Puts a stone on a point or empties it. A point off the board is left alone.
    pub fn set(&mut self, point: Point, stone: Option<Side>) {
        if let Some((column, row)) = self.index(point) {
            self.stones[column][row] = stone;
        }
    }

    /// Every point of the board, a1 first, column by column.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for column in 0..self.width as i32 {
            for row in 0..self.height as i32 {
                points.push(Point::new(column, row));
            }
        }
        points
    }

    /// How many stones a side has.
    #[must_use]
    pub fn count(&self, side: Side) -> usize {
        self.points()
            .into_iter()
            .filter(|&point| self.stone(point) == Some(side))
            .count()
    }

    fn index(&self, point: Point) -> Option<(usize, usize)> {
        let column = usize::try_from(point.column).ok()?;
        let row = usize::try_from(point.row).ok()?;
        (column < self.width && row < self.height).then_some((column, row))
    }
}

impl Reference {
    /// Whether a point is strong (R1.2): its column and row have an even sum.
    #[must_use]
    pub fn is_strong(&self, point: Point) -> bool {
        let even = point.column.rem_euclid(2) == point.row.rem_euclid(2);
        even == self.holds(Clause::StrongIsEven)
    }

    /// The directions of the lines that meet at a point (R1.2). Some of them may lead off the board.
    pub(crate) fn directions(&self, point: Point) -> Vec<Direction> {
        let mut directions = vec![(1, 0), (0, 1), (-1, 0), (0, -1)];
        let diagonals = if self.is_strong(point) {
            self.holds(Clause::StrongHasDiagonals)
        } else {
            !self.holds(Clause::StrongDiagonalsOnly)
        };
        if diagonals {
            directions.extend([(1, 1), (-1, 1), (-1, -1), (1, -1)]);
        }
        directions
    }

    /// The next point in a direction, or `None` at the edge (R1.3).
    pub(crate) fn next_point(
        &self,
        board: &Board,
        point: Point,
        direction: Direction,
    ) -> Option<Point> {
        let next = Point::new(point.column + direction.0, point.row + direction.1);
        if board.contains(next) {
            return Some(next);
        }
        if self.holds(Clause::NoWrap) {
            return None;
        }
        let wrapped = Point::new(next.column.rem_euclid(board.width() as i32), next.row);
        board.contains(wrapped).then_some(wrapped)
    }

    /// The points that a line joins to this one at distance one (R1.3), each with its direction.
    pub(crate) fn neighbours(&self, board: &Board, point: Point) -> Vec<(Point, Direction)> {
        let mut neighbours = Vec::new();
        for direction in self.directions(point) {
            let Some(next) = self.next_point(board, point, direction) else {
                continue;
            };
            neighbours.push((next, direction));
            if !self.holds(Clause::DistanceOne)
                && let Some(far) = self.next_point(board, next, direction)
            {
                neighbours.push((far, direction));
            }
        }
        neighbours
    }
}
