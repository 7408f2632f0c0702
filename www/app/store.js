// The state of the page, one object. Everything shown is a function of it.

/** @typedef {import("../pkg/fanorona_wasm.js").GameState} GameState */
/** @typedef {import("../pkg/fanorona_wasm.js").StepInfo} StepInfo */
/** @typedef {import("../board/types.js").Color} Color */
/** @typedef {import("../board/input.js").InputState} InputState */

/** @typedef {import("../engine/tables.js").TablesView} TablesView */
/** @typedef {import("../engine/protocol.js").Solution} Solution */

/** @typedef {import("./puzzles.js").PuzzleView} PuzzleView */
/** @typedef {import("./puzzles.js").PuzzlesView} PuzzlesView */

/** A friend plays on another device, by links. @typedef {"person" | "computer" | "friend"} PlayerKind */
/** @typedef {{[color in Color]: PlayerKind}} Players */

/** A part of the panel. @typedef {"game" | "analysis" | "learn" | "settings"} Tab */

/** How a game was begun. @typedef {{variant: string, rules: string, fen?: string}} Setup */

/** @typedef {import("./i18n.js").Words} Words */

/** A line for the person, with at most one thing to do. @typedef {{text: Words, action?: {label: Words, run: () => void}}} Notice */

/** Something to decide; `decide` hears what was chosen, and no where the question is closed. @typedef {{title: Words, text: Words, yes: Words, no: Words, decide: (yes: boolean) => void}} Question */

/**
 * A draw that a side offers, and where that stands: the computer considers it, a friend has not answered yet, or it was
 * declined. It is over with the next turn.
 * @typedef {{by: Color, ply: number, stands: "asked" | "offered" | "declined"}} DrawOffer
 */

/** The pause between the turns of two computers. @typedef {"slow" | "normal" | "fast"} Pace */

/**
 * @typedef {object} Settings
 * @property {Pace} pace
 * @property {boolean} playForced  the only turn plays itself
 * @property {boolean} confirm  every turn of a person waits for a yes
 * @property {import("./themes.js").Theme} theme
 * @property {import("./motion.js").Animation} animation
 * @property {boolean} coordinates
 * @property {boolean} sound
 * @property {number} volume  0 to 100
 * @property {{computer: boolean, two: boolean}} exact  whether exact values are shown, against the computer and among people
 * @property {{computer: boolean, two: boolean}} analysis  whether the position at hand is analysed, likewise
 * @property {number} lines  how many lines the analysis shows
 */

/**
 * @typedef {object} PageState
 * @property {"loading" | "ready" | "missing"} rules
 * @property {string} language  that the page speaks; who shows words shows them anew when it changes
 * @property {string} reason  why the rules are missing
 * @property {GameState | null} game
 * @property {string[][]} lines  the main line and the variations, where there are any; the game at hand is one of them
 * @property {Setup} setup
 * @property {Players} players
 * @property {number} level  of the computer; of White's where both sides are computers
 * @property {number} blackLevel  of Black's computer where both sides are computers
 * @property {DrawOffer | null} draw  a draw that was offered at this turn
 * @property {import("./clock.js").Clock | null} clock
 * @property {Color | null} flag  the side whose time ran out; for the rules it has resigned
 * @property {boolean} unconfirmed  the last turn of a person waits for a yes
 * @property {boolean} flipped
 * @property {boolean} portrait
 * @property {Tab} tab  the part of the panel that is shown
 * @property {boolean} thinking
 * @property {boolean} paused  looking back: the computer waits
 * @property {boolean} forced  there is one turn only
 * @property {boolean} fresh  nobody has ever moved on this page: say how to begin
 * @property {InputState} input
 * @property {Words} refusal  why the last tap did nothing, or ""
 * @property {Notice | null} notice
 * @property {Question | null} question  what is asked before anything else goes on
 * @property {{serial: number, steps: StepInfo[], follow: boolean}} motion  steps to show in motion, once
 * @property {Settings} settings
 * @property {TablesView | null} tables
 * @property {Solution | null} solution  of the position at hand, when it is shown and known
 * @property {import("../board/types.js").BoardMove | null} suggestion  the turn that is looked at: of the solution, of a line, a hint
 * @property {import("./side-board.js").SideView | null} side  what the board shows in place of the game
 * @property {import("./analysis.js").AnalysisView | null} analysis  of the position at hand, while it is analysed
 * @property {(import("./judgement.js").Judgement | null)[]} judgements  of the game at hand, by ply
 * @property {{done: number, all: number} | null} judging  how far the judging of the game is
 * @property {import("./review.js").ReviewView | null} review
 * @property {string[]} lessonsDone  the ids of the lessons whose tasks are all done
 * @property {boolean} aid  whether help by the engine is allowed in this game now
 * @property {PuzzleView | null} puzzle  the puzzle on the board
 * @property {PuzzlesView} puzzles
 */

/** @type {PageState} */
export const FIRST = {
  rules: "loading",
  language: "en",
  reason: "",
  game: null,
  lines: [],
  setup: { variant: "tsivy", rules: "standard" },
  players: { white: "person", black: "computer" },
  level: 1,
  blackLevel: 1,
  draw: null,
  clock: null,
  flag: null,
  unconfirmed: false,
  flipped: false,
  portrait: false,
  tab: "game",
  thinking: false,
  paused: false,
  forced: false,
  fresh: true,
  input: { name: "locked" },
  refusal: "",
  notice: null,
  question: null,
  motion: { serial: 0, steps: [], follow: false },
  settings: {
    pace: "normal",
    playForced: false,
    confirm: false,
    theme: "auto",
    animation: "normal",
    coordinates: true,
    sound: false,
    volume: 60,
    exact: { computer: false, two: true },
    analysis: { computer: false, two: false },
    lines: 2,
  },
  tables: null,
  solution: null,
  suggestion: null,
  side: null,
  analysis: null,
  judgements: [],
  judging: null,
  review: null,
  lessonsDone: [],
  aid: true,
  puzzle: null,
  puzzles: { shipped: null, fault: false, own: [], solved: {}, making: null, made: "" },
};

export class Store {
  #state = FIRST;
  /** @type {((state: PageState, before: PageState) => void)[]} */
  #listeners = [];

  get state() {
    return this.#state;
  }

  /** @param {Partial<PageState>} patch */
  set(patch) {
    const before = this.#state;
    this.#state = { ...before, ...patch };
    for (const listener of this.#listeners) listener(this.#state, before);
  }

  /** @param {(state: PageState, before: PageState) => void} listener */
  subscribe(listener) {
    this.#listeners.push(listener);
  }
}

/** What the board shows: another session, else the game. @param {PageState} state */
export function shownGame({ side, game }) {
  return side?.game ?? game;
}

/** Whether the board is seen from Black's side. @param {PageState} state */
export function shownFlipped({ side, flipped }) {
  return side?.flipped ?? flipped;
}

/** Whether a person at this screen may move now. @param {PageState} state */
export function personToMove(state) {
  return state.game !== null && state.game.outcome === null && !state.thinking && !state.unconfirmed && state.players[state.game.turn] === "person"
    && mayChange(state, state.game);
}

/**
 * Whether a turn may be made where the game stands. In a game by link only the last one may be made anew: those
 * before it are the friend's as well.
 * @param {PageState} state @param {GameState} game
 */
function mayChange({ players }, game) {
  if (!byLink(players)) return true;
  return game.moves.slice(game.ply).every(({ color }) => players[color] === "person");
}

/** Whether the other side is a friend on another device. @param {Players} players */
export function byLink(players) {
  return players.white === "friend" || players.black === "friend";
}

/** @param {Players} players */
export function twoPeople(players) {
  return players.white === "person" && players.black === "person";
}

/** @param {Players} players */
export function twoComputers(players) {
  return players.white === "computer" && players.black === "computer";
}

/** The level of a side's computer. @param {Pick<PageState, "players" | "level" | "blackLevel">} state @param {Color} color */
export function levelOf({ players, level, blackLevel }, color) {
  return twoComputers(players) && color === "black" ? blackLevel : level;
}
