// The page's side of the engine: one worker, promises, answers matched by id. A worker that crashes or falls
// silent is replaced and the search asked again; whoever listens to `restarted` is told. Questions about tables
// of endings fail then; whoever listens to `lost` asks again. `tables` tells how far the tables are.

import { readReply } from "./protocol.js";

/** @typedef {import("./protocol.js").GameOptions} GameOptions */
/** @typedef {import("./protocol.js").SearchOptions} SearchOptions */
/** @typedef {import("./protocol.js").SearchReport} SearchReport */
/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").TablesRequest} TablesRequest */
/** @typedef {import("./protocol.js").TablesReply} TablesReply */
/** @typedef {import("./protocol.js").PuzzleRequest} PuzzleRequest */
/** @typedef {import("./protocol.js").PuzzleReply} PuzzleReply */
/** @typedef {SearchOptions & {game?: GameOptions}} AnalyseOptions  which game, by default the start of Tsivy, and the limits */
/** @template {{type: string}} R @typedef {R extends unknown ? Omit<R, "id"> : never} WithoutId */

/**
 * What the client needs of a Worker.
 * @typedef {object} WorkerLike
 * @property {(message: Request) => void} postMessage
 * @property {() => void} terminate
 * @property {(type: "message" | "error" | "messageerror", listener: (event: any) => void) => void} addEventListener
 */

/**
 * @typedef {object} Search
 * @property {number} id
 * @property {Promise<SearchReport>} result  rejects with an `EngineError`
 * @property {() => void} stop  the best turn so far is the answer
 * @property {() => void} cancel  no answer is wanted any more
 */

/** `code`: `"cancelled"`, `"crashed"`, or the code of the rules' own error. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

const TRIES = 3; // for one search, the first included: another kind of worker may do

export class EngineClient extends EventTarget {
  /** @type {WorkerLike | null} */
  #worker = null;
  #ready = false;
  #inPage = false;
  #lastId = 0;
  /** @type {{request: Extract<Request, {type: "search"}>, tries: number, stopped: boolean, onProgress: (report: SearchReport) => void,
   *   resolve: (report: SearchReport) => void, reject: (error: EngineError) => void} | null} */
  #pending = null;
  /** Questions about tables and puzzles, by id. @type {Map<number, {resolve: (reply: any) => void, reject: (error: EngineError) => void}>} */
  #asked = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch;

  /**
   * @param {object} options
   * @param {() => WorkerLike} options.createWorker  throws where no worker can be made
   * @param {() => WorkerLike} [options.createInPage]  what to use then; `inpage` is sent once
   * @param {number} [options.loadingMs]  how long a new worker may take to be ready
   * @param {number} [options.silenceMs]  how long a busy one may say nothing
   */
  constructor({ createWorker, createInPage, loadingMs = 60_000, silenceMs = 15_000 }) {
    super();
    this.createWorker = createWorker;
    this.createInPage = createInPage;
    this.loadingMs = loadingMs;
    this.silenceMs = silenceMs;
  }

  /** Whether a search is under way. */
  get busy() {
    return this.#pending !== null;
  }

  /** Whether the engine runs in the page itself. */
  get inPage() {
    return this.#inPage;
  }

  /**
   * Asks about tables or puzzles. Rejects with an `EngineError`: `"crashed"`, `"cancelled"`, or a code of the engine.
   * @template {WithoutId<TablesRequest> | WithoutId<PuzzleRequest>} Q
   * @param {Q} question @returns {Promise<Q extends WithoutId<PuzzleRequest> ? PuzzleReply : TablesReply>}
   */
  ask(question) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      try {
        this.#worker ??= this.#start();
        this.#worker.postMessage(/** @type {Request} */ ({ ...question, id }));
        this.#listenFor();
      } catch (error) {
        this.#crash(error instanceof Error ? error.message : String(error));
      }
    });
  }

  /**
   * Asks for the best turn. A search under way is cancelled.
   * @param {GameOptions} game @param {SearchOptions} options @param {(report: SearchReport) => void} [onProgress]
   * @returns {Search}
   */
  search(game, options, onProgress = () => {}) {
    this.cancel();
    const id = ++this.#lastId;
    /** @type {Promise<SearchReport>} */
    const result = new Promise((resolve, reject) => {
      this.#pending = { request: { type: "search", id, game, options }, tries: 1, stopped: false, onProgress, resolve, reject };
    });
    this.#send();
    return {
      id,
      result,
      stop: () => this.#stop(id),
      cancel: () => {
        if (this.#pending?.request.id === id) this.cancel();
      },
    };
  }

  /**
   * Thinks about a position until a limit of `options` is reached, or until `signal` is aborted. A search
   * under way is cancelled, and another one cancels this.
   * @param {AnalyseOptions} options
   * @param {{signal?: AbortSignal, onProgress?: (report: SearchReport) => void}} [how]  `onProgress` hears of every slice
   * @returns {Promise<SearchReport>} the last report; rejects with the signal's reason, an `AbortError` if none was given,
   *   or with an `EngineError`
   */
  async analyse({ game = {}, ...options }, { signal, onProgress } = {}) {
    signal?.throwIfAborted();
    const search = this.search(game, options, onProgress);
    const abort = () => search.cancel();
    signal?.addEventListener("abort", abort);
    try {
      return await search.result;
    } catch (error) {
      // Only a search that the signal itself ended is aborted: it may have failed before.
      if (signal?.aborted && error instanceof EngineError && error.code === "cancelled") throw signal.reason;
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Drops the search under way; its promise rejects as cancelled. */
  cancel() {
    const pending = this.#pending;
    if (!pending) return;
    this.#settle();
    this.#worker?.postMessage({ type: "stop", id: pending.request.id });
    pending.reject(new EngineError("cancelled", "The search was cancelled."));
  }

  /** Forgets what earlier games taught. */
  newGame() {
    this.cancel();
    this.#worker?.postMessage({ type: "forget" });
  }

  /** Ends the worker. The next search makes another. */
  close() {
    this.cancel();
    this.#end();
    this.#refuse(new EngineError("cancelled", "The engine was closed."));
  }

  /** @param {number} id */
  #stop(id) {
    if (this.#pending?.request.id !== id) return;
    this.#pending.stopped = true;
    this.#worker?.postMessage({ type: "stop", id });
  }

  #send() {
    const pending = this.#pending;
    if (!pending) return;
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(pending.request);
      if (pending.stopped) this.#worker.postMessage({ type: "stop", id: pending.request.id });
    } catch (error) {
      this.#crash(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#listenFor();
  }

  /** @returns {WorkerLike} */
  #make() {
    try {
      return this.createWorker();
    } catch (error) {
      if (!this.createInPage) throw error;
      if (!this.#inPage) this.dispatchEvent(new Event("inpage"));
      this.#inPage = true;
      return this.createInPage();
    }
  }

  #start() {
    const worker = this.#make();
    this.#ready = false;
    worker.addEventListener("message", (event) => {
      if (worker === this.#worker) this.#hear(event.data);
    });
    for (const type of /** @type {const} */ (["error", "messageerror"])) {
      worker.addEventListener(type, (event) => {
        event.preventDefault?.();
        if (worker === this.#worker) this.#crash(event.message ?? type);
      });
    }
    return worker;
  }

  /** @param {unknown} data */
  #hear(data) {
    const reply = readReply(data);
    if (reply === null) {
      this.#crash("The engine answered in an unknown form.");
      return;
    }
    if (reply.type === "broken") {
      this.#crash(reply.message);
      return;
    }
    if (reply.type === "ready") {
      this.#ready = true;
      this.#listenFor();
      return;
    }
    if (this.#hearOfTables(reply)) {
      this.#listenFor();
      return;
    }
    if (reply.type !== "progress" && reply.type !== "result" && reply.type !== "failed") return;
    const pending = this.#pending;
    if (pending === null || reply.id !== pending.request.id) return; // a late answer
    if (reply.type === "progress") {
      this.#listenFor();
      pending.onProgress(reply.report);
    } else if (reply.type === "result") {
      this.#settle();
      pending.resolve(reply.report);
    } else {
      this.#settle();
      pending.reject(new EngineError(reply.code, reply.message));
    }
  }

  /** @param {import("./protocol.js").Reply} reply @returns {boolean} whether it was about tables */
  #hearOfTables(reply) {
    // An answer may bring news as well; in the order they came, nobody takes old news for new.
    if ("state" in reply) this.dispatchEvent(new CustomEvent("tables", { detail: reply.state }));
    if (!("id" in reply)) return reply.type === "tables";
    const asked = this.#asked.get(reply.id);
    if (!asked) return false;
    this.#asked.delete(reply.id);
    if (reply.type === "failed") asked.reject(new EngineError(reply.code, reply.message));
    else asked.resolve(reply);
    return true;
  }

  /** @param {EngineError} error */
  #refuse(error) {
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(error);
  }

  /** @param {string} message */
  #crash(message) {
    const lived = this.#ready;
    this.#end();
    this.#refuse(new EngineError("crashed", message));
    this.#again(message, lived);
    this.dispatchEvent(new CustomEvent("lost", { detail: { message } }));
  }

  /** Asks the search again that a crash cut short. @param {string} message @param {boolean} lived */
  #again(message, lived) {
    const pending = this.#pending;
    if (!pending) return;
    if (pending.tries >= TRIES) {
      this.#settle();
      pending.reject(new EngineError("crashed", message));
      return;
    }
    pending.tries += 1;
    // One that never was ready has lost nothing; another kind of worker is tried in silence.
    if (lived) this.dispatchEvent(new CustomEvent("restarted", { detail: { message } }));
    if (this.#pending === pending) this.#send();
  }

  #end() {
    clearTimeout(this.#watch);
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
  }

  #settle() {
    this.#pending = null;
    this.#listenFor();
  }

  /** A worker that says nothing for too long counts as crashed. */
  #listenFor() {
    clearTimeout(this.#watch);
    if (!this.#pending && this.#asked.size === 0) return;
    this.#watch = setTimeout(() => this.#crash("The engine did not answer."), this.#ready ? this.silenceMs : this.loadingMs);
  }
}
