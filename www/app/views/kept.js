// The games kept on the device: keeping, opening, renaming, deleting, and all of them as one file.

import { localesFor, t } from "../i18n.js";
import { MOST_GAMES, cleanName } from "../kept.js";
import { variantName } from "../words.js";
import { download } from "./records.js";
import { byId, make, telling } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../store.js").PageState} PageState */
/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../kept.js").KeptGames} KeptGames */
/** @typedef {import("../kept.js").Line} Line */

/** The name of a game that was given none: the day, the board, how it stands. @param {PageState} state @param {Date} now @param {string} language */
export function usualName({ game, setup }, now, language) {
  const day = new Intl.DateTimeFormat(localesFor(language, "number"), { dateStyle: "medium" }).format(now);
  const stand = game?.outcome ? game.outcome.result : t("kept.turn", { turn: game?.ply ?? 0 });
  return `${day}, ${variantName(setup.variant)}, ${stand}`;
}

/** @param {Store} store @param {Play} play @param {KeptGames} kept @param {(text: string) => void} say */
export function showKept(store, play, kept, say) {
  const details = /** @type {HTMLDetailsElement} */ (byId("kept"));
  const form = /** @type {HTMLFormElement} */ (byId("kept-form"));
  const field = /** @type {HTMLInputElement} */ (byId("kept-name"));
  const fault = byId("kept-fault");
  const list = byId("kept-list");
  /** The line that is being renamed. @type {string | null} */
  let renamed = null;

  const tell = telling(store, (problem) => {
    fault.textContent = problem;
    fault.hidden = problem === "";
  });
  /** @param {import("../kept.js").Kept} how */
  const tellHow = (how) => tell(how === "kept" ? "" : () => t(`kept.fault.${how}`, { count: MOST_GAMES }));
  const name = () => usualName(store.state, new Date(), store.state.language);
  const render = () => {
    if (!details.open) return;
    const lines = kept.lines();
    if (kept.lost) tell(() => t("kept.lost"));
    const turn = { open: openLine, rename: beginRename, remove: removeLine };
    list.replaceChildren(...lines.map((line) => (line.id === renamed ? renameRow(line, endRename) : row(line, turn))));
    byId("kept-none").hidden = lines.length > 0;
    /** @type {HTMLButtonElement} */ (byId("kept-save")).disabled = lines.length === 0;
  };
  /** @param {string} id @param {string} act */
  const focusOn = (id, act) => {
    const item = [...list.children].find((one) => /** @type {HTMLElement} */ (one).dataset.id === id);
    /** @type {HTMLElement | null | undefined} */ (item?.querySelector(`[data-act="${act}"]`) ?? item?.querySelector("button"))?.focus();
  };

  const openLine = (/** @type {Line} */ line) => {
    if (!line.game || !play.openSaved(line.game.saved, () => t("kept.opened", { name: line.name }))) {
      tell(() => t("kept.damaged", { name: line.name }));
      return;
    }
    tell("");
    byId("panel-close").click();
  };
  const beginRename = (/** @type {Line} */ line) => {
    renamed = line.id;
    render();
    const input = /** @type {HTMLInputElement | null} */ (list.querySelector("input"));
    input?.focus();
    input?.select();
  };
  /** @param {Line} line @param {string | null} to */
  const endRename = (line, to) => {
    renamed = null;
    if (to !== null && cleanName(to) !== "") {
      tellHow(kept.rename(line.id, to));
    }
    render();
    focusOn(line.id, "rename");
  };
  const removeLine = (/** @type {Line} */ line) => {
    const lines = kept.lines();
    const place = lines.findIndex(({ id }) => id === line.id);
    const gone = kept.remove(line.id);
    if (gone === null) {
      render();
      return;
    }
    render();
    const next = lines[place + 1] ?? lines[place - 1];
    if (next) focusOn(next.id, "open");
    else field.focus();
    const text = () => t("kept.removed", { name: line.name });
    say(text());
    const run = () => {
      store.set({ notice: null });
      tellHow(kept.putBack(gone));
      render();
      focusOn(line.id, "open");
    };
    store.set({ notice: { text, action: { label: () => t("act.undo"), run } } });
  };

  details.addEventListener("toggle", render);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = cleanName(field.value) || name();
    const how = kept.add(words, play.saved(), new Date());
    tellHow(how);
    if (how !== "kept") return;
    field.value = "";
    render();
    say(t("kept.done", { name: words }));
  });
  byId("kept-save").addEventListener("click", () => download("fanorona-games.json", kept.file(), "application/json"));
  // Another window keeps games, too.
  addEventListener("storage", render);
  store.subscribe((state, before) => {
    if (state.game !== before.game || state.language !== before.language) field.placeholder = name();
    // A name that is being typed stays.
    if (state.language !== before.language && renamed === null) render();
  });

  /** Takes a file of kept games in. @param {string} text @returns {import("../i18n.js").Words} why not, in words, or "" */
  return (text) => {
    const taken = kept.takeFile(text);
    if (taken === null) return () => t("kept.fault.file");
    render();
    const { kept: how, added, here, damaged } = taken;
    if (how !== "kept") return () => t(`kept.fault.${how}`, { count: MOST_GAMES });
    const words = () => [t("kept.taken", { count: added }), here > 0 ? t("kept.here", { count: here }) : "", damaged.length > 0 ? t("kept.skipped", { names: damaged.slice(0, 5).join(", "), count: damaged.length }) : ""].filter(Boolean).join(" ");
    store.set({ notice: { text: words } });
    say(words());
    return "";
  };
}

const PEN = "M4 20l1-5L16 4l4 4L9 19ZM13 7l4 4";
const BIN = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13";

/** @param {string} words @param {string} act @param {string} path */
function iconButton(words, act, path) {
  const button = /** @type {HTMLButtonElement} */ (make("button", "plain icon"));
  button.type = "button";
  button.dataset.act = act;
  button.setAttribute("aria-label", words);
  button.title = words;
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  icon.append(line);
  button.append(icon);
  return button;
}

/** @param {Line} line @param {{[act in "open" | "rename" | "remove"]: (line: Line) => void}} turn */
function row(line, turn) {
  const item = make("li");
  item.dataset.id = line.id;
  const { name } = line;
  if (line.game) {
    const open = /** @type {HTMLButtonElement} */ (make("button", "plain kept-open", name));
    open.type = "button";
    open.dataset.act = "open";
    open.addEventListener("click", () => turn.open(line));
    const rename = iconButton(t("kept.rename", { name }), "rename", PEN);
    rename.addEventListener("click", () => turn.rename(line));
    item.append(open, rename);
  } else {
    item.append(make("span", "kept-damaged", t("kept.damaged", { name })));
  }
  const remove = iconButton(t("kept.remove", { name }), "remove", BIN);
  remove.addEventListener("click", () => turn.remove(line));
  item.append(remove);
  return item;
}

/** @param {Line} line @param {(line: Line, to: string | null) => void} end */
function renameRow(line, end) {
  const item = make("li");
  item.dataset.id = line.id;
  const input = document.createElement("input");
  Object.assign(input, { type: "text", value: line.name, maxLength: 200 });
  input.setAttribute("aria-label", t("kept.newName"));
  const done = /** @type {HTMLButtonElement} */ (make("button", "", t("kept.renameDone")));
  done.type = "button";
  done.addEventListener("click", () => end(line, input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") end(line, input.value);
    else if (event.key === "Escape") end(line, null);
    else return;
    event.preventDefault();
    // Else Escape closes the panel as well.
    event.stopPropagation();
  });
  item.append(input, done);
  return item;
}
