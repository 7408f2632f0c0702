// What tests in a real browser share: a static server, Chromium, a page that reports its own faults.
//
//   import { test } from "node:test";
//   import { openPage } from "./helpers.mjs";
//
//   for (const at of places) {
//     test(`${at}: the page starts`, async (t) => {
//       const page = await openPage(t, { at });
//       …
//     });
//   }
//
// A test fails by itself when its page throws, logs an error, or asks any other host for anything.

import assert from "node:assert/strict";
import { accessSync, constants, createReadStream, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { delimiter, dirname, extname, join, normalize } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createGzip } from "node:zlib";
import { chromium } from "playwright-core";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const site = join(root, "dist/site");
export const singleFile = join(root, "dist/fanorona.html");

/** Where the page can be opened from: a web server, or the single file by double click. */
export const places = /** @type {const} */ (["http", "file"]);

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves a folder, as a plain static host would. dist/site is served as one without files of tables, whatever
 * `./build.sh tables` has put there: else what a page does would depend on what was built before.
 * @param {object} [options]
 * @param {string} [options.folder]  default: dist/site
 * @param {number} [options.port]  default: any free one
 * @param {string} [options.prefix]  the sub-path it lies under: "/" or "/games/fanorona/"
 * @param {Record<string, string>} [options.headers]  sent with every answer, such as a Content-Security-Policy
 * @param {boolean} [options.compress]  with gzip, as most hosts do
 * @param {(path: string) => Record<string, string> | number | undefined} [options.answer]  for one path: other headers, or a status to refuse it with
 * @returns {Promise<{ url: string, requests: string[], close: () => Promise<void> }>}
 */
export async function startServer({ folder = site, port = 0, prefix = "/", headers = {}, compress = false, answer = () => undefined } = {}) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    requests.push(path);
    const special = answer(path);
    const inside = path.startsWith(prefix) ? normalize(path.slice(prefix.length)) : "..";
    const file = join(folder, path.endsWith("/") ? join(inside, "index.html") : inside);
    const found = !inside.startsWith("..") && statSync(file, { throwIfNoEntry: false })?.isFile();
    if (!found || typeof special === "number") {
      response.writeHead(typeof special === "number" ? special : 404, { "Content-Type": "text/plain" }).end("no\n");
      return;
    }
    if (folder === site && inside === "tables/list.json") {
      response.writeHead(200, { "Content-Type": TYPES[".json"] }).end('{ "files": [] }\n');
      return;
    }
    const type = TYPES[extname(file)] ?? (extname(file) === "" ? "text/plain" : "application/octet-stream");
    response.writeHead(200, { "Content-Type": type, ...(compress ? { "Content-Encoding": "gzip" } : {}), ...headers, ...special });
    const bytes = createReadStream(file);
    (compress ? bytes.pipe(createGzip()) : bytes).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The path of the system's Chromium; `CHROMIUM` names another. */
export function chromiumPath() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [process.env.CHROMIUM, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))];
  for (const candidate of candidates) {
    try {
      if (candidate) accessSync(candidate, constants.X_OK);
      if (candidate) return candidate;
    } catch {
      // Not this one.
    }
  }
  throw new Error("no Chromium. Install it with: apt-get install chromium");
}

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let browser;

/** One Chromium for all tests of this file; it is closed after the last. */
export function launchBrowser() {
  browser ??= chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox", // tests may run as root
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return browser;
}

/** @type {Promise<Awaited<ReturnType<typeof startServer>>> | undefined} */
let sharedServer;

after(async () => {
  await (await browser)?.close();
  await (await sharedServer)?.close();
});

/**
 * Opens the page in a fresh browser context, which ends with the test.
 * @param {import("node:test").TestContext} t
 * @param {object} [options]
 * @param {"http" | "file"} [options.at]
 * @param {string} [options.url]  instead of `at`: any address
 * @param {string} [options.hash]  the fragment, with its "#"
 * @param {import("playwright-core").BrowserContextOptions} [options.context]  viewport, locale, serviceWorkers (blocked, so that a test sees every request), colorScheme, reducedMotion, …
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} [options.before]  before the page loads
 * @param {RegExp} [options.allowErrors]  console errors that this test provokes
 * @returns {Promise<import("playwright-core").Page>}
 */
export async function openPage(t, { at = "http", url, hash = "", context = {}, before, allowErrors } = {}) {
  const address = (url ?? (await placeUrl(at))) + hash;
  const browserContext = await (await launchBrowser()).newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", serviceWorkers: "block", ...context });
  const page = await browserContext.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(`thrown in the page: ${error.stack ?? error}`));
  page.on("crash", () => faults.push("the page crashed"));
  page.on("console", (message) => {
    if (message.type() === "error" && !allowErrors?.test(message.text())) faults.push(`console.error: ${message.text()}`);
  });
  const home = new URL(address);
  browserContext.on("request", (request) => {
    const asked = new URL(request.url());
    const own = ["data:", "blob:"].includes(asked.protocol) || (asked.protocol === home.protocol && asked.host === home.host);
    if (!own) faults.push(`asked another host: ${asked}`);
  });
  t.after(async () => {
    await browserContext.close();
    assert.deepEqual(faults, [], "faults of the page");
  });
  await before?.(page);
  await page.goto(address);
  return page;
}

/** @param {"http" | "file"} at */
async function placeUrl(at) {
  if (at === "file") return pathToFileURL(singleFile).href;
  sharedServer ??= startServer();
  return (await sharedServer).url;
}

/**
 * Saves a picture as target/screenshots/NAME.png, to look at.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function screenshot(page, name) {
  const folder = join(root, "target/screenshots");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  return path;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds against WCAG 2.2 AA and good practice on the page as it stands, one line a fault. @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
export async function accessibilityFaults(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = /** @type {any} */ (window).axe.run;
    const { violations } = await run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.target).join(" | ")}`);
  });
}
