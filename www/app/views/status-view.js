// The status line, the two players, the notice.

import { inWords, lastingWords, t } from "../i18n.js";
import { levelOf, shownFlipped, shownGame } from "../store.js";
import { status } from "../words.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../../board/types.js").Color} Color */

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} tag @param {string} [name] @param {string} [text] @returns {HTMLElement} */
export function make(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name !== "") element.className = name;
  if (text !== "") element.textContent = text;
  return element;
}

/** An element with the words of a key, or with words that change; both are renewed with the language. @param {string} tag @param {string} name @param {string | (() => string)} words @returns {HTMLElement} */
export function makeText(tag, name, words) {
  if (typeof words === "function") {
    const element = make(tag, name);
    lastingWords(element, words);
    return element;
  }
  const element = make(tag, name, t(words));
  element.dataset.t = words;
  return element;
}

/**
 * Tells something in one place, for as long as it stands there in the language of the page.
 * @param {Store} store @param {(text: string) => void} put
 * @returns {(words: import("../i18n.js").Words) => void}
 */
export function telling(store, put) {
  /** @type {import("../i18n.js").Words} */
  let said = "";
  store.subscribe((state, before) => {
    if (state.language !== before.language) put(inWords(said));
  });
  return (words) => {
    said = words;
    put(inWords(words));
  };
}

/** A choice of a list, likewise. @param {string} value @param {string | (() => string)} words */
export function makeOption(value, words) {
  const option = /** @type {HTMLOptionElement} */ (makeText("option", "", words));
  option.value = value;
  return option;
}

/** @param {Store} store */
export function showStatus(store) {
  const box = byId("status");
  const title = byId("status-title");
  const detail = byId("status-detail");
  const notice = byId("notice");
  const act = byId("notice-act");
  const players = /** @type {[HTMLElement, HTMLElement]} */ ([byId("player-first"), byId("player-second")]);
  byId("notice-close").addEventListener("click", () => store.set({ notice: null }));
  act.addEventListener("click", () => store.state.notice?.action?.run());
  const show = (/** @type {PageState} */ state) => {
    const words = status(state);
    box.dataset.tone = words.tone;
    box.toggleAttribute("data-refused", state.refusal !== "");
    title.textContent = words.title;
    detail.textContent = inWords(state.refusal) || words.detail;
    notice.hidden = state.notice === null;
    byId("notice-text").textContent = inWords(state.notice?.text ?? "");
    act.hidden = !state.notice?.action;
    act.textContent = inWords(state.notice?.action?.label ?? "");
    byId("play").classList.toggle("portrait", state.portrait);
    // The first bar is above the board, or at the left of a standing one.
    // White sits at the left of a standing board and below a lying one; flipped, the other way round.
    const whiteFirst = state.portrait !== shownFlipped(state);
    /** @type {[Color, Color]} */
    const order = whiteFirst ? ["white", "black"] : ["black", "white"];
    order.forEach((color, i) => player(players[i], state, color));
  };
  store.subscribe(show);
  show(store.state);
}

/** @param {HTMLElement} bar @param {PageState} state @param {Color} color */
function player(bar, state, color) {
  const kind = state.players[color];
  const alone = kind === "person" && state.players[color === "white" ? "black" : "white"] !== "person";
  const game = shownGame(state);
  const on = game !== null && !game.outcome && game.turn === color;
  bar.classList.toggle("on", on);
  const name = state.side ? t(`color.${color}`) : kind !== "person" ? t(`player.${kind}`) : alone ? t("player.you") : t(`color.${color}`);
  const about = state.side ? "" : kind === "computer" ? t(`level.${levelOf(state, color)}`) : kind === "friend" || alone ? t(`color.${color}`) : "";
  const count = game?.captured[color] ?? 0;
  const took = make("span", "took");
  const label = make("span", "sr-only", t("player.took", { count }));
  const number = make("b", "", String(count));
  number.setAttribute("aria-hidden", "true");
  const word = make("span", "word", t("player.tookWord"));
  word.setAttribute("aria-hidden", "true");
  took.append(word, make("span", `stone ${color === "white" ? "black" : "white"}`), number, label);
  took.title = t("player.took", { count });
  const dot = make("span", "turn");
  bar.replaceChildren(make("span", `stone ${color}`), make("span", "name", name), make("span", "about", about), dot, took);
  if (on) bar.append(make("span", "sr-only", t("player.toMove")));
}
