// A hint: first the stone, then the turn. It is help, and is called so.

import { EngineError } from "../engine/client.js";
import { inWords, t } from "./i18n.js";
import { gameUpTo, judgementOf, kindWords, valueWords } from "./judgement.js";
import { turnsOf } from "./line-player.js";
import { RANK } from "./searches.js";
import { personToMove } from "./store.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./judgement.js").Judgement} Judgement */
/** @typedef {import("../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */

/** A person waits for it. */
const LIMITS = { time: 2500, nodes: 800_000 };

/** Whether a hint can be given now. @param {PageState} state */
export function mayHint(state) {
  return state.aid && state.side === null && personToMove(state) && !state.game?.open;
}

export class Hint {
  /** @type {{game: PageState["game"], turn: MoveInfo, judgement: Judgement} | null} */
  #found = null;
  /** @type {{cancel: () => void} | null} */
  #search = null;
  /** @type {import("./store.js").Notice | null} */
  #notice = null;

  /** @param {{store: Store, searches: import("./searches.js").Searches, rules: import("./session.js").Rules, say: (text: string) => void, changed: () => void}} parts  `changed`: it begins or ends to think */
  constructor({ store, searches, rules, say, changed }) {
    this.store = store;
    this.searches = searches;
    this.rules = rules;
    this.say = say;
    this.changed = changed;
    store.subscribe((state, before) => {
      if (state.game !== before.game || state.side !== before.side) this.#forget();
    });
  }

  get thinking() {
    return this.#search !== null;
  }

  /** Whether the stone is marked, and the turn comes next. */
  get stoneShown() {
    return this.#found !== null;
  }

  /** The stone; at the second time the turn. */
  ask() {
    const { state } = this.store;
    if (!mayHint(state) || !state.game || this.#search) return;
    if (this.#found) {
      this.#showTurn();
      return;
    }
    const { game } = state;
    const position = gameUpTo(state, game.ply);
    const search = this.searches.search(position, LIMITS, undefined, RANK.asked);
    this.#search = search;
    this.changed();
    search.result.then((report) => {
      if (this.#search !== search) return;
      this.#search = null;
      const turn = turnsOf(this.rules, position, report.bestMove === null ? [] : [report.bestMove])[0];
      if (turn) {
        this.#found = { game, turn, judgement: judgementOf(report, report.depth, game.turn) };
        this.#showStone();
      }
      this.changed();
    }, (error) => {
      if (this.#search !== search) return;
      this.#search = null;
      this.changed();
      if (!(error instanceof EngineError)) throw error;
      if (error.code !== "cancelled") this.#tell({ text: () => t("hint.lost") });
    });
  }

  #showStone() {
    if (!this.#found) return;
    const { path: [from], color } = this.#found.turn;
    this.store.set({ suggestion: { path: [from], captures: [], color } });
    this.#tell({ text: () => t("hint.stone", { from }), action: { label: () => t("hint.more"), run: () => this.ask() } });
  }

  #showTurn() {
    if (!this.#found) return;
    const { turn, judgement } = this.#found;
    this.store.set({ suggestion: turn });
    this.#tell({ text: () => t("hint.turn", { text: turn.text, value: valueWords(judgement), kind: kindWords(judgement) }) });
  }

  /** @param {import("./store.js").Notice} notice */
  #tell(notice) {
    this.#notice = notice;
    this.store.set({ notice });
    this.say(inWords(notice.text));
  }

  /** The position is another one. */
  #forget() {
    const { suggestion, notice } = this.store.state;
    if (this.#found && suggestion && !this.store.state.side) this.store.set({ suggestion: null });
    if (this.#notice && notice === this.#notice) this.store.set({ notice: null });
    this.#found = this.#notice = null;
    this.#search?.cancel();
    this.#search = null;
    this.changed();
  }
}
