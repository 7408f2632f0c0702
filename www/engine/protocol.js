// The messages between the page and the engine's worker, and the check of both ways.

/** @typedef {import("../pkg/fanorona_wasm.js").GameOptions} GameOptions */
/**
 * `time`: milliseconds after which the best so far is the answer; the host keeps it, the engine has no clock.
 * @typedef {import("../pkg/fanorona_wasm.js").SearchOptions & {time?: number}} SearchOptions
 */
/** @typedef {import("../pkg/fanorona_wasm.js").SearchReport} SearchReport */
/** @typedef {import("../pkg/fanorona_wasm.js").TablesState} TablesState */
/** @typedef {import("../pkg/fanorona_wasm.js").Solution} Solution */

/**
 * About tables of endings. `grow` asks for tables of a board to so many stones; `open` reads a file; `save` makes one of
 * tables built here; `solve` asks for the exact values of a position.
 * @typedef {{type: "grow", id: number, variant: string, stones?: number} | {type: "open", id: number, bytes: Uint8Array}
 *   | {type: "save", id: number, variant: string, stones: number} | {type: "solve", id: number, game: GameOptions}} TablesRequest
 */

/** @typedef {import("../pkg/fanorona_wasm.js").Judgement} Judgement */
/** @typedef {import("../pkg/fanorona_wasm.js").Puzzle} Puzzle */

/**
 * About puzzles. `judge` asks which turns keep the value of a position, for so many nodes more; `puzzleAt` for the puzzle a
 * position makes, `randomPuzzle` for one of so many random endings.
 * @typedef {{type: "judge", id: number, game: GameOptions, nodes: number} | {type: "puzzleAt", id: number, game: GameOptions}
 *   | {type: "randomPuzzle", id: number, variant: string, seed: number, tries: number}} PuzzleRequest
 */

/** The answers; null where there is none, or not yet. @typedef {{type: "judged", id: number, judgement: Judgement | null} | {type: "puzzle", id: number, puzzle: Puzzle | null}} PuzzleReply */

/**
 * To the worker. `search` replaces any search under way; `stop` asks for the best turn so far; `forget` empties the memory.
 * @typedef {{type: "search", id: number, game: GameOptions, options: SearchOptions}
 *   | {type: "stop", id: number} | {type: "forget"} | TablesRequest | PuzzleRequest} Request
 */

/**
 * The answers to `TablesRequest`, each by its id; `opened` comes when the whole file is read.
 * @typedef {{type: "grown" | "opened", id: number, state: TablesState} | {type: "saved", id: number, bytes: Uint8Array}
 *   | {type: "solved", id: number, solution: Solution | null}} TablesReply
 */

/**
 * From the worker. `tables`: how far they are, unasked. `failed`: this request cannot be done, the worker lives.
 * `broken`: the worker is of no more use.
 * @typedef {{type: "ready", version: string} | {type: "progress", id: number, report: SearchReport}
 *   | {type: "result", id: number, report: SearchReport, stopped: boolean}
 *   | {type: "failed", id: number, code: string, message: string} | {type: "broken", message: string}
 *   | {type: "tables", state: TablesState} | TablesReply | PuzzleReply} Reply
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

/** A line and its value. @param {{[key: string]: unknown}} value */
function isLine(value) {
  return isTexts(value.pv) && (value.score === null || Number.isFinite(value.score))
    && (value.proved === null || ["win", "draw", "loss"].includes(String(value.proved)))
    && (value.plies === null || Number.isFinite(value.plies));
}

/** @param {unknown} value @returns {value is SearchReport} */
export function isReport(value) {
  return isRecord(value) && typeof value.done === "boolean" && Number.isFinite(value.depth) && Number.isFinite(value.nodes)
    && (value.bestMove === null || typeof value.bestMove === "string") && isLine(value)
    && Array.isArray(value.lines) && value.lines.every((line) => isRecord(line) && isLine(line));
}

/** @param {unknown} value @returns {value is TablesState} */
export function isTablesState(value) {
  return isRecord(value) && typeof value.board === "string"
    && [value.stones, value.distances, value.target, value.quick, value.most].every((count) => Number.isSafeInteger(count))
    && (value.work === null || (isRecord(value.work) && (value.work.kind === "building" || value.work.kind === "opening")
      && Number.isSafeInteger(value.work.stones) && Number.isFinite(value.work.done)));
}

const VERDICTS = ["win", "win-but-for-limit", "draw", "loss-but-for-limit", "loss"];

/** @param {{[key: string]: unknown}} value */
function isExact(value) {
  return ["win", "draw", "loss"].includes(String(value.wdl)) && (value.verdict === null || VERDICTS.includes(String(value.verdict)))
    && [value.dtc, value.dtw].every((distance) => distance === null || Number.isSafeInteger(distance));
}

/** @param {unknown} value @returns {value is Solution} */
export function isSolution(value) {
  return isRecord(value) && isExact(value) && Number.isSafeInteger(value.omitted) && Array.isArray(value.moves)
    && value.moves.every((solved) => isRecord(solved) && isExact(solved) && isRecord(solved.move) && typeof solved.move.text === "string"
      && isTexts(solved.move.path) && isTexts(solved.move.captures));
}

/** @param {{[key: string]: unknown}} game */
function isGame(game) {
  return isText(game.variant) && isText(game.rules) && isText(game.fen) && (game.moves === undefined || isTexts(game.moves));
}

/** @param {{[key: string]: unknown}} data @param {number} id @returns {TablesRequest | null} */
function readTablesRequest(data, id) {
  const { type, variant, stones, bytes, game } = data;
  if (type === "open") return bytes instanceof Uint8Array ? { type, id, bytes } : null;
  if (type === "solve") return isRecord(game) && isGame(game) ? { type, id, game: /** @type {GameOptions} */ (game) } : null;
  if (typeof variant !== "string" || !isCount(stones)) return null;
  if (type === "grow") return stones === undefined ? { type, id, variant } : { type, id, variant, stones: Number(stones) };
  return type === "save" && stones !== undefined ? { type, id, variant, stones: Number(stones) } : null;
}

/** @param {{[key: string]: unknown}} data @param {number} id @returns {PuzzleRequest | null} */
function readPuzzleRequest({ type, game, nodes, variant, seed, tries }, id) {
  if (type === "randomPuzzle") {
    if (typeof variant !== "string" || !Number.isSafeInteger(seed) || !isId(tries)) return null;
    return { type, id, variant, seed: Number(seed), tries };
  }
  if (!isRecord(game) || !isGame(game)) return null;
  if (type === "puzzleAt") return { type, id, game: /** @type {GameOptions} */ (game) };
  return type === "judge" && isId(nodes) ? { type, id, game: /** @type {GameOptions} */ (game), nodes } : null;
}

/** @param {unknown} value @returns {value is Judgement} */
function isJudgement(value) {
  return isRecord(value) && ["win", "draw", "loss"].includes(String(value.value)) && isTexts(value.keep) && Number.isSafeInteger(value.legal);
}

/** Whether a value is a puzzle by its form; what it claims is for the rules and the engine to say. @param {unknown} value @returns {value is Puzzle} */
export function isPuzzle(value) {
  return isRecord(value) && [value.id, value.variant, value.rules, value.fen].every((text) => typeof text === "string")
    && (value.goal === "win" || value.goal === "draw") && [1, 2, 3, 4, 5].includes(Number(value.grade)) && isTexts(value.themes)
    && isTexts(value.line) && value.line.length > 0 && Array.isArray(value.keep) && value.keep.every(isTexts)
    && value.keep.length === Math.ceil(value.line.length / 2) && isRecord(value.proof) && (value.plies === null || Number.isSafeInteger(value.plies));
}

/** The request, or null when it is not one. @param {unknown} data @returns {Request | null} */
export function readRequest(data) {
  if (!isRecord(data)) return null;
  if (data.type === "forget") return { type: "forget" };
  if (!isId(data.id)) return null;
  if (data.type === "stop") return { type: "stop", id: data.id };
  if (data.type !== "search") return readTablesRequest(data, data.id) ?? readPuzzleRequest(data, data.id);
  if (!isRecord(data.game) || !isRecord(data.options)) return null;
  const { game, options } = data;
  if (!isGame(game)) return null;
  if (![options.level, options.depth, options.nodes, options.seed, options.lines, options.time].every(isCount)) return null;
  return { type: "search", id: data.id, game: /** @type {GameOptions} */ (game), options: /** @type {SearchOptions} */ (options) };
}

/** The reply, or null when it is not one. @param {unknown} data @returns {Reply | null} */
export function readReply(data) {
  if (!isRecord(data)) return null;
  if (data.type === "ready") return { type: "ready", version: String(data.version) };
  if (data.type === "broken") return { type: "broken", message: String(data.message) };
  if (data.type === "tables") return isTablesState(data.state) ? { type: "tables", state: data.state } : null;
  if (!isId(data.id)) return null;
  if (data.type === "grown" || data.type === "opened") return isTablesState(data.state) ? { type: data.type, id: data.id, state: data.state } : null;
  if (data.type === "saved") return data.bytes instanceof Uint8Array ? { type: "saved", id: data.id, bytes: data.bytes } : null;
  if (data.type === "solved") {
    return data.solution === null || isSolution(data.solution) ? { type: "solved", id: data.id, solution: data.solution } : null;
  }
  if (data.type === "judged") return data.judgement === null || isJudgement(data.judgement) ? { type: "judged", id: data.id, judgement: data.judgement } : null;
  if (data.type === "puzzle") return data.puzzle === null || isPuzzle(data.puzzle) ? { type: "puzzle", id: data.id, puzzle: data.puzzle } : null;
  if (data.type === "failed") return { type: "failed", id: data.id, code: String(data.code), message: String(data.message) };
  if (!isReport(data.report)) return null;
  if (data.type === "progress") return { type: "progress", id: data.id, report: data.report };
  if (data.type === "result") return { type: "result", id: data.id, report: data.report, stopped: data.stopped === true };
  return null;
}
