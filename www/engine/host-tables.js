// Tables of endings beside the search: a few milliseconds of work, then a macrotask, and none while a search runs.

import { isCrash, messageOf, turnstile } from "./slices.js";

/** @typedef {import("./protocol.js").TablesRequest} TablesRequest */
/** @typedef {import("./protocol.js").TablesState} TablesState */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("../pkg/fanorona_wasm.js").Engine} Engine */

/** How long one slice should take, and how often to tell how far the tables are. */
const SLICE_MS = 8;
const TELL_MS = 150;
/** In the page itself the tables take half of the time at most. */
const PAGE_SLICE_MS = 4;
const PAGE_REST_MS = 5;

export class HostTables {
  #turnstile = turnstile();
  #running = false;
  #ended = false;
  #pieces = 1;
  #toldAt = 0;
  #told = "";
  /** The file being read. @type {{id: number, board: string} | null} */
  #opening = null;
  /** Files to make when no search is under way: that takes a moment without a pause. @type {Extract<TablesRequest, {type: "save"}>[]} */
  #saves = [];

  /** @param {Engine} engine @param {(reply: Reply) => void} reply @param {() => boolean} searching @param {boolean} inPage */
  constructor(engine, reply, searching, inPage) {
    this.engine = engine;
    this.reply = reply;
    this.searching = searching;
    this.inPage = inPage;
  }

  end() {
    this.#ended = true;
    this.#turnstile.close();
  }

  /** @param {TablesRequest} request */
  hear(request) {
    const { id } = request;
    try {
      if (request.type === "solve") {
        this.reply({ type: "solved", id, solution: this.engine.solve(request.game) ?? null });
      } else if (request.type === "grow") {
        this.reply({ type: "grown", id, state: this.engine.growTables(request.variant, request.stones) });
      } else if (request.type === "open") {
        if (this.#opening) this.#fail(this.#opening.id, Object.assign(new Error("Another file came before this one was read."), { code: "replaced" }));
        this.#opening = null;
        this.#opening = { id, board: this.engine.openTables(request.bytes).board };
      } else this.#saves.push(request);
    } catch (error) {
      this.#fail(id, error);
    }
    this.resume();
  }

  /** Goes on where there is something to do. */
  resume() {
    if (!this.#running && !this.#ended) void this.#work();
  }

  async #work() {
    this.#running = true;
    while (!this.#ended && !this.searching()) {
      const save = this.#saves.shift();
      if (save) this.#save(save);
      else if (!this.#slice()) break;
      await (this.inPage ? new Promise((resolve) => setTimeout(resolve, PAGE_REST_MS)) : this.#turnstile.wait());
    }
    this.#running = false;
  }

  /** @returns {boolean} whether there is more to do */
  #slice() {
    const began = performance.now();
    let state;
    try {
      state = this.engine.workTables(this.#pieces);
    } catch (error) {
      if (!this.#opening) {
        this.#fail(0, error);
        return false;
      }
      this.#fail(this.#opening.id, error);
      this.#opening = null;
      return true;
    }
    if (!state) return false;
    const took = performance.now() - began;
    // Pieces differ much: slowly up, at once down.
    const wanted = (this.inPage ? PAGE_SLICE_MS : SLICE_MS) / Math.max(took, 0.05);
    this.#pieces = Math.max(1, Math.min(5000, Math.floor(this.#pieces * Math.min(wanted, 1.5)), this.#pieces + 200));
    if (this.#pieces === 1 && wanted > 2) this.#pieces = 2;
    this.#tell(state);
    if (this.#opening?.board === state.board && state.work?.kind !== "opening") {
      this.reply({ type: "opened", id: this.#opening.id, state });
      this.#opening = null;
    }
    return true;
  }

  /** @param {TablesState} state */
  #tell(state) {
    const news = `${state.board} ${state.stones} ${state.distances} ${state.work?.kind}`;
    const now = performance.now();
    if (news === this.#told && now - this.#toldAt < TELL_MS) return;
    this.#told = news;
    this.#toldAt = now;
    this.reply({ type: "tables", state });
  }

  /** @param {Extract<TablesRequest, {type: "save"}>} request */
  #save({ id, variant, stones }) {
    try {
      this.reply({ type: "saved", id, bytes: this.engine.saveTables(variant, stones) });
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** @param {number} id @param {unknown} error */
  #fail(id, error) {
    if (isCrash(error)) {
      this.#ended = true;
      this.reply({ type: "broken", message: messageOf(error) });
    } else if (id > 0) this.reply({ type: "failed", id, code: String(/** @type {{code?: unknown}} */ (error).code), message: messageOf(error) });
  }
}
