// The engine behind the protocol, wherever it runs: in a worker, or in the page where none can be had.
// It searches in slices with a macrotask between, so that `stop` is heard at once. Tables of endings grow in
// slices too, and only while no search is under way.

import { answerPuzzle, isAboutPuzzles } from "./host-puzzles.js";
import { HostTables } from "./host-tables.js";
import { readRequest } from "./protocol.js";
import { isCrash, messageOf, turnstile } from "./slices.js";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {typeof import("../pkg/fanorona_wasm.js")} Rules */
/** @typedef {import("../pkg/fanorona_wasm.js").Engine} Engine */

export class EngineHost {
  /** @type {Engine | null} */
  #engine = null;
  #slice = 0;
  /** The search under way. @type {{stop: boolean, id: number} | null} */
  #current = null;
  /** Requests that came before the engine was there, in order. @type {Request[]} */
  #waiting = [];
  #turnstile = turnstile();
  /** @type {HostTables | null} */
  #tables = null;
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
      this.#tables = new HostTables(this.#engine, reply, () => this.#current !== null, share(1) < 1);
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
    this.#tables?.end();
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
    else if (request.type === "search") void this.#search(this.#engine, request);
    else if (isAboutPuzzles(request)) this.reply(answerPuzzle(this.#engine, request));
    else this.#tables?.hear(request);
  }

  /** @param {Engine} engine @param {Extract<Request, {type: "search"}>} request */
  async #search(engine, { id, game, options: { time = Infinity, ...options } }) {
    const mine = { id, stop: false };
    const until = performance.now() + time;
    this.#current = mine;
    try {
      engine.setGame(game);
      engine.start(options);
      for (;;) {
        const report = engine.run(this.#slice);
        if (report.done || mine.stop || performance.now() >= until) {
          this.#rest();
          this.reply({ type: "result", id, report, stopped: !report.done });
          return;
        }
        this.reply({ type: "progress", id, report });
        await this.#turnstile.wait();
        if (this.#current !== mine) return; // another search has begun
      }
    } catch (error) {
      this.#rest();
      if (isCrash(error)) this.reply({ type: "broken", message: messageOf(error) });
      else this.reply({ type: "failed", id, code: String(/** @type {{code?: unknown}} */ (error).code), message: messageOf(error) });
    }
  }

  /** No search is under way: the tables go on. */
  #rest() {
    this.#current = null;
    this.#tables?.resume();
  }
}
