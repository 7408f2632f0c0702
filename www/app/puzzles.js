// Puzzles on the board: the person's turns are judged, the other side answers, what was solved is kept on the device. Where the
// person stays on the stored line all is in the file; off it the engine says what keeps the value, by proof.

import { EngineError } from "../engine/client.js";
import { isPuzzle } from "../engine/protocol.js";
import { inWords, t } from "./i18n.js";
import { goalOf, sideOf } from "./puzzle-words.js";
import { RANK } from "./searches.js";
import { Session } from "./session.js";
import { sayTurn } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./i18n.js").Words} Words */
/** @typedef {import("./side-board.js").SideBoard} SideBoard */
/** @typedef {import("./side-board.js").SideAct} SideAct */
/** @typedef {import("../board/types.js").Color} Color */
/** @typedef {import("../engine/client.js").EngineClient} EngineClient */
/** @typedef {import("../pkg/fanorona_wasm.js").Puzzle} Puzzle */

/** How a puzzle was solved. @typedef {{mistakes: number, helped: boolean}} Solved */

/**
 * The puzzle on the board.
 * @typedef {object} PuzzleView
 * @property {Puzzle} puzzle
 * @property {Color} side  who solves
 * @property {"play" | "judge" | "answer" | "solved" | "shown" | "failed"} phase
 * @property {Words} message  what was last said of a turn, or ""
 * @property {number} mistakes
 * @property {number} hints  of this turn: 1 names the stone, 2 the turn
 * @property {boolean} helped  a hint or the solution was asked for
 */

/**
 * All puzzles there are.
 * @typedef {object} PuzzlesView
 * @property {Puzzle[] | null} shipped  null until they are loaded
 * @property {boolean} fault  the file of puzzles cannot be used
 * @property {Puzzle[]} own  made on this device, the newest first
 * @property {{[id: string]: Solved}} solved
 * @property {{done: number, found: number} | null} making  how far making is, 0 to 1
 * @property {Words} made  what came of making, or ""
 */

export const FORMAT = "fanorona-puzzles";
export const VERSION = 1;
/** The other side's answer comes when the own turn has been seen. */
const ANSWER_MS = 600;
/** Nodes of one question about a turn, and how many are asked at most. */
const JUDGE_NODES = 20_000;
const JUDGE_TIMES = 30;
const ANSWER = { depth: 12, nodes: 150_000 };
/** Random endings of one question, and questions at most. */
const TRIES = 4;
const QUESTIONS = 150;
const MOST_OWN = 60;

/** The puzzles of a file; throws where it is none. @param {string} text @returns {Puzzle[]} */
export function readPuzzles(text) {
  const file = JSON.parse(text);
  if (file?.format !== FORMAT || file.version !== VERSION || !Array.isArray(file.puzzles) || !file.puzzles.every(isPuzzle)) {
    throw new Error("not a file of puzzles");
  }
  return file.puzzles;
}

/** What was kept on the device, without what is not of its form. @param {unknown} value @returns {{solved: {[id: string]: Solved}, own: Puzzle[]}} */
export function readKept(value) {
  const kept = /** @type {{solved?: unknown, own?: unknown} | null} */ (typeof value === "object" ? value : null);
  const solved = typeof kept?.solved === "object" && kept.solved !== null ? Object.entries(kept.solved) : [];
  const good = solved.filter(([, one]) => Number.isSafeInteger(one?.mistakes) && typeof one?.helped === "boolean");
  return { solved: Object.fromEntries(good), own: Array.isArray(kept?.own) ? kept.own.filter(isPuzzle) : [] };
}

/** The good turns after these ones, where the file has them. @param {Puzzle} puzzle @param {string[]} moves @returns {string[] | null} */
export function storedKeep({ line, keep }, moves) {
  return moves.every((move, at) => move === line[at]) && moves.length % 2 === 0 ? (keep[moves.length / 2] ?? null) : null;
}

/** The next turn of the stored line, where these are its first ones. @param {Puzzle} puzzle @param {string[]} moves @returns {string | null} */
export function storedTurn({ line }, moves) {
  return moves.every((move, at) => move === line[at]) ? (line[moves.length] ?? null) : null;
}

/** Whether the goal is reached after these turns, seen by who solves. @param {Puzzle} puzzle @param {string[]} moves @param {boolean | null} won  null while the game goes on */
export function isReached({ plies, keep }, moves, won) {
  return won === true || (plies === null && won !== false && Math.ceil(moves.length / 2) >= keep.length);
}

/** Shipped and own puzzles, in the order of the list. @param {PuzzlesView} view @returns {Puzzle[]} */
export function allPuzzles({ shipped, own }) {
  return [...own, ...(shipped ?? [])];
}

/** The first puzzle after this one that is not solved, round and round. @param {Puzzle[]} list @param {{[id: string]: Solved}} solved @param {string} [after] @returns {Puzzle | null} */
export function nextUnsolved(list, solved, after) {
  const at = list.findIndex(({ id }) => id === after) + 1;
  return [...list.slice(at), ...list.slice(0, at)].find(({ id }) => !Object.hasOwn(solved, id)) ?? null;
}

export class Puzzles {
  /** Turns that were found good, as text. @type {Set<string>} */
  #accepted = new Set();
  /** Grows with everything that makes an answer late. */
  #token = 0;
  #making = 0;
  #loading = false;

  /**
   * @param {object} parts
   * @param {import("./session.js").Rules} parts.rules
   * @param {SideBoard} parts.side
   * @param {EngineClient} parts.engine
   * @param {import("./searches.js").Searches} parts.searches
   * @param {Store} parts.store
   * @param {import("./storage.js").Keeper} parts.keeper
   * @param {(text: string) => void} parts.say
   * @param {() => Promise<string>} parts.load  the text of the file of puzzles
   * @param {() => boolean} parts.still  nothing moves on the board
   */
  constructor({ rules, side, engine, searches, store, keeper, say, load, still }) {
    this.rules = rules;
    this.side = side;
    this.engine = engine;
    this.searches = searches;
    this.store = store;
    this.keeper = keeper;
    this.say = say;
    this.load = load;
    this.still = still;
    this.#patchAll(readKept(keeper.load("puzzles")));
  }

  /** Reads the file of puzzles once; after a fault again. */
  async fetch() {
    if (this.#loading || this.store.state.puzzles.shipped) return;
    this.#loading = true;
    try {
      this.#patchAll({ shipped: readPuzzles(await this.load()), fault: false });
    } catch {
      this.#patchAll({ fault: true });
    }
    this.#loading = false;
  }

  /** Puts a puzzle on the board. @param {Puzzle} puzzle @returns {boolean} */
  start(puzzle) {
    const side = sideOf(puzzle);
    let session;
    try {
      session = new Session(this.rules, { variant: puzzle.variant, rules: puzzle.rules, fen: puzzle.fen });
    } catch {
      this.#patchAll({ fault: true });
      return false;
    }
    this.side.enter(session, { turn: () => void this.#judge(), left: () => this.#left() }, { interactive: true, flipped: side === "black" });
    this.#token++;
    this.store.set({ puzzle: { puzzle, side, phase: "play", message: "", mistakes: 0, hints: 0, helped: false } });
    this.#showActs();
    this.say(`${goalOf(puzzle)} ${t("puzzle.find")}`);
    return true;
  }

  /** The list that goes on after this one is the one that is seen. @type {() => Puzzle[]} */
  listed = () => allPuzzles(this.store.state.puzzles);

  /** The buttons under the board, as they are wanted now. */
  #showActs() {
    const view = this.store.state.puzzle;
    if (!view) return;
    const { phase, puzzle } = view;
    const busy = phase === "judge" || phase === "answer";
    const over = phase === "shown" && this.#moves().length >= puzzle.line.length;
    /** @type {SideAct[]} */
    const acts = [
      { id: "hint", label: () => t("puzzle.hint"), run: () => void this.hint(), disabled: phase !== "play" },
      phase === "solved"
        ? { id: "next", label: () => t("puzzle.next"), run: () => void this.next(this.listed()), primary: true }
        : { id: "next", label: () => t(phase === "shown" ? "puzzle.step" : "puzzle.solution"), run: () => this.showStep(), disabled: busy || over },
      { id: "again", label: () => t("puzzle.again"), run: () => this.again(), disabled: busy },
      { id: "leave", label: () => t("puzzle.leave"), run: () => this.leave() },
    ];
    this.side.show({ acts, interactive: phase === "play" });
  }

  /** The same puzzle from its beginning. */
  again() {
    const view = this.store.state.puzzle;
    if (!view) return;
    this.#token++;
    this.#goTo([]);
    this.#patch({ phase: "play", message: "", hints: 0 });
    this.say(goalOf(view.puzzle));
  }

  /** The next one that is not solved, of those in this list. @param {Puzzle[]} list @returns {boolean} */
  next(list) {
    const { puzzle, puzzles } = this.store.state;
    const next = nextUnsolved(list, puzzles.solved, puzzle?.puzzle.id);
    if (next === null) {
      this.say(t("puzzle.none"));
      return false;
    }
    return this.start(next);
  }

  /** The game at hand comes back. */
  leave() {
    this.side.leave();
    this.say(t("puzzle.left"));
  }

  /** First the stone, then the turn. */
  async hint() {
    const view = this.store.state.puzzle;
    const { session } = this.side;
    if (view?.phase !== "play" || !session || session.state.open) return;
    const moves = this.#moves();
    const token = this.#token;
    const turn = storedTurn(view.puzzle, moves) ?? (await this.#keep(moves))?.keep[0] ?? null;
    if (token !== this.#token || turn === null) return;
    const hints = Math.min(2, view.hints + 1);
    const move = session.ask((game) => game.legalMoves()).moves.find(({ text }) => text === turn);
    if (!move) return;
    const message = () => (hints === 1 ? t("puzzle.hint.stone", { at: move.path[0] }) : t("puzzle.hint.turn", { turn }));
    this.#patch({ hints, helped: true, message });
    this.side.show({ suggestion: hints === 1 ? { path: [move.path[0]], captures: [], color: move.color } : move });
    this.say(message());
  }

  /** The solution, one turn a press. */
  showStep() {
    const view = this.store.state.puzzle;
    if (!view || view.phase === "judge" || view.phase === "answer") return;
    const { line } = view.puzzle;
    if (view.phase !== "shown") {
      this.#token++;
      this.#goTo([]);
      this.#patch({ phase: "shown", helped: true });
    }
    const at = this.#moves().length;
    if (at >= line.length) return;
    const message = () => t(at + 1 === line.length ? "puzzle.shown.last" : "puzzle.shown.at", { turn: at + 1, turns: line.length });
    this.#play(line[at]);
    this.#patch({ message });
    this.#sayLast(message());
  }

  #left() {
    this.#token++;
    this.#accepted.clear();
    this.store.set({ puzzle: null });
  }

  /** A turn of the other side, or of the solution, in motion. @param {string} text */
  #play(text) {
    const { session } = this.side;
    const steps = session?.change((game) => game.play(text)).lastMove?.steps ?? [];
    this.side.show({ suggestion: null }, steps, true);
  }

  /** The start of the puzzle and these turns. @param {string[]} moves */
  #goTo(moves) {
    const { session } = this.side;
    if (!session) return;
    this.side.put(Session.restore(this.rules, { ...session.save(), moves, ply: moves.length, open: [], resigned: null }));
    this.side.show({ suggestion: null });
  }

  /** The person has made a turn. */
  async #judge() {
    const view = /** @type {PuzzleView} */ (this.store.state.puzzle);
    const { puzzle } = view;
    const token = ++this.#token;
    const moves = this.#moves();
    if (this.#accepted.has(moves.join(" "))) {
      this.#goOn("");
      return;
    }
    const before = moves.slice(0, -1);
    const turn = moves[before.length];
    this.#patch({ phase: "judge", message: "" });
    const stored = storedKeep(puzzle, before);
    const keep = stored ?? (await this.#keep(before))?.keep ?? null;
    if (token !== this.#token) return;
    if (keep?.includes(turn)) {
      this.#accepted.add(moves.join(" "));
      const best = storedTurn(puzzle, before);
      this.#goOn(() => (best !== null && best !== turn ? t("puzzle.equal", { turn, best }) : t("puzzle.right")));
      return;
    }
    const after = keep === null ? null : (await this.#keep(moves, JUDGE_TIMES / 3))?.value ?? null;
    if (token !== this.#token) return;
    const other = () => t(`color.${view.side === "white" ? "black" : "white"}`);
    const message = () => (keep === null ? t("puzzle.unsure") : t(after === null ? `puzzle.wrong.${puzzle.goal}` : after === "win" ? "puzzle.wrong.loses" : "puzzle.wrong.draws", { turn, other: other() }));
    this.#goTo(before);
    this.#patch({ phase: "play", message, mistakes: view.mistakes + (keep === null ? 0 : 1) });
    this.say(`${message()} ${t("puzzle.tryAgain")}`);
  }

  /** A good turn stands on the board. @param {Words} message */
  #goOn(message) {
    const view = /** @type {PuzzleView} */ (this.store.state.puzzle);
    const moves = this.#moves();
    const outcome = this.side.session?.state.outcome ?? null;
    const won = outcome === null ? null : outcome.winner === view.side;
    if (isReached(view.puzzle, moves, won)) this.#solve(message);
    else if (won !== null) this.#fail();
    else void this.#answer(moves, message);
  }

  /** @param {string[]} moves @param {Words} message */
  async #answer(moves, message) {
    const view = /** @type {PuzzleView} */ (this.store.state.puzzle);
    const token = this.#token;
    this.#patch({ phase: "answer", message, hints: 0 });
    this.say(inWords(message));
    const wait = this.still() ? 0 : ANSWER_MS;
    const eye = new Promise((resolve) => setTimeout(resolve, wait));
    const answer = storedTurn(view.puzzle, moves) ?? (await this.#best(moves));
    await eye;
    if (token !== this.#token) return;
    if (answer === null) {
      this.#patch({ phase: "failed", message: () => t("puzzle.noAnswer") });
      this.say(t("puzzle.noAnswer"));
      return;
    }
    this.#play(answer);
    if (this.side.session?.state.outcome) {
      this.#fail();
      return;
    }
    this.#patch({ phase: "play", message });
    this.#sayLast("");
  }

  /** @param {Words} message */
  #solve(message) {
    const view = /** @type {PuzzleView} */ (this.store.state.puzzle);
    const { puzzle: { id }, mistakes, helped } = view;
    const { solved } = this.store.state.puzzles;
    const before = Object.hasOwn(solved, id) ? solved[id] : null;
    // The best time counts.
    const better = before === null || Number(before.helped) * 100 + before.mistakes > Number(helped) * 100 + mistakes;
    if (better) this.#patchAll({ solved: { ...solved, [id]: { mistakes, helped } } });
    this.#patch({ phase: "solved", message });
    this.say(`${inWords(message)} ${t("puzzle.solved")}`);
    this.#keepAll();
  }

  /** The game has ended otherwise: by a rule of draws, which the values do not know. */
  #fail() {
    this.#patch({ phase: "failed", message: () => t("puzzle.ended") });
    this.say(t("puzzle.ended"));
  }

  /** Makes a new puzzle from a random ending of the board at hand, and puts it on the board. */
  async make() {
    const variant = this.store.state.game?.variant;
    if (!variant || this.store.state.puzzles.making) return;
    const mine = this.#begin();
    let found = null;
    for (let question = 0; question < QUESTIONS && found === null && mine === this.#making; question++) {
      const [seed] = crypto.getRandomValues(new Uint32Array(1));
      const puzzle = await this.#asked({ type: "randomPuzzle", variant, seed, tries: TRIES });
      if (puzzle === undefined) break;
      if (puzzle && !this.#knows(puzzle)) found = puzzle;
      this.#patchAll({ making: { done: (question + 1) / QUESTIONS, found: found ? 1 : 0 } });
    }
    if (mine !== this.#making) return;
    this.#end(found ? [found] : [], "make");
    if (found) this.start(found);
  }

  /** Makes puzzles of the positions of the game at hand where the person missed what was there. */
  async makeFromGame() {
    if (this.store.state.puzzles.making) return;
    const { setup, players, game: played } = this.store.state;
    const moves = played?.moves ?? [];
    const mine = this.#begin();
    /** @type {Puzzle[]} */
    const found = [];
    for (let ply = 0; ply < moves.length && mine === this.#making; ply++) {
      this.#patchAll({ making: { done: ply / moves.length, found: found.length } });
      if (players[moves[ply].color] !== "person") continue;
      const game = { ...setup, moves: moves.slice(0, ply).map(({ text }) => text) };
      const puzzle = await this.#asked({ type: "puzzleAt", game });
      if (puzzle === undefined) break;
      if (puzzle && !puzzle.keep[0].includes(moves[ply].text) && !this.#knows(puzzle) && !found.some(({ id }) => id === puzzle.id)) found.push(puzzle);
    }
    if (mine === this.#making) this.#end(found, "game");
  }

  /** No more is made. */
  stopMaking() {
    this.#making++;
    this.#patchAll({ making: null, made: () => t("puzzle.make.stopped") });
    this.say(t("puzzle.make.stopped"));
  }

  #begin() {
    this.#patchAll({ making: { done: 0, found: 0 }, made: "" });
    return ++this.#making;
  }

  /** @param {Puzzle[]} found @param {"make" | "game"} way */
  #end(found, way) {
    const made = () => t(`puzzle.made.${found.length > 0 ? "some" : way}`, { count: found.length });
    const own = [...found, ...this.store.state.puzzles.own].slice(0, MOST_OWN);
    this.#patchAll({ making: null, own, made });
    this.say(made());
    if (found.length > 0) this.#keepAll();
  }

  /** @param {Puzzle} puzzle */
  #knows({ id }) {
    return allPuzzles(this.store.state.puzzles).some((one) => one.id === id);
  }

  /** The puzzle, null where there is none, undefined where the engine was lost. @param {{type: "randomPuzzle", variant: string, seed: number, tries: number} | {type: "puzzleAt", game: import("../pkg/fanorona_wasm.js").GameOptions}} question */
  async #asked(question) {
    try {
      const reply = await this.engine.ask(question);
      return reply.type === "puzzle" ? reply.puzzle : null;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // A position of other rules, such as a single first capture, makes none.
      return error.code === "crashed" || error.code === "cancelled" ? undefined : null;
    }
  }

  /** What is proved after these turns of the puzzle; null where that is too much, or the engine is lost. @param {string[]} moves @param {number} [times] */
  async #keep(moves, times = JUDGE_TIMES) {
    const token = this.#token;
    try {
      for (let time = 0; time < times && token === this.#token; time++) {
        const reply = await this.engine.ask({ type: "judge", game: this.#game(moves), nodes: JUDGE_NODES });
        if (reply.type === "judged" && reply.judgement) return reply.judgement;
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
    return null;
  }

  /** The other side's best turn. @param {string[]} moves @returns {Promise<string | null>} */
  async #best(moves) {
    try {
      return (await this.searches.search(this.#game(moves), ANSWER, undefined, RANK.asked).result).bestMove;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return null;
    }
  }

  /** @param {string[]} moves */
  #game(moves) {
    const { variant, rules, fen } = /** @type {PuzzleView} */ (this.store.state.puzzle).puzzle;
    return { variant, rules, fen, moves };
  }

  #moves() {
    const game = this.side.session?.state;
    return game ? game.moves.slice(0, game.ply).map(({ text }) => text) : [];
  }

  /** @param {string} more */
  #sayLast(more) {
    const last = this.side.session?.state.lastMove;
    if (last) this.say(`${sayTurn(last)} ${more}`.trim());
  }

  /** @param {Partial<PuzzleView>} patch */
  #patch(patch) {
    const { puzzle } = this.store.state;
    if (!puzzle) return;
    this.store.set({ puzzle: { ...puzzle, ...patch } });
    this.#showActs();
  }

  /** @param {Partial<PuzzlesView>} patch */
  #patchAll(patch) {
    this.store.set({ puzzles: { ...this.store.state.puzzles, ...patch } });
  }

  #keepAll() {
    const { solved, own } = this.store.state.puzzles;
    if (!this.keeper.save("puzzles", { v: 1, solved, own }) && this.keeper.works) this.store.set({ notice: { text: () => t("puzzle.notKept") } });
  }
}
