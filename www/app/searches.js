// Who may search. There is one engine: the computer's own turn comes first, then what a person has just asked for,
// then the judging of a whole game, which was asked for and ends, then the analysis of the position at hand. Whoever gives way waits and begins anew.

import { EngineError } from "../engine/client.js";

/** @typedef {import("../engine/client.js").EngineClient} EngineClient */
/** @typedef {import("../engine/client.js").Search} Search */
/** @typedef {import("../engine/protocol.js").GameOptions} GameOptions */
/** @typedef {import("../engine/protocol.js").SearchOptions} SearchOptions */
/** @typedef {import("../engine/protocol.js").SearchReport} SearchReport */

/** The higher goes first. */
export const RANK = { analysis: 0, judging: 1, asked: 2, turn: 3 };

/**
 * @typedef {object} Wanted
 * @property {GameOptions} game
 * @property {SearchOptions} options
 * @property {(report: SearchReport) => void} onProgress
 * @property {number} rank
 * @property {boolean} stopped  the best turn so far is wanted, as soon as it runs
 * @property {(report: SearchReport) => void} resolve
 * @property {(error: EngineError) => void} reject
 */

export class Searches {
  /** All that is not answered yet, the running one too, in the order they came. @type {Wanted[]} */
  #wanted = [];
  /** @type {{wanted: Wanted, search: Search} | null} */
  #running = null;
  #hidden = false;
  #closed = false;

  /** @param {Pick<EngineClient, "search" | "newGame" | "close" | "addEventListener">} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** @param {string} type @param {(event: Event) => void} listener */
  addEventListener(type, listener) {
    this.engine.addEventListener(type, listener);
  }

  /**
   * Asks for the best turn, when those of a higher rank have their answers.
   * @param {GameOptions} game @param {SearchOptions} options @param {(report: SearchReport) => void} [onProgress] @param {number} [rank]
   * @returns {Omit<Search, "id">}
   */
  search(game, options, onProgress = () => {}, rank = RANK.turn) {
    this.#closed = false;
    /** @type {Wanted} */
    let wanted;
    /** @type {Promise<SearchReport>} */
    const result = new Promise((resolve, reject) => {
      wanted = { game, options, onProgress, rank, stopped: false, resolve, reject };
      this.#wanted.push(wanted);
    });
    this.#next();
    return { result, stop: () => this.#stop(wanted), cancel: () => this.#cancel(wanted) };
  }

  /** Forgets what earlier games taught. */
  newGame() {
    this.engine.newGame();
  }

  /** Ends the worker. What is asked for waits for `wake`, or for the next search. */
  close() {
    this.#closed = true;
    this.engine.close();
  }

  wake() {
    this.#closed = false;
    this.#next();
  }

  /** Nobody looks: only the computer's own turn is thought about. @param {boolean} on */
  hide(on) {
    this.#hidden = on;
    const running = this.#running;
    if (running && !this.#may(running.wanted)) {
      this.#running = null;
      running.search.cancel();
    }
    this.#next();
  }

  /** @param {Wanted} wanted */
  #may({ rank }) {
    return !this.#closed && (!this.#hidden || rank === RANK.turn);
  }

  #next() {
    let first = null;
    for (const wanted of this.#wanted) {
      if (this.#may(wanted) && (first === null || wanted.rank > first.rank)) first = wanted;
    }
    if (first === null || (this.#running && this.#running.wanted.rank >= first.rank)) return;
    this.#run(first);
  }

  /** @param {Wanted} wanted */
  #run(wanted) {
    const search = this.engine.search(wanted.game, wanted.options, wanted.onProgress);
    const run = { wanted, search };
    this.#running = run;
    if (wanted.stopped) search.stop();
    search.result.then((report) => {
      this.#end(run);
      wanted.resolve(report);
    }, (error) => {
      if (this.#running !== run) return; // it gave way
      if (error instanceof EngineError && error.code === "cancelled") {
        // Not by those who wanted it: the engine forgot a game, or was closed.
        this.#running = null;
        this.#next();
        return;
      }
      this.#end(run);
      wanted.reject(error);
    });
  }

  /** @param {{wanted: Wanted, search: Search}} run */
  #end(run) {
    this.#wanted = this.#wanted.filter((one) => one !== run.wanted);
    if (this.#running === run) this.#running = null;
    // Whoever hears the answer goes on first.
    setTimeout(() => this.#next());
  }

  /** @param {Wanted} wanted */
  #stop(wanted) {
    wanted.stopped = true;
    if (this.#running?.wanted === wanted) this.#running.search.stop();
  }

  /** @param {Wanted} wanted */
  #cancel(wanted) {
    if (!this.#wanted.includes(wanted)) return;
    this.#wanted = this.#wanted.filter((one) => one !== wanted);
    if (this.#running?.wanted === wanted) {
      const { search } = this.#running;
      this.#running = null;
      search.cancel();
    }
    wanted.reject(new EngineError("cancelled", "The search was cancelled."));
    this.#next();
  }
}
