// Stands in for `platform.js` in the classic worker. Whoever makes the worker sets
// `self.fanoronaWorkerStart` first: `{ wasmBase64 }` in the single file, `{ wasmUrl }` over http.
// See `platform.js` for what each export promises.

import init, * as glue from "../pkg/fanorona_wasm.js";
import { bytesFromBase64 } from "./base64.js";

/** @typedef {typeof import("../pkg/fanorona_wasm.js")} Rules */
/** @typedef {{ wasmBase64?: string, wasmUrl?: string }} WorkerStart */

const scope = /** @type {typeof globalThis & { fanoronaWorkerStart?: WorkerStart }} */ (globalThis);
const start = scope.fanoronaWorkerStart;
delete scope.fanoronaWorkerStart;

export const isSingleFile = start?.wasmBase64 !== undefined;

/** @type {string | null} */
export const tablesFolder = null;

/** @returns {Promise<unknown>} */
export async function loadTexts() {
  throw new Error("a worker shows no texts");
}

/** @type {Promise<Rules> | undefined} */
let rules;

/** @returns {Promise<Rules>} */
export function loadRules() {
  rules ??= init({ module_or_path: wasm() }).then(() => glue);
  return rules;
}

function wasm() {
  if (start?.wasmBase64 !== undefined) return bytesFromBase64(start.wasmBase64);
  if (start?.wasmUrl !== undefined) return start.wasmUrl;
  throw new Error("the classic worker was started without its engine");
}

/** @returns {Worker} */
export function createWorker() {
  throw new Error("a worker makes no workers");
}
