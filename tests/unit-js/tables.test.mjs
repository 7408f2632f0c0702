import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineClient } from "../../www/engine/client.js";
import { EngineHost } from "../../www/engine/host.js";
import { readReply, readRequest } from "../../www/engine/protocol.js";
import { TablesFiles } from "../../www/engine/tables-files.js";
import { TablesStore } from "../../www/engine/tables-store.js";
import { Tables } from "../../www/engine/tables.js";

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));
async function until(test, what) {
  for (let i = 0; i < 2000; i++) {
    if (test()) return;
    await tick();
  }
  assert.fail(`never: ${what}`);
}

const state = (patch = {}) => ({ board: "9x5", stones: 0, distances: 0, target: 5, quick: 5, most: 6, work: null, ...patch });
const building = (stones = 5, done = 0.5) => ({ kind: "building", stones, done });
const exact = (patch = {}) => ({ wdl: "win", verdict: "win", dtc: 3, dtw: 7, ...patch });
const solved = (patch = {}) => ({ ...exact(), move: { text: "a1-a2", path: ["a1", "a2"], captures: [] }, ...patch });
const solution = (patch = {}) => ({ ...exact(), omitted: 0, moves: [solved()], ...patch });

test("requests about tables of the wrong shape are not heard", () => {
  const good = [
    { type: "grow", id: 1, variant: "tsivy" }, { type: "grow", id: 1, variant: "tsivy", stones: 6 }, { type: "open", id: 2, bytes: new Uint8Array(3) },
    { type: "save", id: 3, variant: "telo", stones: 4 }, { type: "solve", id: 4, game: { variant: "telo", moves: [] } },
  ];
  for (const request of good) assert.deepEqual(readRequest(request), request);
  for (const bad of [{ ...good[0], variant: 3 }, { ...good[1], stones: -1 }, { ...good[1], stones: "6" }, { ...good[2], bytes: [1, 2] }, { ...good[2], bytes: "x" },
    { ...good[3], stones: undefined }, { ...good[3], stones: 1.5 }, { ...good[4], game: null }, { ...good[4], game: { moves: [1] } }, { ...good[4], id: 0 }]) {
    assert.equal(readRequest(bad), null, JSON.stringify(bad));
  }
});

test("answers about tables of the wrong shape are no answers", () => {
  const good = [
    { type: "tables", state: state({ work: building() }) }, { type: "grown", id: 1, state: state() }, { type: "opened", id: 1, state: state() },
    { type: "saved", id: 1, bytes: new Uint8Array(2) }, { type: "solved", id: 1, solution: null }, { type: "solved", id: 1, solution: solution() },
    { type: "solved", id: 1, solution: solution({ verdict: null, dtc: null, dtw: null, wdl: "draw" }) },
  ];
  for (const reply of good) assert.deepEqual(readReply(reply), reply);
  for (const bad of [
    { type: "tables" }, { type: "tables", state: state({ stones: "4" }) }, { type: "tables", state: state({ work: { kind: "resting", stones: 5, done: 0 } }) },
    { type: "tables", state: state({ work: building(5, NaN) }) }, { type: "grown", state: state() }, { type: "saved", id: 1, bytes: [1] }, { type: "solved", id: 1 },
    ...[{ wdl: "won" }, { verdict: undefined }, { verdict: "maybe" }, { dtc: 1.5 }, { dtw: undefined }, { dtw: "9" }, { omitted: null }, { moves: [solved({ wdl: 1 })] }, { moves: [solved({ move: { text: "a1-a2" } })] }]
      .map((patch) => ({ type: "solved", id: 1, solution: solution(patch) })),
  ]) assert.equal(readReply(bad), null, JSON.stringify(bad));
});

/** A host over an engine whose tables need `pieces` pieces. */
function host(pieces, patch = {}) {
  const replies = [];
  const calls = [];
  let left = 0;
  let kind = "building";
  class Engine {
    static sliceNodes() { return 900; }
    setGame() {}
    start() {}
    run() { calls.push("run"); return { done: patch.searchEnds?.() ?? true, depth: 1, nodes: 1, bestMove: "a1-a2", pv: [], score: 1, proved: null, plies: null, lines: [] }; }
    growTables() { left = pieces; kind = "building"; return state({ work: building() }); }
    openTables(bytes) {
      if (bytes.length === 0) throw Object.assign(new Error("no tables"), { code: "not-tables" });
      left = pieces;
      kind = "opening";
      return state({ work: { kind: "opening", stones: 6, done: 0 } });
    }
    workTables(count) {
      calls.push("work");
      if (left === 0) return undefined;
      if (patch.damaged && left < pieces) { left = 0; throw Object.assign(new Error("damaged"), { code: "damaged-tables" }); }
      if (patch.trap && left < pieces) throw new WebAssembly.RuntimeError("out of memory");
      left = Math.max(0, left - count);
      return left === 0 ? state({ stones: 5, distances: 5 }) : state({ work: { ...building(5, 1 - left / pieces), kind } });
    }
    saveTables() { return new Uint8Array([7]); }
    solve(game) { return game.variant === "none" ? undefined : solution(); }
    newGame() {}
    free() {}
  }
  const it = new EngineHost(Promise.resolve({ Engine, version: () => "1" }), (reply) => replies.push(reply));
  return { it, replies, calls, of: (type) => replies.filter((reply) => reply.type === type) };
}

test("the host grows tables in slices and tells how far they are, then answers what it is asked", async (t) => {
  const { it, replies, of } = host(400);
  t.after(() => it.end());
  it.hear({ type: "grow", id: 1, variant: "tsivy" });
  await until(() => of("tables").some((reply) => reply.state.work === null), "done");
  assert.deepEqual(replies.map((reply) => reply.type).slice(0, 3), ["ready", "grown", "tables"]);
  it.hear({ type: "solve", id: 2, game: { variant: "tsivy" } });
  it.hear({ type: "solve", id: 3, game: { variant: "none" } });
  it.hear({ type: "save", id: 4, variant: "tsivy", stones: 5 });
  await until(() => of("saved").length > 0, "saved");
  assert.deepEqual(of("solved").map((reply) => reply.solution === null), [false, true]);
  assert.ok(replies.every((reply) => readReply(reply) !== null), "every answer passes the check of the other side");
});

test("tables rest while a search is under way", async (t) => {
  let searching = true;
  const { it, calls, of } = host(1e6, { searchEnds: () => !searching });
  t.after(() => it.end());
  it.hear({ type: "search", id: 1, game: {}, options: {} });
  await until(() => calls.includes("run"), "a search");
  it.hear({ type: "grow", id: 2, variant: "tsivy" });
  it.hear({ type: "save", id: 3, variant: "tsivy", stones: 5 });
  for (let i = 0; i < 20; i++) await tick();
  assert.equal(calls.includes("work"), false);
  assert.equal(of("saved").length, 0);
  searching = false;
  await until(() => calls.includes("work"), "work after the search");
  assert.equal(of("result").length, 1);
});

test("the host tells a bad file from a crash", async () => {
  const bad = host(50, { damaged: true });
  bad.it.hear({ type: "open", id: 1, bytes: new Uint8Array(0) });
  bad.it.hear({ type: "open", id: 2, bytes: new Uint8Array(9) });
  await until(() => bad.of("failed").length === 2, "two refusals");
  assert.deepEqual(bad.of("failed").map(({ id, code }) => [id, code]), [[1, "not-tables"], [2, "damaged-tables"]]);
  const good = host(50);
  good.it.hear({ type: "open", id: 3, bytes: new Uint8Array(9) });
  await until(() => good.of("opened").length === 1, "opened");
  assert.equal(good.of("opened")[0].state.stones, 5);
  const trap = host(50, { trap: true });
  trap.it.hear({ type: "grow", id: 4, variant: "tsivy", stones: 6 });
  await until(() => trap.of("broken").length > 0, "broken");
  for (const { it } of [bad, good, trap]) it.end();
});

/** A worker that answers as the engine would; `act` may say otherwise. */
class Worker {
  static all = [];
  sent = [];
  stones = 0;
  ended = false;
  listeners = {};
  constructor(act = () => undefined) { Worker.all.push(this); this.act = act; setTimeout(() => this.say({ type: "ready", version: "1" })); }
  say(data) { if (!this.ended) this.listeners.message({ data }); }
  terminate() { this.ended = true; }
  addEventListener(type, listener) { this.listeners[type] = listener; }
  postMessage(request) {
    this.sent.push(request);
    setTimeout(() => {
      if (this.ended || this.act(request, this) === "done") return;
      const { id, type } = request;
      const now = () => state({ stones: this.stones, distances: this.stones });
      if (type === "grow") {
        const goal = request.stones ?? 5;
        this.say({ type: "grown", id, state: { ...now(), work: this.stones < goal ? building(goal) : null } });
        this.stones = Math.max(goal, this.stones);
        this.say({ type: "tables", state: now() });
      } else if (type === "save") this.say({ type: "saved", id, bytes: new Uint8Array([request.stones]) });
      else if (type === "open") {
        if (request.bytes[0] > 9) this.say({ type: "failed", id, code: "damaged-tables", message: "no" });
        else {
          this.stones = Math.max(this.stones, request.bytes[0]);
          this.say({ type: "opened", id, state: now() });
        }
      } else if (type === "solve") this.say({ type: "solved", id, solution: null });
    });
  }
}

/** A store in memory. */
function shelf(files = {}) {
  return {
    files,
    list: async (board) => (board === "9x5" ? Object.keys(files).map(Number).sort() : []),
    load: async (_, stones) => (files[stones] ? new Uint8Array(files[stones]) : null),
    save: async (_, stones, bytes) => { files[stones] = [...bytes]; return true; },
    remove: async (_, stones) => { delete files[stones]; },
  };
}
const noFiles = () => new TablesFiles(null);

function tables({ act, store = shelf(), files = noFiles(), thrifty = false } = {}) {
  Worker.all = [];
  const engine = new EngineClient({ createWorker: () => new Worker(act) });
  return { engine, store, it: new Tables({ engine, store, files, boardOf: () => "9x5", thrifty }), sent: () => Worker.all.flatMap((worker) => worker.sent.map((request) => request.type)) };
}

test("tables are built and kept, and opened the next time", async () => {
  const one = tables();
  one.it.want("tsivy");
  await until(() => one.store.files[5], "kept");
  assert.deepEqual(one.sent(), ["grow", "save"]);
  assert.equal(one.it.view.stones, 5);
  const two = tables({ store: one.store });
  two.it.want("tsivy");
  await until(() => two.it.view.stones === 5, "opened");
  await until(() => two.it.view.build === 6, "the offer to build more");
  assert.deepEqual(two.sent(), ["open"]);
  for (const { engine } of [one, two]) engine.close();
});

test("a kept file that is bad is deleted and built again", async () => {
  const { it, store, sent, engine } = tables({ store: shelf({ 5: [99] }) });
  it.want("tsivy");
  await until(() => store.files[5]?.[0] === 5, "built again and kept");
  assert.deepEqual(sent(), ["open", "grow", "save"]);
  assert.equal(it.view.problem, null);
  engine.close();
});

test("after a crash the tables are asked for again; when it always crashes that ends", async () => {
  let crashes = 1;
  const act = (request, worker) => {
    if (request.type !== "grow" || crashes-- <= 0) return undefined;
    worker.say({ type: "broken", message: "out of memory" });
    return "done";
  };
  const one = tables({ act });
  one.it.want("tsivy");
  await until(() => one.it.view.stones === 5, "built by the second worker");
  assert.equal(Worker.all.length, 2);
  crashes = 1e9;
  const two = tables({ act });
  two.it.want("tsivy");
  for (let i = 0; i < 60; i++) await tick();
  assert.ok(Worker.all.length <= 4, `${Worker.all.length} workers`);
  assert.equal(two.it.view.stones, 0);
  for (const { engine } of [one, two]) engine.close();
});

/** A site with a list and files by name. */
function site(files, list = Object.entries(files).map(([name, bytes]) => ({ board: "9x5", stones: Number(name[4]), bytes: bytes.length, name }))) {
  const asked = [];
  const get = async (url) => {
    const name = url.split("/").at(-1);
    asked.push(name);
    if (name === "list.json") return list === null ? new Response("no", { status: 404 }) : Response.json({ files: list });
    return files[name] ? new Response(files[name]) : new Response("no", { status: 404 });
  };
  return { asked, files: new TablesFiles("http://host/tables/", get) };
}

test("the site's file of 6 comes by itself and is kept, the one of 7 when it is asked for", async () => {
  const { files, asked } = site({ "9x5-6.fanotabl": new Uint8Array([6, 0]), "9x5-7.fanotabl": new Uint8Array([7, 0]) });
  const { it, store, engine } = tables({ files });
  it.want("tsivy");
  await until(() => it.view.stones === 6 && it.view.file?.stones === 7, "six, and an offer of seven");
  assert.deepEqual(asked, ["list.json", "9x5-6.fanotabl"]);
  await until(() => store.files[6], "kept");
  it.load();
  assert.equal(it.view.work?.kind, "loading");
  await until(() => it.view.stones === 7, "seven");
  engine.close();
});

/** Lets a worker build for ever; a file that is opened ends that. */
const busyBuilding = (request, worker) => {
  if (request.type !== "grow") return undefined;
  worker.say({ type: "grown", id: request.id, state: state({ work: building() }) });
  return "done";
};

test("the site's file is fetched while tables are built, and what it holds is not built", async () => {
  const { files } = site({ "9x5-6.fanotabl": new Uint8Array([6, 0]) });
  const { it, store, sent, engine } = tables({ files, act: busyBuilding });
  it.want("tsivy");
  await until(() => it.view.stones === 6 && it.view.work === null, "six");
  await until(() => store.files[6], "kept");
  for (let i = 0; i < 10; i++) await tick();
  assert.deepEqual(sent(), ["grow", "open"]);
  assert.deepEqual(Object.keys(store.files), ["6"]);
  engine.close();
});

test("a file that comes slowly can be stopped, and what is built meanwhile goes on", async () => {
  const list = [{ board: "9x5", stones: 6, bytes: 9, name: "9x5-6.fanotabl" }];
  const get = async (url, { signal } = {}) => {
    if (url.endsWith("list.json")) return Response.json({ files: list });
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([6, 0, 0]));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(stream);
  };
  const { it, sent, engine } = tables({ files: new TablesFiles("http://host/tables/", get), act: busyBuilding });
  it.want("tsivy");
  await until(() => it.view.work?.kind === "loading" && it.view.work.done > 0.3, "a part of it");
  assert.equal(it.view.stoppable, true);
  it.stop();
  await until(() => it.view.work?.kind === "building", "only the building");
  assert.equal(it.view.stoppable, false);
  assert.equal(it.view.problem, null);
  assert.deepEqual(sent(), ["grow"]);
  Worker.all[0].stones = 5;
  Worker.all[0].say({ type: "tables", state: state({ stones: 5, distances: 5 }) });
  await until(() => it.view.file?.stones === 6, "the offer to fetch it after all");
  engine.close();
});

test("no list, no file, and a thrifty person: nothing is fetched and nothing said", async () => {
  for (const [made, thrifty, expected] of /** @type {const} */ ([
    [site({}, null), false, ["list.json"]],
    [site({}, [{ board: "9x5", stones: 6, bytes: 9, name: "9x5-6.fanotabl" }]), false, ["list.json", "9x5-6.fanotabl"]],
    [site({ "9x5-6.fanotabl": new Uint8Array([6]) }), true, ["list.json"]],
    [site({}, [{ board: "9x5", stones: 6, bytes: 9, name: "../secret" }, null, 7]), false, ["list.json"]],
  ])) {
    const { it, engine } = tables({ files: made.files, thrifty });
    it.want("tsivy");
    await until(() => it.view.stones === 5 && made.asked.length === expected.length && it.view.work === null, "settled");
    for (let i = 0; i < 10; i++) await tick();
    assert.deepEqual(made.asked, expected);
    assert.equal(it.view.problem, null);
    assert.equal(it.view.stones, 5);
    engine.close();
  }
});

test("a damaged file of the site is told, and nothing is lost or kept", async () => {
  const { files } = site({ "9x5-6.fanotabl": new Uint8Array([99]) });
  const { it, store, engine } = tables({ files });
  it.want("tsivy");
  await until(() => it.view.problem, "the problem");
  assert.deepEqual(it.view.problem, { code: "damaged", stones: 6 });
  await until(() => store.files[5], "what was built is kept");
  assert.equal(it.view.stones, 5);
  assert.deepEqual(Object.keys(store.files), ["5"]);
  assert.equal(it.view.build, 6);
  engine.close();
});

test("six stones are built when the person asks, and the work can be stopped", async () => {
  let held = true;
  const act = (request, worker) => {
    if (request.type !== "grow" || request.stones !== 6 || !held) return undefined;
    worker.say({ type: "grown", id: request.id, state: state({ stones: 5, distances: 5, target: 6, work: building(6, 0.1) }) });
    return "done";
  };
  const { it, engine } = tables({ act });
  it.want("tsivy");
  await until(() => it.view.build === 6, "the offer");
  it.build();
  await until(() => it.view.work?.stones === 6, "under way");
  assert.equal(it.view.stoppable, true);
  it.stop();
  await until(() => it.view.work === null, "stopped");
  assert.equal(it.view.stones, 5);
  held = false;
  it.build();
  await until(() => it.view.stones === 6, "built");
  assert.equal(it.view.build, null);
  engine.close();
});

/** As much of IndexedDB as the store uses. */
function fakeIndexedDb({ full = false, silent = false } = {}) {
  const data = new Map();
  const request = (make) => {
    const it = { result: undefined };
    if (!silent) queueMicrotask(() => { it.result = make(); it.onupgradeneeded?.(); it.onsuccess?.(); });
    return it;
  };
  const files = (transaction) => {
    const act = (make) => {
      const it = request(make);
      setTimeout(() => (full && transaction.mode === "readwrite" ? transaction.onabort?.() : transaction.oncomplete?.()));
      return it;
    };
    return {
      getAllKeys: () => act(() => [...data.keys()]),
      get: (key) => act(() => data.get(key)),
      put: (value, key) => act(() => { if (!full) data.set(key, value); }),
      delete: (key) => act(() => { data.delete(key); }),
    };
  };
  const database = {
    createObjectStore() {},
    close() {},
    transaction: (_, mode) => {
      const transaction = { mode, error: new Error("quota") };
      transaction.objectStore = () => files(transaction);
      return transaction;
    },
  };
  return { data, factory: () => ({ open: () => request(() => database) }) };
}

test("the store keeps files by version, board and stones, and drops old versions", async () => {
  const { data, factory } = fakeIndexedDb();
  data.set("1/9x5/5", new Uint8Array([1]));
  const store = new TablesStore({ version: 2, factory });
  assert.equal(await store.save("9x5", 6, new Uint8Array([6])), true);
  await store.save("9x5", 5, new Uint8Array([5]));
  await store.save("3x3", 9, new Uint8Array([9]));
  assert.deepEqual(await store.list("9x5"), [5, 6]);
  await until(() => !data.has("1/9x5/5"), "the old one is gone");
  assert.deepEqual([...(await store.load("9x5", 6))], [6]);
  assert.equal(await store.load("5x5", 6), null);
  data.set("2/9x5/6", "text");
  assert.equal(await store.load("9x5", 6), null);
  await store.remove("9x5", 6);
  assert.deepEqual(await store.list("9x5"), [5]);
});

test("a store that is blocked, full or silent costs keeping, nothing else", async () => {
  const blocked = () => { throw new Error("SecurityError"); };
  for (const factory of [blocked, () => undefined, fakeIndexedDb({ full: true }).factory, fakeIndexedDb({ silent: true }).factory]) {
    const store = new TablesStore({ version: 1, factory, patienceMs: 30 });
    assert.equal(await store.save("9x5", 5, new Uint8Array([5])), false);
    assert.deepEqual(await store.list("9x5"), []);
    assert.equal(await store.load("9x5", 5), null);
    await store.remove("9x5", 5);
  }
});
