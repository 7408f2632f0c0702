// Analysis on the page: the engine looks at the position at hand, proved is kept apart from estimated, and the
// computer's own turn comes first.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** White takes the last stone at once. */
const WON = "9/9/4B4/2W6/6W2 W";

/** @param {Parameters<typeof openPage>[0]} t @param {Parameters<typeof openPage>[1]} options */
async function openAnalysis(t, options) {
  const page = await openPage(t, options);
  await hands.ready(page);
  await hands.showTab(page, "Analysis");
  return page;
}

/** @param {Page} page @param {string} selector @param {RegExp} words @param {number} [timeout] */
async function says(page, selector, words, timeout = 60_000) {
  const read = async () => (await page.locator(selector).textContent()) ?? "";
  await page.waitForFunction(([where, source]) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ""), [selector, words.source], { timeout })
    .catch(async () => assert.match(await read(), words));
  return read();
}

/** How deep the search is. @param {Page} page */
async function depth(page) {
  return Number(/epth (\d+)/.exec(await says(page, "#analysis-state", /epth \d+/))?.[1]);
}

/** What is said of each line that is shown. @param {Page} page @returns {Promise<string[]>} */
function lines(page) {
  return page.locator("#analysis-lines .show:visible").evaluateAll((all) => all.map((one) => one.querySelector(".sr-only")?.textContent ?? ""));
}

/** Waits until so many lines are shown. @param {Page} page @param {number} count */
async function linesAre(page, count) {
  await page.waitForFunction((wanted) => [...document.querySelectorAll("#analysis-lines li")].filter((one) => !(/** @type {HTMLElement} */ (one).hidden)).length === wanted, count, { timeout: 30_000 });
  return lines(page);
}

for (const at of places) {
  test(`${at}: the depth grows as it thinks, the bar and the lines tell an estimate, and a turn can be played from them`, async (t) => {
    const page = await openAnalysis(t, { at, hash: "#variant=tsivy&play=two", context: quiet });
    assert.equal(await page.locator("#analysis-on").isChecked(), false);
    assert.equal(await page.locator("#eval").isVisible(), false);
    await page.locator("#analysis-on").check();
    const first = await depth(page);
    await page.waitForFunction((before) => Number(/epth (\d+)/.exec(document.querySelector("#analysis-state")?.textContent ?? "")?.[1]) > before, first, { timeout: 60_000 });
    assert.ok((await depth(page)) > first);
    assert.match(await says(page, "#eval", /Evaluation/), /(Even\.|(White|Black) is better by \d+\.\d stones\.) Estimate, depth \d+\./);
    assert.equal(await page.locator("#eval .proved, #analysis-lines .proved").count(), 0);
    await page.locator("#analysis-count").selectOption("3");
    const three = await linesAre(page, 3);
    const turns = three.map((line) => /Show the line: (\S+)/.exec(line)?.[1] ?? "");
    assert.equal(new Set(turns).size, 3);
    // A line that has the focus shows its turn on the board; pressing Play plays it.
    await page.locator("#analysis-lines .play").first().focus();
    const label = await page.locator("#analysis-lines .play").first().getAttribute("aria-label");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
    assert.equal(`Play ${(await hands.moves(page))[0]}`, label);
    // The next position is analysed by itself, and it is kept which way the switch stands.
    await linesAre(page, 3);
    await page.reload();
    await hands.ready(page);
    assert.equal(await page.locator("#analysis-on").isChecked(), true);
    assert.equal(await page.locator("#analysis-count").inputValue(), "3");
    await linesAre(page, 3);
  });

  test(`${at}: a won ending is proved, with its distance, in words and marks`, async (t) => {
    const page = await openAnalysis(t, { at, hash: hands.position(WON), context: quiet });
    await page.locator("#analysis-on").check();
    await says(page, "#eval", /White wins.*Proved/);
    await page.waitForFunction(() => /in \d+ turn/.test(document.querySelector("#analysis-lines .far")?.textContent ?? ""), null, { timeout: 60_000 });
    assert.equal(await page.locator("#eval .kind.proved").innerText(), "Proved");
    const [best] = await lines(page);
    assert.match(best, /^White wins (with the next turn|in \d+ turns)\. Proved\. Show the line: /);
    // The frame and the check are no matter of colour.
    const look = await page.locator("#analysis-lines .kind.proved").first().evaluate((tag) => [getComputedStyle(tag).borderTopStyle, getComputedStyle(tag, "::before").content]);
    assert.equal(look[0], "solid");
    assert.match(look[1], /✓/);
    await screenshot(page, `analysis-proved-${at}`);
  });
}

test("the values are White's, whoever is to move", async (t) => {
  const page = await openAnalysis(t, { hash: hands.position("9/2B3B2/9/WWW3WWW/WWW3WWW B"), context: quiet });
  await page.locator("#analysis-on").check();
  assert.match(await says(page, "#eval", /Evaluation: White/), /White (is better|wins)/);
  const part = await page.locator(".eval-bar").evaluate((bar) => Number(/** @type {HTMLElement} */ (bar).style.getPropertyValue("--white")));
  assert.ok(part > 0.6, String(part));
});

test("a line is played out on the board and the game stays as it was", async (t) => {
  const page = await openAnalysis(t, { hash: "#variant=tsivy&play=two", context: quiet });
  await page.locator("#analysis-on").check();
  await page.waitForFunction(() => Number(/epth (\d+)/.exec(document.querySelector("#analysis-state")?.textContent ?? "")?.[1]) > 3, null, { timeout: 60_000 });
  const before = await hands.stones(page);
  await page.locator("#analysis-lines .show").first().click();
  await hands.statusIs(page, /A line:/);
  assert.equal(await page.locator("#tools").isVisible(), false);
  // By itself, then by hand.
  await hands.statusIs(page, /Turn 1 of \d+: /);
  // It may be at a later turn already.
  for (const back = page.locator("[data-act=line-back]"); await back.isEnabled();) await back.click();
  assert.deepEqual(await hands.stones(page), before);
  await page.locator("[data-act=line-forward]").click();
  await hands.statusIs(page, /Turn 1 of \d+: /);
  assert.notDeepEqual(await hands.stones(page), before);
  // The board is not to be played on meanwhile.
  await hands.click(page, "f2");
  assert.equal(await page.locator(".fan-board [aria-label*='chosen']").count(), 0);
  await page.locator("[data-act=leave]").click();
  assert.deepEqual(await hands.stones(page), before);
  assert.deepEqual(await hands.moves(page), []);
  await linesAre(page, 2);
});

test("the computer's turn comes before the analysis, which goes on after it", async (t) => {
  const page = await openAnalysis(t, { hash: "#variant=tsivy&play=white&level=3", context: quiet });
  assert.equal(await page.locator("#analysis-on").isChecked(), false);
  await page.locator("#analysis-on").check();
  const choose = hands.dice(5);
  for (let turn = 1; turn <= 3; turn++) {
    await linesAre(page, 2);
    await hands.playAnyTurn(page, choose);
    await page.waitForFunction((count) => document.querySelectorAll("#moves button").length >= 2 * count, turn, { timeout: 30_000 });
    await hands.statusIs(page, hands.YOUR_TURN);
  }
  await linesAre(page, 2);
});

test("the analysis rests where its part of the panel is not shown", async (t) => {
  const page = await openAnalysis(t, { hash: "#variant=tsivy&play=two", context: quiet });
  await page.locator("#analysis-on").check();
  await linesAre(page, 2);
  await hands.showTab(page, "Game");
  assert.equal(await page.locator("#eval").isVisible(), false);
  await hands.showTab(page, "Analysis");
  // It begins anew: nothing old is shown as if it were news.
  await linesAre(page, 2);
});

test("a hint marks the stone, then the turn, and says that it is a hint", async (t) => {
  const page = await openAnalysis(t, { hash: "#variant=tsivy&play=white&level=1", context: quiet });
  await page.locator("#hint").click();
  const stone = /the stone on (\w\d)/.exec(await says(page, "#notice-text", /^Hint: look at the stone on \w\d\.$/))?.[1] ?? "";
  assert.match(await hands.label(page, stone), /white/);
  assert.match(await page.locator("#live").innerText(), /^Hint: look/);
  await page.locator("#hint").click();
  const words = await says(page, "#notice-text", new RegExp(`^Hint: ${stone}-`));
  assert.match(words, /(Estimate|Proved)\.$/);
  // Another position: the hint is gone.
  await hands.playAnyTurn(page, hands.dice(1));
  await page.locator("#notice").waitFor({ state: "hidden" });
});

test("a game by link has no help while it goes on", async (t) => {
  const page = await openPage(t, { context: quiet });
  await hands.ready(page);
  await page.locator("#new").click();
  await page.locator("#new-form input[value=friend]").check();
  await page.locator("#new-form button[type=submit]").click();
  await hands.showTab(page, "Analysis");
  await says(page, "#analysis-state", /Not while a game by link goes on/);
  for (const id of ["analysis-on", "hint", "graph-run", "review-start"]) assert.equal(await page.locator(`#${id}`).isDisabled(), true, id);
});

test("the graph judges every turn once, leads to a turn by mouse and keys, and is kept over a reload", async (t) => {
  const page = await openAnalysis(t, { hash: "#variant=tsivy&play=two", context: quiet });
  const choose = hands.dice(11);
  for (let turn = 0; turn < 6; turn++) await hands.playAnyTurn(page, choose);
  const plies = (await hands.moves(page)).length;
  assert.ok(plies >= 6);
  assert.match(await says(page, "#graph-state", /positions are not judged/), new RegExp(`^${plies + 1} `));
  await page.locator("#graph-run").click();
  await says(page, "#graph-state", /^$/, 120_000);
  const graph = page.locator("#graph");
  assert.equal(await graph.getAttribute("aria-valuemax"), String(plies));
  assert.match((await graph.getAttribute("aria-valuetext")) ?? "", new RegExp(`^Turn ${plies} of ${plies}, .*(Estimate|Proved)\\.$`));
  // A press at the left end: the start.
  const box = await graph.locator("svg").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width * (34 / 304), box.y + box.height / 2);
  await hands.statusIs(page, new RegExp(`Turn 0 of ${plies}`));
  await graph.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await hands.statusIs(page, new RegExp(`Turn 2 of ${plies}`));
  await page.keyboard.press("End");
  assert.equal(await graph.getAttribute("aria-valuenow"), String(plies));
  await page.locator("#graph-values summary").click();
  await page.waitForFunction((count) => document.querySelectorAll("#graph-list li").length === count, plies + 1);
  await page.reload();
  await hands.ready(page);
  assert.match((await page.locator("#graph").getAttribute("aria-valuetext")) ?? "", /(Estimate|Proved)\.$/);
  assert.equal(await page.locator("#graph-run").isVisible(), false);
});

test("judging can be stopped, and what was judged stays", async (t) => {
  const page = await openAnalysis(t, { hash: "#variant=tsivy&play=two", context: quiet });
  const choose = hands.dice(12);
  for (let turn = 0; turn < 10; turn++) await hands.playAnyTurn(page, choose);
  await page.locator("#graph-run").click();
  await says(page, "#graph-state", /Judged [1-9]\d* of/);
  await page.locator("#graph-stop").click();
  await says(page, "#graph-state", /not judged/);
  assert.equal(await page.locator("#graph").isVisible(), true);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing, ${scheme}, wide and on a phone, and nothing overflows`, async (t) => {
    const wide = { width: 1280, height: 800 };
    for (const context of [{ ...quiet, viewport: wide, colorScheme: scheme }, { ...quiet, ...phone, colorScheme: scheme }, { ...quiet, ...phone, viewport: { width: 320, height: 640 }, colorScheme: scheme }]) {
      const page = await openPage(t, { hash: hands.position(WON), context });
      await hands.ready(page);
      if ("isMobile" in context) await page.locator("#game").click();
      await hands.showTab(page, "Analysis");
      await page.locator("#analysis-on").check();
      await says(page, "#eval", /Proved/);
        assert.deepEqual(await accessibilityFaults(page), []);
      await screenshot(page, `analysis-${scheme}-${context.viewport.width}`);
      const over = () => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, (document.querySelector("#panel")?.scrollWidth ?? 0) - (document.querySelector("#panel")?.clientWidth ?? 0)]);
      assert.deepEqual(await over(), [0, 0]);
      if ("isMobile" in context) {
        await page.locator("#panel-close").click();
        await page.waitForTimeout(250);
        assert.equal(await page.locator("#eval").isVisible(), true);
        assert.deepEqual(await accessibilityFaults(page), []);
        await screenshot(page, `analysis-board-${scheme}-${context.viewport.width}`);
        const tools = await page.locator("#tools").boundingBox();
        assert.ok(tools && tools.y + tools.height <= context.viewport.height + 1, "the tools are on the screen");
      }
      await page.close();
    }
  });
}
