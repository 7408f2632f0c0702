// The lessons, played on the board: every task with its turn, a wrong turn, an ending, by keys alone, kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";
import * as hands from "./hands.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 };

/** What solves each task of each lesson but the last, whose turns hang on Black's answers. */
const SOLUTIONS = [
  ["c2-c3", "c1-d2"],
  ["b1-b2A", "b1-b2A", "b1-b2A"],
  ["c2-b2W", "c3-c4W"],
  ["c2-c3A", "c2-c3"],
  ["a1-a2A-b2A", "a1-a2A-b2A-c3A"],
  ["c2-c3W-b3A", "a1-a2A-b2A-b1W"],
  ["e2-d2A"],
];

const TITLES = ["Stepping", "Taking by approach", "Taking by withdrawal", "You must capture", "Chains", "What a chain may not do", "Stopping"];

/** @param {Page} page @param {string} name */
async function openLesson(page, name) {
  await hands.showTab(page, "Learn");
  await page.locator("#lessons-list button", { hasText: name }).click();
}

/** @param {Page} page @param {string} name */
function act(page, name) {
  return page.locator("#side-tools").getByRole("button", { name });
}

for (const at of places) {
  test(`${at}: all lessons, task after task; the game at hand is there again afterwards`, async (t) => {
    const page = await openPage(t, { at, hash: "#variant=tsivy&play=two", context: quiet });
    await hands.ready(page);
    await hands.playTurn(page, "e2-e3A");
    const stones = await hands.stones(page);
    await openLesson(page, "Stepping");
    for (const [lesson, turns] of SOLUTIONS.entries()) {
      for (const [task, turn] of turns.entries()) {
        await hands.statusIs(page, new RegExp(`^${TITLES[lesson]}, ${task + 1} of ${turns.length} `));
        await hands.playTurn(page, turn);
        await hands.statusIs(page, /Well done!/);
        await act(page, "Next").click();
      }
    }
    assert.equal(await page.locator("#lessons-list .done").count(), SOLUTIONS.length);
    await hands.statusIs(page, /^Endings, 1 of 2 Two against one/);
    await hands.playTurn(page, "c4-c3");
    await hands.statusIs(page, /Black answers/);
    await act(page, "Leave").click();
    assert.deepEqual(await hands.stones(page), stones);
    assert.deepEqual(await hands.moves(page), ["e2-e3A"]);
    await page.reload();
    await hands.ready(page);
    assert.equal(await page.locator("#lessons-list .done").count(), SOLUTIONS.length);
  });
}

test("a legal turn that is not the one asked for is told why, and taken back", async (t) => {
  const page = await openPage(t, { context: quiet });
  await hands.ready(page);
  await openLesson(page, "Stopping");
  const before = await hands.stones(page);
  await hands.playTurn(page, "e2-d2A-c3A");
  await hands.statusIs(page, /That loses/);
  await act(page, "Try again").click();
  assert.deepEqual(await hands.stones(page), before);
  await hands.playTurn(page, "e2-d2A");
  await hands.statusIs(page, /Well done!/);
});

test("an ending: a turn that gives the win away is refused, the others lead to the end", async (t) => {
  const page = await openPage(t, { context: quiet });
  await hands.ready(page);
  await openLesson(page, "Endings");
  await hands.statusIs(page, /Two against one/);
  await hands.playTurn(page, "c4-c3");
  await hands.statusIs(page, /Black answers d5-d4/);
  await hands.playTurn(page, "c3-b2W");
  await hands.statusIs(page, /Well done!/);
  await act(page, "Next").click();
  await hands.statusIs(page, /Black flees/);
  await hands.playTurn(page, "b3-c3");
  await hands.statusIs(page, /After b3-c3 White does not win any more/);
  await act(page, "Try again").click();
  await hands.playTurn(page, "a3-b4");
  await hands.statusIs(page, /Black answers/);
});

test("a lesson by keys alone", async (t) => {
  const page = await openPage(t, { context: quiet });
  await hands.ready(page);
  await page.locator("#tab-game-tab").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator("#lessons-list button").nth(1).focus();
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /Taking by approach, 1 of 3/);
  await page.keyboard.press("Tab");
  await hands.walk(page, "b1");
  await page.keyboard.press("Enter");
  await hands.walk(page, "b2");
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /Well done!/);
  await act(page, "Next").focus();
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /2 of 3/);
});

test("lessons: no fault that axe can find, and nothing is cut on a phone", async (t) => {
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone })) {
    const page = await openPage(t, { context: { ...quiet, ...context } });
    await hands.ready(page);
    if (name === "phone") await page.locator("#game").click();
    await hands.showTab(page, "Learn");
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await screenshot(page, `lessons-list-${name}`);
    await page.locator("#lessons-list button").nth(5).click();
    await hands.statusIs(page, /What a chain may not do/);
    assert.deepEqual(await accessibilityFaults(page), [], name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await screenshot(page, `lessons-${name}`);
    await page.context().close();
  }
});
