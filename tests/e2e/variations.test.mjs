// Going back and playing another turn: what was there stays as a variation.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** Every variation's turns. @param {Page} page */
function variations(page) {
  return page.locator("#moves .variation").evaluateAll((blocks) => blocks.map((block) => [...block.querySelectorAll("button[data-at]")].map((button) => button.textContent)));
}

/** Two turns, back to the start, and another first turn. @param {Page} page */
async function branch(page) {
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await hands.click(page, "d5");
  await hands.click(page, "d4");
  if (await page.locator(".fan-chip-approach").count()) await page.locator(".fan-chip-approach").click();
  if (await page.locator("#slot[data-slot=stop]").count()) await page.locator("#slot").click();
  const first = await hands.moves(page);
  assert.equal(first.length, 2);
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  await hands.click(page, "e2");
  await hands.click(page, "e3");
  assert.deepEqual(await hands.moves(page), ["e2-e3A"]);
  return first;
}

for (const at of places) {
  test(`${at}: the old continuation stays, is clicked, promoted, deleted, brought back, and outlives a reload`, async (t) => {
    const page = await openPage(t, { at, hash: "#rules=standard&play=two", context: quiet });
    await hands.ready(page);
    const first = await branch(page);
    assert.deepEqual(await variations(page), [first]);
    const here = await hands.stones(page);
    // Into the variation and back.
    await page.locator("#moves .variation button[data-at]").nth(1).click();
    await page.waitForFunction((text) => document.querySelector("#moves [aria-current]")?.textContent === text, first[1]);
    assert.notDeepEqual(await hands.stones(page), here);
    await page.reload();
    await hands.ready(page);
    assert.equal(await page.locator("#moves .variation [aria-current]").textContent(), first[1]);
    assert.deepEqual(await hands.moves(page), ["e2-e3A"]);
    await page.locator("#moves button[data-ply]").first().click();
    assert.deepEqual(await hands.stones(page), here);
    // It becomes the main line.
    await page.getByRole("button", { name: `Make ${first[0]} the main line` }).click();
    assert.deepEqual(await hands.moves(page), first);
    assert.deepEqual(await variations(page), [["e2-e3A"]]);
    assert.deepEqual(await hands.stones(page), here, "the position at hand stays");
    // It goes, with who stands in it, and comes back.
    await page.getByRole("button", { name: "Delete the variation e2-e3A" }).click();
    assert.deepEqual(await variations(page), []);
    assert.deepEqual(await hands.moves(page), first);
    await page.locator("#notice-act").click();
    assert.deepEqual(await variations(page), [["e2-e3A"]]);
    // The same turn as before leads on as before.
    assert.equal(await page.getByRole("button", { name: "To the start" }).isDisabled(), true);
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    assert.deepEqual(await hands.moves(page), first);
    assert.equal(await page.locator("#moves [aria-current]").textContent(), first[0]);
  });
}

test("by keys alone: into a variation, along it, and away with it", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  const first = await branch(page);
  await page.locator("#moves button[data-ply]").first().focus();
  await page.keyboard.press("Tab");
  const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.equal(await label(), `Turn 1, White: ${first[0]}`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await label(), `Turn 1, Black: ${first[1]}`);
  assert.match((await page.locator("#live").textContent()) ?? "", /Turn 2 of 2/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await label(), `Delete the variation ${first[0]}`);
  await page.keyboard.press("Enter");
  assert.deepEqual(await variations(page), []);
  assert.equal(await page.evaluate(() => document.activeElement?.closest("#moves") !== null), true);
});

test("against the computer a turn taken back and played anew stays as a variation", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=white&level=1", context: quiet });
  await hands.ready(page);
  const turn = async (/** @type {string} */ from) => {
    await hands.click(page, from);
    await hands.click(page, "e3");
    await page.waitForFunction(() => document.querySelectorAll("#moves button[data-ply]").length >= 2 && document.querySelector("#status")?.getAttribute("data-tone") !== "wait", undefined, { timeout: 30_000 });
  };
  await turn("f2");
  const first = await hands.moves(page);
  await page.locator("#undo").click();
  await turn("e2");
  assert.equal((await hands.moves(page))[0], "e2-e3A");
  assert.deepEqual(await variations(page), [first]);
  await page.locator("#moves .variation button[data-at]").first().click();
  await page.getByRole("button", { name: "Play on here" }).waitFor();
});

test("a save from before there were variations opens; a damaged variation is said so", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  const first = await branch(page);
  await page.evaluate(() => {
    const saved = JSON.parse(localStorage.getItem("fanorona.game") ?? "");
    saved.game.lines[1] = ["a1-a2"];
    localStorage.setItem("fanorona.game", JSON.stringify(saved));
  });
  await page.reload();
  await hands.ready(page);
  await page.locator("#moves .variation button[data-at]").click();
  assert.match((await page.locator("#notice-text").textContent()) ?? "", /variation is damaged/);
  assert.deepEqual(await hands.moves(page), ["e2-e3A"]);
  await page.evaluate((moves) => {
    const saved = JSON.parse(localStorage.getItem("fanorona.game") ?? "");
    delete saved.game.lines;
    saved.game.moves = moves;
    localStorage.setItem("fanorona.game", JSON.stringify(saved));
  }, first);
  await page.reload();
  await hands.ready(page);
  assert.deepEqual(await hands.moves(page), first);
  assert.deepEqual(await variations(page), []);
});

test("no fault that axe can find in variations: light, dark, phone", async (t) => {
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone })) {
    const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, ...context } });
    await hands.ready(page);
    await branch(page);
    const choose = hands.dice(4);
    for (let i = 0; i < 3; i++) await hands.playAnyTurn(page, choose);
    await page.locator("#undo").click();
    await page.locator("#undo").click();
    await hands.playAnyTurn(page, hands.dice(9));
    if (name === "phone") await page.locator("#game").tap();
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await screenshot(page, `variations-${name}`);
    await page.context().close();
  }
});
