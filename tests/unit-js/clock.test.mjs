// The clocks, with a time that we make ourselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_INCREMENT, MOST_MINUTES, allowance, flagged, format, isLow, left, newClock, press, readSetting, restoreClock, run, saveClock } from "../../www/app/clock.js";
import { FIRST } from "../../www/app/store.js";
import { turnMade, whoseTime } from "../../www/app/time.js";

test("settings: minutes and seconds within bounds, and nothing else", () => {
  assert.deepEqual(readSetting("5+5"), { minutes: 5, increment: 5 });
  assert.deepEqual(readSetting(`${MOST_MINUTES}+${MOST_INCREMENT}`), { minutes: MOST_MINUTES, increment: MOST_INCREMENT });
  for (const bad of ["", "5", "0+5", "5+", "+5", `${MOST_MINUTES + 1}+0`, `5+${MOST_INCREMENT + 1}`, "1.5+0", "-1+0", "5+5+5", "1e1+1", " 5+5"]) assert.equal(readSetting(bad), null, bad);
});

test("only the clock that runs loses time, a turn gains its increment, and the first turn neither", () => {
  let clock = newClock({ minutes: 1, increment: 5 });
  assert.equal(left(clock, "white", 9_000), 60_000);
  clock = run(clock, "black", 1_000);
  assert.deepEqual([left(clock, "white", 11_000), left(clock, "black", 11_000)], [60_000, 50_000]);
  clock = press(clock, "black", 11_000);
  assert.deepEqual([clock.running, clock.white, clock.black], ["white", 60_000, 55_000]);
  clock = press(clock, "white", 14_000);
  assert.deepEqual([clock.running, clock.white, clock.black], ["black", 62_000, 55_000]);
  clock = run(clock, null, 20_000);
  assert.deepEqual([left(clock, "black", 999_000), flagged(clock, 999_000)], [49_000, null]);
  // A turn of a side whose clock stands gains nothing.
  assert.equal(press(clock, "white", 999_000).white, 62_000);
});

test("a flag falls when the time is used up, not before, and time that goes backwards gives none back", () => {
  const clock = run(newClock({ minutes: 1, increment: 0 }), "white", 500);
  assert.equal(flagged(clock, 60_499), null);
  assert.equal(flagged(clock, 60_500), "white");
  assert.equal(left(clock, "white", 99_999_999), 0);
  assert.equal(left(clock, "white", 0), 60_000);
});

test("little time is a tenth of the whole, at most twenty seconds", () => {
  const clock = run(newClock({ minutes: 1, increment: 0 }), "white", 0);
  assert.deepEqual([53_000, 54_001].map((now) => isLow(clock, "white", now)), [false, true]);
  const long = run(newClock({ minutes: 10, increment: 0 }), "white", 0);
  assert.deepEqual([579_000, 580_001].map((now) => isLow(long, "white", now)), [false, true]);
  assert.equal(isLow(long, "black", 599_000), false);
});

test("what a computer may use leaves it something, however little it has", () => {
  for (const setting of [{ minutes: 5, increment: 5 }, { minutes: 1, increment: 0 }]) {
    let clock = run(newClock(setting), "white", 0);
    let now = 0;
    for (let turn = 0; turn < 80; turn++) {
      now += allowance(clock, "white", now) - 1;
      assert.equal(flagged(clock, now), null, `turn ${turn}`);
      clock = press(press(clock, "white", now), "black", now);
    }
  }
});

test("times are read at a glance", () => {
  assert.deepEqual([300_000, 299_001, 61_000, 60_000, 10_000, 9_950, 1_001, 1, 0].map(format), ["5:00", "5:00", "1:01", "1:00", "0:10", "0:10.0", "0:01.1", "0:00.1", "0:00.0"]);
  assert.equal(format(180 * 60_000), "180:00");
});

test("clocks are kept standing still, and nothing that is none is taken for one", () => {
  const clock = run(newClock({ minutes: 5, increment: 5 }), "white", 0);
  const saved = JSON.parse(JSON.stringify(saveClock(clock, 30_000)));
  const again = restoreClock(saved);
  assert.deepEqual([again.running, left(again, "white", 5_000_000), left(again, "black", 5_000_000)], [null, 270_000, 300_000]);
  for (const bad of [null, undefined, 3, {}, { ...saved, white: -1 }, { ...saved, black: "1" }, { ...saved, white: Infinity }, { ...saved, setting: null }, { ...saved, setting: { minutes: 0, increment: 0 } }]) {
    assert.equal(restoreClock(bad), null, JSON.stringify(bad));
  }
});

test("whose time it is: nobody's before the first turn, at the end, while looking back or where the page is covered", () => {
  const game = { turn: "black", ply: 1, plies: 1, outcome: null, lastMove: { color: "white" } };
  const state = { ...FIRST, clock: newClock({ minutes: 5, increment: 5 }), players: { white: "person", black: "computer" }, game };
  const people = { players: { white: "person", black: "person" } };
  const of = (more = {}, hidden = false) => whoseTime({ ...state, ...more }, hidden);
  assert.equal(of(), "black");
  assert.equal(of({ game: { ...game, plies: 0, ply: 0 } }), null);
  assert.equal(of({ game: { ...game, outcome: {} } }), null);
  assert.equal(of({ clock: null }), null);
  assert.equal(of({}, true), null);
  assert.equal(of(people, true), "black");
  assert.equal(of({ paused: true, game: { ...game, plies: 2 } }), null);
  assert.equal(of({ ...people, paused: true, game: { ...game, plies: 2 } }), "black");
  assert.equal(of({ unconfirmed: true }), "white");
  for (const players of [{ white: "computer", black: "computer" }, { white: "person", black: "friend" }]) assert.equal(of({ players }), null);
});

test("a turn that is made is told from one that is gone to", () => {
  const moves = (...texts) => texts.map((text) => ({ text }));
  const at = (ply, all) => ({ ply, plies: all.length, moves: all, lastMove: all[ply - 1] ?? null });
  assert.equal(turnMade(at(1, moves("a")), at(2, moves("a", "b"))), true);
  assert.equal(turnMade(at(0, moves("a")), at(1, moves("b"))), true, "another turn after undo");
  assert.equal(turnMade(at(0, moves("a")), at(1, moves("a"))), false, "redo");
  assert.equal(turnMade(at(2, moves("a", "b")), at(1, moves("a", "b"))), false);
  assert.equal(turnMade(null, at(1, moves("a"))), false);
});
