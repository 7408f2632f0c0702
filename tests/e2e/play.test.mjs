// Games, turn by turn, as a person plays them.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { openPage, places } from "./helpers.mjs";

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };

for (const at of places) {
  test(`${at}: a whole game against the computer, to its result`, { timeout: 180_000 }, async (t) => {
    const page = await openPage(t, { at, hash: "#variant=dimy&play=white&level=1", context: quiet });
    await hands.ready(page);
    assert.match(await hands.status(page), /White begins\. Choose a ringed stone/);
    const choose = hands.dice(7);
    for (let turn = 0; turn < 150; turn++) {
      await page.waitForFunction(() => !document.querySelector("#status[data-tone=wait]"), undefined, { timeout: 30_000 });
      if (await page.locator("#status[data-tone=end]").count()) break;
      const before = (await hands.moves(page)).length;
      await hands.playAnyTurn(page, choose);
      await page.waitForFunction((n) => document.querySelectorAll("#moves button").length > n, before);
    }
    assert.equal(await page.locator("#status[data-tone=end]").count(), 1);
    assert.match(await hands.status(page), /(You have won|The computer has won|draw)\..*\(Rule R6\.\d[a-z]?\)/);
    assert.equal(await page.locator("#new.primary").count(), 1);
    assert.equal(await page.locator("button.primary:visible").count(), 1);
    assert.equal(await page.locator("#resign").isDisabled(), true);
  });
}

test("a capture both ways by mouse, drag, touch and keys gives the same record", async (t) => {
  /** @type {{[way: string]: string[]}} */
  const records = {};
  const mouse = await openPage(t, { hash: "#rules=standard&play=two" });
  await hands.ready(mouse);
  await hands.click(mouse, "d3");
  assert.match(await hands.label(mouse, "e3"), /approach takes 1, withdrawal takes 1/);
  await hands.click(mouse, "e3");
  assert.deepEqual(await hands.moves(mouse), [], "both kinds possible: nothing is played unasked");
  await hands.statusIs(mouse, /Approach or withdrawal\?/);
  await hands.click(mouse, "c3"); // a stone of the group
  records.mouse = await hands.moves(mouse);

  const dragged = await openPage(t, { hash: "#rules=standard&play=two" });
  await hands.ready(dragged);
  await hands.drag(dragged, "d3", "e3");
  await dragged.getByRole("button", { name: "Withdrawal, takes 1" }).click();
  records.drag = await hands.moves(dragged);

  const touch = await openPage(t, { hash: "#rules=standard&play=two", context: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } } });
  await hands.ready(touch);
  await hands.tap(touch, "d3");
  await hands.tap(touch, "e3");
  const chip = touch.locator(".fan-chip-withdrawal");
  const box = await chip.boundingBox();
  assert.ok(box && box.width >= 44 && box.height >= 44);
  await chip.tap();
  await touch.locator("#game").tap();
  records.touch = await hands.moves(touch);

  const keys = await openPage(t, { hash: "#rules=standard&play=two" });
  await hands.ready(keys);
  await hands.tabToBoard(keys);
  await hands.walk(keys, "d3");
  await keys.keyboard.press("Enter");
  await keys.keyboard.press("6");
  await keys.keyboard.press("w");
  records.keys = await hands.moves(keys);

  for (const [way, record] of Object.entries(records)) assert.deepEqual(record, ["d3-e3W"], way);
});

test("the whole of a chain: stop, a step back, the turn back, by chips, keys and buttons", async (t) => {
  const page = await openPage(t, { hash: hands.position(hands.HOSTILE), context: quiet });
  await hands.ready(page);
  const start = await hands.stones(page);
  await hands.click(page, "c2");
  await hands.click(page, "b2");
  await page.keyboard.press("w");
  await hands.statusIs(page, /Go on capturing with b2, or stop\./);
  const one = await hands.stones(page);
  assert.equal(one.length, start.length - 2);
  assert.match(await hands.label(page, "c2"), /already visited/);
  assert.equal(await page.locator("#slot.primary").textContent(), "Stop here");

  // A tap elsewhere does nothing, nor does one on the stone.
  for (const square of ["i5", "e3", "b2", "b5"]) await hands.click(page, square);
  await hands.statusIs(page, /Go on capturing with b2, or stop\./);
  assert.deepEqual(await hands.stones(page), one);

  // A step on, and back.
  const next = await page.locator('[data-hint="target"]').first().getAttribute("data-square");
  await hands.click(page, /** @type {string} */ (next));
  if (await page.locator(".fan-chip-approach").count()) await page.keyboard.press("a");
  await hands.statusIs(page, new RegExp(`Go on capturing with ${next}`));
  await page.keyboard.press("Backspace");
  await hands.statusIs(page, /Go on capturing with b2/);
  assert.deepEqual(await hands.stones(page), one);
  await page.keyboard.press("Escape");
  assert.deepEqual(await hands.stones(page), start);
  await hands.statusIs(page, /Where should c2 go\?/); // the stone is still chosen

  await page.keyboard.press("4");
  await page.keyboard.press("w");
  await hands.statusIs(page, /b2, or stop/);
  await page.keyboard.press("Shift+Escape");
  assert.deepEqual(await hands.stones(page), start);
  assert.deepEqual(await hands.moves(page), []);

  // The three ways to stop.
  for (const stop of [() => page.keyboard.press("s"), () => page.keyboard.press("Enter"), () => page.locator(".fan-chip-stop").click(), () => page.locator("#slot").click()]) {
    await hands.click(page, "c2");
    await hands.click(page, "b2");
    await page.keyboard.press("w");
    await hands.statusIs(page, /or stop/);
    await stop();
    assert.deepEqual(await hands.moves(page), ["c2-b2W"]);
    await hands.statusIs(page, /Black must capture/);
    await page.locator("#undo").click();
    assert.deepEqual(await hands.stones(page), start);
  }
});

test("two people: undo and redo of whole turns, and after another turn the main line is the new one", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  const start = await hands.stones(page);
  assert.equal(await page.locator("#undo").isDisabled(), true);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  const choose = hands.dice(3);
  await hands.playAnyTurn(page, choose);
  await hands.playAnyTurn(page, choose);
  const three = await hands.moves(page);
  const end = await hands.stones(page);
  assert.equal(three.length, 3);
  for (let i = 0; i < 3; i++) await page.locator("#undo").click();
  assert.deepEqual(await hands.stones(page), start);
  for (let i = 0; i < 3; i++) await page.locator("#slot").click();
  assert.deepEqual(await hands.stones(page), end);
  assert.deepEqual(await hands.moves(page), three);
  // The list leads anywhere.
  await page.locator("#moves button").first().click();
  await hands.statusIs(page, /Turn 1 of 3/);
  await page.getByRole("button", { name: "To the start" }).click();
  assert.deepEqual(await hands.stones(page), start);
  await hands.click(page, "d3");
  await hands.click(page, "e3");
  await page.keyboard.press("a");
  assert.deepEqual(await hands.moves(page), ["d3-e3A"]);
});

test("against the computer undo takes back both turns, also while it thinks", async (t) => {
  const page = await openPage(t, { hash: "#rules=icga&play=white&level=8" });
  await hands.ready(page);
  const start = await hands.stones(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await hands.statusIs(page, /computer is thinking/);
  await page.locator("#undo").click();
  assert.deepEqual(await hands.stones(page), start);
  await hands.statusIs(page, /Turn 0 of 1/);
  await page.waitForTimeout(700); // a late answer would come now
  assert.deepEqual(await hands.stones(page), start);
  await page.locator("#slot").click();
  await hands.statusIs(page, /computer is thinking/);
  await page.getByRole("button", { name: "Move now" }).click();
  await hands.statusIs(page, hands.YOUR_TURN);
  assert.equal((await hands.moves(page)).length, 2);
  await page.locator("#undo").click();
  assert.deepEqual(await hands.stones(page), start);
});

test("the person may play Black, and the board shows Black's side below", async (t) => {
  const page = await openPage(t, { hash: "#variant=dimy&play=black&level=1", context: quiet });
  await hands.ready(page);
  await hands.statusIs(page, hands.YOUR_TURN);
  assert.equal((await hands.moves(page)).length, 1);
  assert.ok((await hands.middle(page, "a5")).y > (await hands.middle(page, "a1")).y);
  assert.match((await page.locator("#player-second").textContent()) ?? "", /You/);
  assert.equal(await page.locator("#undo").isDisabled(), true);
});

test("the only turn there is: one tap shows it, Play plays it", async (t) => {
  const page = await openPage(t, { hash: hands.position("9/9/9/8B/W1B6 W"), context: quiet });
  await hands.ready(page);
  await hands.statusIs(page, /only one turn/);
  await hands.click(page, "a1");
  await hands.statusIs(page, /only turn: a1-b1A/);
  await page.locator(".fan-chip-play").click();
  assert.deepEqual(await hands.moves(page), ["a1-b1A"]);
});

test("a stone that may not move says why", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  await hands.click(page, "c2");
  await hands.statusIs(page, /cannot move|must|free point/);
  await hands.click(page, "e5");
  await hands.statusIs(page, /not yours: White is to move/);
  await hands.click(page, "f2");
  await hands.click(page, "g2");
  await hands.statusIs(page, /That stone cannot move/);
  await hands.click(page, "h4");
  await hands.statusIs(page, /No line leads there|stands there/);
});

test("results name their reason and rule", async (t) => {
  const page = await openPage(t, { hash: hands.position("9/9/WW7/W8/BWW6 W"), context: quiet });
  await hands.ready(page);
  await hands.click(page, "b3");
  await hands.click(page, "b2");
  await hands.statusIs(page, /White has won\. Black has stones but none can move, and that loses\. \(Rule R6\.2\)/);
  await page.locator("#undo").click();
  await hands.statusIs(page, /White to move|must capture/);

  const last = await openPage(t, { hash: hands.position("9/9/9/9/W1B6 W"), context: quiet });
  await hands.ready(last);
  await hands.click(last, "a1");
  await hands.click(last, "b1");
  await hands.statusIs(last, /White has won\. Black's last stone is taken\. \(Rule R6\.1\)/);
});

test("resigning asks first, and can be undone like a turn", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=white&level=1", context: quiet });
  await hands.ready(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  await hands.statusIs(page, /White begins/);
  await page.getByRole("button", { name: "Resign" }).click();
  assert.match((await page.locator("#resign-text").textContent()) ?? "", /Black wins/);
  await page.locator("#resign-yes").click();
  await hands.statusIs(page, /The computer has won\. White resigned\. \(Rule R6\.3c?\)/);
  assert.equal(await page.locator('[data-hint="stone"]').count(), 0);
});

test("a position with 17,417 turns is played step by step without delay", async (t) => {
  const page = await openPage(t, { hash: hands.position(hands.HOSTILE), context: quiet });
  await hands.ready(page);
  const began = Date.now();
  await hands.playAnyTurn(page, hands.dice(11));
  assert.ok(Date.now() - began < 5000);
  assert.equal((await hands.moves(page)).length, 1);
});
