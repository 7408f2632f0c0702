// Whole turns from a list and by typing: the same record as by the board, and no position too large for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** The list, by stone: ["Stone f2", "f2-e3A takes 1", …]. @param {Page} page */
function list(page) {
  return page.locator("#legal-turns .turn-stone, #legal-turns button").evaluateAll((all) => all.map((one) => (one.textContent ?? "").trim()));
}

for (const at of places) {
  test(`${at}: the list has every turn by stone, by captures; arrows show one on the board, Enter plays it`, async (t) => {
    const page = await openPage(t, { at, hash: "#rules=standard&play=two", context: quiet });
    await hands.ready(page);
    assert.deepEqual(await list(page), [], "made only when it is wanted");
    const summary = page.locator("#legal summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.locator("#legal-turns button").first().waitFor();
    assert.equal(await page.locator("#legal-count").textContent(), "There are 5 turns.");
    assert.deepEqual((await list(page)).sort(), ["Stone d2", "Stone d3", "Stone e2", "Stone f2", "d2-e3A takes 2", "d3-e3A takes 1", "d3-e3W takes 1", "e2-e3A takes 2", "f2-e3A takes 2"].sort());
    assert.match((await list(page)).join(), /^(Stone [def]2,\w\d-e3A takes 2,){3}Stone d3,/);
    const plain = await hands.pixel(page, "e3", 0.2, 0.1);
    await page.keyboard.press("Tab"); // the field
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const first = await focused();
    assert.match(first, /takes 2/);
    assert.notDeepEqual(await hands.pixel(page, "e3", 0.2, 0.1), plain);
    await page.keyboard.press("End");
    assert.match(await focused(), /takes 1/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await focused(), first);
    const chosen = (await focused()).split(" ")[0];
    await page.keyboard.press("Enter");
    assert.deepEqual(await hands.moves(page), [chosen]);
    assert.match((await page.locator("#live").textContent()) ?? "", new RegExp(`White played ${chosen}, takes 2\\.`));
    // The list is Black's now, and the keys are still in it.
    assert.equal(await page.evaluate(() => document.activeElement?.closest("#legal-turns") !== null), true);
    await page.keyboard.press("Enter");
    assert.equal((await hands.moves(page)).length, 2);
  });
}

test("a typed turn gives the record that the board gives, and faults are told in words", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  await page.locator("#legal summary").click();
  const field = page.getByLabel("Type a turn");
  const type = async (/** @type {string} */ text) => {
    await field.fill(text);
    await field.press("Enter");
  };
  const fault = page.locator("#turn-fault");
  for (const [text, words] of /** @type {[string, RegExp][]} */ ([["hello", /written as points and letters/], ["", /written as points/], ["d3-e3", /several turns\. Say which: d3-e3A, d3-e3W/],
    ["a1-a2", /not a legal turn: step 1: .+\./], ["<b>x</b>", /written as points/], ["f2-e3W", /not a legal turn/], ["x".repeat(100_000), /written as points/]])) {
    await type(text);
    assert.match((await fault.textContent()) ?? "", words, text.slice(0, 20));
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.deepEqual(await hands.moves(page), []);
  }
  await type(" d3-e3w ");
  assert.equal(await fault.isVisible(), false);
  assert.equal(await field.inputValue(), "");
  assert.deepEqual(await hands.moves(page), ["d3-e3W"]);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "turn-text");
});

test("against the computer a typed turn is answered, and nothing is played while it thinks", async (t) => {
  const page = await openPage(t, { hash: "#variant=dimy&play=white&level=1", context: quiet });
  await hands.ready(page);
  await page.locator("#legal summary").click();
  const first = page.locator("#legal-turns button").first();
  await first.click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button[data-ply]").length === 2);
  await hands.statusIs(page, hands.YOUR_TURN);
  assert.ok((await list(page)).length > 0);
});

test("17,417 turns: 500 are listed, the rest counted, and the page stays quick", async (t) => {
  const page = await openPage(t, { hash: hands.position(hands.HOSTILE), context: quiet });
  await hands.ready(page);
  // The thread's own time, so that other programs at work here do not count.
  const measure = await page.context().newCDPSession(page);
  await measure.send("Performance.enable", { timeDomain: "threadTicks" });
  const used = async () => ((await measure.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1000;
  const before = await used();
  await page.locator("#legal summary").click();
  await page.locator("#legal-turns button").first().waitFor();
  assert.equal(await page.locator("#legal-count").textContent(), "There are 17,417 turns. 16,917 more turns are not listed. You can type them.");
  await page.waitForFunction(() => document.querySelectorAll("#legal-turns button").length === 500);
  const took = (await used()) - before;
  t.diagnostic(`${Math.round(took)} ms of the page for the whole list`);
  assert.ok(took > 0 && took < 1000, `${took} ms`);
  const text = (await page.locator("#legal-turns button .text").first().textContent()) ?? "";
  await page.locator("#legal-turns button").first().click();
  assert.deepEqual(await hands.moves(page), [text]);
});

test("on a phone a pressed turn is seen at once, and axe finds nothing: light, dark, phone", async (t) => {
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone })) {
    const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, ...context } });
    await hands.ready(page);
    if (name === "phone") await page.locator("#game").tap();
    await page.locator("#legal summary").click();
    await page.locator("#legal-turns button").first().waitFor();
    await page.getByLabel("Type a turn").fill("d3-e3");
    await page.getByLabel("Type a turn").press("Enter");
    await page.locator("#legal-turns").scrollIntoViewIfNeeded();
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await screenshot(page, `turns-${name}`);
    if (name === "phone") {
      await page.locator("#legal-turns button").first().tap();
      assert.equal(await page.locator("#panel.open").count(), 0);
      assert.match((await page.locator("#live").textContent()) ?? "", /White played/);
    }
    await page.context().close();
  }
});
