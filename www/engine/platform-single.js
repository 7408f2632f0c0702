// Stands in for `platform.js` in the single HTML file and in other standalone scripts: the wasm
// module and the classic worker are texts inside the script itself (`fanorona:embedded`, written
// by the build). See `platform.js` for what each export promises.

import { puzzlesText, texts, wasmBase64, workerSource } from "fanorona:embedded";
import init, * as glue from "../pkg/fanorona_wasm.js";
import { bytesFromBase64 } from "./base64.js";

/** @typedef {typeof import("../pkg/fanorona_wasm.js")} Rules */

export const isSingleFile = true;

/** @type {string | null} */
export const tablesFolder = null;

/** @param {string} language @returns {Promise<unknown>} */
export async function loadTexts(language) {
  return texts[language];
}

/** @returns {Promise<string>} */
export async function loadPuzzles() {
  return puzzlesText;
}

/** @type {Promise<Rules> | undefined} */
let rules;

/** @returns {Promise<Rules>} */
export function loadRules() {
  rules ??= init({ module_or_path: bytesFromBase64(wasmBase64) }).then(() => glue);
  return rules;
}

/** @type {string | undefined} */
let workerUrl;

/** @returns {Worker} */
export function createWorker() {
  // Kept: the blob holds the whole engine, and every worker runs the same one.
  workerUrl ??= URL.createObjectURL(
    new Blob([`self.fanoronaWorkerStart = ${JSON.stringify({ wasmBase64 })};\n`, workerSource], { type: "text/javascript" }),
  );
  return new Worker(workerUrl, { name: "fanorona" });
}
