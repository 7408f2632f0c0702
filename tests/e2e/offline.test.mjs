// The page without a network, and a new version of it: with the real service worker, a server that goes away, and other
// builds in its place.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { buildIn } from "../../tools/built-site.mjs";
import { bundler } from "../tools/tools.mjs";
import * as hands from "./hands.mjs";
import { accessibilityFaults, openPage, root, screenshot, site, startServer } from "./helpers.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

const quiet = { serviceWorkers: /** @type {const} */ ("allow"), reducedMotion: /** @type {const} */ ("reduce") };
const HASH = "#rules=standard&play=white&level=1";
const OFFER = /A new version is ready/;
/** What a browser says of files of a server that is not there. */
const noServer = /ERR_CONNECTION_REFUSED|Failed to load resource/;

const work = mkdtempSync(join(tmpdir(), "fanorona-offline-"));
after(() => rmSync(work, { recursive: true }));

/** Another build of the page, with one text changed. @param {string} word @returns {string} its folder */
function buildWith(word) {
  const www = join(work, `www-${word}`);
  const folder = join(work, `site-${word}`);
  cpSync(join(root, "www"), www, { recursive: true });
  const texts = join(www, "app/texts/en.js");
  const before = readFileSync(texts, "utf8");
  const changed = before.replace('"act.flip": "Flip"', `"act.flip": "${word}"`);
  assert.notEqual(changed, before);
  writeFileSync(texts, changed);
  execFileSync(bundler, ["site", "--www", www, "--out", folder]);
  cpSync(join(site, "tables"), join(folder, "tables"), { recursive: true, filter: (path) => !path.endsWith(".fanotabl") });
  writeFileSync(join(folder, "tables/list.json"), '{ "files": [] }\n');
  return folder;
}

const [old, turned] = [site, buildWith("Turn")];
const [oldBuild, newBuild] = [old, turned].map(buildIn);

/** Waits until the page can be opened without a server. @param {Page} page */
async function keptOffline(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === "activated") return;
    await new Promise((resolve) => active?.addEventListener("statechange", resolve));
  });
}

/** The build that the page runs. @param {Page} page */
async function runningBuild(page) {
  const build = await page.locator("meta[name=fanorona-build]").getAttribute("content");
  const modules = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js") || name.endsWith(".wasm")));
  assert.ok(modules.length > 20, "the page's modules were loaded");
  assert.deepEqual(modules.filter((name) => !name.includes(`/${build}/`)), [], "files of another build");
  return build;
}

/** @param {Page} page */
function offer(page) {
  return page.locator("#notice-text", { hasText: OFFER });
}

/** The names of the caches, sorted. @param {Page} page @returns {Promise<string[]>} */
async function cacheNames(page) {
  return (await page.evaluate(() => caches.keys())).sort();
}

/** @param {Page} page @param {string[]} names */
async function cachesAre(page, names) {
  for (let i = 0; i < 300 && (await cacheNames(page)).join() !== names.join(); i++) await page.waitForTimeout(100);
  assert.deepEqual(await cacheNames(page), names);
}

/** A turn by hand, and the computer's answer. @param {Page} page */
async function playATurn(page) {
  await page.locator("#status:not([data-tone=wait])").waitFor();
  const before = (await hands.moves(page)).length;
  await hands.playAnyTurn(page, hands.dice(before));
  await page.waitForFunction((n) => document.querySelectorAll("#moves button").length >= n && !document.querySelector("#status[data-tone=wait]"), before + 2, { timeout: 30_000 });
  return hands.moves(page);
}

/** Another server takes the place of this one, as when a site is renewed. @param {import("node:test").TestContext} t @param {Server} server @param {Parameters<typeof startServer>[0]} options */
async function replace(t, server, options) {
  const port = Number(new URL(server.url).port);
  await server.close();
  const next = await startServer({ port, ...options });
  t.after(next.close);
  return next;
}

/** @param {import("node:test").TestContext} t @param {Parameters<typeof startServer>[0]} [options] */
async function serve(t, options) {
  const server = await startServer(options);
  t.after(server.close);
  return server;
}

for (const prefix of ["/", "/games/fanorona/"]) {
  test(`under ${prefix}: without a server the page opens, and plays against the computer`, async (t) => {
    const server = await serve(t, { prefix });
    const page = await openPage(t, { url: server.url, hash: HASH, context: quiet, allowErrors: noServer });
    await hands.ready(page);
    await keptOffline(page);
    const first = await playATurn(page);
    await server.close();
    await page.reload();
    await hands.ready(page);
    assert.deepEqual(await hands.moves(page), first, "the game goes on");
    assert.ok((await playATurn(page)).length >= first.length + 2);
    assert.equal(await page.locator("#notice").isVisible(), false, "nothing to tell");
    // However the address is written, it is the same page.
    for (const address of ["?from=app", "index.html", "index.html?x=1#play=two"]) {
      await page.goto("about:blank");
      await page.goto(server.url + address);
      await hands.ready(page);
      assert.equal(await runningBuild(page), oldBuild);
    }
    assert.deepEqual(await cacheNames(page), [`fanorona-${prefix}#${oldBuild}`]);
  });
}

test("a new version is offered, and the game stays; other windows go on with theirs", async (t) => {
  const server = await serve(t);
  const page = await openPage(t, { url: server.url, hash: HASH, context: quiet });
  await hands.ready(page);
  await keptOffline(page);
  await playATurn(page);
  // Not ours: of another site on this host, and of another program.
  await page.evaluate(() => Promise.all(["fanorona-/other/#0123456789ab", "other"].map((name) => caches.open(name))));
  const foreign = ["other", "fanorona-/other/#0123456789ab"];
  const cachesOf = (/** @type {string[]} */ ...builds) => [...foreign, ...builds.map((build) => `fanorona-/#${build}`)].sort();

  const next = await replace(t, server, { folder: turned });
  await page.reload();
  await hands.ready(page);
  await offer(page).waitFor();
  assert.match((await page.locator("#live").textContent()) ?? "", OFFER);
  assert.deepEqual(await accessibilityFaults(page), []);
  await screenshot(page, "offline-offer");
  // Until it is taken, all is as it was, and no file of the old version is asked of the server.
  assert.equal(await runningBuild(page), oldBuild);
  const moves = await playATurn(page);
  assert.deepEqual(await cacheNames(page), cachesOf(oldBuild, newBuild));
  const other = await page.context().newPage();
  await other.goto(server.url);
  await hands.ready(other);
  await offer(other).waitFor();
  assert.equal(await runningBuild(other), oldBuild);

  const use = page.getByRole("button", { name: "Use it" });
  await use.focus();
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  await hands.ready(page);
  assert.equal(await runningBuild(page), newBuild);
  assert.equal(await page.locator("#flip").textContent(), "Turn");
  assert.deepEqual(await hands.moves(page), moves);
  assert.equal(await page.locator("#notice").isVisible(), false);
  assert.ok((await playATurn(page)).length >= moves.length + 2);

  // The other window still runs the old one, with the old one's engine.
  assert.equal(await runningBuild(other), oldBuild);
  const engine = await other.evaluate(async (build) => {
    const wasm = await fetch(`${build}/pkg/fanorona_wasm_bg.wasm`);
    return [wasm.status, wasm.headers.get("content-type")];
  }, oldBuild);
  assert.deepEqual(engine, [200, "application/wasm"]);
  await Promise.all([other.waitForEvent("load"), other.getByRole("button", { name: "Use it" }).click()]);
  await hands.ready(other);
  assert.equal(await runningBuild(other), newBuild);
  await cachesAre(other, cachesOf(newBuild));
  assert.deepEqual(next.requests.filter((path) => path.includes(oldBuild)), []);
});

test("a new version that is closed away is not offered again by this page, but by the next", async (t) => {
  const server = await serve(t);
  const page = await openPage(t, { url: server.url, hash: HASH, context: { ...quiet, viewport: { width: 360, height: 740 }, colorScheme: "dark" } });
  await hands.ready(page);
  await keptOffline(page);
  await replace(t, server, { folder: turned });
  await page.reload();
  await offer(page).waitFor();
  await screenshot(page, "offline-offer-phone-dark");
  const box = await page.getByRole("button", { name: "Use it" }).boundingBox();
  assert.ok(box && box.height >= 44 && box.x >= 0 && box.x + box.width <= 360);
  await page.locator("#notice-close").click();
  await page.locator("#new").click();
  await page.getByRole("button", { name: "Start" }).click();
  assert.equal(await offer(page).isVisible(), false);
  await page.reload();
  await offer(page).waitFor();
});

test("a version that cannot be had as a whole is not taken", async (t) => {
  const server = await serve(t);
  const page = await openPage(t, { url: server.url, hash: HASH, context: quiet, allowErrors: /./ });
  await hands.ready(page);
  await keptOffline(page);
  const missing = await replace(t, server, { folder: turned, answer: (path) => (path.endsWith("board/marks.js") ? 404 : undefined) });
  /** The browser has looked at the new version, and is done with it. */
  const looked = () => page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const newer = await new Promise((resolve) => {
      registration.addEventListener("updatefound", () => resolve(registration.installing));
      registration.update().catch(resolve);
    });
    if (!(newer instanceof ServiceWorker)) return String(newer);
    while (newer.state === "installing") await new Promise((resolve) => newer.addEventListener("statechange", resolve, { once: true }));
    return newer.state;
  });
  const stays = async () => {
    assert.equal(await looked(), "redundant");
    assert.deepEqual(await cacheNames(page), [`fanorona-/#${oldBuild}`]);
    await page.reload();
    await hands.ready(page);
    assert.equal(await runningBuild(page), oldBuild);
    assert.equal(await page.locator("#notice").isVisible(), false);
    await playATurn(page);
  };
  await stays();

  // Half of the files are new: the page of the old version, then a module that is not what was built.
  const mixed = join(work, "mixed");
  cpSync(turned, mixed, { recursive: true });
  cpSync(join(site, "index.html"), join(mixed, "index.html"));
  const halfway = await replace(t, missing, { folder: mixed });
  await stays();
  cpSync(join(turned, "index.html"), join(mixed, "index.html"));
  appendFileSync(join(mixed, newBuild, "app/main.js"), "\n");
  const altered = await replace(t, halfway, { folder: mixed });
  await stays();

  // Once it is whole, it is offered.
  await replace(t, altered, { folder: turned });
  await page.reload();
  await offer(page).waitFor();
});

test("where the game cannot be kept, the new version waits", async (t) => {
  const server = await serve(t);
  const page = await openPage(t, { url: server.url, hash: HASH, context: quiet });
  await hands.ready(page);
  await keptOffline(page);
  await replace(t, server, { folder: turned });
  await page.reload();
  await offer(page).waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByText("The game cannot be kept on this device").waitFor();
  assert.equal(await runningBuild(page), oldBuild);
});

test("where service workers are blocked, the page works as before", async (t) => {
  const server = await serve(t);
  for (const kind of ["throws", "missing", "refuses"]) {
    const page = await openPage(t, {
      url: server.url,
      hash: HASH,
      context: quiet,
      before: (page) => page.addInitScript((kind) => {
        const refuse = () => Promise.reject(new DOMException("blocked", "SecurityError"));
        const get = () => {
          if (kind === "throws") throw new DOMException("blocked", "SecurityError");
          return kind === "missing" ? undefined : { register: refuse };
        };
        Object.defineProperty(Navigator.prototype, "serviceWorker", { get });
      }, kind),
    });
    await hands.ready(page);
    await playATurn(page);
    assert.equal(await page.locator("#notice").isVisible(), false);
    assert.deepEqual(await cacheNames(page), []);
  }
});

test("the page as it stands in the repository has no service worker", async (t) => {
  const server = await serve(t, { folder: join(root, "www") });
  const page = await openPage(t, { url: server.url, hash: HASH, context: quiet });
  await hands.ready(page);
  await playATurn(page);
  assert.deepEqual(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.ok(!server.requests.some((path) => path.endsWith("sw.js")));
});

test("the page can be installed", async (t) => {
  const server = await serve(t, { prefix: "/games/fanorona/" });
  const page = await openPage(t, { url: server.url, hash: HASH, context: quiet });
  await hands.ready(page);
  await keptOffline(page);
  const chromium = await page.context().newCDPSession(page);
  const { url, errors, data } = await chromium.send("Page.getAppManifest");
  assert.equal(url, `${server.url}manifest.webmanifest`);
  assert.deepEqual(errors, []);
  assert.equal(new URL(JSON.parse(data ?? "").start_url, url).href, server.url);
  const { installabilityErrors } = await chromium.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
});
