// A line of the engine: its turns as the rules see them, and the board that plays it out.

import { inWords, t } from "./i18n.js";
import { Session } from "./session.js";
import { sayTurn } from "./words.js";

/** @typedef {import("./session.js").Rules} Rules */
/** @typedef {import("./i18n.js").Words} Words */
/** @typedef {import("./side-board.js").SideBoard} SideBoard */
/** @typedef {import("./store.js").Setup} Setup */
/** @typedef {import("../engine/protocol.js").GameOptions} GameOptions */
/** @typedef {import("../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */

/** A turn is looked at for so long. */
const TURN_MS = 1300;

/** The turns of a line as far as they are legal. @param {Rules} rules @param {GameOptions} position @param {string[]} pv @returns {MoveInfo[]} */
export function turnsOf(rules, position, pv) {
  const game = new rules.Game(position);
  /** @type {MoveInfo[]} */
  const turns = [];
  try {
    for (const text of pv) {
      const { lastMove } = game.play(text);
      if (lastMove) turns.push(lastMove);
    }
  } catch {
    // The rest of a line may come from a table that took one position for another: what is legal is shown.
  } finally {
    game.free();
  }
  return turns;
}

/** Plays a line out on the side board, by itself until a person takes it in hand. */
export class LinePlayer {
  #timer = 0;
  #base = 0;
  /** @type {{title: Words, more: (rest: import("./side-board.js").SideAct[]) => import("./side-board.js").SideAct[]}} */
  #words = { title: "", more: (rest) => rest };

  /** @param {{rules: Rules, side: SideBoard, say: (text: string) => void}} parts */
  constructor({ rules, side, say }) {
    this.rules = rules;
    this.side = side;
    this.say = say;
  }

  /**
   * A session that has the line's turns before it.
   * @param {Setup} setup @param {string[]} moves up to the position @param {string[]} pv @returns {Session}
   */
  session(setup, moves, pv) {
    const line = turnsOf(this.rules, { ...setup, moves }, pv).map((turn) => turn.text);
    return Session.restore(this.rules, { setup, moves: [...moves, ...line], ply: moves.length, open: [], resigned: null });
  }

  /** The side board has such a session now: play from here. @param {Words} title @param {(rest: import("./side-board.js").SideAct[]) => import("./side-board.js").SideAct[]} [more] puts other buttons beside those of the line */
  begin(title, more = (rest) => rest) {
    const game = this.side.session?.state;
    if (!game) return;
    this.#base = game.ply;
    this.#words = { title, more };
    this.#show(true);
    this.#later(700);
  }

  /** No more by itself. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {number} ms */
  #later(ms) {
    this.stop();
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      const game = this.side.session?.state;
      if (!game || game.ply >= game.plies) return;
      if (game.ply + 1 < game.plies) this.#later(TURN_MS);
      this.#go(game.ply + 1);
    }, ms);
  }

  /** @param {number} ply */
  #go(ply) {
    const { session } = this.side;
    if (!session) return;
    const forward = ply > session.state.ply;
    session.change((game) => game.goTo(ply));
    const { lastMove } = session.state;
    this.say(ply === this.#base ? t("line.start") : lastMove ? sayTurn(lastMove) : "");
    this.#show(false, forward && lastMove ? lastMove.steps : []);
  }

  /** @param {boolean} first @param {import("../pkg/fanorona_wasm.js").StepInfo[]} [steps] */
  #show(first, steps = []) {
    const game = this.side.session?.state;
    if (!game) return;
    const by = (/** @type {number} */ step) => () => {
      this.stop();
      const now = this.side.session?.state;
      if (now && now.ply + step >= this.#base && now.ply + step <= now.plies) this.#go(now.ply + step);
    };
    const acts = this.#words.more([
      { id: "line-back", label: () => t("line.back"), run: by(-1), disabled: game.ply <= this.#base },
      { id: "line-forward", label: () => t("line.forward"), run: by(1), disabled: game.ply >= game.plies },
    ]);
    const turn = game.ply - this.#base;
    const turns = game.plies - this.#base;
    const text = turn > 0 ? game.lastMove?.text : undefined;
    const at = () => (text === undefined ? t("line.turns", { count: turns }) : t("line.turn", { turn, turns, text }));
    this.side.show({ interactive: false, tone: "turn", title: this.#words.title, detail: at, acts, suggestion: null }, steps, true);
    if (first) this.say(`${inWords(this.#words.title)} ${at()}`);
  }
}
