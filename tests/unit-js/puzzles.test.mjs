import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answerPuzzle, isAboutPuzzles } from "../../www/engine/host-puzzles.js";
import { isPuzzle, readReply, readRequest } from "../../www/engine/protocol.js";
import { isReached, nextUnsolved, readKept, readPuzzles, storedKeep, storedTurn } from "../../www/app/puzzles.js";
import { puzzleStatus } from "../../www/app/puzzle-words.js";
import { listed } from "../../www/app/views/puzzles.js";

const text = readFileSync(new URL("../../www/puzzles/puzzles.json", import.meta.url), "utf8");
const shipped = readPuzzles(text);

const puzzle = {
  id: "telo-1", variant: "telo", rules: "standard", fen: "1B1/1WB/W1B W 0 1", goal: "win", grade: 3, themes: ["ending"], legal: 4, plies: 5,
  line: ["a", "b", "c", "d", "e"], keep: [["a"], ["c", "x"], ["e"]], foundBy: 6, proof: { by: "tables", class: "2-3", dtc: 1 },
};

test("the shipped file is one of puzzles, enough of them, small enough", () => {
  assert.ok(shipped.length >= 60);
  assert.ok(text.length < 200_000, `${text.length}`);
});

test("a file that is damaged, cut or of another version is refused as a whole", () => {
  const file = JSON.parse(text);
  for (const bad of [text.slice(0, -40), "", "null", "[]", "{}", JSON.stringify({ ...file, version: 2 }), JSON.stringify({ ...file, format: "x" }),
    JSON.stringify({ ...file, puzzles: {} }), JSON.stringify({ ...file, puzzles: [...file.puzzles, null] })]) {
    assert.throws(() => readPuzzles(bad));
  }
});

test("a puzzle is known by its form", () => {
  assert.ok(isPuzzle(puzzle));
  for (const bad of [{ goal: "lose" }, { grade: 6 }, { line: [] }, { line: "a" }, { keep: [["a"]] }, { keep: [["a"], 1, ["e"]] }, { fen: 1 }, { proof: null }, { plies: "5" }]) {
    assert.ok(!isPuzzle({ ...puzzle, ...bad }), JSON.stringify(bad));
  }
});

test("on the stored line all is known, off it nothing", () => {
  assert.deepEqual(storedKeep(puzzle, []), ["a"]);
  assert.deepEqual(storedKeep(puzzle, ["a", "b"]), ["c", "x"]);
  assert.equal(storedKeep(puzzle, ["a"]), null);
  assert.equal(storedKeep(puzzle, ["a", "z"]), null);
  assert.equal(storedKeep(puzzle, ["a", "b", "c", "d", "e", "f"]), null);
  assert.equal(storedTurn(puzzle, ["a"]), "b");
  assert.equal(storedTurn(puzzle, ["x"]), null);
  assert.equal(storedTurn(puzzle, ["a", "b", "c", "d", "e"]), null);
});

test("a win is reached when it is won, a draw and a long win after so many turns", () => {
  assert.ok(!isReached(puzzle, ["a", "b", "c", "d", "y"], null));
  assert.ok(isReached(puzzle, ["a"], true));
  assert.ok(!isReached(puzzle, ["a"], false));
  for (const goal of ["draw", "win"]) {
    const long = { ...puzzle, goal, plies: null };
    assert.ok(!isReached(long, ["a", "b", "c"], null));
    assert.ok(isReached(long, ["a", "b", "c", "d", "y"], null));
    assert.ok(!isReached(long, ["a", "b", "c", "d", "y"], false), "a game that was drawn or lost by a rule");
  }
});

test("the next unsolved puzzle is looked for round and round", () => {
  const list = ["a", "b", "c"].map((id) => ({ ...puzzle, id }));
  const done = { mistakes: 0, helped: false };
  assert.equal(nextUnsolved(list, {})?.id, "a");
  assert.equal(nextUnsolved(list, { b: done }, "a")?.id, "c");
  assert.equal(nextUnsolved(list, { c: done }, "b")?.id, "a");
  assert.equal(nextUnsolved(list, { a: done, b: done, c: done }, "b"), null);
});

test("what is kept on the device is looked at with care", () => {
  assert.deepEqual(readKept(null), { solved: {}, own: [] });
  assert.deepEqual(readKept(undefined), { solved: {}, own: [] });
  assert.deepEqual(readKept("x"), { solved: {}, own: [] });
  const kept = readKept({ v: 1, solved: { a: { mistakes: 2, helped: false }, b: { mistakes: "2" }, c: null }, own: [puzzle, { id: "x" }] });
  assert.deepEqual(Object.keys(kept.solved), ["a"]);
  assert.deepEqual(kept.own, [puzzle]);
});

test("the list is that of a board and a grade, own puzzles first", () => {
  const own = { ...puzzle, id: "own" };
  const state = { puzzles: { shipped: [puzzle, { ...puzzle, id: "t", variant: "tsivy", grade: 1 }], own: [own] } };
  const ids = (variant, grade) => listed(state, variant, grade).map(({ id }) => id);
  assert.deepEqual(ids("", ""), ["own", "telo-1", "t"]);
  assert.deepEqual(ids("telo", ""), ["own", "telo-1"]);
  assert.deepEqual(ids("tsivy", "1"), ["t"]);
  assert.deepEqual(ids("dimy", ""), []);
});

test("requests and replies about puzzles are checked both ways", () => {
  const game = { variant: "telo", moves: [] };
  assert.deepEqual(readRequest({ type: "judge", id: 1, game, nodes: 5 }), { type: "judge", id: 1, game, nodes: 5 });
  assert.deepEqual(readRequest({ type: "puzzleAt", id: 1, game }), { type: "puzzleAt", id: 1, game });
  assert.deepEqual(readRequest({ type: "randomPuzzle", id: 1, variant: "telo", seed: 0, tries: 3 }), { type: "randomPuzzle", id: 1, variant: "telo", seed: 0, tries: 3 });
  for (const bad of [{ type: "judge", id: 1, game }, { type: "judge", id: 1, game: { moves: 1 }, nodes: 5 }, { type: "randomPuzzle", id: 1, variant: "telo", tries: 3 },
    { type: "randomPuzzle", id: 1, variant: "telo", seed: 1, tries: 0 }, { type: "puzzleAt", id: 0, game }]) assert.equal(readRequest(bad), null, JSON.stringify(bad));
  assert.ok(readReply({ type: "judged", id: 1, judgement: { value: "win", keep: ["a"], legal: 2 } }));
  assert.ok(readReply({ type: "judged", id: 1, judgement: null }));
  assert.ok(readReply({ type: "puzzle", id: 1, puzzle }));
  assert.equal(readReply({ type: "judged", id: 1, judgement: { value: "good", keep: [], legal: 2 } }), null);
  assert.equal(readReply({ type: "puzzle", id: 1, puzzle: { ...puzzle, line: [] } }), null);
});

test("the host answers, tells a refusal from a crash", () => {
  const asked = [];
  const engine = {
    judge: (game, nodes) => { asked.push(nodes); return undefined; },
    puzzleAt: () => { throw Object.assign(new Error("no"), { code: "bad-fen" }); },
    randomPuzzle: () => { throw new WebAssembly.RuntimeError("unreachable"); },
  };
  assert.ok(isAboutPuzzles({ type: "judge" }) && !isAboutPuzzles({ type: "solve" }));
  assert.deepEqual(answerPuzzle(engine, { type: "judge", id: 1, game: {}, nodes: 7 }), { type: "judged", id: 1, judgement: null });
  assert.deepEqual(asked, [7]);
  assert.deepEqual(answerPuzzle(engine, { type: "puzzleAt", id: 2, game: {} }), { type: "failed", id: 2, code: "bad-fen", message: "no" });
  assert.equal(answerPuzzle(engine, { type: "randomPuzzle", id: 3, variant: "telo", seed: 1, tries: 1 }).type, "broken");
});

test("the status speaks of the puzzle, and of the chain while one is under way", () => {
  const view = { puzzle, side: "white", phase: "play", message: "", mistakes: 0, hints: 0, helped: false };
  const state = (patch, more = {}) => ({ puzzle: { ...view, ...patch }, side: { game: { open: null } }, input: { name: "idle" }, thinking: false, ...more });
  assert.match(puzzleStatus(state({}))?.title ?? "", /White to move and win/);
  assert.match(puzzleStatus(state({ puzzle: { ...puzzle, plies: null } }))?.title ?? "", /keep the win/);
  assert.equal(puzzleStatus(state({ message: "Hint." }))?.detail, "Hint.");
  assert.equal(puzzleStatus(state({ phase: "judge" }))?.tone, "wait");
  assert.match(puzzleStatus(state({ phase: "solved", mistakes: 1 }))?.detail ?? "", /One mistake/);
  assert.equal(puzzleStatus(state({}, { side: { game: { open: {} } } })), null);
  assert.equal(puzzleStatus(state({}, { input: { name: "choosing" } })), null);
  assert.equal(puzzleStatus({ ...state({}), puzzle: null }), null);
});
