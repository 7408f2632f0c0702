// The engine's worker. It searches in slices with a macrotask between, so that `stop` is heard at once.

import { loadRules } from "./platform.js";
import { readRequest } from "./protocol.js";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("../pkg/fanorona_wasm.js").Engine} Engine */

/** @type {Engine | null} */
let engine = null;
let slice = 0;
/** The search under way. @type {{id: number, stop: boolean} | null} */
let current = null;
/** Requests that came before the engine was there, in order. @type {Request[]} */
const waiting = [];

// A message to oneself is a macrotask without the delay that timers get when nested.
const turnstile = new MessageChannel();
/** @type {(() => void) | null} */
let resume = null;
turnstile.port1.onmessage = () => resume?.();

function macrotask() {
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    resume = resolve;
    turnstile.port2.postMessage(null);
  });
}

/** @param {Reply} message */
function reply(message) {
  self.postMessage(message);
}

/** A wasm trap leaves the engine in pieces; anything else is an answer. @param {unknown} error */
function isCrash(error) {
  return !(error instanceof Error) || error instanceof WebAssembly.RuntimeError || !("code" in error);
}

/** @param {Extract<Request, {type: "search"}>} request */
async function search({ id, game, options }) {
  const mine = { id, stop: false };
  current = mine;
  try {
    const live = /** @type {Engine} */ (engine);
    live.setGame(game);
    live.start(options);
    for (;;) {
      const report = live.run(slice);
      if (current !== mine) return; // another search has begun
      if (report.done || mine.stop) {
        current = null;
        reply({ type: "result", id, report, stopped: !report.done });
        return;
      }
      reply({ type: "progress", id, report });
      await macrotask();
      if (current !== mine) return;
    }
  } catch (error) {
    current = null;
    const message = error instanceof Error ? error.message : String(error);
    if (isCrash(error)) reply({ type: "broken", message });
    else reply({ type: "failed", id, code: String(/** @type {{code?: unknown}} */ (error).code), message });
  }
}

/** @param {Request} request */
function handle(request) {
  if (engine === null) waiting.push(request);
  else if (request.type === "stop") {
    if (current?.id === request.id) current.stop = true;
  } else if (request.type === "forget") engine.newGame();
  else void search(request);
}

self.addEventListener("message", (event) => {
  const request = readRequest(event.data);
  if (request) handle(request);
});

loadRules().then((rules) => {
  engine = new rules.Engine();
  slice = rules.Engine.sliceNodes();
  reply({ type: "ready", version: rules.version() });
  for (const request of waiting.splice(0)) handle(request);
}).catch((error) => {
  reply({ type: "broken", message: error instanceof Error ? error.message : String(error) });
});
