// Exact endings in the panel: how far the tables are, and what they say of the position.

import { exactKind, showsExact, stonesIn, valueKey, valueMark } from "../endings.js";
import { number, t } from "../i18n.js";
import { byId, make } from "./status-view.js";
import { listenTurnList } from "./turn-list.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../../engine/tables.js").Tables} Tables */
/** @typedef {import("../../engine/tables.js").TablesView} TablesView */
/** @typedef {import("../../pkg/fanorona_wasm.js").SolvedMove} SolvedMove */

/** @param {Store} store @param {import("../storage.js").Keeper} keeper @param {Tables} tables */
export function showEndings(store, keeper, tables) {
  const on = /** @type {HTMLInputElement} */ (byId("endings-on"));
  on.addEventListener("change", () => {
    const { settings } = store.state;
    const changed = { ...settings, exact: { ...settings.exact, [exactKind(store.state)]: on.checked } };
    store.set({ settings: changed });
    keeper.save("settings", changed);
  });
  byId("endings-load").addEventListener("click", () => tables.load());
  byId("endings-build").addEventListener("click", () => tables.build());
  byId("endings-stop").addEventListener("click", () => tables.stop());
  listenTurns(store);

  const show = (/** @type {PageState} */ state, /** @type {PageState | null} */ before) => {
    on.checked = showsExact(state);
    const renew = state.language !== before?.language;
    if (renew || state.tables !== before?.tables || state.game !== before?.game) showTables(state);
    if (renew || ["tables", "game", "solution", "settings", "players"].some((key) => state[/** @type {keyof PageState} */ (key)] !== before?.[/** @type {keyof PageState} */ (key)])) showValues(state);
    if (renew || state.solution !== before?.solution) showTurns(state);
    if (renew || state.suggestion !== before?.suggestion || state.solution !== before?.solution) markTurn(state);
  };
  store.subscribe(show);
  show(store.state, null);
}

/** @param {PageState} state */
function showTables({ tables, game }) {
  const percent = Math.floor((tables?.work?.done ?? 0) * 100);
  const whole = game !== null && tables !== null && tables.stones >= game.width * game.height;
  const known = !tables || tables.stones === 0 ? t("endings.none") : whole ? t("endings.all") : t("endings.known", { stones: tables.stones });
  const work = tables?.work ? t(`endings.${tables.work.kind}`, { stones: tables.work.stones, percent }) : "";
  byId("endings-state").textContent = tables && tables.stones === 0 && work ? work : `${known} ${work}`.trim();
  const progress = /** @type {HTMLProgressElement} */ (byId("endings-progress"));
  progress.hidden = !tables?.work;
  progress.value = tables?.work?.done ?? 0;
  const problem = byId("endings-problem");
  problem.hidden = !tables?.problem;
  problem.textContent = tables?.problem ? t(`endings.problem.${tables.problem.code}`, { stones: tables.problem.stones }) : "";
  offer("endings-load", tables?.file ? t("endings.load", { stones: tables.file.stones, size: number(Math.max(0.1, tables.file.bytes / 1e6), 1) }) : "");
  offer("endings-build", tables?.build ? t("endings.build", { stones: tables.build }) : "");
  byId("endings-build-hint").hidden = !tables?.build;
  byId("endings-stop").hidden = !tables?.stoppable;
  byId("endings-acts").hidden = !tables?.file && !tables?.build && !tables?.stoppable;
}

/** @param {string} id @param {string} words */
function offer(id, words) {
  const button = byId(id);
  button.hidden = words === "";
  button.textContent = words;
}

/** @param {PageState} state */
function showValues(state) {
  const { game, tables, solution } = state;
  const line = byId("endings-value");
  const [mark, words] = /** @type {[HTMLElement, HTMLElement]} */ (/** @type {unknown} */ ([...line.children]));
  const [kind, title, detail] = /** @type {[HTMLElement, HTMLElement, HTMLElement]} */ (/** @type {unknown} */ ([...words.children]));
  byId("endings-values").hidden = !showsExact(state) || !game || !tables || tables.stones === 0;
  if (!game || !tables) return;
  mark.hidden = kind.hidden = !solution;
  byId("endings-turns").hidden = byId("endings-legend").hidden = !solution;
  if (!solution) {
    title.textContent = "";
    const count = stonesIn(game.fen);
    const beyond = count > tables.stones;
    detail.textContent = game.outcome ? t("endings.over") : beyond ? t("endings.beyond", { count, stones: tables.stones }) : t("endings.notHere");
    return;
  }
  const { sign, look } = valueMark(solution);
  mark.textContent = sign;
  mark.dataset.look = look;
  kind.textContent = t(solution.verdict === null ? "endings.unproved" : "endings.proved");
  title.textContent = t(`endings.value.${valueKey(solution)}`, { color: t(`color.${game.turn}`) });
  const { dtc, dtw, verdict, wdl } = solution;
  // The end is that of a game without draws; with one turn left both distances say the same.
  const end = dtw === null || dtw <= 1 || verdict !== wdl ? "" : t("endings.dtw", { count: dtw });
  detail.textContent = `${dtc === null ? "" : t("endings.dtc", { count: dtc })} ${end}`.trim();
  const more = solution.omitted > 0 ? t("endings.omitted", { count: solution.omitted }) : "";
  byId("endings-legend").textContent = `${solution.moves.some((move) => move.dtc !== null) ? t("endings.legend") : ""} ${more}`.trim();
}

/** @param {PageState} state */
function showTurns({ solution }) {
  const list = byId("endings-turns");
  const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.text : undefined;
  list.replaceChildren(...(solution?.moves ?? []).map((solved, index) => {
    const item = document.createElement("li");
    item.append(turnButton(solved, index));
    return item;
  }));
  const again = [...list.querySelectorAll("button")].find((button) => button.dataset.text === focused);
  if (focused !== undefined) again?.focus({ preventScroll: true });
}

/** @param {SolvedMove} solved @param {number} index */
function turnButton(solved, index) {
  const { move, dtc } = solved;
  const value = t(`endings.turn.${valueKey(solved)}`);
  const { sign, look } = valueMark(solved);
  const button = /** @type {HTMLButtonElement} */ (make("button"));
  button.type = "button";
  button.dataset.index = String(index);
  button.dataset.text = move.text;
  button.tabIndex = index === 0 ? 0 : -1;
  const mark = make("span", "mark", sign);
  mark.dataset.look = look;
  mark.setAttribute("aria-hidden", "true");
  button.append(mark, make("span", "text", move.text), " ", make("span", "value", value), " ");
  if (dtc !== null) button.append(make("span", "number", number(dtc)), " ", make("span", "sr-only", t("endings.turn.dtc", { count: dtc })));
  return button;
}

/** The turn on the board is marked in the list. @param {PageState} state */
function markTurn({ solution, suggestion }) {
  for (const button of byId("endings-turns").querySelectorAll("button")) {
    const shown = suggestion !== null && solution?.moves[Number(button.dataset.index)]?.move === suggestion;
    button.setAttribute("aria-pressed", String(shown));
  }
}

/** A turn that is pressed stays on the board. @param {Store} store */
function listenTurns(store) {
  /** @type {SolvedMove["move"] | null} */
  let pinned = null;
  const turns = () => (store.state.solution?.moves ?? []).map(({ move }) => move);
  const look = listenTurnList(store, byId("endings-turns"), {
    turns,
    kept: () => (pinned && turns().includes(pinned) ? pinned : null),
    press: (move) => {
      pinned = pinned === move ? null : move;
      look(move);
      // On a phone the panel lies over the board.
      if (matchMedia("(max-width: 900px)").matches && byId("panel").classList.contains("open")) byId("panel-close").click();
    },
  });
}
