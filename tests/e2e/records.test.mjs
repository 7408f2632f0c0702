// Games in and out: by paste, file and drop, and kept on the device with names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };
const RECORD = '[White "Ny Aina"]\n[Black "Soa"]\n\n1. f2-e3A d5-d4A *\n';

/** @param {Page} page @param {"records" | "kept"} part */
async function unfold(page, part) {
  await page.locator(`#${part} > summary`).click();
}

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.locator("#records-text").fill(text);
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
}

/** Lets something go over the page. @param {Page} page @param {{name?: string, text: string}} what */
async function drop(page, { name, text }) {
  await page.evaluate(([file, content]) => {
    const data = new DataTransfer();
    if (file) data.items.add(new File([content], file, { type: "text/plain" }));
    else data.setData("text/plain", content);
    const target = /** @type {Element} */ (document.querySelector("#board"));
    for (const type of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  }, [name ?? "", text]);
}

/** @param {Page} page */
const notice = async (page) => (await page.locator("#notice-text").textContent()) ?? "";

/** @param {Page} page */
async function save(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#kept-save:visible, #records-save:visible").click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

for (const at of places) {
  test(`${at}: a record goes out and comes in: paste, file and drop give the same game`, async (t) => {
    const page = await openPage(t, { at, hash: "#variant=dimy&play=two", context: { ...quiet, acceptDownloads: true } });
    await hands.ready(page);
    await hands.playAnyTurn(page, hands.dice(2));
    const before = await hands.moves(page);
    await unfold(page, "records");
    const own = await save(page);
    assert.equal(own.name, "fanorona.txt");
    assert.match(own.text, new RegExp(`\\[Variant "dimy"\\][^]*1\\. ${before[0]} \\*`));

    await paste(page, RECORD);
    assert.deepEqual(await hands.moves(page), ["f2-e3A", "d5-d4A"]);
    assert.match(await notice(page), /The game is open, for two people/);
    assert.match((await page.locator("#live").textContent()) ?? "", /The game is open.* White to move\./);
    // What stood here comes back.
    await page.getByRole("button", { name: "Back to the last game" }).click();
    assert.deepEqual(await hands.moves(page), before);

    await page.locator("#records-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(`\ufeff${RECORD.replaceAll("\n", "\r\n")}`) });
    await page.waitForFunction(() => document.querySelectorAll("#moves button[data-ply]").length === 2);
    assert.match((await save(page)).text, /\[White "Ny Aina"\]\n\[Black "Soa"\]/);
    await drop(page, { name: "own.txt", text: own.text });
    await page.waitForFunction((text) => document.querySelector("#moves button[data-ply]")?.textContent === text, before[0]);
    await drop(page, { text: RECORD });
    await page.waitForFunction(() => document.querySelectorAll("#moves button[data-ply]").length === 2);
    // After a reload the record's names are still there.
    await page.reload();
    await hands.ready(page);
    await unfold(page, "records");
    assert.match((await save(page)).text, /\[White "Ny Aina"\]/);
  });

  test(`${at}: games are kept with names, over a reload; opened, renamed, deleted, taken back`, async (t) => {
    const page = await openPage(t, { at, hash: "#variant=dimy&play=two", context: { ...quiet, acceptDownloads: true } });
    await hands.ready(page);
    await hands.playAnyTurn(page, hands.dice(2));
    const first = await hands.moves(page);
    await unfold(page, "kept");
    await page.getByLabel("Name", { exact: true }).fill("  My <b>game</b> ");
    await page.keyboard.press("Enter");
    const names = () => page.locator("#kept-list .kept-open").allTextContents();
    assert.deepEqual(await names(), ["My <b>game</b>"]);
    await hands.playAnyTurn(page, hands.dice(3));
    await page.getByRole("button", { name: "Keep this game" }).click();
    const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(new Date());
    assert.equal((await names())[0], `${day}, Fanoron-Dimy, turn 2`);
    await page.reload();
    await hands.ready(page);
    await unfold(page, "kept");
    await page.getByRole("button", { name: "My <b>game</b>", exact: true }).click();
    assert.deepEqual(await hands.moves(page), first);
    assert.match(await notice(page), /“My <b>game<\/b>” is open/);
    // Renaming by keys alone; Escape leaves the name.
    await page.getByRole("button", { name: "Rename “My <b>game</b>”" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Other");
    await page.keyboard.press("Escape");
    assert.equal((await names())[1], "My <b>game</b>");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Renamed");
    await page.keyboard.press("Enter");
    assert.equal((await names())[1], "Renamed");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Rename “Renamed”");
    // Deleted, and back.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal((await names()).length, 1);
    assert.equal(await page.evaluate(() => document.activeElement?.closest("#kept-list") !== null), true);
    await page.locator("#notice-act").click();
    assert.equal((await names())[1], "Renamed");
    // All as one file, into an empty device.
    const { name, text } = await save(page);
    assert.equal(name, "fanorona-games.json");
    await page.evaluate(() => localStorage.removeItem("fanorona.kept"));
    await drop(page, { name, text: text.replace('"games": [', '"games": [ { "name": "half" },') });
    await page.waitForFunction(() => /2 games were added\. One is damaged and was left out: half\./.test(document.querySelector("#notice-text")?.textContent ?? ""));
    assert.equal((await names()).length, 2);
  });
}

test("one field tells a record, a position and a friend's link apart, and names what is wrong", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await unfold(page, "records");
  const fault = page.locator("#records-fault");
  for (const [text, words] of /** @type {[string, RegExp][]} */ ([["", /nothing here/], ["hello", /Line 1, turn 1: hello/], ["1. f2-e3A\n\n1... a1-a2", /Line 3, turn 2: a1-a2/], ["9/9/9 W", /position cannot be used/],
    ["9/9/9/9/9 W", /no stone/], ["#v1;id=abcd", /not whole/], ["#v9;id=abcd", /newer version/], ['{"format":"fanorona-games","v":9}', /newer version/], ["x".repeat(1_000_001), /at most 1 million/],
    [`[Rules "none"]\n${"a1-a2 ".repeat(2001)}`, /1,000 turns/], ["PK\u0003\u0004\ufffd\ufffd", /cannot be opened/]])) {
    await paste(page, text);
    assert.match((await fault.textContent()) ?? "", words, text.slice(0, 30));
    assert.equal(await fault.isVisible(), true);
    assert.deepEqual(await hands.moves(page), ["f2-e3A"], "the game at hand stays");
  }
  for (const { name, content } of [{ name: "big.txt", content: Buffer.alloc(6_000_001, 65) }, { name: "binary", content: Buffer.from([0, 255, 254, 1, 2, 3]) }]) {
    await page.locator("#records-file").setInputFiles({ name, mimeType: "application/octet-stream", buffer: content });
    await page.waitForFunction(() => !(/** @type {HTMLElement} */ (document.querySelector("#records-fault")).hidden));
    assert.match((await fault.textContent()) ?? "", name === "binary" ? /cannot be opened/ : /at most 6 million/);
    await page.locator("#records-text").fill("x");
  }
  await drop(page, { name: "bad.txt", text: "1. a1-a2" });
  await page.waitForFunction(() => /Line 1, turn 1/.test(document.querySelector("#notice-text")?.textContent ?? ""));
  assert.deepEqual(await hands.moves(page), ["f2-e3A"]);
  await paste(page, "9/9/4B4/9/W8 W 3 7");
  assert.deepEqual(await hands.stones(page), ["a1 white", "e3 black"]);
  await paste(page, hands.HOSTILE);
  await hands.statusIs(page, /must capture/);
});

test("copying goes to the clipboard, or leaves the text marked", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, permissions: ["clipboard-read", "clipboard-write"] } });
  await hands.ready(page);
  await unfold(page, "records");
  await page.getByRole("button", { name: "Copy position" }).click();
  await page.getByText("Copied.").first().waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^B{9}\/B{9}\/\S+ W 0 1$/);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy record" }).click();
  await page.locator("#records-done", { hasText: "copy it by hand" }).waitFor();
  assert.match(await page.evaluate(() => String(getSelection())), /\[Variant "tsivy"\]/);
});

test("blocked and full storage, damaged entries: said in words, the game goes on", async (t) => {
  const blocked = await openPage(t, { hash: "#play=two&rules=standard", context: quiet, before: (page) => page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
  }) });
  await hands.ready(blocked);
  await unfold(blocked, "kept");
  await blocked.getByRole("button", { name: "Keep this game" }).click();
  assert.match((await blocked.locator("#kept-fault").textContent()) ?? "", /does not let the page save/);

  const page = await openPage(t, { hash: "#play=two&rules=standard", context: quiet });
  await hands.ready(page);
  await unfold(page, "kept");
  await page.getByRole("button", { name: "Keep this game" }).click();
  await page.evaluate(() => {
    const [good] = JSON.parse(localStorage.getItem("fanorona.kept") ?? "[]");
    const cheat = { ...good, id: "c", name: "cheat", saved: { ...good.saved, game: { ...good.saved.game, moves: ["a1-a2"], ply: 1 } } };
    localStorage.setItem("fanorona.kept", JSON.stringify([{ name: "half" }, cheat, good]));
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    dispatchEvent(new StorageEvent("storage"));
  });
  await page.getByText("“half” is damaged and cannot be opened.").waitFor();
  await page.getByRole("button", { name: "cheat", exact: true }).click();
  assert.match((await page.locator("#kept-fault").textContent()) ?? "", /“cheat” is damaged/);
  await page.getByRole("button", { name: "Keep this game" }).click();
  assert.match((await page.locator("#kept-fault").textContent()) ?? "", /no room left on this device/);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  assert.deepEqual(await hands.moves(page), ["f2-e3A"]);
});

test("no fault that axe can find in records and kept games: light, dark, phone", async (t) => {
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone })) {
    const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, ...context } });
    await hands.ready(page);
    if (name === "phone") await page.locator("#game").tap();
    await unfold(page, "records");
    await paste(page, "1. a1-a2");
    await unfold(page, "kept");
    await page.getByRole("button", { name: "Keep this game" }).click();
    await page.getByLabel("Name", { exact: true }).fill("A very long name of a game that does not fit on a line of the panel at all");
    await page.keyboard.press("Enter");
    await page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem("fanorona.kept") ?? "[]");
      localStorage.setItem("fanorona.kept", JSON.stringify([...all, { name: "half" }]));
      dispatchEvent(new StorageEvent("storage"));
    });
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await page.locator("#records").scrollIntoViewIfNeeded();
    await screenshot(page, `records-${name}`);
    await page.locator("#kept .hint").last().scrollIntoViewIfNeeded();
    await screenshot(page, `kept-${name}`);
    await page.context().close();
  }
});
