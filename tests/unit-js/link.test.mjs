// The game in a link: written, read, and refused. What the turns may be is for the rules (tests/e2e/link.test.mjs).

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareGames, isLink, newId, readLink, writeLink } from "../../www/app/link.js";
import { undoTarget } from "../../www/app/session.js";
import { personToMove } from "../../www/app/store.js";
import { sendable } from "../../www/app/views/send.js";

/** @typedef {import("../../www/app/link.js").LinkedGame} LinkedGame */

/** @type {LinkedGame} */
const GAME = { id: "k3x9qa01", setup: { variant: "tsivy", rules: "standard" }, you: "black", moves: ["d3-e3A", "f4-f3A-f2W"], resigned: null, draw: null };
/** @type {LinkedGame[]} */
const GAMES = [
  GAME,
  { ...GAME, moves: [], you: "white" },
  { ...GAME, resigned: "white" },
  { ...GAME, setup: { variant: "vela", rules: "club,single-first-capture" } },
  { ...GAME, setup: { variant: "7x3", rules: "none", fen: "7/7/WBWBWBW W 0 1" } },
  { ...GAME, moves: Array(300).fill("d3-e3A-e4A-d4W") },
];

test("a game comes back from its link", () => {
  for (const game of GAMES) {
    const link = writeLink(game);
    assert.ok(isLink(link));
    assert.deepEqual(readLink(link), game);
    // No sign that a program which passes it on would write in another way, or take for its end.
    assert.match(link, /^#[A-Za-z0-9;=_,./+-]+[a-z0-9]$/);
  }
});

test("a link is found in what people paste", () => {
  const link = writeLink(GAME);
  for (const text of [`https://example.org/fanorona/${link}`, ` ${link}\n`, `https://example.org/?a=1${link}.`, `${link})`, link.slice(1),
    `#${encodeURIComponent(link.slice(1))}`, `(https://example.org/${link}), your turn!`]) {
    assert.deepEqual(readLink(text), GAME, text);
  }
});

test("a link cut anywhere, or with a letter changed, is no game", () => {
  for (const game of GAMES.slice(0, 5)) {
    const link = writeLink(game);
    for (let end = 0; end < link.length; end++) assert.ok("fault" in readLink(link.slice(0, end)), link.slice(0, end));
    for (let at = 1; at < link.length; at++) {
      for (const letter of ["a", "1", ";", "_", "%", "é"]) {
        if (link[at] === letter) continue;
        const changed = link.slice(0, at) + letter + link.slice(at + 1);
        assert.ok("fault" in readLink(changed), changed);
      }
    }
  }
  assert.deepEqual(readLink(writeLink(GAME).slice(0, -9)), { fault: "cut" });
});

/** A link whose check is right, with other fields smuggled in as rules. @param {string} rules */
function sealed(rules) {
  return writeLink({ ...GAME, setup: { variant: "tsivy", rules } });
}

test("fields that no page has written are refused, the check being right", () => {
  for (const rules of ["", "<img src=x>", "standard;you=red", "standard;turns=x", "a".repeat(200), "standard;id=!", "standard;start=<b>"]) {
    assert.deepEqual(readLink(sealed(rules)), { fault: "broken" }, rules);
  }
  assert.deepEqual(readLink("#v2;id=abcd;check=1"), { fault: "version" });
  assert.deepEqual(readLink("#v1;"), { fault: "cut" });
  assert.deepEqual(readLink("#fen=9/9 W"), { fault: "broken" });
  assert.deepEqual(readLink(""), { fault: "broken" });
  assert.deepEqual(readLink("#v1%3Bid%3D%"), { fault: "broken" });
  assert.deepEqual(readLink(`#v1;${"x".repeat(1e6)}`), { fault: "long" });
  for (const hash of ["", "#", "#variant=dimy", "#fen=v1;", "#version;"]) assert.ok(!isLink(hash), hash);
});

test("names of games are long enough that two are not alike", () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[a-z0-9]{8}$/);
});

test("how a link lies to the game at hand", () => {
  const here = { id: GAME.id, moves: ["a", "b", "c"], resigned: null, draw: null };
  const link = (/** @type {Partial<LinkedGame>} */ more) => ({ ...GAME, ...more });
  const relation = (/** @type {Partial<LinkedGame>} */ more, at = here) => compareGames(at, link(more));
  assert.deepEqual(relation({ moves: ["a", "b", "c"], id: "another1" }), { relation: "other", turn: 0 });
  assert.deepEqual(relation({ moves: ["a", "b", "c"] }), { relation: "same", turn: 3 });
  assert.deepEqual(relation({ moves: ["a", "b", "c", "d"] }), { relation: "newer", turn: 3 });
  assert.deepEqual(relation({ moves: ["a"] }), { relation: "older", turn: 1 });
  assert.deepEqual(relation({ moves: ["a", "x"] }), { relation: "fork", turn: 1 });
  assert.deepEqual(relation({ moves: ["a", "b", "c"], resigned: "black" }), { relation: "newer", turn: 3 });
  const over = { ...here, resigned: /** @type {const} */ ("white") };
  assert.deepEqual(relation({ moves: ["a", "b", "c"] }, over), { relation: "older", turn: 3 });
  assert.deepEqual(relation({ moves: ["a", "b", "c", "d"] }, over), { relation: "fork", turn: 3 });
  assert.deepEqual(compareGames({ id: null, moves: [], resigned: null, draw: null }, GAME), { relation: "other", turn: 0 });
});

test("a page opened as a file sends the text alone", () => {
  assert.equal(sendable("#v1;x", { protocol: "https:", href: "https://example.org/f/#old" }), "https://example.org/f/#v1;x");
  assert.equal(sendable("#v1;x", { protocol: "file:", href: "file:///home/me/fanorona.html" }), "#v1;x");
});

test("in a game by link only the own turn without an answer can be taken back or made anew", () => {
  const moves = ["white", "black", "white"].map((color) => ({ color }));
  const white = (/** @type {string} */ color) => color === "white";
  const undo = (/** @type {number} */ ply, list = moves) => undoTarget(/** @type {any} */ ({ ply, moves: list }), white, true);
  assert.equal(undo(3), 2);
  assert.equal(undo(2), null);
  assert.equal(undo(2, moves.slice(0, 2)), null);
  assert.equal(undo(0, []), null);
  const may = (/** @type {number} */ ply, turn = "white") => personToMove(/** @type {any} */ ({ players: { white: "person", black: "friend" }, thinking: false, game: { outcome: null, turn, ply, moves } }));
  assert.equal(may(2), true);
  assert.equal(may(0), false);
  assert.equal(may(3, "black"), false);
});
