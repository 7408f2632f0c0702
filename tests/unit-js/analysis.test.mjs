import assert from "node:assert/strict";
import { test } from "node:test";
import { connectAid } from "../../www/app/aid.js";
import { mayAnalyse } from "../../www/app/analysis.js";
import { isJudgement, judgementOf, judgementOfEnd, shortValue, valueWords, whitePart, withDistance, worth } from "../../www/app/judgement.js";
import { compareTry, faultOf, findMistakes } from "../../www/app/mistakes.js";
import { RANK, Searches } from "../../www/app/searches.js";
import { FIRST, Store } from "../../www/app/store.js";
import { plyAt, plyByKey, xOf, yOf } from "../../www/app/views/graph.js";
import { ownSide } from "../../www/app/views/review.js";
import { EngineError } from "../../www/engine/client.js";

const estimate = (score, pv = []) => ({ score, proved: null, distance: null, depth: 9, pv });
const proof = (proved, pv = []) => ({ score: null, proved, distance: null, depth: 9, pv });
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An engine that answers when it is told to. */
function fakeEngine() {
  const log = [];
  let pending = null;
  const cancel = () => {
    const one = pending;
    pending = null;
    one?.reject(new EngineError("cancelled", "cancelled"));
  };
  return {
    log,
    now: () => pending?.name ?? null,
    answer: () => {
      const one = pending;
      pending = null;
      one.resolve({ best: one.name });
    },
    fail: () => {
      const one = pending;
      pending = null;
      one.reject(new EngineError("crashed", "gone"));
    },
    search(game) {
      cancel();
      log.push(game.name);
      let mine;
      const result = new Promise((resolve, reject) => { mine = pending = { name: game.name, resolve, reject }; });
      return { id: 1, result, stop: () => log.push(`stop ${game.name}`), cancel: () => { if (pending === mine) cancel(); } };
    },
    newGame: cancel,
    close: cancel,
    addEventListener() {},
  };
}

test("the computer's turn interrupts the analysis, which begins again after it", async () => {
  const engine = fakeEngine();
  const searches = new Searches(engine);
  const analysis = searches.search({ name: "analysis" }, {}, undefined, RANK.analysis);
  const turn = searches.search({ name: "turn" }, {});
  assert.equal(engine.now(), "turn");
  await tick();
  assert.equal(engine.now(), "turn");
  engine.answer();
  assert.deepEqual(await turn.result, { best: "turn" });
  await tick();
  assert.equal(engine.now(), "analysis");
  engine.answer();
  assert.deepEqual(await analysis.result, { best: "analysis" });
  assert.deepEqual(engine.log, ["analysis", "turn", "analysis"]);
});

test("who has a lower rank waits, whatever came first, and equals take their turns", async () => {
  const engine = fakeEngine();
  const searches = new Searches(engine);
  searches.search({ name: "turn" }, {});
  const order = [];
  for (const [name, rank] of [["analysis", RANK.analysis], ["judging", RANK.judging], ["hint", RANK.asked], ["hint 2", RANK.asked]]) {
    searches.search({ name }, {}, undefined, rank).result.then(() => order.push(name));
  }
  for (let i = 0; i < 5; i++) {
    engine.answer();
    await tick();
  }
  assert.deepEqual(order, ["hint", "hint 2", "judging", "analysis"]);
});

test("what is cancelled while it waits never runs; what fails is told, and the next goes on", async () => {
  const engine = fakeEngine();
  const searches = new Searches(engine);
  const turn = searches.search({ name: "turn" }, {});
  const hint = searches.search({ name: "hint" }, {}, undefined, RANK.asked);
  const analysis = searches.search({ name: "analysis" }, {}, undefined, RANK.analysis);
  hint.cancel();
  await assert.rejects(hint.result, { code: "cancelled" });
  engine.fail();
  await assert.rejects(turn.result, { code: "crashed" });
  await tick();
  assert.equal(engine.now(), "analysis");
  analysis.stop();
  assert.deepEqual(engine.log, ["turn", "analysis", "stop analysis"]);
});

test("a new game or a closed engine loses nothing that waits; a hidden page only lets the computer's turn through", async () => {
  const engine = fakeEngine();
  const searches = new Searches(engine);
  searches.search({ name: "analysis" }, {}, undefined, RANK.analysis);
  searches.newGame();
  await tick();
  assert.equal(engine.now(), "analysis");
  searches.close();
  await tick();
  assert.equal(engine.now(), null);
  searches.wake();
  assert.equal(engine.now(), "analysis");
  searches.hide(true);
  await tick();
  assert.equal(engine.now(), null);
  const turn = searches.search({ name: "turn" }, {});
  assert.equal(engine.now(), "turn");
  engine.answer();
  await turn.result;
  await tick();
  assert.equal(engine.now(), null);
  searches.hide(false);
  assert.equal(engine.now(), "analysis");
});

test("values are White's, and proved ones are no numbers", () => {
  const line = (more) => ({ pv: ["a1-a2"], score: null, proved: null, plies: null, ...more });
  assert.equal(judgementOf(line({ score: 120 }), 5, "black").score, -120);
  assert.ok(Object.is(judgementOf(line({ score: 0 }), 5, "black").score, 0));
  assert.equal(judgementOf(line({ proved: "loss", plies: 6 }), 5, "black").proved, "white");
  assert.deepEqual(judgementOf(line({ proved: "win", plies: 7 }), 5, "black").distance, { count: 7, to: "end" });
  assert.equal(judgementOf(line({ proved: "draw", plies: null }), 5, "black").proved, "draw");
  assert.equal(judgementOfEnd({ winner: null }).proved, "draw");
  assert.deepEqual([120, -120, 4, -4].map((score) => shortValue(estimate(score))), ["+1.2", "−1.2", "0.0", "0.0"]);
  assert.equal(valueWords(estimate(-120)), "Black is better by 1.2 stones.");
  assert.equal(valueWords({ ...proof("white"), distance: { count: 1, to: "end" } }), "White wins with the next turn.");
  assert.equal(valueWords({ ...proof("black"), distance: { count: 12, to: "capture" } }), "Black wins, 12 turns to the next capture.");
  // The whole bar is for what is proved.
  assert.ok(whitePart(estimate(100_000)) < 1 && whitePart(estimate(-100_000)) > 0);
  assert.deepEqual(["white", "draw", "black"].map((one) => whitePart(proof(one))), [1, 0.5, 0]);
  assert.ok(worth(proof("white"), "white") > worth(estimate(100_000), "white") && worth(proof("white"), "black") < worth(estimate(-100_000), "black") * -1);
});

test("the distance of a table is told where its verdict holds", () => {
  const solution = (more) => ({ wdl: "win", verdict: "win", dtc: 3, dtw: 9, omitted: 0, moves: [{ move: { text: "a1-a2" }, wdl: "win", verdict: "win", dtc: 3, dtw: 9 }], ...more });
  assert.deepEqual(withDistance(proof("white", ["a1-a2"]), solution({})).distance, { count: 9, to: "end" });
  const short = solution({ moves: [{ move: { text: "a1-a2" }, wdl: "win", verdict: "win", dtc: 3, dtw: null }] });
  assert.deepEqual(withDistance(proof("white", ["a1-a2"]), short).distance, { count: 3, to: "capture" });
  assert.equal(withDistance(proof("white", ["b1-b2"]), solution({})).distance, null);
  assert.equal(withDistance(proof("white", ["a1-a2"]), solution({ moves: [{ move: { text: "a1-a2" }, wdl: "win", verdict: null, dtc: 3, dtw: 9 }] })).distance, null);
  assert.equal(withDistance(estimate(3), solution({})).distance, null);
});

test("faults: proved values given away, and estimates that fall by the threshold", () => {
  assert.equal(faultOf(proof("white"), proof("draw"), "white"), "win");
  assert.equal(faultOf(proof("white"), proof("black"), "white"), "win");
  assert.equal(faultOf(proof("draw"), proof("white"), "black"), "draw");
  assert.equal(faultOf(proof("white"), estimate(20), "white"), "win-open");
  assert.equal(faultOf(proof("white"), estimate(900), "white"), null);
  assert.equal(faultOf(estimate(-20), proof("black"), "white"), "lost");
  assert.equal(faultOf(estimate(-900), proof("black"), "white"), null);
  assert.equal(faultOf(estimate(200), proof("draw"), "white"), "drawn");
  assert.equal(faultOf(estimate(200), estimate(50), "white"), "worse");
  assert.equal(faultOf(estimate(200), estimate(51), "white"), null);
  assert.equal(faultOf(estimate(-200), estimate(-50), "black"), "worse");
  assert.equal(faultOf(estimate(200), estimate(50), "black"), null);
  // What is lost, or won, stays so.
  assert.equal(faultOf(proof("black"), estimate(-900), "white"), null);
  assert.equal(faultOf(estimate(500), proof("white"), "white"), null);
});

test("mistakes are those of the sides asked for, never the best turn, and need both judgements", () => {
  const moves = [["one", "white"], ["two", "black"], ["three", "white"]].map(([text, color]) => ({ text, color }));
  const judgements = [estimate(0, ["other"]), estimate(-200, ["two"]), estimate(300), null];
  assert.deepEqual(findMistakes(moves, judgements, ["white", "black"]).map(({ ply, text, fault }) => [ply, text, fault]), [[0, "one", "worse"]]);
  assert.deepEqual(findMistakes(moves, judgements, ["black"]), []);
});

test("a try is as good as the best, better than in the game, or not", () => {
  const mistake = { ply: 0, color: "black", text: "x", fault: "worse", before: estimate(-300), after: estimate(0) };
  assert.equal(compareTry(estimate(-290), mistake), "best");
  assert.equal(compareTry(estimate(-150), mistake), "better");
  assert.equal(compareTry(estimate(10), mistake), "worse");
  assert.equal(compareTry(proof("white"), mistake), "worse");
  assert.equal(compareTry(proof("black"), { ...mistake, before: proof("black"), after: proof("draw") }), "best");
  assert.equal(compareTry(estimate(-500), { ...mistake, before: proof("black"), after: proof("draw") }), "better");
});

test("what is read from the device is looked at", () => {
  assert.ok(isJudgement(estimate(3, ["a"])) && isJudgement({ ...proof("draw"), distance: null }) && isJudgement({ ...proof("white"), distance: { count: 3, to: "end" } }));
  for (const bad of [null, 3, {}, { ...estimate(3), proved: "white" }, { ...proof("draw"), score: 3 }, { ...estimate(3), score: "3" }, { ...estimate(3), pv: [1] },
    { ...proof("red") }, { ...proof("white"), distance: { count: "x", to: "end" } }, { ...proof("white"), distance: undefined }]) assert.equal(isJudgement(bad), false, JSON.stringify(bad));
});

test("the graph: from turns to places and back, by mouse and keys", () => {
  for (const plies of [1, 7, 60, 300]) {
    for (let ply = 0; ply <= plies; ply++) assert.equal(plyAt(xOf(ply, plies), plies), ply);
  }
  assert.deepEqual([plyAt(-50, 9), plyAt(9999, 9)], [0, 9]);
  assert.ok(yOf(proof("white")) < yOf(estimate(900)) && yOf(estimate(900)) < yOf(proof("draw")) && yOf(estimate(-900)) < yOf(proof("black")));
  assert.deepEqual(["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", "x"].map((key) => plyByKey(key, 5, 12)), [4, 6, 12, 0, 0, 12, null]);
  assert.equal(plyByKey("ArrowLeft", 0, 12), 0);
});

test("when the engine looks at the position at hand", () => {
  const game = { fen: "9/9/4B4/2W6/6W2 W", width: 9, height: 5, outcome: null };
  const on = { ...FIRST, game, tab: "analysis", settings: { ...FIRST.settings, analysis: { computer: true, two: false } } };
  assert.equal(mayAnalyse(on), "yes");
  assert.equal(mayAnalyse({ ...on, players: { white: "person", black: "person" } }), "no");
  for (const more of [{ tab: "game" }, { aid: false }, { side: {} }, { game: { ...game, outcome: {} } }, { game: null }]) assert.equal(mayAnalyse({ ...on, ...more }), "no", JSON.stringify(more));
  assert.equal(mayAnalyse({ ...on, thinking: true }), "thinking");
  assert.equal(mayAnalyse({ ...on, judging: { done: 0, all: 3 } }), "judging");
  const tables = { board: "9x5", stones: 2, stoppable: false, work: { kind: "building", stones: 4, done: 0.5 } };
  assert.equal(mayAnalyse({ ...on, tables }), "waits");
  assert.equal(mayAnalyse({ ...on, tables: { ...tables, stones: 3 } }), "yes");
  assert.equal(mayAnalyse({ ...on, tables: { ...tables, stoppable: true } }), "yes");
  assert.equal(mayAnalyse({ ...on, tables: { ...tables, board: "5x5" } }), "yes");
});

test("a game by link has no aid until it is over, and then also at its earlier turns", () => {
  const store = new Store();
  connectAid(store);
  const game = (texts, outcome = null) => ({ moves: texts.map((text) => ({ text })), outcome });
  store.set({ game: game(["a"]) });
  assert.equal(store.state.aid, true);
  store.set({ players: { white: "person", black: "friend" } });
  assert.equal(store.state.aid, false);
  store.set({ game: game(["a", "b"], { winner: "white" }) });
  assert.equal(store.state.aid, true);
  store.set({ game: game(["a", "b"]) });
  assert.equal(store.state.aid, true);
  store.set({ game: game(["a", "c"]) });
  assert.equal(store.state.aid, false);
});

test("whose mistakes are looked for first", () => {
  assert.equal(ownSide({ players: { white: "person", black: "computer" } }), "white");
  assert.equal(ownSide({ players: { white: "friend", black: "person" } }), "black");
  assert.equal(ownSide({ players: { white: "person", black: "person" } }), "both");
});
