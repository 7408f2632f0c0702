// How a person's turn is finished: the only turn can play itself, and every turn can wait for a yes.

import { personToMove } from "./store.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./play.js").Play} Play */

/** Long enough to see that it is one's own turn. */
export const FORCED_MS = 900;

/**
 * Whether the only turn plays itself now. Not where one has gone back, for then nobody could go back further.
 * @param {PageState} state
 */
export function playsItself(state) {
  const { settings, forced, game, question } = state;
  return settings.playForced && forced && game !== null && game.ply === game.plies && question === null && personToMove(state);
}

/**
 * The only turn is played after a moment. What has the focus meanwhile, or what is pressed, does not change that; undo and
 * a new position do.
 * @param {Store} store @param {Play} play
 */
export function connectForced(store, play) {
  /** @type {PageState["game"]} */
  let waitsIn = null;
  let timer = 0;
  const look = (/** @type {PageState} */ state) => {
    const game = playsItself(state) ? state.game : null;
    if (game === waitsIn) return;
    clearTimeout(timer);
    waitsIn = game;
    if (game === null) return;
    timer = window.setTimeout(() => {
      waitsIn = null;
      if (store.state.game === game && playsItself(store.state)) play.step(game.steps[0]);
    }, FORCED_MS);
  };
  store.subscribe(look);
  look(store.state);
}

/** On the board Enter says yes to a turn that waits, Escape and Backspace take it back. @param {HTMLElement} host @param {Store} store @param {Play} play */
export function connectConfirm(host, store, play) {
  // Before the board hears of it: the key that has made the last step is not the answer to it.
  host.addEventListener("keydown", (event) => {
    if (!store.state.unconfirmed || event.ctrlKey || event.altKey || event.metaKey) return;
    const yes = event.key === "Enter" || event.key === " ";
    if (!yes && event.key !== "Escape" && event.key !== "Backspace") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (yes) play.confirm();
    else play.undo();
  }, { capture: true });
}
