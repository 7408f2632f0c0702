// The review in the panel: whose mistakes, the list of them; and its button where a game has ended.

import { t } from "../i18n.js";
import { faultWords } from "../review.js";
import { byId, make } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../../board/types.js").Color} Color */

/** Whose mistakes are of interest: the person's against another kind of player, else both sides'. @param {PageState} state @returns {"white" | "black" | "both"} */
export function ownSide({ players }) {
  if (players.white === players.black) return "both";
  return players.white === "person" ? "white" : players.black === "person" ? "black" : "both";
}

/** @param {Store} store @param {import("../review.js").Review} review */
export function showReview(store, review) {
  const whose = /** @type {HTMLSelectElement} */ (byId("review-whose"));
  const list = byId("review-list");
  /** What the person has chosen, for this pair of players. @type {string | null} */
  let chosen = null;
  whose.addEventListener("change", () => { chosen = whose.value; });
  const start = () => {
    const { value } = whose;
    void review.start(value === "white" || value === "black" ? [value] : ["white", "black"]);
  };
  byId("review-start").addEventListener("click", start);
  byId("status-review").addEventListener("click", start);
  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) review.go(Number(button.dataset.index));
  });
  const show = (/** @type {PageState} */ state, /** @type {PageState | null} */ before) => {
    if (state.players !== before?.players) chosen = null;
    whose.value = chosen ?? ownSide(state);
    const may = state.aid && state.side === null && (state.game?.moves.length ?? 0) > 1;
    /** @type {HTMLButtonElement} */ (byId("review-start")).disabled = !may;
    byId("status-review").hidden = !may || !state.game?.outcome;
    if (state.review === before?.review && state.language === before?.language) return;
    const { mistakes = [], index = -1 } = state.review ?? {};
    list.hidden = mistakes.length === 0;
    const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.index : undefined;
    list.replaceChildren(...mistakes.map((mistake, place) => {
      const item = make("li");
      const button = /** @type {HTMLButtonElement} */ (make("button"));
      button.type = "button";
      button.dataset.index = String(place);
      if (place === index) button.setAttribute("aria-current", "step");
      const turn = t("review.turn", { turn: mistake.ply + 1, color: t(`color.${mistake.color}`), text: mistake.text });
      button.append(make("b", "", turn), " ", make("span", "", faultWords(mistake)));
      item.append(button);
      return item;
    }));
    if (focused !== undefined) /** @type {HTMLElement | null} */ (list.querySelector(`[data-index="${focused}"]`))?.focus({ preventScroll: true });
  };
  store.subscribe(show);
  show(store.state, null);
}
