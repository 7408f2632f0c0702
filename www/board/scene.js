// From the position, the input and the moment to what is drawn.

/** @typedef {import("./types.js").BoardState} BoardState */
/** @typedef {import("./types.js").Square} Square */
/** @typedef {import("./painter.js").Scene} Scene */
/** @typedef {import("./painter.js").SceneTarget} SceneTarget */

/**
 * @param {object} from
 * @param {BoardState} from.state
 * @param {import("./input.js").BoardInput} from.input
 * @param {import("./geometry.js").Geometry} from.geometry
 * @param {import("./timeline.js").Frame | null} from.playing
 * @param {boolean} from.follow  a turn is being replayed
 * @param {import("./input.js").Preview | null} from.preview
 * @param {Scene["dragged"]} from.dragged
 * @param {Scene["shaken"]} from.shaken
 * @returns {Scene}
 */
export function buildScene({ state, input, geometry, playing, follow, preview, dragged, shaken }) {
  const chain = state.chain ?? null;
  const { active } = input;
  const { name } = input.state;
  const moving = playing !== null;
  const stones = playing ? playing.stones : Object.entries(state.stones).map(([square, color]) => ({
    square, color, toward: null, part: 0, alpha: 1, scale: 1,
  }));
  const suggested = chain || moving || name === "selected" || name === "choosing" ? null : (state.suggestion ?? null);
  const last = chain || suggested ? null : (state.lastMove ?? null);
  const taken = chain ? chain.captures : (last?.captures ?? []);
  const crosses = playing ? playing.crosses : taken.map((square) => ({ square, part: 1 }));
  const rings = name === "idle" && !moving ? [...new Set(state.targets.map((step) => step.from))] : [];
  const choosing = name === "choosing" ? input.state : null;
  /** @type {Map<Square, SceneTarget>} */
  const targets = new Map();
  if (!moving || !follow) {
    for (const step of input.steps()) {
      const target = targets.get(step.to) ?? { from: step.from, to: step.to, approach: 0, withdrawal: 0 };
      if (step.kind !== "paika") target[step.kind] = step.captures.length;
      targets.set(step.to, target);
    }
  }
  // While a choice is open only its own point is of interest, and the chips say the rest.
  const shown = [...targets.values()].filter((target) => !choosing || target.to === choosing.to);
  return {
    stones,
    turn: state.turn,
    rings,
    active: moving ? null : active,
    targets: moving ? [] : shown,
    badges: !choosing && !moving,
    preview: moving ? null : preview,
    landing: !moving && preview !== null && !dragged,
    path: chain && !follow ? chain.path : [],
    trail: last === null ? [] : playing ? playing.path : last.path,
    quiet: name === "selected" || name === "choosing",
    crosses,
    suggested,
    barred: chain && !moving && name !== "locked"
      ? { at: chain.at, direction: geometry.seenDirection(chain.barredDirection), onBoard: chain.barred !== null && !(chain.barred in state.stones) }
      : null,
    dragged,
    shaken,
  };
}
