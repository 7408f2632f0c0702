// The legal turns as a list, by stone, and a field to type one. The list is made only while it is looked at: a position
// can have more than 17,000 turns.

import { number, t } from "../i18n.js";
import { byId, make, telling } from "./status-view.js";
import { listenTurnList } from "./turn-list.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */
/** @typedef {{square: string, turns: MoveInfo[]}} Group */

/** Where the rules stop counting turns that are not listed. */
const COUNTED = 100_000;
const SLICE_MS = 8;

/**
 * Turns by the stone that makes them; in each group, and among groups, the largest capture first.
 * @param {MoveInfo[]} moves @returns {Group[]}
 */
export function turnsByStone(moves) {
  /** @type {Map<string, MoveInfo[]>} */
  const groups = new Map();
  for (const move of moves) {
    const [square] = move.path;
    const group = groups.get(square);
    if (group) group.push(move);
    else groups.set(square, [move]);
  }
  const size = (/** @type {MoveInfo} */ move) => move.captures.length;
  // The sorts are stable, so what is equal stays in the order of the rules.
  const all = [...groups].map(([square, turns]) => ({ square, turns: turns.sort((a, b) => size(b) - size(a)) }));
  return all.sort((a, b) => size(b.turns[0]) - size(a.turns[0]));
}

/** @param {Store} store @param {Play} play */
export function showLegalTurns(store, play) {
  const details = /** @type {HTMLDetailsElement} */ (byId("legal"));
  const list = byId("legal-turns");
  const count = byId("legal-count");
  /** @type {MoveInfo[]} */
  let listed = [];
  /** What the list was made from. @type {unknown} */
  let made = null;

  let timer = 0;
  /** Puts the rows in, a few milliseconds at a time: 500 long ones would hold up everything else. @param {Group[]} groups */
  const fill = (groups) => {
    clearTimeout(timer);
    const rows = rowsOf(groups);
    const some = () => {
      const until = performance.now() + SLICE_MS;
      for (let next = rows.next(); !next.done; next = rows.next()) {
        const { box, items, row } = next.value;
        if (!box.isConnected) list.append(box);
        items.append(row);
        if (performance.now() > until) {
          timer = window.setTimeout(some);
          return;
        }
      }
    };
    some();
  };
  const clear = (/** @type {string} */ words) => {
    clearTimeout(timer);
    listed = [];
    list.replaceChildren();
    count.textContent = words;
  };
  const render = () => {
    const { state } = store;
    if (!details.open || state.tab !== "game" || made === key(state)) return;
    made = key(state);
    const found = play.legalTurns();
    if (found === null) {
      clear(t(state.game?.outcome ? "turn.over" : "turn.none"));
      return;
    }
    const hadFocus = list.contains(document.activeElement);
    const groups = turnsByStone(found.moves);
    listed = groups.flatMap(({ turns }) => turns);
    list.replaceChildren();
    fill(groups);
    const { omitted } = found;
    const more = omitted === 0 ? "" : t(omitted >= COUNTED ? "turn.omittedMany" : "turn.omitted", { count: omitted, most: number(omitted) });
    count.textContent = `${t("turn.count", { count: listed.length + omitted })} ${more}`.trim();
    list.scrollTop = 0;
    if (hadFocus) list.querySelector("button")?.focus({ preventScroll: true });
  };

  details.addEventListener("toggle", render);
  listenTurnList(store, list, {
    turns: () => listed,
    press: (move) => {
      // The focus has been on a turn that is gone with the list; a person who goes by keys stays in this part.
      const byKeys = list.contains(document.activeElement);
      const fault = play.playText(move.text);
      if (fault !== null) return;
      if (matchMedia("(max-width: 900px)").matches && byId("panel").classList.contains("open")) byId("panel-close").click();
      else if (byKeys && !list.contains(document.activeElement)) (list.querySelector("button") ?? details.querySelector("summary"))?.focus();
    },
  });
  listenField(store, play);
  store.subscribe((state, before) => {
    if (key(state) !== key(before) || state.tab !== before.tab) render();
  });
}

/** The list is another one when the position, the one who moves or the language is. @param {PageState} state */
function key({ game, players, thinking, language }) {
  return game ? [game.fen, game.outcome?.reason, players[game.turn], thinking, language].join() : "";
}

/** Row by row, each with the box of its stone. @param {Group[]} groups */
function* rowsOf(groups) {
  let index = 0;
  for (const { square, turns } of groups) {
    const box = make("div");
    const title = make("p", "turn-stone", t("turn.stone", { square }));
    title.id = `legal-${square}`;
    const items = make("ul");
    items.setAttribute("aria-labelledby", title.id);
    box.append(title, items);
    for (const move of turns) yield { box, items, row: rowOf(move, index++) };
  }
}

/** @param {MoveInfo} move @param {number} index */
function rowOf(move, index) {
  const row = make("li");
  const button = /** @type {HTMLButtonElement} */ (make("button"));
  button.type = "button";
  button.dataset.index = String(index);
  button.tabIndex = index === 0 ? 0 : -1;
  button.append(make("span", "text", move.text));
  if (move.captures.length > 0) button.append(" ", make("span", "value", t("turn.captures", { count: move.captures.length })));
  row.append(button);
  return row;
}

/** @param {Store} store @param {Play} play */
function listenField(store, play) {
  const form = /** @type {HTMLFormElement} */ (byId("turn-form"));
  const field = /** @type {HTMLInputElement} */ (byId("turn-text"));
  const fault = byId("turn-fault");
  const tell = telling(store, (text) => {
    fault.textContent = text;
    fault.hidden = text === "";
    field.setAttribute("aria-invalid", String(text !== ""));
  });
  field.addEventListener("input", () => tell(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const problem = play.playText(field.value);
    tell(problem ?? "");
    if (problem === null) field.value = "";
    field.focus();
  });
}
