// How fast the search is, natively and in Chromium, in one run (docs/performance.md):
//
//   node tests/browser/measure-speed.mjs NATIVE BASELINE [BEFORE]
//
// NATIVE is the built example search_bench, BASELINE the baseline's depth_from_start, BEFORE the search_bench of an
// earlier version; `./build.sh speed` builds them and calls this. Every program has its turn in each round, and
// the best of all rounds counts, so that a busy moment of the machine favours nobody.

import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { buildIn } from "../../tools/built-site.mjs";
import { launchBrowser, site, startServer } from "../e2e/helpers.mjs";

const [native = "", baseline = "", before] = process.argv.slice(2);
const ROUNDS = 5;
const DEPTH = 9;

/** @typedef {{ nodes: number, rate: number, depthNodes: number, depthSeconds: number }} Speed `rate` in nodes a second */

/** @param {string} text @param {RegExp} pattern */
function number(text, pattern) {
  const found = Number(pattern.exec(text)?.[1]);
  if (!Number.isFinite(found)) throw new Error(`no ${pattern} in:\n${text}`);
  return found;
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
  return stdout + stderr;
}

/** @param {string} program @returns {Speed} */
function search(program) {
  const text = run(program, [String(DEPTH)]);
  return {
    nodes: number(text, /(\d+) nodes in/),
    rate: 1000 * number(text, /, (\d+) thousand nodes a second/),
    depthNodes: number(text, new RegExp(`depth ${DEPTH}: (\\d+) nodes`)),
    depthSeconds: number(text, new RegExp(`depth ${DEPTH}: \\d+ nodes, ([0-9.]+) s`)),
  };
}

/** @returns {Speed} */
function ofBaseline() {
  const text = run(baseline, [String(DEPTH)]);
  // Its rate is told behind each depth.
  const own = text.slice(text.lastIndexOf("s, "));
  const depthNodes = number(text, new RegExp(`depth ${DEPTH}: (\\d+) nodes`));
  const rate = 1e6 * number(own, /s, ([0-9.]+) million/);
  return { nodes: NaN, rate, depthNodes, depthSeconds: depthNodes / rate };
}

test("speed", { timeout: 900_000 }, async () => {
  const server = await startServer();
  const page = await (await launchBrowser()).newPage();
  await page.goto(`${server.url}LICENSE-MIT`);
  await page.evaluate(async (url) => {
    const glue = await import(`${url}pkg/fanorona_wasm.js`);
    await glue.default();
    /** @type {any} */ (window).glue = glue;
  }, `${server.url}${buildIn(site)}/`);

  /** @returns {Promise<Speed>} */
  const inChromium = () =>
    page.evaluate((depth) => {
      const glue = /** @type {any} */ (window).glue;
      const timed = (/** @type {() => number} */ work) => {
        const begin = performance.now();
        const nodes = work();
        return { nodes, seconds: (performance.now() - begin) / 1000 };
      };
      const bench = timed(() => glue.bench().nodes);
      const deep = timed(() => {
        const engine = new glue.Engine();
        engine.setGame({});
        engine.start({ depth });
        let report;
        do report = engine.run(1_000_000);
        while (!report.done);
        engine.free();
        return report.nodes;
      });
      return { nodes: bench.nodes, rate: bench.nodes / bench.seconds, depthNodes: deep.nodes, depthSeconds: deep.seconds };
    }, DEPTH);

  /** @type {Map<string, Speed[]>} */
  const all = new Map();
  const note = (/** @type {string} */ name, /** @type {Speed} */ speed) => all.set(name, [...(all.get(name) ?? []), speed]);
  for (let round = 0; round < ROUNDS; round += 1) {
    note("native", search(native));
    note("Chromium", await inChromium());
    note("baseline", ofBaseline());
    if (before) note("before", search(before));
  }
  await server.close();

  console.log(`| program | bench nodes | nodes a second | depth ${DEPTH} from the start: nodes | seconds |\n|---|---|---|---|---|`);
  const best = new Map([...all].map(([name, speeds]) => [name, { ...speeds[0], rate: Math.max(...speeds.map((it) => it.rate)), depthSeconds: Math.min(...speeds.map((it) => it.depthSeconds)) }]));
  for (const [name, { nodes, rate, depthNodes, depthSeconds }] of best) {
    console.log(`| ${name} | ${Number.isNaN(nodes) ? "-" : nodes} | ${Math.round(rate / 1000)} thousand | ${depthNodes} | ${depthSeconds.toFixed(2)} |`);
  }
  const rate = (/** @type {string} */ name) => best.get(name)?.rate ?? NaN;
  console.log(`Chromium has ${Math.round((100 * rate("Chromium")) / rate("native"))} % of the native rate`);
});
