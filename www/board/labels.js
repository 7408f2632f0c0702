// What each cell of the grid says.

/** @typedef {import("./types.js").BoardState} BoardState */
/** @typedef {import("./types.js").Square} Square */
/** @typedef {import("./types.js").Translate} Translate */
/** @typedef {import("./input.js").BoardInput} BoardInput */
/** @typedef {import("./dom-grid.js").CellView} CellView */

/** @param {BoardState} state @param {BoardInput} input @param {Square} square @param {Translate} t @returns {CellView} */
export function cellView(state, input, square, t) {
  const color = state.stones[square];
  const { active } = input;
  const selected = square === active;
  const words = [square, t(color === undefined ? "board.empty" : `board.${color}`)];
  const steps = active === null ? [] : input.stepsTo(square);
  /** @type {CellView["hint"]} */
  let hint = "none";
  if (selected) words.push(t(state.chain ? "board.moving" : "board.selected"));
  if (steps.length > 0) {
    hint = "target";
    for (const step of steps) words.push(t(`board.target.${step.kind}`, { count: step.captures.length }));
  } else if (!selected && !state.chain && input.movable(square)) {
    hint = "stone";
    const most = Math.max(...state.targets.filter((s) => s.from === square).map((s) => s.captures.length));
    words.push(most > 0 ? t("board.canCapture", { count: most }) : t("board.canMove"));
  } else if (color === undefined) {
    if (state.chain?.path.includes(square)) words.push(t("board.visited"));
    else if (state.chain?.barred === square) words.push(t("board.barred"));
    else if (state.strong.includes(square)) words.push(t("board.strong"));
  }
  return { label: words.join(", "), selected, grab: input.movable(square), hint };
}
