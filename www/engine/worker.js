// The engine's worker: the protocol on one side, the wasm module on the other.

import { EngineHost } from "./host.js";
import { loadRules } from "./platform.js";

/** @param {import("./protocol.js").Reply} reply */
function post(reply) {
  self.postMessage(reply);
}

const host = new EngineHost(loadRules(), post);
self.onmessage = (event) => host.hear(event.data);
