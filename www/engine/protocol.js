// The messages between the page and the engine's worker, and the check of both ways.

/** @typedef {import("../pkg/fanorona_wasm.js").GameOptions} GameOptions */
/** @typedef {import("../pkg/fanorona_wasm.js").SearchOptions} SearchOptions */
/** @typedef {import("../pkg/fanorona_wasm.js").SearchReport} SearchReport */

/**
 * To the worker. `search` replaces any search under way; `stop` asks for the best turn so far; `forget` empties the memory.
 * @typedef {{type: "search", id: number, game: GameOptions, options: SearchOptions}
 *   | {type: "stop", id: number} | {type: "forget"}} Request
 */

/**
 * From the worker. `failed`: this search cannot be done, the worker lives. `broken`: the worker is of no more use.
 * @typedef {{type: "ready", version: string} | {type: "progress", id: number, report: SearchReport}
 *   | {type: "result", id: number, report: SearchReport, stopped: boolean}
 *   | {type: "failed", id: number, code: string, message: string} | {type: "broken", message: string}} Reply
 */

/** @param {unknown} value @returns {value is {[key: string]: unknown}} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is number} */
function isId(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) > 0;
}

/** @param {unknown} value */
function isCount(value) {
  return value === undefined || (Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0);
}

/** @param {unknown} value */
function isText(value) {
  return value === undefined || typeof value === "string";
}

/** @param {unknown} value @returns {value is string[]} */
function isTexts(value) {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** @param {unknown} value @returns {value is SearchReport} */
export function isReport(value) {
  return isRecord(value) && typeof value.done === "boolean" && Number.isFinite(value.depth) && Number.isFinite(value.nodes)
    && (value.bestMove === null || typeof value.bestMove === "string") && isTexts(value.pv)
    && (value.score === null || Number.isFinite(value.score))
    && (value.proved === null || ["win", "draw", "loss"].includes(String(value.proved)))
    && (value.plies === null || Number.isFinite(value.plies));
}

/** The request, or null when it is not one. @param {unknown} data @returns {Request | null} */
export function readRequest(data) {
  if (!isRecord(data)) return null;
  if (data.type === "forget") return { type: "forget" };
  if (!isId(data.id)) return null;
  if (data.type === "stop") return { type: "stop", id: data.id };
  if (data.type !== "search" || !isRecord(data.game) || !isRecord(data.options)) return null;
  const { game, options } = data;
  if (!isText(game.variant) || !isText(game.rules) || !isText(game.fen)) return null;
  if (game.moves !== undefined && !isTexts(game.moves)) return null;
  if (![options.level, options.depth, options.nodes, options.seed].every(isCount)) return null;
  return { type: "search", id: data.id, game: /** @type {GameOptions} */ (game), options: /** @type {SearchOptions} */ (options) };
}

/** The reply, or null when it is not one. @param {unknown} data @returns {Reply | null} */
export function readReply(data) {
  if (!isRecord(data)) return null;
  if (data.type === "ready") return { type: "ready", version: String(data.version) };
  if (data.type === "broken") return { type: "broken", message: String(data.message) };
  if (!isId(data.id)) return null;
  if (data.type === "failed") return { type: "failed", id: data.id, code: String(data.code), message: String(data.message) };
  if (!isReport(data.report)) return null;
  if (data.type === "progress") return { type: "progress", id: data.id, report: data.report };
  if (data.type === "result") return { type: "result", id: data.id, report: data.report, stopped: data.stopped === true };
  return null;
}
