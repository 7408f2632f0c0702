// Puzzles in the panel: the list, the one on the board, and making new ones.

import { inWords, t } from "../i18n.js";
import { allPuzzles } from "../puzzles.js";
import { goalOf, proofOf } from "../puzzle-words.js";
import { variantName } from "../words.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../puzzles.js").Puzzles} Puzzles */
/** @typedef {import("../../pkg/fanorona_wasm.js").Puzzle} Puzzle */

const GRADES = [1, 2, 3, 4, 5];

/** The puzzles that are listed. @param {PageState} state @param {string} variant @param {string} grade  empty for all @returns {Puzzle[]} */
export function listed({ puzzles }, variant, grade) {
  return allPuzzles(puzzles).filter((puzzle) => (variant === "" || puzzle.variant === variant) && (grade === "" || puzzle.grade === Number(grade)));
}

/** @param {Store} store @param {Puzzles} puzzles */
export function showPuzzles(store, puzzles) {
  const variant = /** @type {HTMLSelectElement} */ (byId("puzzles-variant"));
  const grade = /** @type {HTMLSelectElement} */ (byId("puzzles-grade"));
  const option = (/** @type {string} */ value, /** @type {string} */ text) => new Option(text, value);
  const fillChoices = () => {
    const [board, level] = [variant.value, grade.value];
    variant.replaceChildren(option("", t("puzzle.all")), ...["tsivy", "dimy", "telo"].map((name) => option(name, variantName(name))));
    grade.replaceChildren(option("", t("puzzle.all")), ...GRADES.map((one) => option(String(one), t("puzzle.grade", { grade: one }))));
    [variant.value, grade.value] = [board, level];
  };
  const now = () => listed(store.state, variant.value, grade.value);
  const board = () => {
    if (matchMedia("(max-width: 900px)").matches && byId("panel").classList.contains("open")) byId("panel-close").click();
    byId("board").focus();
  };
  const start = (/** @type {Puzzle} */ puzzle) => {
    if (puzzles.start(puzzle)) board();
  };
  const next = () => {
    if (puzzles.next(now())) board();
  };
  const press = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
  press("puzzles-next", next);
  press("puzzles-reload", () => void puzzles.fetch());
  press("puzzles-make", () => void puzzles.make());
  press("puzzles-from-game", () => void puzzles.makeFromGame());
  press("puzzles-stop", () => puzzles.stopMaking());
  puzzles.listed = now;
  listenList(byId("puzzles-list"), (id) => {
    const found = now().find((puzzle) => puzzle.id === id);
    if (found) start(found);
  });

  const list = () => showList(store.state, now());
  variant.addEventListener("change", list);
  grade.addEventListener("change", list);
  const show = (/** @type {PageState} */ state, /** @type {PageState | null} */ before) => {
    if (state.tab === "learn" && !state.puzzles.shipped && (before?.tab !== "learn" || before.rules !== state.rules)) void puzzles.fetch();
    const renew = state.language !== before?.language;
    if (renew) fillChoices();
    if (renew || state.puzzles !== before?.puzzles || state.puzzle?.puzzle !== before?.puzzle?.puzzle) list();
    showOne(state);
    showMaking(state);
  };
  store.subscribe(show);
  show(store.state, null);
}

/** One stop for Tab, arrows from one to the next. @param {HTMLElement} list @param {(id: string) => void} choose */
function listenList(list, choose) {
  const buttonOf = (/** @type {EventTarget | null} */ target) => (target instanceof Element ? /** @type {HTMLButtonElement | null} */ (target.closest("button")) : null);
  list.addEventListener("click", (event) => {
    const button = buttonOf(event.target);
    if (button) choose(button.dataset.id ?? "");
  });
  list.addEventListener("keydown", (event) => {
    const button = buttonOf(event.target);
    const all = [...list.querySelectorAll("button")];
    const at = button ? all.indexOf(button) : -1;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    all[at].tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  });
}

/** @param {PageState} state @param {Puzzle[]} shown */
function showList(state, shown) {
  const { puzzles, puzzle } = state;
  const { fault, shipped, solved } = puzzles;
  byId("puzzles-fault").hidden = !fault;
  byId("puzzles-reload").hidden = !fault;
  const done = shown.filter(({ id }) => Object.hasOwn(solved, id)).length;
  byId("puzzles-count").textContent = shipped === null && !fault ? t("puzzle.loading") : t("puzzle.count", { done, count: shown.length });
  /** @type {HTMLButtonElement} */ (byId("puzzles-next")).disabled = done === shown.length;
  const list = byId("puzzles-list");
  const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.id : undefined;
  const own = new Set(puzzles.own.map(({ id }) => id));
  const current = puzzle?.puzzle.id;
  const stop = shown.some(({ id }) => id === (focused ?? current)) ? (focused ?? current) : shown[0]?.id;
  list.replaceChildren(...shown.map((one) => item(one, { solved: solved[one.id] ?? null, own: own.has(one.id), now: one.id === current, stop: one.id === stop })));
  if (focused !== undefined) /** @type {HTMLElement | null} */ (list.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
}

/** @param {Puzzle} puzzle @param {{solved: import("../puzzles.js").Solved | null, own: boolean, now: boolean, stop: boolean}} how */
function item(puzzle, { solved, own, now, stop }) {
  const button = /** @type {HTMLButtonElement} */ (make("button"));
  button.type = "button";
  button.dataset.id = puzzle.id;
  button.tabIndex = stop ? 0 : -1;
  if (now) button.setAttribute("aria-current", "true");
  const mark = make("span", "mark", solved ? "✓" : "");
  mark.dataset.look = solved && !solved.helped && solved.mistakes === 0 ? "win" : solved ? "draw" : "open";
  mark.setAttribute("aria-hidden", "true");
  const words = make("span", "text", t(`puzzle.theme.${puzzle.themes[0]}`));
  const state = solved ? (solved.helped ? t("puzzle.mark.helped") : t("puzzle.mark.solved", { count: solved.mistakes })) : t("puzzle.mark.open");
  const about = make("small", "", [goalShort(puzzle), variantName(puzzle.variant), own ? t("puzzle.own") : ""].filter(Boolean).join(" · "));
  const grade = make("span", "grade", "●".repeat(puzzle.grade) + "○".repeat(GRADES.length - puzzle.grade));
  grade.setAttribute("aria-hidden", "true");
  words.append(about);
  button.append(mark, words, grade, make("span", "sr-only", `${t("puzzle.grade", { grade: puzzle.grade })}, ${state}`));
  const li = document.createElement("li");
  li.append(button);
  return li;
}

/** @param {Puzzle} puzzle */
function goalShort({ goal, plies }) {
  if (plies === null) return t(`puzzle.short.${goal === "win" ? "keep" : "draw"}`);
  return t("puzzle.short.win", { count: Math.ceil(plies / 2) });
}

/** The puzzle on the board. @param {PageState} state */
function showOne({ puzzle: view }) {
  byId("puzzle-now").hidden = view === null;
  if (!view) return;
  const { puzzle, phase } = view;
  byId("puzzle-title").textContent = goalOf(puzzle);
  const facts = [t("puzzle.grade", { grade: puzzle.grade }), ...(phase === "solved" || phase === "shown" ? puzzle.themes.map((theme) => t(`puzzle.theme.${theme}`)) : [])];
  byId("puzzle-facts").textContent = facts.join(" · ");
  byId("puzzle-proof").textContent = proofOf(puzzle);
}

/** @param {PageState} state */
function showMaking({ puzzles, tables, game }) {
  const { making, made } = puzzles;
  const ready = (tables?.stones ?? 0) >= 3;
  const bar = /** @type {HTMLProgressElement} */ (byId("puzzles-progress"));
  bar.hidden = making === null;
  if (making) bar.value = making.done;
  byId("puzzles-stop").hidden = making === null;
  const fresh = /** @type {HTMLButtonElement} */ (byId("puzzles-make"));
  fresh.hidden = making !== null;
  fresh.disabled = !ready || game === null || game.variant === "vela";
  const from = /** @type {HTMLButtonElement} */ (byId("puzzles-from-game"));
  from.hidden = making !== null;
  from.disabled = !game || game.moves.length === 0 || game.variant === "vela";
  byId("puzzles-made").textContent = making ? t("puzzle.making", { count: making.found }) : inWords(made) || (ready ? "" : t("puzzle.notReady"));
}
