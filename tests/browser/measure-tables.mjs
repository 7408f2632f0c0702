// Measures tables of endings on the page, by hand, on a quiet machine (docs/testing.md, "Recorded runs in the browser"):
//
//   node tests/browser/measure-tables.mjs build        6 stones worked out on a site without files
//   node tests/browser/measure-tables.mjs site         what a site with the file for 6 stones gives, the second visit too
//   node tests/browser/measure-tables.mjs open FILE    the file of 7 stones fetched and read on request
//
// It prints when each number of stones is exact, the longest pauses of the page and the most memory of its process.

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launchBrowser, site, startServer } from "../e2e/helpers.mjs";

const [what = "", file = ""] = process.argv.slice(2);
/** A draw. */
const FOUR = "9/2B3B2/9/3W5/5W3 W";
/** Won in 55 turns to the next capture, which the limit makes a draw (docs/endgames.md). */
const SEVEN = "9/BB7/5B3/4W1W2/2WW5 W";
const LONG_MS = 1_200_000;

/** @param {string} path */
function text(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // the process has ended
  }
}

/** Most bytes that a page's process of our own browser has had in memory; null where there is no /proc. */
function peak() {
  const folder = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(folder.map((pid) => [pid, /^PPid:\s+(\d+)/m.exec(text(`/proc/${pid}/status`))?.[1] ?? ""]));
  const ours = (/** @type {string} */ pid) => {
    for (let at = pid; at !== ""; at = parents.get(at) ?? "") if (at === String(process.pid)) return true;
    return false;
  };
  const pages = folder.filter((pid) => ours(pid) && text(`/proc/${pid}/cmdline`).includes("--type=renderer"));
  const most = pages.map((pid) => Number(/^VmHWM:\s+(\d+)/m.exec(text(`/proc/${pid}/status`))?.[1] ?? 0) * 1024);
  return Math.max(0, ...most);
}

/** A copy of the site with these files of tables and no others. @param {string[]} files @param {number} stones */
function siteWith(files, stones) {
  const folder = mkdtempSync(join(tmpdir(), "fanorona-measure-"));
  cpSync(site, folder, { recursive: true, filter: (path) => !path.endsWith(".fanotabl") });
  const list = files.map((from) => {
    const name = `9x5-${stones}.fanotabl`;
    cpSync(from, join(folder, "tables", name));
    return { board: "9x5", stones, bytes: statSync(from).size, name };
  });
  writeFileSync(join(folder, "tables/list.json"), JSON.stringify({ files: list }));
  return folder;
}

const files = { build: [], site: [join(site, "tables/9x5-6.fanotabl")], open: [file] }[what];
if (!files || (what === "open" && !file)) {
  console.error("measure-tables: build, site, or open FILE");
  process.exit(2);
}
/**
 * @param {import("playwright-core").BrowserContext} context @param {string} url
 * @param {number} goal  stones to wait for @param {string} [button]  to press when it is there
 */
async function visit(context, url, goal, button) {
  const [fen, value] = goal === 7 ? [SEVEN, "A draw by the limit"] : [FOUR, "A draw."];
  const page = await context.newPage();
  page.on("pageerror", (error) => console.log("page error:", error.message));
  await page.addInitScript(() => {
    const seen = /** @type {any} */ (window).seen = { said: /** @type {[number, string][]} */ ([]), pauses: /** @type {number[]} */ ([]) };
    new MutationObserver(() => {
      const words = (document.querySelector("#endings-state")?.textContent ?? "").replace(/[:\s]+[\d]+\s%/, "");
      if (seen.said.at(-1)?.[1] !== words) seen.said.push([performance.now(), words]);
    }).observe(document, { childList: true, characterData: true, subtree: true });
    let last = performance.now();
    setInterval(() => {
      seen.pauses.push(performance.now() - last - 10);
      last = performance.now();
    }, 10);
  });
  await page.goto(`${url}#fen=${encodeURIComponent(fen)}&play=two`);
  if (button) await page.getByRole("button", { name: button }).click({ timeout: LONG_MS });
  await page.waitForFunction((stones) => document.querySelector("#endings-state")?.textContent?.trim() === `Endings with up to ${stones} stones are exact.`, goal, { timeout: LONG_MS });
  await page.waitForFunction((words) => (document.querySelector("#endings-value")?.textContent ?? "").includes(words), value, { timeout: LONG_MS });
  // What was fetched or built is kept now.
  await page.waitForTimeout(3000);
  const { said, pauses } = await page.evaluate(() => /** @type {any} */ (window).seen);
  for (const [at, words] of said) console.log(`${(at / 1000).toFixed(1).padStart(7)} s  ${words}`);
  const longest = [...pauses].sort((a, b) => b - a).slice(0, 3);
  console.log(`longest pauses of the page ${longest.map((ms) => Math.round(ms)).join(", ")} ms; most memory of its process ${Math.round(peak() / 1e6)} MB`);
  await page.close();
}

// A test, so that the runner waits for it and closes the browser.
test(`tables of endings: ${what}`, async (t) => {
  const folder = siteWith(files, what === "open" ? 7 : 6);
  t.after(() => rmSync(folder, { recursive: true }));
  const server = await startServer({ folder });
  t.after(() => server.close());
  const context = await (await launchBrowser()).newContext();
  t.after(() => context.close());
  if (what === "build") await visit(context, server.url, 6, "Work out 6 stones here");
  if (what === "site") {
    await visit(context, server.url, 6);
    console.log("the second visit:");
    await visit(context, server.url, 6);
  }
  if (what === "open") await visit(context, server.url, 7, "Fetch 7 stones");
});
