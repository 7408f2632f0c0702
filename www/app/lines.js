// The lines of a game: the main one and the variations, each as all its turns from the start. Written in full they need
// no links between them: where two lines part is seen by comparing them.

/** The main line first; no line is the beginning of another. Empty where there is one line only. @typedef {string[][]} Lines */

/** The one that was made first goes when there are more. */
export const MOST_LINES = 60;

/** How many turns two lines share. @param {string[]} a @param {string[]} b */
export function shared(a, b) {
  let turn = 0;
  while (turn < a.length && turn < b.length && a[turn] === b[turn]) turn++;
  return turn;
}

/** @param {string[]} a @param {string[]} b */
export function sameLine(a, b) {
  return a.length === b.length && shared(a, b) === a.length;
}

/**
 * The lines after a change of the game. Where it left the line at hand, that one stays as a variation behind the new
 * one; where it comes upon a turn that was played before, `line` goes on as it did then.
 * @param {Lines} lines @param {string[]} before @param {string[]} after
 * @returns {{lines: Lines, line: string[]}}
 */
export function grow(lines, before, after) {
  const all = lines.length === 0 ? [before] : lines;
  const known = [before, ...all].find((line) => line.length >= after.length && shared(line, after) === after.length);
  if (known) return { lines, line: known };
  if (shared(before, after) === before.length) return { lines: tidy(all.map((line) => (sameLine(line, before) ? after : line)), after), line: after };
  const place = Math.max(0, all.findIndex((line) => sameLine(line, before)));
  return { lines: tidy([...all.slice(0, place), after, ...all.slice(place)], after), line: after };
}

/** Without what another line says as well, and not too many. @param {Lines} lines @param {string[]} here  the line at hand, which stays @returns {Lines} */
export function tidy(lines, here) {
  const all = lines.filter((line, place) => !lines.some((other, at) => at !== place && shared(line, other) === line.length && (other.length > line.length || at < place)));
  while (all.length > MOST_LINES) all.splice(sameLine(all[all.length - 1], here) ? all.length - 2 : all.length - 1, 1);
  return all.length < 2 ? [] : all;
}

/** A variation: where it leaves which line. @typedef {{place: number, parent: number, at: number, depth: number}} Branch */

/** The variations in the order they are shown: each behind the line that it leaves, the nearest to the start first. @param {Lines} lines @returns {Branch[]} */
export function branches(lines) {
  /** @type {Branch[]} */
  const found = [];
  for (let place = 1; place < lines.length; place++) {
    let parent = 0;
    for (let other = 1; other < place; other++) {
      if (shared(lines[place], lines[other]) > shared(lines[place], lines[parent])) parent = other;
    }
    const depth = parent === 0 ? 1 : (found.find((branch) => branch.place === parent)?.depth ?? 0) + 1;
    found.push({ place, parent, at: shared(lines[place], lines[parent]), depth });
  }
  /** @param {number} parent @returns {Branch[]} */
  const under = (parent) => found.filter((branch) => branch.parent === parent).sort((a, b) => a.at - b.at).flatMap((branch) => [branch, ...under(branch.place)]);
  return under(0);
}

/** Whether a value read from the device looks like lines. @param {unknown} value @returns {value is Lines} */
export function isLines(value) {
  return Array.isArray(value) && value.length <= MOST_LINES && value.every((line) => Array.isArray(line) && line.every((turn) => typeof turn === "string"));
}
