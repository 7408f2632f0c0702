import assert from "node:assert/strict";
import { test } from "node:test";
import { STEP_MS, Timeline, stonesBefore } from "../../www/board/timeline.js";

// f2-e3A took d4 and c5, then e3-e2W took e4.
const steps = [
  { from: "f2", to: "e3", kind: "approach", captures: ["d4", "c5"] },
  { from: "e3", to: "e2", kind: "withdrawal", captures: ["e4"] },
];
const after = { e2: "white", a1: "white", i5: "black" };
const before = { f2: "white", a1: "white", i5: "black", d4: "black", c5: "black", e4: "black" };
const at = (frame) => Object.fromEntries(frame.stones.map((s) => [s.square, s.color]));

test("steps are taken back from what they led to", () => {
  assert.deepEqual(stonesBefore(after, steps), before);
  assert.deepEqual(stonesBefore(after, []), after);
});

test("a replay begins with the stones as they were and ends with them as they are", () => {
  for (const pauses of [false, true]) {
    const timeline = new Timeline(after, steps, pauses);
    assert.deepEqual(at(timeline.at(-1)), before);
    assert.deepEqual(at(timeline.at(timeline.length)), after);
    assert.deepEqual(timeline.at(timeline.length).path, ["f2", "e3", "e2"]);
    assert.deepEqual(timeline.at(timeline.length).crosses.map((c) => c.square), ["d4", "c5", "e4"]);
  }
});

test("the stone moves first, then the row goes stone by stone", () => {
  const timeline = new Timeline(after, steps);
  const half = timeline.at(STEP_MS / 2).stones.find((s) => s.square === "f2");
  assert.equal(half.toward, "e3");
  assert.ok(half.part > 0.4 && half.part < 0.6);
  assert.equal(timeline.at(STEP_MS).crosses.length, 0);
  const soon = timeline.at(STEP_MS + 30);
  assert.deepEqual(soon.crosses.map((c) => c.square), ["d4"]);
  const later = timeline.at(STEP_MS + 60).stones;
  assert.ok(later.find((s) => s.square === "d4").alpha < later.find((s) => s.square === "c5").alpha);
});

test("a stone dropped by hand lies there at once", () => {
  const timeline = new Timeline(after, steps, false, true);
  assert.equal(at(timeline.at(0)).e3, "white");
});
