// What the board looks like while steps are played: a pure function of time.

/** @typedef {import("./types.js").Square} Square */
/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").BoardStep} BoardStep */

export const STEP_MS = 160;
const FADE_MS = 200;
const APART_MS = 40;
const PAUSE_MS = 190;
const FIRST_PAUSE_MS = 120;

/** @typedef {{square: Square, color: Color, toward: Square | null, part: number, alpha: number, scale: number}} ShownStone */
/** @typedef {{stones: ShownStone[], crosses: {square: Square, part: number}[], path: Square[]}} Frame */

/** @param {Color} color @returns {Color} */
export function other(color) {
  return color === "white" ? "black" : "white";
}

/** Takes steps back from the stones they led to. @param {{[square: Square]: Color}} after @param {BoardStep[]} steps */
export function stonesBefore(after, steps) {
  const stones = { ...after };
  for (const step of [...steps].reverse()) {
    const color = stones[step.to];
    if (color === undefined) continue;
    delete stones[step.to];
    stones[step.from] = color;
    for (const square of step.captures) stones[square] = other(color);
  }
  return stones;
}

export class Timeline {
  /**
   * @param {{[square: Square]: Color}} after  the stones when all is done
   * @param {BoardStep[]} steps
   * @param {boolean} [pauses]  a turn to follow with the eye, not the answer to one's own hand
   * @param {boolean} [dragged]  the first stone lies where it goes already
   */
  constructor(after, steps, pauses = false, dragged = false) {
    this.before = stonesBefore(after, steps);
    this.steps = steps;
    /** When each step begins, and when its last stone is gone. @type {{start: number, move: number, end: number}[]} */
    this.times = [];
    let t = pauses ? FIRST_PAUSE_MS : 0;
    steps.forEach((step, i) => {
      const move = dragged && i === 0 ? 0 : STEP_MS;
      const end = t + move + (step.captures.length > 0 ? FADE_MS + APART_MS * (step.captures.length - 1) : 0);
      this.times.push({ start: t, move, end });
      t = end + (pauses ? PAUSE_MS : 0);
    });
    this.length = this.times.length > 0 ? this.times[this.times.length - 1].end : 0;
  }

  /** @param {number} t milliseconds since the beginning @returns {Frame} */
  at(t) {
    const stones = new Map(Object.entries(this.before).map(([square, color]) =>
      [square, { square, color, toward: /** @type {Square | null} */ (null), part: 0, alpha: 1, scale: 1 }]));
    /** @type {Frame["crosses"]} */
    const crosses = [];
    /** @type {Square[]} */
    const path = [];
    this.steps.forEach((step, i) => {
      const { start, move } = this.times[i];
      if (t < start) return;
      const stone = stones.get(step.from);
      if (path.length === 0) path.push(step.from);
      const part = move === 0 ? 1 : Math.min(1, (t - start) / move);
      if (stone) {
        if (part < 1) {
          stone.toward = step.to;
          stone.part = ease(part);
        } else {
          stones.delete(step.from);
          stones.set(step.to, { ...stone, square: step.to });
          path.push(step.to);
        }
      }
      step.captures.forEach((square, k) => {
        const gone = Math.min(1, Math.max(0, (t - start - move - k * APART_MS) / FADE_MS));
        if (gone <= 0) return;
        const taken = stones.get(square);
        crosses.push({ square, part: Math.min(1, gone * 2) });
        if (!taken) return;
        if (gone >= 1) stones.delete(square);
        else {
          taken.alpha = 1 - gone * gone;
          taken.scale = 1 - 0.12 * gone;
        }
      });
    });
    return { stones: [...stones.values()], crosses, path };
  }
}

/** @param {number} x */
function ease(x) {
  return x < 0.5 ? 2 * x * x : 1 - (2 - 2 * x) ** 2 / 2;
}
