// The page around the game: saving, crashes, addresses, screens, themes, and access for all.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, places, screenshot, startServer } from "./helpers.mjs";

const quiet = { reducedMotion: /** @type {const} */ ("reduce") };
const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 3, viewport: { width: 360, height: 740 } };

for (const at of places) {
  test(`${at}: a reload goes on with the game, an open chain and what was undone included`, async (t) => {
    const page = await openPage(t, { at, hash: hands.position(hands.HOSTILE), context: quiet });
    await hands.ready(page);
    await hands.click(page, "c2");
    await hands.click(page, "b2");
    await page.keyboard.press("w");
    await hands.statusIs(page, /b2, or stop/);
    const chain = await hands.stones(page);
    await page.reload();
    await hands.ready(page);
    await hands.statusIs(page, /b2, or stop/);
    assert.deepEqual(await hands.stones(page), chain);
    await page.locator("#slot").click();
    const choose = hands.dice(5);
    await hands.playAnyTurn(page, choose);
    const record = await hands.moves(page);
    assert.equal(record.length, 2);
    await page.locator("#undo").click();
    const undone = await hands.stones(page);
    await page.reload();
    await hands.ready(page);
    assert.deepEqual(await hands.stones(page), undone);
    assert.deepEqual(await hands.moves(page), record);
    await page.locator("#slot").click();
    assert.equal(await page.locator("#moves [aria-current]").textContent(), record[1]);
  });

  test(`${at}: an engine that dies is started again, the person told, the game as it was`, async (t) => {
    const page = await openPage(t, { at, hash: "#rules=icga&play=white&level=8", context: quiet, allowErrors: /deliberate/ });
    await hands.ready(page);
    // It is there before the first search: it works out endings.
    const worker = page.workers()[0] ?? page.waitForEvent("worker");
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    const engine = await worker;
    await hands.statusIs(page, hands.YOUR_TURN);
    const one = await hands.moves(page);
    // It dies in the middle of the next search.
    await engine.evaluate(() => {
      const post = self.postMessage;
      self.postMessage = (/** @type {any} */ message) => {
        post(message);
        if (message.type !== "progress") return;
        self.postMessage = post;
        setTimeout(() => {
          throw new Error("deliberate");
        });
      };
    });
    await hands.playAnyTurn(page, hands.dice(1));
    await page.getByText("The engine stopped working and was started again.").waitFor();
    await hands.statusIs(page, hands.YOUR_TURN);
    const record = await hands.moves(page);
    assert.equal(record.length, 4);
    assert.deepEqual(record.slice(0, 2), one);
  });
}

test("a resigned game is still resigned after a reload", async (t) => {
  const page = await openPage(t, { context: quiet });
  await hands.ready(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#resign-yes").click();
  await hands.statusIs(page, /White resigned/);
  await page.reload();
  await hands.statusIs(page, /White resigned/);
});

test("a resignation with turns taken back is kept over a reload, the turns too", async (t) => {
  const page = await openPage(t, { hash: "#variant=tsivy&play=two", context: quiet });
  await hands.ready(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await hands.statusIs(page, /Black must capture/);
  await page.locator("#undo").click();
  await hands.statusIs(page, /Turn 0 of 1/);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#resign-yes").click();
  await hands.statusIs(page, /White resigned/);
  await page.reload();
  await hands.statusIs(page, /White resigned/);
  assert.deepEqual(await hands.moves(page), ["f2-e3A"]);
});

test("a saved game that cannot be read: the person is told, and the address still counts", async (t) => {
  for (const [saved, hash, cells] of [
    ["{broken", "", 45],
    [JSON.stringify({ game: { setup: { variant: "telo", rules: "standard" }, moves: ["a1-a9"], ply: 1, open: [], resigned: null }, source: "#variant=dimy" }), "#variant=dimy", 25],
  ]) {
    const page = await openPage(t, { hash: String(hash), context: quiet, before: (p) => p.addInitScript((text) => localStorage.setItem("fanorona.game", String(text)), saved) });
    await page.getByText("The saved game could not be read").waitFor();
    await hands.ready(page);
    assert.equal(await page.locator("[role=gridcell]").count(), cells);
  }
});

test("a new game is chosen in the dialog, and the last game can come back", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: quiet });
  await hands.ready(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: /Computer/ }).check();
  await page.getByRole("radio", { name: "Black", exact: true }).check();
  await page.getByRole("radio", { name: /Fanoron-Dimy/ }).check();
  await page.getByRole("radio", { name: /Club/ }).check();
  await page.getByRole("checkbox", { name: /One capture in the first move/ }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await hands.statusIs(page, hands.YOUR_TURN);
  assert.equal(await page.locator("[role=gridcell]").count(), 25);
  assert.equal(await page.locator("#game-title").textContent(), "Fanoron-Dimy");
  const rules = (await page.locator("#in-force-list").textContent()) ?? "";
  assert.match(rules, /third time: a draw/);
  assert.match(rules, /no limit on turns without a capture/);
  assert.match(rules, /first move may take only one/);
  assert.equal(new URL(page.url()).hash, "");
  await page.getByRole("button", { name: "Back to the last game" }).click();
  assert.deepEqual(await hands.moves(page), ["f2-e3A"]);
  assert.equal(await page.locator("[role=gridcell]").count(), 45);
});

test("eight levels in the dialog, on a phone too: names, hints, no word cut off, and the one that is chosen plays", async (t) => {
  for (const [name, context] of Object.entries({ wide: {}, phone, dark: { ...phone, colorScheme: /** @type {const} */ ("dark") } })) {
    const page = await openPage(t, { hash: "#variant=dimy&play=white&level=8", context: { ...quiet, ...context } });
    await hands.ready(page);
    await page.locator("#new").click();
    const choices = page.locator("[data-group=level] .choice");
    const seen = await choices.evaluateAll((all) => all.map((one) => {
      const title = /** @type {HTMLElement} */ (one.querySelector("b"));
      const { height } = title.getBoundingClientRect();
      return {
        name: title.textContent,
        hint: one.querySelector("small")?.textContent,
        fits: one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight,
        lines: Math.round(height / parseFloat(getComputedStyle(title).lineHeight)),
      };
    }));
    assert.deepEqual(seen.map((one) => one.name), ["1 Tenrec", "2 Gecko", "3 Chameleon", "4 Hoopoe", "5 Lemur", "6 Sifaka", "7 Indri", "8 Fossa"]);
    for (const one of seen) assert.ok(one.hint && one.fits && one.lines === 1, `${name}: ${JSON.stringify(one)}`);
    assert.ok(await page.getByRole("radio", { name: /8 Fossa/ }).isChecked());
    await screenshot(page, `levels-${name}`);
    await page.getByRole("radio", { name: /5 Lemur/ }).check();
    await page.getByRole("button", { name: "Start game" }).click();
    await hands.statusIs(page, /White begins/);
    assert.equal(await page.locator(".player .about", { hasText: "Lemur" }).count(), 1);
    await hands.playAnyTurn(page, hands.dice(3));
    await hands.statusIs(page, hands.YOUR_TURN);
    assert.equal((await hands.moves(page)).length, 2);
    await page.reload();
    await hands.ready(page);
    assert.equal(await page.locator(".player .about", { hasText: "Lemur" }).count(), 1);
  }
});

test("a game saved at the strongest of three levels goes on at full strength", async (t) => {
  const game = { setup: { variant: "tsivy", rules: "standard" }, moves: [], ply: 0, open: [], resigned: null };
  const saved = JSON.stringify({ v: 1, game, players: { white: "person", black: "computer" }, level: 3, flipped: false, fresh: false, source: "" });
  const page = await openPage(t, { context: quiet, before: (p) => p.addInitScript((text) => localStorage.getItem("fanorona.game") ?? localStorage.setItem("fanorona.game", String(text)), saved) });
  await hands.ready(page);
  assert.equal(await page.locator(".player .about", { hasText: "Fossa" }).count(), 1);
  // What is saved from now on means what it says.
  await page.reload();
  await hands.ready(page);
  assert.equal(await page.locator(".player .about", { hasText: "Fossa" }).count(), 1);
});

test("Vela starts, says what its first part asks, and White takes one stone", async (t) => {
  const page = await openPage(t, { hash: "#variant=vela&play=two", context: quiet });
  await hands.ready(page);
  await hands.statusIs(page, /White begins|First part of Vela/);
  assert.match((await page.locator("#in-force-list").textContent()) ?? "", /White takes exactly one stone each turn/);
  const before = (await hands.stones(page)).length;
  await hands.playAnyTurn(page, hands.dice(2));
  assert.equal((await hands.stones(page)).length, before - 1);
});

test("an address that cannot be used is refused with the reason, and a game stands ready", async (t) => {
  for (const [hash, words] of /** @type {[string, RegExp][]} */ ([
    ["#fen=hello%20world", /“fen”/],
    ["#fen=9/9/9/9/9%20W", /cannot be used/],
    ["#variant=chess", /“variant”.*chess/],
    ["#variant=tsivy&rules=nonsense", /cannot be used/],
  ])) {
    const page = await openPage(t, { hash, context: quiet });
    await hands.ready(page);
    assert.match((await page.locator("#notice-text").textContent()) ?? "", words);
    assert.equal((await hands.stones(page)).length, 44);
    await hands.click(page, "f2");
    await hands.statusIs(page, /Where should f2 go/);
  }
});

test("another address: what was said of the last one is gone", async (t) => {
  const page = await openPage(t, { hash: "#variant=chess", context: quiet });
  await hands.ready(page);
  assert.ok(await page.locator("#notice").isVisible());
  await page.goto(page.url().replace("chess", "telo"));
  await page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 9);
  assert.equal(await page.locator("#notice").isVisible(), false);
});

test("a board of one column leaves the tools their room", async (t) => {
  for (const variant of ["1x5", "3x5", "telo"]) {
    const page = await openPage(t, { hash: `#variant=${variant}`, context: quiet });
    await hands.ready(page);
    const spilt = await page.locator("#tools button:visible").evaluateAll((buttons) => buttons.filter((b) => b.scrollWidth > b.clientWidth + 1).map((b) => b.id));
    assert.deepEqual(spilt, [], variant);
  }
});

test("without the engine's file the board is drawn and the page says what is missing", async (t) => {
  const server = await startServer({ answer: (path) => (path.endsWith(".wasm") ? 404 : undefined) });
  t.after(() => server.close());
  const page = await openPage(t, { url: server.url, context: quiet, allowErrors: /404|wasm/i });
  await hands.statusIs(page, /The rules could not be loaded/);
  assert.equal((await hands.stones(page)).length, 44);
  assert.ok(hands.brightness(await hands.pixel(page, "a1")) > 200);
  assert.ok(hands.brightness(await hands.pixel(page, "a5")) < 110);
});

test("under a sub-path and a strict Content-Security-Policy the whole page works, computer included", async (t) => {
  const server = await startServer({ prefix: "/games/fanorona/", headers: { "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" } });
  t.after(() => server.close());
  const page = await openPage(t, { url: server.url, hash: "#rules=standard&play=white&level=1", context: quiet });
  await hands.ready(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await hands.statusIs(page, hands.YOUR_TURN);
});

test("blocked storage costs saving, not the game, and the page says so", async (t) => {
  const page = await openPage(t, {
    hash: "#rules=standard&play=two",
    context: quiet,
    before: (p) => p.addInitScript(() => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } })),
  });
  await hands.ready(page);
  await page.getByText("This browser does not let the page save.").waitFor();
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  assert.deepEqual(await hands.moves(page), ["f2-e3A"]);
});

test("a phone of 360 pixels: the board stands, points are 44 apart, all is in sight", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, ...phone } });
  await hands.ready(page);
  const a1 = await hands.middle(page, "a1");
  const a2 = await hands.middle(page, "a2");
  const i1 = await hands.middle(page, "i1");
  assert.ok(i1.y > a1.y && Math.abs(i1.x - a1.x) < 1, "nine tall");
  assert.ok(a2.x - a1.x >= 44, `points are ${a2.x - a1.x} apart`);
  const sizes = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, tall: document.documentElement.scrollHeight, height: innerHeight }));
  assert.equal(sizes.wide, 360);
  assert.ok(sizes.tall <= sizes.height, `${sizes.tall} in ${sizes.height}`);
  for (const button of await page.locator("#tools button:visible").all()) {
    const box = await button.boundingBox();
    assert.ok(box && box.height >= 44 && box.width >= 44 && box.y + box.height <= 740);
  }
  // The canvas is drawn in device pixels.
  assert.deepEqual(await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
    return canvas.width / canvas.getBoundingClientRect().width;
  }), 3);
  // Arrows follow what is seen: down is from a to b.
  await hands.tap(page, "d3");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square), "e3");
  await page.keyboard.press("Enter");
  await hands.statusIs(page, /Approach or withdrawal/);
  await page.keyboard.press("a");
  await page.locator("#game").tap();
  assert.deepEqual(await hands.moves(page), ["d3-e3A"]);
  await page.keyboard.press("Escape");
  await page.locator("#flip").tap();
  assert.ok((await hands.middle(page, "a1")).y > (await hands.middle(page, "i1")).y);
});

for (const [name, viewport] of /** @type {const} */ ([["a phone", { width: 360, height: 740 }], ["a phone on its side", { width: 740, height: 360 }], ["a small laptop", { width: 1280, height: 720 }]])) {
  test(`${name}: a notice and its button are in sight, and cover neither status nor tools`, async (t) => {
    const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, viewport } });
    await hands.ready(page);
    await hands.click(page, "f2");
    await hands.click(page, "e3");
    await page.locator("#new").click();
    await page.locator("#new-form [type=submit]").click();
    await page.locator("#notice").waitFor();
    const act = await page.locator("#notice-act").boundingBox();
    assert.ok(act && act.y >= 0 && act.y + act.height <= viewport.height);
    const notice = await page.locator("#notice").boundingBox();
    assert.ok(notice && notice.x >= 0 && notice.x + notice.width <= viewport.width);
    for (const id of ["#status", "#tools"]) {
      const box = await page.locator(id).boundingBox();
      assert.ok(box && box.y >= notice.y + notice.height && box.y + box.height <= viewport.height, id);
    }
    await page.locator("#notice-act").click(); // fails when anything lies over it
    await hands.statusIs(page, /Black must capture/);
  });
}

test("touch: only a stone that can move takes the gesture; elsewhere the page scrolls", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, ...phone, viewport: { width: 360, height: 480 } } });
  await hands.ready(page);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (/** @type {string} */ from, /** @type {number} */ dx, /** @type {number} */ dy) => {
    const { x, y } = await hands.middle(page, from);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let i = 1; i <= 10; i++) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + (dx * i) / 10, y: y + (dy * i) / 10 }] });
      await page.waitForTimeout(16);
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForTimeout(200);
  };
  await swipe("c5", 0, -80);
  assert.ok((await page.evaluate(() => scrollY)) > 20, "the page scrolls");
  assert.equal(await page.locator('[role=gridcell][aria-selected="true"]').count(), 0);
  await page.evaluate(() => scrollTo(0, 0));
  const from = await hands.middle(page, "f2");
  const to = await hands.middle(page, "e3");
  await swipe("f2", to.x - from.x, to.y - from.y);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.match(await hands.label(page, "e3"), /white/);
});

test("dark: after the device, and by the switch, canvas and page alike; kept over a reload", async (t) => {
  const page = await openPage(t, { context: { ...quiet, colorScheme: "dark" } });
  await hands.ready(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? []);
  const wood = () => hands.pixel(page, "e3", 0.3, 0.2);
  assert.ok(hands.brightness(await paper()) < 60);
  assert.ok(hands.brightness(await wood()) < 110);
  await page.getByRole("button", { name: "Light theme" }).click();
  assert.ok(hands.brightness(await paper()) > 200);
  assert.ok(hands.brightness(await wood()) > 170);
  await page.reload();
  await hands.ready(page);
  assert.ok(hands.brightness(await paper()) > 200);
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: "Dark theme" }).click();
  assert.ok(hands.brightness(await wood()) < 110);
});

test("forced colours: the picture keeps its colours, the cells show what can be done", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=two", context: { ...quiet, forcedColors: "active" } });
  await hands.ready(page);
  assert.ok(hands.brightness(await hands.pixel(page, "a1")) > 200);
  assert.ok(hands.brightness(await hands.pixel(page, "a5")) < 110);
  assert.ok(hands.brightness(await hands.pixel(page, "e3", 0.3, 0.2)) > 150);
  const border = (/** @type {string} */ square) => hands.cell(page, square).evaluate((c) => getComputedStyle(c).borderTopStyle);
  assert.equal(await border("f2"), "solid");
  await hands.click(page, "f2");
  assert.equal(await border("e3"), "dashed");
});

test("the other side's turn is shown step by step, and any key skips to its end", async (t) => {
  const page = await openPage(t, { hash: "#rules=standard&play=white&level=1" });
  await hands.ready(page);
  await hands.click(page, "f2");
  await hands.click(page, "e3");
  // At the very moment the answer stands in the list: the cells know already, the canvas still shows the beginning.
  const { to, name, color } = await page.evaluate(() => new Promise((/** @type {(seen: {to: string, name: string, color: number[]}) => void} */ resolve) => {
    const list = /** @type {Element} */ (document.querySelector("#moves"));
    new MutationObserver((_, observer) => {
      const answer = list.querySelector('[data-ply="2"]')?.textContent;
      if (!answer) return;
      observer.disconnect();
      const square = answer.match(/[a-i][1-5]/g)?.at(-1) ?? "";
      const there = /** @type {Element} */ (document.querySelector(`[data-square="${square}"]`));
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
      const box = there.getBoundingClientRect();
      const at = canvas.getBoundingClientRect();
      const data = canvas.getContext("2d")?.getImageData(box.x + box.width * 0.64 - at.x, box.y + box.height * 0.44 - at.y, 1, 1).data ?? [];
      resolve({ to: square, name: there.getAttribute("aria-label") ?? "", color: [...data] });
    }).observe(list, { childList: true, subtree: true });
  }));
  assert.match(name, /black/);
  assert.ok(hands.brightness(color) > 100, "not there yet");
  await page.keyboard.press("ArrowUp");
  assert.ok(hands.brightness(await hands.pixel(page, to, 0.14, -0.06)) < 90, "there at once");
});

test("the whole game by keys alone, and one live message a step", async (t) => {
  const page = await openPage(t, { hash: "#variant=telo&play=two", context: quiet });
  await hands.ready(page);
  const live = page.locator("#live");
  assert.equal(await live.getAttribute("aria-live"), "polite");
  assert.equal(await live.getAttribute("aria-atomic"), "true");
  await hands.tabToBoard(page);
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  assert.equal(await page.locator("[role=grid] > [role=row]").count(), 3);
  await page.keyboard.press("Control+End");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square), "c1");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Home");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square), "a3");
  for (let turn = 0; turn < 60; turn++) {
    if (await page.locator("#status[data-tone=end]").count()) break;
    const own = [...(await hands.labels(page)).values()].filter((text) => /can (capture|move)/.test(text)).map((text) => text.slice(0, 2));
    await hands.walk(page, own[turn % own.length]);
    await page.keyboard.press("Enter");
    const target = await page.locator('[data-hint="target"]').first().getAttribute("data-square");
    await hands.walk(page, /** @type {string} */ (target));
    await page.keyboard.press("Enter");
    if (await page.locator(".fan-chip-approach").count()) await page.keyboard.press("a");
    if (await page.locator(".fan-chip-stop").count()) await page.keyboard.press("s");
    assert.match((await live.textContent()) ?? "", /White|Black|draw/);
  }
  assert.match(await hands.status(page), /\(Rule R6/);
});

test("no fault that axe can find: light, dark, phone, dialogs, a choice and a chain", async (t) => {
  const check = async (/** @type {import("playwright-core").Page} */ page, /** @type {string} */ where) => {
    assert.deepEqual(await accessibilityFaults(page), [], where);
  };
  for (const [name, context] of Object.entries({ light: {}, dark: { colorScheme: /** @type {const} */ ("dark") }, phone })) {
    const page = await openPage(t, { hash: hands.position(hands.HOSTILE), context: { ...quiet, ...context } });
    await hands.ready(page);
    await check(page, `${name}, start`);
    await screenshot(page, `${name}-start`);
    await hands.click(page, "c2");
    await hands.click(page, "b2");
    await check(page, `${name}, choosing`);
    await screenshot(page, `${name}-choosing`);
    await page.locator(".fan-chip-withdrawal").click();
    await hands.statusIs(page, /or stop/);
    await check(page, `${name}, chain`);
    await screenshot(page, `${name}-chain`);
    await page.locator("#new").click();
    await check(page, `${name}, new game`);
    await screenshot(page, `${name}-new`);
    await page.keyboard.press("Escape");
    if (name === "phone") {
      await page.locator("#game").click();
      await page.waitForTimeout(250);
      await check(page, `${name}, sheet`);
      await screenshot(page, `${name}-sheet`);
    }
  }
});
