// Exact endings for the page: what is kept is opened, what is not is built, a larger file is fetched meanwhile where the
// site has one, and after a crash of the engine all is asked again. Whatever fails, the game goes on without.

import { EngineError } from "./client.js";

/** @typedef {import("./client.js").EngineClient} EngineClient */
/** @typedef {import("./protocol.js").TablesState} TablesState */
/** @typedef {import("./protocol.js").Solution} Solution */
/** @typedef {import("./protocol.js").GameOptions} GameOptions */
/** @typedef {import("./tables-store.js").TablesStore} TablesStore */
/** @typedef {import("./tables-files.js").TablesFiles} TablesFiles */
/** @typedef {import("./tables-files.js").TablesFile} TablesFile */

/** Files up to so many stones are fetched and opened unasked; larger ones when the person asks. */
const UNASKED = 6;
/** Crashes after which nothing more is tried with the tables of a board. */
const CRASHES = 2;

/**
 * What a page shows of the tables of a board.
 * @typedef {object} TablesView
 * @property {string} board
 * @property {number} stones  0 for none yet
 * @property {number} distances
 * @property {{kind: "building" | "opening" | "loading", stones: number, done: number} | null} work
 * @property {boolean} stoppable  the work is more than what comes by itself
 * @property {{stones: number, bytes: number} | null} file  that the person may ask for
 * @property {number | null} build  stones that the person may ask to build
 * @property {{code: "damaged" | "lost" | "crashed", stones: number} | null} problem
 */

/**
 * @typedef {object} Entry
 * @property {string} board
 * @property {string} variant
 * @property {TablesState | null} state
 * @property {number | undefined} goal  stones the person asked to build
 * @property {boolean} busy  a step is being taken
 * @property {boolean} looked  the store has been asked
 * @property {boolean} kept  what was built is kept, or was kept before
 * @property {boolean} fetched  the site has been asked
 * @property {boolean} asked
 * @property {number} crashes
 * @property {{stones: number, done: number, abort: AbortController} | null} loading
 * @property {{file: TablesFile, bytes: Uint8Array, stored: boolean} | null} arrived  a file that is to be opened
 * @property {TablesFile[]} files
 * @property {TablesView["problem"]} problem
 */

export class Tables extends EventTarget {
  /** By board. @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {Entry | null} */
  #current = null;
  #closed = false;

  /**
   * @param {object} parts
   * @param {EngineClient} parts.engine
   * @param {TablesStore} parts.store
   * @param {TablesFiles} parts.files
   * @param {(variant: string) => string} parts.boardOf  `"9x5"`
   * @param {boolean} [parts.thrifty]  the person wants few bytes: nothing is fetched unasked
   */
  constructor({ engine, store, files, boardOf, thrifty = false }) {
    super();
    this.engine = engine;
    this.store = store;
    this.files = files;
    this.boardOf = boardOf;
    this.thrifty = thrifty;
    engine.addEventListener("tables", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    engine.addEventListener("lost", () => this.#lost());
  }

  /** The tables of the board at hand. @returns {TablesView | null} */
  get view() {
    const entry = this.#current;
    if (!entry) return null;
    const { board, state, loading, asked, problem, files } = entry;
    const stones = state?.stones ?? 0;
    const work = loading ? { kind: /** @type {const} */ ("loading"), stones: loading.stones, done: loading.done } : (state?.work ?? null);
    const file = files.find((one) => one.stones > stones) ?? null;
    const ready = state !== null && stones >= state.quick && work === null;
    return {
      board, stones, distances: state?.distances ?? 0, work,
      stoppable: work !== null && (asked || loading !== null),
      file: ready && file ? { stones: file.stones, bytes: file.bytes } : null,
      build: ready && state.most > stones && file?.stones !== state.most ? state.most : null,
      problem,
    };
  }

  /** The board of this variant is at hand: its tables come first. @param {string} variant */
  want(variant) {
    this.#closed = false;
    const board = this.boardOf(variant);
    let entry = this.#entries.get(board);
    if (!entry) {
      entry = { board, variant, state: null, goal: undefined, busy: false, looked: false, kept: false, fetched: false, asked: false, crashes: 0, loading: null, arrived: null, files: [], problem: null };
      this.#entries.set(board, entry);
    }
    const first = this.#current !== entry;
    this.#current = entry;
    // The engine works for the board that was asked for last.
    if (first && entry.state?.work?.kind === "building") void this.#grow(entry).catch(() => {});
    this.#changed();
    void this.#go(entry);
  }

  /** Builds as many stones as this board's tables can have here. */
  build() {
    const entry = this.#current;
    const stones = this.view?.build;
    if (!entry || !stones) return;
    entry.goal = stones;
    entry.kept = false;
    entry.asked = true;
    entry.problem = null;
    void this.#go(entry);
  }

  /** Fetches the next larger file. */
  load() {
    const entry = this.#current;
    const stones = this.view?.file?.stones;
    const file = entry?.files.find((one) => one.stones === stones);
    if (!entry || !file) return;
    entry.asked = true;
    entry.problem = null;
    void this.#fetch(entry, file);
  }

  /** Stops what the person asked for. What is known stays. */
  stop() {
    const entry = this.#current;
    if (!entry) return;
    entry.asked = false;
    if (entry.loading) {
      // What is built meanwhile comes by itself.
      entry.loading.abort.abort();
      return;
    }
    entry.goal = undefined;
    const { state } = entry;
    // Asking for what is there drops what is under way for more.
    if (state?.work) void this.engine.ask({ type: "grow", variant: entry.variant, stones: Math.max(2, Math.min(state.most, state.stones)) }).catch(() => {});
    this.#changed();
  }

  /** The exact values of a position, or null where the tables do not hold it. @param {GameOptions} game @returns {Promise<Solution | null>} */
  async solve(game) {
    const reply = await this.engine.ask({ type: "solve", game });
    return reply.type === "solved" ? reply.solution : null;
  }

  /** The page is left: the engine will be closed. */
  close() {
    this.#closed = true;
    for (const entry of this.#entries.values()) {
      // What did not come to the end is fetched when the page is back.
      const cut = entry.loading !== null || entry.arrived !== null;
      entry.loading?.abort.abort();
      Object.assign(entry, { state: null, looked: false, goal: undefined, asked: false, arrived: null, fetched: entry.fetched && !cut });
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {TablesState} state */
  #hear(state) {
    const entry = this.#entries.get(state.board);
    if (!entry) return;
    entry.state = state;
    if (!state.work) entry.asked = false;
    if (entry === this.#current) this.#changed();
    if (!state.work) void this.#go(entry);
  }

  #lost() {
    for (const entry of this.#entries.values()) {
      const working = entry.state?.work ?? null;
      // Whose fault it was cannot be known. The count starts anew when all is done.
      if (entry === this.#current) entry.crashes += 1;
      if (working && entry.asked) entry.problem = { code: "crashed", stones: working.stones };
      Object.assign(entry, { state: null, looked: false, goal: undefined, asked: false });
    }
    if (this.#closed || !this.#current) return;
    this.#changed();
    void this.#go(this.#current);
  }

  /** Takes the next step with the tables of a board, and goes on until none is left. @param {Entry} entry */
  async #go(entry) {
    while (!this.#closed && !entry.busy && entry.crashes <= CRASHES) {
      const step = this.#next(entry);
      if (!step) {
        if (!entry.state?.work) entry.crashes = 0;
        return;
      }
      if (!(await this.#step(entry, step))) return;
    }
  }

  /** @param {Entry} entry @param {() => Promise<void>} act @returns {Promise<boolean>} whether to go on */
  async #step(entry, act) {
    if (entry.busy) return false;
    entry.busy = true;
    try {
      await act();
      return true;
    } catch (error) {
      // After a crash the engine is asked anew; a closed one is not.
      return error instanceof EngineError && error.code === "crashed";
    } finally {
      entry.busy = false;
      if (entry === this.#current) this.#changed();
    }
  }

  /** @param {Entry} entry @returns {(() => Promise<void>) | null} */
  #next(entry) {
    const { state } = entry;
    if (!entry.looked) return () => this.#look(entry);
    if (!state) return () => this.#grow(entry);
    if (!entry.fetched && !this.engine.inPage) return () => this.#askSite(entry);
    // Reading comes before building, and may save it.
    if (entry.arrived && !this.engine.inPage) return () => this.#openArrived(entry);
    if (state.work) return null;
    if (state.stones < Math.max(state.quick, entry.goal ?? 0)) return () => this.#grow(entry);
    if (!entry.kept && !this.engine.inPage) return () => this.#keep(entry);
    return null;
  }

  /** Opens what is kept, the smallest first. @param {Entry} entry */
  async #look(entry) {
    entry.looked = true;
    for (const stones of await this.store.list(entry.board)) {
      if (stones > UNASKED && entry.board === "9x5") continue;
      const bytes = await this.store.load(entry.board, stones);
      if (!bytes) continue;
      let good = false;
      try {
        good = await this.#open(entry, bytes);
      } finally {
        // One that ends the engine is not tried a second time; a page that was left has done no harm.
        if (!good && !this.#closed) await this.store.remove(entry.board, stones);
      }
      if (good) entry.kept = true;
    }
  }

  /** @param {Entry} entry @param {Uint8Array} bytes @returns {Promise<boolean>} whether they are good tables of this board */
  async #open(entry, bytes) {
    try {
      const reply = await this.engine.ask({ type: "open", bytes });
      return reply.type === "opened" && reply.state.board === entry.board;
    } catch (error) {
      if (error instanceof EngineError && (error.code === "crashed" || error.code === "cancelled")) throw error;
      return false;
    }
  }

  /** @param {Entry} entry */
  async #grow(entry) {
    const { variant, goal } = entry;
    await this.engine.ask(goal === undefined ? { type: "grow", variant } : { type: "grow", variant, stones: goal });
  }

  /** Keeps what was built. @param {Entry} entry */
  async #keep(entry) {
    entry.kept = true;
    const stones = entry.state?.distances ?? 0;
    try {
      const reply = await this.engine.ask({ type: "save", variant: entry.variant, stones });
      if (reply.type === "saved") await this.store.save(entry.board, stones, reply.bytes);
    } catch (error) {
      if (error instanceof EngineError && error.code !== "no-tables") throw error;
    }
  }

  /** Sees what the site has, and fetches what is small enough to come unasked, while the engine builds. @param {Entry} entry */
  async #askSite(entry) {
    entry.fetched = true;
    void this.files.list(entry.board).then((files) => {
      entry.files = files.sort((a, b) => a.stones - b.stones);
      const stones = entry.state?.stones ?? 0;
      const file = entry.files.findLast((one) => one.stones <= UNASKED && one.stones > stones);
      if (file && !this.thrifty && !this.#closed) void this.#fetch(entry, file);
      else if (entry === this.#current) this.#changed();
    });
  }

  /** @param {Entry} entry @param {TablesFile} file */
  #drop(entry, file) {
    entry.files = entry.files.filter((one) => one !== file);
  }

  /** @param {Entry} entry @param {TablesFile} file */
  async #fetch(entry, file) {
    const abort = new AbortController();
    const at = (/** @type {number} */ done) => {
      entry.loading = { stones: file.stones, done, abort };
      if (entry === this.#current) this.#changed();
    };
    at(0);
    try {
      let bytes = await this.store.load(entry.board, file.stones);
      const stored = bytes !== null;
      bytes ??= await this.files.load(file, abort.signal, at);
      if (abort.signal.aborted) return;
      if (bytes) entry.arrived = { file, bytes, stored };
      else this.#drop(entry, file);
    } catch {
      // Stopped by the person, or the way is cut: it can be tried again.
      if (!abort.signal.aborted) entry.problem = { code: "lost", stones: file.stones };
    } finally {
      entry.loading = null;
      if (!entry.arrived) entry.asked = false;
      if (entry === this.#current) this.#changed();
    }
    void this.#go(entry);
  }

  /** @param {Entry} entry */
  async #openArrived(entry) {
    if (!entry.arrived) return;
    const { file, bytes, stored } = entry.arrived;
    // One that ends the engine is not tried a second time.
    entry.arrived = null;
    try {
      if (await this.#open(entry, bytes)) {
        // The engine keeps only what it has built.
        if (file.stones >= (entry.state?.quick ?? 0)) entry.kept = true;
        if (!stored && (entry.state?.stones ?? 0) >= file.stones) await this.store.save(entry.board, file.stones, bytes);
      } else if (stored) await this.store.remove(entry.board, file.stones);
      else {
        this.#drop(entry, file);
        entry.problem = { code: "damaged", stones: file.stones };
      }
    } finally {
      entry.asked = false;
    }
  }
}
