// What lists of turns have in common: a turn that is pointed at, or has the focus, shows on the board; arrows go from
// one to the next.

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../pkg/fanorona_wasm.js").MoveInfo} MoveInfo */

/**
 * The buttons of `list` carry the place of their turn in `data-index`.
 * @param {Store} store @param {HTMLElement} list
 * @param {object} how
 * @param {() => MoveInfo[]} how.turns  those that are listed now
 * @param {(move: MoveInfo) => void} how.press
 * @param {() => MoveInfo | null} [how.kept]  the turn that shows when none is looked at
 * @returns {(move: MoveInfo | null) => void} shows a turn
 */
export function listenTurnList(store, list, { turns, press, kept = () => null }) {
  const moveOf = (/** @type {EventTarget | null} */ target) => {
    const button = target instanceof Element ? target.closest("button") : null;
    return button && list.contains(button) ? (turns()[Number(button.dataset.index)] ?? null) : null;
  };
  const look = (/** @type {MoveInfo | null} */ move) => {
    const suggestion = move ?? kept();
    if (suggestion !== store.state.suggestion) store.set({ suggestion });
  };
  list.addEventListener("pointerover", (event) => look(moveOf(event.target)));
  list.addEventListener("pointerleave", () => look(moveOf(document.activeElement)));
  list.addEventListener("focusin", (event) => look(moveOf(event.target)));
  list.addEventListener("focusout", () => look(null));
  list.addEventListener("click", (event) => {
    const move = moveOf(event.target);
    if (move) press(move);
  });
  list.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLButtonElement)) return;
    const at = Number(event.target.dataset.index);
    const place = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: turns().length - 1 }[event.key];
    const next = place === undefined ? null : list.querySelector(`[data-index="${place}"]`);
    if (!(next instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return look;
}
