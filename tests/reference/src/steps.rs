//! Single steps: paikas (R3), captures (R4) and what may follow a capture in the same turn (R5).

use crate::board::{direction, opposite};
use crate::{Board, Clause, Point, Reference, Side, State};

/// What a step captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// Nothing (R3.2).
    Paika,
    /// The stones in front of it (R4.1).
    Approach,
    /// The stones behind it (R4.2).
    Withdrawal,
}

/// One step of one stone (R3.1, R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the stone stood.
    pub from: Point,
    /// Where it goes.
    pub to: Point,
    /// What it captures.
    pub kind: StepKind,
}

/// A turn that is being played: the steps so far and the board after them.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) board: Board,
    pub(crate) steps: Vec<Step>,
    /// Points whose stones were taken in this turn (R5.3).
    emptied: Vec<Point>,
}

impl Chain {
    /// A turn without a step yet.
    pub(crate) fn new(state: &State) -> Self {
        Self {
            board: state.board,
            steps: Vec::new(),
            emptied: Vec::new(),
        }
    }
}

impl Reference {
    /// The steps that are legal now, given the steps already made in this turn: the first steps when there are none (R3, R4),
    /// else the further ones (R5). Nothing follows steps that are not legal themselves.
    ///
    /// This asks about movement only, not whether the game is over: see [`Reference::outcome`].
    #[must_use]
    pub fn legal_steps(&self, state: &State, done: &[Step]) -> Vec<Step> {
        self.replay(state, done)
            .map_or(Vec::new(), |chain| self.next_steps(state, &chain))
    }

    /// Whether a step is legal now, given the steps already made in this turn.
    #[must_use]
    pub fn is_legal_step(&self, state: &State, done: &[Step], step: Step) -> bool {
        self.legal_steps(state, done).contains(&step)
    }

    /// Whether the turn may end after these steps (R5.1): there is at least one, and all are legal.
    #[must_use]
    pub fn may_stop(&self, state: &State, done: &[Step]) -> bool {
        let Some(chain) = self.replay(state, done) else {
            return false;
        };
        !done.is_empty()
            && (self.holds(Clause::MayStop) || self.next_steps(state, &chain).is_empty())
    }

    /// The stones that a step takes from the board of a state, seen as the first step of a turn (R4.3).
    #[must_use]
    pub fn captured(&self, state: &State, step: Step) -> Vec<Point> {
        // Directions are defined for points of the board only.
        if state.board.contains(step.from) && state.board.contains(step.to) {
            self.captured_on(state, &state.board, step)
        } else {
            Vec::new()
        }
    }

    /// Plays the steps one after another, each of which must be legal.
    pub(crate) fn replay(&self, state: &State, steps: &[Step]) -> Option<Chain> {
        let mut chain = Chain::new(state);
        for &step in steps {
            if !self.next_steps(state, &chain).contains(&step) {
                return None;
            }
            chain = self.after_step(state, &chain, step);
        }
        Some(chain)
    }

    /// The turn with one more step made.
    pub(crate) fn after_step(&self, state: &State, chain: &Chain, step: Step) -> Chain {
        let mut after = chain.clone();
        for point in self.captured_on(state, &chain.board, step) {
            after.board.set(point, None);
            after.emptied.push(point);
        }
        let stone = chain.board.stone(step.from);
        after.board.set(step.from, None);
        after.board.set(step.to, stone);
        after.steps.push(step);
        after
    }

    /// The steps that may come next in a turn.
    pub(crate) fn next_steps(&self, state: &State, chain: &Chain) -> Vec<Step> {
        match chain.steps.last() {
            None if self.in_vela_part_one(state) => self.vela_steps(state),
            None => self.first_steps(state),
            Some(&last) => self.further_steps(state, chain, last),
        }
    }

    /// The first steps of a turn: captures if there are any (R4.5), else paikas (R3.2).
    fn first_steps(&self, state: &State) -> Vec<Step> {
        let mut captures = Vec::new();
        let mut paikas = Vec::new();
        let mut paikas_of_idle_stones = Vec::new();
        for from in self.stones_to_move(&state.board, state.to_move) {
            let own_captures = self.captures_from(state, &state.board, from);
            let own_paikas = self.paikas_from(state, from);
            if own_captures.is_empty() {
                paikas_of_idle_stones.extend(own_paikas.clone());
            }
            captures.extend(own_captures);
            paikas.extend(own_paikas);
        }
        if !self.holds(Clause::CaptureChoiceFree) {
            captures = self.largest_only(state, captures);
        }
        if captures.is_empty() || !self.holds(Clause::PaikaOnlyWithoutCapture) {
            captures.extend(paikas);
        } else if !self.holds(Clause::CaptureAnywhereBindsAll) {
            captures.extend(paikas_of_idle_stones);
        }
        captures
    }

    /// The steps of part one of Vela (R7.2): captures for White, paikas for Black.
    ///
    /// Black never captures, so for Black every step to an empty neighbour is a paika, also one that could capture.
    fn vela_steps(&self, state: &State) -> Vec<Step> {
        let mut captures = Vec::new();
        let mut plain_steps = Vec::new();
        for from in self.stones_to_move(&state.board, state.to_move) {
            captures.extend(self.captures_from(state, &state.board, from));
            plain_steps.extend(self.targets(&state.board, from).into_iter().map(|to| Step {
                from,
                to,
                kind: StepKind::Paika,
            }));
        }
        match state.to_move {
            Side::White if captures.is_empty() && !self.holds(Clause::VelaWhiteMustCapture) => {
                plain_steps
            }
            Side::White => captures,
            Side::Black => {
                if !captures.is_empty() && !self.holds(Clause::VelaBlackAnyPaika) {
                    plain_steps.clear();
                }
                if !self.holds(Clause::VelaBlackNeverCaptures) {
                    plain_steps.extend(captures);
                }
                plain_steps
            }
        }
    }

    /// The steps that may follow a step in the same turn (R5).
    fn further_steps(&self, state: &State, chain: &Chain, last: Step) -> Vec<Step> {
        let one_capture_only = self.single_capture_pending(state)
            || (self.in_vela_part_one(state) && self.holds(Clause::VelaNoChain))
            || !self.holds(Clause::MayGoOn);
        if last.kind == StepKind::Paika || one_capture_only {
            return Vec::new();
        }
        let stones = if self.holds(Clause::SameStoneGoesOn) {
            vec![last.to]
        } else {
            self.stones_to_move(&chain.board, state.to_move)
        };
        let mut steps = Vec::new();
        for from in stones {
            for to in self.targets(&chain.board, from) {
                if self.is_barred(chain, from, to) {
                    continue;
                }
                let kinds = self.capture_kinds(state, &chain.board, from, to);
                if kinds.is_empty() && !self.holds(Clause::ContinuationCaptures) {
                    steps.push(Step {
                        from,
                        to,
                        kind: StepKind::Paika,
                    });
                }
                steps.extend(kinds.into_iter().map(|kind| Step { from, to, kind }));
            }
        }
        steps
    }

    /// Whether R5.2 or a broken R5.3 bars a further step, whatever it would capture.
    fn is_barred(&self, chain: &Chain, from: Point, to: Point) -> bool {
        let heading = direction(from, to);
        let goes_the_same_way = |step: &Step| direction(step.from, step.to) == heading;
        let direction_barred = if !self.holds(Clause::OnlyLastDirectionBarred) {
            chain.steps.iter().any(goes_the_same_way)
        } else if !self.holds(Clause::DirectionBarred) {
            false
        } else {
            chain.steps.last().is_some_and(goes_the_same_way)
        };
        let is_start = chain.steps.first().is_some_and(|step| step.from == to);
        let was_reached = chain.steps.iter().any(|step| step.to == to);
        let visited = (is_start && self.holds(Clause::StartIsVisited))
            || (was_reached && self.holds(Clause::NoRevisit));
        let unusable = chain.emptied.contains(&to) && !self.holds(Clause::EmptiedPointsUsable);
        direction_barred || visited || unusable
    }

    /// The points with a stone that the side may move (R3.1).
    fn stones_to_move(&self, board: &Board, side: Side) -> Vec<Point> {
        let may_move = |stone: Option<Side>| match stone {
            Some(owner) => owner == side || !self.holds(Clause::OwnStoneMoves),
            None => false,
        };
        board
            .points()
            .into_iter()
            .filter(|&point| may_move(board.stone(point)))
            .collect()
    }

    /// The points that a stone can step to (R3.1).
    fn targets(&self, board: &Board, from: Point) -> Vec<Point> {
        let mover = board.stone(from);
        let is_free = |to: Point| match board.stone(to) {
            None => true,
            stone => stone != mover && !self.holds(Clause::ToEmptyPoint),
        };
        self.neighbours(board, from)
            .into_iter()
            .map(|(to, _)| to)
            .filter(|&to| is_free(to))
            .collect()
    }

    /// The paikas of a stone: the steps that capture nothing (R3.2).
    fn paikas_from(&self, state: &State, from: Point) -> Vec<Step> {
        let mut paikas = Vec::new();
        for to in self.targets(&state.board, from) {
            if self.capture_kinds(state, &state.board, from, to).is_empty() {
                paikas.push(Step {
                    from,
                    to,
                    kind: StepKind::Paika,
                });
            }
        }
        paikas
    }

    /// The capturing steps of a stone (R4).
    fn captures_from(&self, state: &State, board: &Board, from: Point) -> Vec<Step> {
        let mut captures = Vec::new();
        for to in self.targets(board, from) {
            let kinds = self.capture_kinds(state, board, from, to);
            captures.extend(kinds.into_iter().map(|kind| Step { from, to, kind }));
        }
        captures
    }

    /// The ways in which a step captures: none, one, or both as two different moves (R4.4).
    fn capture_kinds(&self, state: &State, board: &Board, from: Point, to: Point) -> Vec<StepKind> {
        let mut kinds = Vec::new();
        if !self
            .run_of(
                board,
                Step {
                    from,
                    to,
                    kind: StepKind::Approach,
                },
            )
            .is_empty()
        {
            kinds.push(StepKind::Approach);
        }
        if !self
            .run_of(
                board,
                Step {
                    from,
                    to,
                    kind: StepKind::Withdrawal,
                },
            )
            .is_empty()
        {
            kinds.push(StepKind::Withdrawal);
        }
        let vela_chooses_for_the_player =
            self.in_vela_part_one(state) && !self.holds(Clause::VelaBothKinds);
        if !self.holds(Clause::OneKindOnly)
            || !self.holds(Clause::KindIsChosen)
            || vela_chooses_for_the_player
        {
            kinds.truncate(1);
        }
        kinds
    }

    /// The stones that a step takes (R4.3), one only in part one of Vela (R7.2).
    fn captured_on(&self, state: &State, board: &Board, step: Step) -> Vec<Point> {
        let mut captured = self.run_of(board, step);
        if step.kind == StepKind::Approach && !self.holds(Clause::OneKindOnly) {
            captured.extend(self.run_of(
                board,
                Step {
                    kind: StepKind::Withdrawal,
                    ..step
                },
            ));
        }
        if self.in_vela_part_one(state) && self.holds(Clause::VelaTakesOne) {
            if !self.holds(Clause::VelaTakesFirst) {
                captured.reverse();
            }
            captured.truncate(1);
        }
        captured
    }

    /// The unbroken run of enemy stones in front of a step (R4.1) or behind it (R4.2), nearest first (R4.3).
    fn run_of(&self, board: &Board, step: Step) -> Vec<Point> {
        let Some(own) = board.stone(step.from) else {
            return Vec::new();
        };
        let forwards = self.heading(board, step.from, step.to);
        let (origin, heading) = match step.kind {
            StepKind::Approach if self.holds(Clause::Approach) => (step.to, forwards),
            StepKind::Withdrawal if self.holds(Clause::Withdrawal) => {
                (step.from, opposite(forwards))
            }
            _ => return Vec::new(),
        };
        let mut run = Vec::new();
        let mut point = origin;
        // No line is longer than the longer side; the bound matters only for broken rules, where a line can be a ring.
        for _ in 0..board.width().max(board.height()) {
            let next = self
                .next_point(board, point, heading)
                .or_else(|| self.across_the_edge(board, point, heading));
            let Some(next) = next else { break };
            point = next;
            match board.stone(point) {
                Some(stone) if stone != own => run.push(point),
                // The point next to the step decides whether there is a capture at all, so it is never passed over.
                _ if run.is_empty() => break,
                Some(_) if self.holds(Clause::RunEndsAtOwnStone) => break,
                None if self.holds(Clause::RunEndsAtEmpty) => break,
                _ => {}
            }
            if !self.holds(Clause::WholeRun) {
                break;
            }
        }
        run
    }

    /// The direction of a step. Only a step over a broken edge differs from the plain difference of the points.
    fn heading(&self, board: &Board, from: Point, to: Point) -> (i32, i32) {
        if self.holds(Clause::NoWrap) {
            return direction(from, to);
        }
        let neighbours = self.neighbours(board, from);
        let found = neighbours
            .into_iter()
            .find(|&(neighbour, _)| neighbour == to);
        found.map_or(direction(from, to), |(_, heading)| heading)
    }

    /// Where a line goes on after the edge when R4.3 is broken: at the opposite edge.
    fn across_the_edge(&self, board: &Board, point: Point, heading: (i32, i32)) -> Option<Point> {
        if self.holds(Clause::RunEndsAtEdge) {
            return None;
        }
        let column = (point.column + heading.0).rem_euclid(board.width() as i32);
        let row = (point.row + heading.1).rem_euclid(board.height() as i32);
        Some(Point::new(column, row))
    }

    /// The steps that take the most stones: what a duty to take the larger capture would leave (R4.5 broken).
    fn largest_only(&self, state: &State, steps: Vec<Step>) -> Vec<Step> {
        let size = |step: &Step| self.captured_on(state, &state.board, *step).len();
        let largest = steps.iter().map(size).max().unwrap_or(0);
        steps
            .into_iter()
            .filter(|step| size(step) == largest)
            .collect()
    }
}
