// The service worker of the built site: keeps all files of its build, and answers with them. The build links it into
// sw.js at the root of the site, with the list of the files.
//
// A new build is installed beside the one that runs, and waits until a person takes it (app/offline.js) or the last page
// of the old one is closed. A build that cannot be kept as a whole is not kept at all.

import { build, files } from "fanorona:build";
import { cacheName, isOwnCache, keptPath } from "./site-files.js";

// The types of a page and of a service worker exclude each other, so what is used here stands here.
/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} Phase */
/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked */
/**
 * @typedef {object} Scope
 * @property {ServiceWorkerRegistration} registration
 * @property {{claim: () => Promise<void>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {Navigator} navigator
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 */

const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
const digests = new Map(files);
const ownCache = cacheName(scope, build);

worker.addEventListener("install", (/** @type {Phase} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {Phase} */ event) => event.waitUntil(tidy().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const path = event.request.method === "GET" ? keptPath(scope, digests, event.request.url) : null;
  if (path !== null) event.respondWith(answer(path, event.request));
});
worker.addEventListener("message", (/** @type {MessageEvent & Phase} */ event) => {
  if (event.data === "build") event.ports[0].postMessage(build);
  if (event.data === "use") event.waitUntil(worker.skipWaiting());
  if (event.data === "tidy") event.waitUntil(tidy());
});

async function install() {
  // A build can come back: its files may be in use by pages that are open.
  const known = await caches.has(ownCache);
  try {
    const cache = await caches.open(ownCache);
    await Promise.all(files.map(([path, digest]) => keep(cache, path, digest)));
  } catch (error) {
    if (!known) await caches.delete(ownCache);
    throw error;
  }
}

/** @param {Cache} cache @param {string} path @param {string} digest */
async function keep(cache, path, digest) {
  const address = scope + path;
  // In the build's folder a file never changes, so what the browser has of it already will do.
  const response = await fetch(address, digest === "" ? { cache: "reload" } : { integrity: digest });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  await cache.put(address, path === "" || path.endsWith(".html") ? await pageOfThisBuild(path, response) : response);
}

/** @param {string} path @param {Response} response */
async function pageOfThisBuild(path, response) {
  const html = await response.text();
  if (!html.includes(`"${build}"`)) throw new Error(`${path || "index.html"}: of another build`);
  // Made anew, because a browser opens no page from an answer that came by way of a redirection.
  return new Response(html, { headers: response.headers });
}

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  return (await kept(path).catch(() => undefined)) ?? fetch(request);
}

/** @param {string} path @returns {Promise<Response | undefined>} */
async function kept(path) {
  const names = digests.has(path) ? [ownCache] : (await caches.keys()).filter((name) => isOwnCache(scope, name));
  for (const cacheName of names) {
    const found = await caches.match(scope + path, { cacheName, ignoreVary: true });
    if (found) return found;
  }
}

/** Removes older builds that no page runs any more. */
async function tidy() {
  const { installing, waiting } = worker.registration;
  // Theirs is newer, not older.
  if (installing || waiting) return;
  const inUse = new Set([ownCache, ...(await heldLocks())]);
  const old = (await caches.keys()).filter((name) => isOwnCache(scope, name) && !inUse.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** @returns {Promise<string[]>} */
async function heldLocks() {
  const { held = [] } = (await worker.navigator.locks?.query()) ?? {};
  return held.map(({ name = "" }) => name);
}
