// Starts the page: the board stands at once, the rules come when they are loaded.

import { EngineClient } from "../engine/client.js";
import { inPageWorker } from "../engine/in-page.js";
import { createWorker, loadPuzzles, loadRules, loadTexts, tablesFolder } from "../engine/platform.js";
import { TablesFiles } from "../engine/tables-files.js";
import { TablesStore } from "../engine/tables-store.js";
import { Tables } from "../engine/tables.js";
import { readStart } from "./address.js";
import { connectAid } from "./aid.js";
import { connectAnalysis } from "./analysis.js";
import { connectEndings } from "./endings.js";
import { Hint } from "./hint.js";
import { t } from "./i18n.js";
import { gameUpTo, kindWords, valueWords } from "./judgement.js";
import { Judging } from "./judging.js";
import { KeptGames } from "./kept.js";
import { LinePlayer } from "./line-player.js";
import { Languages } from "./languages.js";
import { isLink } from "./link.js";
import { workOffline } from "./offline.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { Searches } from "./searches.js";
import { SideBoard } from "./side-board.js";
import { Keeper } from "./storage.js";
import { connectSounds } from "./sounds.js";
import { Store } from "./store.js";
import { Teacher } from "./teacher.js";
import { connectTime } from "./time.js";
import { connectConfirm, connectForced } from "./turns.js";
import { showAnalysis } from "./views/analysis.js";
import { connectBoard, makeBoard } from "./views/board-view.js";
import { showClocks } from "./views/clocks.js";
import { newGameDialog, questionDialog, resignDialog } from "./views/dialogs.js";
import { showDisplay } from "./views/display.js";
import { editorDialog } from "./views/editor.js";
import { showEndings } from "./views/endings.js";
import { showGraph } from "./views/graph.js";
import { showKept } from "./views/kept.js";
import { showLanguage } from "./views/language.js";
import { showLegalTurns } from "./views/legal-turns.js";
import { showLessons } from "./views/lessons.js";
import { showMoves } from "./views/moves.js";
import { playersDialog, showOpponents } from "./views/opponents.js";
import { showPanel } from "./views/panel.js";
import { showPuzzles } from "./views/puzzles.js";
import { showRecords } from "./views/records.js";
import { showReview } from "./views/review.js";
import { sendDialog, showLinkField } from "./views/send.js";
import { showSide } from "./views/side-view.js";
import { byId, showStatus } from "./views/status-view.js";
import { showTabs } from "./views/tabs.js";
import { showTools } from "./views/tools.js";

/** @typedef {import("./address.js").Start} Start */

const store = new Store();
const keeper = new Keeper();
const languages = new Languages({ store, keeper, load: loadTexts });
const spoken = languages.begin();
showDisplay(store, keeper);
const board = makeBoard(byId("board"), store);
showStatus(store);
showTabs(store, keeper);
showLanguage(store, languages, say);
connectSounds(store);

/** One message a step, in a region that stood empty when the page was loaded. @param {string} text */
function say(text) {
  const live = byId("live");
  // The same words twice are news as well.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** The start in the address, if it is a good one. @param {number} levels how many there are @returns {Start | null} */
function addressStart(levels) {
  const start = readStart(location.hash, levels);
  if (start === null || !("bad" in start)) return start;
  const { bad } = start;
  store.set({ notice: { text: () => t("notice.badLink", { reason: t("notice.badLink.key", bad) }) } });
  return null;
}

/** Analysis, hints, the graph and the review. @param {{rules: import("./session.js").Rules, searches: Searches, play: Play, side: SideBoard, tables: Tables}} parts */
function beginAnalysis({ rules, searches, play, side, tables }) {
  const toBoard = () => {
    if (byId("panel").classList.contains("open")) byId("panel-close").click();
    board.focus();
  };
  const lines = new LinePlayer({ rules, side, say });
  const judging = new Judging({ store, searches, tables, rules, keeper });
  const review = new Review({ store, rules, judging, side, lines, say, toBoard });
  connectAnalysis({ store, searches, tables });
  const showLine = (/** @type {import("./judgement.js").Judgement} */ line) => {
    const { game, setup } = store.state;
    if (!game) return;
    const session = lines.session(setup, gameUpTo(store.state, game.ply).moves, line.pv);
    side.enter(session, { left: () => lines.stop() }, {});
    toBoard();
    const leave = { id: "leave", label: () => t("line.leave"), run: () => side.leave(), primary: true };
    lines.begin(() => t("line.title", { value: valueWords(line), kind: kindWords(line) }), (rest) => [...rest, leave]);
  };
  let showHint = () => {};
  const hint = new Hint({ store, searches, rules, say, changed: () => showHint() });
  showHint = showAnalysis({ store, keeper, rules, play, hint, showLine, toBoard });
  showGraph(store, judging, (ply) => play.goTo(ply));
  showReview(store, review);
}

/** @param {Awaited<ReturnType<typeof loadRules>>} rules */
function begin(rules) {
  const levels = rules.levels().map(({ number }) => number);
  const engine = new EngineClient({ createWorker, createInPage: () => inPageWorker(Promise.resolve(rules)) });
  const searches = new Searches(engine);
  const play = new Play({ rules, levels, engine: searches, store, keeper, say });
  const side = new SideBoard({ store, say, game: play });
  connectBoard(board, side.hands(play));
  connectForced(store, play);
  const now = () => performance.now();
  connectTime(store, play, now);
  showClocks(store, now);
  connectConfirm(byId("board"), store, play);
  showSide(store, board);
  showTools(store, play, board, newGameDialog(store, play, levels), sendDialog(store, play, say));
  showLinkField(store, play);
  showOpponents(store, play, keeper, playersDialog(store, play, levels));
  editorDialog(store, play, levels);
  showRecords(store, play, say, showKept(store, play, new KeptGames(keeper), say));
  questionDialog(store);
  showMoves(store, play);
  showLegalTurns(store, play);
  const tables = new Tables({
    engine,
    store: new TablesStore({ version: rules.Engine.tablesVersion() }),
    files: new TablesFiles(tablesFolder),
    boardOf: (variant) => {
      const { width, height } = rules.boardInfo(variant);
      return `${width}x${height}`;
    },
    thrifty: /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true,
  });
  connectEndings(store, tables);
  showEndings(store, keeper, tables);
  connectAid(store);
  beginAnalysis({ rules, searches, play, side, tables });
  showLessons(store, new Teacher({ rules, store, side, engine: searches, keeper, say }));
  showPanel(store, resignDialog(store, play));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const puzzles = new Puzzles({ rules, side, engine, searches, store, keeper, say, load: loadPuzzles, still: () => still.matches || !store.state.settings.animation });
  showPuzzles(store, puzzles);
  if (!keeper.works) store.set({ notice: { text: () => t("notice.storage") } });
  store.set({ rules: "ready" });
  const followLink = () => {
    const fault = play.openLink(location.hash, location.hash);
    if (fault !== null) store.set({ notice: { text: fault } });
  };
  play.begin(isLink(location.hash) ? null : addressStart(levels.length), location.hash);
  if (isLink(location.hash)) followLink();
  addEventListener("hashchange", () => {
    // What was said of the address before is over.
    store.set({ notice: null });
    if (isLink(location.hash)) {
      followLink();
      return;
    }
    const start = addressStart(levels.length);
    const { players, level } = store.state;
    if (start) play.newGame(start.setup, start.players ?? players, start.level ?? level, location.hash);
  });
  addEventListener("storage", () => play.otherWindowSaved());
  workOffline({ store, say, save: () => play.save() });
  addEventListener("pagehide", () => {
    tables.close();
    play.leave();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    searches.wake();
    play.comeBack();
    tables.want(store.state.game?.variant ?? store.state.setup.variant);
  });
}

// The first words about the game wait for the language, not the other way round.
loadRules().then((rules) => spoken.then(() => begin(rules)), async (/** @type {unknown} */ error) => {
  await spoken;
  const reason = error instanceof Error ? error.message : String(error);
  store.set({ rules: "missing", reason });
  say(t("status.missing"));
  // A newer version may have what this one lacks.
  workOffline({ store, say, save: () => true });
});
