// Theme, motion, coordinates: kept on the device apart from the game.

import { t } from "../i18n.js";
import { byId } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").Settings} Settings */
/** @typedef {import("../storage.js").Keeper} Keeper */

/** @param {unknown} saved @param {Settings} settings @returns {Settings} */
function merge(saved, settings) {
  const from = /** @type {Partial<Settings> | null} */ (saved);
  if (typeof from !== "object" || from === null) return settings;
  return {
    pace: from.pace === "slow" || from.pace === "fast" ? from.pace : "normal",
    playForced: from.playForced === true,
    confirm: from.confirm === true,
    theme: from.theme === "light" || from.theme === "dark" ? from.theme : "auto",
    animation: from.animation !== false,
    coordinates: from.coordinates !== false,
    exact: { computer: from.exact?.computer === true, two: from.exact?.two !== false },
  };
}

/** @param {Store} store @param {Keeper} keeper */
export function showDisplay(store, keeper) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = /** @type {HTMLSelectElement} */ (byId("set-theme"));
  const animation = /** @type {HTMLInputElement} */ (byId("set-animation"));
  const coordinates = /** @type {HTMLInputElement} */ (byId("set-coordinates"));
  /** What is on or off. @type {["playForced" | "confirm", HTMLInputElement][]} */
  const switches = [["playForced", /** @type {HTMLInputElement} */ (byId("set-forced"))], ["confirm", /** @type {HTMLInputElement} */ (byId("set-confirm"))]];
  const toggle = byId("theme");
  const isDark = () => (store.state.settings.theme === "auto" ? dark.matches : store.state.settings.theme === "dark");

  const apply = () => {
    const { settings } = store.state;
    const root = document.documentElement;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.shown = isDark() ? "dark" : "light";
    const label = t(isDark() ? "view.toLight" : "view.toDark");
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
    theme.value = settings.theme;
    animation.checked = settings.animation;
    coordinates.checked = settings.coordinates;
    for (const [name, input] of switches) input.checked = settings[name];
  };
  const change = (/** @type {Partial<Settings>} */ patch) => {
    const settings = { ...store.state.settings, ...patch };
    store.set({ settings });
    keeper.save("settings", settings);
  };

  // Before the board hears of it: it reads the colours that are in force.
  store.subscribe((state, before) => {
    if (state.settings !== before.settings) apply();
  });
  dark.addEventListener("change", apply);
  toggle.addEventListener("click", () => change({ theme: isDark() ? "light" : "dark" }));
  theme.addEventListener("change", () => change({ theme: /** @type {Settings["theme"]} */ (theme.value) }));
  animation.addEventListener("change", () => change({ animation: animation.checked }));
  coordinates.addEventListener("change", () => change({ coordinates: coordinates.checked }));
  for (const [name, input] of switches) input.addEventListener("change", () => change({ [name]: input.checked }));
  store.set({ settings: merge(keeper.load("settings"), store.state.settings) });
  apply();
}
