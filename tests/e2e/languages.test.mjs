// The page in every language: which one it takes, that a change reaches every word, that all of it fits.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LANGUAGES } from "../../www/app/languages.js";
import { texts as english } from "../../www/app/texts/en.js";
import { cell, click, label, moves, position, ready, status } from "./hands.mjs";
import { accessibilityFaults, openPage, places, root, screenshot, startServer } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const codes = LANGUAGES.map(({ code }) => code);
/** @type {{[code: string]: {[key: string]: any}}} */
const texts = Object.fromEntries(codes.map((code) => [code, code === "en" ? english : JSON.parse(readFileSync(join(root, `www/app/texts/${code}.json`), "utf8"))]));

/** White takes c1 by a step to b1, and may go on to b2 for b3. */
const CHAIN = position("8B/9/1B7/9/W1B6 W");

/** Every sentence and word that the page shows or says now. @param {Page} page @returns {Promise<string[]>} */
async function words(page) {
  return page.evaluate(() => {
    const found = [document.title, document.querySelector('meta[name="description"]')?.getAttribute("content") ?? ""];
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("option[lang], noscript, script, #live")) continue;
      for (const name of ["aria-label", "title"]) if (element.hasAttribute(name)) found.push(element.getAttribute(name) ?? "");
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? "").join("").trim();
      if (own !== "") found.push(own);
    }
    return found;
  });
}

/** Texts without anything to fill in that a language has and another has not. @param {string} code @param {string} other @returns {Set<string>} */
function ownWords(code, other) {
  const flat = (/** @type {string} */ one) => Object.values(texts[one]).flatMap((text) => (typeof text === "string" ? [text] : Object.values(text))).filter((text) => !text.includes("{"));
  const shared = new Set(flat(other));
  return new Set(flat(code).filter((text) => !shared.has(text)));
}

/** @param {Page} page @param {string} code @param {string[]} before languages of which nothing may be left */
async function speaksOnly(page, code, before) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), code);
  const said = await words(page);
  for (const other of before) {
    const foreign = ownWords(other, code);
    assert.deepEqual(said.filter((text) => foreign.has(text)), [], `${other} is left over in ${code}`);
  }
  const own = ownWords(code, before[0]);
  assert.ok(said.filter((text) => own.has(text)).length > 60, `the page speaks ${code}`);
}

/** @param {Page} page @param {string} code */
async function choose(page, code) {
  const before = await page.evaluate(() => document.documentElement.lang);
  await page.locator("#tab-settings-tab").click();
  await page.locator("#set-language").selectOption(code);
  if (before !== code) await page.waitForFunction((wanted) => document.documentElement.lang === wanted, code);
}

/** Words that stick out of what they stand in, or are cut, one line each. @param {Page} page @returns {Promise<string[]>} */
async function cutWords(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const element = /** @type {HTMLElement} */ (text.parentElement);
      if ((text.textContent ?? "").trim() === "" || element.closest("option, noscript, script, .sr-only, .skip") || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        for (let around = /** @type {HTMLElement | null} */ (element); around && around !== document.body; around = around.parentElement) {
          const room = around.getBoundingClientRect();
          const inline = getComputedStyle(around).display.startsWith("inline") && around.tagName !== "BUTTON";
          if (inline) continue;
          const button = around.matches("button, .choice");
          if (box.left < room.left - 0.5 || box.right > room.right + 0.5 || (button && (box.top < room.top || box.bottom > room.bottom))) {
            faults.push(`“${text.textContent}” sticks out of ${around.tagName.toLowerCase()}#${around.id}.${around.className}`);
            break;
          }
        }
        if (box.left < 0 || box.right > innerWidth) faults.push(`“${text.textContent}” is off the screen`);
      }
    }
    for (const element of document.querySelectorAll("button, [role=tab], .player, .choice, select, summary, label, h2, h3, legend, dialog, .panel, .dialog-body")) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.scrollWidth > element.clientWidth + 1) faults.push(`${element.tagName.toLowerCase()}#${element.id}.${element.className} holds ${element.scrollWidth} in ${element.clientWidth}: ${element.textContent}`);
    }
    // A choice shows the whole of what is chosen, its arrow aside.
    for (const select of document.querySelectorAll("select")) {
      if (!select.checkVisibility({ visibilityProperty: true })) continue;
      const row = /** @type {HTMLElement} */ (select.parentElement).getBoundingClientRect();
      if (select.getBoundingClientRect().right > row.right + 0.5) faults.push(`select#${select.id} is wider than its row`);
    }
    const bars = [...document.querySelectorAll(".player > *:not(.sr-only)")].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => /** @type {const} */ ([one, one.getBoundingClientRect()])).filter(([, box]) => box.width > 0);
    bars.forEach(([one, a], at) => {
      for (const [other, b] of bars.slice(at + 1)) {
        if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) faults.push(`“${one.textContent}” lies on “${other.textContent}”`);
      }
    });
    return [...new Set(faults)];
  });
}

for (const at of places) {
  test(`${at}: the page speaks the first language of the browser that it knows`, async (t) => {
    for (const [locale, code] of [["pl-PL", "pl"], ["pt-BR", "pt"], ["mg", "mg"], ["ja-JP", "en"]]) {
      const page = await openPage(t, { at, context: { locale } });
      await ready(page);
      await speaksOnly(page, code, [code === "en" ? "de" : "en"]);
      assert.equal(await page.locator("#set-language").inputValue(), code);
      assert.match(await label(page, "e3"), new RegExp(`^e3, ${texts[code]["board.empty"]}`));
      assert.match(await page.locator("[role=grid]").getAttribute("aria-label") ?? "", /9.*5/);
    }
  });

  test(`${at}: another language in the middle of a chain: every word is new, nothing else is`, async (t) => {
    const page = await openPage(t, { at, hash: CHAIN });
    await ready(page);
    await click(page, "a1");
    const target = await page.locator('[data-hint="target"]').first().getAttribute("data-square") ?? "";
    assert.notEqual(target, "");
    await click(page, target);
    await page.locator(".fan-chip-stop").waitFor();
    const turn = (await page.locator("#moves .open").textContent()) ?? "";
    assert.match(await status(page), /Go on capturing with/);

    /** @type {string[]} */
    const before = ["en"];
    for (const code of ["de", "pl", "fr", "mg", "pt", "da", "en"]) {
      await choose(page, code);
      await speaksOnly(page, code, before.filter((other) => other !== code));
      assert.equal(await page.locator("#status-title").textContent(), texts[code]["status.chain"].replace("{at}", target));
      assert.equal(await page.locator(".fan-chip-stop").getAttribute("aria-label"), texts[code]["board.stop"]);
      assert.ok((await label(page, target)).includes(texts[code]["board.moving"]), await label(page, target));
      assert.equal(await page.locator("#moves .open").textContent(), turn);
      assert.equal(await page.locator("#live").textContent(), texts[code]["say.language"]);
      before.push(code);
    }
    await choose(page, "de");
    await page.locator(".fan-chip-stop").click();
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length > 0);
    assert.equal((await moves(page)).length, 1);
  });

  test(`${at}: what was chosen is kept, and goes before what the browser wants`, async (t) => {
    const page = await openPage(t, { at, context: { locale: "de-DE" } });
    await ready(page);
    await choose(page, "da");
    await page.reload();
    await ready(page);
    await speaksOnly(page, "da", ["de", "en"]);
    assert.equal(await page.evaluate(() => localStorage.getItem("fanorona.language")), '"da"');
    assert.equal(await page.locator("#tab-settings-tab").getAttribute("aria-selected"), "true");
    await choose(page, "en");
    await page.reload();
    await ready(page);
    await speaksOnly(page, "en", ["de", "da"]);
  });
}

test("by keys alone the language is changed, and each is offered in its own words", async (t) => {
  const page = await openPage(t);
  await ready(page);
  await page.locator("#tab-settings-tab").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "set-language");
  assert.deepEqual(await page.locator("#set-language option").evaluateAll((options) => options.map((option) => `${option.getAttribute("lang")} ${option.textContent}`)), LANGUAGES.map(({ code, name }) => `${code} ${name}`));
  await page.keyboard.type("Fran");
  await page.waitForFunction(() => document.documentElement.lang === "fr");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "set-language");
});

test("a notice, a question and a dialog speak the language they are seen in", async (t) => {
  const page = await openPage(t, { hash: "#fen=9/9/9/9/9%20W&variant=tsivy" });
  await ready(page);
  await page.locator("#notice-text").waitFor();
  await choose(page, "fr");
  assert.match((await page.locator("#notice-text").textContent()) ?? "", /^La position de l’adresse ne peut pas servir/);
  await page.locator("#notice-close").click();

  await page.locator("#new").click();
  await page.locator("#new-form [value=dimy]").check({ force: true });
  await page.locator("#new-dialog [data-close]").first().click();
  await page.locator("#tab-game-tab").click();
  await page.locator("#by-link summary").click();
  await page.locator("#link-text").fill("#v9;nothing");
  await page.locator("#link-form button").click();
  assert.equal(await page.locator("#link-fault").textContent(), texts.fr["link.fault.version"]);
  await choose(page, "pl");
  assert.equal(await page.locator("#link-fault").textContent(), texts.pl["link.fault.version"]);
  await page.locator("#new").click();
  await speaksOnly(page, "pl", ["fr", "en"]);
  // A tap that is refused says why; the reason is shown in the new words as well.
  await page.locator("#new-dialog [data-close]").first().click();
  await click(page, "a5");
  assert.match(await status(page), /To nie twój pionek: ruch mają Białe\./);
  await choose(page, "de");
  assert.match(await status(page), /Das ist nicht dein Stein: Weiß ist am Zug\./);
});

/** A text with blanks as what it may look like filled in; null where little of it is fixed. @param {string} text @returns {RegExp | null} */
function filledIn(text) {
  const parts = text.split(/\{\w+\}/);
  if (!parts.some((part) => /[a-z]{3}/i.test(part))) return null;
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+")}$`);
}

const allForms = (/** @type {any} */ text) => (typeof text === "string" ? [text] : /** @type {string[]} */ (Object.values(text)));

/** What English says and German does not, whatever is filled in. @type {RegExp[]} */
const onlyEnglish = Object.entries(english).flatMap(([key, text]) => allForms(text).map(filledIn).filter((form) => form !== null)
  .filter((form) => !allForms(texts.de[key]).some((words) => form.test(words))));

/** English that is seen or can be heard on the page. @param {Page} page @returns {Promise<string[]>} */
async function seenInEnglish(page) {
  const seen = await page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      const shown = element.closest("select") ?? element;
      if (element.closest("option[lang], noscript, script, #live, .kept-open") || !shown.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"]) if (element.hasAttribute(name)) found.push(element.getAttribute(name) ?? "");
      found.push([...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? "").join("").trim());
    }
    return found.filter((text) => text !== "");
  });
  assert.ok(seen.length > 40, "the page shows something");
  return seen.filter((text) => onlyEnglish.some((form) => form.test(text)));
}

/** @param {Page} page @param {string} tab */
async function openTab(page, tab) {
  await page.locator(`#tab-${tab}-tab`).click();
  for (const summary of await page.locator(`#tab-${tab} summary:visible`).all()) {
    if (!(await summary.evaluate((one) => /** @type {HTMLDetailsElement} */ (one.parentElement).open))) await summary.click();
  }
}

test("what was made in English is German after the change: every tab as it was filled, and every dialog", async (t) => {
  const page = await openPage(t, { hash: "#variant=dimy&rules=standard&play=two", context: { reducedMotion: "reduce" } });
  await ready(page);
  await openTab(page, "game");
  const turns = async (/** @type {number} */ count) => {
    await page.waitForFunction((wanted) => document.querySelectorAll("#moves .moves-row button:not(.later)").length === wanted, count);
  };
  for (const count of [1, 2, 3]) {
    await page.locator("#legal-turns button").first().click();
    await turns(count);
  }
  // Another turn instead of the last makes a variation.
  await page.locator("#undo").click();
  await turns(2);
  await page.locator("#legal-turns button").nth(1).click();
  await page.locator("#moves .variation").waitFor();
  await page.locator("#turn-text").fill("nonsense");
  await page.locator("#turn-form [type=submit]").click();
  await page.locator("#records-form [type=submit]").click();
  await page.locator("#link-text").fill("#v9;nothing");
  await page.locator("#link-form [type=submit]").click();
  await page.locator("#kept-form [type=submit]").click();
  await page.locator("#kept-list li").waitFor();
  for (const fault of ["turn", "records", "link"]) assert.equal(await page.locator(`#${fault}-fault`).isVisible(), true, fault);

  await page.locator("#tab-analysis-tab").click();
  await page.locator("#analysis-on").check();
  await page.locator("#analysis-lines .show:visible").first().waitFor();
  await page.locator("#graph-run").click();
  await page.locator("#graph").waitFor();
  await page.locator("#graph-stop").waitFor({ state: "hidden" });
  await openTab(page, "analysis");
  await page.locator("#graph-list li").first().waitFor();
  await page.locator("#hint").click();
  await page.waitForFunction(() => /^Hint:/.test(document.querySelector("#notice-text")?.textContent ?? ""));
  await page.locator("#tab-learn-tab").click();
  await page.locator("#puzzles-list button").first().waitFor();

  assert.ok((await seenInEnglish(page)).length > 20, "the eye that looks for English sees it");
  await choose(page, "de");
  for (const tab of ["game", "analysis", "learn", "settings"]) {
    await openTab(page, tab);
    assert.deepEqual(await seenInEnglish(page), [], tab);
  }
  await page.locator("#new").click();
  for (const against of ["two", "friend", "watch", "computer"]) {
    await page.locator(`#new-form [value=${against}]`).check({ force: true });
    assert.deepEqual(await seenInEnglish(page), [], `new game, ${against}`);
  }
  await page.locator("#new-form [value=custom]").check({ force: true });
  assert.deepEqual(await seenInEnglish(page), [], "new game, clocks");
  await page.locator("#new-dialog .new-editor").click();
  await page.locator("#editor-dialog[open]").waitFor();
  assert.deepEqual(await seenInEnglish(page), [], "editor");
  await page.locator("#editor-dialog [data-close]").first().click();
  await page.locator("#tab-game-tab").click();
  for (const [button, dialog] of [["players", "players"], ["draw", "question"], ["resign", "resign"]]) {
    await page.locator(`#${button}`).click();
    await page.locator(`#${dialog}-dialog[open]`).waitFor();
    assert.deepEqual(await seenInEnglish(page), [], dialog);
    await page.locator(`#${dialog}-dialog [data-close]`).first().click();
  }
  // The draw was not accepted, and the notice that says so was made in German.
  await page.locator("#notice-text").waitFor();
  await choose(page, "en");
  assert.match((await page.locator("#notice-text").textContent()) ?? "", /does not want a draw now/);
});

for (const [name, button] of [["a lesson", "#lessons-list button"], ["a puzzle", "#puzzles-list button"], ["a line of the engine", "#analysis-lines .show:visible"]]) {
  test(`the language changes while ${name} is on the board`, async (t) => {
    const page = await openPage(t, { hash: "#variant=dimy&rules=standard&play=two", context: { reducedMotion: "reduce" } });
    await ready(page);
    await page.locator(name.endsWith("engine") ? "#tab-analysis-tab" : "#tab-learn-tab").click();
    if (name.endsWith("engine")) await page.locator("#analysis-on").check();
    await page.locator(button).first().click();
    await page.locator("#side-tools button").first().waitFor();
    await choose(page, "de");
    for (const tab of ["game", "analysis", "learn", "settings"]) {
      await openTab(page, tab);
      assert.deepEqual(await seenInEnglish(page), [], tab);
    }
  });
}

test("a language that cannot be had leaves the page in the one it has, and says so", async (t) => {
  let missing = true;
  const server = await startServer({ answer: (path) => (missing && path.endsWith("/texts/de.json") ? 404 : undefined) });
  t.after(server.close);
  const page = await openPage(t, { url: server.url, context: { locale: "de-DE" }, allowErrors: /404/ });
  await ready(page);
  await speaksOnly(page, "en", ["de"]);
  assert.match((await page.locator("#notice-text").textContent()) ?? "", /The texts in Deutsch could not be loaded\. The page stays in English\./);
  await choose(page, "pl");
  await page.locator("#set-language").selectOption("de");
  await page.waitForFunction(() => /^Nie udało się wczytać tekstów w języku Deutsch/.test(document.querySelector("#notice-text")?.textContent ?? ""));
  await speaksOnly(page, "pl", ["en", "de"]);
  assert.equal(await page.locator("#set-language").inputValue(), "pl");
  missing = false;
  await page.locator("#notice-act").click();
  await page.waitForFunction(() => document.documentElement.lang === "de");
  await speaksOnly(page, "de", ["pl", "en"]);
  assert.equal(await page.locator("#notice").isHidden(), true);
});

test("only the language that is spoken is fetched", async (t) => {
  const server = await startServer();
  t.after(server.close);
  const asked = () => server.requests.filter((path) => path.endsWith(".json") && path.includes("/texts/")).map((path) => path.split("/").at(-1));
  // The service worker fetches every file, in its own time, for when there is no network.
  const serviceWorkers = /** @type {const} */ ("block");
  await ready(await openPage(t, { url: server.url, context: { serviceWorkers } }));
  assert.deepEqual(asked(), []);
  await ready(await openPage(t, { url: server.url, context: { locale: "fr-FR", serviceWorkers } }));
  assert.deepEqual(asked(), ["fr.json"]);
});

test("where nothing can be saved the language changes all the same", async (t) => {
  const page = await openPage(t, { before: (fresh) => fresh.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new Error("blocked"); } })) });
  await ready(page);
  await choose(page, "mg");
  await speaksOnly(page, "mg", ["en"]);
  assert.equal(await page.locator("#notice-text").textContent(), texts.mg["notice.storage"]);
});

const SIZES = [
  { name: "wide", width: 1280, height: 800, touch: false },
  { name: "360", width: 360, height: 740, touch: true },
  { name: "320", width: 320, height: 640, touch: true },
];

for (const { name, width, height, touch } of SIZES) {
  for (const code of codes) {
    test(`${code}, ${name}: every word has its room`, async (t) => {
      const page = await openPage(t, { hash: CHAIN, context: { locale: code, viewport: { width, height }, hasTouch: touch, reducedMotion: "reduce" } });
      await ready(page);
      const fits = async (/** @type {string} */ where) => assert.deepEqual(await cutWords(page), [], `${code} ${name} ${where}`);
      await fits("page");
      // In the chain the tools have other words, and the board its chip.
      await click(page, "a1");
      await fits("a stone is chosen");
      await click(page, await page.locator('[data-hint="target"]').first().getAttribute("data-square") ?? "");
      await page.locator(".fan-chip-stop").waitFor();
      await fits("chain");
      await page.locator("#slot").click();

      await page.locator("#new").click();
      await fits("new game");
      await screenshot(page, `language-${code}-${name}-new`);
      await page.locator("#new-form [value=friend]").check({ force: true });
      await fits("new game by link");
      await page.locator("#new-form .primary, #new-dialog [type=submit]").first().click();
      const first = await page.locator('[data-hint="stone"]').first().getAttribute("data-square");
      if (first !== null) {
        await fits("by link");
        await click(page, first);
        await click(page, await page.locator('[data-hint="target"]').first().getAttribute("data-square") ?? "");
        const chip = page.locator(".fan-chip-approach");
        if (await chip.count()) await chip.click();
        if (await page.locator(".fan-chip-stop").count()) await page.locator("#slot").click();
      }
      await fits("the friend's turn");
      await page.locator("#slot").click();
      await page.locator("#send-dialog[open]").waitFor();
      await fits("send");
      await page.locator("#send-dialog [data-close]").click();

      if (touch) await page.locator("#game").click();
      for (const tab of ["game", "analysis", "learn", "settings"]) {
        await openTab(page, tab);
        await fits(`tab ${tab}`);
        await screenshot(page, `language-${code}-${name}-${tab}`);
      }
      await page.locator("#resign").click();
      await fits("resign");
      await page.locator("#resign-yes").click();
      if (touch) await page.locator("#panel-close").click();
      await fits("over");
      await screenshot(page, `language-${code}-${name}-over`);
      assert.deepEqual(await accessibilityFaults(page), [], `${code} ${name}`);
      assert.ok(await cell(page, "e3").isVisible());
    });
  }
}
