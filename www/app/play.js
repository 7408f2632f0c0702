// The game as it is played: the person's steps, the computer's turns, undo, new games, saving.

import { EngineError } from "../engine/client.js";
import { Timeline } from "../board/timeline.js";
import { newClock, restoreClock, saveClock } from "./clock.js";
import { agrees, mayOffer } from "./draw.js";
import { t } from "./i18n.js";
import { compareGames, newId, readLink, writeLink } from "./link.js";
import { sameLine, shared } from "./lines.js";
import { speedOf } from "./motion.js";
import { refusalOf } from "./refusal.js";
import { Session, isDeclared, isRefusal, isSavedGame, reasonOf, redoTarget, savedLevel, undoTarget } from "./session.js";
import { byLink, levelOf, personToMove, twoComputers, twoPeople } from "./store.js";
import { sayStep, sayTurn, status, turnFault } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").PageState} PageState */
/** @typedef {import("./store.js").Setup} Setup */
/** @typedef {import("./store.js").Players} Players */
/** @typedef {import("./store.js").Notice} Notice */
/** @typedef {import("./session.js").Rules} Rules */
/** @typedef {import("./searches.js").Searches} Searches */
/** @typedef {ReturnType<Searches["search"]>} Search */
/** @typedef {import("../pkg/fanorona_wasm.js").StepInfo} StepInfo */
/** @typedef {import("../pkg/fanorona_wasm.js").StepKind} StepKind */
/** @typedef {import("../board/types.js").Color} Color */

/** The person's own step is seen before the answer to it comes. */
const ANSWER_MS = 550;
/** Between the turns of two computers, once the last one has been shown. @type {{[pace in import("./store.js").Pace]: number}} */
const PACE_MS = { slow: 2500, normal: 1000, fast: 150 };
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Play {
  /** @type {Session | null} */
  #session = null;
  /** @type {Search | null} */
  #search = null;
  /** A computer's turn that waits for the eye. */
  #answerTimer = 0;
  /** Plays it at once. @type {(() => void) | null} */
  #waiting = null;
  /** Where the address said to start, so that a reload goes on instead. */
  #source = "";
  #toldFull = false;
  /** Names the game by link, else null. @type {string | null} */
  #linkId = null;
  /** What the computer thinks of a draw. @type {Search | null} */
  #judging = null;
  /** When the last turn has been shown to its end. */
  #shownAt = 0;
  /** The game before this one, as saved. @type {unknown} */
  #previous = null;

  /** @param {{rules: Rules, levels: number[], engine: Searches, store: Store, keeper: import("./storage.js").Keeper, say: (text: string) => void}} parts */
  constructor({ rules, levels, engine, store, keeper, say }) {
    this.rules = rules;
    this.levels = levels;
    this.engine = engine;
    this.store = store;
    this.keeper = keeper;
    this.say = say;
    engine.addEventListener("inpage", () => store.set({ notice: { text: () => t("notice.inPage") } }));
    engine.addEventListener("restarted", () => store.set({ notice: { text: () => t("notice.restarted") } }));
  }

  /** Starts with the game in the address, the saved one, or a new one. @param {import("./address.js").Start | null} start @param {string} source */
  begin(start, source) {
    const saved = /** @type {any} */ (this.keeper.load("game"));
    const known = isSavedGame(saved?.game);
    if (known) this.#takeSettings(saved);
    const { players, level } = this.store.state;
    const startThere = () => start !== null && this.newGame(start.setup, start.players ?? players, start.level ?? level, source);
    const goesOn = known && saved.source === source;
    if (!goesOn && startThere()) {
      if (known && saved.game.moves.length > 0) this.#replaced(saved);
      return;
    }
    if (known && this.#resume(saved)) return;
    if (saved !== null && !known) this.#notice({ text: () => t("notice.badSave") });
    if (goesOn && startThere()) return;
    this.newGame({ variant: "tsivy", rules: "standard" }, this.store.state.players, this.store.state.level);
  }

  /** @param {any} saved */
  #takeSettings(saved) {
    const kinds = ["person", "computer", "friend"];
    const { players, flipped, blackLevel, draw } = saved;
    const level = savedLevel(saved);
    if (this.levels.includes(blackLevel)) this.store.set({ blackLevel });
    this.store.set({ draw: isOffer(draw) ? draw : null });
    if (kinds.includes(players?.white) && kinds.includes(players?.black)) {
      this.store.set({ players: { white: players.white, black: players.black } });
    }
    if (this.levels.includes(level)) this.store.set({ level });
    this.store.set({ flipped: flipped === true, fresh: saved.fresh !== false });
  }

  /** @param {any} saved @returns {boolean} */
  #resume(saved) {
    try {
      this.#session = Session.restore(this.rules, saved.game);
    } catch {
      this.#notice({ text: () => t("notice.badSave") });
      return false;
    }
    this.#source = typeof saved.source === "string" ? saved.source : "";
    this.#takeSettings(saved);
    this.#linkId = byLink(this.store.state.players) ? (typeof saved.link === "string" ? saved.link : newId()) : null;
    // Two computers wait until somebody who looks at them says so.
    const { ply, plies, outcome } = this.#session.state;
    const flag = outcome?.reason === "resignation" && (saved.flag === "white" || saved.flag === "black") ? saved.flag : null;
    this.store.set({ clock: restoreClock(saved.clock), flag });
    const unconfirmed = saved.unconfirmed === true && ply > 0 && ply === plies && outcome === null;
    this.#show({ unconfirmed, paused: ply < plies || twoComputers(this.store.state.players) });
    return true;
  }

  /**
   * @param {Setup} setup @param {Players} players @param {number} level @param {string} [source]
   * @returns {boolean} false when the rules refuse the start; the game at hand then stays
   */
  newGame(setup, players, level, source = "") {
    let session;
    try {
      session = new Session(this.rules, setup);
    } catch (error) {
      this.#notice({ text: () => t("notice.badLink", { reason: reasonOf(error) }) });
      return false;
    }
    this.#quiet();
    this.engine.newGame();
    const before = this.#session;
    if (before && before.state.moves.length > 0) this.#replaced(this.#data());
    before?.free();
    this.#session = session;
    this.#source = source;
    this.#linkId = byLink(players) ? newId() : null;
    const flipped = players.black === "person" && players.white !== "person";
    this.store.set({ players, level, flipped, draw: null, unconfirmed: false, clock: null, flag: null });
    this.say(t("say.newGame", { color: t(`color.${session.state.turn}`) }));
    this.#show({ paused: false });
    return true;
  }

  /** The game at hand, as it is kept on the device. */
  saved() {
    return this.#data();
  }

  /**
   * Opens a game as it is kept, in place of the one at hand, which can come back.
   * @param {unknown} saved @param {() => string} text  what the person is told
   * @returns {boolean} false when it cannot be read; the game at hand then stays
   */
  openSaved(saved, text) {
    const before = this.#session;
    const worth = before !== null && (before.state.moves.length > 0 || before.setup.fen !== undefined);
    const data = worth ? this.#data() : null;
    this.#quiet();
    this.engine.newGame();
    // The start in the address has been answered: a reload goes on with this game.
    if (!this.#resume({ .../** @type {object} */ (saved), source: this.#source })) {
      this.#advance();
      return false;
    }
    before?.free();
    if (data) this.#replaced(data, text);
    else this.#notice({ text });
    const { turn } = this.store.state.game ?? { turn: "white" };
    this.say(`${text()} ${t("say.toMove", { color: t(`color.${turn}`) })}`);
    return true;
  }

  /** A game gave way to another; it can come back. @param {unknown} saved @param {import("./i18n.js").Words} [text] */
  #replaced(saved, text = () => t("notice.replaced")) {
    this.#previous = saved;
    this.keeper.save("previous", saved);
    this.#notice({ text, action: { label: () => t("act.restore"), run: () => this.restorePrevious() } });
  }

  /** The game before the last new one. */
  restorePrevious() {
    const saved = /** @type {any} */ (this.#previous);
    if (!isSavedGame(saved?.game)) return;
    this.#quiet();
    this.store.set({ notice: null });
    this.#resume(saved);
  }

  /** The link to send: the game as it stands, for the friend. @returns {string} the fragment of an address */
  link() {
    const { players } = this.store.state;
    const { moves, resigned, setup, draw } = this.#known();
    const you = players.white === "friend" ? "white" : "black";
    return writeLink({ id: this.#linkId ?? "", setup, you, moves, resigned, draw });
  }

  /** Clocks for the game that has just begun, or none. @param {import("./clock.js").ClockSetting | null} setting */
  setClock(setting) {
    this.store.set({ clock: setting === null ? null : newClock(setting) });
    this.save();
  }

  /** A side's time has run out: it has lost. The rules know no clocks, so for them it has resigned. @param {Color} color */
  timeUp(color) {
    const session = this.#session;
    if (!session || session.state.outcome) return;
    this.#quiet();
    if (session.state.open && !this.#change((game) => game.cancelTurn())) return;
    if (!this.#change((game) => game.resign(color))) return;
    this.store.set({ flag: color, question: null });
    this.say(this.#result());
    this.#show();
  }

  /** Another side or level for the game as it stands. @param {Players} players @param {number} level @param {number} blackLevel */
  changePlayers(players, level, blackLevel) {
    if (!this.#session || byLink(players) || byLink(this.store.state.players)) return;
    this.#quiet();
    this.store.set({ players, level, blackLevel, draw: null });
    const { ply, plies } = this.#session.state;
    this.say(t("say.players", { white: this.#nameOf("white"), black: this.#nameOf("black") }));
    this.#show({ paused: ply < plies || twoComputers(players) });
  }

  /** @param {Color} color */
  #nameOf(color) {
    const { players } = this.store.state;
    return players[color] === "computer" ? `${t("player.computer")}, ${t(`level.${levelOf(this.store.state, color)}`)}` : t(players[color] === "person" ? "players.person" : `player.${players[color]}`);
  }

  /** Two computers wait, or go on. */
  pause() {
    this.#quiet();
    this.#show({ paused: true });
  }

  /** The person whose turn it is offers a draw; by link it goes with the link. */
  offerDraw() {
    const session = this.#session;
    const by = mayOffer(this.store.state);
    if (!session || by === null) return;
    const { players } = this.store.state;
    const { ply } = session.state;
    if (byLink(players)) {
      this.store.set({ draw: { by, ply, stands: "offered" } });
      this.say(t("draw.sent"));
      this.save();
    } else if (twoPeople(players)) {
      const decide = (/** @type {boolean} */ yes) => (yes ? this.#agree() : this.#declined(by));
      const text = () => t("draw.ask.text", { color: t(`color.${by}`), other: t(`color.${other(by)}`) });
      this.store.set({ question: { title: () => t("draw.ask.title"), text, yes: () => t("draw.accept"), no: () => t("draw.decline"), decide } });
    } else {
      this.#judge(by, ply);
    }
  }

  /** The computer looks at the position with the level it plays at. @param {Color} by @param {number} ply */
  #judge(by, ply) {
    const session = /** @type {Session} */ (this.#session);
    this.store.set({ draw: { by, ply, stands: "asked" } });
    const judging = this.engine.search(session.forEngine(), { level: levelOf(this.store.state, other(by)) });
    this.#judging = judging;
    const mine = () => this.#judging === judging;
    judging.result.then((report) => {
      if (!mine()) return;
      this.#judging = null;
      if (session.state.open || session.state.ply !== ply || session.state.outcome) this.store.set({ draw: null });
      else if (agrees(report)) this.#agree();
      else this.#declined(by);
    }, () => {
      if (!mine()) return;
      this.#judging = null;
      this.store.set({ draw: null });
    });
  }

  /** @param {Color} by */
  #declined(by) {
    const ply = this.#session?.state.ply ?? 0;
    this.store.set({ draw: { by, ply, stands: "declined" } });
    const color = () => t(`color.${other(by)}`);
    const text = () => (twoPeople(this.store.state.players) ? t("draw.declined.two", { color: color() }) : t("draw.declined", { name: this.#nameOf(other(by)), color: color() }));
    this.#notice({ text });
    this.say(text());
    this.save();
  }

  /** Both sides agree. */
  #agree() {
    if (!this.#change((game) => game.agreeDraw())) return;
    this.store.set({ draw: null });
    this.say(this.#result());
    this.#show();
  }

  /** The friend's offer is taken; the answer goes with the link. */
  acceptDraw() {
    const { draw, players } = this.store.state;
    const state = this.#session?.state;
    if (!state || state.outcome || draw?.stands !== "offered" || players[draw.by] !== "friend") return;
    if (state.open && !this.#change((game) => game.cancelTurn())) return;
    if (state.ply !== draw.ply && !this.#change((game) => game.goTo(draw.ply))) return;
    this.#agree();
  }

  /** The game without what was taken back of it. */
  #known() {
    const session = /** @type {Session} */ (this.#session);
    const { ply, moves } = session.state;
    const saved = session.save();
    const takenBack = moves.slice(ply).every(({ color }) => this.#isPerson(color));
    const known = takenBack ? saved.moves.slice(0, ply) : saved.moves;
    return { ...saved, moves: known, draw: this.#drawAt(known.length) };
  }

  /** What a link says of a draw after so many turns. @param {number} ply @returns {import("./link.js").LinkDraw} */
  #drawAt(ply) {
    const { draw } = this.store.state;
    if (this.#session?.state.outcome?.reason === "agreement") return "agreed";
    return draw?.stands === "offered" && draw.ply === ply ? "offer" : null;
  }

  /**
   * Opens the game of a friend's link, unless it is the one at hand. What is at hand never goes without a question,
   * or a way back.
   * @param {string} text @param {string} [source] the address it stood in
   * @returns {import("./i18n.js").Words | null} why it is no game, in words; the game at hand then stays
   */
  openLink(text, source = "") {
    if (source !== "" && source === this.#source) return null;
    const link = readLink(text);
    if ("fault" in link) return () => t(`link.fault.${link.fault}`);
    let session;
    try {
      session = Session.restore(this.rules, { setup: link.setup, moves: link.moves, ply: link.moves.length, open: [], resigned: link.resigned, agreed: link.draw === "agreed" });
    } catch (error) {
      return () => t("link.fault.rules", { reason: reasonOf(error) });
    }
    const here = this.#session ? this.#known() : { moves: [], resigned: null, draw: null };
    const { relation, turn } = compareGames({ ...here, id: this.#linkId }, link);
    if (relation === "other" || relation === "newer") {
      this.#takeLink(session, link, source, relation);
      return null;
    }
    const stay = () => {
      session.free();
      this.#source = source;
      this.save();
    };
    if (relation === "same") {
      stay();
      this.#notice({ text: () => t("link.same") });
      return null;
    }
    const places = { turn: turn + 1, count: link.moves.length, here: here.moves.length };
    const decide = (/** @type {boolean} */ yes) => (yes ? this.#takeLink(session, link, source, relation) : stay());
    const title = () => t(`link.${relation}.title`);
    const question = { title, text: () => t(`link.${relation}.text`, places), yes: () => t("link.take"), no: () => t("link.keep"), decide };
    this.store.set({ question });
    return null;
  }

  /**
   * Another window has saved. A link that is tapped on often opens in a new one: the game by link that stands in this
   * one goes on there, so it goes on here too, and nothing old is saved over it.
   */
  otherWindowSaved() {
    const saved = /** @type {any} */ (this.keeper.load("game"));
    if (this.#linkId === null || this.#session === null || !isSavedGame(saved?.game) || saved.link !== this.#linkId) return;
    const id = this.#linkId;
    const offer = isOffer(saved.draw) && saved.draw.stands === "offered" && saved.draw.ply === saved.game.ply;
    /** @type {import("./link.js").Standing} */
    const there = { id, moves: saved.game.moves.slice(0, saved.game.ply), resigned: saved.game.resigned, draw: saved.game.agreed === true ? "agreed" : offer ? "offer" : null };
    if (compareGames({ ...this.#known(), id }, there).relation !== "newer") return;
    this.#quiet();
    this.#resume(saved);
  }

  /** @param {Session} session @param {import("./link.js").LinkedGame} link @param {string} source @param {"other" | "newer" | "older" | "fork"} relation */
  #takeLink(session, { id, you, draw }, source, relation) {
    this.#quiet();
    this.engine.newGame();
    const before = this.#session;
    if (relation !== "newer" && before && before.state.moves.length > 0) this.#replaced(this.#data(), () => t("link.opened"));
    before?.free();
    this.#session = session;
    this.#source = source;
    if (relation === "other") {
      this.#linkId = id;
      this.store.set({ players: { white: "friend", black: "friend", [you]: "person" }, flipped: you === "black" });
    }
    const { lastMove, outcome, turn, ply } = session.state;
    const friend = other(you);
    this.store.set({ unconfirmed: false, clock: null, flag: null, draw: draw === "offer" ? { by: friend, ply, stands: "offered" } : null });
    if (draw === "offer") this.#notice({ text: () => t("draw.friend"), action: { label: () => t("draw.accept"), run: () => this.acceptDraw() } });
    this.say([lastMove ? sayTurn(lastMove) : t("say.newGame", { color: t(`color.${turn}`) }), outcome ? this.#result() : "", draw === "offer" ? t("draw.friend") : ""].filter(Boolean).join(" "));
    this.#show({ paused: false, fresh: false }, lastMove?.steps ?? [], true);
  }

  /** A step of the person at the board. @param {{from: string, to: string, kind: StepKind}} step */
  step({ from, to, kind }) {
    const session = this.#session;
    if (!session) return;
    const info = session.state.steps.find((s) => s.from === from && s.to === to && s.kind === kind);
    const color = session.state.turn;
    if (!this.#change((game) => game.step(from, to, kind)) || !info) return;
    const { open, outcome } = session.state;
    const unconfirmed = this.#asksFirst();
    this.say([sayStep(color, info), open ? t("say.more") : unconfirmed ? t("say.confirm") : "", outcome ? this.#result() : ""].filter(Boolean).join(" "));
    this.#show({ fresh: false, paused: false, unconfirmed }, [info]);
  }

  /** Whether the turn that has just been made waits for a yes. */
  #asksFirst() {
    const state = this.#session?.state;
    return this.store.state.settings.confirm && state?.open === null && state.outcome === null;
  }

  /** The person's turn stands. */
  confirm() {
    if (!this.store.state.unconfirmed) return;
    this.#show({ unconfirmed: false });
  }

  /** The turns that can be made now, at most 500, and how many more there are; none while it is not a person's turn here. */
  legalTurns() {
    if (!this.#session || !personToMove(this.store.state)) return null;
    return this.#session.ask((game) => game.legalMoves());
  }

  /** A whole turn as text, typed or from a list. @param {string} text @returns {(() => string) | null} why it is not played, in words */
  playText(text) {
    const session = this.#session;
    if (!session || !personToMove(this.store.state)) return () => t("turn.notNow");
    try {
      session.change((game) => game.play(text));
    } catch (error) {
      if (isRefusal(error)) return turnFault(error);
      const text = () => t("notice.failure");
      this.#notice({ text });
      this.#show();
      return text;
    }
    const { lastMove, outcome } = session.state;
    const unconfirmed = this.#asksFirst();
    if (lastMove) this.say([sayTurn(lastMove), unconfirmed ? t("say.confirm") : "", outcome ? this.#result() : ""].filter(Boolean).join(" "));
    this.#show({ fresh: false, paused: false, unconfirmed }, lastMove?.steps ?? []);
    return null;
  }

  stop() {
    const color = this.#session?.state.turn;
    if (!color || !this.#change((game) => game.stop())) return;
    const unconfirmed = this.#asksFirst();
    this.say([t("say.stop", { color: t(`color.${color}`) }), unconfirmed ? t("say.confirm") : "", this.#result()].filter(Boolean).join(" "));
    this.#show({ paused: false, unconfirmed });
  }

  /** @param {"step" | "turn"} scope */
  takeBack(scope) {
    if (!this.#change((game) => (scope === "step" ? game.undoStep() : game.cancelTurn()))) return;
    const open = this.#session?.state.open;
    this.say(open ? t("say.back", { at: open.at }) : t("say.cancelled"));
    this.#show();
  }

  undo() {
    const session = this.#session;
    if (!session) return;
    if (session.state.open) {
      this.takeBack("step");
      return;
    }
    const target = undoTarget(session.state, this.#mayUndo, byLink(this.store.state.players));
    if (target === null) return;
    if (isDeclared(session.state)) this.#withdraw();
    else this.goTo(target, "say.undo");
  }

  /** A resignation or an agreed draw is taken back: the game goes on where it stands. */
  #withdraw() {
    const session = /** @type {Session} */ (this.#session);
    this.#quiet();
    session.withdraw();
    if (this.store.state.flag !== null) {
      // There is no time to go on with.
      this.store.set({ clock: null, flag: null });
      this.#notice({ text: () => t("clock.off") });
    }
    const { turn, ply, plies } = session.state;
    this.say(t("say.undo", { color: t(`color.${turn}`) }));
    this.#show({ paused: ply < plies || twoComputers(this.store.state.players) });
  }

  redo() {
    const target = this.#session ? redoTarget(this.#session.state, this.#mayUndo) : null;
    if (target !== null) this.goTo(target, "say.redo");
  }

  /** @param {number} ply @param {string} [words] */
  goTo(ply, words = "say.goTo") {
    const session = this.#session;
    if (!session || ply < 0 || ply > session.state.plies) return;
    const forward = ply === session.state.ply + 1;
    this.#quiet();
    if (!this.#change((game) => game.goTo(ply))) return;
    const { turn, plies, lastMove } = session.state;
    this.say(t(words, { color: t(`color.${turn}`), turn: ply, turns: plies }));
    this.#show({ paused: ply < plies || twoComputers(this.store.state.players) }, forward && lastMove ? lastMove.steps : [], true);
  }

  /** Goes to a turn of the main line or of a variation. @param {number} place @param {number} ply */
  goToLine(place, ply) {
    const session = this.#session;
    if (!session) return;
    this.#quiet();
    try {
      session.useLine(place, ply);
    } catch {
      this.#notice({ text: () => t("notice.badLine") });
    }
    const { turn, plies } = session.state;
    this.say(t("say.goTo", { color: t(`color.${turn}`), turn: session.state.ply, turns: plies }));
    this.#show({ paused: true }, [], true);
  }

  /** A variation becomes the main line. @param {number} place */
  promoteLine(place) {
    const session = this.#session;
    const line = session?.lines[place];
    if (!session || !line) return;
    session.setLines([line, ...session.lines.filter((one) => one !== line)]);
    this.say(t("say.promoted"));
    this.#show();
  }

  /** A variation goes; it can come back. @param {number} place */
  dropLine(place) {
    const session = this.#session;
    const line = session?.lines[place];
    if (!session || !line || place === 0) return;
    const before = session.save();
    // Who stands in it goes back to where it left the main line.
    if (sameLine(line, before.moves)) this.goToLine(0, Math.min(before.ply, shared(line, session.lines[0])));
    session.setLines(session.lines.filter((one) => one !== line));
    this.#show();
    this.say(t("say.dropped"));
    const run = () => {
      this.store.set({ notice: null });
      if (this.#session !== session) return;
      session.setLines([...session.lines, line]);
      this.#show();
    };
    this.#notice({ text: () => t("say.dropped"), action: { label: () => t("act.undo"), run } });
  }

  /** The computer takes over from the turn that is looked at; later turns stay as a variation when it plays another. */
  playOn() {
    this.#show({ paused: false });
  }

  /** The computer plays what it has found so far. */
  moveNow() {
    if (this.#waiting) this.#waiting();
    else this.#search?.stop();
  }

  resign() {
    const session = this.#session;
    if (!session || session.state.outcome) return;
    const { players } = this.store.state;
    const { turn } = session.state;
    if (twoComputers(players)) return;
    const loser = twoPeople(players) || players[turn] === "person" ? turn : other(turn);
    this.#quiet();
    if (session.state.open && !this.#change((game) => game.cancelTurn())) return;
    // Of a game by link the end is resigned, not a turn that is looked at.
    const { length } = this.#known().moves;
    if (byLink(players) && session.state.ply < length && !this.#change((game) => game.goTo(length))) return;
    if (!this.#change((game) => game.resign(loser))) return;
    this.say(this.#result());
    this.#show();
  }

  /** Why a tap did nothing, in words. @param {{from: string, to?: string}} tap */
  explain({ from, to }) {
    const session = this.#session;
    if (!session) return;
    const refusal = refusalOf(session, { from, to });
    this.store.set({ refusal });
    this.say(refusal());
  }

  /** The board shows something else: the computer does not think meanwhile. */
  rest() {
    this.#quiet();
  }

  /** The page is left: no worker stays behind. */
  leave() {
    this.#quiet();
    if (this.store.state.clock !== null) this.save();
    this.engine.close();
  }

  /** The page comes back. */
  comeBack() {
    this.#advance();
  }

  /** The page is covered or shown: two computers do not play on where nobody looks. @param {boolean} hidden */
  covered(hidden) {
    if (!twoComputers(this.store.state.players)) return;
    if (hidden) this.#quiet();
    else this.#advance();
  }

  #isPerson = (/** @type {Color} */ color) => this.store.state.players[color] === "person";

  /** Whose turns undo goes to: one's own, and every one where nobody plays. */
  #mayUndo = (/** @type {Color} */ color) => this.#isPerson(color) || twoComputers(this.store.state.players);

  /** @param {(game: import("../pkg/fanorona_wasm.js").Game) => import("../pkg/fanorona_wasm.js").GameState} act @returns {boolean} */
  #change(act) {
    if (!this.#session) return false;
    try {
      this.#session.change(act);
      return true;
    } catch (error) {
      if (!isRefusal(error)) this.#notice({ text: () => t("notice.failure") });
      else this.store.set({ refusal: reasonOf(error) });
      this.#show();
      return false;
    }
  }

  /** Shows the game as it is now, saves it, and lets the computer move if it is its turn. @param {Partial<PageState>} [patch] @param {StepInfo[]} [steps] @param {boolean} [follow] */
  #show(patch = {}, steps = [], follow = false) {
    const session = this.#session;
    if (!session) return;
    // A friend knows one line only.
    session.keepsLines = !byLink(patch.players ?? this.store.state.players);
    const game = session.state;
    const serial = this.store.state.motion.serial + 1;
    // A forced turn is always a single step, since stopping is legal after any capture.
    const forced = !game.open && game.steps.length === 1 && session.ask((g) => g.forcedMove()) !== undefined;
    const { draw, unconfirmed } = this.store.state;
    // A turn that waits for a yes is the last one of the game that goes on: to go anywhere else answers it.
    if (unconfirmed && !("unconfirmed" in patch) && (game.ply !== this.store.state.game?.ply || game.outcome)) patch = { unconfirmed: false, ...patch };
    if (draw !== null && draw.ply < game.ply) patch = { draw: null, ...patch };
    if (steps.length > 0) this.#shownAt = performance.now() + this.#shownFor(new Timeline({}, steps, follow).length);
    this.store.set({ game, lines: session.lines, setup: session.setup, forced, refusal: "", suggestion: null, motion: { serial, steps, follow }, ...patch });
    this.save();
    this.#advance();
  }

  #data() {
    const { players, level, blackLevel, draw, flipped, fresh, unconfirmed, clock, flag } = this.store.state;
    return { v: 2, blackLevel, unconfirmed, flag, clock: clock && saveClock(clock, performance.now()), draw: draw?.stands === "asked" ? null : draw, game: /** @type {Session} */ (this.#session).save(), players, level, flipped, fresh, source: this.#source, link: this.#linkId };
  }

  /** @returns {boolean} whether the game is kept now */
  save() {
    if (!this.#session) return true;
    const saved = this.keeper.save("game", this.#data());
    if (saved || !this.keeper.works || this.#toldFull) return saved;
    this.#toldFull = true;
    this.#notice({ text: () => t("notice.storageFull") });
    return saved;
  }

  /** @param {Notice} notice */
  #notice(notice) {
    this.store.set({ notice });
  }

  #result() {
    const outcome = this.#session?.state.outcome;
    if (!outcome) return "";
    const { title, detail } = status({ ...this.store.state, game: this.#session?.state ?? null });
    return `${title} ${detail}`;
  }

  /** No thinking, no waiting answer. */
  #quiet() {
    clearTimeout(this.#answerTimer);
    this.#waiting = null;
    this.#search?.cancel();
    this.#search = null;
    this.#judging?.cancel();
    this.#judging = null;
    if (this.store.state.draw?.stands === "asked") this.store.set({ draw: null });
    if (this.store.state.thinking) this.store.set({ thinking: false });
  }

  #advance() {
    const { players, paused, thinking, unconfirmed } = this.store.state;
    const session = this.#session;
    if (!session || thinking || paused || unconfirmed || this.#search || this.store.state.side) return;
    const game = session.state;
    if (game.outcome || players[game.turn] !== "computer") return;
    if (twoComputers(players) && document.hidden) return;
    const began = performance.now();
    const search = this.engine.search(session.forEngine(), { level: levelOf(this.store.state, game.turn) });
    this.#search = search;
    this.store.set({ thinking: true });
    search.result.then((report) => {
      if (this.#search !== search) return;
      const move = report.bestMove;
      if (move === null) {
        this.#lose();
        return;
      }
      const wait = Math.max(0, this.#answerAt(began) - performance.now());
      this.#waiting = () => this.#answer(search, move);
      this.#answerTimer = window.setTimeout(this.#waiting, wait);
    }, (error) => {
      const cancelled = error instanceof EngineError && error.code === "cancelled";
      if (this.#search === search && !cancelled) this.#lose();
    });
  }

  /** How long something is shown that takes so long at the usual speed. @param {number} ms */
  #shownFor(ms) {
    const speed = speedOf(this.store.state.settings.animation, still.matches);
    return speed === 0 ? 0 : ms / speed;
  }

  /** When an answer may be shown that began to be looked for then. @param {number} began */
  #answerAt(began) {
    const { players, settings } = this.store.state;
    if (twoComputers(players)) return Math.max(began, this.#shownAt) + PACE_MS[settings.pace];
    return began + this.#shownFor(ANSWER_MS);
  }

  /** No answer will come: the person may ask again. */
  #lose() {
    this.#search = null;
    this.store.set({ thinking: false, paused: true });
    this.#notice({ text: () => t("notice.engineLost"), action: { label: () => t("notice.tryAgain"), run: () => this.#tryAgain() } });
  }

  #tryAgain() {
    this.store.set({ paused: false, notice: null });
    this.#advance();
  }

  /** @param {Search} search @param {string} move */
  #answer(search, move) {
    if (this.#search !== search) return;
    clearTimeout(this.#answerTimer);
    this.#waiting = null;
    this.#search = null;
    this.store.set({ thinking: false });
    if (!this.#change((game) => game.play(move))) return;
    const { lastMove, outcome } = /** @type {Session} */ (this.#session).state;
    if (!lastMove) return;
    this.say([sayTurn(lastMove), outcome ? this.#result() : ""].filter(Boolean).join(" "));
    this.#show({}, lastMove.steps, true);
  }
}

/** @param {Color} color @returns {Color} */
function other(color) {
  return color === "white" ? "black" : "white";
}

/** Whether what was kept is an offer of a draw. @param {any} value @returns {value is import("./store.js").DrawOffer} */
function isOffer(value) {
  return typeof value === "object" && value !== null && ["white", "black"].includes(value.by) && Number.isSafeInteger(value.ply)
    && ["offered", "declined"].includes(value.stands);
}
