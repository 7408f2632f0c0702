import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { EngineClient, EngineError } from "../../www/engine/client.js";
import { EngineHost } from "../../www/engine/host.js";
import { readReply, readRequest } from "../../www/engine/protocol.js";

const report = (patch = {}) => ({ done: true, depth: 3, nodes: 100, bestMove: "f2-e3A", pv: ["f2-e3A"], score: 20, proved: null, plies: null, lines: [], ...patch });
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A worker in our hands. */
class FakeWorker {
  static all = [];
  sent = [];
  listeners = {};
  ended = false;
  constructor() { FakeWorker.all.push(this); }
  postMessage(message) { this.sent.push(structuredClone(message)); }
  terminate() { this.ended = true; }
  addEventListener(type, listener) { this.listeners[type] = listener; }
  say(data) { this.listeners.message({ data }); }
  fail(message) { this.listeners.error({ message }); }
}

function client(options = {}) {
  FakeWorker.all = [];
  const engine = new EngineClient({ createWorker: () => new FakeWorker(), ...options });
  const restarts = [];
  engine.addEventListener("restarted", (event) => restarts.push(event.detail.message));
  return { engine, restarts, worker: () => FakeWorker.all.at(-1), count: () => FakeWorker.all.length };
}

test("requests and replies of the wrong shape are not heard", () => {
  const good = { type: "search", id: 1, game: { variant: "tsivy", moves: ["f2-e3A"] }, options: { level: 2 } };
  assert.deepEqual(readRequest(good), good);
  for (const bad of [null, 1, "stop", [], { type: "stop" }, { type: "stop", id: 0 }, { type: "stop", id: "1" }, { ...good, id: 1.5 }, { ...good, game: [] },
    { ...good, game: { moves: "x" } }, { ...good, game: { fen: 3 } }, { ...good, options: { level: -1 } }, { ...good, options: { nodes: "9" } }, { type: "eval", id: 1 }]) {
    assert.equal(readRequest(bad), null, JSON.stringify(bad));
  }
  const reply = { type: "result", id: 4, report: report(), stopped: false };
  assert.deepEqual(readReply(reply), reply);
  for (const bad of [null, {}, { ...reply, id: null }, { ...reply, report: null }, { ...reply, report: report({ bestMove: 3 }) },
    { ...reply, report: report({ proved: "maybe" }) }, { ...reply, report: report({ score: NaN }) }, { ...reply, type: "answer" }]) {
    assert.equal(readReply(bad), null, JSON.stringify(bad));
  }
});

test("a search answers, with progress on the way, and no worker is made before it", async () => {
  const { engine, worker, count } = client();
  assert.equal(count(), 0);
  const seen = [];
  const search = engine.search({ variant: "tsivy" }, { level: 1 }, (r) => seen.push(r.depth));
  worker().say({ type: "ready", version: "1" });
  worker().say({ type: "progress", id: search.id, report: report({ done: false, depth: 1 }) });
  worker().say({ type: "result", id: search.id, report: report(), stopped: false });
  assert.equal((await search.result).bestMove, "f2-e3A");
  assert.deepEqual(seen, [1]);
  assert.equal(engine.busy, false);
  engine.search({}, {}).result.catch(() => {});
  assert.equal(count(), 1);
  engine.close();
});

test("late answers are dropped by id", async () => {
  const { engine, worker } = client();
  const first = engine.search({}, {});
  const failed = assert.rejects(first.result, (e) => e instanceof EngineError && e.code === "cancelled");
  const second = engine.search({}, {});
  await failed;
  worker().say({ type: "result", id: first.id, report: report({ bestMove: "old" }), stopped: true });
  worker().say({ type: "result", id: second.id, report: report({ bestMove: "new" }), stopped: false });
  assert.equal((await second.result).bestMove, "new");
  assert.deepEqual(worker().sent.map((m) => m.type), ["search", "stop", "search"]);
});

test("a crashed worker is replaced, asked again, and the listener told", async () => {
  const { engine, restarts, worker, count } = client();
  const search = engine.search({ moves: ["f2-e3A"] }, { level: 3 });
  const first = worker();
  first.say({ type: "ready", version: "1" });
  first.fail("boom");
  assert.equal(count(), 2);
  assert.equal(first.ended, true);
  assert.deepEqual(restarts, ["boom"]);
  assert.deepEqual(worker().sent[0], { type: "search", id: search.id, game: { moves: ["f2-e3A"] }, options: { level: 3 } });
  first.say({ type: "result", id: search.id, report: report({ bestMove: "ghost" }), stopped: false });
  worker().say({ type: "result", id: search.id, report: report(), stopped: false });
  assert.equal((await search.result).bestMove, "f2-e3A");
});

test("a worker that always crashes is given up with an error, and the next search tries anew", async () => {
  const { engine, restarts, worker, count } = client();
  const search = engine.search({}, {});
  const failed = assert.rejects(search.result, (e) => e.code === "crashed");
  worker().say({ type: "broken", message: "no wasm" });
  worker().fail("again");
  worker().fail("and again");
  await failed;
  assert.equal(count(), 3);
  assert.deepEqual(restarts, []); // none of them ever lived
  const next = engine.search({}, {});
  assert.equal(count(), 4);
  worker().say({ type: "result", id: next.id, report: report(), stopped: false });
  await next.result;
});

test("an answer of an unknown form is a crash, not a wait without end", async () => {
  const { engine, restarts, worker, count } = client();
  const search = engine.search({}, {});
  worker().say({ type: "ready", version: "1" });
  worker().say({ type: "result", id: search.id, report: { bestMove: 5 } });
  assert.equal(count(), 2);
  assert.equal(restarts.length, 1);
  worker().say({ type: "result", id: search.id, report: report({ score: null, proved: "win", plies: 1 }), stopped: false });
  await search.result;
});

test("silence counts as a crash, loading has more time", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { engine, restarts, worker, count } = client({ loadingMs: 1000, silenceMs: 100 });
    const search = engine.search({}, {});
    mock.timers.tick(900);
    assert.equal(count(), 1);
    worker().say({ type: "ready", version: "1" });
    mock.timers.tick(99);
    worker().say({ type: "progress", id: search.id, report: report({ done: false }) });
    mock.timers.tick(99);
    assert.equal(count(), 1);
    mock.timers.tick(1);
    assert.equal(count(), 2);
    assert.equal(restarts.length, 1);
    worker().say({ type: "result", id: search.id, report: report(), stopped: false });
    await search.result;
    mock.timers.tick(100_000);
    assert.equal(count(), 2);
  } finally {
    mock.timers.reset();
  }
});

test("an error of the rules is the search's error and no crash", async () => {
  const { engine, worker, count } = client();
  const search = engine.search({ fen: "x" }, {});
  const failed = assert.rejects(search.result, (e) => e.code === "bad-fen" && e.message === "no board");
  worker().say({ type: "failed", id: search.id, code: "bad-fen", message: "no board" });
  await failed;
  assert.equal(count(), 1);
});

test("stop is sent for the running search only, and again to a new worker", async () => {
  const { engine, worker } = client();
  const search = engine.search({}, {});
  search.stop();
  worker().fail("boom");
  assert.deepEqual(worker().sent.map((m) => m.type), ["search", "stop"]);
  worker().say({ type: "result", id: search.id, report: report(), stopped: true });
  await search.result;
  search.stop();
  search.cancel();
  assert.equal(worker().sent.length, 2);
});

test("where no worker can be made the engine runs in the page, and the listener is told once", async () => {
  let told = 0;
  FakeWorker.all = [];
  const engine = new EngineClient({ createWorker: () => { throw new Error("forbidden"); }, createInPage: () => new FakeWorker() });
  engine.addEventListener("inpage", () => told++);
  for (let i = 0; i < 2; i++) {
    const search = engine.search({}, {});
    FakeWorker.all.at(-1).say({ type: "result", id: search.id, report: report(), stopped: false });
    await search.result;
    engine.close();
  }
  assert.equal(told, 1);
  const without = new EngineClient({ createWorker: () => { throw new Error("forbidden"); } });
  await assert.rejects(without.search({}, {}).result, (e) => e.code === "crashed");
});

/** Rules whose engine needs `slices` slices. */
function rules(slices, patch = {}) {
  const calls = [];
  class Engine {
    static sliceNodes() { return 900; }
    setGame(game) { calls.push(["game", game.variant]); if (game.variant === "bad") throw Object.assign(new Error("no such board"), { code: "bad-options" }); this.n = 0; }
    start(options) { calls.push(["start", options.level]); }
    run(nodes) { calls.push(["run", nodes]); this.n += 1; if (patch.trap && this.n === 2) throw new WebAssembly.RuntimeError("unreachable"); return report({ done: this.n >= slices, depth: this.n }); }
    newGame() { calls.push(["forget"]); }
    workTables() { return undefined; }
    free() { calls.push(["free"]); }
  }
  return { calls, loaded: Promise.resolve({ Engine, version: () => "9" }) };
}

async function until(replies, type) {
  for (let i = 0; i < 1000 && !replies.some((r) => r.type === type); i++) await tick();
  return replies.find((r) => r.type === type);
}

test("the host keeps early requests, searches in slices and reports each", async (t) => {
  const { calls, loaded } = rules(3);
  const replies = [];
  const host = new EngineHost(loaded, (r) => replies.push(r), (n) => n / 3);
  t.after(() => host.end());
  host.hear({ type: "search", id: 1, game: { variant: "tsivy" }, options: { level: 1 } });
  host.hear("rubbish");
  const result = await until(replies, "result");
  assert.deepEqual(replies.map((r) => r.type), ["ready", "progress", "progress", "result"]);
  assert.equal(result.stopped, false);
  assert.deepEqual(calls.filter(([name]) => name === "run"), [["run", 300], ["run", 300], ["run", 300]]);
});

test("the host hears stop between slices, and another search replaces the first", async () => {
  const { loaded } = rules(100_000);
  const replies = [];
  const host = new EngineHost(loaded, (r) => replies.push(r));
  await until(replies, "ready");
  host.hear({ type: "search", id: 1, game: {}, options: {} });
  await until(replies, "progress");
  host.hear({ type: "search", id: 2, game: {}, options: {} });
  host.hear({ type: "stop", id: 1 });
  await tick();
  host.hear({ type: "stop", id: 2 });
  const result = await until(replies, "result");
  assert.deepEqual([result.id, result.stopped, result.report.bestMove], [2, true, "f2-e3A"]);
  host.end();
});

test("the host tells a refusal from a crash", async () => {
  const refusal = [];
  const one = new EngineHost(rules(1).loaded, (r) => refusal.push(r));
  one.hear({ type: "search", id: 7, game: { variant: "bad" }, options: {} });
  assert.deepEqual(await until(refusal, "failed"), { type: "failed", id: 7, code: "bad-options", message: "no such board" });
  const crash = [];
  const two = new EngineHost(rules(5, { trap: true }).loaded, (r) => crash.push(r));
  two.hear({ type: "search", id: 8, game: {}, options: {} });
  assert.equal((await until(crash, "broken")).message, "unreachable");
  const missing = [];
  const three = new EngineHost(Promise.reject(new Error("404")), (r) => missing.push(r));
  assert.deepEqual(await until(missing, "broken"), { type: "broken", message: "404" });
  for (const host of [one, two, three]) host.end();
});
