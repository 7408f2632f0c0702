// What a tap, a drag or a key means: the state machine of a turn. No DOM, no pixels, no rules;
// it is told every legal step and answers with what should happen.

/** @typedef {import("./types.js").Square} Square */
/** @typedef {import("./types.js").BoardStep} BoardStep */
/** @typedef {import("./types.js").BoardState} BoardState */

/**
 * Where the person is in making a turn.
 * `locked`: not their turn. `idle`: nothing chosen. `selected`: a stone is chosen. `choosing`: a target that
 * captures both ways is chosen and the kind is not. `chain`: captures made, the same stone may go on.
 * @typedef {{name: "locked"} | {name: "idle"} | {name: "selected", from: Square}
 *   | {name: "choosing", from: Square, to: Square} | {name: "chain", from: Square}} InputState
 */

/**
 * Why a choice was dropped.
 * @typedef {"escape" | "same-stone" | "outside" | "gesture-cancelled" | "position-changed" | "locked"} DropReason
 */

/**
 * @typedef {{type: "step", step: BoardStep} | {type: "stop"} | {type: "cancel", scope: "step" | "turn"}
 *   | {type: "refused", from: Square, to?: Square} | {type: "dropped", reason: DropReason}} Effect
 */

/**
 * What to show before anything is played: where the stone would land and what would go. `either` holds
 * both groups of a target whose kind is still open.
 * @typedef {{from: Square, to: Square, takes: Square[], either: {approach: Square[], withdrawal: Square[]} | null}} Preview
 */

/** @typedef {Pick<BoardState, "stones" | "turn" | "targets" | "interactive" | "chain" | "forced">} InputView */

/** @type {InputView} */
const NOTHING = { stones: {}, turn: "white", targets: [], interactive: false, chain: null, forced: false };

export class BoardInput {
  /** @type {InputState} */
  #state = { name: "locked" };
  /** @type {InputView} */
  #view = NOTHING;
  /** The stone to choose again when a first step is taken back. @type {Square | null} */
  #again = null;
  /** @type {InputState | null} */
  #before = null;

  get state() {
    return this.#state;
  }

  /** The stone that would move, or null. @returns {Square | null} */
  get active() {
    return "from" in this.#state ? this.#state.from : null;
  }

  /** Takes a new position. Keeps the choice where it still makes sense. @param {InputView} view @returns {Effect[]} */
  sync(view) {
    const before = this.#state;
    const turned = view.turn !== this.#view.turn;
    this.#view = view;
    this.#before = null;
    this.#state = this.#next(before, view, turned);
    this.#again = null;
    const lost = "from" in before && !("from" in this.#state);
    return lost ? [{ type: "dropped", reason: view.interactive ? "position-changed" : "locked" }] : [];
  }

  /** @param {InputState} before @param {InputView} view @param {boolean} turned @returns {InputState} */
  #next(before, view, turned) {
    if (!view.interactive) return { name: "locked" };
    const from = "from" in before ? before.from : null;
    const choosing = before.name === "choosing" && this.#both(before.from, before.to) ? before : null;
    if (view.chain) {
      const at = view.chain.at;
      return choosing && from === at ? choosing : { name: "chain", from: at };
    }
    if (this.#again !== null && this.movable(this.#again)) return { name: "selected", from: this.#again };
    if (turned || from === null || !this.movable(from)) return { name: "idle" };
    return choosing ?? { name: "selected", from };
  }

  /** Whether a stone may be chosen now. @param {Square} square */
  movable(square) {
    if (!this.#view.interactive) return false;
    if (this.#view.chain) return square === this.#view.chain.at;
    return this.#view.targets.some((t) => t.from === square);
  }

  /** The steps of the chosen stone to a point. @param {Square} to @returns {BoardStep[]} */
  stepsTo(to) {
    const from = this.active;
    return from === null ? [] : this.#view.targets.filter((t) => t.from === from && t.to === to);
  }

  /** All steps of the chosen stone. @returns {BoardStep[]} */
  steps() {
    const from = this.active;
    return from === null ? [] : this.#view.targets.filter((t) => t.from === from);
  }

  /** The two steps of a target that captures both ways. @param {Square} from @param {Square} to */
  #both(from, to) {
    const steps = this.#view.targets.filter((t) => t.from === from && t.to === to);
    const approach = steps.find((t) => t.kind === "approach");
    const withdrawal = steps.find((t) => t.kind === "withdrawal");
    return approach && withdrawal ? { approach, withdrawal } : null;
  }

  /** The open choice, or null. */
  get choice() {
    return this.#state.name === "choosing" ? this.#both(this.#state.from, this.#state.to) : null;
  }

  /** A tap or Enter on a point; null is a tap outside all points. @param {Square | null} square @returns {Effect[]} */
  tap(square) {
    const state = this.#state;
    if (state.name === "locked") return [];
    if (square === null) return this.#outside();
    const own = this.#view.stones[square] === this.#view.turn;
    if (state.name === "idle") {
      if (this.movable(square)) return this.#select(square);
      return square in this.#view.stones ? [{ type: "refused", from: square }] : [];
    }
    if (state.name === "choosing") {
      const choice = /** @type {{approach: BoardStep, withdrawal: BoardStep}} */ (this.choice);
      for (const step of [choice.approach, choice.withdrawal]) {
        if (step.captures.includes(square)) return this.#step(step);
      }
    }
    if (square === state.from) {
      if (state.name === "selected") return this.#drop("same-stone");
      if (state.name === "choosing") this.#settle(state.from);
      return []; // never stops a chain: a stray tap must not end the turn
    }
    if (this.stepsTo(square).length > 0) return this.#go(square);
    if (this.#view.chain) {
      const { path, barred } = this.#view.chain;
      const telling = path.includes(square) || square === barred;
      return telling ? [{ type: "refused", from: state.from, to: square }] : [];
    }
    if (own) return this.movable(square) ? this.#select(square) : [{ type: "refused", from: square }];
    return [{ type: "refused", from: state.from, to: square }];
  }

  /** A stone is picked up to drag. @param {Square} square @returns {boolean} whether it may be */
  grab(square) {
    if (!this.movable(square)) return false;
    this.#before = this.#state;
    if (!this.#view.chain) this.#state = { name: "selected", from: square };
    else this.#settle(square);
    return true;
  }

  /** The dragged stone is let go. @param {Square | null} square @returns {Effect[]} */
  drop(square) {
    const from = this.active;
    this.#before = null;
    if (from === null || square === null || square === from) return [];
    if (this.stepsTo(square).length > 0) return this.#go(square);
    return [{ type: "refused", from, to: square }];
  }

  /** The gesture was taken away: everything is as before it. @returns {Effect[]} */
  cancelGesture() {
    if (this.#before === null) return [];
    this.#state = this.#before;
    this.#before = null;
    return [{ type: "dropped", reason: "gesture-cancelled" }];
  }

  /** The kind of an open choice. @param {"approach" | "withdrawal"} kind @returns {Effect[]} */
  pick(kind) {
    const choice = this.choice;
    return choice ? this.#step(choice[kind]) : [];
  }

  /** Plays the only turn there is, once it is shown. @returns {Effect[]} */
  playForced() {
    const step = this.forcedStep();
    return step ? this.#step(step) : [];
  }

  /** The only turn there is, when its stone is chosen. @returns {BoardStep | null} */
  forcedStep() {
    const [step] = this.steps();
    return this.#state.name === "selected" && this.#view.forced && step ? step : null;
  }

  /** @returns {Effect[]} */
  stop() {
    if (!this.#view.interactive || !this.#view.chain?.canStop) return [];
    return [{ type: "stop" }];
  }

  /** One step back: the choice, the selection, or a step of the chain. @returns {Effect[]} */
  back() {
    const state = this.#state;
    if (state.name === "choosing") {
      this.#settle(state.from);
      return [{ type: "dropped", reason: "escape" }];
    }
    if (state.name === "selected") return this.#drop("escape");
    if (state.name === "chain" && this.#view.chain) {
      if (this.#view.chain.path.length === 2) this.#again = this.#view.chain.from;
      return [{ type: "cancel", scope: "step" }];
    }
    return [];
  }

  /** The whole open turn back. @returns {Effect[]} */
  cancelTurn() {
    if (!this.#view.chain || !this.#view.interactive) return this.back();
    return [{ type: "cancel", scope: "turn" }];
  }

  /** Enter on a point: like a tap, but on the stone of a chain it stops. @param {Square} square @returns {Effect[]} */
  enter(square) {
    return this.#state.name === "chain" && square === this.#state.from ? this.stop() : this.tap(square);
  }

  /** A step of the chosen stone to a neighbour. @param {Square | null} to @returns {Effect[]} */
  towards(to) {
    if (this.active === null || to === null) return [];
    if (this.stepsTo(to).length > 0) return this.#go(to);
    return [{ type: "refused", from: this.active, to }];
  }

  /** What pointing at a square (or at a chip of a kind) shows. @param {Square | null} square @param {"approach" | "withdrawal" | null} [kind] @returns {Preview | null} */
  preview(square, kind = null) {
    const state = this.#state;
    if (state.name === "choosing") {
      const choice = /** @type {{approach: BoardStep, withdrawal: BoardStep}} */ (this.choice);
      const { from, to } = state;
      for (const step of [choice.approach, choice.withdrawal]) {
        if (step.kind === kind || (kind === null && square !== null && step.captures.includes(square))) {
          return { from, to, takes: step.captures, either: null };
        }
      }
      const either = { approach: choice.approach.captures, withdrawal: choice.withdrawal.captures };
      if (square === null || square === to || this.stepsTo(square).length === 0) return { from, to, takes: [], either };
    }
    const forced = this.forcedStep();
    const steps = square === null ? [] : this.stepsTo(square);
    if (steps.length === 0) return forced ? { from: forced.from, to: forced.to, takes: forced.captures, either: null } : null;
    const { from, to } = steps[0];
    if (steps.length === 1) return { from, to, takes: steps[0].captures, either: null };
    const groups = this.#both(from, to);
    if (!groups) return null;
    return { from, to, takes: [], either: { approach: groups.approach.captures, withdrawal: groups.withdrawal.captures } };
  }

  /** @param {Square} to @returns {Effect[]} */
  #go(to) {
    const steps = this.stepsTo(to);
    if (steps.length === 1) return this.#step(steps[0]);
    this.#state = { name: "choosing", from: steps[0].from, to };
    return [];
  }

  /** @param {BoardStep} step @returns {Effect[]} */
  #step(step) {
    this.#settle(step.from);
    return [{ type: "step", step }];
  }

  /** @param {Square} from @returns {Effect[]} */
  #select(from) {
    this.#state = { name: "selected", from };
    return [];
  }

  /** Back to the stone alone. @param {Square} from */
  #settle(from) {
    this.#state = this.#view.chain ? { name: "chain", from } : { name: "selected", from };
  }

  /** @param {DropReason} reason @returns {Effect[]} */
  #drop(reason) {
    this.#state = { name: "idle" };
    return [{ type: "dropped", reason }];
  }

  /** @returns {Effect[]} */
  #outside() {
    if (this.#view.chain) return [];
    const name = this.#state.name;
    return name === "selected" || name === "choosing" ? this.#drop("outside") : [];
  }
}
