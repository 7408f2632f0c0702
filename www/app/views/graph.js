// The evaluation of every position of the game as a graph. A press, or the arrow keys, lead to a turn.

import { t } from "../i18n.js";
import { kindWords, shortValue, valueWords, whitePart } from "../judgement.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../judgement.js").Judgement} Judgement */

const WIDTH = 304;
const HEIGHT = 128;
const PLOT = { left: 34, right: 295, top: 8, bottom: 120 };
/** Hundredths of a stone that have a line of their own. */
const SCALE = [300, 0, -300];

/** @param {number} ply @param {number} plies */
export function xOf(ply, plies) {
  return PLOT.left + ((PLOT.right - PLOT.left) * ply) / Math.max(1, plies);
}

/** @param {Judgement} judgement */
export function yOf(judgement) {
  return PLOT.top + (PLOT.bottom - PLOT.top) * (1 - whitePart(judgement));
}

/** The turn that stands nearest to a place. @param {number} x in the graph's own measure @param {number} plies */
export function plyAt(x, plies) {
  return Math.max(0, Math.min(plies, Math.round(((x - PLOT.left) / (PLOT.right - PLOT.left)) * plies)));
}

/** Where a key leads. @param {string} key @param {number} ply @param {number} plies @returns {number | null} */
export function plyByKey(key, ply, plies) {
  const to = { ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1, PageDown: ply - 10, PageUp: ply + 10, Home: 0, End: plies }[key];
  return to === undefined ? null : Math.max(0, Math.min(plies, to));
}

/** One position in words. @param {PageState} state @param {number} ply */
export function pointWords({ game, judgements }, ply) {
  const judgement = judgements[ply];
  const move = game?.moves[ply - 1];
  const at = move ? t("graph.turn", { turn: ply, turns: game?.plies ?? 0, color: t(`color.${move.color}`), text: move.text }) : t("graph.start");
  return `${at} ${judgement ? t("graph.value", { value: valueWords(judgement), kind: kindWords(judgement) }) : t("graph.unknown")}`;
}

/** @param {string} tag @param {{[name: string]: string | number}} attributes @param {string} [text] */
function svg(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

/** @param {Store} store @param {import("../judging.js").Judging} judging @param {(ply: number) => void} goTo */
export function showGraph(store, judging, goTo) {
  const graph = byId("graph");
  const values = /** @type {HTMLDetailsElement} */ (byId("graph-values"));
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  graph.append(picture);
  graph.addEventListener("click", (event) => {
    const { game } = store.state;
    const box = picture.getBoundingClientRect();
    if (game) goTo(plyAt(((event.clientX - box.left) / box.width) * WIDTH, game.plies));
  });
  graph.addEventListener("keydown", (event) => {
    const { game } = store.state;
    const ply = game ? plyByKey(event.key, game.ply, game.plies) : null;
    if (ply === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (ply !== game?.ply) goTo(ply);
  });
  byId("graph-run").addEventListener("click", () => void judging.run());
  byId("graph-stop").addEventListener("click", () => judging.stop());
  values.addEventListener("toggle", () => showList(store.state));

  const show = (/** @type {PageState} */ state) => {
    const { game, judgements, judging: now, aid } = state;
    const plies = game?.plies ?? 0;
    const missing = judgements.filter((one) => one === null).length;
    const some = plies > 0 && missing < judgements.length;
    graph.hidden = values.hidden = byId("graph-legend").hidden = !some;
    const run = /** @type {HTMLButtonElement} */ (byId("graph-run"));
    run.hidden = now !== null || (plies > 0 && missing === 0);
    run.disabled = !aid || plies === 0;
    byId("graph-stop").hidden = now === null;
    const progress = /** @type {HTMLProgressElement} */ (byId("graph-progress"));
    progress.hidden = now === null;
    progress.max = now?.all ?? 1;
    progress.value = now?.done ?? 0;
    const words = !aid ? t("analysis.link") : plies === 0 ? t("graph.none") : now ? t("graph.judging", now) : missing > 0 ? t("graph.missing", { count: missing }) : "";
    byId("graph-state").textContent = words;
    if (!game || !some) return;
    graph.setAttribute("aria-valuemax", String(plies));
    graph.setAttribute("aria-valuenow", String(game.ply));
    graph.setAttribute("aria-valuetext", pointWords(state, game.ply));
    picture.replaceChildren(...draw(judgements, game.ply, plies));
    showList(state);
  };
  /** @type {(keyof PageState)[]} */
  const keys = ["game", "judgements", "judging", "aid", "language"];
  store.subscribe((state, before) => {
    if (keys.some((key) => state[key] !== before[key])) show(state);
  });
  show(store.state);
}

/** @param {(Judgement | null)[]} judgements @param {number} ply @param {number} plies */
function draw(judgements, ply, plies) {
  const parts = [];
  for (const score of SCALE) {
    const at = { score, proved: null, distance: null, depth: 0, pv: [] };
    const y = yOf(at);
    parts.push(svg("line", { class: score === 0 ? "zero" : "rule", x1: PLOT.left, x2: PLOT.right, y1: y, y2: y }));
    parts.push(svg("text", { x: PLOT.left - 6, y: y + 4 }, score === 0 ? "0" : shortValue(at).replace(/[.,]0$/, "")));
  }
  for (const color of /** @type {const} */ (["white", "black"])) {
    const y = color === "white" ? PLOT.top : PLOT.bottom;
    parts.push(svg("line", { class: "rule", x1: PLOT.left, x2: PLOT.right, y1: y, y2: y }), svg("circle", { class: `side ${color}`, cx: PLOT.left - 14, cy: y, r: 5 }));
  }
  const x = xOf(ply, plies);
  parts.push(svg("line", { class: "now", x1: x, x2: x, y1: PLOT.top - 4, y2: PLOT.bottom + 4 }));
  let last = "";
  let path = "";
  judgements.forEach((one, place) => {
    // A line joins estimates only: what is proved stands apart.
    if (!one || one.proved !== null) last = "";
    else {
      path += `${last === "" ? "M" : "L"}${xOf(place, plies).toFixed(1)} ${yOf(one).toFixed(1)}`;
      last = "L";
    }
  });
  parts.push(svg("path", { class: "estimates", d: path }));
  judgements.forEach((one, place) => {
    if (!one) return;
    const [px, py] = [xOf(place, plies), yOf(one)];
    if (one.proved !== null) parts.push(svg("rect", { class: "proof", x: px - 3.5, y: py - 3.5, width: 7, height: 7 }));
    else if (plies <= 80) parts.push(svg("circle", { class: "estimate", cx: px, cy: py, r: 2 }));
    if (place === ply) parts.push(svg("circle", { class: "here", cx: px, cy: py, r: 6.5 }));
  });
  return parts;
}

/** @param {PageState} state */
function showList(state) {
  const values = /** @type {HTMLDetailsElement} */ (byId("graph-values"));
  if (!values.open) return;
  byId("graph-list").replaceChildren(...state.judgements.map((_, ply) => make("li", "", pointWords(state, ply))));
}
