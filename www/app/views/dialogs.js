// The dialogs that decide something: a new game, resigning, and what is asked in between.

import { inWords, t } from "../i18n.js";
import { PLAYS, PRESETS, VARIANTS } from "../address.js";
import { byLink, levelOf, twoComputers, twoPeople } from "../store.js";
import { clockChoice } from "./clocks.js";
import { sideChoice } from "./opponents.js";
import { byId, make, makeText, telling } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../store.js").PlayerKind} PlayerKind */

/** @type {PlayerKind} */
const FRIEND = "friend";
/** @type {PlayerKind} */
const PERSON = "person";

/**
 * A group of radio buttons as cards.
 * @param {string} name @param {string} title key of its text, as are those of the choices @param {{value: string, text: string | (() => string), hint?: string, before?: string}[]} choices @param {number} across
 * @param {"stack" | "pairs"} [narrow] on a phone: one below the other, or two in a row
 */
export function group(name, title, choices, across, narrow) {
  const box = make("fieldset");
  box.dataset.group = name;
  box.append(makeText("legend", "", title));
  const grid = make("div", "choices");
  grid.style.setProperty("--across", String(across));
  if (narrow) grid.dataset[narrow] = "";
  for (const { value, text, hint, before } of choices) {
    const label = make("label", "choice");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name, value });
    const words = make("b", "", before);
    words.append(makeText("span", "", text));
    label.append(input, words);
    if (hint) label.append(makeText("small", "", hint));
    grid.append(label);
  }
  box.append(grid);
  return box;
}

/** Closes on its own buttons and on a press outside. @param {HTMLDialogElement} dialog */
export function closable(dialog) {
  for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** @param {Store} store @param {Play} play @param {number[]} levels @returns {() => void} opens it */
export function newGameDialog(store, play, levels) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("new-dialog"));
  const form = /** @type {HTMLFormElement} */ (byId("new-form"));
  const body = byId("new-body");
  const single = make("label", "tick");
  const tick = document.createElement("input");
  Object.assign(tick, { type: "checkbox", name: "single" });
  const words = make("span");
  words.append(makeText("span", "", "rules.single-first-capture"), makeText("small", "", "rules.single-first-capture.hint"));
  single.append(tick, words);
  const plain = (/** @type {string} */ key, /** @type {string[]} */ values) => values.map((value) => ({ value, text: `${key}.${value}` }));
  const hinted = (/** @type {string} */ key, /** @type {string[]} */ values) => values.map((value) => ({ value, text: `${key}.${value}`, hint: `${key}.${value}.hint` }));
  const white = sideChoice("white-level", () => t("new.levelOf", { color: t("color.white") }), levels, false);
  const black = sideChoice("black-level", () => t("new.levelOf", { color: t("color.black") }), levels, false);
  const sides = make("fieldset");
  const row = make("div", "sides");
  row.append(white.label, black.label);
  sides.append(row);
  const clock = clockChoice(group);
  body.append(
    group("against", "new.against", plain("new.against", ["computer", "two", "friend", "watch"]), 2, "stack"),
    group("color", "new.color", plain("new.color", ["white", "black", "chance"]), 3),
    group("level", "new.level", levels.map((level) => ({ value: String(level), before: `${level} `, text: `level.${level}`, hint: `level.${level}.hint` })), 4, "pairs"),
    sides,
    clock.box,
    group("variant", "new.board", hinted("variant", VARIANTS), 2),
    group("rules", "new.rules", hinted("rules", PRESETS), 3, "stack"),
    single,
  );
  /** @type {HTMLElement} */ (form.querySelector('[data-group="color"]')).append(makeText("p", "note", "new.color.hint"));
  closable(dialog);

  const field = (/** @type {string} */ name) => String(new FormData(form).get(name));
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    const input = form.querySelector(`input[name="${name}"][value="${value}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  };
  const fit = () => {
    const against = field("against");
    const box = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`[data-group="${name}"]`));
    box("color").hidden = against === "two" || against === "watch";
    sides.hidden = against !== "watch";
    clock.fit(field("clock"), against === "computer" || against === "two");
    box("level").hidden = against !== "computer";
    // Vela is a return game under its own first part; the switch of the first capture has no place in it.
    single.hidden = field("variant") === "vela";
  };
  form.addEventListener("change", fit);

  form.addEventListener("submit", () => {
    const variant = field("variant");
    const rules = field("rules") + (tick.checked && variant !== "vela" ? ",single-first-capture" : "");
    let color = field("color");
    if (color === "chance") color = crypto.getRandomValues(new Uint8Array(1))[0] < 128 ? "white" : "black";
    const against = field("against");
    const players = against === "two" || against === "watch" ? PLAYS[against] : against === "friend" ? { white: FRIEND, black: FRIEND, [color]: PERSON } : PLAYS[color];
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
    const watch = against === "watch";
    if (watch) store.set({ blackLevel: Number(black.select.value) });
    const timed = against === "computer" || against === "two" ? clock.read(field("clock")) : null;
    if (play.newGame({ variant, rules }, players, Number(watch ? white.select.value : field("level")))) play.setClock(timed);
  });

  return () => {
    const { setup, players, level } = store.state;
    set("against", twoPeople(players) ? "two" : byLink(players) ? "friend" : twoComputers(players) ? "watch" : "computer");
    set("color", players.white === "person" ? "white" : "black");
    set("level", String(level));
    set("clock", clock.show(store.state.clock?.setting ?? null));
    white.select.value = String(level);
    black.select.value = String(twoComputers(players) ? levelOf(store.state, "black") : level);
    set("variant", VARIANTS.includes(setup.variant) ? setup.variant : "tsivy");
    const [preset, ...switches] = setup.rules.split(",");
    set("rules", PRESETS.includes(preset) ? preset : "standard");
    tick.checked = switches.includes("single-first-capture");
    fit();
    dialog.showModal();
    body.scrollTop = 0;
  };
}

/** @param {Store} store @param {Play} play @returns {() => void} opens it */
export function resignDialog(store, play) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("resign-dialog"));
  closable(dialog);
  /** @type {HTMLFormElement} */ (dialog.querySelector("form")).addEventListener("submit", () => play.resign());
  const tell = telling(store, (text) => {
    byId("resign-text").textContent = text;
  });
  return () => {
    const { game, players } = store.state;
    if (!game || game.outcome) return;
    const loser = twoPeople(players) ? game.turn : players.white === "person" ? "white" : "black";
    tell(() => t("resign.text", { winner: t(`color.${loser === "white" ? "black" : "white"}`) }));
    dialog.showModal();
  };
}

/** What is asked before anything else goes on. @param {Store} store */
export function questionDialog(store) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("question-dialog"));
  closable(dialog);
  dialog.addEventListener("close", () => {
    const { question } = store.state;
    store.set({ question: null });
    question?.decide(dialog.returnValue === "yes");
  });
  const show = (/** @type {PageState} */ { question }) => {
    if (question === null) return;
    byId("question-title").textContent = inWords(question.title);
    byId("question-text").textContent = inWords(question.text);
    byId("question-yes").textContent = inWords(question.yes);
    byId("question-no").textContent = inWords(question.no);
    if (dialog.open) return;
    dialog.returnValue = "";
    dialog.showModal();
  };
  store.subscribe(show);
  show(store.state);
}
