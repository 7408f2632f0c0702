// The engine behind the protocol, wherever it runs: in a worker, or in the page where none can be had.
// It searches in slices with a macrotask between, so that `stop` is heard at once.

import { readRequest } from "./protocol.js";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {typeof import("../pkg/fanorona_wasm.js")} Rules */
/** @typedef {import("../pkg/fanorona_wasm.js").Engine} Engine */

/** A wasm trap leaves the engine in pieces; an error with a code is an answer. @param {unknown} error */
function isCrash(error) {
  return !(error instanceof Error) || error instanceof WebAssembly.RuntimeError || !("code" in error);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A message to oneself is a macrotask without the delay that nested timers get. */
function turnstile() {
  const channel = new MessageChannel();
  /** @type {(() => void) | null} */
  let resume = null;
  channel.port1.onmessage = () => resume?.();
  return {
    /** @returns {Promise<void>} */
    wait: () => new Promise((resolve) => {
      resume = resolve;
      channel.port2.postMessage(null);
    }),
    close: () => channel.port1.close(),
  };
}

export class EngineHost {
  /** @type {Engine | null} */
  #engine = null;
  #slice = 0;
  /** The search under way. @type {{stop: boolean, id: number} | null} */
  #current = null;
  /** Requests that came before the engine was there, in order. @type {Request[]} */
  #waiting = [];
  #turnstile = turnstile();
  #ended = false;

  /**
   * @param {Promise<Rules>} rules
   * @param {(reply: Reply) => void} reply
   * @param {(slice: number) => number} [share]  how much of the recommended slice to do at once
   */
  constructor(rules, reply, share = (slice) => slice) {
    this.reply = reply;
    rules.then(({ Engine, version }) => {
      this.#engine = new Engine();
      this.#slice = Math.max(1, Math.round(share(Engine.sliceNodes())));
      reply({ type: "ready", version: version() });
      for (const request of this.#waiting.splice(0)) this.#handle(request);
    }).catch((error) => reply({ type: "broken", message: messageOf(error) }));
  }

  /** @param {unknown} data */
  hear(data) {
    const request = readRequest(data);
    if (request) this.#handle(request);
  }

  end() {
    this.#ended = true;
    this.#current = null;
    this.#turnstile.close();
    this.#engine?.free();
    this.#engine = null;
  }

  /** @param {Request} request */
  #handle(request) {
    if (this.#ended) return;
    if (this.#engine === null) this.#waiting.push(request);
    else if (request.type === "stop") {
      if (this.#current?.id === request.id) this.#current.stop = true;
    } else if (request.type === "forget") this.#engine.newGame();
    else void this.#search(this.#engine, request);
  }

  /** @param {Engine} engine @param {Extract<Request, {type: "search"}>} request */
  async #search(engine, { id, game, options }) {
    const mine = { id, stop: false };
    this.#current = mine;
    try {
      engine.setGame(game);
      engine.start(options);
      for (;;) {
        const report = engine.run(this.#slice);
        if (report.done || mine.stop) {
          this.#current = null;
          this.reply({ type: "result", id, report, stopped: !report.done });
          return;
        }
        this.reply({ type: "progress", id, report });
        await this.#turnstile.wait();
        if (this.#current !== mine) return; // another search has begun
      }
    } catch (error) {
      this.#current = null;
      if (isCrash(error)) this.reply({ type: "broken", message: messageOf(error) });
      else this.reply({ type: "failed", id, code: String(/** @type {{code?: unknown}} */ (error).code), message: messageOf(error) });
    }
  }
}
