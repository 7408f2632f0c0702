// What the engine makes of a position, seen from White, and how it is said. Proved and estimated are never one number.

import { number, t } from "./i18n.js";

/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("../board/types.js").Color} Color */
/** @typedef {import("../engine/protocol.js").GameOptions} GameOptions */
/** @typedef {import("../engine/protocol.js").Solution} Solution */
/** @typedef {import("../pkg/fanorona_wasm.js").SearchLine} SearchLine */

/** Who wins, or a draw. @typedef {Color | "draw"} Proof */

/**
 * @typedef {object} Judgement
 * @property {number | null} score  an estimate in hundredths of a stone, White's; null where the value is proved
 * @property {Proof | null} proved
 * @property {{count: number, to: "end" | "capture"} | null} distance  turns of both sides, of a proved win
 * @property {number} depth  of the search; 0 where none was needed
 * @property {string[]} pv  the best turns from here
 */

/** From this estimate on one side stands clearly better. */
const CLEAR = 50;
/** The estimate at which the bar is three quarters full. */
const HALF_WON = 300;

/** @param {Color} color @returns {Color} */
export function otherColor(color) {
  return color === "white" ? "black" : "white";
}

/** The game at hand up to a turn, for the engine. @param {PageState} state @param {number} ply @returns {GameOptions & {moves: string[]}} */
export function gameUpTo({ setup, game }, ply) {
  return { ...setup, moves: (game?.moves ?? []).slice(0, ply).map((move) => move.text) };
}

/** @param {SearchLine} line seen by the side to move @param {number} depth @param {Color} turn @returns {Judgement} */
export function judgementOf({ score, proved, plies, pv }, depth, turn) {
  const distance = plies !== null && proved !== null && proved !== "draw" ? { count: plies, to: /** @type {const} */ ("end") } : null;
  const seen = score === null ? null : turn === "white" || score === 0 ? score : -score;
  return { score: seen, proved: proofOf(proved, turn), distance, depth, pv };
}

/** @param {"win" | "draw" | "loss" | null} proved @param {Color} turn @returns {Proof | null} */
function proofOf(proved, turn) {
  if (proved === null || proved === "draw") return proved;
  return proved === "win" ? turn : otherColor(turn);
}

/** Of a game that is over. @param {import("../pkg/fanorona_wasm.js").OutcomeInfo} outcome @returns {Judgement} */
export function judgementOfEnd({ winner }) {
  return { score: null, proved: winner ?? "draw", distance: winner ? { count: 0, to: "end" } : null, depth: 0, pv: [] };
}

/**
 * The distance of a win that a table proved: the search has none for it. The tables' own is of a game without draws, so
 * it is told only where the verdict is the same.
 * @param {Judgement} judgement @param {Solution | null} solution of the position @returns {Judgement}
 */
export function withDistance(judgement, solution) {
  if (solution === null || judgement.proved === null || judgement.proved === "draw" || judgement.distance) return judgement;
  const value = judgement.pv.length > 0 ? solution.moves.find(({ move }) => move.text === judgement.pv[0]) : solution;
  if (!value || value.verdict !== value.wdl) return judgement;
  if (value.dtw !== null) return { ...judgement, distance: { count: value.dtw, to: "end" } };
  return value.dtc === null ? judgement : { ...judgement, distance: { count: value.dtc, to: "capture" } };
}

/** "+1.8", or the proved result in a word. @param {Judgement} judgement */
export function shortValue({ score, proved }) {
  if (proved !== null) return t(`value.short.${proved}`);
  const tenths = Math.round((score ?? 0) / 10);
  const sign = tenths > 0 ? "+" : tenths < 0 ? "−" : "";
  return sign + number(Math.abs(tenths) / 10, 1);
}

/** A sentence without the tag that says whether it is proved. @param {Judgement} judgement */
export function valueWords({ score, proved, distance }) {
  if (proved === "draw") return t("value.draw");
  if (proved !== null) {
    const color = t(`color.${proved}`);
    return distance ? t(`value.wins.${distance.count === 0 ? "over" : distance.to}`, { color, count: distance.count }) : t("value.wins", { color });
  }
  const hundredths = score ?? 0;
  if (Math.abs(hundredths) < CLEAR) return t("value.even");
  return t("value.better", { color: t(`color.${hundredths > 0 ? "white" : "black"}`), stones: number(Math.abs(hundredths) / 100, 1) });
}

/** @param {Judgement} judgement */
export function kindWords({ proved }) {
  return t(proved === null ? "value.estimate" : "value.proved");
}

/** White's part of the bar. @param {Judgement} judgement @returns {number} from 0 to 1 */
export function whitePart({ score, proved }) {
  if (proved !== null) return proved === "white" ? 1 : proved === "black" ? 0 : 0.5;
  // An estimate never fills the bar.
  const scaled = (score ?? 0) / HALF_WON;
  return 0.5 + 0.46 * (scaled / (1 + Math.abs(scaled)));
}

/**
 * A number that orders judgements for one side: any proved win before any estimate, any estimate before a proved loss.
 * @param {Judgement} judgement @param {Color} color
 */
export function worth({ score, proved }, color) {
  if (proved === "draw") return 0;
  if (proved !== null) return proved === color ? 1_000_000 : -1_000_000;
  return (color === "white" ? 1 : -1) * (score ?? 0);
}

/** Whether a value read from the device is a judgement. @param {unknown} value @returns {value is Judgement} */
export function isJudgement(value) {
  const one = /** @type {Partial<Judgement> | null} */ (value);
  if (typeof one !== "object" || one === null) return false;
  const { score, proved, distance, depth, pv } = one;
  const estimated = proved === null && Number.isFinite(score);
  const decided = score === null && (proved === "white" || proved === "black" || proved === "draw");
  return (estimated || decided) && Number.isSafeInteger(depth) && Array.isArray(pv) && pv.every((turn) => typeof turn === "string")
    && (distance === null || (typeof distance === "object" && Number.isSafeInteger(distance?.count) && (distance.to === "end" || distance.to === "capture")));
}
