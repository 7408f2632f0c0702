// Judging a whole game in the background, each position once, with a search of the same size.

import { EngineError } from "../engine/client.js";
import { gameUpTo, isJudgement, judgementOf, judgementOfEnd, withDistance } from "./judgement.js";
import { RANK } from "./searches.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./searches.js").Searches} Searches */
/** @typedef {import("./session.js").Rules} Rules */
/** @typedef {import("./judgement.js").Judgement} Judgement */
/** @typedef {import("../engine/tables.js").Tables} Tables */
/** @typedef {import("../engine/protocol.js").GameOptions} GameOptions */

/** @typedef {{search: {cancel: () => void} | null, stopped: boolean, result: Promise<boolean>}} Run */

/** Nodes for each position of a game, and for the few that matter in a review. */
export const NODES = 150_000;
export const MORE_NODES = 600_000;
/** Of a game with more turns nothing is kept on the device. */
const MOST_KEPT = 1000;

export class Judging {
  /** By start and turns. @type {Map<string, Judgement>} */
  #known = new Map();
  /** @type {Run | null} */
  #run = null;

  /** @param {{store: Store, searches: Searches, tables: Tables, rules: Rules, keeper: import("./storage.js").Keeper}} parts */
  constructor({ store, searches, tables, rules, keeper }) {
    this.store = store;
    this.searches = searches;
    this.tables = tables;
    this.rules = rules;
    this.keeper = keeper;
    this.#load();
    store.subscribe((state, before) => {
      if (state.game !== before.game) this.#tell();
      if (!state.aid && before.aid) this.stop();
    });
  }

  /** Judges every position of the game at hand that is not judged yet. @returns {Promise<boolean>} false if it was stopped or the engine was lost */
  run() {
    if (!this.store.state.aid) return Promise.resolve(false);
    this.#run ??= this.#begin();
    return this.#run.result;
  }

  stop() {
    if (!this.#run) return;
    this.#run.stopped = true;
    this.#run.search?.cancel();
  }

  /**
   * Judges one position, at once and with more care than those of a game are.
   * @param {GameOptions & {moves: string[]}} position @param {(cancel: () => void) => void} [started]
   * @returns {Promise<Judgement>} rejects with an `EngineError`
   */
  async look(position, started = () => {}) {
    return this.#judge(position, MORE_NODES, RANK.asked, started);
  }

  #begin() {
    /** @type {Run} */
    const run = { search: null, stopped: false, result: Promise.resolve(false) };
    run.result = this.#all(run).catch((error) => {
      // A lost engine is told by others; what is judged stays.
      if (!(error instanceof EngineError)) throw error;
      return false;
    }).finally(() => {
      this.#run = null;
      this.store.set({ judging: null });
      this.#save();
    });
    return run;
  }

  /** @param {Run} run @returns {Promise<boolean>} */
  async #all(run) {
    const state = this.store.state;
    const { moves = [] } = state.game ?? {};
    const positions = [...moves.map((_, ply) => gameUpTo(state, ply)), gameUpTo(state, moves.length)];
    const open = positions.filter((position) => !this.#known.has(nameOf(position)));
    for (const [place, position] of open.entries()) {
      if (run.stopped) return false;
      this.store.set({ judging: { done: positions.length - open.length + place, all: positions.length } });
      const judgement = await this.#judge(position, NODES, RANK.judging, (cancel) => { run.search = { cancel }; });
      this.#known.set(nameOf(position), judgement);
      this.#tell();
    }
    return !run.stopped;
  }

  /** @param {GameOptions & {moves: string[]}} position @param {number} nodes @param {number} rank @param {(cancel: () => void) => void} started @returns {Promise<Judgement>} */
  async #judge(position, nodes, rank, started) {
    const game = new this.rules.Game(position);
    const { outcome, turn } = game.state();
    game.free();
    if (outcome) return judgementOfEnd(outcome);
    const search = this.searches.search(position, { nodes }, undefined, rank);
    started(search.cancel);
    const report = await search.result;
    const judgement = judgementOf(report, report.depth, turn);
    const bare = judgement.proved !== null && judgement.proved !== "draw" && !judgement.distance;
    return bare ? withDistance(judgement, await this.tables.solve(position)) : judgement;
  }

  /** The judgements of the game at hand, into the state. */
  #tell() {
    const { state } = this.store;
    if (!state.game) return;
    const judgements = [...state.game.moves, null].map((_, ply) => this.#known.get(nameOf(gameUpTo(state, ply))) ?? null);
    const same = judgements.length === state.judgements.length && judgements.every((one, ply) => one === state.judgements[ply]);
    if (!same) this.store.set({ judgements });
  }

  #save() {
    const { setup, game, judgements } = this.store.state;
    if (!game || game.moves.length > MOST_KEPT) return;
    this.keeper.save("judgements", { v: 1, setup, moves: game.moves.map((move) => move.text), judgements });
  }

  /** What cannot be read is left: it is judged again. */
  #load() {
    const saved = /** @type {any} */ (this.keeper.load("judgements"));
    if (saved?.v !== 1 || typeof saved.setup !== "object" || !Array.isArray(saved.moves) || !Array.isArray(saved.judgements)) return;
    const { setup, moves, judgements } = saved;
    for (const [ply, judgement] of judgements.slice(0, MOST_KEPT).entries()) {
      if (isJudgement(judgement)) this.#known.set(nameOf({ ...setup, moves: moves.slice(0, ply) }), judgement);
    }
  }
}

/** @param {GameOptions & {moves: string[]}} position */
function nameOf({ variant, rules, fen = "", moves }) {
  return [variant, rules, fen, moves.join(" ")].join("|");
}
