// The panel: which game this is, the rules in force, the keys; on narrow screens a sheet.

import { t } from "../i18n.js";
import { twoComputers } from "../store.js";
import { variantName } from "../words.js";
import { byId, make, makeText } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */

const KEYS = ["move", "enter", "digits", "kind", "stop", "back", "confirm"];

/** The rules in force, one sentence each. @param {string} variant @param {string} rules @param {number | null} limit @returns {string[]} */
export function rulesInForce(variant, rules, limit) {
  const parts = rules.split(",");
  const preset = parts[0];
  const keys = ["step", "approach", "withdrawal", "both", "must", "chain", "win"].map((key) => t(`inForce.${key}`));
  const repetition = preset === "standard" || preset === "club" || parts.includes("repetition");
  return [
    ...(variant === "vela" ? [t("inForce.vela")] : []),
    ...keys,
    limit === null ? t("inForce.no50") : t("inForce.draw50", { count: limit }),
    t(repetition ? "inForce.repetition" : "inForce.noRepetition"),
    ...(parts.includes("single-first-capture") ? [t("inForce.single")] : []),
  ];
}

/** @param {string} rules */
function rulesName(rules) {
  return rules.split(",").map((part) => t(`rules.${part}`)).join(" · ");
}

/** @param {Store} store @param {() => void} openResign */
export function showPanel(store, openResign) {
  const panel = byId("panel");
  const button = byId("game");
  const veil = byId("veil");
  const narrow = matchMedia("(max-width: 900px)");
  const open = (/** @type {boolean} */ on) => {
    panel.classList.toggle("open", on);
    veil.hidden = !on;
    button.setAttribute("aria-expanded", String(on));
    byId("play").inert = on && narrow.matches;
    if (on) byId("panel-close").focus();
    else if (panel.contains(document.activeElement)) button.focus();
  };
  button.addEventListener("click", () => open(true));
  byId("panel-close").addEventListener("click", () => open(false));
  veil.addEventListener("click", () => open(false));
  narrow.addEventListener("change", () => open(false));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel.classList.contains("open")) open(false);
  });
  byId("resign").addEventListener("click", openResign);
  byId("keys-list").replaceChildren(...KEYS.map((key) => makeText("li", "", `keys.${key}`)));

  /** @type {HTMLDetailsElement} */ (byId("in-force")).open = !narrow.matches;
  let shown = "";
  const show = (/** @type {PageState} */ { game, setup, players, side, language }) => {
    /** @type {HTMLButtonElement} */ (byId("resign")).disabled = !game || game.outcome !== null || side !== null || twoComputers(players);
    const variant = game?.variant ?? setup.variant;
    const rules = game?.rules ?? setup.rules;
    const limit = game ? game.noCaptureLimit : 50;
    const key = [variant, rules, limit, language].join("|");
    if (key === shown) return;
    shown = key;
    byId("game-title").textContent = variantName(variant);
    byId("game-sub").textContent = rulesName(rules);
    byId("in-force-list").replaceChildren(...rulesInForce(variant, rules, limit).map((text) => make("li", "", text)));
  };
  store.subscribe(show);
  show(store.state);
}
