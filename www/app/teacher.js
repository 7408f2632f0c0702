// Leads through a lesson on the board: asks, judges the turn, answers for Black in an ending, and goes on.

import { inWords, t } from "./i18n.js";
import { LESSONS, LESSON_SETUP, meets } from "./lessons.js";
import { RANK } from "./searches.js";
import { Session } from "./session.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./i18n.js").Words} Words */
/** @typedef {import("./side-board.js").SideBoard} SideBoard */
/** @typedef {import("./side-board.js").SideAct} SideAct */
/** @typedef {import("./searches.js").Searches} Searches */
/** @typedef {import("./lessons.js").Task} Task */
/** @typedef {import("../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */

/** A task, both counted from 0. @typedef {{lesson: number, task: number}} At */

/** Enough to prove the wins of all lessons: at most three turns of each side. */
const NODES = 200_000;
/** The own turn is seen before the answer to it comes. */
const ANSWER_MS = 550;

export class Teacher {
  /** Which task is on the board. @type {At | null} */
  #at = null;
  /** @type {ReturnType<Searches["search"]> | null} */
  #search = null;
  #timer = 0;

  /** @param {{rules: import("./session.js").Rules, store: Store, side: SideBoard, engine: Searches, keeper: import("./storage.js").Keeper, say: (text: string) => void}} parts */
  constructor({ rules, store, side, engine, keeper, say }) {
    this.rules = rules;
    this.store = store;
    this.side = side;
    this.engine = engine;
    this.keeper = keeper;
    this.say = say;
    const saved = keeper.load("lessons");
    if (Array.isArray(saved)) store.set({ lessonsDone: LESSONS.map(({ id }) => id).filter((id) => saved.includes(id)) });
  }

  /** @param {number} lesson @param {number} [task] counted from 0 */
  open(lesson, task = 0) {
    this.side.enter(this.#begin(lesson, task), { turn: (move) => this.#judge(move), left: () => this.#left() }, {});
    this.#ask();
  }

  /** @param {number} lesson @param {number} task */
  #begin(lesson, task) {
    this.#rest();
    this.#at = { lesson, task };
    return new Session(this.rules, { ...LESSON_SETUP, fen: LESSONS[lesson].tasks[task].fen });
  }

  /** @returns {{key: string, task: Task, head: () => string}} */
  #now() {
    const { lesson, task } = /** @type {At} */ (this.#at);
    const { id, tasks } = LESSONS[lesson];
    const head = () => t("lessons.head", { title: t(`lesson.${id}.title`), task: task + 1, tasks: tasks.length });
    return { key: `lesson.${id}.${tasks[task].id}`, task: tasks[task], head };
  }

  #ask() {
    const { key, head } = this.#now();
    this.#tell("turn", head, () => t(`${key}.text`), []);
  }

  /** @param {"turn" | "wait" | "end"} tone @param {Words} title @param {Words} detail @param {SideAct[]} acts the first is the one most wanted @param {import("../pkg/fanorona_wasm.js").StepInfo[]} [steps] */
  #tell(tone, title, detail, acts, steps) {
    const leave = { id: "leave", label: () => t("lessons.leave"), run: () => this.side.leave() };
    this.side.show({ tone, title, detail, interactive: tone === "turn", acts: [...acts, leave] }, steps, steps !== undefined);
    this.say(`${inWords(title)} ${inWords(detail)}`.trim());
  }

  /** The person has made a turn. @param {MoveInfo} move */
  #judge(move) {
    const { key, task } = this.#now();
    if (!meets(task.goal, move)) this.#wrong(() => t(`${key}.not`, { text: move.text }));
    else if (task.win) this.#answer(move);
    else this.#right();
  }

  #right() {
    const { key } = this.#now();
    const { lesson, task } = /** @type {At} */ (this.#at);
    const { id, tasks } = LESSONS[lesson];
    const good = () => t("lessons.good");
    const words = () => t(`${key}.done`);
    const next = (/** @type {number} */ l, /** @type {number} */ k) => ({ id: "next", label: () => t("lessons.next"), primary: true, run: () => this.#goTo(l, k) });
    if (task + 1 < tasks.length) {
      this.#tell("end", good, words, [next(lesson, task + 1)]);
      return;
    }
    this.#solved(id);
    if (lesson + 1 < LESSONS.length) this.#tell("end", good, words, [next(lesson + 1, 0)]);
    else this.#tell("end", good, () => `${words()} ${t("lessons.finished")}`, []);
  }

  /** @param {Words} words why the turn was not what was asked */
  #wrong(words) {
    const again = { id: "again", label: () => t("lessons.again"), primary: true, run: () => this.#undo() };
    this.#tell("end", () => t("lessons.notYet"), words, [again]);
  }

  /** The turn is taken back. */
  #undo() {
    const { session } = this.side;
    if (!session) return;
    session.change((game) => game.undo());
    this.#ask();
  }

  /** @param {number} lesson @param {number} task */
  #goTo(lesson, task) {
    this.side.put(this.#begin(lesson, task));
    this.#ask();
  }

  /** Black defends an ending as well as can be, and a turn that gives the win away is told. @param {MoveInfo} move */
  #answer(move) {
    const session = /** @type {Session} */ (this.side.session);
    const { outcome } = session.state;
    if (outcome) {
      if (outcome.winner === "white") this.#right();
      else this.#wrong(() => t("lessons.ended"));
      return;
    }
    const began = performance.now();
    const search = this.engine.search(session.forEngine(), { nodes: NODES }, undefined, RANK.asked);
    this.#search = search;
    this.#tell("wait", () => t("lessons.thinks"), "", []);
    search.result.then(({ lines }) => {
      if (this.#search !== search) return;
      const [best] = lines;
      const [reply] = best?.pv ?? [];
      if (best?.proved !== "loss" || reply === undefined) {
        this.#search = null;
        this.#wrong(() => t("lessons.gaveAway", { text: move.text }));
        return;
      }
      this.#timer = window.setTimeout(() => this.#reply(reply), Math.max(0, ANSWER_MS - (performance.now() - began)));
    }, () => {
      if (this.#search !== search) return;
      this.#search = null;
      this.#wrong(() => t("lessons.noEngine"));
    });
  }

  /** @param {string} text */
  #reply(text) {
    this.#search = null;
    const session = /** @type {Session} */ (this.side.session);
    const { lastMove, outcome } = session.change((game) => game.play(text));
    if (!lastMove) return;
    if (outcome) {
      this.#wrong(() => t("lessons.ended"));
      return;
    }
    this.#tell("turn", () => t("lessons.answered", { text }), () => t("lessons.goOn"), [], lastMove.steps);
  }

  /** @param {string} id */
  #solved(id) {
    const { lessonsDone } = this.store.state;
    if (lessonsDone.includes(id)) return;
    this.store.set({ lessonsDone: [...lessonsDone, id] });
    this.keeper.save("lessons", this.store.state.lessonsDone);
  }

  #rest() {
    clearTimeout(this.#timer);
    const search = this.#search;
    this.#search = null;
    search?.cancel();
  }

  #left() {
    this.#rest();
    this.#at = null;
  }
}
