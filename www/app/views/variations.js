// Variations in the list of turns: a block each, under the row where it leaves its line.

import { t } from "../i18n.js";
import { make } from "./status-view.js";

/** @typedef {import("../../board/types.js").Color} Color */
/** @typedef {import("../lines.js").Branch} Branch */

/** @typedef {object} Shown
 * @property {string[]} line
 * @property {number} shift  1 where Black begins
 * @property {number} here  the turn that is looked at, if this is the line at hand, else -1
 * @property {string} open  the turn under way, or ""
 */

/** Who makes the turn at a place of a line. @param {number} index @param {number} shift @returns {Color} */
export function colorAt(index, shift) {
  return (index + shift) % 2 === 0 ? "white" : "black";
}

/** A turn as a button. @param {string} text @param {number} index @param {number} shift */
export function turnButton(text, index, shift) {
  const button = /** @type {HTMLButtonElement} */ (make("button", "", text));
  button.type = "button";
  button.setAttribute("aria-label", t("moves.label", { turn: ((index + shift) >> 1) + 1, color: t(`color.${colorAt(index, shift)}`), text }));
  return button;
}

/** @param {string} words @param {string} act @param {string} sign */
function actButton(words, act, sign) {
  const button = /** @type {HTMLButtonElement} */ (make("button", "act", sign));
  button.type = "button";
  button.dataset.act = act;
  button.setAttribute("aria-label", words);
  button.title = words;
  return button;
}

/** @param {Branch} branch @param {Shown} shown */
export function variationBlock({ place, at, depth }, { line, shift, here, open }) {
  const block = make("div", "variation");
  block.dataset.depth = String(Math.min(depth, 4));
  block.dataset.line = String(place);
  block.setAttribute("role", "group");
  const first = line[at] ?? "";
  block.setAttribute("aria-label", t("moves.variation", { turn: ((at + shift) >> 1) + 1, text: first }));
  line.slice(at).forEach((text, i) => {
    const index = at + i;
    const color = colorAt(index, shift);
    if (color === "white" || i === 0) block.append(make("i", "", `${((index + shift) >> 1) + 1}${color === "white" ? "." : "…"}`));
    const button = turnButton(text, index, shift);
    button.dataset.at = String(index + 1);
    if (here === index + 1 && open === "") button.setAttribute("aria-current", "step");
    block.append(button);
  });
  if (open !== "") block.append(make("span", "open", `${open} …`));
  block.append(actButton(t("moves.promote", { text: first }), "promote", "↑"), actButton(t("moves.drop", { text: first }), "drop", "×"));
  // One tab stop a block; arrows move inside it.
  [...block.querySelectorAll("button")].forEach((button, i) => {
    button.tabIndex = i === 0 ? 0 : -1;
  });
  return block;
}

/** Where an arrow leads inside a block. @param {HTMLButtonElement} from @param {string} key @returns {HTMLElement | null} */
export function besideInBlock(from, key) {
  const block = from.closest(".variation");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!block || step === undefined) return null;
  const all = [...block.querySelectorAll("button")];
  return all[all.indexOf(from) + step] ?? null;
}
