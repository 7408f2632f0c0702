// A draw by agreement: who may offer one now, and what a computer answers.

import { byLink, twoComputers, twoPeople } from "./store.js";

/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("../board/types.js").Color} Color */

/** A computer agrees as long as it does not see itself further ahead than so many hundredths of a stone. */
export const CONTENT = 25;

/**
 * Whether a computer agrees to a draw. The report is of the side to move, the person's.
 * @param {{score: number | null, proved: "win" | "draw" | "loss" | null}} report
 */
export function agrees({ score, proved }) {
  if (proved !== null) return proved !== "loss";
  return score !== null && -score <= CONTENT;
}

/**
 * Whether a person here may offer a draw now, and whose offer it would be. Against the computer and among two people it is
 * the side to move; by link the offer goes with the link, so it is made after the own turn.
 * @param {PageState} state @returns {Color | null}
 */
export function mayOffer({ game, players, thinking, draw, question, unconfirmed }) {
  if (game === null || game.outcome || game.open || thinking || unconfirmed || question || twoComputers(players)) return null;
  const offered = draw !== null && draw.ply === game.ply;
  if (offered) return null;
  if (byLink(players)) {
    if (players[game.turn] !== "friend" || game.ply !== game.plies || game.ply === 0) return null;
    return game.turn === "white" ? "black" : "white";
  }
  return twoPeople(players) || players[game.turn] === "person" ? game.turn : null;
}
