// Puzzles: solved on the board by mouse, by finger and by keys alone; wrong turns are refused with the reason, good ones
// of every kind are taken; the game at hand comes back; what was solved stays solved.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, screenshot, startServer } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 }, ...quiet };

/** Puzzles of these tests, made by the tool, so that other shipped ones change nothing here. */
const common = { rules: "standard", themes: ["ending"], goal: "win" };
const THREE = { ...common, id: "telo-9ef82747", variant: "telo", fen: "1B1/1WB/W1B W 0 1", grade: 3, legal: 4, plies: 5,
  line: ["b2-a2W", "c1-b1A", "a2-b2", "b1-c1", "b2-b1W-a1W"], keep: [["b2-a2W"], ["a2-b2"], ["b2-b1W-a1W"]], foundBy: 6, proof: { by: "tables", class: "2-3", dtc: 1 } };
const CHAIN = { ...common, id: "tsivy-9abe688f", variant: "tsivy", fen: "2B6/1BW6/9/1B5W1/9 W 0 1", grade: 1, legal: 7, plies: 1,
  line: ["c4-c3W-d2W-c2A"], keep: [["c4-c3W-d2W-c2A", "c4-d4W-e3W"]], foundBy: 2, proof: { by: "tables", class: "2-3", dtc: 1 } };
/** Off its line the engine judges and answers. */
const QUIET = { ...common, id: "telo-39482097", variant: "telo", fen: "W1W/3/1B1 W 0 1", grade: 4, themes: ["quiet", "ending"], legal: 6, plies: 7,
  line: ["a3-a2", "b1-b2", "a2-a1", "b2-c2", "a1-b1", "c2-c1W", "b1-a1W"],
  keep: [["a3-a2", "c3-c2"], ["a2-a1", "c3-b3", "c3-c2"], ["a1-b1", "a1-b2", "c3-b3"], ["b1-a1W"]], foundBy: 5, proof: { by: "tables", class: "2-1", dtc: 4 } };
const DRAW = { ...common, id: "tsivy-f97bb496", variant: "tsivy", fen: "W3W4/9/1B7/9/6B2 W 0 1", goal: "draw", grade: 2, themes: ["only-defence", "ending"], legal: 8, plies: null,
  line: ["e5-d4", "g1-g2", "d4-c4", "g2-f2", "a5-a4"], keep: [["e5-d4"], ["a5-a4", "d4-c4"], ["a5-a4"]], foundBy: 3, proof: { by: "tables", class: "2-2", dtc: null } };
const ALL = [THREE, CHAIN, QUIET, DRAW];

/** @param {Page} page @param {unknown[]} [puzzles] */
async function route(page, puzzles = ALL) {
  const file = { format: "fanorona-puzzles", version: 1, made: { tool: "tests", seed: 1, effort: 100, date: "2026-11-30" }, puzzles };
  await page.route("**/puzzles/puzzles.json", (one) => one.fulfill({ json: file }));
}

/** The page with the puzzles of these tests listed. @param {Parameters<typeof openPage>[0]} t @param {Parameters<typeof openPage>[1]} [options] */
async function openPuzzles(t, options = {}) {
  const page = await openPage(t, { context: quiet, before: (one) => route(one), ...options });
  await hands.ready(page);
  if (await page.locator("#game").isVisible()) await page.locator("#game").click();
  await hands.showTab(page, "Learn");
  await page.locator("#puzzles-list button").first().waitFor();
  return page;
}

/** @param {Page} page @param {{id: string}} puzzle */
async function start(page, { id }) {
  await page.locator(`#puzzles-list [data-id="${id}"]`).click();
  await hands.statusIs(page, /to move and/);
}

/** @param {Page} page @param {RegExp} words */
async function heard(page, words) {
  await page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector("#live")?.textContent ?? ""), [words.source], { timeout: 30_000 })
    .catch(async () => assert.match((await page.locator("#live").textContent()) ?? "", words));
}

/** Whether a puzzle in the list is solved, in words. @param {Page} page @param {{id: string}} puzzle */
async function mark(page, { id }) {
  return (await page.locator(`#puzzles-list [data-id="${id}"] .sr-only`).textContent()) ?? "";
}

test("a puzzle is solved by mouse, with its answers, and the mark stays after a reload", async (t) => {
  const page = await openPuzzles(t);
  assert.match((await page.locator("#puzzles-count").textContent()) ?? "", /^0 of 4 solved/);
  await start(page, THREE);
  await hands.statusIs(page, /White to move and win\. Find the turn\./);
  assert.match((await page.locator("#puzzle-now").innerText()) ?? "", /Proved by exact endings, class 2-3/i);
  await hands.playTurn(page, "b2-a2W");
  await hands.statusIs(page, /to move and win\. Right\./);
  await hands.playTurn(page, "a2-b2");
  await hands.statusIs(page, /to move and win\. Right\./);
  await hands.playTurn(page, "b2-b1W-a1W");
  await hands.statusIs(page, /^Solved\./);
  await heard(page, /Solved/);
  assert.match(await mark(page, THREE), /solved, 0 mistakes/);
  await page.reload();
  await hands.ready(page);
  await page.locator("#puzzles-list button").first().waitFor();
  assert.match(await mark(page, THREE), /solved, 0 mistakes/);
  assert.match((await page.locator("#puzzles-count").textContent()) ?? "", /^1 of 4 solved/);
});

test("a puzzle is solved by keyboard alone", async (t) => {
  const page = await openPuzzles(t);
  await page.locator("#tab-learn-tab").focus();
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement?.closest("#puzzles-list") !== null)); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /White to move and win/);
  // The board has the focus: its grid is one stop away.
  await hands.tabToBoard(page);
  const go = async (/** @type {string} */ from, /** @type {string[]} */ ...tos) => {
    await hands.walk(page, from);
    await page.keyboard.press("Enter");
    for (const to of tos) {
      await hands.walk(page, to);
      await page.keyboard.press("Enter");
      if (await page.locator(".fan-chip-withdrawal").isVisible()) await page.keyboard.press("w");
    }
    if (await page.locator(".fan-chip-stop").isVisible()) await page.keyboard.press("s");
  };
  await go("b2", "a2");
  await hands.statusIs(page, /Right\./);
  await go("a2", "b2");
  await hands.statusIs(page, /to move and win\. Right\./);
  await go("b2", "b1", "a1");
  await hands.statusIs(page, /^Solved\./);
  // On to the next with the keys as well.
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement?.getAttribute("data-act") === "next")); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /Find the turn/);
});

test("a turn that gives the win away is taken back with the reason; the mistake counts", async (t) => {
  const page = await openPuzzles(t);
  await start(page, THREE);
  const before = await hands.stones(page);
  await hands.playTurn(page, "b2-b1W");
  await hands.statusIs(page, /After b2-b1W (it is only a draw|Black wins)\./);
  await heard(page, /It is taken back/);
  assert.deepEqual(await hands.stones(page), before);
  await hands.playTurn(page, "b2-a2W");
  await hands.statusIs(page, /Right\./);
  await hands.playTurn(page, "a2-b2");
  await hands.statusIs(page, /to move and win\. Right\./);
  await hands.playTurn(page, "b2-b1W-a1W");
  await hands.statusIs(page, /^Solved\. .*One mistake/);
  assert.match(await mark(page, THREE), /solved with one mistake/);
});

test("another turn that is as good is taken and said so", async (t) => {
  const page = await openPuzzles(t);
  await start(page, CHAIN);
  await hands.playTurn(page, "c4-d4W-e3W");
  await hands.statusIs(page, /to move and win\. Right: c4-d4W-e3W is as good as c4-c3W-d2W-c2A\./);
});

test("off the stored line the engine answers and judges on", async (t) => {
  const page = await openPuzzles(t);
  await start(page, QUIET);
  await hands.playTurn(page, "c3-c2");
  await hands.statusIs(page, /Right: c3-c2 is as good as a3-a2\./);
  // Whatever the answer was: the engine's own hints lead to the win.
  for (let i = 0; i < 12 && !/^Solved/.test(await hands.status(page)); i++) {
    await page.locator("#side-tools [data-act=hint]").click();
    await hands.statusIs(page, /Hint: the stone/);
    await page.locator("#side-tools [data-act=hint]").click();
    await hands.statusIs(page, /Hint: [a-i]\d-/);
    const turn = /Hint: (\S+)\./.exec(await hands.status(page))?.[1] ?? "";
    await hands.playTurn(page, turn);
    await hands.statusIs(page, /Right\.|^Solved/);
  }
  await hands.statusIs(page, /^Solved\. .*With help/);
});

test("a draw is held for its turns", async (t) => {
  const page = await openPuzzles(t);
  await start(page, DRAW);
  await hands.statusIs(page, /White to move and hold the draw/);
  for (const turn of ["e5-d4", "d4-c4"]) {
    await hands.playTurn(page, turn);
    await hands.statusIs(page, /Right\./);
  }
  await hands.playTurn(page, "a5-a4");
  await hands.statusIs(page, /^Solved\./);
});

test("the solution is shown turn by turn; then the puzzle can begin again", async (t) => {
  const page = await openPuzzles(t);
  await start(page, THREE);
  const next = page.locator("#side-tools [data-act=next]");
  for (let turn = 1; turn <= 5; turn++) {
    await next.click();
    await hands.statusIs(page, new RegExp(`The solution: turn ${turn} of 5`));
  }
  assert.ok(await next.isDisabled());
  assert.match(await mark(page, THREE), /not solved yet/);
  await page.locator("#side-tools [data-act=again]").click();
  await hands.statusIs(page, /White to move and win/);
});

test("the game at hand waits, comes back, and is what a reload shows", async (t) => {
  const page = await openPuzzles(t, { hash: hands.position("9/2B3B2/9/3W5/5W3 W") });
  await hands.playTurn(page, "d2-d1");
  const before = await hands.stones(page);
  await start(page, CHAIN);
  assert.notDeepEqual(await hands.stones(page), before);
  assert.ok(await page.locator("#resign").isDisabled());
  await page.locator("#side-tools [data-act=leave]").click();
  await heard(page, /Back to your game/);
  assert.deepEqual(await hands.stones(page), before);
  await start(page, CHAIN);
  await page.reload();
  await hands.ready(page);
  assert.deepEqual(await hands.stones(page), before);
});

test("a missing or damaged file is said, and can be asked for again", async (t) => {
  let bad = true;
  const page = await openPage(t, {
    context: quiet,
    allowErrors: /./,
    before: async (one) => {
      await route(one);
      await one.route("**/puzzles/puzzles.json", (request) => (bad ? request.fulfill({ body: '{"format":"fanorona-puzz' }) : request.fallback()));
    },
  });
  await hands.ready(page);
  await hands.showTab(page, "Learn");
  await page.locator("#puzzles-fault").waitFor();
  assert.match((await page.locator("#puzzles-fault").textContent()) ?? "", /missing or damaged/);
  bad = false;
  await page.locator("#puzzles-reload").click();
  await page.locator("#puzzles-list button").first().waitFor();
  assert.ok(await page.locator("#puzzles-fault").isHidden());
});

test("with storage blocked a puzzle is solved all the same", async (t) => {
  const page = await openPuzzles(t, {
    before: async (one) => {
      await route(one);
      await one.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("blocked", "SecurityError"); } }));
    },
  });
  await start(page, CHAIN);
  await hands.playTurn(page, "c4-c3W-d2W-c2A");
  await hands.statusIs(page, /^Solved\./);
  assert.match(await mark(page, CHAIN), /solved, 0 mistakes/);
});

test("new puzzles are made on the device, from an ending and from a game's mistakes", async (t) => {
  // On this board the exact endings are there at once. White misses the only turn that wins.
  const page = await openPuzzles(t, { hash: hands.position(THREE.fen, "&play=two"), before: (one) => route(one, [CHAIN]) });
  await hands.playTurn(page, "b2-b1W");
  await page.waitForFunction(() => !(/** @type {HTMLButtonElement} */ (document.querySelector("#puzzles-make"))).disabled, undefined, { timeout: 60_000 });
  await page.locator("#puzzles-from-game").click();
  await page.waitForFunction(() => /new puzzle/.test(document.querySelector("#puzzles-made")?.textContent ?? ""), undefined, { timeout: 60_000 });
  assert.match((await page.locator("#puzzles-list button").first().innerText()) ?? "", /made here/);
  assert.equal(await page.locator("#puzzles-list button").first().getAttribute("data-id"), THREE.id);
  await page.locator("#puzzles-make").click();
  await hands.statusIs(page, /to move and/);
  assert.equal(await page.locator("#puzzles-list button").count(), 3);
  await page.reload();
  await hands.ready(page);
  await page.locator("#puzzles-list button").first().waitFor();
  assert.equal(await page.locator("#puzzles-list button").count(), 3);
});

test("the shipped puzzles are there, from a server and in the single file, and one can be begun", async (t) => {
  for (const at of /** @type {const} */ (["http", "file"])) {
    const page = await openPage(t, { at, context: quiet });
    await hands.ready(page);
    await hands.showTab(page, "Learn");
    await page.locator("#puzzles-list button").first().waitFor();
    assert.ok((await page.locator("#puzzles-list button").count()) >= 60, at);
    await page.locator("#puzzles-next").click();
    await hands.statusIs(page, /to move and/);
  }
});

test("no site without the file breaks", async (t) => {
  const server = await startServer({ answer: (path) => (path.endsWith("puzzles.json") ? 404 : undefined) });
  t.after(() => server.close());
  const page = await openPage(t, { url: server.url, context: quiet, allowErrors: /404/ });
  await hands.ready(page);
  await hands.showTab(page, "Learn");
  await page.locator("#puzzles-fault").waitFor();
  assert.equal(await page.locator("#puzzles-list button").count(), 0);
});

test("on a phone: the sheet gives way to the board, nothing sticks out, a puzzle is solved by finger", async (t) => {
  const page = await openPuzzles(t, { context: phone });
  await screenshot(page, "puzzles-phone-list");
  await page.locator(`#puzzles-list [data-id="${CHAIN.id}"]`).tap();
  await hands.statusIs(page, /to move and win/);
  await page.waitForFunction(() => !document.querySelector("#panel")?.classList.contains("open"));
  await page.waitForTimeout(300);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  for (const act of ["hint", "next", "again", "leave"]) {
    const button = page.locator(`#side-tools [data-act=${act}]`);
    const box = await button.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44, `${act}: ${JSON.stringify(box)}`);
    assert.ok(await button.evaluate((one) => one.scrollWidth <= one.clientWidth), `${act}: words stick out`);
  }
  await screenshot(page, "puzzles-phone");
  await hands.playTurn(page, "c4-c3W-d2W-c2A", hands.tap);
  await hands.statusIs(page, /^Solved\./);
});

test("axe finds nothing, with the list and with a puzzle", async (t) => {
  const page = await openPuzzles(t);
  assert.deepEqual(await accessibilityFaults(page), []);
  await start(page, THREE);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.locator("#side-tools [data-act=hint]").click();
  await hands.statusIs(page, /Hint/);
  assert.deepEqual(await accessibilityFaults(page), []);
});
