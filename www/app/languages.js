// Which language the page speaks: the one that was chosen, else the first that the browser wants, else English.

import { currentLanguage, fillTexts, renewLastingWords, setLanguage, t } from "./i18n.js";
import { texts as en } from "./texts/en.js";

/** @typedef {import("./i18n.js").Texts} Texts */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./storage.js").Keeper} Keeper */

/** Every language with its own name for itself. @type {readonly {code: string, name: string}[]} */
export const LANGUAGES = [
  { code: "da", name: "Dansk" },
  { code: "de", name: "Deutsch" },
  { code: "en", name: "English" },
  { code: "fr", name: "Français" },
  { code: "mg", name: "Malagasy" },
  { code: "pl", name: "Polski" },
  { code: "pt", name: "Português" },
];

/** How long the page waits with its first words for those of another language. */
const FIRST_WORDS_MS = 1500;

/** @param {unknown} code @returns {code is string} */
function isLanguage(code) {
  return LANGUAGES.some((language) => language.code === code);
}

/** @param {unknown} saved @param {readonly string[]} wanted as in `navigator.languages` */
export function chooseLanguage(saved, wanted) {
  if (isLanguage(saved)) return saved;
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage) ?? "en";
}

/** Whether what was loaded has a text for every key; a page half in another language is worse than one in English. @param {unknown} loaded @returns {loaded is Texts} */
export function isWhole(loaded) {
  if (typeof loaded !== "object" || loaded === null) return false;
  const texts = /** @type {{[key: string]: unknown}} */ (loaded);
  return Object.keys(en).every((key) => isText(Object.hasOwn(texts, key) ? texts[key] : undefined));
}

/** @param {unknown} text */
function isText(text) {
  if (typeof text === "string") return true;
  return typeof text === "object" && text !== null && "other" in text && Object.values(text).every((form) => typeof form === "string");
}

export class Languages {
  /** The language that was asked for last. */
  #wanted = "en";

  /** @param {{store: Store, keeper: Keeper, load: (code: string) => Promise<unknown>}} parts `load` fetches a language other than English */
  constructor({ store, keeper, load }) {
    this.store = store;
    this.keeper = keeper;
    this.load = load;
  }

  /**
   * Begins with the language of this person. The words are held back for a moment until they are there, so that
   * nobody sees, or hears, two languages.
   * @returns {Promise<void>} ends when the language is settled, one way or the other
   */
  async begin() {
    const code = chooseLanguage(this.keeper.load("language"), navigator.languages ?? []);
    if (code === "en") {
      this.#speak("en", en);
      return;
    }
    const { dataset } = document.documentElement;
    const show = () => delete dataset.words;
    dataset.words = "wait";
    const timer = setTimeout(show, FIRST_WORDS_MS);
    this.#speak("en", en);
    await this.#take(code);
    clearTimeout(timer);
    show();
  }

  /** The person's choice; kept on the device once it is there. @param {string} code @returns {Promise<boolean>} whether the page speaks it now */
  async choose(code) {
    if (!isLanguage(code) || !(await this.#take(code))) return false;
    this.keeper.save("language", code);
    return true;
  }

  /** @param {string} code @returns {Promise<boolean>} */
  async #take(code) {
    this.#wanted = code;
    /** @type {unknown} */
    let texts = null;
    try {
      texts = code === "en" ? en : await this.load(code);
    } catch {
      // Said below: a file that does not come and one that is no good come to the same.
    }
    // Another one was chosen meanwhile.
    if (this.#wanted !== code) return false;
    if (!isWhole(texts)) {
      this.#wanted = currentLanguage();
      const name = LANGUAGES.find((language) => language.code === code)?.name ?? code;
      const run = () => {
        this.store.set({ notice: null });
        void this.choose(code);
      };
      this.store.set({ notice: { text: () => t("notice.language", { language: name }), action: { label: () => t("notice.tryAgain"), run } } });
      return false;
    }
    this.#speak(code, texts);
    return true;
  }

  /** @param {string} code @param {Texts} texts */
  #speak(code, texts) {
    setLanguage(code, texts);
    document.documentElement.lang = code;
    document.title = t("page.title");
    document.querySelector('meta[name="description"]')?.setAttribute("content", t("page.description"));
    fillTexts(document);
    renewLastingWords();
    this.store.set({ language: code });
  }
}
