import assert from "node:assert/strict";
import { test } from "node:test";
import { BoardInput } from "../../www/board/input.js";

const step = (from, to, kind, ...captures) => ({ from, to, kind, captures });
const A = step("d3", "e3", "approach", "f3");
const W = step("d3", "e3", "withdrawal", "c3");
const F = step("f2", "e3", "approach", "d4", "c5");
const start = {
  stones: { d3: "white", f2: "white", a1: "white", c3: "black", f3: "black", d4: "black", c5: "black" },
  turn: "white",
  targets: [A, W, F],
  interactive: true,
  chain: null,
};
const chain = {
  ...start,
  stones: { d3: "white", e3: "white", a1: "white", c3: "black", f3: "black" },
  targets: [step("e3", "e4", "approach", "e5"), step("e3", "f4", "approach", "g5"), step("e3", "f4", "withdrawal", "d2")],
  chain: { from: "f2", at: "e3", path: ["f2", "e3"], captures: ["d4", "c5"], barred: "d4", barredDirection: [-1, 1], canStop: true },
};

function at(view) {
  const input = new BoardInput();
  input.sync(view);
  return input;
}

test("locked until it is the person's turn", () => {
  const input = at({ ...start, interactive: false });
  assert.equal(input.state.name, "locked");
  assert.deepEqual(input.tap("d3"), []);
  assert.deepEqual(input.back(), []);
  assert.deepEqual(input.stop(), []);
  assert.equal(input.grab("d3"), false);
});

test("tap a stone, tap it again, tap another, tap outside", () => {
  const input = at(start);
  assert.deepEqual(input.tap("d3"), []);
  assert.deepEqual(input.state, { name: "selected", from: "d3" });
  assert.deepEqual(input.tap("f2"), []);
  assert.deepEqual(input.state, { name: "selected", from: "f2" });
  assert.deepEqual(input.tap("f2"), [{ type: "dropped", reason: "same-stone" }]);
  assert.equal(input.state.name, "idle");
  input.tap("d3");
  assert.deepEqual(input.tap(null), [{ type: "dropped", reason: "outside" }]);
});

test("a stone that cannot move is refused, and so is one of the other side; an empty point is nothing", () => {
  const input = at(start);
  assert.deepEqual(input.tap("a1"), [{ type: "refused", from: "a1" }]);
  assert.deepEqual(input.tap("c3"), [{ type: "refused", from: "c3" }]);
  assert.deepEqual(input.tap("e3"), []);
  assert.equal(input.state.name, "idle");
});

test("a point the stone cannot go to is refused and the stone stays chosen", () => {
  const input = at(start);
  input.tap("f2");
  assert.deepEqual(input.tap("g2"), [{ type: "refused", from: "f2", to: "g2" }]);
  assert.deepEqual(input.tap("a1"), [{ type: "refused", from: "a1" }]);
  assert.deepEqual(input.state, { name: "selected", from: "f2" });
});

test("one possible kind never asks", () => {
  const input = at(start);
  input.tap("f2");
  assert.deepEqual(input.tap("e3"), [{ type: "step", step: F }]);
});

test("both kinds ask; a stone of the group, a key or a chip answers; never a silent default", () => {
  for (const [answer, expected] of [[(i) => i.tap("f3"), A], [(i) => i.tap("c3"), W], [(i) => i.pick("approach"), A], [(i) => i.pick("withdrawal"), W]]) {
    const input = at(start);
    input.tap("d3");
    assert.deepEqual(input.tap("e3"), []);
    assert.deepEqual(input.state, { name: "choosing", from: "d3", to: "e3" });
    assert.deepEqual(input.tap("e3"), []);
    assert.deepEqual(answer(input), [{ type: "step", step: expected }]);
  }
  assert.deepEqual(at(start).pick("approach"), []);
});

test("the choice is not modal: another stone or Escape leaves it", () => {
  const input = at(start);
  input.tap("d3");
  input.tap("e3");
  assert.deepEqual(input.tap("f2"), []);
  assert.deepEqual(input.state, { name: "selected", from: "f2" });
  input.tap("d3");
  input.tap("e3");
  assert.deepEqual(input.back(), [{ type: "dropped", reason: "escape" }]);
  assert.deepEqual(input.state, { name: "selected", from: "d3" });
  assert.deepEqual(input.back(), [{ type: "dropped", reason: "escape" }]);
  assert.equal(input.state.name, "idle");
});

test("in a chain a tap elsewhere does nothing, and none on the stone stops it", () => {
  const input = at(chain);
  assert.deepEqual(input.state, { name: "chain", from: "e3" });
  for (const square of ["a1", "d3", "c3", "i5", "e3", null]) assert.deepEqual(input.tap(square), []);
  assert.deepEqual(input.state, { name: "chain", from: "e3" });
  // But it tells why the barred point and those visited are not for it.
  assert.deepEqual(input.tap("d4"), [{ type: "refused", from: "e3", to: "d4" }]);
  assert.deepEqual(input.tap("f2"), [{ type: "refused", from: "e3", to: "f2" }]);
});

test("Enter on the stone of a chain stops, elsewhere it is a tap", () => {
  const input = at(chain);
  assert.deepEqual(input.enter("a1"), []);
  assert.deepEqual(input.enter("e4"), [{ type: "step", step: chain.targets[0] }]);
  assert.deepEqual(at(chain).enter("e3"), [{ type: "stop" }]);
  assert.deepEqual(at(start).enter("d3"), []);
});

test("Escape in a chain takes back a step, Shift+Escape the turn; a first step taken back leaves its stone chosen", () => {
  const input = at(chain);
  assert.deepEqual(input.cancelTurn(), [{ type: "cancel", scope: "turn" }]);
  assert.deepEqual(input.back(), [{ type: "cancel", scope: "step" }]);
  input.sync(start);
  assert.deepEqual(input.state, { name: "selected", from: "f2" });
  const other = at(chain);
  other.cancelTurn();
  other.sync(start);
  assert.equal(other.state.name, "idle");
});

test("a choice within a chain keeps the chain", () => {
  const input = at(chain);
  input.tap("f4");
  assert.deepEqual(input.state, { name: "choosing", from: "e3", to: "f4" });
  input.back();
  assert.deepEqual(input.state, { name: "chain", from: "e3" });
  input.tap("f4");
  assert.deepEqual(input.tap("g5"), [{ type: "step", step: chain.targets[1] }]);
});

test("drag: only a stone that can move is taken; dropped on a target it steps, elsewhere it says why", () => {
  const input = at(start);
  assert.equal(input.grab("a1"), false);
  assert.equal(input.grab("f2"), true);
  assert.deepEqual(input.drop("e3"), [{ type: "step", step: F }]);
  input.grab("f2");
  assert.deepEqual(input.drop("f2"), []);
  assert.deepEqual(input.drop(null), []);
  input.grab("f2");
  assert.deepEqual(input.drop("h1"), [{ type: "refused", from: "f2", to: "h1" }]);
  input.grab("d3");
  assert.deepEqual(input.drop("e3"), []);
  assert.equal(input.state.name, "choosing");
});

test("a gesture taken away leaves everything as it was", () => {
  const input = at(start);
  input.tap("d3");
  input.grab("f2");
  assert.deepEqual(input.cancelGesture(), [{ type: "dropped", reason: "gesture-cancelled" }]);
  assert.deepEqual(input.state, { name: "selected", from: "d3" });
  assert.deepEqual(input.cancelGesture(), []);
});

test("a new position drops a choice that makes no sense any more, and says so", () => {
  const input = at(start);
  input.tap("d3");
  assert.deepEqual(input.sync({ ...start, interactive: false }), [{ type: "dropped", reason: "locked" }]);
  input.sync(start);
  input.tap("d3");
  input.tap("e3");
  assert.deepEqual(input.sync(start), []);
  assert.equal(input.state.name, "choosing");
  assert.deepEqual(input.sync({ ...start, targets: [A, F] }), []);
  assert.deepEqual(input.state, { name: "selected", from: "d3" });
  assert.deepEqual(input.sync({ ...start, targets: [F] }), [{ type: "dropped", reason: "position-changed" }]);
  input.tap("f2");
  assert.deepEqual(input.sync({ ...start, turn: "black" }), [{ type: "dropped", reason: "position-changed" }]);
});

test("the only turn is shown by one tap and played by Play or by its point", () => {
  const only = { ...start, targets: [F], forced: true };
  const input = at(only);
  assert.equal(input.forcedStep(), null);
  assert.deepEqual(input.playForced(), []);
  input.tap("f2");
  assert.deepEqual(input.forcedStep(), F);
  assert.deepEqual(input.preview(null)?.takes, ["d4", "c5"]);
  assert.deepEqual(input.playForced(), [{ type: "step", step: F }]);
});

test("a preview shows exactly the stones that would go", () => {
  const input = at(start);
  assert.equal(input.preview("e3"), null);
  input.tap("f2");
  assert.deepEqual(input.preview("e3"), { from: "f2", to: "e3", takes: ["d4", "c5"], either: null });
  assert.equal(input.preview("a1"), null);
  input.tap("d3");
  assert.deepEqual(input.preview("e3"), { from: "d3", to: "e3", takes: [], either: { approach: ["f3"], withdrawal: ["c3"] } });
  input.tap("e3");
  assert.deepEqual(input.preview(null, "withdrawal")?.takes, ["c3"]);
  assert.deepEqual(input.preview("f3")?.takes, ["f3"]);
  assert.deepEqual(input.preview(null)?.either, { approach: ["f3"], withdrawal: ["c3"] });
});

test("a digit steps the chosen stone, asks where both kinds are possible, and says why not", () => {
  const input = at(start);
  assert.deepEqual(input.towards("e3"), []);
  input.tap("f2");
  assert.deepEqual(input.towards("e3"), [{ type: "step", step: F }]);
  assert.deepEqual(input.towards("f1"), [{ type: "refused", from: "f2", to: "f1" }]);
  assert.deepEqual(input.towards(null), []);
  input.tap("d3");
  input.towards("e3");
  assert.equal(input.state.name, "choosing");
});
