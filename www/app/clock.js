// Two clocks for a game: how much time is left, whose runs, when a flag falls. Times are in milliseconds; `now` is given
// from outside, so nothing here waits.

/** @typedef {import("../board/types.js").Color} Color */

/** What each side has, and what it gains with every turn. @typedef {{minutes: number, increment: number}} ClockSetting  minutes, and seconds a turn */

/**
 * @typedef {object} Clock
 * @property {ClockSetting} setting
 * @property {number} white  left when `running` began to run
 * @property {number} black
 * @property {Color | null} running
 * @property {number} since  when it began to run
 */

export const MOST_MINUTES = 180;
export const MOST_INCREMENT = 60;
/** The settings that are offered by name. */
export const CLOCKS = ["5+5", "10+10"];

/** Little time: under this, or under a tenth of the whole where that is less. */
const LOW_MS = 20_000;

/** @param {string} text minutes and seconds, `"5+5"` @returns {ClockSetting | null} */
export function readSetting(text) {
  const parts = /^(\d{1,3})\+(\d{1,2})$/.exec(text);
  if (!parts) return null;
  const setting = { minutes: Number(parts[1]), increment: Number(parts[2]) };
  return isSetting(setting) ? setting : null;
}

/** @param {any} value @returns {value is ClockSetting} */
function isSetting(value) {
  return Number.isInteger(value?.minutes) && value.minutes >= 1 && value.minutes <= MOST_MINUTES
    && Number.isInteger(value.increment) && value.increment >= 0 && value.increment <= MOST_INCREMENT;
}

/** @param {ClockSetting} setting @returns {Clock} */
export function newClock(setting) {
  const whole = setting.minutes * 60_000;
  return { setting, white: whole, black: whole, running: null, since: 0 };
}

/** What a side has left. @param {Clock} clock @param {Color} color @param {number} now */
export function left(clock, color, now) {
  const used = clock.running === color ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock[color] - used);
}

/** The time used so far is taken off, and the clock of `color` runs, or none. @param {Clock} clock @param {Color | null} color @param {number} now @returns {Clock} */
export function run(clock, color, now) {
  return { ...clock, white: left(clock, "white", now), black: left(clock, "black", now), running: color, since: now };
}

/** A side has made a turn: it gains its increment, unless its clock did not run yet, and the other's runs. @param {Clock} clock @param {Color} color @param {number} now @returns {Clock} */
export function press(clock, color, now) {
  const gain = clock.running === color ? clock.setting.increment * 1000 : 0;
  const next = run(clock, color === "white" ? "black" : "white", now);
  return { ...next, [color]: next[color] + gain };
}

/** The side whose time is up. @param {Clock} clock @param {number} now @returns {Color | null} */
export function flagged(clock, now) {
  return clock.running !== null && left(clock, clock.running, now) <= 0 ? clock.running : null;
}

/** @param {Clock} clock @param {Color} color @param {number} now */
export function isLow(clock, color, now) {
  return left(clock, color, now) < Math.min(LOW_MS, clock.setting.minutes * 6_000);
}

/** What a computer may use of its time for one turn, so that its flag does not fall. @param {Clock} clock @param {Color} color @param {number} now */
export function allowance(clock, color, now) {
  const ms = left(clock, color, now);
  return Math.min(ms / 2, Math.max(200, ms / 20) + clock.setting.increment * 500);
}

/** Minutes and seconds, rounded up as clocks do; tenths when little is left. @param {number} ms */
export function format(ms) {
  if (ms < 10_000) {
    const tenths = Math.ceil(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** As it is kept: standing still. @param {Clock} clock @param {number} now */
export function saveClock(clock, now) {
  const { setting, white, black } = run(clock, null, now);
  return { setting, white, black };
}

/** @param {any} saved @returns {Clock | null} null where it is none */
export function restoreClock(saved) {
  const time = (/** @type {unknown} */ value) => typeof value === "number" && value >= 0 && value <= MOST_MINUTES * 120_000;
  if (!isSetting(saved?.setting) || !time(saved.white) || !time(saved.black)) return null;
  const { minutes, increment } = saved.setting;
  return { setting: { minutes, increment }, white: saved.white, black: saved.black, running: null, since: 0 };
}
