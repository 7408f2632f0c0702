// One game: the rules' own object, and how it is saved and taken up again.

import { grow, isLines, sameLine, tidy } from "./lines.js";

/** @typedef {typeof import("../pkg/fanorona_wasm.js")} Rules */
/** @typedef {import("../pkg/fanorona_wasm.js").Game} Game */
/** @typedef {import("../pkg/fanorona_wasm.js").GameState} GameState */
/** @typedef {import("../pkg/fanorona_wasm.js").GameOptions} GameOptions */
/** @typedef {import("../pkg/fanorona_wasm.js").StepKind} StepKind */
/** @typedef {import("../board/types.js").Color} Color */
/** @typedef {import("./store.js").Setup} Setup */

/**
 * A game as plain data: the start, whole turns, the open turn, a resignation.
 * @typedef {object} SavedGame
 * @property {Setup} setup
 * @property {string[]} moves
 * @property {number} ply
 * @property {{from: string, to: string, kind: StepKind}[]} open
 * @property {Color | null} resigned
 * @property {boolean} [agreed]  both sides agreed on a draw
 * @property {string[][]} [lines]  the main line and the variations, where there are any; `moves` is one of them
 * @property {{[name: string]: string}} [headers]  what the record that the game came from says beside the game
 */

/** Whether an error is the rules saying no, as against the rules breaking. @param {unknown} error */
export function isRefusal(error) {
  return error instanceof Error && typeof (/** @type {{code?: unknown}} */ (error)).code === "string";
}

/** The reasons of an error, as the rules give them. @param {unknown} error */
export function reasonOf(error) {
  const reasons = /** @type {{reasons?: unknown}} */ (error)?.reasons;
  if (Array.isArray(reasons) && reasons.length > 0) return reasons.join(" ");
  return error instanceof Error ? error.message : String(error);
}

export class Session {
  /** @type {Game} */
  #game;
  /** @type {GameState} */
  state;
  /** @type {{[name: string]: string} | undefined} */
  #headers;
  /** The main line and the variations, where there are any. @type {import("./lines.js").Lines} */
  lines = [];
  /** Whether what is left behind stays as a variation. */
  keepsLines = true;
  /** The last good data, to take the game up from if the rules break. @type {SavedGame} */
  #saved;

  /** @param {Rules} rules @param {Setup} setup  throws when the rules refuse it */
  constructor(rules, setup) {
    this.rules = rules;
    this.setup = setup;
    this.#game = new rules.Game(options(setup));
    this.state = this.#game.state();
    this.#saved = this.save();
  }

  /** Takes up a saved game. Throws when the rules refuse it. @param {Rules} rules @param {SavedGame} saved */
  static restore(rules, saved) {
    const session = new Session(rules, saved.setup);
    session.#take(saved);
    return session;
  }

  /** @param {SavedGame} saved */
  #take({ setup, moves, ply, open, resigned, agreed, headers, lines = [] }) {
    const game = new this.rules.Game({ ...options(setup), moves });
    // A resignation belongs to the turn it was made at; going to another one would take it back.
    if (ply < moves.length) game.goTo(ply);
    if (resigned) game.resign(resigned);
    if (agreed) game.agreeDraw();
    this.#headers = headers;
    for (const { from, to, kind } of open) game.step(from, to, kind);
    this.#game = game;
    this.state = game.state();
    this.setLines(lines);
  }

  /** The turns of the line at hand. */
  get #turns() {
    return this.state.moves.map((move) => move.text);
  }

  /** @param {import("./lines.js").Lines} lines  the line at hand is one of them, or becomes one */
  setLines(lines) {
    const here = this.#turns;
    this.lines = tidy(lines.some((line) => sameLine(line, here)) ? lines : [here, ...lines], here);
    this.#saved = this.save();
  }

  /** Goes to another line. Throws when the rules refuse it; then nothing has changed. @param {number} place @param {number} ply */
  useLine(place, ply) {
    const moves = this.lines[place];
    if (moves) this.#take({ ...this.save(), moves, ply: Math.min(ply, moves.length), open: [], resigned: null, agreed: false });
  }

  /** @returns {SavedGame} */
  save() {
    const { moves, ply, open, outcome } = this.state;
    return {
      setup: this.setup,
      moves: moves.map((move) => move.text),
      ply,
      open: (open?.steps ?? []).map(({ from, to, kind }) => ({ from, to, kind })),
      resigned: outcome?.reason === "resignation" ? (outcome.winner === "white" ? "black" : "white") : null,
      ...(outcome?.reason === "agreement" ? { agreed: true } : {}),
      ...(this.lines.length > 0 ? { lines: this.lines } : {}),
      ...(this.#headers ? { headers: this.#headers } : {}),
    };
  }

  /** Start and turns up to here, for the engine. @returns {GameOptions} */
  forEngine() {
    return { ...options(this.setup), moves: this.state.moves.slice(0, this.state.ply).map((move) => move.text) };
  }

  /**
   * Does something to the game. If the rules refuse, nothing has changed and the refusal is thrown. If they
   * break, the game is built again as it was, and that error is thrown.
   * @param {(game: Game) => GameState} act @returns {GameState}
   */
  change(act) {
    try {
      const before = this.#turns;
      this.state = act(this.#game);
      if (this.keepsLines) this.#growLines(before);
      this.#saved = this.save();
      return this.state;
    } catch (error) {
      if (!isRefusal(error)) this.#take(this.#saved);
      throw error;
    }
  }

  /** Takes back what ended the game without a turn: a resignation, an agreed draw. */
  withdraw() {
    this.#take({ ...this.save(), resigned: null, agreed: false });
  }

  /** A turn that was played before leads on as it did then. @param {string[]} before */
  #growLines(before) {
    const after = this.#turns;
    if (sameLine(before, after)) return;
    const { lines, line } = grow(this.lines, before, after);
    this.lines = lines;
    if (line.length > after.length) this.#take({ ...this.save(), moves: line, ply: after.length });
  }

  /** Asks without changing anything. @template T @param {(game: Game) => T} question @returns {T} */
  ask(question) {
    return question(this.#game);
  }

  free() {
    this.#game.free();
  }
}

/** @param {Setup} setup @returns {GameOptions} */
function options({ variant, rules, fen }) {
  return fen === undefined ? { variant, rules } : { variant, rules, fen };
}

/** Whether a value read from the device looks like a saved game. @param {unknown} value @returns {value is SavedGame} */
export function isSavedGame(value) {
  const saved = /** @type {Partial<SavedGame> | null} */ (value);
  return typeof saved === "object" && saved !== null && typeof saved.setup?.variant === "string" && typeof saved.setup.rules === "string"
    && Array.isArray(saved.moves) && saved.moves.every((move) => typeof move === "string")
    && Number.isSafeInteger(saved.ply) && Array.isArray(saved.open)
    && (saved.resigned === null || saved.resigned === "white" || saved.resigned === "black")
    && (saved.agreed === undefined || typeof saved.agreed === "boolean") && isTexts(saved.headers ?? {})
    && (saved.lines === undefined || isLines(saved.lines));
}

/** Whether all values are texts. @param {unknown} value */
function isTexts(value) {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}

/** What the three levels of games saved before there were eight have become: the nearest in strength, and full strength still. */
const OLD_LEVELS = new Map([[1, 2], [2, 4], [3, 8]]);

/** The level of a saved game; whether there is such a level is for the rules to say. @param {{v?: unknown, level?: unknown}} saved @returns {number} */
export function savedLevel({ v, level }) {
  return v === 2 ? Number(level) : (OLD_LEVELS.get(Number(level)) ?? NaN);
}

/** Whether words ended the game, not a turn. @param {Pick<GameState, "outcome">} game */
export function isDeclared({ outcome }) {
  return outcome?.reason === "resignation" || outcome?.reason === "agreement";
}

/**
 * Where undo leads: a turn back, or with a computer to the person's last turn. In a game by link no further than to
 * the own turn that the friend has not answered. To the turn it stands at: what ended the game there is taken back.
 * @param {GameState} game @param {(color: Color) => boolean} isPerson @param {boolean} [linked] @returns {number | null}
 */
export function undoTarget(game, isPerson, linked = false) {
  if (isDeclared(game)) return linked && !resignedHere(game, isPerson) ? null : game.ply;
  if (linked) return game.ply > 0 && game.moves.slice(game.ply - 1).every(({ color }) => isPerson(color)) ? game.ply - 1 : null;
  for (let ply = game.ply - 1; ply >= 0; ply--) {
    if (isPerson(game.moves[ply].color)) return ply;
  }
  return null;
}

/** @param {Pick<GameState, "outcome">} game @param {(color: Color) => boolean} isPerson */
function resignedHere({ outcome }, isPerson) {
  return outcome?.reason === "resignation" && isPerson(outcome.winner === "white" ? "black" : "white");
}

/** Where redo leads: to the person's next turn to make, or the end. @param {GameState} game @param {(color: Color) => boolean} isPerson @returns {number | null} */
export function redoTarget(game, isPerson) {
  if (game.ply >= game.plies) return null;
  for (let ply = game.ply + 1; ply < game.plies; ply++) {
    if (isPerson(game.moves[ply].color)) return ply;
  }
  return game.plies;
}
