// The analysis of the position at hand: when the engine looks at it, and what it says.

import { EngineError } from "../engine/client.js";
import { exactKind, stonesIn } from "./endings.js";
import { number, t } from "./i18n.js";
import { gameUpTo, judgementOf, withDistance } from "./judgement.js";
import { turnsOf } from "./line-player.js";
import { RANK } from "./searches.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./searches.js").Searches} Searches */
/** @typedef {import("./judgement.js").Judgement} Judgement */
/** @typedef {import("../engine/tables.js").Tables} Tables */
/** @typedef {import("../engine/protocol.js").SearchReport} SearchReport */

/** @typedef {{lines: Judgement[], depth: number, nodes: number, done: boolean}} AnalysisView  best line first */

/** So long one position is thought about; the tables of endings grow only after that. */
const MOST_MS = 60_000;
/** News of the search is shown so often. */
const SHOW_MS = 150;

/** Whether analysis is switched on in this game. @param {PageState} state */
export function analysisOn(state) {
  return state.aid && state.settings.analysis[exactKind(state)];
}

/**
 * Whether the position at hand is for the engine to look at now.
 * `waits`: the tables that are being made will know it exactly in a moment, and they grow only while nothing is searched.
 * @param {PageState} state @returns {"yes" | "waits" | "thinking" | "judging" | "no"}
 */
export function mayAnalyse(state) {
  const { game, tables } = state;
  if (!game || game.outcome || state.side || state.tab !== "analysis" || !analysisOn(state)) return "no";
  if (state.thinking) return "thinking";
  if (state.judging) return "judging";
  const count = stonesIn(game.fen);
  const near = tables?.work && !tables.stoppable && count <= tables.work.stones && count > tables.stones;
  return near && tables.board === `${game.width}x${game.height}` ? "waits" : "yes";
}

/** @param {{store: Store, searches: Searches, tables: Tables}} parts */
export function connectAnalysis({ store, searches, tables }) {
  /** @type {ReturnType<Searches["search"]> | null} */
  let search = null;
  let shown = "";
  let showTimer = 0;
  /** @type {(() => void) | null} */
  let late = null;

  /** @param {string} key @param {SearchReport} report @param {import("../board/types.js").Color} turn @param {boolean} done */
  const show = (key, report, turn, done) => {
    if (key !== shown || report.lines.length === 0) return;
    const lines = report.lines.map((line) => judgementOf(line, report.depth, turn));
    store.set({ analysis: { lines, depth: report.depth, nodes: report.nodes, done } });
  };
  const later = (/** @type {() => void} */ act) => {
    late = act;
    if (showTimer) return;
    showTimer = window.setTimeout(() => {
      showTimer = 0;
      late?.();
      late = null;
    }, SHOW_MS);
  };

  const begin = (/** @type {string} */ key, /** @type {PageState} */ state) => {
    const { game } = state;
    if (!game) return;
    const position = gameUpTo(state, game.ply);
    const { turn } = game;
    const mine = searches.search(position, { lines: state.settings.lines, time: MOST_MS }, (report) => later(() => show(key, report, turn, false)), RANK.analysis);
    search = mine;
    mine.result.then(async (report) => {
      if (search === mine) search = null;
      late = null;
      show(key, report, turn, true);
      const bare = report.lines.some((line) => line.proved !== null && line.plies === null);
      const solution = bare ? await tables.solve(position) : null;
      const { analysis } = store.state;
      if (solution && key === shown && analysis) store.set({ analysis: { ...analysis, lines: analysis.lines.map((line) => withDistance(line, solution)) } });
    }).catch((error) => {
      if (!(error instanceof EngineError)) throw error;
      if (search !== mine) return;
      // The next position, or the switch, asks again.
      search = null;
      if (error.code !== "cancelled") store.set({ analysis: { lines: [], depth: 0, nodes: 0, done: true } });
    });
  };

  store.subscribe((state, before) => {
    const may = mayAnalyse(state);
    const { game, settings, tables: known } = state;
    const covered = game !== null && known !== null && stonesIn(game.fen) <= known.stones;
    const key = game && may === "yes" ? JSON.stringify([gameUpTo(state, game.ply), settings.lines, covered, known?.distances && covered]) : "";
    if (key === shown) return;
    shown = key;
    search?.cancel();
    search = null;
    late = null;
    if (state.game !== before.game && state.suggestion === before.suggestion && state.suggestion) store.set({ suggestion: null });
    if (store.state.analysis && (may !== "yes" || state.game !== before.game)) store.set({ analysis: null });
    if (key !== "") begin(key, state);
  });
  document.addEventListener("visibilitychange", () => searches.hide(document.visibilityState === "hidden"));
}

/** The first turn of a line, for the board. @param {import("./session.js").Rules} rules @param {PageState} state @param {Judgement | undefined} line */
export function firstTurn(rules, state, line) {
  if (!state.game || !line || line.pv.length === 0) return null;
  return turnsOf(rules, gameUpTo(state, state.game.ply), line.pv.slice(0, 1))[0] ?? null;
}

/** What the analysis is doing, in words. @param {PageState} state */
export function analysisWords(state) {
  const may = mayAnalyse(state);
  if (!state.aid) return t("analysis.link");
  if (!analysisOn(state)) return t("analysis.off");
  if (state.side) return t("analysis.side");
  if (state.game?.outcome) return t("analysis.over");
  if (may === "thinking" || may === "judging") return t(`analysis.${may}`);
  if (may === "waits") return t("analysis.waits");
  const { analysis } = state;
  if (!analysis) return t("analysis.begins");
  if (analysis.lines.length === 0) return t("analysis.lost");
  const nodes = analysis.nodes >= 1e6 ? t("analysis.million", { number: number(analysis.nodes / 1e6, 1) }) : t("analysis.thousand", { number: Math.ceil(analysis.nodes / 1000) });
  if (analysis.done && analysis.depth === 0) return t("analysis.table");
  return t(analysis.done ? "analysis.done" : "analysis.depth", { depth: analysis.depth, nodes });
}
