// Keys, only while the focus is inside the board. Arrows and digits follow what is seen.

import { digitDirection } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */

/**
 * @typedef {object} KeyHandlers
 * @property {() => void} begin
 * @property {(direction: Point) => void} move  the focus
 * @property {(end: "row-start" | "row-end" | "start" | "end") => void} jump
 * @property {() => void} enter
 * @property {(direction: Point) => void} step
 * @property {() => boolean} stop
 * @property {() => boolean} back
 * @property {() => boolean} cancelTurn
 * @property {(kind: "approach" | "withdrawal") => boolean} pick
 * @property {() => boolean} play
 */

/** @type {{[key: string]: Point}} */
const ARROWS = { ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } };

/** @param {HTMLElement} element @param {KeyHandlers} handlers @param {AbortSignal} signal */
export function listenKeys(element, handlers, signal) {
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const button = event.target instanceof HTMLButtonElement;
    if (button && (event.key === "Enter" || event.key === " ")) return; // the button's own
    handlers.begin();
    if (act(event, handlers)) event.preventDefault();
  }, { signal });
}

/** @param {KeyboardEvent} event @param {KeyHandlers} handlers @returns {boolean} whether the key was used */
function act(event, handlers) {
  const { key } = event;
  if (event.ctrlKey) {
    if (key !== "Home" && key !== "End") return false;
    handlers.jump(key === "Home" ? "start" : "end");
    return true;
  }
  if (key in ARROWS) {
    handlers.move(ARROWS[key]);
    return true;
  }
  const direction = digitDirection(key);
  if (direction) {
    handlers.step(direction);
    return true;
  }
  switch (key) {
    case "Home":
    case "End":
      handlers.jump(key === "Home" ? "row-start" : "row-end");
      return true;
    case "Enter":
    case " ":
      handlers.enter();
      return true;
    case "Escape":
    case "Backspace":
      return event.shiftKey ? handlers.cancelTurn() : handlers.back();
    case "s":
    case "S":
      return handlers.stop();
    case "a":
    case "A":
      return handlers.pick("approach");
    case "w":
    case "W":
      return handlers.pick("withdrawal");
    case "p":
    case "P":
      return handlers.play();
    default:
      return false;
  }
}
