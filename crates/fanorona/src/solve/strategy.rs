//! Strategies taken out of a solver: one turn for each position that can come up.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::{SolveError, Solver};
use crate::color::Color;
use crate::mv::Move;
use crate::position::Position;
use crate::tablebase::Tables;

/// What a strategy achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Its side wins.
    Win,
    /// Its side does not lose.
    Hold,
}

/// What a [`Strategy`] does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The turn.
    pub mv: Move,
    /// For [`Claim::Win`], its side's turns, this one included, until the win or
    /// the tables, if the other side holds out as long as it can. 0 for [`Claim::Hold`].
    pub rank: u32,
}

/// The stones of the two sides, White's first.
type Placement = (u64, u64);

/// A turn for every position that its side can meet.
#[derive(Clone, Debug)]
pub struct Strategy {
    root: Position,
    claim: Claim,
    side: Color,
    table_stones: usize,
    plan: BTreeMap<Placement, Planned>,
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyError {
    /// The claim is false.
    NotSo,
    /// The caller stopped the work.
    Stopped,
    /// The solver could not answer.
    Solve(SolveError),
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSo => f.write_str("the claim is false"),
            Self::Stopped => f.write_str("the work was stopped"),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StrategyError {}

impl From<SolveError> for StrategyError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl Strategy {
    /// Where it begins.
    #[must_use]
    pub const fn root(&self) -> &Position {
        &self.root
    }

    /// What it achieves.
    #[must_use]
    pub const fn claim(&self) -> Claim {
        self.claim
    }

    /// Whose it is.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Positions with at most so many stones were left to the tables; 0 without tables.
    #[must_use]
    pub const fn table_stones(&self) -> usize {
        self.table_stones
    }

    /// Number of positions with a turn.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plan.len()
    }

    /// Whether there is none: the other side is to move, and each of its turns
    /// leads to the tables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plan.is_empty()
    }

    /// What it does in `position`; `None` where the other side is to move or which
    /// it never meets.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Planned> {
        let own = position.turn() == self.side;
        let planned = own.then(|| self.plan.get(&placement(position)));
        planned.flatten().copied()
    }

    /// All positions, its side to move in each, with what it does.
    pub fn iter(&self) -> impl Iterator<Item = (Position, Planned)> + '_ {
        self.plan
            .iter()
            .map(|(placement, planned)| (position_of(&self.root, self.side, *placement), *planned))
    }

    /// The line in which the other side holds out longest by rank, until the end,
    /// the tables, a position that stood before, or `most` turns.
    #[must_use]
    pub fn line(&self, most: usize) -> Vec<Move> {
        let mut position = self.root;
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        while line.len() < most && !seen.contains(&(position.turn(), placement(&position))) {
            seen.push((position.turn(), placement(&position)));
            let mv = match self.get(&position) {
                Some(planned) => planned.mv,
                None => {
                    let mut longest = None;
                    for (mv, next) in successors(&position) {
                        let rank = self.get(&next).map(|planned| planned.rank);
                        if longest.is_none_or(|(most, _)| rank > most) {
                            longest = Some((rank, mv));
                        }
                    }
                    match longest {
                        Some((_, mv)) if position.turn() != self.side => mv,
                        _ => break,
                    }
                }
            };
            let Ok(next) = position.play(&mv) else { break };
            line.push(mv);
            position = next;
        }
        line
    }
}

fn placement(position: &Position) -> Placement {
    (
        position.stones(Color::White).bits(),
        position.stones(Color::Black).bits(),
    )
}

fn position_of(like: &Position, turn: Color, (white, black): Placement) -> Position {
    let mut setup = like.setup();
    setup.stones = [white, black].map(crate::bitboard::Bitboard::from_bits);
    setup.turn = turn;
    setup.no_capture = 0;
    setup.move_number = 1;
    Position::from_valid_setup(&setup)
}

fn successors(position: &Position) -> Vec<(Move, Position)> {
    let mut all: Vec<(Move, Position)> = Vec::new();
    let _ = position.for_each_successor::<()>(|mv, next| {
        all.push((*mv, next));
        ControlFlow::Continue(())
    });
    // Of the turns that leave one board the first stays.
    all.sort_by_key(|(_, next)| placement(next));
    all.dedup_by_key(|(_, next)| placement(next));
    all
}

/// A turn that keeps the claim, and the positions that the other side can answer
/// with, without those that the tables know.
#[derive(Clone, Debug)]
struct Way {
    mv: Move,
    to: Placement,
    answers: Vec<Placement>,
}

/// Takes a strategy for `side` from `root` out of what `solver` knows, and asks it
/// again where it has forgotten. The draws of R6.3 do not count. `go_on` is told
/// from time to time how many positions have a turn and stops the work by
/// answering `false`.
///
/// # Errors
/// [`StrategyError`].
pub fn find_strategy(
    solver: &mut Solver,
    tables: Option<&Tables>,
    root: &Position,
    side: Color,
    claim: Claim,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Strategy, StrategyError> {
    solver.stones(root)?;
    let mut setup = root.setup();
    // Counters would end games that go on here.
    setup.rules = crate::rules::Rules::empty();
    setup.no_capture = 0;
    let root = Position::from_valid_setup(&setup);
    let mut search = Search {
        solver,
        tables,
        root,
        side,
        claim,
        go_on,
        ways: BTreeMap::new(),
    };
    if !search.keeps(&root, u64::MAX)?.unwrap_or(false) {
        return Err(StrategyError::NotSo);
    }
    let begin = if root.turn() == side {
        Vec::from([placement(&root)])
    } else {
        search.answers(&root)
    };
    search.close(begin.clone())?;
    let plan = match claim {
        Claim::Hold => search.first_ways(),
        Claim::Win => search.shortest_ways(&begin)?,
    };
    Ok(Strategy {
        root,
        claim,
        side,
        table_stones: tables.map_or(0, Tables::stones),
        plan,
    })
}

struct Search<'a> {
    solver: &'a mut Solver,
    tables: Option<&'a Tables>,
    root: Position,
    side: Color,
    claim: Claim,
    go_on: &'a mut dyn FnMut(usize) -> bool,
    /// For each position of the side the ways that keep the claim, as far as looked at.
    ways: BTreeMap<Placement, Vec<Way>>,
}

/// Nodes between two calls of `go_on`.
const SLICE: u64 = 1 << 16;

impl Search<'_> {
    /// Whether the claim holds in a position; `None` where that is not known and
    /// not found within so many nodes.
    fn keeps(&mut self, position: &Position, nodes: u64) -> Result<Option<bool>, StrategyError> {
        let (winner, wanted) = match self.claim {
            Claim::Win => (self.side, true),
            Claim::Hold => (!self.side, false),
        };
        let mut known = self.solver.known(self.tables, position, winner);
        if known.is_none() && nodes > 0 {
            self.solver.ask(position, winner)?;
            let until = self.solver.nodes().saturating_add(nodes);
            while known.is_none() && self.solver.nodes() < until {
                known = self.solver.run(self.tables, SLICE.min(nodes))?;
                self.go_on()?;
            }
        }
        Ok(known.map(|wins| wins == wanted))
    }

    fn go_on(&mut self) -> Result<(), StrategyError> {
        let go_on = (self.go_on)(self.ways.len());
        go_on.then_some(()).ok_or(StrategyError::Stopped)
    }

    fn in_tables(&self, position: &Position) -> bool {
        let known = |tables: &Tables| tables.probe(position).is_some();
        self.tables.is_some_and(known)
    }

    /// What the other side can answer with in `position`, without the tables' positions.
    fn answers(&self, position: &Position) -> Vec<Placement> {
        if self.in_tables(position) {
            return Vec::new();
        }
        let open = successors(position).into_iter();
        open.filter(|(_, next)| !self.in_tables(next))
            .map(|(_, next)| placement(&next))
            .collect()
    }

    /// Finds a way for each of `open` and for whatever can come of it.
    fn close(&mut self, mut open: Vec<Placement>) -> Result<(), StrategyError> {
        while let Some(at) = open.pop() {
            if self.ways.contains_key(&at) {
                continue;
            }
            let way = self.find_way(at)?;
            open.extend(&way.answers);
            self.ways.insert(at, Vec::from([way]));
            if self.ways.len().is_multiple_of(1_024) {
                self.go_on()?;
            }
        }
        Ok(())
    }

    /// How high the proof of a win of the side is; 0 where it needs none, the
    /// most where none is kept.
    fn height(&self, position: &Position) -> u32 {
        if position.end().is_some() || self.in_tables(position) {
            return 0;
        }
        let height = self.solver.stones(position).ok().and_then(|stones| {
            self.solver
                .machine
                .height(stones, position.turn() == self.side)
        });
        height.unwrap_or(u32::MAX)
    }

    /// The way from a position that adds fewest new ones; for a win, among those
    /// whose proof is lower.
    fn find_way(&mut self, at: Placement) -> Result<Way, StrategyError> {
        let position = position_of(&self.root, self.side, at);
        let turns = successors(&position);
        let limit = match self.claim {
            Claim::Win => self.height(&position),
            Claim::Hold => u32::MAX,
        };
        let mut best: Option<(usize, Way)> = None;
        for (mv, next) in &turns {
            if self.keeps(next, 0)? != Some(true) || limit != u32::MAX && self.height(next) >= limit
            {
                continue;
            }
            let answers = self.answers(next);
            let new = |answer: &&Placement| !self.ways.contains_key(*answer);
            let added = answers.iter().filter(new).count();
            if best.as_ref().is_none_or(|(least, _)| added < *least) {
                let way = Way {
                    mv: *mv,
                    to: placement(next),
                    answers,
                };
                best = Some((added, way));
                if added == 0 {
                    break;
                }
            }
        }
        match best {
            Some((_, way)) => Ok(way),
            None => self.ask_way(&turns)?.ok_or(StrategyError::NotSo),
        }
    }

    /// A way among these turns, whatever it takes. Each gets a little time, then
    /// more: some are far harder than the one that is needed.
    fn ask_way(&mut self, turns: &[(Move, Position)]) -> Result<Option<Way>, StrategyError> {
        let mut nodes = 0;
        loop {
            let mut open = false;
            for (mv, next) in turns {
                match self.keeps(next, nodes)? {
                    Some(true) => {
                        return Ok(Some(Way {
                            mv: *mv,
                            to: placement(next),
                            answers: self.answers(next),
                        }));
                    }
                    Some(false) => {}
                    None => open = true,
                }
            }
            if !open {
                return Ok(None);
            }
            nodes = (2 * nodes).max(256);
        }
    }

    /// Any closed set holds.
    fn first_ways(&self) -> BTreeMap<Placement, Planned> {
        let first = |(at, ways): (&Placement, &Vec<Way>)| {
            let planned = Planned {
                mv: ways.first()?.mv,
                rank: 0,
            };
            Some((*at, planned))
        };
        self.ways.iter().filter_map(first).collect()
    }

    /// Won positions can go round: of the ways known those are taken that come
    /// nearer to the end; where there is none, more ways are looked for.
    fn shortest_ways(
        &mut self,
        begin: &[Placement],
    ) -> Result<BTreeMap<Placement, Planned>, StrategyError> {
        loop {
            let ranked = self.rank();
            if begin.iter().all(|at| ranked.contains_key(at)) {
                return Ok(self.reachable(begin, &ranked));
            }
            let stuck: Vec<Placement> = self
                .ways
                .keys()
                .filter(|at| !ranked.contains_key(at))
                .copied()
                .collect();
            let mut more = false;
            for at in &stuck {
                more |= self.add_known_ways(*at)?;
            }
            for at in stuck {
                if more {
                    break;
                }
                more = self.add_asked_way(at)?;
            }
            if !more {
                return Err(StrategyError::NotSo);
            }
        }
    }

    /// The turns of a position that are not among its ways.
    fn other_turns(&self, at: Placement) -> Vec<(Move, Position)> {
        let known = self.ways.get(&at);
        let has = |to| known.is_some_and(|ways| ways.iter().any(|way| way.to == to));
        let mut others = successors(&position_of(&self.root, self.side, at));
        others.retain(|(_, next)| !has(placement(next)));
        others
    }

    /// Adds all ways from a position that need no search.
    fn add_known_ways(&mut self, at: Placement) -> Result<bool, StrategyError> {
        let mut more = false;
        for (mv, next) in self.other_turns(at) {
            if self.keeps(&next, 0)? == Some(true) {
                let way = Way {
                    mv,
                    to: placement(&next),
                    answers: self.answers(&next),
                };
                self.add(at, way)?;
                more = true;
            }
        }
        Ok(more)
    }

    fn add_asked_way(&mut self, at: Placement) -> Result<bool, StrategyError> {
        let turns = self.other_turns(at);
        let Some(way) = self.ask_way(&turns)? else {
            return Ok(false);
        };
        self.add(at, way)?;
        Ok(true)
    }

    fn add(&mut self, at: Placement, way: Way) -> Result<(), StrategyError> {
        let open = way.answers.clone();
        self.ways.entry(at).or_default().push(way);
        self.close(open)
    }

    /// The rank of each position from which the ways known lead to the end, and
    /// which way does: first those of rank 1, then those that lead to them, and so on.
    fn rank(&self) -> BTreeMap<Placement, (u32, usize)> {
        let mut ranked: BTreeMap<Placement, (u32, usize)> = BTreeMap::new();
        let mut open: Vec<(&Placement, &Vec<Way>)> = self.ways.iter().collect();
        for rank in 1.. {
            let mut found = Vec::new();
            open.retain(|(at, ways)| {
                let done = |way: &Way| way.answers.iter().all(|answer| ranked.contains_key(answer));
                let way = ways.iter().position(done);
                found.extend(way.map(|way| (**at, (rank, way))));
                way.is_none()
            });
            if found.is_empty() {
                break;
            }
            ranked.extend(found);
        }
        ranked
    }

    /// The part of the ranked positions that can come up.
    fn reachable(
        &self,
        begin: &[Placement],
        ranked: &BTreeMap<Placement, (u32, usize)>,
    ) -> BTreeMap<Placement, Planned> {
        let mut plan = BTreeMap::new();
        let mut open = begin.to_vec();
        while let Some(at) = open.pop() {
            let way = ranked.get(&at).and_then(|(rank, way)| {
                let ways = self.ways.get(&at)?;
                Some((*rank, ways.get(*way)?))
            });
            let Some((rank, way)) = way else { continue };
            if plan.insert(at, Planned { mv: way.mv, rank }).is_none() {
                open.extend(&way.answers);
            }
        }
        plan
    }
}
