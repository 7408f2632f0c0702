// A start in the address: #fen=…&variant=…&rules=…&play=…&level=… , to share or to try.

/** @typedef {import("./store.js").Setup} Setup */
/** @typedef {import("./store.js").Players} Players */

/**
 * @typedef {object} Start
 * @property {Setup} setup
 * @property {Players} [players]
 * @property {number} [level]
 */

export const VARIANTS = ["tsivy", "dimy", "telo", "vela"];
export const PRESETS = ["standard", "icga", "club"];
const SIZE = /^[1-9]x[1-9]$/;
const RULES = /^[a-z0-9-]+(,[a-z0-9-]+)*$/;
const FEN = /^[WBwb.0-9/]+( [A-Za-z0-9-]+)*$/;

/** @type {{[play: string]: Players}} */
export const PLAYS = {
  white: { white: "person", black: "computer" },
  black: { white: "computer", black: "person" },
  two: { white: "person", black: "person" },
  watch: { white: "computer", black: "computer" },
};

/**
 * Reads the part of the address after `#`. Null when it holds no start; `bad` when a value is not known. What
 * the rules think of the position is for them to say, and how many levels there are.
 * @param {string} hash @param {number} levels @returns {Start | {bad: {key: string, value: string}} | null}
 */
export function readStart(hash, levels) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const fen = values.get("fen")?.trim();
  const variant = values.get("variant") ?? undefined;
  if (fen === undefined && variant === undefined && !values.has("rules")) return null;
  const rules = values.get("rules") ?? "standard";
  const play = values.get("play");
  const level = values.get("level");
  const bad = (/** @type {string} */ key, /** @type {string} */ value) => ({ bad: { key, value: value.slice(0, 80) } });
  if (fen !== undefined && (fen.length > 120 || !FEN.test(fen))) return bad("fen", fen);
  if (variant !== undefined && !VARIANTS.includes(variant) && !SIZE.test(variant)) return bad("variant", variant);
  if (rules.length > 120 || !RULES.test(rules)) return bad("rules", rules);
  if (play !== null && !Object.hasOwn(PLAYS, play)) return bad("play", play);
  if (level !== null && !(/^[1-9]\d?$/.test(level) && Number(level) <= levels)) return bad("level", level);
  /** @type {Start} */
  const start = { setup: { variant: variant ?? sizeOf(fen), rules } };
  if (fen !== undefined) start.setup.fen = fen;
  if (play !== null) start.players = PLAYS[play];
  if (level !== null) start.level = Number(level);
  return start;
}

/** The board a position is for, when nothing else says so. @param {string} [fen] */
export function sizeOf(fen = "") {
  const rows = fen.split(" ")[0].split("/");
  const width = [...rows[0]].reduce((sum, c) => sum + (/\d/.test(c) ? Number(c) : 1), 0);
  const known = { "9x5": "tsivy", "5x5": "dimy", "3x3": "telo" };
  const size = `${width}x${rows.length}`;
  if (/ vela$/i.test(fen)) return "vela";
  return known[/** @type {keyof typeof known} */ (size)] ?? (SIZE.test(size) ? size : "tsivy");
}
