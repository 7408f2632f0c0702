// The review of a game: the turns that lost much, one after the other. At each the person looks for a better turn before
// the engine shows its own. It happens on the side board; the game itself is not touched.

import { EngineError } from "../engine/client.js";
import { inWords, t } from "./i18n.js";
import { kindWords, valueWords } from "./judgement.js";
import { compareTry, faultOf, findMistakes, stonesLost } from "./mistakes.js";
import { Session } from "./session.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./i18n.js").Words} Words */
/** @typedef {import("./side-board.js").SideAct} SideAct */
/** @typedef {import("./mistakes.js").Mistake} Mistake */
/** @typedef {import("./judgement.js").Judgement} Judgement */
/** @typedef {import("./session.js").SavedGame} SavedGame */
/** @typedef {import("../board/types.js").Color} Color */

/** `index`: the mistake that is looked at, -1 while they are looked for. @typedef {{mistakes: Mistake[], index: number}} ReviewView */

/** What was lost, in words. @param {Mistake} mistake */
export function faultWords(mistake) {
  return t(`review.fault.${mistake.fault}`, { stones: stonesLost(mistake) });
}

export class Review {
  /** The game that is reviewed. @type {SavedGame | null} */
  #game = null;
  /** Tells one review, and one question, from the next. */
  #serial = 0;
  #unlisten = () => {};

  /**
   * @param {object} parts
   * @param {Store} parts.store
   * @param {import("./session.js").Rules} parts.rules
   * @param {import("./judging.js").Judging} parts.judging
   * @param {import("./side-board.js").SideBoard} parts.side
   * @param {import("./line-player.js").LinePlayer} parts.lines
   * @param {(text: string) => void} parts.say
   * @param {() => void} parts.toBoard  the eye and the keys go to the board
   */
  constructor({ store, rules, judging, side, lines, say, toBoard }) {
    this.store = store;
    this.rules = rules;
    this.judging = judging;
    this.side = side;
    this.lines = lines;
    this.say = say;
    this.toBoard = toBoard;
    store.subscribe((state, before) => {
      const { judging: now } = state;
      if (now && now !== before.judging && state.review?.index === -1) this.#looking(() => t("review.judging", now));
    });
  }

  /** @param {Color[]} colors whose mistakes */
  async start(colors) {
    const { game, setup, aid } = this.store.state;
    if (!game || !aid || game.moves.length === 0) return;
    const moves = game.moves.map(({ text, color }) => ({ text, color }));
    this.#game = { setup, moves: moves.map((move) => move.text), ply: moves.length, open: [], resigned: null };
    const left = () => this.#left();
    this.side.enter(Session.restore(this.rules, this.#game), { turn: (move) => void this.#tried(move.text), left }, { tone: "wait", title: () => t("review.looking"), acts: this.#acts([]) });
    const serial = ++this.#serial;
    this.store.set({ review: { mistakes: [], index: -1 } });
    this.toBoard();
    this.say(t("review.looking"));
    try {
      const whole = await this.judging.run();
      if (serial !== this.#serial) return;
      if (!whole) {
        this.#end(() => t("review.stopped"));
        return;
      }
      const mistakes = await this.#sure(findMistakes(moves, this.store.state.judgements, colors), serial);
      if (serial !== this.#serial) return;
      this.store.set({ review: { mistakes, index: -1 } });
      if (mistakes.length === 0) this.#end(() => t("review.none"), () => t("review.none.detail"));
      else this.go(0);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (serial === this.#serial) this.#end(() => t("review.stopped"));
    }
  }

  /** Looks at what seems to be a mistake with more care. @param {Mistake[]} mistakes @param {number} serial @returns {Promise<Mistake[]>} */
  async #sure(mistakes, serial) {
    /** @type {Mistake[]} */
    const sure = [];
    for (const [place, mistake] of mistakes.entries()) {
      if (serial !== this.#serial) break;
      this.#looking(() => t("review.checking", { done: place + 1, all: mistakes.length }));
      if (!this.#hasChoice(mistake)) continue;
      const before = await this.#look(this.#movesTo(mistake.ply));
      const after = await this.#look(this.#movesTo(mistake.ply + 1));
      const fault = faultOf(before, after, mistake.color);
      if (fault !== null && before.pv.length > 0 && before.pv[0] !== mistake.text) sure.push({ ...mistake, before, after, fault });
    }
    return sure;
  }

  /** @param {Mistake} mistake */
  #hasChoice({ ply }) {
    const game = new this.rules.Game({ ...this.#setup(), moves: this.#movesTo(ply) });
    const choice = game.forcedMove() === undefined;
    game.free();
    return choice;
  }

  #setup() {
    return /** @type {SavedGame} */ (this.#game).setup;
  }

  /** @param {number} ply */
  #movesTo(ply) {
    return (this.#game?.moves ?? []).slice(0, ply);
  }

  /** @param {string[]} moves @returns {Promise<Judgement>} */
  #look(moves) {
    return this.judging.look({ ...this.#setup(), moves }, (cancel) => { this.#unlisten = cancel; });
  }

  /** @param {Words} detail */
  #looking(detail) {
    this.side.show({ tone: "wait", detail });
  }

  /** @param {Words} title @param {Words} [detail] */
  #end(title, detail = "") {
    this.side.show({ tone: "end", title, detail, acts: this.#acts([]) });
    this.say(`${inWords(title)} ${inWords(detail)}`.trim());
  }

  /** The position before a mistake, and the question. @param {number} index */
  go(index) {
    const { review } = this.store.state;
    const mistake = review?.mistakes[index];
    if (!review || !mistake) return;
    this.#quiet();
    this.side.put(Session.restore(this.rules, { ...(/** @type {SavedGame} */ (this.#game)), moves: this.#movesTo(mistake.ply), ply: mistake.ply }));
    this.store.set({ review: { ...review, index } });
    const place = { number: index + 1, all: review.mistakes.length, text: mistake.text };
    const title = () => t("review.ask", { ...place, color: t(`color.${mistake.color}`) });
    const detail = () => t("review.ask.detail", { fault: faultWords(mistake) });
    this.side.show({ interactive: true, tone: "turn", title, detail, acts: this.#acts([this.#better()]), suggestion: null });
    this.say(`${title()} ${detail()}`);
    this.toBoard();
  }

  /** @param {string} text the turn of the person */
  async #tried(text) {
    const { review } = this.store.state;
    const mistake = review?.mistakes[review.index];
    if (!mistake) return;
    const serial = ++this.#serial;
    if (text === mistake.text) {
      this.#verdict(() => t("review.try.same", { text }), () => t("review.try.same.detail"), false);
      return;
    }
    if (text === mistake.before.pv[0]) {
      this.#verdict(() => t("review.try.best", { text }), this.#value(mistake.before), true);
      return;
    }
    this.side.show({ interactive: false, tone: "wait", title: () => t("review.trying", { text }), detail: "", acts: this.#acts([]) });
    try {
      const tried = await this.#look([...this.#movesTo(mistake.ply), text]);
      if (serial !== this.#serial) return;
      const how = compareTry(tried, mistake);
      this.#verdict(() => t(`review.try.${how}`, { text }), this.#value(tried), how === "best");
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (serial === this.#serial) this.#verdict(() => t("review.stopped"), "", false);
    }
  }

  /** @param {Judgement} judgement @returns {Words} */
  #value(judgement) {
    return () => t("review.value", { value: valueWords(judgement), kind: kindWords(judgement) });
  }

  /** @param {Words} title @param {Words} detail @param {boolean} good */
  #verdict(title, detail, good) {
    const again = { id: "again", label: () => t("review.again"), run: () => this.go(this.store.state.review?.index ?? 0), primary: !good };
    this.side.show({ interactive: false, tone: "end", title, detail, acts: this.#acts([again, this.#better()], good) });
    this.say(`${inWords(title)} ${inWords(detail)}`.trim());
  }

  /** @returns {SideAct} */
  #better() {
    return { id: "better", label: () => t("review.show"), run: () => this.#showBetter() };
  }

  #showBetter() {
    const { review } = this.store.state;
    const mistake = review?.mistakes[review.index];
    if (!mistake) return;
    this.#quiet();
    this.side.put(this.lines.session(this.#setup(), this.#movesTo(mistake.ply), mistake.before.pv));
    const title = () => t("review.better", { text: mistake.before.pv[0], value: valueWords(mistake.before), kind: kindWords(mistake.before) });
    const again = { id: "again", label: () => t("review.again"), run: () => this.go(this.store.state.review?.index ?? 0) };
    this.lines.begin(title, (rest) => this.#acts([...rest, again], true));
  }

  /** The buttons that are always there, around others. @param {SideAct[]} others @param {boolean} [done] the next mistake is what is wanted now @returns {SideAct[]} */
  #acts(others, done = false) {
    const { mistakes = [], index = -1 } = this.store.state.review ?? {};
    const last = index >= mistakes.length - 1;
    const between = mistakes.length > 1 && index >= 0 ? [{ id: "next", label: () => t("review.next"), run: () => this.go(last ? 0 : index + 1), primary: done && !last }] : [];
    return [...others, ...between, { id: "leave", label: () => t("review.leave"), run: () => this.side.leave(), primary: done && last }];
  }

  /** Nothing that was begun goes on. */
  #quiet() {
    this.#serial++;
    this.#unlisten();
    this.#unlisten = () => {};
    this.lines.stop();
  }

  #left() {
    this.#quiet();
    if (this.store.state.review?.index === -1) this.judging.stop();
    this.#game = null;
    this.store.set({ review: null });
    this.say(t("review.left"));
  }
}
