// The buttons below the board while it shows something else than the game.

import { inWords, t } from "../i18n.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../side-board.js").SideAct} SideAct */

/** @param {Store} store @param {import("../../board/board.js").FanoronaBoard} board */
export function showSide(store, board) {
  const bar = byId("side-tools");
  /** A chain under way comes first. @param {PageState} state @returns {SideAct[]} */
  const actsOf = ({ side }) => {
    if (!side) return [];
    if (!side.game.open) return side.acts;
    return [
      { id: "side-stop", label: () => t("act.stop"), run: () => board.act("stop"), primary: true },
      { id: "side-back", label: () => t("act.backStep"), run: () => board.act("back") },
    ];
  };
  bar.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    actsOf(store.state).find((act) => act.id === button?.dataset.act)?.run();
  });
  const show = (/** @type {PageState} */ state) => {
    byId("tools").hidden = state.side !== null;
    bar.hidden = state.side === null;
    const had = bar.contains(document.activeElement);
    // A button that stays keeps its element, and with it the focus.
    const now = new Map([...bar.querySelectorAll("button")].map((button) => [button.dataset.act, button]));
    const buttons = actsOf(state).map((act) => {
      const button = now.get(act.id) ?? /** @type {HTMLButtonElement} */ (make("button"));
      button.type = "button";
      button.dataset.act = act.id;
      button.textContent = inWords(act.label);
      button.classList.toggle("primary", act.primary === true);
      button.disabled = act.disabled === true;
      return button;
    });
    const same = buttons.length === bar.childElementCount && buttons.every((button, place) => bar.children[place] === button);
    const focused = document.activeElement;
    if (!same) bar.replaceChildren(...buttons);
    if (!had) return;
    if (state.side === null) {
      board.focus();
      return;
    }
    const keep = buttons.find((button) => button === focused && !button.disabled);
    const next = keep ?? buttons.find((button) => button.classList.contains("primary") && !button.disabled) ?? buttons.find((button) => !button.disabled);
    next?.focus({ preventScroll: true });
  };
  store.subscribe((state, before) => {
    if (state.side !== before.side || state.language !== before.language) show(state);
  });
  show(store.state);
}
