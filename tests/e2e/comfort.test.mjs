// Comfort: how turns are finished, how they are shown, sounds, clocks.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const moving = { reducedMotion: /** @type {const} */ ("no-preference") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** White has one turn only, a1-b1A; one black stone is left then. */
const ONE_TURN = hands.position("9/9/9/8B/W1B6 W");

/** Turns a switch of the settings on or off. @param {import("playwright-core").Page} page @param {string} name @param {boolean} on */
async function setting(page, name, on) {
  await hands.showTab(page, "Settings");
  await page.getByRole("checkbox", { name }).setChecked(on);
  await hands.showTab(page, "Game");
}

/** The picture on the canvas, as a number. @param {import("playwright-core").Page} page @returns {Promise<number>} */
async function picture(page) {
  return page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".fan-board canvas"));
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193) >>> 0, 0x811c9dc5);
  });
}

/** @param {import("playwright-core").Page} page @param {number} count */
async function turnsAre(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll("#moves button:not(.later)").length === n, count, { polling: 20 });
}

test("a setting plays the only turn, but not again after undo; it is kept", async (t) => {
  const page = await openPage(t, { hash: ONE_TURN, context: quiet });
  await hands.ready(page);
  await hands.statusIs(page, /only one turn/);
  await page.waitForTimeout(1300);
  assert.deepEqual(await hands.moves(page), [], "off at first");
  await setting(page, "Play the only turn by itself", true);
  await turnsAre(page, 1);
  assert.deepEqual(await hands.moves(page), ["a1-b1A"]);
  await page.locator("#undo").click();
  await hands.statusIs(page, /only one turn|Turn 0 of 1/);
  await page.waitForTimeout(1300);
  assert.equal(await page.locator("#moves [aria-current]").count(), 0, "undo is not played again at once");
  await page.reload();
  await hands.ready(page);
  assert.equal(await page.locator("#set-forced").isChecked(), true);
});

for (const at of places) {
  test(`${at}: every turn waits for a yes: by button, by key, over a reload, and the computer does not answer before`, async (t) => {
    const page = await openPage(t, { at, hash: "#variant=tsivy&rules=standard&play=white&level=1", context: quiet });
    await hands.ready(page);
    await setting(page, "Confirm every turn", true);
    const before = await hands.stones(page);
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    await hands.statusIs(page, /Play f2-e3A\?/);
    await page.waitForTimeout(800);
    assert.equal((await hands.moves(page)).length, 1);
    assert.equal(await page.locator('[data-hint="stone"]').count(), 0, "nothing else can be moved meanwhile");
    await page.reload();
    await hands.ready(page);
    await hands.statusIs(page, /Play f2-e3A\?/);
    await page.locator("#undo").click();
    assert.deepEqual(await hands.stones(page), before);
    // By keys: the Enter that makes the step is not the yes to it.
    await page.locator("#theme").focus();
    await hands.tabToBoard(page);
    await hands.walk(page, "f2");
    await page.keyboard.press("Enter");
    await hands.walk(page, "e3");
    await page.keyboard.press("Enter");
    await hands.statusIs(page, /Play f2-e3A\?/);
    await page.keyboard.press("Escape");
    assert.deepEqual(await hands.stones(page), before);
    await hands.walk(page, "f2");
    await page.keyboard.press("Enter");
    await hands.walk(page, "e3");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await turnsAre(page, 2);
    await hands.statusIs(page, hands.YOUR_TURN);
    await hands.playAnyTurn(page, hands.dice(2));
    await page.locator("#slot[data-slot=confirm]").click();
    await turnsAre(page, 4);
  });
}

test("the other side's turn is shown step by step, and any key or press skips to its end", async (t) => {
  for (const skip of /** @type {const} */ (["key", "press"])) {
    // Seven stones are taken one after the other: a turn that takes its time, and the time is ours.
    const page = await openPage(t, { hash: hands.position("8B/9/9/9/W1BBBBBBB W", "&play=black&level=1"), context: moving, before: (p) => p.clock.install() });
    await page.locator("#slot[data-slot=moveNow]").waitFor();
    await page.clock.pauseAt(Date.now() + 5000);
    for (let i = 0; i < 100 && (await hands.moves(page)).length === 0; i++) await page.clock.runFor(20);
    const first = await picture(page);
    await page.clock.runFor(500);
    const next = await picture(page);
    assert.notEqual(next, first, "nothing moves");
    if (skip === "key") await page.keyboard.press("Shift");
    else await page.mouse.click(640, 20);
    const skipped = await picture(page);
    assert.notEqual(skipped, next);
    await page.clock.runFor(3000);
    assert.equal(await picture(page), skipped, `the end stands at once after a ${skip}`);
  }
});
