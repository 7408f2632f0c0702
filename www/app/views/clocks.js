// The clocks in the players' bars, and the choice of one in the dialog of a new game.

import { CLOCKS, MOST_INCREMENT, MOST_MINUTES, format, isLow, left, readSetting } from "../clock.js";
import { t } from "../i18n.js";
import { shownFlipped } from "../store.js";
import { byId, make, makeText } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../../board/types.js").Color} Color */
/** @typedef {import("../clock.js").ClockSetting} ClockSetting */

const TICK_MS = 100;

/** @param {Store} store @param {() => number} now */
export function showClocks(store, now) {
  /** @type {{[color in Color]: HTMLElement}} */
  const faces = { white: make("span", "clock"), black: make("span", "clock") };
  // The faces are not always in the page, where the words of a key are renewed.
  for (const face of Object.values(faces)) face.append(makeText("span", "clock-low", () => t("clock.low")), make("span", "clock-time"));
  const tick = () => {
    const { clock } = store.state;
    if (clock === null) return;
    for (const color of /** @type {const} */ (["white", "black"])) {
      const face = faces[color];
      const ms = left(clock, color, now());
      face.toggleAttribute("data-low", isLow(clock, color, now()));
      face.toggleAttribute("data-running", clock.running === color);
      const time = /** @type {HTMLElement} */ (face.lastElementChild);
      const text = format(ms);
      if (time.textContent !== text) time.textContent = text;
    }
  };
  // The bars are made anew with every state.
  const show = (/** @type {PageState} */ state) => {
    if (state.clock === null) return;
    const [first, second] = state.portrait !== shownFlipped(state) ? [faces.white, faces.black] : [faces.black, faces.white];
    byId("player-first").append(first);
    byId("player-second").append(second);
    tick();
  };
  store.subscribe(show);
  show(store.state);
  setInterval(tick, TICK_MS);
}

/** @param {string} name @param {string} label key of its words @param {number} least @param {number} most @param {number} value */
function numberField(name, label, least, most, value) {
  const box = make("label", "stacked");
  const input = document.createElement("input");
  Object.assign(input, { type: "number", name, min: String(least), max: String(most), step: "1", required: true, inputMode: "numeric", value: String(value) });
  box.append(makeText("span", "", label), input);
  return { box, input };
}

/**
 * The fields of the dialog. A number that is no good keeps the dialog open: the browser says why.
 * @param {(name: string, title: string, choices: {value: string, text: string | (() => string)}[], across: number, narrow?: "pairs") => HTMLElement} group
 */
export function clockChoice(group) {
  const box = group("clock", "clock.title", ["none", ...CLOCKS, "custom"].map((value) => ({ value, text: value === "none" || value === "custom" ? `clock.${value}` : () => value })), 4, "pairs");
  const minutes = numberField("minutes", "clock.minutes", 1, MOST_MINUTES, 15);
  const increment = numberField("increment", "clock.increment", 0, MOST_INCREMENT, 10);
  const custom = make("div", "sides");
  custom.append(minutes.box, increment.box);
  box.append(makeText("p", "note", "clock.hint"), custom);
  /** @param {string} chosen @param {boolean} shown */
  const fit = (chosen, shown) => {
    box.hidden = !shown;
    custom.hidden = chosen !== "custom";
    for (const { input } of [minutes, increment]) input.disabled = custom.hidden || !shown;
  };
  /** @param {string} chosen @returns {ClockSetting | null} */
  const read = (chosen) => (chosen === "none" ? null : readSetting(chosen === "custom" ? `${minutes.input.value}+${increment.input.value}` : chosen));
  /** @param {ClockSetting | null} setting @returns {string} what to choose */
  const show = (setting) => {
    if (setting === null) return "none";
    const name = `${setting.minutes}+${setting.increment}`;
    if (CLOCKS.includes(name)) return name;
    minutes.input.value = String(setting.minutes);
    increment.input.value = String(setting.increment);
    return "custom";
  };
  return { box, fit, read, show };
}
