// Which turns of a game lost much, by what the engine says of the positions before and after.

import { number } from "./i18n.js";
import { worth } from "./judgement.js";

/** @typedef {import("./judgement.js").Judgement} Judgement */
/** @typedef {import("../board/types.js").Color} Color */

/** An estimate that falls by so much is a mistake: hundredths of a stone. */
export const THRESHOLD = 150;
/** Values that differ by less are as good as each other. */
const ALIKE = 40;

/**
 * What was lost. `win`, `draw`: a proved value, for another proved one. `win-open`: a proved win, for what is not proved.
 * `lost`: an estimate, for a proved loss. `drawn`: a good estimate, for a proved draw. `worse`: estimates both.
 * @typedef {"win" | "draw" | "win-open" | "lost" | "drawn" | "worse"} Fault
 */

/**
 * @typedef {object} Mistake
 * @property {number} ply  of the position before the turn
 * @property {Color} color
 * @property {string} text  the turn
 * @property {Fault} fault
 * @property {Judgement} before
 * @property {Judgement} after
 */

/** What a turn of `color` lost, or null. @param {Judgement} before @param {Judgement} after @param {Color} color @returns {Fault | null} */
export function faultOf(before, after, color) {
  const drop = worth(before, color) - worth(after, color);
  if (after.proved === color || before.proved !== null && before.proved !== color && before.proved !== "draw") return null;
  if (before.proved === color) {
    if (after.proved !== null) return "win";
    // Still far ahead, only not proved any more: nothing to be seen.
    return worth(after, color) < THRESHOLD ? "win-open" : null;
  }
  if (after.proved !== null && after.proved !== "draw") {
    if (before.proved === "draw") return "draw";
    // Far behind it was as good as lost before.
    return worth(before, color) > -2 * THRESHOLD ? "lost" : null;
  }
  if (drop < THRESHOLD || before.proved === "draw") return null;
  return after.proved === "draw" ? "drawn" : "worse";
}

/** By how many stones an estimate fell, for people. @param {Mistake} mistake */
export function stonesLost({ before, after, color }) {
  return number((worth(before, color) - worth(after, color)) / 100, 1);
}

/**
 * The turns of these sides that lost much, in order.
 * @param {{text: string, color: Color}[]} moves @param {(Judgement | null)[]} judgements by ply @param {Color[]} colors @returns {Mistake[]}
 */
export function findMistakes(moves, judgements, colors) {
  return moves.flatMap(({ text, color }, ply) => {
    const [before, after] = [judgements[ply], judgements[ply + 1]];
    if (!before || !after || !colors.includes(color) || before.pv[0] === text) return [];
    const fault = faultOf(before, after, color);
    return fault === null ? [] : [{ ply, color, text, fault, before, after }];
  });
}

/**
 * How a try compares: the best's equal, better than the turn of the game, or not even that.
 * @param {Judgement} tried after the try @param {Mistake} mistake @returns {"best" | "better" | "worse"}
 */
export function compareTry(tried, { before, after, color }) {
  const value = worth(tried, color);
  if (value > worth(before, color) - ALIKE) return "best";
  return value >= worth(after, color) + ALIKE ? "better" : "worse";
}
