// The buttons under the board. The second is whatever is most wanted now; it is the one primary button.

import { t } from "../i18n.js";
import { redoTarget, undoTarget } from "../session.js";
import { byLink, twoComputers } from "../store.js";
import { byId } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../../board/board.js").FanoronaBoard} FanoronaBoard */

/** @typedef {"redo" | "stop" | "play" | "moveNow" | "playOn" | "send" | "pause" | "go" | "confirm"} Slot */

/** @type {{[slot in Slot]: {text: string, icon: string, primary: boolean}}} */
const SLOTS = {
  redo: { text: "act.redo", icon: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0-5 5v1", primary: false },
  stop: { text: "act.stop", icon: "M7 7h10v10H7Z", primary: true },
  play: { text: "act.play", icon: "M8 5l11 7-11 7Z", primary: true },
  moveNow: { text: "act.moveNow", icon: "M5 6l7 6-7 6ZM13 6l7 6-7 6Z", primary: false },
  playOn: { text: "act.playOn", icon: "M8 5l11 7-11 7Z", primary: true },
  send: { text: "act.send", icon: "M4 12 20 4l-5 16-4-7Z M11 13l9-9", primary: true },
  pause: { text: "act.pause", icon: "M9 6v12M15 6v12", primary: true },
  confirm: { text: "act.play", icon: "M5 12l5 5 9-10", primary: true },
  go: { text: "act.go", icon: "M8 5l11 7-11 7Z", primary: true },
};

/** @param {PageState} state @returns {Slot} */
function slotFor(state) {
  const { game, input } = state;
  if (state.unconfirmed) return "confirm";
  if (twoComputers(state.players) && game && !game.outcome) return state.paused ? "go" : "pause";
  if (state.thinking) return "moveNow";
  if (game?.open) return "stop";
  if (game && byLink(state.players) && game.ply === game.plies && (game.outcome || state.players[game.turn] === "friend")) return "send";
  if (state.forced && input.name === "selected") return "play";
  if (game && !game.outcome && state.paused && state.players[game.turn] === "computer") return "playOn";
  return "redo";
}

/** @param {Store} store @param {Play} play @param {FanoronaBoard} board @param {() => void} openNew @param {() => void} openSend */
export function showTools(store, play, board, openNew, openSend) {
  const undo = /** @type {HTMLButtonElement} */ (byId("undo"));
  const slot = /** @type {HTMLButtonElement} */ (byId("slot"));
  const fresh = byId("new");
  undo.addEventListener("click", () => {
    if (store.state.input.name === "chain") board.act("back");
    else play.undo();
  });
  slot.addEventListener("click", () => {
    switch (slotFor(store.state)) {
      case "redo": return play.redo();
      case "stop": return board.act("stop");
      case "play": return board.act("playForced");
      case "moveNow": return play.moveNow();
      case "playOn": return play.playOn();
      case "send": return openSend();
      case "confirm": return play.confirm();
      case "pause": return play.pause();
      case "go": return play.playOn();
    }
  });
  byId("flip").addEventListener("click", () => {
    store.set({ flipped: !store.state.flipped });
    play.save();
  });
  fresh.addEventListener("click", openNew);

  const show = (/** @type {PageState} */ state) => {
    const { game } = state;
    const isPerson = (/** @type {"white" | "black"} */ color) => state.players[color] === "person" || twoComputers(state.players);
    const words = /** @type {HTMLElement} */ (undo.querySelector("span"));
    words.textContent = t(game?.open ? "act.backStep" : "act.undo");
    undo.disabled = !game || (!game.open && undoTarget(game, isPerson, byLink(state.players)) === null);
    const kind = slotFor(state);
    const { text, icon, primary } = SLOTS[kind];
    slot.dataset.slot = kind;
    slot.classList.toggle("primary", primary);
    slot.disabled = kind === "redo" && (!game || redoTarget(game, isPerson) === null);
    /** @type {HTMLElement} */ (slot.querySelector("span")).textContent = t(text);
    /** @type {SVGPathElement} */ (slot.querySelector("path")).setAttribute("d", icon);
    fresh.classList.toggle("primary", Boolean(game?.outcome));
    /** @type {HTMLButtonElement} */ (fresh).disabled = game === null;
  };
  store.subscribe(show);
  show(store.state);
}
