// Variations: what stays, what leads on, what is shown where; then with the real rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { MOST_LINES, branches, grow, isLines, tidy } from "../../www/app/lines.js";
import { recordOf } from "../../www/app/records.js";
import { Session, isSavedGame } from "../../www/app/session.js";
import * as rules from "../../www/pkg/fanorona_wasm.js";

await rules.default({ module_or_path: readFileSync(new URL("../../www/pkg/fanorona_wasm_bg.wasm", import.meta.url)) });

const lines = (/** @type {string} */ text) => (text === "" ? [] : text.split(" ").map((line) => [...line]));
const told = (/** @type {string[][]} */ all) => all.map((line) => line.join("")).join(" ");

test("a game that goes on has one line; one that goes another way keeps the old one behind it", () => {
  for (const [before, from, to, after, line] of [
    ["", "", "a", "", "a"], ["", "ab", "abc", "", "abc"],
    ["", "abc", "ax", "ax abc", "ax"], // left at the second turn
    ["", "abc", "ab", "", "abc"], // the same turn again: as it was
    ["ax abc", "ax", "axy", "axy abc", "axy"],
    ["ax abc", "ax", "ab", "ax abc", "abc"], // into the variation
    ["ax abc", "abc", "abd", "ax abd abc", "abd"], // another way in the variation
    ["ax abc", "abc", "abcd", "ax abcd", "abcd"],
  ]) {
    const found = grow(lines(before), [...from], [...to]);
    assert.deepEqual([told(found.lines), found.line.join("")], [after, line], `${before}: ${from} to ${to}`);
  }
});

test("no line says what another says, and there are not too many", () => {
  assert.equal(told(tidy(lines("ab abc abc x"), [..."abc"])), "abc x");
  assert.equal(told(tidy(lines("ab abc"), [..."abc"])), "");
  const many = Array.from({ length: MOST_LINES + 5 }, (_, i) => [`t${i}`]);
  const last = many[many.length - 1];
  const kept = tidy(many, last);
  assert.equal(kept.length, MOST_LINES);
  assert.ok(kept.includes(last) && kept.includes(many[0]));
});

test("variations stand where they leave, each behind the line it leaves", () => {
  assert.deepEqual(branches(lines("abcd abx ay abxz abq")).map(({ place, parent, at, depth }) => [place, parent, at, depth]),
    [[2, 0, 1, 1], [1, 0, 2, 1], [3, 1, 3, 2], [4, 0, 2, 1]]);
  assert.deepEqual(branches([]), []);
});

test("what is read from the device is looked at", () => {
  assert.ok(isLines([["a"], []]));
  for (const bad of [null, {}, ["a"], [[1]], Array.from({ length: MOST_LINES + 1 }, () => ["a"])]) assert.equal(isLines(bad), false);
});

test("a session keeps variations, over saving too, and its record is that of the main line", () => {
  const session = new Session(rules, { variant: "tsivy", rules: "standard" });
  const play = (/** @type {string} */ text) => session.change((game) => game.play(text));
  const at = () => [session.state.ply, session.state.plies];
  play("f2-e3A");
  play("d5-d4A");
  session.change((game) => game.goTo(0));
  assert.deepEqual(session.lines, []);
  play("f2-e3A"); // the same again
  assert.deepEqual(at(), [1, 2]);
  session.change((game) => game.goTo(0));
  play("d3-e3A");
  assert.deepEqual(session.lines, [["d3-e3A"], ["f2-e3A", "d5-d4A"]]);
  session.useLine(1, 2);
  assert.deepEqual(at(), [2, 2]);
  assert.equal(session.state.lastMove?.text, "d5-d4A");
  const saved = JSON.parse(JSON.stringify(session.save()));
  assert.ok(isSavedGame(saved));
  assert.equal(isSavedGame({ ...saved, lines: [[1]] }), false);
  const again = Session.restore(rules, saved);
  assert.deepEqual(again.save(), saved);
  assert.match(recordOf(rules, saved), /1\. d3-e3A \*/);
  // Saved before there were variations.
  const { lines: _, ...old } = saved;
  assert.deepEqual(Session.restore(rules, old).lines, []);
  // A line that the rules refuse changes nothing.
  const bad = Session.restore(rules, { ...saved, lines: [...saved.lines, ["a1-a2"]] });
  assert.throws(() => bad.useLine(2, 1));
  assert.deepEqual(bad.state.moves.map(({ text }) => text), saved.moves);
});

test("a game by link keeps one line", () => {
  const session = new Session(rules, { variant: "tsivy", rules: "standard" });
  session.keepsLines = false;
  session.change((game) => game.play("f2-e3A"));
  session.change((game) => game.goTo(0));
  session.change((game) => game.play("d3-e3A"));
  assert.deepEqual(session.lines, []);
});
