import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { readStart } from "../../www/app/address.js";
import { Session, isSavedGame, redoTarget, savedLevel, undoTarget } from "../../www/app/session.js";
import { Keeper } from "../../www/app/storage.js";
import { texts } from "../../www/app/texts/en.js";
import { rulesInForce } from "../../www/app/views/panel.js";
import { nextTab } from "../../www/app/views/tabs.js";

test("a start in the address", () => {
  assert.equal(readStart("", 8), null);
  assert.equal(readStart("#something", 8), null);
  assert.deepEqual(readStart("#variant=dimy", 8), { setup: { variant: "dimy", rules: "standard" } });
  assert.deepEqual(readStart("#fen=9/9/WW7/W8/BWW6%20W&rules=icga&play=two&level=8", 8), {
    setup: { variant: "tsivy", rules: "icga", fen: "9/9/WW7/W8/BWW6 W" },
    players: { white: "person", black: "person" },
    level: 8,
  });
  assert.equal(readStart("#fen=BBB/B.W/WWW+W", 8).setup.variant, "telo");
  assert.equal(readStart("#fen=7/7/WBWBWBW W", 8).setup.variant, "7x3");
  assert.equal(readStart("#fen=9/9/WW7/W8/BWW6 W vela", 8).setup.variant, "vela");
});

test("a bad start is named, whatever it is", () => {
  for (const [hash, key] of [["#fen=<b>", "fen"], ["#fen=" + "B".repeat(200), "fen"], ["#variant=chess", "variant"], ["#variant=99x9", "variant"],
    ["#variant=tsivy&rules=%00", "rules"], ["#variant=tsivy&play=me", "play"], ["#variant=tsivy&play=__proto__", "play"], ["#variant=tsivy&level=9", "level"], ["#variant=tsivy&level=0", "level"], ["#variant=tsivy&level=08", "level"], ["#variant=tsivy&level=1e0", "level"]]) {
    assert.equal(readStart(hash, 8).bad?.key, key, hash);
  }
});

test("the rules in force name the draws there are, under every preset", () => {
  const said = (/** @type {string} */ rules, /** @type {number | null} */ limit) => {
    const all = rulesInForce("tsivy", rules, limit);
    return [all.includes("50 turns in a row without a capture: a draw."), all.includes(texts["inForce.repetition"])];
  };
  assert.deepEqual(said("standard", 50), [true, true]);
  assert.deepEqual(said("icga", 50), [true, false]);
  assert.deepEqual(said("club,single-first-capture", null), [false, true]);
  assert.deepEqual(said("none", null), [false, false]);
  for (const preset of ["standard", "icga", "club", "none"]) assert.ok(Object.hasOwn(texts, `rules.${preset}`), preset);
});

test("the level of a game saved before there were eight is the nearest, and full strength stays so", () => {
  assert.deepEqual([1, 2, 3].map((level) => savedLevel({ v: 1, level })), [2, 4, 8]);
  assert.deepEqual([1, 3, 8].map((level) => savedLevel({ v: 2, level })), [1, 3, 8]);
  for (const level of [0, 4, "x", null, undefined]) assert.ok(Number.isNaN(savedLevel({ v: 1, level })), String(level));
});

test("every level of the core has its text, with the core's name, and a hint", () => {
  const core = readFileSync(new URL("../../crates/fanorona/src/search/level.rs", import.meta.url), "utf8");
  const table = core.slice(core.indexOf("const STRENGTHS"), core.indexOf("\n];"));
  const names = [...table.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  assert.equal(names.length, 8);
  assert.deepEqual(names.map((_, place) => texts[/** @type {keyof typeof texts} */ (`level.${place + 1}`)]), names);
  for (const place of names.keys()) assert.ok(Object.hasOwn(texts, `level.${place + 1}.hint`), `hint ${place + 1}`);
  assert.ok(!Object.hasOwn(texts, `level.${names.length + 1}`));
});

const moves = ["white", "black", "white", "black"].map((color) => ({ color }));
const me = (color) => (one) => one === color;
const both = () => true;

test("undo takes back both turns against the computer, one turn otherwise", () => {
  assert.equal(undoTarget({ ply: 4, moves }, me("white")), 2);
  assert.equal(undoTarget({ ply: 3, moves }, me("white")), 2); // while it thinks
  assert.equal(undoTarget({ ply: 2, moves }, me("white")), 0);
  assert.equal(undoTarget({ ply: 0, moves }, me("white")), null);
  assert.equal(undoTarget({ ply: 1, moves }, me("black")), null); // only the computer has moved
  assert.equal(undoTarget({ ply: 3, moves }, me("black")), 1);
  assert.equal(undoTarget({ ply: 4, moves }, both), 3);
});

test("redo goes to the person's next turn, or to the end", () => {
  assert.equal(redoTarget({ ply: 0, plies: 4, moves }, me("white")), 2);
  assert.equal(redoTarget({ ply: 2, plies: 4, moves }, me("white")), 4);
  assert.equal(redoTarget({ ply: 2, plies: 3, moves }, me("white")), 3);
  assert.equal(redoTarget({ ply: 4, plies: 4, moves }, me("white")), null);
  assert.equal(redoTarget({ ply: 1, plies: 4, moves }, both), 2);
});

/** Rules that note what is asked of them. */
function fakeRules() {
  const calls = [];
  class Game {
    constructor(options) { calls.push(options); this.list = options.moves ?? []; this.ply = this.list.length; }
    outcome = null;
    state() { return { moves: this.list.map((text) => ({ text })), ply: this.ply, open: null, outcome: this.outcome }; }
    goTo(ply) { this.ply = ply; this.outcome = null; return this.state(); }
    resign(color) { this.outcome = { reason: "resignation", winner: color === "white" ? "black" : "white" }; return this.state(); }
    play(text) {
      if (text === "no") throw Object.assign(new Error("not legal"), { code: "illegal-move" });
      if (text === "trap") throw new WebAssembly.RuntimeError("unreachable");
      this.list = [...this.list.slice(0, this.ply), text];
      this.ply = this.list.length;
      return this.state();
    }
  }
  return { calls, rules: { Game } };
}

test("a refusal changes nothing; broken rules are built again from what was", () => {
  const { calls, rules } = fakeRules();
  const session = new Session(rules, { variant: "tsivy", rules: "club" });
  session.change((game) => game.play("f2-e3A"));
  assert.throws(() => session.change((game) => game.play("no")), /not legal/);
  assert.equal(calls.length, 1);
  assert.throws(() => session.change((game) => game.play("trap")), WebAssembly.RuntimeError);
  assert.deepEqual(calls[1], { variant: "tsivy", rules: "club", moves: ["f2-e3A"] });
  assert.deepEqual(session.change((game) => game.play("d5-d4A")).moves.map((m) => m.text), ["f2-e3A", "d5-d4A"]);
});

test("what is saved is taken up again", () => {
  const { rules } = fakeRules();
  const session = new Session(rules, { variant: "dimy", rules: "standard", fen: "5/5/5/5/W3B W" });
  session.change((game) => game.play("a1-a2"));
  session.change((game) => game.goTo(0));
  const saved = JSON.parse(JSON.stringify(session.save()));
  assert.ok(isSavedGame(saved));
  assert.deepEqual(Session.restore(rules, saved).save(), saved);
  for (const bad of [null, 3, {}, { ...saved, moves: [1] }, { ...saved, ply: "0" }, { ...saved, setup: {} }, { ...saved, resigned: "red" }, { ...saved, open: null }]) {
    assert.equal(isSavedGame(bad), false);
  }
});

test("a resignation after turns were taken back comes back with them", () => {
  const { rules } = fakeRules();
  const session = new Session(rules, { variant: "tsivy", rules: "standard" });
  for (const text of ["one", "two", "three"]) session.change((game) => game.play(text));
  session.change((game) => game.goTo(1));
  session.change((game) => game.resign("black"));
  const saved = session.save();
  assert.equal(saved.resigned, "black");
  assert.deepEqual(Session.restore(rules, saved).save(), saved);
});

test("blocked storage costs saving and nothing else", () => {
  for (const value of [undefined, { get setItem() { throw new Error("blocked"); } }]) {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => { if (value === undefined) throw new Error("denied"); return value; } });
    const keeper = new Keeper();
    assert.equal(keeper.works, false);
    assert.equal(keeper.save("game", {}), false);
    assert.equal(keeper.load("game"), null);
  }
  const held = new Map([["fanorona.game", "{broken"]]);
  let full = false;
  const storage = { getItem: (k) => held.get(k) ?? null, setItem: (k, v) => { if (full) throw new Error("quota"); held.set(k, v); }, removeItem: (k) => held.delete(k) };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
  const keeper = new Keeper();
  // What cannot be read is not the same as nothing: the person is told.
  assert.equal(keeper.load("game"), undefined);
  assert.equal(keeper.load("settings"), null);
  assert.equal(keeper.save("game", { a: 1 }), true);
  assert.deepEqual(keeper.load("game"), { a: 1 });
  full = true;
  assert.equal(keeper.save("game", { a: 2 }), false);
});

/** Every module of the page. */
function sources() {
  const www = new URL("../../www/", import.meta.url);
  return ["app", "app/views", "board", "engine"].flatMap((folder) => readdirSync(new URL(folder, www))
    .filter((name) => name.endsWith(".js")).map((name) => [name, readFileSync(new URL(`${folder}/${name}`, www), "utf8")]));
}

test("every text that is asked for exists, and every text is used", () => {
  const html = readFileSync(new URL("../../www/index.html", import.meta.url), "utf8");
  const code = sources().map(([, text]) => text).join("\n") + html;
  const asked = [...code.matchAll(/\bt\("([a-zA-Z0-9.-]+)"/g), ...code.matchAll(/data-t(?:-label)?="([^"]+)"/g)].map((m) => m[1]);
  assert.ok(asked.length > 60);
  for (const key of asked) assert.ok(key in texts, key);
  for (const reason of ["not-your-stone", "no-line-there", "occupied", "capture-available", "same-direction", "point-visited", "nothing-to-approach", "nothing-to-withdraw-from", "kind-needed",
    "other-stone-is-moving", "continuation-must-capture", "turn-is-over", "single-capture-only", "no-paika-in-vela", "no-capture-in-vela", "game-over"]) assert.ok(`why.${reason}` in texts, reason);
  for (const reason of ["last-stone-taken", "blocked", "no-capture-limit", "repetition", "agreement", "resignation", "vela-no-capture"]) assert.ok(`over.${reason}` in texts, reason);
  const stems = [...code.matchAll(/[`"]([a-zA-Z]+(?:\.[a-zA-Z]+)*\.?)(?:\$\{|")/g)].map((m) => m[1]);
  for (const key of Object.keys(texts)) {
    if (["page.title", "page.tagline"].includes(key)) continue;
    const used = code.includes(`"${key}"`) || stems.some((stem) => stem.includes(".") ? key.startsWith(stem) : key.startsWith(`${stem}.`));
    assert.ok(used, `${key} is used nowhere`);
  }
});

test("places in the texts are all of a known form", () => {
  for (const [key, text] of Object.entries(texts)) {
    for (const form of typeof text === "string" ? [text] : Object.values(text)) {
      assert.equal(form, form.trim(), key);
      assert.ok(!/\{(?!\w+\})/.test(form), key);
    }
    if (typeof text !== "string") assert.ok("other" in text, key);
  }
});

test("modules keep to what the linker of the single file knows", () => {
  for (const [name, text] of sources()) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    if (name.startsWith("platform")) continue;
    assert.ok(!/import\.meta/.test(code), `${name}: import.meta`);
    assert.ok(!/\bimport\s*\(/.test(code), `${name}: import()`);
    assert.ok(!/^await /m.test(code), `${name}: top-level await`);
    assert.ok(!/export\s+(default|\*)/.test(code), `${name}: only named exports`);
  }
});

test("arrows go round the tabs of the panel, other keys do nothing there", () => {
  assert.deepEqual(["ArrowRight", "ArrowLeft", "Home", "End", "Enter"].map((key) => nextTab(key, 3, 4)), [0, 2, 0, 3, null]);
  assert.equal(nextTab("ArrowLeft", 0, 4), 3);
});
