// Which chips stand on the board now, and where.

import { chipSize } from "./chips.js";
import { placeChips } from "./geometry.js";
import { badgePlace } from "./painter.js";

/** @typedef {import("./chips.js").Chip} Chip */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./types.js").Square} Square */

/**
 * @param {Geometry} geometry
 * @param {import("./types.js").BoardState} state
 * @param {import("./input.js").BoardInput} input
 * @param {import("./types.js").Translate} t
 * @returns {Chip[]}
 */
export function chipsFor(geometry, state, input, t) {
  const { choice } = input;
  const nothing = { x: 0, y: 0 };
  const weigh = (/** @type {Square[]} */ squares, /** @type {number} */ weight) =>
    squares.map((square) => ({ at: geometry.pixel(square), weight }));
  if (choice) {
    const { from, to } = choice.approach;
    const toward = geometry.direction(from, to);
    const back = { x: -toward.x, y: -toward.y };
    const keep = weigh([from], 4);
    for (const { captures } of [choice.approach, choice.withdrawal]) {
      keep.push(...weigh(captures.slice(0, 1), 9), ...weigh(captures.slice(1), 4));
    }
    const counts = [choice.approach, choice.withdrawal].map((step) => step.captures.length);
    const sizes = counts.map((count) => chipSize(String(count)));
    const places = placeChips(geometry, to, sizes, toward, keep);
    return [
      { id: "approach", label: t("board.approach", { count: counts[0] }), text: String(counts[0]), key: "A", toward, at: places[0] },
      { id: "withdrawal", label: t("board.withdrawal", { count: counts[1] }), text: String(counts[1]), key: "W", toward: back, at: places[1] },
    ];
  }
  const steps = input.steps();
  const { chain, interactive } = state;
  if (chain && interactive && chain.canStop && input.state.name === "chain") {
    const keep = [...weigh(steps.map((step) => step.to), 9), ...weigh(chain.path, 1.5), ...weigh(chain.barred ? [chain.barred] : [], 2.5)];
    for (const step of steps) {
      keep.push(...weigh(step.captures, 1.5), { at: badgePlace(geometry, step), weight: 9 });
    }
    const text = t(geometry.unit < 64 ? "board.stopShort" : "board.stop");
    const [at] = placeChips(geometry, chain.at, [chipSize(text)], nothing, keep);
    return [{ id: "stop", label: t("board.stop"), text, key: "S", toward: nothing, at }];
  }
  const forced = input.forcedStep();
  if (forced) {
    const text = t("board.play");
    const keep = weigh([forced.from, ...forced.captures], 5);
    const [at] = placeChips(geometry, forced.to, [chipSize(text)], nothing, keep);
    return [{ id: "play", label: t("board.playForced"), text, key: "P", toward: nothing, at }];
  }
  return [];
}
