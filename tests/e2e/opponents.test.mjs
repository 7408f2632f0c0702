// Who plays: two computers, other sides and levels in the middle of a game, a draw by agreement, taking back a resignation.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot } from "./helpers.mjs";

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

/** White is far ahead and cannot take at once: nine against one. */
const WHITE_AHEAD = "WWW6/WWW6/WWW6/9/8B W";
/** Two stones each, in the middle of nothing. */
const LEVEL_GAME = "W7W/9/9/9/B7B W";

/** @param {import("playwright-core").Page} page @param {number} turns */
async function turnsPlayed(page, turns) {
  await page.waitForFunction((n) => document.querySelectorAll("#moves button:not(.later)").length >= n, turns, { timeout: 30_000 });
}

/** Says that the page is covered, or shown again. @param {import("playwright-core").Page} page @param {boolean} hidden */
async function cover(page, hidden) {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

for (const at of places) {
  test(`${at}: two computers, each with its level: they play, pause, go on, go back, and stop where nobody looks`, async (t) => {
    const page = await openPage(t, { at, context: quiet });
    await hands.ready(page);
    await page.locator("#new").click();
    await page.getByRole("radio", { name: "Two computers, to watch" }).check();
    assert.equal(await page.locator("#new-form [data-group=level]").isVisible(), false);
    await page.getByLabel("White's level").selectOption("2");
    await page.getByLabel("Black's level").selectOption("4");
    await page.getByRole("button", { name: "Start game" }).click();
    assert.match((await page.locator("#player-second").textContent()) ?? "", /Computer.*Gecko/);
    assert.match((await page.locator("#player-first").textContent()) ?? "", /Computer.*Hoopoe/);
    assert.equal(await page.locator("#resign").isDisabled(), true);
    await page.getByLabel("Pause between turns").selectOption("fast");
    await turnsPlayed(page, 4);
    await page.locator("#slot[data-slot=pause]").click();
    await hands.statusIs(page, /to move\. Two computers play/);
    const record = await hands.moves(page);
    await page.waitForTimeout(900);
    assert.deepEqual(await hands.moves(page), record, "paused");
    // One turn back, and on from there.
    await page.locator("#undo").click();
    await hands.statusIs(page, new RegExp(`turn ${record.length - 1} of ${record.length}`));
    await page.locator("#slot[data-slot=go]").click();
    await turnsPlayed(page, record.length + 1);
    await cover(page, true);
    const seen = await hands.moves(page);
    await page.waitForTimeout(900);
    assert.deepEqual(await hands.moves(page), seen, "covered");
    await cover(page, false);
    await turnsPlayed(page, seen.length + 2);
    // A reload waits for somebody to press Go.
    await page.reload();
    await hands.ready(page);
    await page.locator("#slot[data-slot=go]").waitFor();
    assert.match((await page.locator("#player-first").textContent()) ?? "", /Hoopoe/);
    assert.equal(await page.locator("#set-pace").inputValue(), "fast");
  });
}

test("two computers play to the end, and nobody is told to have won", async (t) => {
  const page = await openPage(t, { hash: "#variant=telo&play=watch&level=1", context: quiet });
  await page.locator("#slot[data-slot=pause]").waitFor();
  await page.locator("#set-pace").selectOption("fast");
  await page.locator("#status[data-tone=end]").waitFor({ timeout: 60_000 });
  assert.match(await hands.status(page), /White has won|Black has won|draw/);
});

test("sides and levels change in the middle of a game, and the position stays", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&play=white&level=1", context: quiet });
  await hands.ready(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await hands.statusIs(page, hands.YOUR_TURN);
  const record = await hands.moves(page);
  await page.getByRole("button", { name: "Change players" }).click();
  const dialog = page.locator("#players-dialog");
  assert.deepEqual(await dialog.locator("select").evaluateAll((all) => all.map((one) => /** @type {HTMLSelectElement} */ (one).value)), ["person", "1"]);
  // The other way round: the computer takes over White and answers at once.
  await dialog.getByLabel("White").selectOption({ label: "Computer, 3 Chameleon" });
  await dialog.getByLabel("Black").selectOption({ label: "A person" });
  await dialog.getByRole("button", { name: "Change" }).click();
  await turnsPlayed(page, record.length + 1);
  await hands.statusIs(page, hands.YOUR_TURN);
  assert.deepEqual((await hands.moves(page)).slice(0, record.length), record);
  assert.match((await page.locator("#player-second").textContent()) ?? "", /Chameleon/);
  // While it thinks: another level, and it is still its turn.
  await page.getByRole("button", { name: "Change players" }).click();
  await dialog.getByLabel("White").selectOption("8");
  await dialog.getByRole("button", { name: "Change" }).click();
  await page.reload();
  await hands.ready(page);
  assert.match((await page.locator("#player-second").textContent()) ?? "", /Fossa/);
});

test("undo while the computer thinks takes the person's turn back, and nothing comes of the thought", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&rules=icga&play=white&level=8", context: quiet });
  await hands.ready(page);
  const before = await hands.stones(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await hands.statusIs(page, /thinking/);
  await page.locator("#undo").click();
  await hands.statusIs(page, hands.YOUR_TURN);
  assert.deepEqual(await hands.stones(page), before);
  await page.waitForTimeout(1500);
  assert.deepEqual(await hands.stones(page), before);
  // And after the answer both turns go back.
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await turnsPlayed(page, 2);
  await hands.statusIs(page, hands.YOUR_TURN);
  await page.locator("#undo").click();
  assert.deepEqual(await hands.stones(page), before);
});

test("a resignation before the first turn is taken back by undo", async (t) => {
  const page = await openPage(t, { context: quiet });
  await hands.ready(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#resign-yes").click();
  await hands.statusIs(page, /White resigned/);
  await page.locator("#undo").click();
  await hands.statusIs(page, /White begins|must capture/);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await turnsPlayed(page, 1);
});

test("the computer takes a draw where it stands badly, and says no where it stands well", async (t) => {
  const page = await openPage(t, { hash: hands.position(WHITE_AHEAD, "&play=white&level=5"), context: quiet });
  await hands.ready(page);
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await hands.statusIs(page, /The game is a draw.*Both sides agreed/);
  await page.reload();
  await hands.statusIs(page, /Both sides agreed/);
  await page.locator("#undo").click();
  await hands.statusIs(page, /White begins/);

  const other = await openPage(t, { hash: hands.position(WHITE_AHEAD.replace(" W", " B"), "&play=black&level=5"), context: quiet });
  await hands.ready(other);
  await other.getByRole("button", { name: "Offer a draw" }).click();
  await other.locator("#notice-text", { hasText: "Lemur (White) does not want a draw now" }).waitFor();
  assert.equal(await other.locator("#draw").isDisabled(), true, "one offer a turn");
  await hands.statusIs(other, hands.YOUR_TURN);
});

test("a person who plays on while the computer considers the draw has played on", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&rules=icga&play=white&level=8", context: quiet });
  await hands.ready(page);
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await hands.statusIs(page, /thinking/);
  await turnsPlayed(page, 2);
  assert.equal(await page.locator("#status[data-tone=end]").count(), 0);
});

test("two people: the other side accepts or plays on", async (t) => {
  const page = await openPage(t, { hash: hands.position(LEVEL_GAME), context: quiet });
  await hands.ready(page);
  await page.getByRole("button", { name: "Offer a draw" }).click();
  assert.match((await page.locator("#question-text").textContent()) ?? "", /White offers a draw\. Does Black accept/);
  await page.keyboard.press("Escape");
  await hands.statusIs(page, /White begins/);
  assert.equal(await page.locator("#draw").textContent(), "Draw declined");
  await hands.playAnyTurn(page, hands.dice(1));
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.getByRole("button", { name: "Accept the draw" }).click();
  await hands.statusIs(page, /The game is a draw.*Both sides agreed/);
});

test("by link: the offer goes with the turn, is taken or passed by, and the agreement goes back", async (t) => {
  const linkOf = async (/** @type {import("playwright-core").Page} */ page) => {
    await page.locator("#slot[data-slot=send]").click();
    const link = await page.locator("#send-link").inputValue();
    await page.keyboard.press("Escape");
    return link;
  };
  const home = await openPage(t, { context: quiet });
  await hands.ready(home);
  await home.locator("#new").click();
  await home.getByRole("radio", { name: "A friend, by link" }).check();
  await home.getByRole("button", { name: "Start game" }).click();
  assert.equal(await home.locator("#players").isDisabled(), true);
  assert.equal(await home.locator("#draw").isDisabled(), true);
  await hands.click(home, "f2");
  await hands.click(home, "e3");
  await home.getByRole("button", { name: "Offer a draw" }).click();
  const link = await linkOf(home);
  assert.match(link, /;draw=offer;/);
  const away = await openPage(t, { context: quiet, url: link });
  await hands.ready(away);
  await away.locator("#notice-text", { hasText: "Your friend offers a draw" }).waitFor();
  await away.locator("#notice-close").click();
  // It still stands after a reload, in the panel.
  await away.reload();
  await hands.ready(away);
  await away.locator("#tab-game").getByRole("button", { name: "Accept the draw" }).click();
  await hands.statusIs(away, /Both sides agreed/);
  assert.equal(await away.locator("#undo").isDisabled(), true, "an agreement is the friend's, too");
  const answer = await linkOf(away);
  assert.match(answer, /;draw=agreed;/);
  await home.evaluate((address) => { location.href = address; }, answer);
  await hands.statusIs(home, /The game is a draw.*Both sides agreed/);

  // Who plays on has passed it by.
  const third = await openPage(t, { context: quiet, url: link });
  await hands.ready(third);
  await third.locator("#notice-close").click();
  await hands.playAnyTurn(third, hands.dice(3));
  await hands.statusIs(third, /Your friend's turn/);
  assert.ok(!(await linkOf(third)).includes("draw="));
});

test("the dialogs and the panel, wide, on phones and dark: nothing cut off, nothing that axe can find", async (t) => {
  for (const [name, context] of Object.entries({ wide: {}, phone, narrow: { ...phone, viewport: { width: 320, height: 640 } }, dark: { ...phone, colorScheme: /** @type {const} */ ("dark") } })) {
    const page = await openPage(t, { hash: "#variant=tsivy&play=watch&level=2", context: { ...quiet, ...context } });
    await page.locator("#slot[data-slot=pause]").click();
    await screenshot(page, `watch-${name}`);
    if (name !== "wide") await page.locator("#game").click();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await wide(), 0, name);
    await screenshot(page, `watch-panel-${name}`);
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await page.getByRole("button", { name: "Change players" }).click();
    await screenshot(page, `players-${name}`);
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await page.keyboard.press("Escape");
    if (name !== "wide") await page.locator("#panel-close").click();
    await page.locator("#new").click();
    await page.locator("#new-form [name=against][value=watch]").check();
    await screenshot(page, `new-watch-${name}`);
    const out = await page.locator("#new-form .choice:visible, #new-form select:visible").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).map((one) => one.textContent));
    assert.deepEqual(out, [], name);
    assert.deepEqual(await accessibilityFaults(page), [], name);
  }
});
