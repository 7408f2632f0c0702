// What the status line says of a puzzle, and how one is named in a list.

import { inWords, t } from "./i18n.js";

/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./words.js").Status} Status */
/** @typedef {import("../pkg/fanorona_wasm.js").Puzzle} Puzzle */

/** The side that solves a puzzle. @param {Puzzle} puzzle @returns {"white" | "black"} */
export function sideOf({ fen }) {
  return fen.split(" ")[1] === "B" ? "black" : "white";
}

/** What is asked. @param {Puzzle} puzzle */
export function goalOf(puzzle) {
  const { goal, plies } = puzzle;
  return t(`puzzle.goal.${goal === "win" && plies === null ? "keep" : goal}`, { color: t(`color.${sideOf(puzzle)}`) });
}

/** How it is known. @param {Puzzle} puzzle */
export function proofOf({ proof }) {
  return proof.by === "tables" ? t("puzzle.proof.tables", { class: proof.class }) : t("puzzle.proof.search", { count: proof.nodes });
}

/** The status of a puzzle; null where the chain under way says more. @param {PageState} state @returns {Status | null} */
export function puzzleStatus({ puzzle: view, side, input }) {
  if (!view || !side || side.game.open || input.name === "choosing") return null;
  const { phase, puzzle } = view;
  const message = inWords(view.message);
  switch (phase) {
    case "judge": return { tone: "wait", title: t("puzzle.judging"), detail: "" };
    case "answer": return { tone: "wait", title: message, detail: t("puzzle.answering") };
    case "solved": return { tone: "end", title: t("puzzle.solved"), detail: solvedDetail(view) };
    case "shown": return { tone: "turn", title: message || t("puzzle.shown"), detail: "" };
    case "failed": return { tone: "stop", title: message, detail: "" };
    default: return { tone: "turn", title: goalOf(puzzle), detail: message || t("puzzle.find") };
  }
}

/** @param {import("./puzzles.js").PuzzleView} view */
function solvedDetail({ message, mistakes, helped }) {
  const how = helped ? t("puzzle.solved.helped") : t("puzzle.solved.mistakes", { count: mistakes });
  return `${inWords(message)} ${how}`.trim();
}
