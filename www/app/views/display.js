// Theme, motion, coordinates: kept on the device apart from the game.

import { t } from "../i18n.js";
import { ANIMATIONS, readAnimation } from "../motion.js";
import { THEMES, otherTheme, shownTheme } from "../themes.js";
import { byId, makeOption } from "./status-view.js";

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
    theme: THEMES.find((theme) => theme === from.theme) ?? "auto",
    animation: readAnimation(from.animation),
    coordinates: from.coordinates !== false,
    sound: from.sound === true,
    volume: typeof from.volume === "number" && from.volume >= 0 && from.volume <= 100 ? from.volume : 60,
    exact: { computer: from.exact?.computer === true, two: from.exact?.two !== false },
    analysis: { computer: from.analysis?.computer === true, two: from.analysis?.two === true },
    lines: from.lines === 1 || from.lines === 3 ? from.lines : 2,
  };
}

/** @param {Store} store @param {Keeper} keeper */
export function showDisplay(store, keeper) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const more = matchMedia("(prefers-contrast: more)");
  const theme = /** @type {HTMLSelectElement} */ (byId("set-theme"));
  const animation = /** @type {HTMLSelectElement} */ (byId("set-animation"));
  const coordinates = /** @type {HTMLInputElement} */ (byId("set-coordinates"));
  /** What is on or off. @type {["playForced" | "confirm" | "sound", HTMLInputElement][]} */
  const switches = [["playForced", /** @type {HTMLInputElement} */ (byId("set-forced"))], ["confirm", /** @type {HTMLInputElement} */ (byId("set-confirm"))], ["sound", /** @type {HTMLInputElement} */ (byId("set-sound"))]];
  const volume = /** @type {HTMLInputElement} */ (byId("set-volume"));
  const toggle = byId("theme");
  animation.append(...ANIMATIONS.map((value) => makeOption(value, `view.animation.${value}`)));
  theme.append(...THEMES.map((value) => makeOption(value, `view.theme.${value}`)));
  const shown = () => shownTheme(store.state.settings.theme, { dark: dark.matches, more: more.matches });

  const apply = () => {
    const { settings } = store.state;
    const root = document.documentElement;
    const { scheme, contrast } = shown();
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = scheme;
    root.dataset.shown = scheme;
    root.toggleAttribute("data-contrast", contrast);
    const label = t(scheme === "dark" ? "view.toLight" : "view.toDark");
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
    theme.value = settings.theme;
    animation.value = settings.animation;
    coordinates.checked = settings.coordinates;
    for (const [name, input] of switches) input.checked = settings[name];
    volume.value = String(settings.volume);
    volume.disabled = !settings.sound;
  };
  const change = (/** @type {Partial<Settings>} */ patch) => {
    const settings = { ...store.state.settings, ...patch };
    store.set({ settings });
    keeper.save("settings", settings);
  };

  // Before the board hears of it: it reads the colours that are in force.
  store.subscribe((state, before) => {
    if (state.settings !== before.settings || state.language !== before.language) apply();
  });
  for (const query of [dark, more]) query.addEventListener("change", apply);
  toggle.addEventListener("click", () => change({ theme: otherTheme(shown()) }));
  theme.addEventListener("change", () => change({ theme: /** @type {Settings["theme"]} */ (theme.value) }));
  animation.addEventListener("change", () => change({ animation: /** @type {Settings["animation"]} */ (animation.value) }));
  coordinates.addEventListener("change", () => change({ coordinates: coordinates.checked }));
  for (const [name, input] of switches) input.addEventListener("change", () => change({ [name]: input.checked }));
  volume.addEventListener("change", () => change({ volume: Number(volume.value) }));
  store.set({ settings: merge(keeper.load("settings"), store.state.settings) });
  apply();
}
