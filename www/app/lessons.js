// The lessons: positions to play on, and what is to be done there. Data and a judge of one turn; the rules are asked elsewhere.

/** @typedef {import("../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */
/** @typedef {import("../pkg/fanorona_wasm.js").StepKind} StepKind */

/**
 * What a turn must be to do the task. Without a goal every legal turn does.
 * @typedef {object} Goal
 * @property {StepKind} [kind]  of its first step
 * @property {number} [captures]  at least so many stones
 * @property {number} [steps]  exactly so many steps
 * @property {boolean} [diagonal]  its first step goes along a diagonal
 * @property {string} [turn]  exactly this turn
 */

/**
 * A task: the position, and White's turn to find. With `win` the game is played on to its end against the best defence.
 * @typedef {{id: string, fen: string, goal: Goal, win?: boolean}} Task
 */

/** @typedef {{id: string, tasks: Task[]}} Lesson */

/** All on the board of Fanoron-Dimy, 5 by 5: the rules are the same, the points are larger. */
export const LESSON_SETUP = { variant: "dimy", rules: "standard" };

/** In the order in which a beginner meets the rules. @type {Lesson[]} */
export const LESSONS = [
  { id: "step", tasks: [
    { id: "step", fen: "2B2/5/5/2W2/5 W", goal: {} },
    { id: "diagonal", fen: "4B/5/5/5/2W2 W", goal: { diagonal: true } },
  ] },
  { id: "approach", tasks: [
    { id: "one", fen: "4B/5/1B3/5/1W2W W", goal: { kind: "approach" } },
    { id: "row", fen: "1B2B/1B3/1B3/5/1W2W W", goal: { captures: 3 } },
    { id: "gap", fen: "1B3/5/1B3/5/1W2W W", goal: {} },
  ] },
  { id: "withdrawal", tasks: [
    { id: "away", fen: "5/B4/5/2WBB/5 W", goal: { kind: "withdrawal", captures: 2 } },
    { id: "both", fen: "2B2/5/2W2/2B2/2B2 W", goal: { kind: "withdrawal", captures: 2 } },
  ] },
  { id: "must", tasks: [
    { id: "must", fen: "B4/2B2/5/2W2/W3W W", goal: {} },
    { id: "paika", fen: "4W/B2B1/5/2W2/5 W", goal: { turn: "c2-c3" } },
  ] },
  { id: "chain", tasks: [
    { id: "two", fen: "4B/5/B4/2B2/W4 W", goal: { captures: 2 } },
    { id: "all", fen: "4B/3B1/B4/2B2/W4 W", goal: { captures: 4 } },
  ] },
  { id: "barred", tasks: [
    { id: "direction", fen: "2B2/5/B4/2W2/2B2 W", goal: { captures: 2 } },
    { id: "visited", fen: "5/4B/BB3/2B2/W1B2 W", goal: { captures: 3 } },
  ] },
  { id: "stop", tasks: [
    { id: "stop", fen: "5/1B3/5/2B1W/1B1W1 W", goal: { turn: "e2-d2A" } },
  ] },
  { id: "ending", tasks: [
    { id: "short", fen: "3B1/2W2/W4/5/5 W", goal: {}, win: true },
    { id: "corner", fen: "5/5/WW2B/5/5 W", goal: {}, win: true },
  ] },
];

/** Whether a turn does what the task asks. @param {Goal} goal @param {Pick<MoveInfo, "text" | "steps" | "captures">} move */
export function meets(goal, { text, steps, captures }) {
  const [first] = steps;
  const diagonal = first.from[0] !== first.to[0] && first.from[1] !== first.to[1];
  return (goal.kind === undefined || first.kind === goal.kind)
    && (goal.captures === undefined || captures.length >= goal.captures)
    && (goal.steps === undefined || steps.length === goal.steps)
    && (goal.diagonal !== true || diagonal)
    && (goal.turn === undefined || text === goal.turn);
}
