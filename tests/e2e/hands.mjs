// What a person can do with the page, and what they can read from it. Nothing here reaches inside.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** The address of a position. @param {string} fen @param {string} [more] */
export function position(fen, more = "&play=two") {
  return `#fen=${encodeURIComponent(fen)}${more}`;
}

/** A set-up position with 17,417 turns. */
export const HOSTILE = "BWBBBBBBB/W.B..B.BB/.B..B.B.B/B.WBB.B../BWBBBBBBB W";

/** What the status says when the person is to move against the computer. */
export const YOUR_TURN = /You must capture|Your turn|only one turn/;

/** Waits until the rules are there. @param {Page} page */
export async function ready(page) {
  await page.locator("#undo span").waitFor();
  await page.waitForFunction(() => document.querySelector("#status")?.getAttribute("data-tone") !== "wait"
    || document.querySelector("#slot")?.getAttribute("data-slot") === "moveNow");
}

/** A part of the panel, where the panel is on the screen. @param {Page} page @param {"Game" | "Analysis" | "Learn" | "Settings"} name */
export async function showTab(page, name) {
  await page.getByRole("tab", { name }).click();
}

/** @param {Page} page @param {string} square */
export function cell(page, square) {
  return page.locator(`[role=gridcell][data-square="${square}"]`);
}

/** @param {Page} page @param {string} square */
export async function label(page, square) {
  return (await cell(page, square).getAttribute("aria-label")) ?? "";
}

/** Every cell's label by its point. @param {Page} page @returns {Promise<Map<string, string>>} */
export async function labels(page) {
  const all = await page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((c) => c.getAttribute("aria-label") ?? ""));
  return new Map(all.map((text) => [text.split(",")[0], text]));
}

/** The middle of a point on the screen. @param {Page} page @param {string} square */
export async function middle(page, square) {
  const box = await cell(page, square).boundingBox();
  assert.ok(box, `${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} square */
export async function click(page, square) {
  const { x, y } = await middle(page, square);
  await page.mouse.click(x, y);
}

/** @param {Page} page @param {string} square */
export async function tap(page, square) {
  const { x, y } = await middle(page, square);
  await page.touchscreen.tap(x, y);
}

/** @param {Page} page @param {string} from @param {string} to */
export async function drag(page, from, to) {
  const a = await middle(page, from);
  const b = await middle(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** Goes to a point by arrows alone, as it is seen. @param {Page} page @param {string} square */
export async function walk(page, square) {
  for (let i = 0; i < 20; i++) {
    const here = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON());
    const there = await cell(page, square).boundingBox();
    assert.ok(here && there);
    const dx = Math.round((there.x - here.x) / there.width);
    const dy = Math.round((there.y - here.y) / there.height);
    if (dx === 0 && dy === 0) return;
    await page.keyboard.press(dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  assert.fail(`the arrows do not lead to ${square}`);
}

/** Tabs from the top of the page into the board. @param {Page} page */
export async function tabToBoard(page) {
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) return;
  }
  assert.fail("Tab does not reach the board");
}

/** The turns of the main line in the list. @param {Page} page @returns {Promise<string[]>} */
export async function moves(page) {
  return page.locator("#moves button[data-ply]").evaluateAll((buttons) => buttons.map((b) => b.textContent ?? ""));
}

/** @param {Page} page */
export async function status(page) {
  return (await page.locator("#status p").textContent()) ?? "";
}

/** @param {Page} page @param {RegExp} words */
export async function statusIs(page, words) {
  await page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector("#status p")?.textContent ?? ""), [words.source], { timeout: 30_000 })
    .catch(async () => assert.match(await status(page), words));
}

/** The stones as they lie: "a1 white" and so on. @param {Page} page */
export async function stones(page) {
  return [...(await labels(page)).values()].map((text) => text.split(", ").slice(0, 2)).filter(([, what]) => what !== "empty").map((parts) => parts.join(" ")).sort();
}

/** The colour on the canvas at a point, moved by parts of a cell. @param {Page} page @param {string} square @param {number} [dx] @param {number} [dy] @returns {Promise<number[]>} */
export async function pixel(page, square, dx = 0, dy = 0) {
  return page.evaluate(([name, x, y]) => {
    const box = /** @type {Element} */ (document.querySelector(`[data-square="${name}"]`)).getBoundingClientRect();
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
    const at = canvas.getBoundingClientRect();
    const scale = canvas.width / at.width;
    const px = (box.x + box.width * (0.5 + Number(x)) - at.x) * scale;
    const py = (box.y + box.height * (0.5 + Number(y)) - at.y) * scale;
    const data = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(Math.round(px), Math.round(py), 1, 1).data;
    return [...data];
  }, [square, dx, dy]);
}

/** @param {number[]} color */
export function brightness([r, g, b]) {
  return (r + g + b) / 3;
}

/**
 * One turn of a person who looks for the largest capture, by mouse.
 * @param {Page} page @param {(n: number) => number} choose a number below n
 */
export async function playAnyTurn(page, choose) {
  const all = [...(await labels(page)).values()];
  const own = all.filter((text) => /can (capture|move)/.test(text)).map((text) => text.slice(0, 2));
  assert.ok(own.length > 0, `nothing can move: ${await status(page)}`);
  await click(page, own[choose(own.length)]);
  for (let i = 0; i < 40; i++) {
    const targets = await page.locator('[data-hint="target"]').evaluateAll((cells) => cells.map((c) => /** @type {HTMLElement} */ (c).dataset.square ?? ""));
    if (targets.length === 0) return;
    const to = targets[choose(targets.length)];
    await click(page, to);
    const chip = page.locator(choose(2) ? ".fan-chip-approach" : ".fan-chip-withdrawal");
    if (await chip.count()) await chip.click();
    const stop = page.locator(".fan-chip-stop");
    if ((await stop.count()) === 0) return;
    if (choose(4) === 0) {
      await stop.click();
      return;
    }
  }
}

/** The same numbers each time. @param {number} seed @returns {(n: number) => number} */
export function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

/**
 * A whole turn in notation, such as `a1-a2A-b2A`; what could go on is stopped.
 * @param {Page} page @param {string} text @param {(page: Page, square: string) => Promise<void>} [press] by mouse, or `tap`
 */
export async function playTurn(page, text, press = click) {
  const [from, ...steps] = text.split("-");
  await press(page, from);
  for (const step of steps) {
    await press(page, step.slice(0, 2));
    const chip = page.locator(step.endsWith("A") ? ".fan-chip-approach" : ".fan-chip-withdrawal");
    if (step.length > 2 && (await chip.isVisible())) await chip.click();
  }
  const stop = page.locator(".fan-chip-stop");
  if (await stop.isVisible()) await stop.click();
}
