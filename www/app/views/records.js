// Records and positions: copying, saving as a file, and opening by paste, file or drop.

import { inWords, t } from "../i18n.js";
import { MOST_FILE, headersFor, kindOf, readGame, recordOf, textFault } from "../records.js";
import { byId, telling } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../i18n.js").Words} Words */
/** @typedef {import("../play.js").Play} Play */

/** Gives the person a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The browser has to have begun before the address goes.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * @param {Store} store @param {Play} play @param {(text: string) => void} say
 * @param {(text: string) => Words} takeGames  takes a file of kept games in; why not, in words, or ""
 */
export function showRecords(store, play, say, takeGames) {
  const field = /** @type {HTMLTextAreaElement} */ (byId("records-text"));
  const file = /** @type {HTMLInputElement} */ (byId("records-file"));
  const fault = byId("records-fault");
  const done = byId("records-done");
  const tellFault = telling(store, (text) => {
    fault.textContent = text;
    fault.hidden = text === "";
    field.setAttribute("aria-invalid", String(text !== ""));
  });
  const tellDone = telling(store, (text) => {
    done.textContent = text;
  });
  const tell = (/** @type {Words} */ words) => {
    tellFault(words);
    tellDone("");
  };
  const record = () => recordOf(play.rules, play.saved().game, headersFor(store.state, new Date()));

  /** One door for every text. @param {string} text @returns {Words} why it was not opened, in words, or "" */
  const open = (text) => {
    const problem = textFault(text);
    if (problem !== "") return problem;
    switch (kindOf(text)) {
      case "games": return takeGames(text);
      case "link": return play.openLink(text) ?? "";
      default: {
        const read = readGame(play.rules, text, store.state.setup);
        if ("fault" in read) return read.fault;
        const players = { white: "person", black: "person" };
        play.openSaved({ v: 2, game: read.game, players, level: store.state.level, flipped: store.state.flipped, fresh: false }, () => t("records.opened"));
        return "";
      }
    }
  };
  /** @param {File} one @returns {Promise<Words>} */
  const openFile = async (one) => {
    if (one.size > MOST_FILE) return () => t("records.fault.long", { size: MOST_FILE / 1e6 });
    try {
      return open(await one.text());
    } catch {
      return () => t("records.fault.unread", { name: one.name });
    }
  };

  const copy = (/** @type {string} */ text) => {
    const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error("no clipboard"));
    const after = (/** @type {string} */ key) => {
      tell("");
      tellDone(() => t(key));
      say(t(key));
    };
    copied.then(() => after("send.copied"), () => {
      // Not there on a page without https, refused in some frames: the text stands ready to be copied by hand.
      field.value = text;
      field.focus();
      field.select();
      after("send.byHand");
    });
  };
  byId("records-copy").addEventListener("click", () => copy(record()));
  byId("records-copy-position").addEventListener("click", () => copy(store.state.game?.fen ?? ""));
  byId("records-save").addEventListener("click", () => download("fanorona.txt", record(), "text/plain"));

  field.addEventListener("input", () => tell(""));
  byId("records-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const problem = open(field.value);
    tell(problem);
    if (problem !== "") {
      field.focus();
      return;
    }
    field.value = "";
    byId("panel-close").click();
  });
  byId("records-choose").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const [one] = file.files ?? [];
    if (!one) return;
    tell(await openFile(one));
    // The same file can be chosen again after it was mended.
    file.value = "";
    if (fault.hidden) byId("panel-close").click();
  });
  listenDrops(async (data) => {
    const [one] = data.files;
    const text = data.getData("text/plain");
    const problem = one ? await openFile(one) : open(text);
    if (problem === "") return;
    store.set({ notice: { text: problem } });
    say(inWords(problem));
  });
}

/** Files and texts that are let go anywhere on the page. @param {(data: DataTransfer) => Promise<void>} take */
function listenDrops(take) {
  const ours = (/** @type {DragEvent} */ event) => {
    const types = event.dataTransfer?.types ?? [];
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    return types.includes("Files") || (types.includes("text/plain") && !inField);
  };
  const mark = (/** @type {boolean} */ on) => document.documentElement.toggleAttribute("data-drop", on);
  addEventListener("dragover", (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    mark(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener("drop", (event) => {
    mark(false);
    if (!ours(event) || !event.dataTransfer) return;
    event.preventDefault();
    void take(event.dataTransfer);
  });
}
