// Where the rules and the engine come from when the page is served as files.

import init, * as glue from "../pkg/fanorona_wasm.js";

export const isSingleFile = false;

/** @returns {Promise<typeof import("../pkg/fanorona_wasm.js")>} */
export async function loadRules() {
  await init();
  return glue;
}

/** @returns {Worker} */
export function createWorker() {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}
