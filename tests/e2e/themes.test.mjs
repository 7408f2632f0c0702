// The themes: what stands on the board can be told apart in every one of them, by brightness alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, screenshot } from "./helpers.mjs";

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
/** @typedef {{context: import("playwright-core").BrowserContextOptions, choose?: string, scheme: string, contrast: boolean}} Case */

/** @type {{[name: string]: Case}} */
const THEMES = {
  "light": { context: { colorScheme: "light" }, scheme: "light", contrast: false },
  "dark": { context: { colorScheme: "dark" }, scheme: "dark", contrast: false },
  "chosen light on a dark device": { context: { colorScheme: "dark" }, choose: "light", scheme: "light", contrast: false },
  "high contrast, light": { context: { colorScheme: "dark" }, choose: "contrast-light", scheme: "light", contrast: true },
  "high contrast, dark": { context: { colorScheme: "light" }, choose: "contrast-dark", scheme: "dark", contrast: true },
  "more contrast by the device, light": { context: { colorScheme: "light", contrast: "more" }, scheme: "light", contrast: true },
  "more contrast by the device, dark": { context: { colorScheme: "dark", contrast: "more" }, scheme: "dark", contrast: true },
  "forced colours": { context: { colorScheme: "dark", forcedColors: "active" }, scheme: "dark", contrast: false },
};

/**
 * The brightness (WCAG's relative luminance, 0 to 1) of the canvas around a point: a square of `2 * reach` of a cell's size.
 * No colour is left in it: what differs here differs in a picture without colours.
 * @param {import("playwright-core").Page} page @param {string} square @param {number} reach @param {[number, number]} [at] moved by parts of a cell
 * @returns {Promise<{side: number, grey: number[]}>}
 */
async function greys(page, square, reach, at = [0, 0]) {
  return page.evaluate(([name, part, dx, dy]) => {
    const box = /** @type {Element} */ (document.querySelector(`[data-square="${name}"]`)).getBoundingClientRect();
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".fan-board canvas"));
    const frame = canvas.getBoundingClientRect();
    const scale = canvas.width / frame.width;
    const side = Math.round(box.width * Number(part) * 2 * scale);
    const x = Math.round((box.x + box.width * (0.5 + Number(dx)) - frame.x) * scale - side / 2);
    const y = Math.round((box.y + box.height * (0.5 + Number(dy)) - frame.y) * scale - side / 2);
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(x, y, side, side);
    const linear = (/** @type {number} */ v) => (v <= 10 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    const grey = [];
    for (let i = 0; i < data.length; i += 4) grey.push(0.2126 * linear(data[i]) + 0.7152 * linear(data[i + 1]) + 0.0722 * linear(data[i + 2]));
    return { side, grey };
  }, [square, reach, ...at]);
}

/** @param {number} a @param {number} b */
function contrast(a, b) {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The part of the points that have changed by a contrast, and the strongest change. @param {number[]} before @param {number[]} after @param {number} least */
function changed(before, after, least) {
  const ratios = before.map((value, i) => contrast(value, after[i]));
  return { part: ratios.filter((ratio) => ratio >= least).length / ratios.length, most: Math.max(...ratios) };
}

for (const [name, { context, choose, scheme, contrast: strong }] of Object.entries(THEMES)) {
  test(`${name}: stones, rings, targets, badges and X marks are told apart without colours`, async (t) => {
    const page = await openPage(t, { hash: "#variant=tsivy&rules=standard&play=two", context: { ...quiet, ...context } });
    await hands.ready(page);
    if (choose) {
      await hands.showTab(page, "Settings");
      await page.locator("#set-theme").selectOption(choose);
      await page.reload();
      await hands.ready(page);
    }
    assert.deepEqual(await page.evaluate(() => [document.documentElement.dataset.shown, document.documentElement.hasAttribute("data-contrast")]), [scheme, strong]);
    // The sides, against each other; each, or its rim, against the board.
    const white = mean((await greys(page, "a1", 0.2)).grey);
    const black = mean((await greys(page, "a5", 0.2)).grey);
    assert.ok(contrast(white, black) >= 7, `sides: ${contrast(white, black)}`);
    const board = mean((await greys(page, "d4", 0.04, [0.5, 0.25])).grey);
    for (const [side, square] of [["white", "a1"], ["black", "a5"]]) {
      // From the middle to the right: somewhere on the way to the board is an edge.
      const { grey } = await greys(page, square, 0.5);
      const most = Math.max(...grey.map((value) => contrast(value, board)));
      assert.ok(most >= 3, `${side} on the board: ${most}`);
    }
    // Rings: they go when another stone is chosen.
    const ringed = await greys(page, "f2", 0.5);
    const empty = await greys(page, "e3", 0.5);
    const beside = await greys(page, "e3", 0.9);
    await screenshot(page, `theme ${name} idle`);
    await hands.click(page, "d2");
    await page.mouse.move(5, 5);
    const ring = changed(ringed.grey, (await greys(page, "f2", 0.5)).grey, 1.5);
    assert.ok(ring.part > 0.02 && ring.most >= 3, `ring: ${JSON.stringify(ring)}`);
    // Where the chosen stone goes, and how many it takes.
    const target = changed(empty.grey, (await greys(page, "e3", 0.5)).grey, 2);
    assert.ok(target.part > 0.02 && target.most >= 3, `target: ${JSON.stringify(target)}`);
    const badge = changed(beside.grey, (await greys(page, "e3", 0.9)).grey, 2);
    assert.ok(badge.part > 0.02 && badge.most >= 3, `badge: ${JSON.stringify(badge)}`);
    // What would be taken, while it is looked at; then what was taken.
    const whole = await greys(page, "f4", 0.25);
    const { x, y } = await hands.middle(page, "e3");
    await page.mouse.move(x, y);
    const cross = changed(whole.grey, (await greys(page, "f4", 0.25)).grey, 2);
    assert.ok(cross.part > 0.05 && cross.most >= 3, `X: ${JSON.stringify(cross)}`);
    await screenshot(page, `theme ${name} chosen`);
    await page.mouse.click(x, y);
    await page.mouse.move(5, 5);
    await hands.statusIs(page, /Black must capture|Go on capturing/);
    const bare = mean((await greys(page, "f4", 0.03, [0.25, 0.12])).grey);
    const { grey: taken } = await greys(page, "f4", 0.15, [0, 0]);
    assert.ok(Math.max(...taken.map((value) => contrast(value, bare))) >= 2, "the faint X");
    assert.deepEqual(await accessibilityFaults(page), []);
  });

  test(`${name}: approach and withdrawal differ in shape`, async (t) => {
    const page = await openPage(t, { hash: hands.position("9/9/9/9/1BW1B4 W"), context: { ...quiet, ...context } });
    await hands.ready(page);
    if (choose) {
      await hands.showTab(page, "Settings");
      await page.locator("#set-theme").selectOption(choose);
    }
    await hands.click(page, "c1");
    await page.mouse.move(5, 5);
    // The chevrons of the two badges, turned to the same side: one is filled, the other is an outline.
    const filled = await greys(page, "d1", 0.13, [0.34, 0]);
    const open = await greys(page, "d1", 0.13, [-0.54, 0]);
    const differ = changed(filled.grey, open.grey, 1.5);
    assert.ok(differ.part > 0.03 && differ.most >= 2, JSON.stringify(differ));
    await screenshot(page, `theme ${name} badges`);
    // The stones of the two groups, while the choice is open.
    await hands.click(page, "d1");
    await page.mouse.move(5, 5);
    await hands.statusIs(page, /Approach or withdrawal/);
    const solid = await greys(page, "e1", 0.5);
    const dashed = await greys(page, "b1", 0.5);
    const groups = changed(solid.grey, dashed.grey, 1.5);
    assert.ok(groups.part > 0.02 && groups.most >= 2, JSON.stringify(groups));
  });
}

test("the theme follows the device while the page stands, and the button keeps the contrast", async (t) => {
  const page = await openPage(t, { context: { ...quiet, colorScheme: "light" } });
  await hands.ready(page);
  const look = () => page.evaluate(() => [document.documentElement.dataset.shown, document.documentElement.hasAttribute("data-contrast")]);
  const field = async () => mean((await greys(page, "d4", 0.04, [0.5, 0.25])).grey);
  const light = await field();
  await page.emulateMedia({ contrast: "more", colorScheme: "dark" });
  // The page hears of it with the next frame.
  await page.waitForFunction(() => document.documentElement.matches('[data-shown="dark"][data-contrast]'));
  assert.ok(Math.abs((await field()) - light) > 0.2, "the board is painted anew");
  await page.getByRole("button", { name: "Light theme" }).click();
  assert.deepEqual(await look(), ["light", true]);
  await hands.showTab(page, "Settings");
  assert.equal(await page.locator("#set-theme").inputValue(), "contrast-light");
});

test("the dark theme is printed light, and is dark again after", async (t) => {
  const page = await openPage(t, { context: { ...quiet, colorScheme: "dark" } });
  await hands.ready(page);
  await hands.showTab(page, "Settings");
  await page.locator("#set-theme").selectOption("dark");
  await hands.showTab(page, "Game");
  // The page hears of another medium with the next frame.
  const paperIs = (/** @type {string} */ color) => page.waitForFunction((wanted) => getComputedStyle(document.body).backgroundColor === wanted, color);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const field = async () => mean((await greys(page, "d4", 0.04, [0.5, 0.25])).grey);
  const [darkPaper, dark] = [await paper(), await field()];
  for (const [begin, end] of /** @type {[() => Promise<unknown>, () => Promise<unknown>][]} */ ([
    [() => page.emulateMedia({ media: "print" }), () => page.emulateMedia({ media: "screen" })],
    [() => page.evaluate(() => dispatchEvent(new Event("beforeprint"))), () => page.evaluate(() => dispatchEvent(new Event("afterprint")))],
  ])) {
    await begin();
    await paperIs("rgb(247, 241, 230)");
    assert.ok((await field()) > dark + 0.2, "the board is light");
    await end();
    await paperIs(darkPaper);
    assert.ok(Math.abs((await field()) - dark) < 0.02);
  }
  // On paper stands nothing that is pressed.
  await page.emulateMedia({ media: "print" });
  await screenshot(page, "print");
  assert.equal(await page.locator("button:visible").count(), await page.locator("#moves button:visible").count());
});
