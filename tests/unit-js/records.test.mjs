// Games as text, with the real rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inWords } from "../../www/app/i18n.js";
import { MOST_LENGTH, headersFor, headersOf, kindOf, readGame, recordOf, textFault } from "../../www/app/records.js";
import { KeptGames, MOST_GAMES } from "../../www/app/kept.js";
import { Session, isSavedGame } from "../../www/app/session.js";
import { Keeper } from "../../www/app/storage.js";
import * as rules from "../../www/pkg/fanorona_wasm.js";

await rules.default({ module_or_path: readFileSync(new URL("../../www/pkg/fanorona_wasm_bg.wasm", import.meta.url)) });

const HERE = { variant: "tsivy", rules: "standard" };
const read = (/** @type {string} */ text, here = HERE) => readGame(rules, text, here);

test("a record, a position, a link and a file of games are told apart", () => {
  for (const [text, kind] of /** @type {[string, string][]} */ ([
    ["1. f2-e3A d5-d4A *", "record"], ["[Event \"x\"]\n\n1. f2-e3A", "record"], ["{a comment} f2-e3A", "record"], ["{\"quoted\"} f2-e3A", "record"], ["1/2-1/2", "record"], ["b3-b4", "record"], ["hello", "record"],
    ["9/9/WW7/W8/BWW6 W", "position"], [" BBB/B.W/WWW W 0 1\n", "position"], ["WB7 W", "position"], ["9/x/9 W", "position"],
    ["https://example.org/#v1;id=abcd;check=1", "link"], ["v2;id=x", "link"], ["#v1%3Bid%3Dabcd", "link"],
    ['{ "format": "fanorona-games", "v": 1, "games": [] }', "games"],
  ])) assert.equal(kindOf(text), kind, text);
});

test("what is written is read again as the same game: results, starts, rules, headers", () => {
  /** @type {[object, (game: any) => void][]} */
  const games = [
    [{ moves: ["f2-e3A", "d5-d4A"] }, () => {}],
    [{ variant: "dimy", rules: "club", moves: ["c2-c3A"] }, (game) => game.resign("white")],
    [{ variant: "telo" }, (game) => game.agreeDraw()],
    [{ variant: "vela", rules: "icga" }, () => {}],
    [{ variant: "7x3", fen: "7/7/WBWBWBW W 3 9" }, () => {}],
    [{ variant: "telo", fen: "2B/1W1/W2 W" }, () => {}],
  ];
  for (const [options, act] of games) {
    const game = new rules.Game(options);
    act(game);
    const text = game.record({ White: 'Me "and" \\ you', Remark: "x" });
    const found = read(text);
    assert.ok("game" in found, JSON.stringify(found));
    assert.ok(isSavedGame(found.game));
    assert.deepEqual(found.game.headers, { White: 'Me "and" \\ you', Remark: "x" });
    assert.equal(recordOf(rules, found.game), text);
    assert.equal(found.game.setup.fen === undefined, options.fen === undefined, text);
    // And through the device.
    assert.equal(recordOf(rules, Session.restore(rules, JSON.parse(JSON.stringify(found.game))).save()), text);
  }
});

test("the record of a game that is looked back at is the whole game", () => {
  const saved = { setup: HERE, moves: ["f2-e3A", "d5-d4A"], ply: 0, open: [], resigned: null };
  assert.match(recordOf(rules, saved), /1\. f2-e3A d5-d4A \*/);
  assert.match(recordOf(rules, { ...saved, ply: 1, resigned: "black" }), /1\. f2-e3A 1-0/);
});

test("bare turns and positions take what they do not say from the game at hand", () => {
  const dimy = { variant: "dimy", rules: "club" };
  assert.deepEqual(read("c2-c3A", dimy).game.setup, dimy);
  assert.deepEqual(read("5/5/2B2/5/W4 W", { variant: "tsivy", rules: "icga" }).game.setup, { variant: "dimy", rules: "icga", fen: "5/5/2B2/5/W4 W" });
  // Not legal on this board, but on the usual one.
  assert.deepEqual(read("1. f2-e3A d5-d4A", dimy).game.setup, { variant: "tsivy", rules: "club" });
  assert.match(read("[Variant \"dimy\"]\n1. f2-e3A").fault(), /Line 2, turn 1: f2-e3A/);
  assert.equal(read("9/9/4B4/9/W8 W vela").game.setup.variant, "vela");
});

test("faults are told in words, with line and turn", () => {
  const fault = (/** @type {string} */ text) => (read(text).fault ?? assert.fail(`${text} was read`))();
  assert.match(fault("[Event \"x\"]\n\n1. f2-e3A\n2. a1-a2"), /Line 4, turn 2: a1-a2: step 1/);
  assert.match(fault("d3-e3"), /Line 1, turn 1: .*\(d3-e3A, d3-e3W\)/);
  assert.match(fault("[Variant \"chess\"]"), /Line 1, turn 1: the Variant header names no variant\./);
  assert.match(fault("f2-e3A {no end"), /comment is not closed/);
  assert.match(fault("f2-e3A 1-0 d5-d4A"), /text after the result/);
  assert.match(fault("f2-e3A (d3-e3A) *"), /Line 1, turn 2/);
  assert.match(fault("9/9/9 W"), /The position cannot be used: .+/);
  assert.match(fault("9/9/9/9/9 W"), /no stone on the board/);
  assert.match(fault("9/9/9/9/W7Q W"), /'Q'/);
  assert.match(fault("\0\u0001\ufffd\ufffdPK"), /cannot be opened/);
});

test("a text of no use is not looked at: empty, too long, too many turns", () => {
  assert.match(inWords(textFault(" \n")), /nothing here/);
  assert.match(inWords(textFault("x".repeat(MOST_LENGTH + 1))), /at most 1 million characters/);
  assert.equal(textFault("x".repeat(MOST_LENGTH)), "");
  assert.match(inWords(textFault("a1-a2 a2-a1 ".repeat(1001))), /1,000 turns a side/);
  assert.equal(textFault("a1-a2 1. b1-b2A-c2W ".repeat(1000)), "");
  assert.equal(textFault(`{ "format": "fanorona-games", "x": "${"x".repeat(2_000_000)}" }`), "");
});

test("headers: the day and the computer's name; those that are made from the game are not kept", () => {
  const state = { players: { white: "person", black: "computer" }, level: 8 };
  assert.deepEqual(headersFor(/** @type {any} */ (state), new Date(2026, 0, 5)), { Date: "2026.01.05", Black: "Computer (Fossa)" });
  assert.deepEqual(headersOf(new rules.Game().record()), {});
});

/** A device that keeps things, until it is told not to. */
function device() {
  const held = new Map();
  const state = { full: false, held };
  const storage = { getItem: (/** @type {string} */ k) => held.get(k) ?? null, removeItem: (/** @type {string} */ k) => held.delete(k),
    setItem: (/** @type {string} */ k, /** @type {string} */ v) => { if (state.full && k !== "fanorona.probe") throw new Error("quota"); held.set(k, v); } };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
  return state;
}

const SAVED = { v: 2, game: { setup: HERE, moves: ["f2-e3A"], ply: 1, open: [], resigned: null } };
const NOW = new Date(2026, 0, 5);

test("games are kept under names, renamed, deleted and put back", () => {
  device();
  const kept = new KeptGames(new Keeper());
  assert.deepEqual(kept.lines(), []);
  assert.equal(kept.add("  one\n two ", SAVED, NOW), "kept");
  assert.equal(kept.add("x".repeat(300), SAVED, NOW), "kept");
  const [second, first] = kept.lines();
  assert.equal(first.name, "one two");
  assert.equal(second.name.length, 80);
  assert.notEqual(first.id, second.id);
  assert.deepEqual(first.game?.saved, SAVED);
  assert.equal(kept.rename(first.id, "uno"), "kept");
  const gone = kept.remove(first.id);
  assert.equal(kept.remove("nothing"), null);
  assert.deepEqual(kept.lines().map(({ name }) => name), [second.name]);
  assert.equal(kept.putBack(/** @type {any} */ (gone)), "kept");
  assert.deepEqual(new KeptGames(new Keeper()).lines().map(({ name }) => name), [second.name, "uno"]);
});

test("a damaged entry is named and stays where it is; a list that cannot be read is put aside", () => {
  const { held } = device();
  const kept = new KeptGames(new Keeper());
  kept.add("good", SAVED, NOW);
  const [good] = JSON.parse(held.get("fanorona.kept"));
  const bad = [{ name: "half", saved: 3 }, null, { ...good, id: 7 }, { ...good, saved: { game: { ...SAVED.game, moves: [1] } } }];
  held.set("fanorona.kept", JSON.stringify([...bad, good]));
  assert.deepEqual(kept.lines().map(({ name, game }) => [name, game !== null]), [["half", false], ["#2", false], ["good", false], ["good", false], ["good", true]]);
  kept.add("more", SAVED, NOW);
  assert.deepEqual(JSON.parse(held.get("fanorona.kept")).slice(1, 5), bad);
  assert.deepEqual(kept.remove("#2"), { value: null, place: 2 });
  for (const broken of ["{", '"text"', "{}"]) {
    held.set("fanorona.kept", broken);
    const again = new KeptGames(new Keeper());
    assert.deepEqual(again.lines(), []);
    assert.equal(again.lost, broken !== "", broken);
    assert.equal(held.get("fanorona.kept.damaged"), broken);
    assert.equal(again.add("new", SAVED, NOW), "kept");
  }
});

test("all games go out as one file and come in again once", () => {
  device();
  const kept = new KeptGames(new Keeper());
  kept.add("one", SAVED, NOW);
  kept.add("two", SAVED, NOW);
  const file = kept.file();
  assert.deepEqual(kept.takeFile(file), { kept: "kept", added: 0, here: 2, damaged: [] });
  device();
  const other = new KeptGames(new Keeper());
  const content = JSON.parse(file);
  content.games.push({ name: "half" }, content.games[0]);
  assert.deepEqual(other.takeFile(JSON.stringify(content)), { kept: "kept", added: 2, here: 1, damaged: ["half"] });
  assert.deepEqual(other.lines().map(({ name }) => name), ["two", "one"]);
  for (const text of ["", "{", "[]", "null", JSON.stringify({ ...content, v: 2 }), JSON.stringify({ format: "fanorona-games", v: 1, games: {} })]) assert.equal(other.takeFile(text), null, text);
});

test("full, blocked and too many are told apart, and nothing is lost", () => {
  const state = device();
  const kept = new KeptGames(new Keeper());
  kept.add("one", SAVED, NOW);
  state.full = true;
  assert.equal(kept.add("two", SAVED, NOW), "full");
  assert.equal(kept.remove(kept.lines()[0].id), null);
  assert.equal(kept.lines().length, 1);
  state.full = false;
  for (let i = 1; i < MOST_GAMES; i++) assert.equal(kept.add(`${i}`, SAVED, NOW), "kept");
  assert.equal(kept.add("too many", SAVED, NOW), "many");
  const text = kept.file().replace(/"id": "/, '"id": "x');
  assert.equal(kept.takeFile(text)?.kept, "many");
  assert.equal(kept.lines().length, MOST_GAMES);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => { throw new Error("denied"); } });
  const none = new KeptGames(new Keeper());
  assert.deepEqual(none.lines(), []);
  assert.equal(none.add("one", SAVED, NOW), "blocked");
});
