// The board: takes a position and the legal steps, shows them, and tells what the person does.
// It knows no rules. Events: `step` {from, to, kind}, `stop`, `cancel` {scope}, `refused` {from, to?},
// `change` {name, from, to} when a choice begins or ends; where a position is set up, `point` {square}.

import { chipsFor } from "./chip-places.js";
import { Chips } from "./chips.js";
import { DomGrid } from "./dom-grid.js";
import { Geometry } from "./geometry.js";
import { BoardInput } from "./input.js";
import { listenKeys } from "./keyboard.js";
import { cellView } from "./labels.js";
import { Painter } from "./painter.js";
import { readPalette } from "./palette.js";
import { listenPointer } from "./pointer.js";
import { buildScene } from "./scene.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("./types.js").BoardState} BoardState */
/** @typedef {import("./types.js").BoardStep} BoardStep */
/** @typedef {import("./types.js").Square} Square */
/** @typedef {import("./types.js").Translate} Translate */
/** @typedef {import("./input.js").Effect} Effect */
/** @typedef {import("./chips.js").Chip} Chip */

/** @type {BoardState} */
const EMPTY = { width: 9, height: 5, strong: [], stones: {}, turn: "white", targets: [], interactive: false };
const SHAKE_MS = 320;

export class FanoronaBoard extends EventTarget {
  #state = EMPTY;
  #input = new BoardInput();
  /** @type {Geometry | null} */
  #geometry = null;
  /** @type {import("./palette.js").Palette | null} */
  #palette = null;
  /** @type {{timeline: Timeline, start: number, follow: boolean} | null} */
  #playing = null;
  /** @type {{square: Square, start: number} | null} */
  #shaking = null;
  /** @type {{square: Square, x: number, y: number} | null} */
  #dragged = null;
  /** Whether the last step was dropped by hand, so that the stone lies there already. */
  #dropped = false;
  /** @type {Square | null} */
  #pointed = null;
  /** @type {"approach" | "withdrawal" | null} */
  #pointedKind = null;
  #frame = 0;
  #abort = new AbortController();

  /**
   * @param {HTMLElement} host  the element to live in; its width is the board's
   * @param {{translate: Translate, animation?: boolean}} options
   */
  constructor(host, { translate, animation = true }) {
    super();
    this.host = host;
    this.translate = translate;
    /** Whether steps are shown in motion. */
    this.animation = animation;
    /** How many times as quick as usual. */
    this.speed = 1;
    this.root = document.createElement("div");
    this.root.className = "fan-board";
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    this.root.append(canvas);
    host.append(this.root);
    this.painter = new Painter(canvas);
    this.grid = new DomGrid(this.root);
    this.chips = new Chips(this.root, {
      press: (id) => this.#press(id),
      point: (id) => {
        this.#pointedKind = id === "approach" || id === "withdrawal" ? id : null;
        this.#paint();
      },
    });
    const { signal } = this.#abort;
    this.#listen(signal);
    this.resizer = new ResizeObserver(() => this.refresh());
    this.resizer.observe(host);
    this.#watchDensity(signal);
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme(), { signal });
  }

  /** What the person is doing: see `InputState`. */
  get input() {
    return this.#input.state;
  }

  /**
   * Shows a position. `animate` holds the steps that led to it; `follow` shows them one by one with pauses.
   * Input goes to the new position at once, whatever still moves. `keepMotion`: the stones lie as before.
   * @param {BoardState} state
   * @param {{animate?: BoardStep[], follow?: boolean, keepMotion?: boolean}} [options]
   */
  update(state, { animate = [], follow = false, keepMotion = false } = {}) {
    const before = this.#inputKey();
    this.#state = state;
    if (!keepMotion) this.#playing = null;
    if (animate.length > 0 && this.animation && !this.still.matches && this.#geometry) {
      const timeline = new Timeline(state.stones, animate, follow, this.#dropped);
      this.#playing = { timeline, start: performance.now(), follow };
      this.#run();
    }
    this.#dropped = false;
    this.#dragged = null;
    this.#input.sync(state);
    const from = this.#input.active;
    if (from !== null) this.#moveFocus(from);
    this.refresh();
    if (this.#inputKey() !== before) this.#changed();
  }

  /** Ends all motion: the position is shown as it is. */
  finish() {
    if (this.#playing === null) return;
    this.#playing = null;
    this.#paint();
  }

  /** Reads the colours again: another theme. */
  retheme() {
    this.#palette = null;
    this.refresh();
  }

  /** Measures and draws again: another size or density. */
  refresh() {
    const width = this.host.clientWidth;
    if (width < 40) return; // hidden; the observer calls again when it is shown
    const { width: columns, height: rows, flipped = false, portrait = false, strong, coordinates = true } = this.#state;
    const turned = portrait === "auto" ? Geometry.prefersPortrait(columns, rows, width) : portrait;
    this.#geometry = new Geometry({ columns, rows, portrait: turned, flipped, width, dpr: window.devicePixelRatio || 1 });
    this.#palette ??= readPalette(this.root);
    this.root.style.height = `${this.#geometry.height}px`;
    this.painter.setup(this.#geometry, this.#palette, new Set(strong), coordinates);
    this.grid.layout(this.#geometry, this.translate("board.label", { columns, rows }));
    this.#show();
  }

  /** Does what the key or chip of that name does; for buttons outside the board. @param {"stop" | "back" | "cancelTurn" | "playForced"} action */
  act(action) {
    this.finish();
    this.#apply(this.#input[action]());
  }

  /** A stone says no. @param {Square} square */
  shake(square) {
    if (this.still.matches || !this.animation) return;
    this.#shaking = { square, start: performance.now() };
    this.#run();
  }

  focus() {
    if (this.grid.current !== null) this.grid.focus(this.grid.current);
  }

  destroy() {
    this.#abort.abort();
    this.resizer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.root.remove();
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    // A ring around the focus is for those who steer with keys.
    const by = (/** @type {Event} */ event) => {
      this.root.dataset.by = event.type === "keydown" ? "keys" : "pointer";
    };
    this.root.addEventListener("pointerdown", by, { signal, capture: true });
    this.root.addEventListener("keydown", by, { signal, capture: true });
    listenPointer(this.root, {
      hit: (x, y) => this.#geometry?.hit(x, y) ?? null,
      movable: (square) => this.#input.movable(square),
      begin: () => this.finish(),
      tap: (square) => {
        if (square !== null) this.grid.focus(square);
        this.#tap(square);
      },
      grab: (square) => {
        const may = this.#input.grab(square);
        if (may) this.#afterInput();
        return may;
      },
      drag: (x, y) => {
        const square = this.#input.active;
        this.#dragged = square === null ? null : { square, x, y };
        this.#paint();
      },
      drop: (square) => {
        this.#dragged = null;
        this.#dropped = true;
        const effects = this.#input.drop(square);
        this.#dropped = effects.some((effect) => effect.type === "step");
        if (square !== null) this.grid.focus(square);
        this.#apply(effects);
      },
      cancel: () => {
        this.#dragged = null;
        this.#apply(this.#input.cancelGesture());
      },
      hover: (square) => {
        if (square === this.#pointed) return;
        this.#pointed = square;
        this.#paint();
      },
    }, signal);

    const focused = () => /** @type {Square} */ (this.grid.current);
    const used = (/** @type {Effect[]} */ effects) => {
      this.#apply(effects);
      return effects.length > 0;
    };
    listenKeys(this.root, {
      begin: () => this.finish(),
      move: (direction) => {
        const next = this.#geometry?.neighbour(focused(), direction);
        this.grid.focus(next ?? focused());
      },
      jump: (end) => {
        const geometry = this.#geometry;
        if (!geometry) return;
        const y = end === "start" ? 0 : end === "end" ? geometry.down - 1 : geometry.seen(focused()).y;
        const x = end === "start" || end === "row-start" ? 0 : geometry.across - 1;
        this.grid.focus(/** @type {Square} */ (geometry.fromSeen(x, y)));
      },
      enter: () => (this.#state.edit ? this.#tap(focused()) : this.#apply(this.#input.enter(focused()))),
      step: (direction) => {
        const from = this.#input.active;
        if (from !== null && this.#geometry) this.#apply(this.#input.towards(this.#geometry.neighbour(from, direction)));
      },
      stop: () => used(this.#input.stop()),
      back: () => used(this.#input.back()),
      cancelTurn: () => used(this.#input.cancelTurn()),
      pick: (kind) => used(this.#input.pick(kind)),
      play: () => used(this.#input.playForced()),
    }, signal);

    // Screen readers press a cell with a click of their own, without a pointer.
    this.grid.element.addEventListener("click", (event) => {
      const square = this.grid.squareOf(event.target);
      if (event.detail !== 0 || event.pointerType || square === null) return;
      this.finish();
      this.#tap(square);
    }, { signal });
    this.grid.element.addEventListener("focusin", (event) => {
      this.#pointed = this.grid.squareOf(event.target);
      this.#paint();
    }, { signal });
    this.grid.element.addEventListener("focusout", () => {
      this.#pointed = null;
      this.#paint();
    }, { signal });
  }

  /** @param {AbortSignal} signal */
  #watchDensity(signal) {
    const query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener("change", () => {
      this.refresh();
      this.#watchDensity(signal);
    }, { once: true, signal });
  }

  /** @param {Chip["id"]} id */
  #press(id) {
    this.finish();
    const focused = this.chips.element.contains(document.activeElement);
    if (id === "stop") this.#apply(this.#input.stop());
    else if (id === "play") this.#apply(this.#input.playForced());
    else this.#apply(this.#input.pick(id));
    if (focused && !this.chips.element.contains(document.activeElement)) this.focus();
  }

  /** @param {Square | null} square */
  #tap(square) {
    if (!this.#state.edit) this.#apply(this.#input.tap(square));
    else if (square !== null) this.#emit("point", { square });
  }

  /** @param {Effect[]} effects */
  #apply(effects) {
    this.#afterInput();
    for (const effect of effects) {
      if (effect.type === "step") {
        const { from, to, kind } = effect.step;
        this.#moveFocus(to);
        this.#emit("step", { from, to, kind });
      } else if (effect.type === "stop") this.#emit("stop", {});
      else if (effect.type === "cancel") this.#emit("cancel", { scope: effect.scope });
      else if (effect.type === "refused") {
        this.shake(effect.from);
        this.#emit("refused", effect.to === undefined ? { from: effect.from } : { from: effect.from, to: effect.to });
      }
    }
  }

  /** The focus, or the place it will come back to, goes with the stone. @param {Square} square */
  #moveFocus(square) {
    if (this.root.contains(document.activeElement) && this.grid.hasFocus) this.grid.focus(square);
    else this.grid.point(square);
  }

  #inputKey() {
    return JSON.stringify(this.#input.state);
  }

  #lastKey = "";

  #afterInput() {
    this.#pointedKind = null;
    this.#show();
    this.#changed();
  }

  #changed() {
    const key = this.#inputKey();
    if (key === this.#lastKey) return;
    this.#lastKey = key;
    this.#emit("change", { ...this.#input.state });
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Labels, chips and canvas. */
  #show() {
    if (!this.#geometry) return;
    this.grid.update((square) => cellView(this.#state, this.#input, square, this.translate));
    this.chips.update(chipsFor(this.#geometry, this.#state, this.#input, this.translate));
    this.#paint();
  }

  #run() {
    cancelAnimationFrame(this.#frame);
    const tick = () => {
      const now = performance.now();
      if (this.#playing && this.#moment(now) > this.#playing.timeline.length) this.#playing = null;
      if (this.#shaking && now - this.#shaking.start > SHAKE_MS) this.#shaking = null;
      this.#paint();
      if (this.#playing || this.#shaking) this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  /** Where in what is played. @param {number} now */
  #moment(now) {
    return (now - (this.#playing?.start ?? now)) * this.speed;
  }

  #paint() {
    if (!this.#geometry) return;
    const now = performance.now();
    const playing = this.#playing ? this.#playing.timeline.at(this.#moment(now)) : null;
    let shaken = null;
    if (this.#shaking) {
      const part = Math.min(1, (now - this.#shaking.start) / SHAKE_MS);
      shaken = { square: this.#shaking.square, offset: Math.sin(part * Math.PI * 5) * (1 - part) * 0.1 };
    }
    this.painter.paint(buildScene({
      state: this.#state,
      input: this.#input,
      geometry: this.#geometry,
      playing,
      follow: this.#playing?.follow ?? false,
      preview: this.#input.preview(this.#pointed, this.#pointedKind),
      dragged: this.#dragged,
      shaken,
    }));
  }
}
