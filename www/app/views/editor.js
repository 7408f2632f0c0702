// The board editor: a board of its own in a dialog, so that the game at hand is not touched before it is left.

import { FanoronaBoard } from "../../board/board.js";
import { PLAYS, PRESETS, VARIANTS } from "../address.js";
import { emptySketch, fenOf, judge, onBoard, pressed, put, sketchOf } from "../editor.js";
import { t } from "../i18n.js";
import { usualStart } from "../records.js";
import { twoPeople } from "../store.js";
import { closable, group } from "./dialogs.js";
import { byId, make, makeOption, makeText } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../editor.js").Sketch} Sketch */
/** @typedef {"white" | "black" | "empty"} Tool */

/** @type {{[key: string]: Tool}} */
const KEYS = { w: "white", b: "black", Delete: "empty", Backspace: "empty" };
const OTHER = "other";

/** @param {string} id @param {{value: string, text: string | (() => string)}[]} choices a key, or words */
function fillSelect(id, choices) {
  const select = /** @type {HTMLSelectElement} */ (byId(id));
  select.replaceChildren(...choices.map(({ value, text }) => makeOption(value, text)));
  return select;
}

/** @param {Store} store @param {Play} play @param {number[]} levels */
export function editorDialog(store, play, levels) {
  const { rules } = play;
  const dialog = /** @type {HTMLDialogElement} */ (byId("editor-dialog"));
  const form = /** @type {HTMLFormElement} */ (byId("editor-form"));
  const text = /** @type {HTMLInputElement} */ (byId("editor-text"));
  const begin = /** @type {HTMLButtonElement} */ (byId("editor-play"));
  const numbers = (/** @type {number} */ most) => Array.from({ length: most }, (_, i) => ({ value: String(i + 1), text: () => String(i + 1) }));
  const board = fillSelect("editor-board", [...VARIANTS.map((value) => ({ value, text: `variant.${value}` })), { value: OTHER, text: "editor.other" }]);
  const columns = fillSelect("editor-columns", numbers(9));
  const rows = fillSelect("editor-rows", numbers(5));
  const preset = fillSelect("editor-rules", PRESETS.map((value) => ({ value, text: `rules.${value}` })));
  const players = fillSelect("editor-players", ["two", "white", "black"].map((value) => ({ value, text: `editor.players.${value}` })));
  const level = fillSelect("editor-level", levels.map((number) => ({ value: String(number), text: () => `${number} ${t(`level.${number}`)}` })));
  byId("editor-tools").append(group("tool", "editor.tool", ["white", "black", "empty"].map((value) => ({ value, text: `editor.tool.${value}` })), 3));
  byId("editor-turn").append(group("turn", "editor.turn", ["white", "black"].map((value) => ({ value, text: `color.${value}` })), 2));
  closable(dialog);

  let sketch = emptySketch(rules, "tsivy", "standard");
  /** What stands in the text field when it was written there by hand and is no position. @type {string | null} */
  let typed = null;
  /** @type {FanoronaBoard | null} */
  let widget = null;
  const tool = () => /** @type {Tool} */ (String(new FormData(form).get("tool")));
  const check = (/** @type {string} */ name, /** @type {string} */ value) => {
    /** @type {HTMLInputElement} */ (form.querySelector(`input[name="${name}"][value="${value}"]`)).checked = true;
  };
  const setup = () => ({ variant: sketch.variant, rules: sketch.rules, fen: typed ?? fenOf(sketch) });

  const show = () => {
    const { width, height, strong, stones, turn, variant } = sketch;
    widget?.update({ width, height, strong, stones, turn, targets: [], interactive: false, edit: true, portrait: "auto", coordinates: true });
    check("turn", turn);
    board.value = VARIANTS.includes(variant) ? variant : OTHER;
    columns.value = String(width);
    rows.value = String(height);
    byId("editor-size").hidden = board.value !== OTHER;
    byId("editor-level-line").hidden = players.value === "two";
    if (typed === null) text.value = fenOf(sketch);
    const { reasons, outcome } = judge(rules, setup());
    begin.disabled = reasons.length > 0;
    text.setAttribute("aria-invalid", String(typed !== null));
    byId("editor-reasons").replaceChildren(...reasons.map((reason) => make("li", "", sentence(reason))));
    byId("editor-faults").hidden = reasons.length === 0;
    const end = byId("editor-end");
    end.hidden = outcome === null;
    const loser = outcome?.winner ? t(`color.${outcome.winner === "white" ? "black" : "white"}`) : "";
    end.textContent = outcome ? t("editor.over", { reason: t(`over.${outcome.reason}`, { loser, limit: 50 }) }) : "";
  };
  /** @param {Sketch} next */
  const change = (next) => {
    sketch = next;
    typed = null;
    show();
  };
  /** @param {string} square @param {Sketch} next */
  const changePoint = (square, next) => {
    change(next);
    byId("editor-live").textContent = `${square}, ${t(`board.${sketch.stones[square] ?? "empty"}`)}`;
  };

  byId("editor-text").addEventListener("input", () => {
    try {
      const next = sketchOf(rules, { variant: sketch.variant, rules: sketch.rules, fen: text.value });
      typed = null;
      sketch = next;
    } catch {
      typed = text.value;
    }
    const at = text.selectionStart;
    const { value } = text;
    show();
    // What is being typed stays as it is typed.
    text.value = value;
    text.setSelectionRange(at, at);
  });
  text.addEventListener("change", show);
  byId("editor-clear").addEventListener("click", () => change({ ...emptySketch(rules, sketch.variant, sketch.rules), turn: sketch.turn }));
  byId("editor-start").addEventListener("click", () => {
    const { variant, rules: switches } = sketch;
    // Not every board has a start of its own.
    change(usualStart(rules, { variant, rules: switches }) === null ? emptySketch(rules, variant, switches) : sketchOf(rules, { variant, rules: switches }));
  });
  const resize = () => {
    const variant = board.value === OTHER ? `${columns.value}x${rows.value}` : board.value;
    change(onBoard(rules, sketch, variant));
    // 9x5 is known by a name, yet who has asked for another size goes on choosing one.
    if (variant.includes("x")) {
      board.value = OTHER;
      byId("editor-size").hidden = false;
    }
  };
  for (const select of [board, columns, rows]) select.addEventListener("change", resize);
  preset.addEventListener("change", () => change({ ...sketch, rules: preset.value }));
  players.addEventListener("change", show);
  byId("editor-turn").addEventListener("change", () => change({ ...sketch, turn: new FormData(form).get("turn") === "black" ? "black" : "white" }));

  form.addEventListener("submit", () => {
    const { variant, rules: switches } = sketch;
    const { fen } = setup();
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
    const start = fen === usualStart(rules, { variant, rules: switches }) ? { variant, rules: switches } : { variant, rules: switches, fen };
    play.newGame(start, PLAYS[players.value], Number(level.value));
    if (byId("panel").classList.contains("open")) byId("panel-close").click();
  });

  const host = byId("editor-host");
  const makeWidget = () => {
    const made = new FanoronaBoard(host, { translate: t, animation: false });
    made.addEventListener("point", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      changePoint(square, pressed(sketch, square, tool()));
    });
    return made;
  };
  host.addEventListener("keydown", (event) => {
    const what = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    if (what === undefined || event.ctrlKey || event.altKey || event.metaKey || !(cell instanceof HTMLElement) || !cell.dataset.square) return;
    event.preventDefault();
    changePoint(cell.dataset.square, put(sketch, cell.dataset.square, what));
  });
  dialog.addEventListener("close", () => {
    widget?.destroy();
    widget = null;
  });

  const open = () => {
    const { game, setup: at, players: who, level: number } = store.state;
    const [first] = at.rules.split(",");
    preset.value = PRESETS.includes(first) ? first : "standard";
    const from = { variant: at.variant, rules: preset.value };
    sketch = sketchOf(rules, game ? { ...from, fen: game.fen } : from);
    typed = null;
    players.value = twoPeople(who) || who.white === "friend" || who.black === "friend" ? "two" : who.white === "person" ? "white" : "black";
    level.value = String(number);
    check("tool", "white");
    byId("editor-live").textContent = "";
    dialog.showModal();
    widget ??= makeWidget();
    show();
    byId("editor-body").scrollTop = 0;
  };
  store.subscribe((state, before) => {
    if (state.language !== before.language && dialog.open) show();
  });
  byId("editor-open").addEventListener("click", open);
  const also = /** @type {HTMLButtonElement} */ (makeText("button", "new-editor", "editor.open"));
  also.type = "button";
  also.addEventListener("click", () => {
    /** @type {HTMLDialogElement} */ (byId("new-dialog")).close();
    open();
  });
  byId("new-body").append(also);
}

/** The reasons of the rules begin small and have no full stop. @param {string} reason */
function sentence(reason) {
  return t("editor.reason", { reason: reason.charAt(0).toUpperCase() + reason.slice(1) });
}
