// A game between two people on two devices, one link a turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { writeLink } from "../../www/app/link.js";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, screenshot, startServer } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2, viewport: { width: 360, height: 740 } };

/** Begins a game with a friend in the dialog. @param {Page} page @param {string} variant @param {string} color */
async function beginWithFriend(page, variant, color) {
  await page.locator("#new").click();
  await page.getByRole("radio", { name: "A friend, by link" }).check();
  await page.locator(`#new-form [name=color][value=${color}]`).check();
  await page.locator(`#new-form [name=variant][value=${variant}]`).check();
  assert.equal(await page.locator("#new-form [data-group=level]").isVisible(), false);
  await page.getByRole("button", { name: "Start game" }).click();
}

/** The link that the page offers to send. @param {Page} page */
async function linkOf(page) {
  await page.locator("#slot[data-slot=send]").click();
  const link = await page.locator("#send-link").inputValue();
  await page.keyboard.press("Escape");
  return link;
}

/** Goes to an address as a person does who taps on it. @param {Page} page @param {string} link */
async function follow(page, link) {
  await page.evaluate((address) => {
    location.href = address;
  }, link);
  await page.waitForFunction((address) => location.href === address, link);
  await hands.ready(page);
}

/** Makes the last turn anew, until it is another one. @param {Page} page @param {string} not the link of the turn before */
async function playAnother(page, not) {
  const choose = hands.dice(21);
  for (let i = 0; i < 20; i++) {
    await page.locator("#undo").click();
    await play(page, choose);
    const link = await linkOf(page);
    if (link !== not) return link;
  }
  return assert.fail("there is but one turn");
}

/** A turn, to its end. @param {Page} page @param {(n: number) => number} choose */
async function play(page, choose) {
  const before = await page.locator("#moves button:not(.later)").count();
  await hands.playAnyTurn(page, choose);
  await page.waitForFunction((n) => document.querySelectorAll("#moves button:not(.later)").length > n, before);
}

for (const [variant, mostTurns] of /** @type {[string, number][]} */ ([["dimy", 150], ["telo", 60], ["tsivy", 8], ["vela", 8]])) {
  test(`${variant}: a game between two profiles, one link a turn, reloads between`, { timeout: 240_000 }, async (t) => {
    const home = await openPage(t, { context: quiet });
    await hands.ready(home);
    await beginWithFriend(home, variant, "white");
    await hands.statusIs(home, /White begins/);
    const away = await openPage(t, { context: quiet });
    await hands.ready(away);
    const [choose, sides] = [hands.dice(11), [home, away]];
    let turns = 0;
    let over = false;
    while (turns < mostTurns && !over) {
      const [mover, other] = turns % 2 === 0 ? sides : [...sides].reverse();
      await play(mover, choose);
      turns++;
      over = (await mover.locator("#status[data-tone=end]").count()) > 0;
      if (!over) await hands.statusIs(mover, /Your friend's turn/);
      assert.equal(await mover.locator("[data-hint=movable]").count(), 0, "the friend's stones are not mine to move");
      const record = await hands.moves(mover);
      // The address stays as it was: the history has no entry for a turn.
      assert.ok(!mover.url().includes(`turns=${record.join("_")};`));
      await follow(other, await linkOf(mover));
      assert.deepEqual(await hands.moves(other), record);
      assert.deepEqual(await hands.stones(other), await hands.stones(mover));
      if (turns % 3 === 1) {
        for (const page of sides) {
          await page.reload();
          await hands.ready(page);
          assert.deepEqual(await hands.moves(page), record);
        }
      }
      if (!over) await hands.statusIs(other, hands.YOUR_TURN);
    }
    assert.equal(over, variant === "dimy" || variant === "telo", `${turns} turns`);
    if (!over) return;
    const said = await Promise.all(sides.map((page) => hands.status(page)));
    const [mine, theirs] = said.map((text) => /(You have won|Your friend has won|The game is a draw)\./.exec(text)?.[1]);
    const mirrored = { "You have won": "Your friend has won", "Your friend has won": "You have won", "The game is a draw": "The game is a draw" };
    assert.ok(mine && theirs === mirrored[/** @type {keyof typeof mirrored} */ (mine)], said.join(" | "));
  });
}

test("no word sticks out of its card in the dialog, whoever is played against, down to 320 pixels", async (t) => {
  for (const width of [1280, 360, 320]) {
    const page = await openPage(t, { context: { ...quiet, ...(width < 900 ? phone : {}), viewport: { width, height: 740 } } });
    await hands.ready(page);
    await page.locator("#new").click();
    for (const against of ["computer", "two", "friend"]) {
      await page.locator(`#new-form [name=against][value=${against}]`).check();
      const out = await page.locator(".choice:visible").evaluateAll((all) => all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).map((one) => one.textContent));
      assert.deepEqual(out, [], `${width}: ${against}`);
    }
  }
});

test("who plays Black sends the empty game, and the friend begins", async (t) => {
  const home = await openPage(t, { context: quiet });
  await hands.ready(home);
  await beginWithFriend(home, "tsivy", "black");
  await hands.statusIs(home, /Your friend begins/);
  const away = await openPage(t, { context: quiet, url: await linkOf(home) });
  await hands.ready(away);
  await hands.statusIs(away, hands.YOUR_TURN);
  await hands.click(away, "f2");
  await hands.click(away, "e3");
  await follow(home, await linkOf(away));
  assert.deepEqual(await hands.moves(home), ["f2-e3A"]);
  await hands.statusIs(home, hands.YOUR_TURN);
});

/** Two turns of a game, and the links they were sent with. @param {import("node:test").TestContext} t */
async function twoTurns(t) {
  const home = await openPage(t, { context: quiet });
  await hands.ready(home);
  await beginWithFriend(home, "tsivy", "white");
  await hands.click(home, "f2");
  await hands.click(home, "e3");
  const first = await linkOf(home);
  const away = await openPage(t, { context: quiet, url: first });
  await hands.ready(away);
  await play(away, hands.dice(3));
  const second = await linkOf(away);
  await follow(home, second);
  return { home, away, first, second };
}

test("an older link asks, and either answer keeps what is wanted", async (t) => {
  const { home, away, first } = await twoTurns(t);
  const record = await hands.moves(home);
  await play(home, hands.dice(4));
  await follow(away, await linkOf(home));
  // The way back leads to an older link.
  await away.goBack();
  await away.locator("#question-dialog[open]").waitFor();
  assert.match((await away.locator("#question-text").textContent()) ?? "", /This link has one turn\..* has 3\./);
  const keep = away.getByRole("button", { name: "Keep the one here" });
  assert.equal(await keep.evaluate((button) => document.activeElement === button), true, "Enter keeps what is here");
  await keep.click();
  assert.equal((await hands.moves(away)).length, 3);
  // It is not asked again.
  await away.reload();
  await hands.ready(away);
  assert.equal(await away.locator("#question-dialog[open]").count(), 0);
  assert.equal((await hands.moves(away)).length, 3);
  await follow(home, first);
  await home.getByRole("button", { name: "Take the link's" }).click();
  assert.deepEqual(await hands.moves(home), record.slice(0, 1));
  // And what stood here can come back.
  await home.locator("#notice-act").click();
  assert.equal((await hands.moves(home)).length, 3);
});

test("a link opens in a new window: the game goes on in both, and nothing old is saved over it", async (t) => {
  const { home, away } = await twoTurns(t);
  await play(home, hands.dice(4));
  const third = await linkOf(home);
  const tab = await away.context().newPage();
  await tab.goto(third);
  await hands.ready(tab);
  assert.equal((await hands.moves(tab)).length, 3);
  await away.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
  await play(tab, hands.dice(5));
  await away.waitForFunction(() => document.querySelectorAll("#moves button").length === 4);
  await away.locator("#flip").click();
  await tab.reload();
  await hands.ready(tab);
  assert.equal((await hands.moves(tab)).length, 4);
});

test("a link that goes another way asks; the own turn without an answer can be taken back first", async (t) => {
  const { home, away, second } = await twoTurns(t);
  await away.locator("#undo").click();
  await hands.statusIs(away, hands.YOUR_TURN);
  await away.locator("#slot[data-slot=redo]").click();
  const fork = await playAnother(away, second);
  assert.equal((await hands.moves(away)).length, 2);
  await follow(home, fork);
  assert.match((await home.locator("#question-text").textContent()) ?? "", /From turn 2 on, this link/);
  await home.keyboard.press("Escape");
  assert.ok(second.includes(`turns=${(await hands.moves(home)).join("_")};`));
  // An answered turn stays made, and looking back is not playing.
  assert.equal(await home.locator("#undo").isDisabled(), true);
  await home.locator("[data-go=first]").click();
  await hands.statusIs(home, /You are looking at turn 0 of 2\. Go forward again/);
  assert.equal(await home.locator("[data-hint=movable]").count(), 0);
});

test("a link cut short, out of date, illegal or absurd is refused with the reason, and the game stays", async (t) => {
  const { home, second } = await twoTurns(t);
  const record = await hands.moves(home);
  const base = second.replace(/#.*/, "");
  /** @type {import("../../www/app/link.js").LinkedGame} */
  const game = { id: "abcd1234", setup: { variant: "tsivy", rules: "standard" }, you: "white", moves: ["f2-e3A", "a5-a4"], resigned: null, draw: null };
  for (const [link, words] of /** @type {[string, RegExp][]} */ ([
    [second.slice(0, -12), /not whole/],
    [`${base}#v7;id=x`, /newer version/],
    [base + writeLink(game), /breaks the rules.*turn 2.*\(R3\.1\)/],
    [base + writeLink({ ...game, setup: { variant: "chess", rules: "standard" } }), /breaks the rules/],
    [base + writeLink({ ...game, setup: { variant: "tsivy", rules: "mine" } }), /breaks the rules/],
    [base + writeLink({ ...game, moves: ["f2-e3A", "b1"] }), /no link to a game/],
  ])) {
    await follow(home, link);
    await home.waitForFunction(() => document.querySelector("#notice-text")?.textContent !== "");
    assert.match((await home.locator("#notice-text").textContent()) ?? "", words, link);
    assert.deepEqual(await hands.moves(home), record, link);
  }
  const fresh = await openPage(t, { url: second.slice(0, -12), context: quiet });
  await hands.ready(fresh);
  assert.match((await fresh.locator("#notice-text").textContent()) ?? "", /not whole/);
  assert.equal((await hands.moves(fresh)).length, 0);
  await hands.statusIs(fresh, /White begins/);
});

test("another game gives way with a way back; a resignation is sent like a turn", async (t) => {
  const { away, home, second } = await twoTurns(t);
  const third = await openPage(t, { context: quiet, hash: "#variant=dimy&play=two" });
  await hands.ready(third);
  await play(third, hands.dice(1));
  await follow(third, second);
  assert.equal((await hands.moves(third)).length, 2);
  await third.locator("#notice-act").click();
  assert.equal((await hands.moves(third)).length, 1);

  await home.locator("#resign").click();
  await home.locator("#resign-yes").click();
  await hands.statusIs(home, /Your friend has won/);
  await follow(away, await linkOf(home));
  await hands.statusIs(away, /You have won.*resigned/);
});

test("sending: the clipboard, the device's own dialog, and a marked text where neither is", async (t) => {
  const context = { ...quiet, permissions: ["clipboard-read", "clipboard-write"] };
  const page = await openPage(t, { context });
  await hands.ready(page);
  await beginWithFriend(page, "telo", "black");
  await page.locator("#slot").click();
  const link = await page.locator("#send-link").inputValue();
  assert.equal(await page.locator("#send-share").isVisible(), false, "no Web Share here");
  await page.locator("#send-copy").click();
  await page.locator("#send-done", { hasText: "Copied." }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);

  const shared = await openPage(t, { context: { ...quiet, ...phone }, before: (p) => p.addInitScript(() => {
    Object.defineProperty(navigator, "share", { value: (/** @type {unknown} */ data) => {
      /** @type {any} */ (globalThis).sharedData = data;
      return Promise.resolve();
    } });
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  }) });
  await hands.ready(shared);
  await beginWithFriend(shared, "tsivy", "black");
  await screenshot(shared, "friend-phone");
  await shared.locator("#slot").click();
  await shared.locator("#send-share").click();
  const sent = await shared.locator("#send-link").inputValue();
  assert.equal((await shared.evaluate(() => /** @type {any} */ (globalThis).sharedData)).url, sent);
  await shared.locator("#send-copy").click();
  await shared.locator("#send-done", { hasText: "copy it by hand" }).waitFor();
  const marked = await shared.evaluate(() => {
    const field = /** @type {HTMLInputElement} */ (document.querySelector("#send-link"));
    return document.activeElement === field && field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  });
  assert.equal(marked, sent);
  await screenshot(shared, "send-phone");
});

test("file: the text is sent instead of an address, and pasted on the other side", async (t) => {
  const home = await openPage(t, { at: "file", context: quiet });
  await hands.ready(home);
  await beginWithFriend(home, "tsivy", "black");
  await home.locator("#slot").click();
  const text = await home.locator("#send-link").inputValue();
  assert.match(text, /^#v1;/);
  const away = await openPage(t, { at: "file", context: quiet });
  await hands.ready(away);
  await away.locator("#by-link summary").click();
  await away.locator("#link-text").fill("hello");
  await away.locator("#link-form button").click();
  await away.locator("#link-fault", { hasText: "no link to a game" }).waitFor();
  await away.locator("#link-text").fill(`Here it is: ${text}`);
  await away.keyboard.press("Enter");
  await hands.statusIs(away, hands.YOUR_TURN);
  assert.equal(await away.locator("#link-fault").isVisible(), false);
});

test("the dialogs under a strict policy, light and dark: nothing that axe can find", async (t) => {
  const server = await startServer({ prefix: "/games/", headers: { "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" } });
  t.after(server.close);
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    const page = await openPage(t, { url: server.url, context: { ...quiet, colorScheme: scheme } });
    await hands.ready(page);
    await beginWithFriend(page, "tsivy", "white");
    await play(page, hands.dice(2));
    const link = await linkOf(page);
    await page.locator("#slot").click();
    await screenshot(page, `send-${scheme}`);
    assert.deepEqual(await accessibilityFaults(page), [], scheme);
    await page.keyboard.press("Escape");
    await page.locator("#by-link summary").click();
    await playAnother(page, link);
    await follow(page, link);
    await page.locator("#question-dialog[open]").waitFor();
    await screenshot(page, `question-${scheme}`);
    assert.deepEqual(await accessibilityFaults(page), [], scheme);
  }
});
