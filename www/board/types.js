// The shapes the board takes and gives. Types only: nothing here runs.

/** @typedef {"white" | "black"} Color */
/** @typedef {"paika" | "approach" | "withdrawal"} StepKind */
/** A point by its name, `"a1"` to `"i5"`. @typedef {string} Square */

/**
 * A step the person may make.
 * @typedef {object} BoardStep
 * @property {Square} from
 * @property {Square} to
 * @property {StepKind} kind
 * @property {Square[]} captures  the stones it takes, nearest first
 */

/**
 * The turn under way, after its first capture.
 * @typedef {object} BoardChain
 * @property {Square} from  where the stone started
 * @property {Square} at  where it stands
 * @property {Square[]} path  every point it stood on
 * @property {Square[]} captures  the stones taken so far
 * @property {Square | null} barred  the point in the barred direction, if it is on the board
 * @property {[number, number]} barredDirection  columns and rows, each -1, 0 or 1
 * @property {boolean} canStop
 */

/** @typedef {{path: Square[], captures: Square[], color: Color}} BoardMove */

/**
 * All a board shows. The board knows no rules: `targets` is every step that is legal now.
 * @typedef {object} BoardState
 * @property {number} width  columns
 * @property {number} height  rows
 * @property {Square[]} strong  points with diagonals
 * @property {{[square: Square]: Color}} stones
 * @property {Color} turn
 * @property {BoardStep[]} targets
 * @property {boolean} interactive  the person at this screen may move now
 * @property {boolean} [edit]  a press on a point is told as `point`, whatever stands there
 * @property {boolean} [mustCapture]
 * @property {boolean} [forced]  there is one legal turn only, and it is `targets[0]`
 * @property {BoardChain | null} [chain]
 * @property {BoardMove | null} [lastMove]
 * @property {BoardMove | null} [suggestion]  a turn to show as it would be, in place of the last one
 * @property {boolean} [flipped]  seen from Black's side
 * @property {boolean | "auto"} [portrait]  turned a quarter, for narrow screens
 * @property {boolean} [coordinates]
 */

/**
 * Gives the words for a key, `{name}` places filled in.
 * @typedef {(key: string, values?: {[name: string]: string | number}) => string} Translate
 */

export {};
