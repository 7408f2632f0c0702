// The state of the page, one object. Everything shown is a function of it.

/** @typedef {import("../pkg/fanorona_wasm.js").GameState} GameState */
/** @typedef {import("../pkg/fanorona_wasm.js").StepInfo} StepInfo */
/** @typedef {import("../board/types.js").Color} Color */
/** @typedef {import("../board/input.js").InputState} InputState */

/** @typedef {import("../engine/tables.js").TablesView} TablesView */
/** @typedef {import("../engine/protocol.js").Solution} Solution */

/** A friend plays on another device, by links. @typedef {"person" | "computer" | "friend"} PlayerKind */
/** @typedef {{[color in Color]: PlayerKind}} Players */

/** A part of the panel. @typedef {"game" | "analysis" | "learn" | "settings"} Tab */

/** How a game was begun. @typedef {{variant: string, rules: string, fen?: string}} Setup */

/** A line for the person, with at most one thing to do. @typedef {{text: string, action?: {label: string, run: () => void}}} Notice */

/** Something to decide; `decide` hears what was chosen, and no where the question is closed. @typedef {{title: string, text: string, yes: string, no: string, decide: (yes: boolean) => void}} Question */

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} animation
 * @property {boolean} coordinates
 * @property {{computer: boolean, two: boolean}} exact  whether exact values are shown, against the computer and among people
 */

/**
 * @typedef {object} PageState
 * @property {"loading" | "ready" | "missing"} rules
 * @property {string} reason  why the rules are missing
 * @property {GameState | null} game
 * @property {string[][]} lines  the main line and the variations, where there are any; the game at hand is one of them
 * @property {Setup} setup
 * @property {Players} players
 * @property {number} level
 * @property {boolean} flipped
 * @property {boolean} portrait
 * @property {Tab} tab  the part of the panel that is shown
 * @property {boolean} thinking
 * @property {boolean} paused  looking back: the computer waits
 * @property {boolean} forced  there is one turn only
 * @property {boolean} fresh  nobody has ever moved on this page: say how to begin
 * @property {InputState} input
 * @property {string} refusal  why the last tap did nothing, or ""
 * @property {Notice | null} notice
 * @property {Question | null} question  what is asked before anything else goes on
 * @property {{serial: number, steps: StepInfo[], follow: boolean}} motion  steps to show in motion, once
 * @property {Settings} settings
 * @property {TablesView | null} tables
 * @property {Solution | null} solution  of the position at hand, when it is shown and known
 * @property {import("../board/types.js").BoardMove | null} suggestion  the turn of the solution that is looked at
 */

/** @type {PageState} */
export const FIRST = {
  rules: "loading",
  reason: "",
  game: null,
  lines: [],
  setup: { variant: "tsivy", rules: "standard" },
  players: { white: "person", black: "computer" },
  level: 1,
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
  settings: { theme: "auto", animation: true, coordinates: true, exact: { computer: false, two: true } },
  tables: null,
  solution: null,
  suggestion: null,
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

/** Whether a person at this screen may move now. @param {PageState} state */
export function personToMove(state) {
  return state.game !== null && state.game.outcome === null && !state.thinking && state.players[state.game.turn] === "person"
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
