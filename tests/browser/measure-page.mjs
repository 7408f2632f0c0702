// How the page feels, in Chromium (docs/performance.md). `./build.sh page-speed` calls it. Not a test: times hang on the machine.
//
//   node tests/browser/measure-page.mjs frames|lighthouse
//
// `frames`: the time from frame to frame while turns are shown and the computer thinks at full strength, on a
// processor slowed down four times. `lighthouse`: its scores, the median of three runs each on desktop and phone,
// from a server that compresses, as hosts do. Lighthouse is installed in tests/lighthouse.

import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { chromiumPath, launchBrowser, root, startServer } from "../e2e/helpers.mjs";
import * as hands from "../e2e/hands.mjs";

const what = process.argv[2];
const SLOWER = 4;
const RUNS = 3;
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true },
};

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

test("frames", { skip: what !== "frames" }, async () => {
  const server = await startServer();
  for (const [name, screen] of Object.entries(SCREENS)) {
    const page = await (await launchBrowser()).newPage(screen);
    await page.goto(`${server.url}#variant=tsivy&play=white&level=8`);
    await hands.ready(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.evaluate(() => {
      const frames = /** @type {any} */ (window).frames_ = /** @type {number[]} */ ([]);
      let last = performance.now();
      const next = () => {
        const now = performance.now();
        frames.push(now - last);
        last = now;
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    });
    // The own step, the run of stones going, the computer's thinking, its turn step by step.
    await hands.click(page, "e2");
    await hands.click(page, "e3");
    await page.keyboard.press("a");
    await page.waitForTimeout(8000);
    const frames = /** @type {number[]} */ (await page.evaluate(() => /** @type {any} */ (window).frames_));
    const tell = (/** @type {number} */ ms) => ms.toFixed(1);
    console.log(`${name}: ${frames.length} frames, median ${tell(quantile(frames, 0.5))} ms, 95 % ${tell(quantile(frames, 0.95))} ms, worst ${tell(Math.max(...frames))} ms, ${frames.filter((ms) => ms > 50).length} over 50 ms`);
    await page.context().close();
  }
  await server.close();
});

test("lighthouse", { skip: what !== "lighthouse", timeout: 900_000 }, async () => {
  const load = createRequire(join(root, "tests/lighthouse/package.json"));
  const { default: lighthouse, desktopConfig } = await import(load.resolve("lighthouse"));
  const { launch } = await import(load.resolve("chrome-launcher"));
  const server = await startServer({ compress: true });
  for (const name of Object.keys(SCREENS)) {
    /** @type {Record<string, number[]>} */
    const scores = {};
    /** @type {Set<string>} */
    const faults = new Set();
    for (let run = 0; run < RUNS; run++) {
      const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
      const { lhr } = await lighthouse(server.url, { port: chrome.port, logLevel: "error" }, name === "desktop" ? desktopConfig : undefined);
      chrome.kill();
      for (const [category, { score }] of Object.entries(lhr.categories)) (scores[category] ??= []).push(Math.round(100 * score));
      for (const category of ["accessibility", "best-practices", "seo"]) {
        for (const { id } of lhr.categories[category].auditRefs) if (lhr.audits[id].score === 0) faults.add(`${category}: ${id}`);
      }
      for (const metric of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]) {
        (scores[metric] ??= []).push(lhr.audits[metric].numericValue);
      }
    }
    console.log(`${name}: ${Object.entries(scores).map(([key, all]) => `${key} ${Number(quantile(all, 0.5).toFixed(3))}`).join(", ")}${[...faults].map((fault) => `\n  ${fault}`).join("")}`);
  }
  await server.close();
});
