// Where the engine's files are, and how a worker is made. The one module that knows whether the
// page is a set of files behind http or the single HTML file.
//
// The seam, which page code and worker code rely on:
//
// - `loadRules()` starts the wasm module once in this thread (page or worker) and gives back the
//   exports of the wasm-bindgen glue: Game, Engine, perft, … Nothing else may import
//   `../pkg/fanorona_wasm.js`; the build refuses it.
// - `createWorker()` makes one worker that runs `worker.js`. Messages sent at once are kept until the
//   worker listens. A worker file that cannot be loaded (an `error` event before any message) or a
//   host that forbids it is remembered: the next call makes the next kind, a classic worker from a
//   Blob. When no kind is left, or workers do not exist here, it throws. So a client restarts
//   a worker that failed in the way it restarts one that crashed, and after a throw it
//   runs the engine in the page, in slices.
// - `tablesFolder` is the address of the folder where the site may have files of tables, or null. It lies beside the
//   page and not beside this file, which the build of the site moves into a folder of its own.
// - `loadTexts(language)` gives the texts of a language other than English, as they stand in its file.
// - `loadPuzzles()` gives the text of the file of puzzles; it rejects where that cannot be had.
// - `isSingleFile` is true in the single HTML file, where there is no service worker and no other file.
//
// When files are joined, the linker puts another module with the same exports in this one's place:
// `platform-single.js` in the single HTML file and other standalone scripts,
// `platform-classic-worker.js` in the classic worker. `worker.js` therefore calls `loadRules()` from
// here as well, sets `self.onmessage` before its first `await`, and has no top-level `await`.

import init, * as glue from "../pkg/fanorona_wasm.js";

/** @typedef {typeof import("../pkg/fanorona_wasm.js")} Rules */

/** True in the single HTML file. */
export const isSingleFile = false;

/** The address of the folder with files of tables, or null where no other file is. @type {string | null} */
export const tablesFolder = "document" in globalThis ? new URL("tables/", document.baseURI).href : null;

/** @param {string} language @returns {Promise<unknown>} */
export async function loadTexts(language) {
  const answer = await fetch(new URL(`../app/texts/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`the texts were not found: ${answer.status}`);
  return answer.json();
}

/** The text of the file of puzzles. @returns {Promise<string>} */
export async function loadPuzzles() {
  const response = await fetch(new URL("../puzzles/puzzles.json", import.meta.url));
  if (!response.ok) throw new Error(`puzzles.json: ${response.status}`);
  return response.text();
}

/** @type {Promise<Rules> | undefined} */
let rules;

/**
 * Starts the wasm module of this thread; later calls give the same module.
 * @returns {Promise<Rules>}
 */
export function loadRules() {
  rules ??= init().then(
    () => glue,
    (error) => {
      // A failed download may work the next time.
      rules = undefined;
      throw error;
    },
  );
  return rules;
}

/** @type {(() => Worker)[]} */
const kinds = [
  () => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "fanorona" }),
  () => {
    const start = { wasmUrl: new URL("../pkg/fanorona_wasm_bg.wasm", import.meta.url).href };
    const script = new URL("../pkg/worker-classic.js", import.meta.url).href;
    return blobWorker(`self.fanoronaWorkerStart = ${JSON.stringify(start)};\nimportScripts(${JSON.stringify(script)});\n`);
  },
];

/**
 * Makes a worker of the best kind that has not failed here.
 * @returns {Worker}
 */
export function createWorker() {
  while (kinds.length > 0) {
    const kind = kinds[0];
    try {
      const worker = kind();
      watch(worker, kind);
      return worker;
    } catch {
      kinds.shift();
    }
  }
  throw new Error("no worker can be made here");
}

/**
 * Strikes off a kind of worker that fails before it has said anything.
 * @param {Worker} worker
 * @param {() => Worker} kind
 */
function watch(worker, kind) {
  const stop = new AbortController();
  worker.addEventListener("message", () => stop.abort(), { signal: stop.signal });
  worker.addEventListener(
    "error",
    () => {
      if (kinds[0] === kind) kinds.shift();
      stop.abort();
    },
    { signal: stop.signal },
  );
}

/** @param {string} source */
function blobWorker(source) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return new Worker(url, { name: "fanorona" });
  } finally {
    // The worker has its own hold on the blob once it is made.
    URL.revokeObjectURL(url);
  }
}
