// The texts of every language against those of English, and which language is chosen.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { inWords, number, setLanguage, t } from "../../www/app/i18n.js";
import { LANGUAGES, Languages, chooseLanguage, isWhole } from "../../www/app/languages.js";
import { Store } from "../../www/app/store.js";
import { texts as en } from "../../www/app/texts/en.js";

const folder = new URL("../../www/app/texts/", import.meta.url);
const codes = LANGUAGES.map(({ code }) => code).filter((code) => code !== "en");
const source = (/** @type {string} */ code) => readFileSync(new URL(`${code}.json`, folder), "utf8");
const all = Object.fromEntries(codes.map((code) => [code, JSON.parse(source(code))]));

const forms = (/** @type {any} */ text) => (typeof text === "string" ? [text] : Object.values(text));
const places = (/** @type {any} */ text) => new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []));

/**
 * The plural forms of a language. French and Portuguese have one more, `many`, for round millions ("un million de
 * coups"). No number here comes near that, so they fall back to `other`, and no text has it.
 * @param {string} code
 */
function categories(code) {
  const known = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return code === "fr" || code === "pt" ? known.filter((form) => form !== "many") : known;
}

/** Texts that are the same in another language and right so: names, signs, and words both languages share. */
const SHARED = {
  every: ["page.title", "variant.vela", "rules.icga"],
  names: /^(level\.[1-8]|variant\.(tsivy|dimy|telo))$/,
  da: ["board.stopShort", "player.computer", "rules.standard", "act.send", "act.pause", "endings.stop", "new.against.computer", "send.link", "players.computer"],
  de: ["player.computer", "rules.standard", "rules.club", "act.pause", "kept.name", "new.against.computer", "send.link", "players.computer"],
  fr: ["board.stopShort", "rules.standard", "rules.club", "act.pause", "endings.proved", "sound.volume", "puzzle.solution"],
  mg: [],
  pl: ["board.stopShort", "send.link"],
  pt: ["send.link", "sound.volume"],
};

test("every language is a file, every file a language", () => {
  assert.deepEqual(readdirSync(folder).sort(), ["en.js", ...codes.map((code) => `${code}.json`)].sort());
  assert.deepEqual(codes, ["da", "de", "fr", "mg", "pl", "pt"]);
});

test("every language has every text of English and no other, in the same order", () => {
  for (const code of codes) assert.deepEqual(Object.keys(all[code]), Object.keys(en), code);
});

test("the files have the same lines as English, so that a comparison shows what is missing", () => {
  const shape = (/** @type {string} */ text) => text.split("\n").map((line) => /^ {2}"([^"]+)":/.exec(line)?.[1] ?? "").join("\n").trim();
  const english = shape(readFileSync(new URL("en.js", folder), "utf8").replace(/^\/\/.*\n/gm, ""));
  for (const code of codes) assert.equal(shape(source(code)), english, code);
});

test("a key stands once in a file", () => {
  for (const code of codes) {
    const keys = [...source(code).matchAll(/^ {2}"([^"]+)":/gm)].map((match) => match[1]);
    assert.equal(new Set(keys).size, keys.length, code);
  }
});

test("what is filled in is the same in every language", () => {
  for (const code of codes) {
    for (const [key, text] of Object.entries(en)) assert.deepEqual([...places(all[code][key])].sort(), [...places(text)].sort(), `${code} ${key}`);
  }
});

test("a text with forms has exactly those of its language", () => {
  assert.deepEqual(categories("pl").sort(), ["few", "many", "one", "other"]);
  for (const code of ["da", "de", "fr", "mg", "pt"]) assert.deepEqual(categories(code).sort(), ["one", "other"], code);
  for (const code of codes) {
    for (const [key, text] of Object.entries(en)) {
      const own = all[code][key];
      if (typeof text !== "string") assert.equal(typeof own, "object", `${code} ${key} needs forms`);
      if (typeof own === "string") continue;
      assert.deepEqual(Object.keys(own).sort(), categories(code).sort(), `${code} ${key}`);
      // English may do without forms where another language cannot, if it is told the number.
      assert.ok(typeof text !== "string" || text.includes("{count}"), `${code} ${key} has no number to choose by`);
    }
  }
});

/** Counts things that cannot be none where the text is shown. */
const NEVER_NONE = [
  "status.must", "status.two.must", "status.chain.detail", "turn.omitted", "endings.omitted", "endings.dtc", "endings.turn.dtc",
  "value.wins.end", "value.wins.capture", "graph.missing",
];

test("a form that is not of one number alone names the number", () => {
  for (const code of codes) {
    const rules = new Intl.PluralRules(code);
    for (const [key, text] of Object.entries(all[code])) {
      if (typeof text === "string" || !places(text).has("{count}")) continue;
      for (const [form, words] of Object.entries(text)) {
        const alone = form === "one" && (rules.select(0) !== "one" || NEVER_NONE.includes(key));
        assert.ok(alone || /** @type {string} */ (words).includes("{count}"), `${code} ${key} ${form}`);
      }
    }
  }
});

test("no English is left over", () => {
  for (const code of codes) {
    const allowed = new Set([...SHARED.every, ...SHARED[/** @type {"da"} */ (code)]]);
    for (const [key, text] of Object.entries(en)) {
      if (allowed.has(key) || SHARED.names.test(key)) continue;
      const english = new Set(forms(text).filter((form) => /[a-z]{2}/i.test(form.replace(/\{\w+\}/g, ""))));
      for (const form of forms(all[code][key])) assert.ok(!english.has(form), `${code} ${key}: ${form}`);
    }
  }
});

test("the list of shared words holds nothing that is not shared", () => {
  for (const code of codes) {
    for (const key of SHARED[/** @type {"da"} */ (code)]) assert.deepEqual(all[code][key], en[/** @type {keyof typeof en} */ (key)], `${code} ${key}`);
  }
});

test("texts are clean: no blank ends, no doubled blanks, whole brackets, the sentence ends as in English", () => {
  for (const code of codes) {
    for (const [key, text] of Object.entries(en)) {
      const end = forms(text)[0].replace(/\{\w+\}$/, "").at(-1);
      for (const form of forms(all[code][key])) {
        assert.ok(form.length > 0 && form === form.trim() && !/ {2}/.test(form), `${code} ${key}: ${form}`);
        assert.ok(!/\{(?!\w+\})|(?<!\{\w*)\}/.test(form), `${code} ${key}: ${form}`);
        if (end === "?" || end === "…") assert.ok(form.includes(end), `${code} ${key}: ${form}`);
        if (end === ".") assert.match(form, /[.!]$/, `${code} ${key}: ${form}`);
        if (end === ":") assert.match(form, /:/, `${code} ${key}: ${form}`);
      }
    }
  }
});

test("signs stand as each language sets them", () => {
  for (const [key, text] of Object.entries(all.fr)) {
    for (const form of forms(text)) {
      assert.ok(!/[^\s\u00a0][:;!?»](?=\s|$)/.test(form), `fr ${key}: a fixed blank before the sign: ${form}`);
      assert.ok(!/ [:;!?»%]/.test(form), `fr ${key}: the blank before the sign is not fixed: ${form}`);
      assert.ok(!/\w'\w/.test(form), `fr ${key}: ’, not ': ${form}`);
    }
  }
  for (const code of codes) {
    for (const [key, text] of Object.entries(all[code])) {
      for (const form of forms(text)) assert.ok(!form.includes('"') && !/\d [%]/.test(form), `${code} ${key}: ${form}`);
    }
  }
});

test("the language is the saved one, else the first that the browser wants and the page has, else English", () => {
  assert.equal(chooseLanguage("mg", ["de", "en"]), "mg");
  assert.equal(chooseLanguage(null, ["pt-BR", "en"]), "pt");
  assert.equal(chooseLanguage(null, ["es-ES", "ca", "FR-ca", "de"]), "fr");
  assert.equal(chooseLanguage(undefined, ["ja"]), "en");
  assert.equal(chooseLanguage(null, []), "en");
  for (const bad of ["xx", "__proto__", 3, {}, "EN"]) assert.equal(chooseLanguage(bad, ["pl"]), "pl", String(bad));
});

test("a file of texts that lacks one, or has something else in its place, is not taken", () => {
  for (const code of codes) assert.ok(isWhole(all[code]), code);
  const { "act.undo": _, ...less } = all.de;
  for (const bad of [null, undefined, "text", [], {}, less, { ...all.de, "act.undo": 3 }, { ...all.de, "act.undo": null }, { ...all.de, "act.undo": { one: "x" } }, { ...all.de, "act.undo": { other: 1 } }]) {
    assert.equal(isWhole(bad), false, JSON.stringify(bad)?.slice(0, 60));
  }
  assert.ok(isWhole({ ...all.de, "act.other": "more than is needed" }));
});

test("plurals and numbers go by the language", (context) => {
  context.after(() => setLanguage("en"));
  const took = (/** @type {string} */ code, /** @type {number} */ count) => {
    if (code === "en") setLanguage("en");
    else setLanguage(code, all[code]);
    return t("player.took", { count });
  };
  assert.deepEqual([0, 1, 2].map((n) => took("en", n)), ["took 0 stones", "took 1 stone", "took 2 stones"]);
  assert.deepEqual([1, 2, 5, 12, 22].map((n) => took("pl", n)), ["zbity 1 pionek", "zbite 2 pionki", "zbitych 5 pionków", "zbitych 12 pionków", "zbite 22 pionki"]);
  assert.deepEqual([0, 1, 2].map((n) => took("fr", n)), ["a pris 0 pion", "a pris 1 pion", "a pris 2 pions"]);
  assert.deepEqual([0, 1, 2].map((n) => took("da", n)), ["har slået 0 sten", "har slået 1 sten", "har slået 2 sten"]);
  // A million has a form of its own in French; the text has none and the usual one serves.
  assert.match(took("fr", 1_000_000), /pions$/);
  const large = (/** @type {string} */ code) => {
    setLanguage(code, all[code]);
    return [number(12345.6), number(4, 1)].map((text) => text.replace(/\s/g, " "));
  };
  assert.deepEqual(codes.map(large), [["12.345,6", "4,0"], ["12.345,6", "4,0"], ["12 345,6", "4,0"], ["12,345.6", "4.0"], ["12 345,6", "4,0"], ["12.345,6", "4,0"]]);
  setLanguage("de", all.de);
  assert.equal(t("endings.omitted", { count: 16917 }), "16.917 weitere Züge sind nicht aufgeführt.");
  assert.equal(t("endings.load", { stones: 6, size: number(4, 1) }), "6 Steine laden (4,0 MB)");
  assert.equal(t("status.lookingBack.short", { turn: 3 }), "Zug 3 von {turns}.");
  assert.equal(t("no.such.key"), "no.such.key");
  assert.equal(inWords(() => t("act.undo")), "Zurück");
});

/** A document that is only as much as the languages touch. */
function fakeDocument() {
  const root = { lang: "", dataset: /** @type {Record<string, string>} */ ({}) };
  return { documentElement: root, title: "", querySelector: () => null, querySelectorAll: () => [] };
}

test("a language comes whole or not at all, and the last choice counts", async (context) => {
  context.after(() => setLanguage("en"));
  const page = fakeDocument();
  Object.defineProperty(globalThis, "document", { configurable: true, value: page });
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { languages: ["da-DK", "en"] } });
  const kept = new Map();
  const keeper = /** @type {any} */ ({ load: (/** @type {string} */ name) => kept.get(name) ?? null, save: (/** @type {string} */ name, /** @type {unknown} */ value) => kept.set(name, value) });
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  const load = (/** @type {string} */ code) => new Promise((resolve, reject) => {
    if (code === "pl") reject(new Error("offline"));
    else if (code === "mg") resolve({ "page.title": "Fanorona" });
    else if (code === "fr" || code === "pt") waiting.set(code, () => resolve(all[code]));
    else resolve(all[code]);
  });
  const store = new Store();
  const languages = new Languages({ store, keeper, load });
  const begun = languages.begin();
  assert.deepEqual([page.documentElement.lang, page.documentElement.dataset.words], ["en", "wait"]);
  await begun;
  assert.deepEqual([page.documentElement.lang, store.state.language, page.documentElement.dataset.words, t("act.undo")], ["da", "da", undefined, "Fortryd"]);
  assert.equal(kept.size, 0, "what the browser wants is no choice");

  for (const code of ["pl", "mg"]) {
    assert.equal(await languages.choose(code), false);
    assert.deepEqual([page.documentElement.lang, store.state.language, t("act.undo")], ["da", "da", "Fortryd"]);
    assert.match(inWords(store.state.notice?.text ?? ""), /kunne ikke hentes. Siden bliver på dansk/);
    store.set({ notice: null });
  }
  assert.equal(await languages.choose("xx"), false);
  assert.equal(kept.size, 0);

  const first = languages.choose("fr");
  const second = languages.choose("pt");
  waiting.get("pt")?.();
  assert.equal(await second, true);
  waiting.get("fr")?.();
  assert.equal(await first, false);
  assert.deepEqual([store.state.language, kept.get("language"), store.state.notice], ["pt", "pt", null]);
  assert.equal(await languages.choose("en"), true);
  assert.deepEqual([page.documentElement.lang, t("act.undo")], ["en", "Undo"]);
});

test("what is said in a notice or a question is asked for again when the language changes", () => {
  const app = new URL("../../www/app/", import.meta.url);
  const files = ["", "views/"].flatMap((sub) => readdirSync(new URL(sub, app)).filter((name) => name.endsWith(".js")).map((name) => new URL(sub + name, app)));
  assert.ok(files.length > 15);
  for (const file of files) {
    const kept = /(?:notice: \{|notice\(\{)\s*text: t\(|\blabel: t\(|refusal: t\(|question: \{[^}]*(?<!=> )\bt\(/.exec(readFileSync(file, "utf8"));
    assert.equal(kept, null, `${file.pathname}: write \`() => t(…)\`: ${kept?.[0]}`);
  }
});
