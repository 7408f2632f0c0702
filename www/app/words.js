// Steps, turns and the state of the game in words.

import { inWords, t } from "./i18n.js";
import { puzzleStatus } from "./puzzle-words.js";
import { byLink, personToMove, twoComputers, twoPeople } from "./store.js";

/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("../pkg/fanorona_wasm.js").StepInfo} StepInfo */
/** @typedef {import("../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */
/** @typedef {import("../board/types.js").Color} Color */

/** @param {Color} color @param {StepInfo} step */
export function sayStep(color, { from, to, kind, captures }) {
  if (kind === "paika") return t("say.paika", { color: t(`color.${color}`), from, to });
  return t("say.step", { color: t(`color.${color}`), from, to, kind: t(`kind.${kind}`), count: captures.length, captures: captures.join(", ") });
}

/** @param {MoveInfo} move */
export function sayTurn({ color, text, captures }) {
  return t(captures.length > 0 ? "say.turn" : "say.turnPaika", { color: t(`color.${color}`), text, count: captures.length });
}

/** Why a turn as text cannot be played. @param {unknown} error a refusal of the rules @returns {() => string} */
export function turnFault(error) {
  const { code, message, candidates } = /** @type {import("../pkg/fanorona_wasm.js").FanoronaError} */ (error);
  if (code === "bad-move") return () => t("turn.fault.bad");
  if (code === "ambiguous-move") return () => t("turn.fault.ambiguous", { turns: (candidates ?? []).join(", ") });
  return () => t("turn.fault.illegal", { reason: message });
}

/** @param {string} variant */
export function variantName(variant) {
  return ["tsivy", "dimy", "telo", "vela"].includes(variant) ? t(`variant.${variant}`) : t("variant.other", { size: variant.replace("x", " × ") });
}

/**
 * The status line: what is to be done now, and one line more.
 * @typedef {{tone: "turn" | "wait" | "end" | "stop", title: string, detail: string}} Status
 */

/** @param {PageState} state @returns {Status} */
export function status(state) {
  const { game } = state;
  if (state.rules === "missing") return { tone: "stop", title: t("status.missing"), detail: t("status.missing.detail", { reason: state.reason }) };
  if (state.rules === "loading" || !game) return { tone: "wait", title: t("status.loading"), detail: "" };
  const puzzle = puzzleStatus(state);
  if (puzzle) return puzzle;
  if (state.side) {
    const busy = state.side.game.open || state.input.name === "choosing";
    return busy ? toMove(state, state.side.game) : { tone: state.side.tone, title: inWords(state.side.title), detail: inWords(state.side.detail) };
  }
  if (game.outcome) return over(state, game);
  if (state.unconfirmed && game.lastMove) return { tone: "turn", title: t("status.confirm", { text: game.lastMove.text }), detail: t("status.confirm.detail") };
  if (twoComputers(state.players)) return watched(state, game);
  if (state.thinking) return { tone: "wait", title: t("status.thinking"), detail: "" };
  const at = { turn: game.ply, turns: game.plies };
  const linked = byLink(state.players);
  if (linked && game.ply === game.plies && state.players[game.turn] === "friend") return friendToMove(game);
  if (!personToMove(state)) {
    return { tone: "turn", title: t("status.lookingBack", at), detail: t(linked ? "status.lookingBack.link" : "status.lookingBack.detail") };
  }
  const now = toMove(state, game);
  const back = game.ply < game.plies && !game.open && state.input.name === "idle";
  return back ? { ...now, detail: `${t("status.lookingBack.short", at)} ${now.detail}`.trim() } : now;
}

/** Two computers. @param {PageState} state @param {NonNullable<PageState["game"]>} game @returns {Status} */
function watched(state, game) {
  const at = { turn: game.ply, turns: game.plies };
  if (!state.paused) return { tone: "wait", title: t("status.watch.thinks", { color: t(`color.${game.turn}`) }), detail: standing(game) };
  const title = game.ply < game.plies ? t("status.lookingBack", at) : t("status.watch", { color: t(`color.${game.turn}`) });
  return { tone: "turn", title, detail: t("status.watch.detail") };
}

/** @param {NonNullable<PageState["game"]>} game @returns {Status} */
function friendToMove(game) {
  const begins = game.plies === 0;
  return { tone: "turn", title: t(begins ? "status.friend.begins" : "status.friend"), detail: t("status.friend.detail") };
}

/** @param {PageState} state @param {NonNullable<PageState["game"]>} game @returns {Status} */
function toMove(state, game) {
  const { input } = state;
  const tone = "turn";
  if (input.name === "choosing") return { tone, title: t("status.choosing"), detail: t("status.choosing.detail") };
  if (game.open) return { tone, title: t("status.chain", { at: game.open.at }), detail: t("status.chain.detail", { count: game.open.captures.length }) };
  if (input.name === "selected") {
    if (state.forced) {
      const step = game.steps[0];
      const letter = step.kind === "approach" ? "A" : step.kind === "withdrawal" ? "W" : "";
      return { tone, title: t("status.forced.shown", { text: `${step.from}-${step.to}${letter}` }), detail: "" };
    }
    const detail = game.mustCapture ? t("status.selected.detail") : t("status.selected.plain");
    return { tone, title: t("status.selected", { from: input.from }), detail };
  }
  if (state.forced) return { tone, title: t("status.forced"), detail: t("status.forced.detail") };
  if (state.fresh && game.ply === 0 && game.turn === "white") return { tone, title: t("status.first"), detail: t("status.first.detail") };
  const color = t(`color.${game.turn}`);
  const two = twoPeople(state.players);
  const side = game.velaPartOne ? t("status.velaOne") : standing(game);
  if (game.mustCapture) {
    const count = new Set(game.steps.map((step) => step.from)).size;
    return { tone, title: t(two ? "status.two.must" : "status.must", { count, color }), detail: side };
  }
  return { tone, title: t(two ? "status.two.free" : "status.free", { color }), detail: side || t("status.free.detail") };
}

/** A warning when a draw comes near. @param {NonNullable<PageState["game"]>} game */
function standing(game) {
  if (game.repetitions === 2) return t("status.repetition");
  if (game.noCaptureLimit !== null && game.noCapture * 2 >= game.noCaptureLimit) {
    return t("status.noCapture", { count: game.noCapture, limit: game.noCaptureLimit });
  }
  return "";
}

/** @param {PageState} state @param {NonNullable<PageState["game"]>} game @returns {Status} */
function over(state, game) {
  const outcome = /** @type {NonNullable<typeof game.outcome>} */ (game.outcome);
  const { winner } = outcome;
  let title = t("over.draw");
  let loser = "";
  if (winner) {
    title = t("over.won", { color: t(`color.${winner}`) });
    loser = t(`color.${winner === "white" ? "black" : "white"}`);
    const { [winner]: kind } = state.players;
    if (!twoPeople(state.players) && !twoComputers(state.players)) title = t(kind === "person" ? "over.youWon" : kind === "friend" ? "over.friendWon" : "over.youLost");
  }
  if (outcome.reason === "resignation" && state.flag !== null) return { tone: "end", title, detail: t("over.time", { loser }) };
  const reason = t(`over.${outcome.reason}`, { loser, limit: game.noCaptureLimit ?? 50 });
  return { tone: "end", title, detail: `${reason} (${t("over.clause", { clause: outcome.clause })})` };
}
