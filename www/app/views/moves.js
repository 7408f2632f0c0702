// The list of turns: where the game stands, and the way to any other turn.

import { t } from "../i18n.js";
import { branches, sameLine, shared } from "../lines.js";
import { byId, make } from "./status-view.js";
import { besideInBlock, turnButton, variationBlock } from "./variations.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../play.js").Play} Play */

/** @param {Store} store @param {Play} play */
export function showMoves(store, play) {
  const list = byId("moves");
  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const block = button.closest(".variation");
    const place = block instanceof HTMLElement ? Number(block.dataset.line) : 0;
    if (button.dataset.act === "promote") play.promoteLine(place);
    else if (button.dataset.act === "drop") play.dropLine(place);
    else if (block) play.goToLine(place, Number(button.dataset.at));
    else if (onMain(store.state)) play.goTo(Number(button.dataset.ply));
    else play.goToLine(0, Number(button.dataset.ply));
    // The button that was pressed may be gone.
    if (!list.contains(document.activeElement)) /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]") ?? list.querySelector("button"))?.focus({ preventScroll: true });
  });
  // One tab stop for the list; arrows move inside it.
  list.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLButtonElement && event.target.closest(".variation")) {
      const beside = besideInBlock(event.target, event.key);
      if (!beside) return;
      event.preventDefault();
      beside.focus();
      return;
    }
    const step = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
    const next = list.querySelector(`[data-ply="${Number(event.target.dataset.ply) + step}"]`);
    if (!(next instanceof HTMLButtonElement)) return;
    event.preventDefault();
    next.focus();
  });
  byId("moves-nav").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { game } = store.state;
    if (!button || !game) return;
    const ply = { first: 0, back: game.ply - 1, forward: game.ply + 1, last: game.plies }[button.dataset.go ?? ""];
    if (ply !== undefined) play.goTo(ply);
  });
  const show = (/** @type {PageState} */ state, /** @type {PageState | null} */ before) => {
    if (state.game !== before?.game || state.lines !== before.lines || state.language !== before.language) render(list, state);
  };
  store.subscribe(show);
  show(store.state, null);
}

/** The turns of the line at hand. @param {NonNullable<PageState["game"]>} game */
function lineOf(game) {
  return game.moves.map((move) => move.text);
}

/** Whether the line at hand is the main one. @param {PageState} state */
function onMain({ game, lines }) {
  return game === null || lines.length === 0 || sameLine(lines[0], lineOf(game));
}

/** What has the focus in the list, to find it again when the list is made anew. @param {HTMLElement} list */
function focusIn(list) {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !list.contains(active)) return null;
  const line = /** @type {HTMLElement | null} */ (active.closest(".variation"))?.dataset.line;
  return line === undefined ? `[data-ply="${active.dataset.ply}"]` : `[data-line="${line}"] [data-${active.dataset.act ? `act="${active.dataset.act}` : `at="${active.dataset.at}`}"]`;
}

/** @param {HTMLElement} list @param {PageState} state */
function render(list, state) {
  const { game, lines } = state;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#moves-nav button"))) {
    const ahead = button.dataset.go === "forward" || button.dataset.go === "last";
    button.disabled = !game || (ahead ? game.ply >= game.plies : game.ply === 0);
  }
  if (!game || (game.moves.length === 0 && !game.open)) {
    list.replaceChildren(make("p", "empty", t("moves.none")));
    return;
  }
  const focused = focusIn(list);
  const line = lineOf(game);
  const main = lines[0] ?? line;
  const here = onMain(state);
  // As far as the line at hand is the main one.
  const common = here ? game.ply : Math.min(game.ply, shared(main, line));
  const shift = (game.moves.length > 0 ? game.moves[0].color : game.turn) === "black" ? 1 : 0;
  /** @type {HTMLElement[]} */
  const rows = [];
  /** @param {number} index @param {HTMLElement} cell */
  const put = (index, cell) => {
    const at = index + shift;
    const row = (rows[at >> 1] ??= make("div", "moves-row"));
    if (row.childElementCount === 0) row.append(make("i", "", `${(at >> 1) + 1}`));
    if (at % 2 === 1 && row.childElementCount === 1) row.append(make("span", "", "…"));
    row.append(cell);
  };
  main.forEach((text, index) => {
    const ply = index + 1;
    const button = turnButton(text, index, shift);
    if (ply > common) button.className = "later";
    button.dataset.ply = String(ply);
    button.tabIndex = ply === Math.max(1, common) ? 0 : -1;
    if (ply === game.ply && ply === common && !game.open) button.setAttribute("aria-current", "step");
    put(index, button);
  });
  if (game.open && game.ply === game.plies && here) put(game.moves.length, make("span", "open", `${game.open.text} …`));
  /** Blocks of variations by the row they stand under. @type {HTMLElement[][]} */
  const under = [];
  let row = 0;
  for (const branch of branches(lines)) {
    // What leaves a variation stands with it.
    if (branch.depth === 1) row = Math.min((branch.at + shift) >> 1, rows.length - 1);
    const its = lines[branch.place];
    const active = sameLine(its, line);
    const open = active && game.open && game.ply === game.plies ? game.open.text : "";
    (under[row] ??= []).push(variationBlock(branch, { line: its, shift, here: active ? game.ply : -1, open }));
  }
  list.replaceChildren(...rows.flatMap((one, at) => [one, ...(under[at] ?? [])]));
  const current = list.querySelector("[aria-current], .open");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (focused !== null) /** @type {HTMLElement | null} */ (list.querySelector(focused))?.focus({ preventScroll: true });
}
