// The board on the page: from the state to what it shows, and from its events to the game.

import { FanoronaBoard } from "../../board/board.js";
import { Geometry, squareName } from "../../board/geometry.js";
import { t } from "../i18n.js";
import { speedOf } from "../motion.js";
import { personToMove, shownFlipped, shownGame } from "../store.js";
import { connectPrint } from "../themes.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../../board/types.js").BoardState} BoardState */

/** The board before the rules are there, or when they never come: a picture of the start. @type {BoardState} */
const PICTURE = { width: 9, height: 5, strong: [], stones: {}, turn: "white", targets: [], interactive: false };
["WWWWWWWWW", "WWWWWWWWW", "BWBW.BWBW", "BBBBBBBBB", "BBBBBBBBB"].forEach((line, row) => {
  [...line].forEach((letter, column) => {
    const square = squareName(column, row);
    if ((column + row) % 2 === 0) PICTURE.strong.push(square);
    if (letter !== ".") PICTURE.stones[square] = letter === "W" ? "white" : "black";
  });
});

/** @param {PageState} state @returns {BoardState} */
function boardState(state) {
  const { side, portrait, settings } = state;
  const game = shownGame(state);
  const view = { flipped: shownFlipped(state), portrait, coordinates: settings.coordinates };
  if (!game) return { ...PICTURE, ...view };
  const { width, height, strong, stones, turn, steps, open, lastMove, mustCapture } = game;
  return { width, height, strong, stones, turn, targets: steps, chain: open, lastMove, suggestion: (side ?? state).suggestion, mustCapture,
    forced: side === null && state.forced, interactive: side ? side.interactive && side.game.outcome === null : personToMove(state), ...view };
}

/** @param {HTMLElement} host @param {Store} store @returns {FanoronaBoard} */
export function makeBoard(host, store) {
  const board = new FanoronaBoard(host, { translate: t, animation: store.state.settings.animation !== "off" });
  board.addEventListener("change", (event) => {
    store.set({ input: /** @type {CustomEvent} */ (event).detail, refusal: "" });
  });
  const narrow = matchMedia("(max-width: 900px) and (orientation: portrait)");
  const turn = () => {
    const game = shownGame(store.state);
    const columns = game?.width ?? 9;
    const rows = game?.height ?? 5;
    const portrait = narrow.matches && columns > rows && Geometry.prefersPortrait(columns, rows, innerWidth - 24);
    const { style } = document.documentElement;
    style.setProperty("--ratio", String(Geometry.ratio(columns, rows, portrait)));
    style.setProperty("--cap", `${Geometry.widest(columns, rows, portrait)}px`);
    if (portrait !== store.state.portrait) store.set({ portrait });
  };
  addEventListener("resize", turn);

  let serial = 0;
  store.subscribe((state, before) => {
    const [now, then] = [shownGame(state), shownGame(before)];
    if (now?.width !== then?.width || now?.height !== then?.height) turn();
    board.animation = state.settings.animation !== "off";
    board.speed = speedOf(state.settings.animation, false) || 1;
    const moved = state.motion.serial !== serial;
    serial = state.motion.serial;
    const changed = moved || ["game", "players", "thinking", "flipped", "portrait", "forced", "settings", "suggestion", "side"]
      .some((key) => state[/** @type {keyof PageState} */ (key)] !== before[/** @type {keyof PageState} */ (key)]);
    if (changed) board.update(boardState(store.state), moved ? { animate: state.motion.steps, follow: state.motion.follow } : { keepMotion: true });
    if (state.settings.theme !== before.settings.theme) board.retheme();
    if (state.language !== before.language) board.refresh();
  });
  matchMedia("(prefers-contrast: more)").addEventListener("change", () => board.retheme());
  connectPrint(() => board.retheme());
  turn();
  board.update(boardState(store.state));
  return board;
}

/** @param {FanoronaBoard} board @param {import("../side-board.js").Hands} play */
export function connectBoard(board, play) {
  // Whatever is pressed, wherever: what still moves comes to its end.
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => board.finish(), { capture: true });
  const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
  board.addEventListener("step", (event) => play.step(detail(event)));
  board.addEventListener("stop", () => play.stop());
  board.addEventListener("cancel", (event) => play.takeBack(detail(event).scope));
  board.addEventListener("refused", (event) => play.explain(detail(event)));
}
