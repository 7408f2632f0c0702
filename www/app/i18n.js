// Texts by key.

import { texts as en } from "./texts/en.js";

/** @typedef {string | {[form: string]: string}} Text */
/** @typedef {{[name: string]: string | number}} Values */

/** @type {{[language: string]: {[key: string]: Text}}} */
const LANGUAGES = { en };

let language = "en";
let plural = new Intl.PluralRules(language);

/** @param {string} wanted */
export function setLanguage(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** The words for a key, with `{name}` filled in. @param {string} key @param {Values} [values] */
export function t(key, values = {}) {
  const text = LANGUAGES[language][key] ?? en[/** @type {keyof typeof en} */ (key)];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : (text[plural.select(Number(values.count))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there is a text for a key. @param {string} key */
export function has(key) {
  return key in LANGUAGES[language];
}

/** Fills in the elements of the page that carry `data-t` (text) or `data-t-label` (accessible name and tooltip). @param {ParentNode} root */
export function fillTexts(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? "");
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const words = t(/** @type {HTMLElement} */ (element).dataset.tLabel ?? "");
    element.setAttribute("aria-label", words);
    if (element instanceof HTMLButtonElement) element.title = words;
  }
}
