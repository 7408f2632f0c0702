// The tabs of the panel: one is shown, arrows go from one to the next. Which one is kept on the device.

import { byId } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../store.js").Tab} Tab */

/** @type {readonly Tab[]} */
export const TABS = ["game", "analysis", "learn", "settings"];

/** Where a key leads from a tab, round and round. @param {string} key @param {number} at @param {number} count @returns {number | null} */
export function nextTab(key, at, count) {
  switch (key) {
    case "ArrowRight": return (at + 1) % count;
    case "ArrowLeft": return (at + count - 1) % count;
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}

/** @param {Store} store @param {import("../storage.js").Keeper} keeper */
export function showTabs(store, keeper) {
  const tab = (/** @type {Tab} */ name) => /** @type {HTMLButtonElement} */ (byId(`tab-${name}-tab`));
  const body = (/** @type {Tab} */ name) => byId(`tab-${name}`);
  for (const name of TABS) {
    tab(name).addEventListener("click", () => store.set({ tab: name }));
    // What has no control of its own is reached by a key, too.
    body(name).tabIndex = -1;
  }
  byId("tabs").addEventListener("keydown", (event) => {
    const next = nextTab(event.key, TABS.indexOf(store.state.tab), TABS.length);
    if (next === null) return;
    event.preventDefault();
    store.set({ tab: TABS[next] });
    tab(TABS[next]).focus();
  });
  const show = (/** @type {PageState} */ state) => {
    for (const name of TABS) {
      const on = name === state.tab;
      tab(name).setAttribute("aria-selected", String(on));
      tab(name).tabIndex = on ? 0 : -1;
      body(name).hidden = !on;
    }
  };
  store.subscribe((state, before) => {
    if (state.tab === before.tab) return;
    show(state);
    byId("panel").scrollTop = 0;
    keeper.save("tab", state.tab);
  });
  const saved = TABS.find((name) => name === keeper.load("tab"));
  if (saved !== undefined) store.set({ tab: saved });
  show(store.state);
}
