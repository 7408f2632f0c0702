// The analysis in the panel, and the bar beside the board: the value in words and marks, the lines, the hint.

import { analysisOn, analysisWords, firstTurn } from "../analysis.js";
import { exactKind } from "../endings.js";
import { mayHint } from "../hint.js";
import { t } from "../i18n.js";
import { judgementOfEnd, kindWords, shortValue, valueWords, whitePart } from "../judgement.js";
import { personToMove } from "../store.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../judgement.js").Judgement} Judgement */

/** "Proved" with its check and frame, or "estimate" without. @param {Judgement} judgement */
export function kindTag(judgement) {
  return make("span", judgement.proved === null ? "kind" : "kind proved", kindWords(judgement));
}

/**
 * @param {object} parts
 * @param {Store} parts.store
 * @param {import("../storage.js").Keeper} parts.keeper
 * @param {import("../session.js").Rules} parts.rules
 * @param {import("../play.js").Play} parts.play
 * @param {import("../hint.js").Hint} parts.hint
 * @param {(line: Judgement) => void} parts.showLine
 * @param {() => void} parts.toBoard
 * @returns {() => void} shows the hint's button anew
 */
export function showAnalysis({ store, keeper, rules, play, hint, showLine, toBoard }) {
  const on = /** @type {HTMLInputElement} */ (byId("analysis-on"));
  const count = /** @type {HTMLSelectElement} */ (byId("analysis-count"));
  const change = (/** @type {Partial<import("../store.js").Settings>} */ patch) => {
    const settings = { ...store.state.settings, ...patch };
    store.set({ settings });
    keeper.save("settings", settings);
  };
  on.addEventListener("change", () => change({ analysis: { ...store.state.settings.analysis, [exactKind(store.state)]: on.checked } }));
  count.addEventListener("change", () => change({ lines: Number(count.value) }));
  const hintButton = /** @type {HTMLButtonElement} */ (byId("hint"));
  hintButton.addEventListener("click", () => {
    hint.ask();
    // On a phone the panel lies over the board.
    if (byId("panel").classList.contains("open")) toBoard();
  });
  const list = byId("analysis-lines");
  /** What stands in the list, and of which position. @type {{lines: Judgement[], game: PageState["game"]}} */
  let listed = { lines: [], game: null };
  const pointed = listenLines(store, rules, list, play, showLine, () => listed.lines);

  const showHint = () => {
    const { state } = store;
    hintButton.disabled = !mayHint(state) || hint.thinking;
    hintButton.textContent = t(hint.thinking ? "hint.thinking" : hint.stoneShown ? "hint.more" : "hint.ask");
  };
  const show = (/** @type {PageState} */ state) => {
    for (const button of list.querySelectorAll(".play")) button.textContent = t("analysis.play");
    on.checked = analysisOn(state);
    on.disabled = !state.aid;
    count.value = String(state.settings.lines);
    byId("analysis-state").textContent = analysisWords(state);
    showBar(state);
    const lines = state.analysis?.lines ?? [];
    // A turn does not change under the finger: who is about to press gets what was read.
    const other = lines.length !== listed.lines.length || lines.some((line, place) => line.pv[0] !== listed.lines[place].pv[0]);
    if (!(other && pointed() && listed.lines.length > 0 && listed.game === state.game && lines.length >= listed.lines.length)) listed = { lines, game: state.game };
    showLines(list, state, listed.lines);
    showHint();
  };
  store.subscribe(show);
  show(store.state);
  return showHint;
}

/** @param {PageState} state */
function showBar(state) {
  const bar = byId("eval");
  // It keeps its place while the board shows something else, so that nothing jumps.
  const there = state.game !== null && state.tab === "analysis" && analysisOn(state);
  bar.hidden = !there;
  byId("play").classList.toggle("with-eval", there);
  const end = state.side ? null : state.game?.outcome;
  const line = end ? judgementOfEnd(end) : (state.analysis?.lines[0] ?? null);
  const [number, shape, tag, words] = /** @type {[HTMLElement, HTMLElement, HTMLElement, HTMLElement]} */ (/** @type {unknown} */ ([...bar.children]));
  number.textContent = line ? shortValue(line) : "…";
  tag.textContent = line ? kindWords(line) : "";
  tag.className = line?.proved ? "kind proved" : "kind";
  shape.classList.toggle("known", line !== null);
  shape.style.setProperty("--white", String(line ? whitePart(line) : 0.5));
  words.textContent = line ? t("analysis.bar", { value: valueWords(line), kind: kindWords(line), depth: state.analysis?.depth ?? 0 }) : analysisWords(state);
}

/** @param {HTMLElement} list @param {PageState} state @param {Judgement[]} lines */
function showLines(list, state, lines) {
  // Room for the lines that will come: what stands below must not move under the pointer.
  list.hidden = !analysisOn(state);
  list.dataset.lines = String(state.settings.lines);
  // The rows stay, so that one can be pressed while the search goes on.
  while (list.childElementCount < lines.length) list.append(makeRow(list.childElementCount));
  [...list.children].forEach((row, index) => {
    const line = lines[index];
    /** @type {HTMLElement} */ (row).hidden = !line;
    if (!line) return;
    const [show, play] = /** @type {NodeListOf<HTMLButtonElement>} */ (row.querySelectorAll("button"));
    const words = t("analysis.line", { value: valueWords(line), kind: kindWords(line), text: line.pv.join(" ") });
    if (show.dataset.words !== words) {
      show.dataset.words = words;
      const head = make("span", "head");
      head.setAttribute("aria-hidden", "true");
      head.append(make("b", "", shortValue(line)), kindTag(line));
      const far = line.distance ? t(`value.far.${line.distance.to}`, { count: line.distance.count }) : "";
      const turns = make("span", "pv");
      if (far !== "") turns.append(make("span", "far", far), " · ");
      turns.append(line.pv.join(" "));
      turns.setAttribute("aria-hidden", "true");
      show.replaceChildren(head, turns, make("span", "sr-only", words));
    }
    play.hidden = !personToMove(state) || Boolean(state.game?.open);
    play.setAttribute("aria-label", t("analysis.play.label", { text: line.pv[0] ?? "" }));
  });
}

/** @param {number} index */
function makeRow(index) {
  const row = make("li");
  for (const [what, text] of [["show", ""], ["play", t("analysis.play")]]) {
    const button = /** @type {HTMLButtonElement} */ (make("button", what, text));
    button.type = "button";
    button.dataset.line = String(index);
    row.append(button);
  }
  return row;
}

/** A line that is pointed at, or has the focus, shows its first turn on the board; pressed, it is played out. @param {Store} store @param {import("../session.js").Rules} rules @param {HTMLElement} list @param {import("../play.js").Play} play @param {(line: Judgement) => void} showLine @param {() => Judgement[]} listed @returns {() => boolean} whether one is pointed at */
function listenLines(store, rules, list, play, showLine, listed) {
  /** @type {number | null} */
  let pointed = null;
  let shown = "";
  const indexOf = (/** @type {EventTarget | null} */ target) => {
    const button = target instanceof Element ? target.closest("button") : null;
    return button && list.contains(button) ? Number(button.dataset.line) : null;
  };
  const look = (/** @type {number | null} */ index) => {
    const line = index === null ? undefined : listed()[index];
    const text = line?.pv[0] ?? "";
    pointed = index;
    if (text === shown) return;
    shown = text;
    store.set({ suggestion: firstTurn(rules, store.state, line) });
  };
  list.addEventListener("pointerover", (event) => look(indexOf(event.target)));
  list.addEventListener("pointerleave", () => look(indexOf(document.activeElement)));
  list.addEventListener("focusin", (event) => look(indexOf(event.target)));
  list.addEventListener("focusout", () => look(null));
  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const line = button ? listed()[Number(button.dataset.line)] : undefined;
    if (!button || !line) return;
    if (button.className === "play") play.playText(line.pv[0]);
    else showLine(line);
  });
  store.subscribe((state, before) => {
    if (state.game !== before.game) shown = "";
  });
  return () => pointed !== null;
}
