// The TypeScript face of the wasm package: what each call takes and gives back.
// Included word for word into the generated fanorona_wasm.d.ts.

/** A point by its name: column `a`..`i` from White's left, row `1`..`5` from White's side. */
export type SquareName = string;
export type Color = "white" | "black";
export type StepKind = "paika" | "approach" | "withdrawal";
export type CaptureKind = "approach" | "withdrawal";
/** `"tsivy"`, `"dimy"`, `"telo"`, `"vela"`, or a board of another size as `"7x5"` (width x height). */
export type VariantName = string;

/** How a game starts. Every field may be left out. */
export interface GameOptions {
  /** Default `"tsivy"`. */
  variant?: VariantName;
  /** A preset, then switches, split by commas: `"standard"`, `"icga"`, `"club"`, `"standard,single-first-capture"`. Default `"standard"`. */
  rules?: string;
  /** A position to start from (rules.md R8.1). Default: the start of the variant. */
  fen?: string;
  /** Turns to play from there, in the notation of R8.2. */
  moves?: string[];
}

/** One step that is legal now. */
export interface StepInfo {
  from: SquareName;
  to: SquareName;
  kind: StepKind;
  /** The stones it takes, nearest first; empty for a paika. */
  captures: SquareName[];
}

/** One whole turn that has been played or could be. */
export interface MoveInfo {
  /** The notation of R8.2: `d2-d1W-e1A`. */
  text: string;
  color: Color;
  /** Every point the stone stood on, its start first. */
  path: SquareName[];
  /** One entry for each step. */
  steps: StepInfo[];
  /** All stones taken, in order. */
  captures: SquareName[];
}

/** The turn being made, step by step. Only there after the first capturing step. */
export interface OpenTurn {
  /** The stone's start. */
  from: SquareName;
  /** Where it stands now. */
  at: SquareName;
  path: SquareName[];
  steps: StepInfo[];
  captures: SquareName[];
  /** The point that the barred direction (R5.2) leads to, or null where that is off the board. */
  barred: SquareName | null;
  /** The barred direction as column and row differences, each -1, 0 or 1. */
  barredDirection: [number, number];
  /** Always true: stopping is legal after any capture (R5.1). */
  canStop: boolean;
  /** The turn so far in notation. */
  text: string;
}

export type ReasonCode =
  | "last-stone-taken" | "blocked" | "no-capture-limit" | "repetition"
  | "agreement" | "resignation" | "vela-no-capture";

export interface OutcomeInfo {
  result: "1-0" | "0-1" | "1/2-1/2";
  winner: Color | null;
  reason: ReasonCode;
  /** The clause of rules.md: `"R6.1"`. */
  clause: string;
}

/** Everything a page needs to draw the game. Plain data, a fresh copy each time. */
export interface GameState {
  variant: VariantName;
  rules: string;
  width: number;
  height: number;
  /** The points of the board whose eight lines meet (R1.2). */
  strong: SquareName[];
  /** The stones as they lie now, the steps of an open turn done. */
  stones: { [square: SquareName]: Color };
  turn: Color;
  /** Turns played up to here, and in all (more than `ply` after an undo). */
  ply: number;
  plies: number;
  fen: string;
  open: OpenTurn | null;
  outcome: OutcomeInfo | null;
  /** Stones each side has taken from the other since the start position of the game. */
  captured: { white: number; black: number };
  /** Every turn of the game, those after `ply` included (they can be redone). */
  moves: MoveInfo[];
  lastMove: MoveInfo | null;
  /** The side to move has a capture, so it must capture (R3.2). */
  mustCapture: boolean;
  /** Every step that is legal now: first steps, or continuations of the open turn. Empty when the game is over. */
  steps: StepInfo[];
  /** Half-moves since the last capture (R6.3a) and the limit in force, or null. */
  noCapture: number;
  noCaptureLimit: number | null;
  /** How often the position has stood, this time included (R6.3b). */
  repetitions: number;
  /** In Vela: whether part one (R7.2) is still on. */
  velaPartOne: boolean;
}

export type IllegalReason =
  | "not-your-stone" | "no-line-there" | "occupied" | "capture-available" | "same-direction"
  | "point-visited" | "nothing-to-approach" | "nothing-to-withdraw-from" | "kind-needed" | "other-stone-is-moving"
  | "continuation-must-capture" | "turn-is-over"
  | "single-capture-only" | "no-paika-in-vela" | "no-capture-in-vela" | "game-over";

export interface Illegal {
  reason: IllegalReason;
  /** The clause of rules.md: `"R5.2"`. */
  clause: string;
  /** One English sentence; a page says it in its own language by `reason`. */
  message: string;
}

export interface MoveList {
  /** In the notation of R8.2; at most the limit asked for (500 by default, R8.2). */
  moves: MoveInfo[];
  /** How many more there are; counting stops at 100,000. */
  omitted: number;
}

/** The `Error` every call throws on bad input. It loses nothing: the game is as it was. */
export interface FanoronaError extends Error {
  name: "FanoronaError";
  /** A stable word: `"illegal-move"`, `"bad-fen"`, `"bad-record"`, `"bad-options"`, `"ambiguous-move"`, … */
  code: string;
  clause?: string;
  /** For records the line, from 1; for records and lists of turns the turn, from 1. */
  line?: number;
  ply?: number;
  /** For an ambiguous move: the turns it could mean. */
  candidates?: string[];
  /** For a bad set-up: every reason. */
  reasons?: string[];
}

/** A level for people. */
export interface LevelInfo {
  /** 1 for the weakest. */
  number: number;
  /** Its English name. */
  name: string;
}

export interface SearchOptions {
  /** The number of one of `levels()`; a level brings its own budget. */
  level?: number;
  /** Largest depth in whole turns. */
  depth?: number;
  /** Largest number of nodes. */
  nodes?: number;
  /** What a level overlooks, and which of near-equal turns it plays; the same seed gives the same turn. Default: from the system's randomness, the same until `newGame`. */
  seed?: number;
  /** How many turns get a line with an exact value, 1 to 32. Default 1; more make the search slower. */
  lines?: number;
}

/** A turn worth considering, with what is expected to follow. The value's fields are those of `SearchReport`. */
export interface SearchLine {
  /** Turns, the first of them of the side to move; never empty. */
  pv: string[];
  score: number | null;
  proved: "win" | "draw" | "loss" | null;
  plies: number | null;
}

export interface SearchReport {
  /** False while there is more to do within the budget. */
  done: boolean;
  depth: number;
  nodes: number;
  /** The best turn so far, or null before the first is known (only with no legal turn). */
  bestMove: string | null;
  pv: string[];
  /** An estimate seen by the side to move, in hundredths of a stone; null where the value is proved. */
  score: number | null;
  /** What the search has proved, or null: then `score` is the estimate. A level that overlooks turns proves nothing. */
  proved: "win" | "draw" | "loss" | null;
  /** Turns to the end for a proved win or loss. */
  plies: number | null;
  /** As many lines as were asked for and there are: first that of `bestMove`, the others best first. All are searched equally deep. */
  lines: SearchLine[];
}

/** What the tables of a board hold, and what is under way. */
export interface TablesState {
  /** Columns and rows: `"9x5"`. Variants of one board share its tables. */
  board: string;
  /** Positions with so many stones, both sides together, have exact values; 0 for none. */
  stones: number;
  /** Positions with so many stones have distances as well. */
  distances: number;
  /** What `growTables` was asked for; 0 if it was not. */
  target: number;
  /** As many stones as are built in well under a minute, and as many as `growTables` takes. */
  quick: number;
  most: number;
  work: TablesWork | null;
}

export interface TablesWork {
  kind: "building" | "opening";
  /** To how many stones the tables under way will go. */
  stones: number;
  /** About how much is done, 0 to 1. */
  done: number;
}

/**
 * What the rules in force make of a position, seen by the side to move: the limit is the draw after
 * half-moves without a capture (R6.3a). `-but-for-limit`: decided without it, a draw with it.
 */
export type Verdict = "win" | "win-but-for-limit" | "draw" | "loss-but-for-limit" | "loss";

/** An exact value, seen by the side to move; in a list of turns, by the side that plays them. */
export interface ExactValue {
  /** The value without the draws of R6.3: no limit, no repetition. */
  wdl: "win" | "draw" | "loss";
  /** The value by the rules in force and the game so far; null where the tables do not prove it. */
  verdict: Verdict | null;
  /** Turns to the next capture or to the block, the first one counted; null for a draw, and where the tables have no distances. */
  dtc: number | null;
  /** Turns to the end of the game without the draws of R6.3, the winner playing for the shortest way and the loser for the longest; null for a draw, and where the tables do not know it. */
  dtw: number | null;
}

export interface SolvedMove extends ExactValue {
  move: MoveInfo;
}

export interface Solution extends ExactValue {
  /** All turns, the best first, at most 500. */
  moves: SolvedMove[];
  /** How many more there are. */
  omitted: number;
}

/** What proof search says of a position, without the draws of R6.3, to its side to move. */
export interface Judgement {
  value: "win" | "draw" | "loss";
  /** The turns that keep it, sorted. */
  keep: string[];
  /** How many turns there are. */
  legal: number;
}

/** A position where few of many turns keep a proved value. */
export interface Puzzle {
  /** A name that stays when puzzles are made anew. */
  id: string;
  variant: VariantName;
  rules: string;
  fen: string;
  goal: "win" | "draw";
  /** 1 to 5. */
  grade: number;
  /** What is special about the first turn, the most striking first. */
  themes: ("stop-early" | "withdrawal" | "quiet" | "long-chain" | "take-less" | "only-defence" | "block" | "middle-game" | "ending")[];
  legal: number;
  /** Turns to the win, both sides playing for it; null for a draw and for a win too long to be played to its end. */
  plies: number | null;
  /** Best play of both sides. */
  line: string[];
  /** All good turns wherever the side to solve is to move in the line. */
  keep: string[][];
  /** The lowest level from which on up to 7 all find a good first turn; 8 where 7 does not. */
  foundBy: number;
  proof: { by: "tables"; class: string; dtc: number | null } | { by: "search"; nodes: number; stones: number };
}
