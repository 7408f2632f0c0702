// Games as text, in and out: records, positions, links. What a text is, and what the rules make of it.

import { VARIANTS, sizeOf } from "./address.js";
import { t } from "./i18n.js";
import { sameLine } from "./lines.js";
import { isLink } from "./link.js";
import { Session, reasonOf } from "./session.js";

/** @typedef {import("./session.js").Rules} Rules */
/** @typedef {import("./session.js").SavedGame} SavedGame */
/** @typedef {import("./store.js").Setup} Setup */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("../pkg/fanorona_wasm.js").FanoronaError} FanoronaError */

/** What somebody can paste, drop or open. @typedef {"link" | "games" | "position" | "record"} TextKind */

/** A longer text is not looked at. */
export const MOST_LENGTH = 1_000_000;
/** A file of kept games may be as long as what a device keeps. */
export const MOST_FILE = 6_000_000;
/** The longest games end long before; under rules without draws a game of more would hold up the page. */
export const MOST_TURNS = 1_000;

/** @param {string} text @returns {TextKind} */
export function kindOf(text) {
  const plain = text.trim();
  if (/^\{\s*"format"\s*:\s*"fanorona-games"/.test(plain)) return "games";
  if (isLink(plain) || /#v\d+(;|%3b)/i.test(plain)) return "link";
  const [first] = plain.split(/\s/, 1);
  // A result such as 1/2-1/2 has a dash, a position has none.
  if (first.includes("/") && !/[-[{]/.test(first)) return "position";
  return /^[WBwb.0-9]+\s+[WBwb](\s|$)/.test(plain) ? "position" : "record";
}

/** Why a text is not looked at at all, in words, or "". @param {string} text @returns {import("./i18n.js").Words} */
export function textFault(text) {
  if (text.trim() === "") return () => t("records.fault.empty");
  const most = kindOf(text) === "games" ? MOST_FILE : MOST_LENGTH;
  if (text.length > most) return () => t("records.fault.long", { size: most / 1e6 });
  const turns = kindOf(text) === "record" ? (text.match(/(^|[\s.}])[a-i][1-9]-/gi) ?? []).length : 0;
  return turns > MOST_TURNS * 2 ? () => t("records.fault.turns", { count: MOST_TURNS }) : "";
}

/**
 * The game that a record or a position tells.
 * @param {Rules} rules @param {string} text @param {Setup} here  what holds where the text does not say
 * @returns {{game: SavedGame} | {fault: () => string}} the fault in words
 */
export function readGame(rules, text, here) {
  try {
    return { game: kindOf(text) === "position" ? gameOfPosition(rules, text.trim(), here) : gameOfRecord(rules, text, here) };
  } catch (error) {
    return { fault: faultOf(/** @type {FanoronaError} */ (error)) };
  }
}

/** @param {Rules} rules @param {string} fen @param {Setup} here @returns {SavedGame} */
function gameOfPosition(rules, fen, here) {
  const setup = { variant: sizeOf(fen), rules: here.rules, fen };
  // The rules say what they think of it.
  new rules.Game(setup).free();
  return { setup, moves: [], ply: 0, open: [], resigned: null };
}

/**
 * The rules' own game. A record that does not name its variant may be of another one than the game at hand: where it
 * is not legal in this one, it is in the first one that it is legal in.
 * @param {Rules} rules @param {string} text @param {Setup} here
 */
function readRecord(rules, text, here) {
  try {
    return rules.Game.fromRecord(text, { variant: here.variant, rules: here.rules });
  } catch (error) {
    for (const variant of VARIANTS) {
      try {
        return rules.Game.fromRecord(text, { variant, rules: here.rules });
      } catch {
        // The fault that counts is that of the game at hand.
      }
    }
    throw error;
  }
}

/** @param {Rules} rules @param {string} text @param {Setup} here @returns {SavedGame} */
function gameOfRecord(rules, text, here) {
  const game = readRecord(rules, text, here);
  try {
    const { moves, variant, rules: switches, outcome } = game.state();
    const headers = headersOf(game.record());
    const { fen } = game.goTo(0);
    /** @type {Setup} */
    const setup = { variant, rules: switches };
    if (fen !== usualStart(rules, setup)) setup.fen = fen;
    return {
      setup,
      moves: moves.map((move) => move.text),
      ply: moves.length,
      open: [],
      resigned: outcome?.reason === "resignation" ? (outcome.winner === "white" ? "black" : "white") : null,
      ...(outcome?.reason === "agreement" ? { agreed: true } : {}),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
    };
  } finally {
    game.free();
  }
}

/** Where a game begins that says nothing else; null where the board has no start of its own. @param {Rules} rules @param {Setup} setup */
export function usualStart(rules, { variant, rules: switches }) {
  try {
    const game = new rules.Game({ variant, rules: switches });
    const fen = game.fen();
    game.free();
    return fen;
  } catch {
    return null;
  }
}

/** Headers that the writer makes from the game itself. */
const MADE = ["Result", "Variant", "Rules", "FEN"];

/** What the headers of a record say beyond the game, from the form that the rules write. @param {string} record @returns {{[name: string]: string}} */
export function headersOf(record) {
  /** @type {{[name: string]: string}} */
  const headers = {};
  for (const [, name, value] of record.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]$/gm)) {
    if (!MADE.includes(name) && !/^[?.]+$/.test(value)) headers[name] = value.replace(/\\(.)/g, "$1");
  }
  return headers;
}

/** @param {FanoronaError} error @returns {() => string} */
function faultOf(error) {
  const { code, line, ply, message, candidates } = error;
  if (code !== "bad-record" || line === undefined || ply === undefined) return () => t("records.fault.position", { reason: reasonOf(error) });
  // The rules put the place before the words; here it has words of its own.
  const reason = message.replace(/^line \d+, turn \d+: /, "") + (candidates?.length ? ` (${candidates.join(", ")})` : "");
  return () => t("records.fault.record", { line, turn: ply, reason });
}

/**
 * The record of the main line, what was taken back of it included; of a game that was given up, up to there.
 * @param {Rules} rules @param {SavedGame} saved @param {{[name: string]: string}} [headers]
 */
export function recordOf(rules, saved, headers = {}) {
  const [main] = saved.lines ?? [saved.moves];
  const ended = (saved.resigned || saved.agreed) && sameLine(main, saved.moves);
  const whole = ended ? saved : { ...saved, moves: main, ply: main.length, open: [], resigned: null, agreed: false };
  const session = Session.restore(rules, whole);
  try {
    return session.ask((game) => game.record({ ...headers, ...saved.headers }));
  } finally {
    session.free();
  }
}

/** Headers for a record of the game at hand: the day, and who plays where that has a name. @param {PageState} state @param {Date} now @returns {{[name: string]: string}} */
export function headersFor({ players, level }, now) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const name = (/** @type {"white" | "black"} */ color) => (players[color] === "computer" ? { [color === "white" ? "White" : "Black"]: `${t("player.computer")} (${t(`level.${level}`)})` } : {});
  return { Date: `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`, ...name("white"), ...name("black") };
}
