// Texts by key, in the language that is set: words, plurals, numbers.

import { texts as en } from "./texts/en.js";

/** @typedef {string | {[form: string]: string}} Text */
/** @typedef {{[key: string]: Text}} Texts */
/** @typedef {{[name: string]: string | number}} Values */

/** Words that may be asked for again when the language changes. @typedef {string | (() => string)} Words */

/** @type {Texts} */
let texts = en;
let language = "en";
let plural = new Intl.PluralRules(language);
/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** All texts of a language from now on. @param {string} code @param {Texts} [words] without them: English, which is always here */
export function setLanguage(code, words = en) {
  language = code;
  texts = words;
  plural = new Intl.PluralRules(localesFor(code));
  formats.clear();
}

/**
 * What to ask `Intl` for. Not every browser knows every language, and one it does not know would be taken for the
 * browser's own. Malagasy has the plurals of French without its millions, and writes numbers as English does.
 * @param {string} code @param {"plural" | "number"} [what]
 */
export function localesFor(code, what = "plural") {
  return [code, code === "mg" && what === "plural" ? "fr" : "en"];
}

/** @returns {string} */
export function currentLanguage() {
  return language;
}

/** A number as it is written in the language. @param {number} value @param {number} [digits] behind the point, no more and no fewer */
export function number(value, digits) {
  const key = String(digits);
  let format = formats.get(key);
  if (format === undefined) {
    const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(localesFor(language, "number"), options);
    formats.set(key, format);
  }
  return format.format(value);
}

/** The words for a key, with `{name}` filled in. @param {string} key @param {Values} [values] */
export function t(key, values = {}) {
  const text = texts[key] ?? en[/** @type {keyof typeof en} */ (key)];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : (text[plural.select(Number(values.count))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    return typeof value === "number" ? number(value) : value;
  });
}

/** @param {Words} words */
export function inWords(words) {
  return typeof words === "string" ? words : words();
}

/** What renews the words of elements that are made once, each for as long as the page. @type {(() => void)[]} */
const lasting = [];

/** Gives an element words that follow the language; for elements that stay as long as the page. @param {Element} element @param {() => string} words */
export function lastingWords(element, words) {
  const fill = () => {
    element.textContent = words();
  };
  lasting.push(fill);
  fill();
}

/** Renews what `lastingWords` has given words. */
export function renewLastingWords() {
  for (const fill of lasting) fill();
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
