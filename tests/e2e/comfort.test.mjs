// Comfort: how turns are finished, how they are shown, sounds, clocks.

import assert from "node:assert/strict";
import { test } from "node:test";
import jsqr from "jsqr";
import * as hands from "./hands.mjs";
import { writeLink } from "../../www/app/link.js";
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

/** The function of a module that some loaders wrap. */
const readCode = /** @type {typeof jsqr} */ (/** @type {any} */ (jsqr).default ?? jsqr);

/** What a camera reads on the screen. @param {import("playwright-core").Page} page @returns {Promise<string | undefined>} */
async function scanned(page) {
  const png = (await page.locator("#send-qr svg").screenshot()).toString("base64");
  const { bytes, width, height } = await page.evaluate(async (source) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(source), (c) => c.charCodeAt(0))], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = "";
    for (const byte of data) text += String.fromCharCode(byte);
    return { bytes: btoa(text), width: bitmap.width, height: bitmap.height };
  }, png);
  return readCode(Uint8ClampedArray.from(Buffer.from(bytes, "base64")), width, height, { inversionAttempts: "dontInvert" })?.data;
}

test("the QR code in the send dialog is the link, light and dark and on a phone", async (t) => {
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone: { ...phone, deviceScaleFactor: 2 } })) {
    const page = await openPage(t, { context: { ...quiet, ...context } });
    await hands.ready(page);
    await page.locator("#new").click();
    await page.getByRole("radio", { name: "A friend, by link" }).check();
    await page.getByRole("radio", { name: "Black", exact: true }).check();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.locator("#slot[data-slot=send]").click();
    await page.getByRole("img", { name: /QR code of the link/ }).scrollIntoViewIfNeeded();
    assert.equal(await scanned(page), await page.locator("#send-link").inputValue(), name);
    await screenshot(page, `qr-${name}`);
    assert.deepEqual(await accessibilityFaults(page), [], name);
  }
});

test("a game too long for a QR code says so, and the link is there all the same", async (t) => {
  // Two stones go to and fro: no capture, no end under rules without draws.
  const moves = Array.from({ length: 600 }, (_, i) => ["a1-a2", "i5-i4", "a2-a1", "i4-i5"][i % 4]);
  const game = writeLink({ id: "abcd1234", setup: { variant: "tsivy", rules: "none", fen: "8B/9/9/9/W8 W" }, you: "black", moves, resigned: null, draw: null });
  const away = await openPage(t, { context: quiet, hash: game });
  await hands.ready(away);
  await away.waitForFunction(() => document.querySelectorAll("#moves button").length === 600);
  await away.locator("#slot[data-slot=send]").click();
  await away.getByText("too long for a QR code").waitFor();
  assert.ok((await away.locator("#send-link").inputValue()).length > 2953);
});

test("the speed of the stones: slow is slower than fast, off is at once, and input never waits", async (t) => {
  /** How long the turn of seven captures moves. @type {Map<string, number>} */
  const lengths = new Map();
  for (const speed of ["slow", "normal", "fast", "off"]) {
    const page = await openPage(t, { hash: hands.position("8B/9/9/9/W1BBBBBBB W"), context: moving, before: async (p) => {
      await p.clock.install();
      await p.addInitScript((animation) => localStorage.setItem("fanorona.settings", JSON.stringify({ animation })), speed);
    } });
    await hands.ready(page);
    await page.clock.pauseAt(Date.now() + 5000);
    await hands.click(page, "a1");
    await hands.click(page, "b1");
    // The game is one turn on at once, whatever still moves.
    assert.equal((await hands.moves(page)).length, 1, speed);
    await page.mouse.move(5, 5);
    let [last, quietFor, length] = [await picture(page), 0, 0];
    while (quietFor < 4) {
      await page.clock.runFor(100);
      const now = await picture(page);
      quietFor = now === last ? quietFor + 1 : 0;
      length += 100;
      last = now;
    }
    lengths.set(speed, length - 400);
    await hands.showTab(page, "Settings");
    assert.equal(await page.locator("#set-animation").inputValue(), speed);
  }
  const of = (/** @type {string} */ speed) => lengths.get(speed) ?? NaN;
  assert.ok(of("slow") > of("normal") && of("normal") > of("fast") && of("fast") > of("off") && of("off") === 0, JSON.stringify([...lengths]));
});

test("a setting from the time when motion was on or off is understood, and less motion is honoured", async (t) => {
  for (const [saved, shown] of /** @type {const} */ ([[true, "normal"], [false, "off"]])) {
    const page = await openPage(t, { context: quiet, before: (p) => p.addInitScript((animation) => localStorage.setItem("fanorona.settings", JSON.stringify({ animation })), saved) });
    await hands.ready(page);
    assert.equal(await page.locator("#set-animation").inputValue(), shown);
  }
});

/** Writes down what is played instead of playing it. */
function fakeAudio() {
  /** @type {{hertz: number, at: number}[]} */
  const notes = [];
  const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  class Context {
    state = "running";
    currentTime = 0;
    destination = {};
    resume() { return Promise.resolve(); }
    createGain() { return { gain: param(), connect() {}, disconnect() {} }; }
    createOscillator() {
      const note = { hertz: 0, at: 0 };
      return { type: "", frequency: { setValueAtTime: (/** @type {number} */ hertz) => { note.hertz = hertz; } }, connect() {}, stop() {}, start: (/** @type {number} */ at) => { note.at = at; notes.push(note); } };
    }
  }
  Object.assign(globalThis, { AudioContext: Context, notes });
}

test("sounds: off at first, one note for each stone that is taken, the end, and the volume is kept", async (t) => {
  const page = await openPage(t, { hash: hands.position("9/9/9/9/W1BBBBBBB W"), context: quiet, before: (p) => p.addInitScript(fakeAudio) });
  await hands.ready(page);
  const notes = () => page.evaluate(() => /** @type {any} */ (globalThis).notes.splice(0).map((/** @type {{hertz: number}} */ { hertz }) => Math.round(hertz)));
  await hands.click(page, "a1");
  await hands.click(page, "b1");
  await page.locator("#undo").click();
  assert.deepEqual(await notes(), []);
  await setting(page, "Play sounds", true);
  assert.ok((await notes()).length > 0, "whoever sets it hears it");
  await hands.click(page, "a1");
  await hands.click(page, "b1");
  const heard = await notes();
  // A knock, seven stones, each higher than the one before, and three notes for the win.
  assert.equal(heard.length, 1 + 7 + 3, String(heard));
  assert.deepEqual(heard.slice(1, 8), heard.slice(1, 8).toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b));
  await hands.showTab(page, "Settings");
  await page.getByLabel("Volume").fill("0");
  await page.reload();
  await hands.ready(page);
  assert.equal(await page.locator("#set-volume").inputValue(), "0");
  assert.equal(await page.locator("#set-sound").isChecked(), true);
});

test("where there is no sound, or no permission for it, nothing breaks", async (t) => {
  for (const breakIt of [() => { Reflect.deleteProperty(globalThis, "AudioContext"); }, () => { Object.assign(globalThis, { AudioContext: class { constructor() { throw new Error("no"); } } }); }]) {
    const page = await openPage(t, { hash: "#variant=tsivy&play=two", context: quiet, before: (p) => p.addInitScript(breakIt) });
    await hands.ready(page);
    await setting(page, "Play sounds", true);
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    assert.equal((await hands.moves(page)).length, 1);
  }
});

/** What the clock of a bar says. @param {import("playwright-core").Page} page @param {"first" | "second"} which */
async function clock(page, which) {
  return (await page.locator(`#player-${which} .clock-time`).textContent()) ?? "";
}

/** A new game with a clock, among two people. @param {import("playwright-core").Page} page @param {"two" | "computer"} against @param {string} chosen */
async function beginWithClock(page, against, chosen) {
  await page.locator("#new").click();
  await page.locator(`#new-form [name=against][value=${against}]`).check();
  await page.locator(`#new-form [name=clock][value="${chosen}"]`).check();
}

/** Time goes by, at once. @param {import("playwright-core").Page} page @param {number} ms */
async function pass(page, ms) {
  await page.clock.fastForward(ms - 200);
  await page.clock.runFor(200);
}

test("clocks: they run in turn with an increment, say when little is left, lose by time, and live through a reload", async (t) => {
  const page = await openPage(t, { context: quiet, before: (p) => p.clock.install() });
  await hands.ready(page);
  await beginWithClock(page, "two", "custom");
  // What is no time keeps the dialog open.
  await page.getByLabel("Minutes a side").fill("0");
  await page.getByRole("button", { name: "Start game" }).click();
  assert.equal(await page.locator("#new-dialog[open]").count(), 1);
  await page.getByLabel("Minutes a side").fill("3");
  await page.getByLabel("Seconds a turn").fill("7");
  await page.getByRole("button", { name: "Start game" }).click();
  await page.clock.pauseAt(Date.now() + 60_000);
  assert.deepEqual([await clock(page, "first"), await clock(page, "second")], ["3:00", "3:00"], "the first turn takes no time");
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await pass(page, 40_000);
  assert.deepEqual([await clock(page, "first"), await clock(page, "second")], ["2:20", "3:00"]);
  await hands.playAnyTurn(page, () => 0);
  await pass(page, 10_000);
  assert.deepEqual([await clock(page, "first"), await clock(page, "second")], ["2:27", "2:50"]);
  await page.reload();
  await hands.ready(page);
  assert.deepEqual([await clock(page, "first"), await clock(page, "second")], ["2:27", "2:50"]);
  await pass(page, 155_000);
  const low = page.locator("#player-second .clock");
  assert.equal(await low.getAttribute("data-low"), "");
  assert.match(await low.innerText(), /low/);
  assert.equal(await page.locator("#player-first .clock").getAttribute("data-low"), null);
  await screenshot(page, "clock-low");
  // From here on time flows by itself: what looks for faults needs it.
  await page.clock.resume();
  assert.deepEqual(await accessibilityFaults(page), []);
  await hands.statusIs(page, /Black has won\. White's time is up/);
  await page.reload();
  await hands.ready(page);
  await hands.statusIs(page, /Black has won\. White's time is up/);
  // Taken back, the game goes on without clocks.
  await page.locator("#undo").click();
  await hands.statusIs(page, /White/);
  assert.equal(await page.locator(".clock").count(), 0);
});

test("against the computer the clocks stand where nobody looks; among two people they run on", async (t) => {
  for (const against of /** @type {const} */ (["computer", "two"])) {
    const page = await openPage(t, { context: quiet, before: (p) => p.clock.install() });
    await hands.ready(page);
    await beginWithClock(page, against, "5+5");
    await page.getByRole("button", { name: "Start game" }).click();
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    if (against === "computer") await hands.statusIs(page, hands.YOUR_TURN);
    await page.clock.pauseAt(Date.now() + 30_000);
    const running = against === "computer" ? "second" : "first";
    const cover = (/** @type {boolean} */ hidden) => page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    await cover(true);
    const before = await clock(page, running);
    await pass(page, 30_000);
    await cover(false);
    await page.clock.runFor(200);
    assert.equal((await clock(page, running)) === before, against === "computer", `${against}: ${before}, ${await clock(page, running)}`);
    await pass(page, 5_000);
    assert.notEqual(await clock(page, running), before, "it runs again");
  }
});

test("clocks and settings on phones, dark too: nothing cut off, nothing that axe can find", async (t) => {
  for (const [name, context] of Object.entries({ wide: {}, phone, narrow: { ...phone, viewport: { width: 320, height: 640 } }, dark: { ...phone, colorScheme: /** @type {const} */ ("dark") } })) {
    const page = await openPage(t, { context: { ...quiet, ...context } });
    await hands.ready(page);
    await beginWithClock(page, "computer", "custom");
    await page.getByLabel("Seconds a turn").scrollIntoViewIfNeeded();
    await screenshot(page, `clock-dialog-${name}`);
    const out = await page.locator("#new-form .choice:visible").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).map((one) => one.textContent));
    assert.deepEqual(out, [], name);
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await page.getByRole("button", { name: "Start game" }).click();
    await screenshot(page, `clock-${name}`);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await wide(), 0, name);
    if (name !== "wide") await page.locator("#game").click();
    await hands.showTab(page, "Settings");
    await page.locator("#set-confirm").scrollIntoViewIfNeeded();
    await screenshot(page, `settings-${name}`);
    assert.equal(await wide(), 0, name);
    assert.deepEqual(await accessibilityFaults(page), [], name);
  }
});
