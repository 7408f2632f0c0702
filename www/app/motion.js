// How quickly stones move.

/** @typedef {"slow" | "normal" | "fast" | "off"} Animation */

/** How many times as quick as drawn up; 0 shows the end at once. @type {{[animation in Animation]: number}} */
const SPEEDS = { slow: 0.5, normal: 1, fast: 2, off: 0 };

export const ANIMATIONS = /** @type {readonly Animation[]} */ (Object.keys(SPEEDS));

/** Who wants less motion has none, whatever is set. @param {Animation} animation @param {boolean} still */
export function speedOf(animation, still) {
  return still ? 0 : SPEEDS[animation];
}

/** What was kept, from the time when it was on or off as well. @param {unknown} saved @returns {Animation} */
export function readAnimation(saved) {
  if (saved === false) return "off";
  return ANIMATIONS.find((animation) => animation === saved) ?? "normal";
}
