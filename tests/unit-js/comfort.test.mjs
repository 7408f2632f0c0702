// Themes, motion, sounds, the only turn, the QR code's drawing: what needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnimation, speedOf } from "../../www/app/motion.js";
import { Speaker, cuesOf, endOf } from "../../www/app/sounds.js";
import { FIRST } from "../../www/app/store.js";
import { THEMES, otherTheme, shownTheme } from "../../www/app/themes.js";
import { playsItself } from "../../www/app/turns.js";
import { QUIET, qrPath } from "../../www/app/views/qr.js";

test("a theme that is chosen is shown whatever the device says; else the device decides", () => {
  const devices = [false, true].flatMap((dark) => [false, true].map((more) => ({ dark, more })));
  for (const device of devices) {
    assert.deepEqual(shownTheme("auto", device), { scheme: device.dark ? "dark" : "light", contrast: device.more });
    assert.deepEqual(shownTheme("light", device), { scheme: "light", contrast: false });
    assert.deepEqual(shownTheme("dark", device), { scheme: "dark", contrast: false });
    assert.deepEqual(shownTheme("contrast-light", device), { scheme: "light", contrast: true });
    assert.deepEqual(shownTheme("contrast-dark", device), { scheme: "dark", contrast: true });
  }
  // The button goes there and back.
  for (const theme of THEMES.slice(1)) {
    const there = otherTheme(shownTheme(theme, devices[0]));
    assert.notEqual(there, theme);
    assert.equal(otherTheme(shownTheme(there, devices[0])), theme);
  }
});

test("the speed of the stones: old settings are understood, and who wants less motion has none", () => {
  assert.deepEqual([true, false, undefined, "slow", "fast", "off", "wild", 3].map(readAnimation), ["normal", "off", "normal", "slow", "fast", "off", "normal", "normal"]);
  assert.ok(speedOf("slow", false) < speedOf("normal", false) && speedOf("normal", false) < speedOf("fast", false));
  assert.equal(speedOf("off", false), 0);
  assert.equal(speedOf("fast", true), 0);
});

const steps = [{ from: "a1", to: "b1", kind: "approach", captures: ["c1", "d1", "e1"] }, { from: "b1", to: "b2", kind: "withdrawal", captures: ["b0"] }];

test("a turn sounds like its steps, one note for each stone that it takes, in the order and at the pace that is seen", () => {
  for (const [follow, speed] of [[false, 1], [true, 1], [true, 0.5], [true, 2], [false, 0]]) {
    const cues = cuesOf(steps, { follow, speed, end: "win" });
    assert.deepEqual(cues.map(({ sound }) => sound), ["step", "capture", "capture", "capture", "step", "capture", "win"]);
    assert.deepEqual(cues.map(({ at }) => at), cues.map(({ at }) => at).toSorted((a, b) => a - b));
    assert.equal(new Set(cues.map(({ at }) => at)).size, cues.length, "each is heard by itself");
  }
  const end = (/** @type {number} */ speed) => cuesOf(steps, { follow: true, speed, end: null }).at(-1).at;
  assert.ok(end(0.5) > end(1) && end(1) > end(2) && end(2) > end(0));
  assert.deepEqual(cuesOf([], { follow: false, speed: 1, end: null }), []);
});

test("the end sounds as it is for who sits here", () => {
  const state = (winner, white, black) => ({ ...FIRST, players: { white, black }, game: { outcome: { winner } } });
  assert.equal(endOf(state("white", "person", "computer")), "win");
  assert.equal(endOf(state("black", "person", "computer")), "loss");
  assert.equal(endOf(state("black", "person", "person")), "win");
  assert.equal(endOf(state("black", "computer", "computer")), "win");
  assert.equal(endOf(state(null, "person", "computer")), "draw");
  assert.equal(endOf({ ...FIRST, game: { outcome: null } }), null);
});

test("no sound, or one that breaks, throws nothing", () => {
  const cues = cuesOf(steps, { follow: false, speed: 1, end: "draw" });
  const none = new Speaker(() => { throw new ReferenceError("AudioContext is not defined"); });
  none.wake();
  none.play(cues, 50);
  const broken = new Speaker(() => ({ state: "suspended", resume: () => Promise.reject(new Error("no")), createGain: () => { throw new Error("gone"); } }));
  broken.wake();
  broken.play(cues, 50);
  let made = 0;
  const silent = new Speaker(() => ({ state: "running", createGain: () => { made++; throw new Error("no"); } }));
  silent.play(cues, 50);
  assert.equal(made, 0, "nothing before a press");
  silent.wake();
  silent.play(cues, 0);
  assert.equal(made, 0, "nothing at no volume");
  silent.play(cues, 10);
  assert.equal(made, 1);
});

test("the only turn plays itself when it is set, for a person, and not where one has gone back", () => {
  const game = { turn: "white", ply: 2, plies: 2, outcome: null, open: null, moves: [], steps: [{}] };
  const state = { ...FIRST, game, forced: true, settings: { ...FIRST.settings, playForced: true } };
  assert.equal(playsItself(state), true);
  for (const change of [{ forced: false }, { settings: FIRST.settings }, { game: { ...game, plies: 3 } }, { players: { white: "computer", black: "person" } },
    { unconfirmed: true }, { thinking: true }, { question: {} }, { game: { ...game, outcome: {} } }]) {
    assert.equal(playsItself({ ...state, ...change }), false, JSON.stringify(change));
  }
});

test("a QR code is drawn point by point", () => {
  const points = Uint8Array.from([1, 1, 0, 0, 0, 1, 1, 0, 1]);
  assert.equal(qrPath(points, 3), `M${QUIET} ${QUIET}h2v1h-2zM${QUIET + 2} ${QUIET + 1}h1v1h-1zM${QUIET} ${QUIET + 2}h1v1h-1zM${QUIET + 2} ${QUIET + 2}h1v1h-1z`);
  assert.equal(QUIET, 4);
});
