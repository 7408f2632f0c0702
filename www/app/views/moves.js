// The list of turns: where the game stands, and the way to any other turn.

import { t } from "../i18n.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../../board/types.js").Color} Color */

/** @param {Store} store @param {Play} play */
export function showMoves(store, play) {
  const list = byId("moves");
  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) play.goTo(Number(button.dataset.ply));
  });
  // One tab stop for the list; arrows move inside it.
  list.addEventListener("keydown", (event) => {
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
    if (state.game !== before?.game || state.language !== before?.language) render(list, state);
  };
  store.subscribe(show);
  show(store.state, null);
}

/** @param {HTMLElement} list @param {PageState} state */
function render(list, { game }) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#moves-nav button"))) {
    const ahead = button.dataset.go === "forward" || button.dataset.go === "last";
    button.disabled = !game || (ahead ? game.ply >= game.plies : game.ply === 0);
  }
  if (!game || (game.moves.length === 0 && !game.open)) {
    list.replaceChildren(make("p", "empty", t("moves.none")));
    return;
  }
  const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.ply : undefined;
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
  game.moves.forEach((move, index) => {
    const ply = index + 1;
    const button = /** @type {HTMLButtonElement} */ (make("button", ply > game.ply ? "later" : "", move.text));
    button.type = "button";
    button.dataset.ply = String(ply);
    button.tabIndex = ply === Math.max(1, game.ply) ? 0 : -1;
    button.setAttribute("aria-label", t("moves.label", { turn: ((index + shift) >> 1) + 1, color: t(`color.${move.color}`), text: move.text }));
    if (ply === game.ply && !game.open) button.setAttribute("aria-current", "step");
    put(index, button);
  });
  if (game.open && game.ply === game.plies) put(game.moves.length, make("span", "open", `${game.open.text} …`));
  list.replaceChildren(...rows);
  const current = list.querySelector("[aria-current], .open");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (focused !== undefined) /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${focused}"]`))?.focus({ preventScroll: true });
}
