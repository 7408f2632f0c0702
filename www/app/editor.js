// A position that is being set up: stones on points, and what the rules think of it. Nothing here decides what is legal.

import { squareName } from "../board/geometry.js";

/** @typedef {import("./session.js").Rules} Rules */
/** @typedef {import("./store.js").Setup} Setup */
/** @typedef {import("../board/types.js").Color} Color */
/** @typedef {import("../pkg/fanorona_wasm.js").OutcomeInfo} OutcomeInfo */

/**
 * @typedef {object} Sketch
 * @property {string} variant
 * @property {string} rules
 * @property {number} width
 * @property {number} height
 * @property {string[]} strong
 * @property {{[square: string]: Color}} stones
 * @property {Color} turn
 */

/** An empty board. @param {Rules} rules @param {string} variant @param {string} switches @returns {Sketch} */
export function emptySketch(rules, variant, switches) {
  const { width, height, strong } = rules.boardInfo(variant);
  return { variant, rules: switches, width, height, strong, stones: {}, turn: "white" };
}

/** A start or a position as a sketch. Throws what the rules say against it. @param {Rules} rules @param {Setup} setup @returns {Sketch} */
export function sketchOf(rules, setup) {
  const game = new rules.Game(setup);
  const { variant, rules: switches, width, height, strong, stones, turn } = game.state();
  game.free();
  return { variant, rules: switches, width, height, strong, stones: { ...stones }, turn };
}

/** The sketch on another board: the stones that have a point there stay. @param {Rules} rules @param {Sketch} sketch @param {string} variant @returns {Sketch} */
export function onBoard(rules, sketch, variant) {
  const board = emptySketch(rules, variant, sketch.rules);
  const points = new Set(squares(board));
  return { ...board, turn: sketch.turn, stones: Object.fromEntries(Object.entries(sketch.stones).filter(([square]) => points.has(square))) };
}

/** @param {{width: number, height: number}} board */
function squares({ width, height }) {
  return Array.from({ length: width * height }, (_, at) => squareName(at % width, Math.floor(at / width)));
}

/** What a press with a tool makes of a point: the same stone again takes it away. @param {Sketch} sketch @param {string} square @param {Color | "empty"} tool @returns {Sketch} */
export function pressed(sketch, square, tool) {
  return put(sketch, square, sketch.stones[square] === tool ? "empty" : tool);
}

/** @param {Sketch} sketch @param {string} square @param {Color | "empty"} what @returns {Sketch} */
export function put(sketch, square, what) {
  const { [square]: _, ...others } = sketch.stones;
  return { ...sketch, stones: what === "empty" ? others : { ...others, [square]: what } };
}

/** The sketch as a position in text, from the top row down. @param {Sketch} sketch */
export function fenOf({ variant, width, height, stones, turn }) {
  const letter = (/** @type {string} */ square) => ({ white: "W", black: "B" })[stones[square]] ?? ".";
  const rows = Array.from({ length: height }, (_, down) => Array.from({ length: width }, (_, column) => letter(squareName(column, height - 1 - down))).join(""));
  const text = rows.join("/").replace(/\.+/g, (run) => String(run.length));
  return `${text} ${turn === "white" ? "W" : "B"} 0 1${variant === "vela" ? " vela" : ""}`;
}

/**
 * What the rules say of a position: every reason why it is none, or how the game would be over at once.
 * @param {Rules} rules @param {Setup} setup @returns {{reasons: string[], outcome: OutcomeInfo | null}}
 */
export function judge(rules, setup) {
  try {
    const game = new rules.Game(setup);
    const { outcome } = game.state();
    game.free();
    return { reasons: [], outcome };
  } catch (error) {
    const { reasons, message } = /** @type {import("../pkg/fanorona_wasm.js").FanoronaError} */ (error);
    return { reasons: reasons ?? [message], outcome: null };
  }
}
