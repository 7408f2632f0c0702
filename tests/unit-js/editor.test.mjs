// A position that is set up, with the real rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { emptySketch, fenOf, judge, onBoard, pressed, put, sketchOf } from "../../www/app/editor.js";
import * as rules from "../../www/pkg/fanorona_wasm.js";

await rules.default({ module_or_path: readFileSync(new URL("../../www/pkg/fanorona_wasm_bg.wasm", import.meta.url)) });

test("a position goes through a sketch and comes out the same, on every board", () => {
  for (const [variant, fen] of [["tsivy", "9/9/4B4/2W6/6W2 W 0 1"], ["tsivy", "BWBBBBBBB/W1B2B1BB/1B2B1B1B/B1WBB1B2/BWBBBBBBB B 0 1"], ["dimy", "5/5/2B2/5/W4 B 0 1"], ["telo", "BBB/B1W/WWW W 0 1"], ["vela", "9/9/4B4/2W6/6W2 W 0 1 vela"], ["7x3", "7/7/WBWBWBW W 0 1"], ["1x1", "W B 0 1"]]) {
    assert.equal(fenOf(sketchOf(rules, { variant, rules: "standard", fen })), fen);
  }
  assert.throws(() => sketchOf(rules, { variant: "8x4", rules: "standard" }), /start/);
});

test("a press puts a stone, the same press takes it away", () => {
  let sketch = emptySketch(rules, "tsivy", "standard");
  sketch = pressed(sketch, "a1", "white");
  sketch = pressed(sketch, "e3", "black");
  assert.equal(fenOf(sketch), "9/9/4B4/9/W8 W 0 1");
  sketch = pressed(sketch, "a1", "black");
  assert.equal(sketch.stones.a1, "black");
  sketch = pressed(sketch, "a1", "black");
  sketch = pressed(sketch, "b1", "empty");
  assert.deepEqual(sketch.stones, { e3: "black" });
  assert.deepEqual(put(put(sketch, "e3", "black"), "i5", "white").stones, { e3: "black", i5: "white" });
});

test("another board keeps the stones that have a point there", () => {
  const sketch = sketchOf(rules, { variant: "tsivy", rules: "club", fen: "9/9/4B4/2W6/6W2 B" });
  const small = onBoard(rules, sketch, "5x3");
  assert.deepEqual([small.stones, small.turn, small.width, small.rules], [{ e3: "black", c2: "white" }, "black", 5, "club"]);
});

test("the reasons of the rules are told, and how a game would be over at once", () => {
  const all = { variant: "tsivy", rules: "standard" };
  assert.deepEqual(judge(rules, { ...all, fen: "9/9/9/9/9 W" }).reasons, ["there is no stone on the board"]);
  assert.equal(judge(rules, { ...all, fen: "9/9 W" }).reasons.length, 1);
  assert.deepEqual(judge(rules, { ...all, fen: "9/9/9/9/W8 W" }), { reasons: [], outcome: { result: "1-0", winner: "white", reason: "last-stone-taken", clause: "R6.1" } });
  assert.deepEqual(judge(rules, { ...all, fen: "9/9/4B4/2W6/6W2 W" }), { reasons: [], outcome: null });
});
