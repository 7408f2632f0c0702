// Whether the engine may help. In a game by link it may not, as long as the game goes on: the friend cannot see what was
// asked, nor agree to it. When it is over, both may look at it as they like, also back at earlier turns.

import { byLink } from "./store.js";

/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store */
export function connectAid(store) {
  /** The turns of the last game that came to its end here. @type {string | null} */
  let ended = null;
  const look = () => {
    const { game, players, aid } = store.state;
    if (!game) return;
    const turns = game.moves.map((move) => move.text).join(" ");
    if (game.outcome) ended = turns;
    const allowed = !byLink(players) || turns === ended;
    if (allowed !== aid) store.set({ aid: allowed });
  };
  store.subscribe((state, before) => {
    if (state.game !== before.game || state.players !== before.players) look();
  });
}
