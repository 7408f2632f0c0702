// The clocks of the game at hand: they follow the game, and the game hears when a flag falls.

import { allowance, flagged, left, press, run } from "./clock.js";
import { byLink, twoComputers, twoPeople } from "./store.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("../board/types.js").Color} Color */

const TICK_MS = 100;

/**
 * Whose clock runs. None before the first turn, and against the computer none while one looks back or the page is
 * covered; among people time goes on for both alike.
 * @param {PageState} state @param {boolean} hidden @returns {Color | null}
 */
export function whoseTime({ game, players, paused, unconfirmed, clock }, hidden) {
  if (clock === null || game === null || game.outcome || byLink(players) || twoComputers(players)) return null;
  if (game.plies === 0) return null;
  if (!twoPeople(players) && (hidden || (paused && game.ply < game.plies))) return null;
  return unconfirmed && game.lastMove ? game.lastMove.color : game.turn;
}

/** Whether a turn has been made between two states, as against one that is only gone to. @param {PageState["game"]} before @param {PageState["game"]} after */
export function turnMade(before, after) {
  if (!before || !after || after.ply !== before.ply + 1 || after.plies !== after.ply) return false;
  return before.plies < after.ply || before.moves[before.ply].text !== after.lastMove?.text;
}

/** @param {Store} store @param {Play} play @param {() => number} now */
export function connectTime(store, play, now) {
  // What was seen last, not what stood before: others may have changed the state in answer to the same turn.
  let seen = store.state;
  const follow = () => {
    const { state } = store;
    const before = seen;
    seen = state;
    const { clock } = state;
    if (clock === null) return;
    const next = whoseTime(state, document.hidden);
    if (next === clock.running) return;
    // A turn that waited for a yes is made when it has it.
    const made = turnMade(before.game, state.game) || (before.unconfirmed && !state.unconfirmed && state.game?.ply === before.game?.ply);
    const at = now();
    store.set({ clock: made && clock.running !== null && next !== null ? press(clock, clock.running, at) : run(clock, next, at) });
  };
  store.subscribe(follow);
  document.addEventListener("visibilitychange", follow);
  setInterval(() => {
    const { clock, thinking, players } = store.state;
    if (clock === null || clock.running === null) return;
    const fallen = flagged(clock, now());
    if (fallen !== null) {
      play.timeUp(fallen);
      return;
    }
    const { running, since } = clock;
    const spent = now() - since;
    // It plays what it has found, so that its own flag does not fall.
    if (thinking && players[running] === "computer" && spent > allowance({ ...clock, [running]: left(clock, running, now()) + spent, running: null }, running, now())) play.moveNow();
  }, TICK_MS);
}
