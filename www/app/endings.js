// Exact endings: when to ask for them, and what their values are in words.

import { twoPeople } from "./store.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("../engine/tables.js").Tables} Tables */
/** @typedef {import("../pkg/fanorona_wasm.js").ExactValue} ExactValue */
/** @typedef {import("../pkg/fanorona_wasm.js").Verdict} Verdict */

/** Which of the two settings counts in this game. @param {PageState} state @returns {"two" | "computer"} */
export function exactKind(state) {
  return twoPeople(state.players) ? "two" : "computer";
}

/** Whether exact values are shown in this game. @param {PageState} state */
export function showsExact(state) {
  return state.settings.exact[exactKind(state)];
}

/** Stones of both sides when the turn began. @param {string} fen */
export function stonesIn(fen) {
  return (fen.split(" ")[0].match(/[WB]/g) ?? []).length;
}

/**
 * The name of a value: a verdict, or what stands in for one that is not proved.
 * @param {ExactValue} value @returns {Verdict | "win-unproved" | "draw-unproved" | "loss-unproved"}
 */
export function valueKey({ verdict, wdl }) {
  return verdict ?? `${wdl}-unproved`;
}

/** The sign of a value: its shape says what it is, the colour says it again. @param {ExactValue} value @returns {{sign: string, look: "win" | "draw" | "loss" | "limit" | "open"}} */
export function valueMark({ verdict }) {
  if (verdict === null) return { sign: "?", look: "open" };
  if (verdict === "win") return { sign: "+", look: "win" };
  if (verdict === "loss") return { sign: "−", look: "loss" };
  return { sign: "=", look: verdict === "draw" ? "draw" : "limit" };
}

/** The position to ask about, or null when none is to be shown. @param {PageState} state */
export function question(state) {
  const { game, tables, setup } = state;
  if (!game || !tables || !showsExact(state) || game.outcome) return null;
  if (tables.board !== `${game.width}x${game.height}` || stonesIn(game.fen) > tables.stones) return null;
  return { ...setup, moves: game.moves.slice(0, game.ply).map((move) => move.text) };
}

/** Keeps the tables of the board at hand growing, and the solution of the position at hand in the state. @param {Store} store @param {Tables} tables */
export function connectEndings(store, tables) {
  tables.addEventListener("change", () => store.set({ tables: tables.view }));
  let variant = "";
  let asked = "";
  const ask = (/** @type {PageState} */ state) => {
    const game = question(state);
    // Larger tables may know the same position better.
    const key = game ? JSON.stringify([game, state.tables?.stones, state.tables?.distances]) : "";
    if (key === asked) return;
    const same = game !== null && asked !== "" && JSON.stringify(JSON.parse(asked)[0]) === JSON.stringify(game);
    asked = key;
    if (!same && (state.solution || state.suggestion)) store.set({ solution: null, suggestion: null });
    if (!game) return;
    tables.solve(game).then((solution) => {
      if (asked === key) store.set({ solution });
    }, () => {
      // The engine was lost: its tables come again, and with them the question.
      if (asked === key) asked = "";
    });
  };
  store.subscribe((state, before) => {
    if (state.game !== before.game && state.game && state.game.variant !== variant) {
      variant = state.game.variant;
      tables.want(variant);
    }
    const { game, tables: view, settings, players } = state;
    if (game !== before.game || view !== before.tables || settings !== before.settings || players !== before.players) ask(store.state);
  });
}
