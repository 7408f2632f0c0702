// Who plays, in a game under way: other sides and levels, the pace of two computers, the offer of a draw.

import { t } from "../i18n.js";
import { mayOffer } from "../draw.js";
import { byLink, levelOf, twoComputers } from "../store.js";
import { closable } from "./dialogs.js";
import { byId, make, makeOption, makeText } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../store.js").Pace} Pace */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../../board/types.js").Color} Color */

/** @type {readonly Pace[]} */
export const PACES = ["slow", "normal", "fast"];

/**
 * A list to choose who plays a side: a person, unless it is to be a computer, or a computer of a level.
 * @param {string} name @param {string | (() => string)} title a key, or words @param {number[]} levels @param {boolean} person
 */
export function sideChoice(name, title, levels, person) {
  const label = make("label", "stacked");
  const select = document.createElement("select");
  select.name = name;
  if (person) select.append(makeOption("person", "players.person"));
  for (const level of levels) select.append(makeOption(String(level), () => t("players.computer", { level, name: t(`level.${level}`) })));
  label.append(makeText("span", "", title), select);
  return { label, select };
}

/** @param {Store} store @param {Play} play @param {number[]} levels @returns {() => void} opens it */
export function playersDialog(store, play, levels) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("players-dialog"));
  const white = sideChoice("white", "color.white", levels, true);
  const black = sideChoice("black", "color.black", levels, true);
  byId("players-body").append(makeText("p", "", "players.hint"), white.label, black.label);
  closable(dialog);
  /** @type {HTMLFormElement} */ (dialog.querySelector("form")).addEventListener("submit", () => {
    const kind = (/** @type {HTMLSelectElement} */ { value }) => /** @type {import("../store.js").PlayerKind} */ (value === "person" ? "person" : "computer");
    const { level, blackLevel } = store.state;
    const players = { white: kind(white.select), black: kind(black.select) };
    const first = Number(white.select.value) || Number(black.select.value) || level;
    play.changePlayers(players, first, Number(black.select.value) || blackLevel);
  });
  return () => {
    const { players } = store.state;
    for (const [color, { select }] of /** @type {const} */ ([["white", white], ["black", black]])) {
      select.value = players[color] === "computer" ? String(levelOf(store.state, color)) : "person";
    }
    dialog.showModal();
  };
}

/** What the button for a draw says, and whether it can be pressed. @param {PageState} state @returns {{key: string, on: boolean, accept: boolean}} */
export function drawButton(state) {
  const { draw, game, players } = state;
  const here = draw !== null && game !== null && !game.outcome && draw.ply === game.ply;
  if (here && draw.stands === "offered" && players[draw.by] === "friend") return { key: "draw.accept", on: true, accept: true };
  if (here) return { key: `draw.button.${draw.stands}`, on: false, accept: false };
  return { key: "draw.offer", on: mayOffer(state) !== null, accept: false };
}

/** @param {Store} store @param {Play} play @param {import("../storage.js").Keeper} keeper @param {() => void} openPlayers */
export function showOpponents(store, play, keeper, openPlayers) {
  const draw = /** @type {HTMLButtonElement} */ (byId("draw"));
  const change = /** @type {HTMLButtonElement} */ (byId("players"));
  const pace = /** @type {HTMLSelectElement} */ (byId("set-pace"));
  pace.append(...PACES.map((value) => makeOption(value, `pace.${value}`)));
  change.addEventListener("click", openPlayers);
  draw.addEventListener("click", () => (drawButton(store.state).accept ? play.acceptDraw() : play.offerDraw()));
  pace.addEventListener("change", () => {
    const settings = { ...store.state.settings, pace: /** @type {Pace} */ (pace.value) };
    store.set({ settings });
    keeper.save("settings", settings);
  });
  document.addEventListener("visibilitychange", () => play.covered(document.hidden));
  const show = (/** @type {PageState} */ state) => {
    const { key, on, accept } = drawButton(state);
    draw.textContent = t(key);
    draw.disabled = !on;
    draw.classList.toggle("primary", accept);
    draw.hidden = twoComputers(state.players);
    change.disabled = state.game === null || byLink(state.players);
    byId("pace").hidden = !twoComputers(state.players);
    pace.value = state.settings.pace;
  };
  store.subscribe(show);
  show(store.state);
}
