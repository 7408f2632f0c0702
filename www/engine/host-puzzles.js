// Questions about puzzles: each is answered at once, so whoever asks much asks in small pieces.

import { isCrash, messageOf } from "./slices.js";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").PuzzleRequest} PuzzleRequest */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("../pkg/fanorona_wasm.js").Engine} Engine */

/** @param {Request} request @returns {request is PuzzleRequest} */
export function isAboutPuzzles(request) {
  const { type } = request;
  return type === "judge" || type === "puzzleAt" || type === "randomPuzzle";
}

/** @param {Engine} engine @param {PuzzleRequest} request @returns {Reply} */
export function answerPuzzle(engine, request) {
  const { id } = request;
  try {
    switch (request.type) {
      case "judge": return { type: "judged", id, judgement: engine.judge(request.game, request.nodes) ?? null };
      case "puzzleAt": return { type: "puzzle", id, puzzle: engine.puzzleAt(request.game) ?? null };
      case "randomPuzzle": return { type: "puzzle", id, puzzle: engine.randomPuzzle(request.variant, request.seed, request.tries) ?? null };
    }
  } catch (error) {
    if (isCrash(error)) return { type: "broken", message: messageOf(error) };
    return { type: "failed", id, code: String(/** @type {{code?: unknown}} */ (error).code), message: messageOf(error) };
  }
}
