// The board shows another session than the game: a line that is played out, a review. The game stays as it is and
// waits; the computer does not think meanwhile. One at a time: whoever enters ends the one before, and so does
// whatever changes the game itself.
//
//   side.enter(session, { turn: (move) => …, left: () => … }, { title, detail, acts, interactive });
//   side.show({ title, acts }, steps);   other words, other buttons, steps to show in motion
//   side.put(other);                     another session in its place, which `show` then shows
//   side.leave();

import { refusalOf } from "./refusal.js";
import { isRefusal, reasonOf } from "./session.js";
import { t } from "./i18n.js";
import { sayStep } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./i18n.js").Words} Words */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../pkg/fanorona_wasm.js").GameState} GameState */
/** @typedef {import("../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */
/** @typedef {import("../pkg/fanorona_wasm.js").StepInfo} StepInfo */
/** @typedef {import("../pkg/fanorona_wasm.js").StepKind} StepKind */
/** @typedef {import("../board/types.js").BoardMove} BoardMove */

/** A button below the board. `id` tells it from the others, whatever its words. @typedef {{id: string, label: Words, run: () => void, primary?: boolean, disabled?: boolean}} SideAct */

/**
 * What is shown in place of the game.
 * @typedef {object} SideView
 * @property {GameState} game
 * @property {boolean} interactive  the person may move, for whichever side is to move
 * @property {"turn" | "wait" | "end"} tone
 * @property {Words} title  what is to be done now
 * @property {Words} detail  one line more
 * @property {SideAct[]} acts
 * @property {BoardMove | null} suggestion
 * @property {boolean} [flipped]  seen from Black's side; without it as the game is seen
 */

/** `turn`: the person has made a whole turn. `left`: it is over, whoever ended it. @typedef {{turn?: (move: MoveInfo) => void, left?: () => void}} SideHandlers */

/** What takes the board's events. @typedef {{step: (step: {from: string, to: string, kind: StepKind}) => void, stop: () => void, takeBack: (scope: "step" | "turn") => void, explain: (tap: {from: string, to?: string}) => void}} Hands */

export class SideBoard {
  /** @type {Session | null} */
  #session = null;
  /** @type {SideHandlers} */
  #handlers = {};

  /** @param {{store: Store, say: (text: string) => void, game: {rest: () => void, comeBack: () => void}}} parts  `game` waits, and goes on */
  constructor({ store, say, game }) {
    this.store = store;
    this.say = say;
    this.game = game;
    store.subscribe((state, before) => {
      if (state.game !== before.game && state.side !== null) this.leave();
    });
  }

  /** The session that is shown. */
  get session() {
    return this.#session;
  }

  /** @param {Session} session which is this one's from now on @param {SideHandlers} handlers @param {Partial<Omit<SideView, "game">>} view */
  enter(session, handlers, view) {
    this.#end();
    this.game.rest();
    this.#session = session;
    this.#handlers = handlers;
    this.store.set({ side: null, suggestion: null });
    this.show({ interactive: false, tone: "turn", title: "", detail: "", acts: [], suggestion: null, ...view });
  }

  /** @param {Session} session */
  put(session) {
    if (this.#session !== session) this.#session?.free();
    this.#session = session;
  }

  /** Shows the session as it is now. @param {Partial<Omit<SideView, "game">>} [view] what has changed @param {StepInfo[]} [steps] @param {boolean} [follow] */
  show(view = {}, steps = [], follow = false) {
    if (!this.#session) return;
    const { side, motion } = this.store.state;
    const game = this.#session.state;
    const shown = { .../** @type {SideView} */ (side), ...view, game };
    // Without a step or another position the board keeps what moves on it.
    const still = side?.game === game;
    this.store.set({ side: shown, refusal: "", ...(still ? {} : { motion: { serial: motion.serial + 1, steps, follow } }) });
  }

  /** Back to the game, which is as it was. */
  leave() {
    if (!this.#session) return;
    this.#end();
    const { motion } = this.store.state;
    this.store.set({ side: null, refusal: "", motion: { serial: motion.serial + 1, steps: [], follow: false } });
    this.game.comeBack();
  }

  #end() {
    if (!this.#session) return;
    const { left } = this.#handlers;
    this.#session.free();
    this.#session = null;
    this.#handlers = {};
    left?.();
  }

  /** Whoever has the board now. @param {Hands} play @returns {Hands} */
  hands(play) {
    const now = () => (this.#session ? this : play);
    return {
      step: (step) => now().step(step),
      stop: () => now().stop(),
      takeBack: (scope) => now().takeBack(scope),
      explain: (tap) => now().explain(tap),
    };
  }

  /** @param {{from: string, to: string, kind: StepKind}} step */
  step({ from, to, kind }) {
    const session = this.#session;
    if (!session) return;
    const info = session.state.steps.find((s) => s.from === from && s.to === to && s.kind === kind);
    const color = session.state.turn;
    if (!this.#change((game) => game.step(from, to, kind)) || !info) return;
    const { open } = session.state;
    this.say([sayStep(color, info), open ? t("say.more") : ""].filter(Boolean).join(" "));
    this.show({}, [info]);
    this.#ended(open !== null);
  }

  stop() {
    if (!this.#change((game) => game.stop())) return;
    this.show();
    this.#ended(false);
  }

  /** @param {"step" | "turn"} scope */
  takeBack(scope) {
    if (!this.#change((game) => (scope === "step" ? game.undoStep() : game.cancelTurn()))) return;
    const open = this.#session?.state.open;
    this.say(open ? t("say.back", { at: open.at }) : t("say.cancelled"));
    this.show();
  }

  /** @param {{from: string, to?: string}} tap */
  explain(tap) {
    if (!this.#session || !this.store.state.side?.interactive) return;
    const refusal = refusalOf(this.#session, tap);
    this.store.set({ refusal });
    this.say(refusal());
  }

  /** @param {boolean} goesOn */
  #ended(goesOn) {
    const move = this.#session?.state.lastMove;
    if (!goesOn && move) this.#handlers.turn?.(move);
  }

  /** @param {(game: import("../pkg/fanorona_wasm.js").Game) => GameState} act */
  #change(act) {
    if (!this.#session || !this.store.state.side?.interactive) return false;
    try {
      this.#session.change(act);
      return true;
    } catch (error) {
      this.show();
      this.store.set({ refusal: isRefusal(error) ? reasonOf(error) : () => t("notice.failure") });
      return false;
    }
  }
}
