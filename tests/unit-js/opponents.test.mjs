// Who plays, and the offer of a draw: what needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readStart } from "../../www/app/address.js";
import { CONTENT, agrees, mayOffer } from "../../www/app/draw.js";
import { compareGames, readLink, writeLink } from "../../www/app/link.js";
import { Session, isSavedGame, undoTarget } from "../../www/app/session.js";
import { FIRST, levelOf } from "../../www/app/store.js";
import { drawButton } from "../../www/app/views/opponents.js";

const LINK = { id: "k3x9qa01", setup: { variant: "tsivy", rules: "standard" }, you: "black", moves: ["d3-e3A"], resigned: null, draw: null };

test("a computer agrees to a draw by its own value: not when it is ahead or sees a win, always when it sees a loss or a draw", () => {
  // The report is of the person: a large score there is a bad one for the computer.
  assert.equal(agrees({ score: 300, proved: null }), true);
  assert.equal(agrees({ score: -CONTENT, proved: null }), true);
  assert.equal(agrees({ score: -CONTENT - 1, proved: null }), false);
  assert.equal(agrees({ score: null, proved: "win" }), true);
  assert.equal(agrees({ score: null, proved: "draw" }), true);
  assert.equal(agrees({ score: null, proved: "loss" }), false);
  assert.equal(agrees({ score: null, proved: null }), false);
});

/** @param {object} more @param {object} [game] */
function stateWith(more, game = {}) {
  return { ...FIRST, players: { white: "person", black: "computer" }, game: { turn: "white", ply: 2, plies: 2, open: null, outcome: null, ...game }, ...more };
}

test("a draw is offered by the person whose turn it is, once a turn, and by link after the own turn", () => {
  assert.equal(mayOffer(stateWith({})), "white");
  assert.equal(mayOffer(stateWith({}, { turn: "black" })), null);
  assert.equal(mayOffer(stateWith({ thinking: true })), null);
  assert.equal(mayOffer(stateWith({}, { open: {} })), null);
  assert.equal(mayOffer(stateWith({}, { outcome: { reason: "blocked" } })), null);
  assert.equal(mayOffer(stateWith({ draw: { by: "white", ply: 2, stands: "declined" } })), null);
  assert.equal(mayOffer(stateWith({ draw: { by: "white", ply: 0, stands: "declined" } })), "white");
  const linked = { players: { white: "person", black: "friend" } };
  assert.equal(mayOffer(stateWith(linked)), null);
  assert.equal(mayOffer(stateWith(linked, { turn: "black" })), "white");
  assert.equal(mayOffer(stateWith(linked, { turn: "black", ply: 0, plies: 0 })), null);
  assert.equal(mayOffer(stateWith({ players: { white: "person", black: "person" } }, { turn: "black" })), "black");
  assert.equal(mayOffer(stateWith({ players: { white: "computer", black: "computer" } })), null);
});

test("the button for a draw says where the offer stands, and takes a friend's", () => {
  const friend = stateWith({ players: { white: "person", black: "friend" }, draw: { by: "black", ply: 2, stands: "offered" } });
  assert.deepEqual(drawButton(friend), { key: "draw.accept", on: true, accept: true });
  assert.deepEqual(drawButton(stateWith({ draw: { by: "white", ply: 2, stands: "asked" } })), { key: "draw.button.asked", on: false, accept: false });
  assert.deepEqual(drawButton({ ...friend, game: { ...friend.game, ply: 3 } }).accept, false);
});

test("a link carries an offer or an agreement, and nothing else under that name", () => {
  for (const draw of ["offer", "agreed"]) assert.deepEqual(readLink(writeLink({ ...LINK, draw })), { ...LINK, draw });
  assert.ok(!writeLink(LINK).includes("draw"));
  for (const bad of [{ draw: "perhaps" }, { draw: "offer", resigned: "white" }, { draw: "agreed", resigned: "black" }]) {
    assert.deepEqual(readLink(writeLink({ ...LINK, ...bad })), { fault: "broken" });
  }
});

test("an offer or agreement in a link is news; a link without it is not older than an offer, but than an agreement", () => {
  const relation = (here, link) => compareGames({ ...LINK, draw: here }, { ...LINK, draw: link }).relation;
  assert.deepEqual([[null, "offer"], [null, "agreed"], ["offer", "agreed"]].map(([a, b]) => relation(a, b)), ["newer", "newer", "newer"]);
  assert.deepEqual([["offer", "offer"], ["agreed", "agreed"], ["offer", null]].map(([a, b]) => relation(a, b)), ["same", "same", "same"]);
  assert.deepEqual([["agreed", null], ["agreed", "offer"]].map(([a, b]) => relation(a, b)), ["older", "older"]);
  assert.equal(compareGames({ ...LINK, draw: "agreed" }, { ...LINK, moves: ["d3-e3A", "x"] }).relation, "fork");
});

test("each of two computers has its level", () => {
  const state = { level: 3, blackLevel: 7, players: { white: "computer", black: "computer" } };
  assert.deepEqual([levelOf(state, "white"), levelOf(state, "black")], [3, 7]);
  assert.equal(levelOf({ ...state, players: { white: "person", black: "computer" } }, "black"), 3);
  assert.deepEqual(readStart("#variant=telo&play=watch", 8).players, state.players);
});

test("what words ended is taken back where it stands, at the very start too; by link only one's own word", () => {
  const me = (color) => color === "white";
  const moves = ["white", "black"].map((color) => ({ color }));
  const resigned = (winner) => ({ ply: 0, moves: [], outcome: { reason: "resignation", winner } });
  assert.equal(undoTarget(resigned("black"), me), 0);
  assert.equal(undoTarget({ ply: 2, moves, outcome: { reason: "agreement", winner: null } }, me), 2);
  assert.equal(undoTarget({ ply: 2, moves, outcome: { reason: "blocked", winner: "black" } }, me), 0);
  assert.equal(undoTarget(resigned("black"), me, true), 0);
  assert.equal(undoTarget(resigned("white"), me, true), null);
});

test("an agreed draw is saved, taken up again and taken back", () => {
  class Game {
    constructor({ moves = [] }) { this.list = moves; }
    outcome = null;
    state() { return { moves: this.list.map((text) => ({ text })), ply: this.list.length, open: null, outcome: this.outcome }; }
    agreeDraw() { this.outcome = { reason: "agreement", winner: null }; return this.state(); }
  }
  const rules = { Game };
  const session = new Session(rules, LINK.setup);
  session.change((game) => game.agreeDraw());
  const saved = JSON.parse(JSON.stringify(session.save()));
  assert.ok(isSavedGame(saved) && saved.agreed === true);
  const again = Session.restore(rules, saved);
  assert.equal(again.state.outcome.reason, "agreement");
  again.withdraw();
  assert.equal(again.state.outcome, null);
  assert.equal(isSavedGame({ ...saved, agreed: "yes" }), false);
});
