// The very module that is shipped, optimised, in Chromium, through its public JavaScript face:
// the golden numbers, the fixed search, and that bad input is an error and never a crash.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildIn } from "../../tools/built-site.mjs";
import { texts } from "../../www/app/texts/en.js";
import { launchBrowser, root, site, startServer } from "../e2e/helpers.mjs";

/** @typedef {typeof import("../../www/pkg/fanorona_wasm.js")} Glue */
/** @typedef {{ fen: string, perft?: number[], moves?: string[] }} Golden */

const golden = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, "tests/data/golden", `${name}.json`), "utf8"));

/** @type {import("playwright-core").Page} */
let page;
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;

before(async () => {
  server = await startServer();
  page = await (await launchBrowser()).newPage();
  // Any document of that origin will do; this one runs nothing of the page.
  await page.goto(`${server.url}LICENSE-MIT`);
  await page.evaluate(async (url) => {
    const glue = await import(`${url}pkg/fanorona_wasm.js`);
    await glue.default();
    /** @type {any} */ (window).glue = glue;
  }, `${server.url}${buildIn(site)}/`);
});
after(() => server?.close());

/**
 * What the shipped module says of a position: perft to a depth, and all legal turns.
 * @param {import("../../www/pkg/fanorona_wasm.js").GameOptions} options @param {number} depth
 */
function ask(options, depth) {
  return page.evaluate(
    ([options, depth]) => {
      const glue = /** @type {Glue} */ (/** @type {any} */ (window).glue);
      const game = new glue.Game(options);
      const list = game.legalMoves(100_000);
      const answer = {
        perft: depth > 0 ? [...glue.perft(options, depth)] : [],
        moves: list.moves.map((move) => move.text).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
        omitted: list.omitted,
        fen: game.fen(),
      };
      game.free();
      return answer;
    },
    /** @type {const} */ ([options, depth]),
  );
}

/** @param {import("../../www/pkg/fanorona_wasm.js").GameOptions} options @param {Golden} expected */
async function compare(options, expected) {
  const answer = await ask({ ...options, fen: expected.fen }, expected.perft?.length ?? 0);
  if (expected.perft) assert.deepEqual(answer.perft, expected.perft, expected.fen);
  if (expected.moves) assert.deepEqual(answer.moves, expected.moves, expected.fen);
  assert.equal(answer.omitted, 0);
  const [board, turn] = answer.fen.split(" ");
  const spread = board.replace(/\d/g, (count) => ".".repeat(Number(count)));
  assert.equal(`${spread} ${turn}`, expected.fen, "the position comes back");
}

/** @type {Golden[]} */
const positions = golden("positions");
for (const [number, expected] of positions.entries()) {
  test(`golden position ${number + 1}`, () => compare({}, expected));
}

/** @type {Golden[]} */
const deep = golden("perft-deep");
for (const [number, expected] of deep.entries()) {
  test(`deep perft ${number + 1}`, () => compare({}, expected));
}

const variants = golden("variants");
for (const [key, variant] of /** @type {const} */ ([["dimy", "dimy"], ["telo", "telo"], ["board_7x3", "7x3"], ["board_9x3", "9x3"]])) {
  for (const [number, expected] of variants[key].entries()) {
    test(`golden ${variant} position ${number + 1}`, () => compare({ variant }, expected));
  }
}
for (const [number, expected] of variants.vela_positions_claimant_white.entries()) {
  test(`golden Vela position ${number + 1}`, () => compare({ variant: "vela" }, expected));
}

/** @type {[string, import("../../www/pkg/fanorona_wasm.js").GameOptions, number[]][]} */
const starts = [
  ["Vela", { variant: "vela" }, variants.vela_start_perft_claimant_white],
  ["9x3", { variant: "9x3" }, variants.perft_9x3],
  ["single first capture", { rules: "standard,single-first-capture" }, variants.single_first_capture_start_perft],
];
for (const [name, options, perft] of starts) {
  test(`perft of the start: ${name}`, async () => {
    assert.deepEqual((await ask(options, perft.length)).perft, perft);
  });
}

test("the fixed search visits the same nodes as natively", async () => {
  const program = join(root, "target/release/examples/search_bench");
  execFileSync("cargo", ["build", "--quiet", "--locked", "--release", "--package", "fanorona", "--example", "search_bench"], { cwd: root });
  const native = Number(/(\d+) nodes/.exec(execFileSync(program, { encoding: "utf8" }))?.[1]);
  assert.ok(native > 0);
  const shipped = await page.evaluate(() => /** @type {Glue} */ (/** @type {any} */ (window).glue).bench());
  assert.equal(shipped.nodes, native);
  assert.equal(shipped.perPosition.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0), native);
});

test("levels have the names that the page shows, and the weakest answers at once", async () => {
  const seen = await page.evaluate(() => {
    const glue = /** @type {Glue} */ (/** @type {any} */ (window).glue);
    const engine = new glue.Engine(1 << 20);
    engine.setGame({});
    engine.start({ level: 1, seed: 3 });
    const report = engine.run(20_000);
    engine.free();
    return { levels: glue.levels(), report };
  });
  const shown = seen.levels.map(({ number }) => texts[/** @type {keyof typeof texts} */ (`level.${number}`)]);
  assert.deepEqual(seen.levels.map(({ name }) => name), shown);
  assert.deepEqual(seen.levels.map(({ number }) => number), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.ok(seen.report.done && seen.report.bestMove && seen.report.proved === null);
});

test("Telo is solved by tables, and tables of 9x5 to 4 stones are built, saved, opened and say the same", async () => {
  const seen = await page.evaluate(() => {
    const glue = /** @type {Glue} */ (/** @type {any} */ (window).glue);
    const engine = new glue.Engine(1 << 20);
    const other = new glue.Engine(1 << 20);
    const workOut = (/** @type {InstanceType<Glue["Engine"]>} */ one) => {
      let last;
      for (let state = one.workTables(50); state; state = one.workTables(50)) last = state;
      return last;
    };
    engine.growTables("telo");
    const telo = workOut(engine);
    const start = engine.solve({ variant: "telo" });
    engine.growTables("tsivy", 4);
    const tsivy = workOut(engine);
    const bytes = engine.saveTables("tsivy", 4);
    other.openTables(bytes);
    const opened = workOut(other);
    const four = { fen: "9/2B3B2/9/3W5/5W3 W" };
    const answer = {
      telo: telo?.stones,
      first: start?.moves.map(({ move, verdict }) => `${move.text} ${verdict}`).sort(),
      tsivy: [tsivy?.stones, tsivy?.distances, opened?.stones, opened?.distances],
      bytes: bytes.length,
      same: JSON.stringify(engine.solve(four)) === JSON.stringify(other.solve(four)),
      value: other.solve(four)?.verdict,
      beyond: other.solve({}),
    };
    engine.free();
    other.free();
    return answer;
  });
  assert.equal(seen.telo, 9);
  assert.deepEqual(seen.first, ["a1-b2A loss", "b1-b2A loss", "c1-b2A win", "c2-b2A win"]);
  assert.deepEqual(seen.tsivy, [4, 4, 4, 4]);
  assert.ok(seen.bytes > 10_000 && seen.bytes < 100_000, `${seen.bytes} bytes`);
  assert.deepEqual([seen.same, seen.value, seen.beyond], [true, "draw", undefined]);
});

test("several lines are reported, the proved ones as such", async () => {
  const lines = await page.evaluate(() => {
    const glue = /** @type {Glue} */ (/** @type {any} */ (window).glue);
    const engine = new glue.Engine(1 << 20);
    engine.setGame({ variant: "telo" });
    engine.start({ lines: 4, depth: 30 });
    let report = engine.run(glue.Engine.sliceNodes());
    while (!report.done) report = engine.run(glue.Engine.sliceNodes());
    engine.free();
    return report.lines;
  });
  assert.deepEqual(lines.map(({ proved }) => proved), ["win", "win", "loss", "loss"]);
  assert.deepEqual(lines.map(({ pv }) => pv[0]).sort(), ["a1-b2A", "b1-b2A", "c1-b2A", "c2-b2A"]);
});

test("an analysis in the site's worker streams, ends by its limits, and is aborted by a signal", async () => {
  const seen = await page.evaluate(async (url) => {
    /** @type {typeof import("../../www/engine/client.js")} */
    const { EngineClient } = await import(`${url}engine/client.js`);
    /** @type {typeof import("../../www/engine/platform.js")} */
    const { createWorker } = await import(`${url}engine/platform.js`);
    const engine = new EngineClient({ createWorker });
    let progress = 0;
    const byNodes = await engine.analyse({ game: { moves: ["f2-e3A"] }, lines: 3, nodes: 60_000 }, { onProgress: () => progress++ });
    const timed = performance.now();
    const byTime = await engine.analyse({ time: 300 });
    const took = performance.now() - timed;
    const abort = new AbortController();
    let after = 0;
    let aborted = "";
    /** @type {Promise<unknown>} */
    const started = new Promise((resolve) => {
      abort.signal.addEventListener("abort", () => resolve(0));
      engine.analyse({ lines: 2 }, { signal: abort.signal, onProgress: (report) => {
        if (abort.signal.aborted) after += 1;
        if (report.depth >= 3) abort.abort();
      } }).catch((error) => { aborted = error.name; });
    });
    await started;
    // The worker is free at once: the next question is not kept waiting by the last.
    const asked = performance.now();
    const next = await engine.analyse({ depth: 1 });
    const waited = performance.now() - asked;
    engine.close();
    return { byNodes, progress, byTime, took, aborted, after, next, waited };
  }, `${server.url}${buildIn(site)}/`);
  assert.deepEqual([seen.byNodes.done, seen.byNodes.lines.length], [true, 3]);
  assert.equal(seen.byNodes.bestMove, seen.byNodes.lines[0].pv[0]);
  assert.ok(seen.progress >= 3, `${seen.progress} reports`);
  assert.equal(seen.byTime.done, false);
  assert.ok(seen.took >= 290 && seen.took < 3_000, `${seen.took} ms`);
  assert.deepEqual([seen.aborted, seen.after], ["AbortError", 0]);
  assert.deepEqual([seen.next.depth, seen.next.done], [1, true]);
  assert.ok(seen.waited < 1_000, `${seen.waited} ms`);
});

test("the version is the workspace's", async () => {
  const version = /\[workspace\.package\][^[]*?\nversion = "(.*?)"/.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))?.[1];
  assert.equal(await page.evaluate(() => /** @type {Glue} */ (/** @type {any} */ (window).glue).version()), version);
});

test("bad input is a FanoronaError with a code, and the game goes on", async () => {
  const faults = await page.evaluate(() => {
    const glue = /** @type {Glue} */ (/** @type {any} */ (window).glue);
    const game = new glue.Game();
    /** @type {any} */
    const any = glue;
    const calls = {
      variant: () => new glue.Game({ variant: "chess" }),
      rules: () => new glue.Game({ rules: "house rules" }),
      fen: () => new glue.Game({ fen: "x" }),
      moves: () => new glue.Game({ moves: ["a1-a2"] }),
      notAnObject: () => new any.Game(7),
      unknownOption: () => any.perft({ variant: 3 }, 1),
      play: () => game.play("z9-z8"),
      step: () => game.step("a1", "i5"),
      goTo: () => game.goTo(99),
      resign: () => any.Game.prototype.resign.call(game, "green"),
      record: () => glue.Game.fromRecord("[Variant"),
      tablesTooLarge: () => new glue.Engine(1 << 20).growTables("tsivy", 7),
      noTables: () => new glue.Engine(1 << 20).openTables(new Uint8Array(100)),
      nothingToSave: () => new glue.Engine(1 << 20).saveTables("telo", 3),
    };
    /** @type {Record<string, unknown>} */
    const seen = {};
    for (const [name, call] of Object.entries(calls)) {
      try {
        call();
        seen[name] = "no error";
      } catch (error) {
        const { name: kind, code, message } = /** @type {any} */ (error);
        seen[name] = kind === "FanoronaError" && typeof code === "string" && message.length > 0 ? "ok" : String(error);
      }
    }
    seen.after = game.state().ply === 0 && game.play("d3-e3A").ply === 1 ? "ok" : "the game is lost";
    return seen;
  });
  for (const [name, result] of Object.entries(faults)) assert.equal(result, "ok", name);
});
