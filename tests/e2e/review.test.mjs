// The review of a game on the page: it asks before it shows, judges every try, and leaves the game as it was.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** A game of two who choose at random, resigned after some turns. @param {Page} page @param {number} seed @param {number} [turns] */
async function playBadly(page, seed, turns = 6) {
  const choose = hands.dice(seed);
  for (let turn = 0; turn < turns; turn++) await hands.playAnyTurn(page, choose);
  await page.locator("#resign").click();
  await page.locator("#resign-yes").click();
  await hands.statusIs(page, /resigned/);
}

/** Waits for the first question; how many there are. @param {Page} page */
async function firstQuestion(page) {
  await page.waitForFunction(() => /^(Mistake|No mistakes|The review was)/.test(document.querySelector("#status-title")?.textContent ?? ""), null, { timeout: 180_000 });
  const [, number, all, text] = /^Mistake (\d+) of (\d+), (?:White|Black): (\S+)\. (?:Gave|Let|Led|Estimate: worse by \d)/.exec(await hands.status(page)) ?? [];
  assert.equal(number, "1", await hands.status(page));
  return { all: Number(all), text };
}

/** Plays a turn as it is written, by mouse; A and W where both ways are possible. @param {Page} page @param {string} text */
async function play(page, text) {
  const points = text.split("-");
  await hands.click(page, points[0]);
  for (const point of points.slice(1)) {
    await hands.click(page, point.slice(0, 2));
    if (/Approach or withdrawal/.test(await hands.status(page))) await page.keyboard.press(point.slice(2).toLowerCase());
  }
  if (/Go on capturing/.test(await hands.status(page))) await page.locator("[data-act=side-stop]").click();
}

for (const at of places) {
  test(`${at}: the turn of the game is known again, the better one is accepted, and the game is as it was`, async (t) => {
    const page = await openPage(t, { at, hash: "#variant=tsivy&play=two", context: quiet });
    await hands.ready(page);
    await playBadly(page, 21);
    const [moves, stones, status] = [await hands.moves(page), await hands.stones(page), await hands.status(page)];
    await page.locator("#status-review").click();
    const { all, text } = await firstQuestion(page);
    assert.ok(all >= 2, `${all} mistakes`);
    await screenshot(page, `review-ask-${at}`);
    // Nothing tells the answer before it is asked for.
    assert.doesNotMatch(await hands.status(page), /Better/);
    await play(page, text);
    await hands.statusIs(page, /is the turn of the game/);
    await page.locator("[data-act=better]").click();
    await hands.statusIs(page, /Better: \S+\. .*(Estimate|Proved)\./);
    const better = /Better: (\S+)\. /.exec(await hands.status(page))?.[1] ?? "";
    assert.notEqual(better, text);
    await hands.statusIs(page, /Turn 1 of/);
    await page.locator("[data-act=again]").click();
    await hands.statusIs(page, /^Mistake 1 of/);
    await play(page, better);
    await hands.statusIs(page, /is as good as the best/);
    await page.locator("[data-act=next]").click();
    await hands.statusIs(page, /^Mistake 2 of/);
    await hands.showTab(page, "Analysis");
    assert.equal(await page.locator("#review-list button").count(), all);
    await page.locator("#review-list button").first().click();
    await hands.statusIs(page, /^Mistake 1 of/);
    await page.locator("[data-act=leave]").click();
    await hands.showTab(page, "Game");
    assert.deepEqual([await hands.moves(page), await hands.stones(page), await hands.status(page)], [moves, stones, status]);
    await page.reload();
    await hands.ready(page);
    assert.deepEqual([await hands.moves(page), await hands.stones(page), await hands.status(page)], [moves, stones, status]);
  });
}

test("a whole review by keyboard alone", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&play=two", context: quiet });
  await hands.ready(page);
  await playBadly(page, 22, 4);
  const moves = await hands.moves(page);
  const tabTo = async (/** @type {string} */ selector) => {
    for (let i = 0; i < 40; i++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await page.locator(".skip").focus();
  await tabTo("#status-review");
  await page.keyboard.press("Enter");
  const { all } = await firstQuestion(page);
  for (let number = 1; number <= all; number++) {
    await hands.statusIs(page, new RegExp(`^Mistake ${number} of ${all}`));
    // The keys are at the board already: any turn is a try.
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
    const own = [...(await hands.labels(page)).values()].find((text) => /can (capture|move)/.test(text))?.slice(0, 2) ?? "";
    await hands.walk(page, own);
    await page.keyboard.press("Enter");
    const target = [...(await hands.labels(page)).values()].find((text) => /move here|takes \d/.test(text))?.slice(0, 2) ?? "";
    await hands.walk(page, target);
    await page.keyboard.press("Enter");
    if (/Approach or withdrawal/.test(await hands.status(page))) await page.keyboard.press("a");
    if (/Go on capturing/.test(await hands.status(page))) await page.keyboard.press("s");
    await hands.statusIs(page, /is the turn of the game|as good as the best|better than the turn played/);
    await tabTo("[data-act=better]");
    await page.keyboard.press("Enter");
    await hands.statusIs(page, /^Better: /);
    if (number < all) {
      await tabTo("[data-act=next]");
      await page.keyboard.press("Enter");
    }
  }
  await tabTo("[data-act=leave]");
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /resigned/);
  assert.deepEqual(await hands.moves(page), moves);
});

test("a review that is left while it looks for mistakes stops, and a new game ends one that is on", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&play=two", context: quiet });
  await hands.ready(page);
  await playBadly(page, 23);
  await page.locator("#status-review").click();
  await hands.statusIs(page, /Looking for mistakes… .*Judged/);
  await page.locator("[data-act=leave]").click();
  await hands.statusIs(page, /resigned/);
  assert.equal(await page.locator("#side-tools").isVisible(), false);
  await page.locator("#status-review").click();
  await firstQuestion(page);
  await page.evaluate(() => { location.hash = "#variant=telo&play=two"; });
  await page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 9);
  assert.equal(await page.locator("#side-tools").isVisible(), false);
  await hands.click(page, "c1");
  await hands.click(page, "b2");
  await page.waitForFunction(() => document.querySelectorAll("#moves button, #moves .open").length === 1);
});

test("a review in the middle of a game against the computer keeps it from moving", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&play=white&level=1", context: quiet });
  await hands.ready(page);
  const choose = hands.dice(3);
  for (let turn = 1; turn <= 3; turn++) {
    await hands.playAnyTurn(page, choose);
    await page.waitForFunction((count) => document.querySelectorAll("#moves button").length >= 2 * count, turn, { timeout: 30_000 });
    await hands.statusIs(page, hands.YOUR_TURN);
  }
  const moves = await hands.moves(page);
  await hands.showTab(page, "Analysis");
  assert.equal(await page.locator("#review-whose").inputValue(), "white");
  await page.locator("#review-start").click();
  await page.waitForFunction(() => /^(Mistake|No mistakes)/.test(document.querySelector("#status-title")?.textContent ?? ""), null, { timeout: 120_000 });
  assert.doesNotMatch(await hands.status(page), /Black: /);
  await page.locator("[data-act=leave]").click();
  assert.deepEqual(await hands.moves(page), moves);
  await hands.statusIs(page, hands.YOUR_TURN);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing in a review, ${scheme}, wide and on a phone, by touch`, async (t) => {
    for (const context of [{ ...quiet, colorScheme: scheme }, { ...quiet, ...phone, colorScheme: scheme }]) {
      const page = await openPage(t, { hash: "#variant=tsivy&play=two", context });
      await hands.ready(page);
      const choose = hands.dice(21);
      for (let turn = 0; turn < 4; turn++) await hands.playAnyTurn(page, choose);
      const small = "isMobile" in context;
      if (small) await page.locator("#game").tap();
      await hands.showTab(page, "Analysis");
      await page.locator("#review-start").click();
      const { text } = await firstQuestion(page);
      assert.deepEqual(await accessibilityFaults(page), []);
      const [from, to] = text.split("-").map((point) => point.slice(0, 2));
      if (small) await hands.tap(page, from);
      else await hands.click(page, from);
      await screenshot(page, `review-${scheme}-${small ? "phone" : "wide"}`);
      if (small) {
        await hands.tap(page, to);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(over, 0);
        const tools = await page.locator("#side-tools").boundingBox();
        assert.ok(tools && tools.y + tools.height <= 741, "the buttons are on the screen");
      }
      await page.locator("[data-act=side-back], [data-act=better]").first().waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      await page.close();
    }
  });
}
