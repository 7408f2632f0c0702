// A position is set up by mouse, touch and keys, told what is wrong with it, and played from.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** @param {Page} page @param {string} square */
function point(page, square) {
  return page.locator(`#editor-host [data-square="${square}"]`);
}

/** @param {Page} page */
const text = (page) => page.locator("#editor-text").inputValue();

/** @param {Page} page */
async function open(page) {
  await page.locator("#records > summary").click();
  await page.locator("#editor-open").click();
  await point(page, "a1").waitFor();
}

for (const at of places) {
  test(`${at}: a position is set up by mouse and played from; the game before can come back`, async (t) => {
    const page = await openPage(t, { at, hash: "#rules=standard&play=two", context: quiet });
    await hands.ready(page);
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    await open(page);
    // It begins with the position at hand.
    assert.equal(await text(page), "BB1BBBBBB/BBB1BBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW B 0 1");
    const { label } = { label: (/** @type {string} */ square) => point(page, square).getAttribute("aria-label") };
    assert.equal(await label("e3"), "e3, white");
    await page.getByRole("button", { name: "Clear" }).click();
    const faults = page.locator("#editor-faults");
    assert.match((await faults.textContent()) ?? "", /not yet a position:There is no stone on the board\./);
    assert.equal(await page.getByRole("button", { name: "Play from here" }).isDisabled(), true);
    await point(page, "a1").click();
    assert.equal(await faults.isVisible(), false);
    assert.match((await page.locator("#editor-end").textContent()) ?? "", /The game is over here: Black's last stone is taken\./);
    await page.locator("#editor-tools .choice", { hasText: "Black" }).click();
    await point(page, "a3").click();
    await point(page, "e3").click();
    await point(page, "e3").click(); // and away again
    await page.locator("#editor-turn .choice", { hasText: "White" }).click();
    assert.equal(await text(page), "9/9/B8/9/W8 W 0 1");
    assert.equal(await page.locator("#editor-end").isVisible(), false);
    await page.getByRole("button", { name: "Play from here" }).click();
    assert.deepEqual(await hands.stones(page), ["a1 white", "a3 black"]);
    await page.reload();
    await hands.ready(page);
    assert.deepEqual(await hands.stones(page), ["a1 white", "a3 black"]);
  });
}

test("by keys alone: from the new game dialog, stones by letters, over to playing the computer", async (t) => {
  const page = await openPage(t, { hash: "#variant=telo&play=two", context: quiet });
  await hands.ready(page);
  await page.locator("#new").focus();
  await page.keyboard.press("Enter");
  await page.locator(".new-editor").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#editor-dialog[open]").count(), 1);
  assert.equal(await page.locator("#new-dialog[open]").count(), 0);
  await page.locator("#editor-clear").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), "b2", "the board comes before, one tab stop");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("w");
  assert.equal(await point(page, "a1").getAttribute("aria-label"), "a1, white");
  assert.equal(await page.locator("#editor-live").textContent(), "a1, white");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("B");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.equal(await text(page), "3/3/WBW W 0 1");
  await page.keyboard.press("Delete");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("b");
  assert.equal(await text(page), "3/2B/WB1 W 0 1");
  await page.locator("#editor-players").selectOption("white");
  await page.locator("#editor-play").focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await hands.stones(page), ["a1 white", "b1 black", "c2 black"]);
  await hands.statusIs(page, /White begins/);
  assert.equal(await page.locator("#player-second .name").textContent(), "You");
});

test("other boards, the start, and text: what is typed shows, and so does what is wrong with it", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  await open(page);
  const start = await text(page);
  const field = page.locator("#editor-text");
  const reasons = () => page.locator("#editor-reasons li").allTextContents();
  for (const [typed, told] of /** @type {[string, RegExp][]} */ ([["", /empty/], ["9/9/9/9/9 W", /^There is no stone on the board\.$/], ["9/9/9/9/W8 W 0 0", /^The move number must be/], ["9/9 W", /5 tall/], ["9/9/9/9/W7Q W", /'Q'/], ["9/9/9/9/W8 X", /side to move/], ["9/9/9/9/W8 W x", /half-moves/]])) {
    await field.fill(typed);
    assert.match((await reasons()).join("|"), told, typed);
    assert.equal(await page.locator("#editor-play").isDisabled(), true);
    assert.equal(await field.inputValue(), typed);
  }
  await field.fill("9/9/4B4/9/W8 B");
  assert.deepEqual(await reasons(), []);
  assert.equal(await point(page, "e3").getAttribute("aria-label"), "e3, black");
  await page.locator("#editor-board").selectOption("dimy");
  assert.equal(await page.locator("#editor-host [role=gridcell]").count(), 25);
  assert.equal(await text(page), "5/5/4B/5/W4 B 0 1");
  await page.locator("#editor-start").click();
  assert.match(await text(page), /^BBBBB\/\S+ W 0 1$/);
  await page.locator("#editor-board").selectOption("other");
  await page.locator("#editor-columns").selectOption("7");
  await page.locator("#editor-rows").selectOption("3");
  assert.equal(await page.locator("#editor-host [role=gridcell]").count(), 21);
  await page.locator("#editor-clear").click();
  await point(page, "a1").click();
  await page.locator("#editor-board").selectOption("vela");
  assert.match(await text(page), / vela$/);
  await page.locator("#editor-board").selectOption("tsivy");
  await page.locator("#editor-start").click();
  assert.equal(await text(page), start);
  // Closed, nothing has changed.
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#editor-dialog[open]").count(), 0);
  assert.equal((await hands.stones(page)).length, 44);
  // A position with very many turns is set up like any other.
  await page.locator("#editor-open").click();
  await field.fill(hands.HOSTILE);
  await page.locator("#editor-play").click();
  assert.match(await hands.label(page, "c2"), /c2, white, can capture/);
});

test("no fault that axe can find in the editor: light, dark, phone; by touch", async (t) => {
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone })) {
    const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, ...context } });
    await hands.ready(page);
    if (name === "phone") await page.locator("#game").tap();
    await open(page);
    await page.waitForTimeout(100);
    await screenshot(page, `editor-start-${name}`);
    await page.locator("#editor-clear").click();
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await screenshot(page, `editor-faults-${name}`);
    if (name === "phone") {
      const box = await point(page, "c3").boundingBox();
      assert.ok(box && box.width >= 44 && box.height >= 44, JSON.stringify(box));
      await point(page, "c3").tap();
      assert.equal(await point(page, "c3").getAttribute("aria-label"), "c3, white");
      await page.locator("#editor-play").tap();
      assert.deepEqual(await hands.stones(page), ["c3 white"]);
      assert.equal(await page.locator("#panel.open").count(), 0);
    }
    await page.context().close();
  }
});
