// The choice of the language.

import { t } from "../i18n.js";
import { LANGUAGES } from "../languages.js";
import { byId } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../languages.js").Languages} Languages */

/** @param {Store} store @param {Languages} languages @param {(text: string) => void} say */
export function showLanguage(store, languages, say) {
  const select = /** @type {HTMLSelectElement} */ (byId("set-language"));
  select.replaceChildren(...LANGUAGES.map(({ code, name }) => {
    const option = document.createElement("option");
    option.value = option.lang = code;
    option.textContent = name;
    return option;
  }));
  select.addEventListener("change", async () => {
    if (await languages.choose(select.value)) say(t("say.language"));
  });
  // Also when a language could not be had: the choice is what the page speaks.
  const show = () => {
    select.value = store.state.language;
  };
  store.subscribe((state, before) => {
    if (state.language !== before.language || state.notice !== before.notice) show();
  });
  show();
}
