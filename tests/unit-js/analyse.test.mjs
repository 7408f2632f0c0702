import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineClient, EngineError } from "../../www/engine/client.js";
import { EngineHost } from "../../www/engine/host.js";
import { readReply, readRequest } from "../../www/engine/protocol.js";

const line = (patch = {}) => ({ pv: ["f2-e3A", "d5-d4A"], score: 20, proved: null, plies: null, ...patch });
const report = (patch = {}) => ({ done: true, depth: 3, nodes: 100, bestMove: "f2-e3A", ...line(), lines: [line(), line({ score: null, proved: "loss", plies: 4 })], ...patch });
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A client whose worker is a host with an engine that never ends by itself. */
function pair(patch = {}) {
  const calls = [];
  const hosts = [];
  class Engine {
    static sliceNodes() { return 900; }
    setGame(game) { calls.push(["game", game]); }
    start(options) { calls.push(["start", options]); this.n = 0; }
    run() { this.n += 1; calls.push(["run", this.n]); return report({ done: this.n >= (patch.slices ?? Infinity), depth: this.n }); }
    workTables() { return undefined; }
    free() {}
  }
  const createWorker = () => {
    const listeners = [];
    const host = new EngineHost(Promise.resolve({ Engine, version: () => "1" }), (reply) => setImmediate(() => listeners.forEach((listen) => listen({ data: structuredClone(reply) }))));
    hosts.push(host);
    return {
      postMessage: (message) => setImmediate(() => host.hear(structuredClone(message))),
      terminate: () => host.end(),
      addEventListener: (type, listener) => { if (type === "message") listeners.push(listener); },
    };
  };
  const engine = new EngineClient({ createWorker });
  return { engine, calls, runs: () => calls.filter(([name]) => name === "run").length, close: () => { engine.close(); hosts.forEach((host) => host.end()); } };
}

async function until(holds) {
  for (let i = 0; i < 10_000 && !holds(); i++) await tick();
  assert.ok(holds(), "it does not come");
}

test("lines and limits of the wrong shape are not heard", () => {
  const good = { type: "search", id: 1, game: {}, options: { lines: 3, time: 500 } };
  assert.deepEqual(readRequest(good), good);
  for (const options of [{ lines: -1 }, { lines: "3" }, { lines: 1.5 }, { time: -1 }, { time: "9" }, { time: NaN }]) assert.equal(readRequest({ ...good, options }), null);
  const reply = { type: "result", id: 4, report: report(), stopped: false };
  assert.deepEqual(readReply(reply), reply);
  for (const lines of [undefined, null, {}, [null], ["f2-e3A"], [line({ pv: "f2" })], [line({ score: "1" })], [line({ proved: "maybe" })], [line({ plies: NaN })]]) {
    assert.equal(readReply({ ...reply, report: report({ lines }) }), null, JSON.stringify(lines));
  }
});

test("an analysis streams its reports and ends with the last", async (t) => {
  const { engine, calls, close } = pair({ slices: 4 });
  t.after(close);
  const depths = [];
  const last = await engine.analyse({ game: { variant: "telo" }, lines: 2, depth: 9 }, { onProgress: (r) => depths.push(r.depth) });
  assert.deepEqual([last.done, last.depth, last.lines.length], [true, 4, 2]);
  assert.deepEqual(depths, [1, 2, 3]);
  assert.deepEqual(calls.slice(0, 2), [["game", { variant: "telo" }], ["start", { lines: 2, depth: 9 }]]);
  assert.equal(engine.busy, false);
});

test("an aborted analysis rejects with AbortError, and the worker stops within a slice", async (t) => {
  const { engine, runs, close } = pair();
  t.after(close);
  const abort = new AbortController();
  let heard = 0;
  const analysis = engine.analyse({}, { signal: abort.signal, onProgress: () => heard++ });
  const failed = assert.rejects(analysis, { name: "AbortError" });
  await until(() => heard > 2);
  abort.abort();
  await failed;
  const heardBefore = heard;
  // The message is on its way; then at most the slice under way is finished.
  await tick();
  await tick();
  const runsBefore = runs();
  for (let i = 0; i < 50; i++) await tick();
  assert.ok(runs() <= runsBefore + 1, `${runs() - runsBefore} slices more`);
  assert.equal(heard, heardBefore);
  assert.equal(engine.busy, false);
});

test("a signal's own reason is kept, and one that is aborted already starts nothing", async (t) => {
  const { engine, calls, close } = pair();
  t.after(close);
  const reason = new Error("the reader has left");
  await assert.rejects(engine.analyse({}, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
  await tick();
  assert.equal(calls.length, 0);
  const abort = new AbortController();
  const failed = assert.rejects(engine.analyse({}, { signal: abort.signal }), (error) => error === reason);
  abort.abort(reason);
  await failed;
});

test("another search cancels an analysis, and its signal does not touch the other", async (t) => {
  const { engine, close } = pair();
  t.after(close);
  const abort = new AbortController();
  const failed = assert.rejects(engine.analyse({}, { signal: abort.signal }), (error) => error instanceof EngineError && error.code === "cancelled");
  const other = engine.search({}, {});
  await failed;
  abort.abort();
  assert.equal(engine.busy, true);
  other.stop();
  assert.equal((await other.result).bestMove, "f2-e3A");
});

test("time is kept by the host, and the engine hears nothing of it", async (t) => {
  const { engine, calls, close } = pair();
  t.after(close);
  const begun = performance.now();
  const last = await engine.analyse({ time: 60, lines: 1 });
  const took = performance.now() - begun;
  assert.equal(last.done, false);
  assert.ok(took >= 55 && took < 2_000, `${took} ms`);
  assert.deepEqual(calls[1], ["start", { lines: 1 }]);
});
