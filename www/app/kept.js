// Games kept on the device under names. What cannot be read stays where it is and is named: nothing is thrown away
// but by the person.

import { isSavedGame } from "./session.js";

/** @typedef {import("./storage.js").Keeper} Keeper */

/**
 * A game with its name. `saved` is what `Play.saved` gives.
 * @typedef {{id: string, name: string, date: string, saved: any}} KeptGame
 */

/** A line of the list: a game, or what is left of one. @typedef {{id: string, name: string, game: KeptGame | null}} Line */

/** How keeping went: `full` and `blocked` are the device's, `many` is ours. @typedef {"kept" | "full" | "blocked" | "many"} Kept */

/** How many games one device keeps. */
export const MOST_GAMES = 200;
export const MOST_NAME = 80;
export const FILE_FORMAT = "fanorona-games";

const NAME = "kept";

/** @param {unknown} value @returns {value is KeptGame} */
function isKeptGame(value) {
  const kept = /** @type {Partial<KeptGame> | null} */ (value);
  return typeof kept === "object" && kept !== null && typeof kept.id === "string" && kept.id !== "" && typeof kept.name === "string"
    && typeof kept.date === "string" && isSavedGame(kept.saved?.game);
}

/** A name without line breaks, not longer than a line. @param {string} name */
export function cleanName(name) {
  return [...name.replace(/\s+/g, " ").trim()].slice(0, MOST_NAME).join("");
}

/** What can be told of an entry that is damaged. @param {unknown} value @param {number} place */
function nameOf(value, place) {
  const name = /** @type {{name?: unknown} | null} */ (value)?.name;
  return typeof name === "string" && cleanName(name) !== "" ? cleanName(name) : `#${place + 1}`;
}

export class KeptGames {
  /** Whether the whole list could not be read; what it was lies beside it then. */
  lost = false;

  /** @param {Keeper} keeper */
  constructor(keeper) {
    this.keeper = keeper;
  }

  /** As it is on the device now: another window may have changed it. @returns {unknown[]} */
  #load() {
    const found = this.keeper.load(NAME);
    if (found === null) return [];
    if (Array.isArray(found)) return found;
    this.lost = this.keeper.setAside(NAME) || this.lost;
    return [];
  }

  /** @param {unknown[]} all @returns {Kept} */
  #save(all) {
    if (this.keeper.save(NAME, all)) return "kept";
    return this.keeper.works ? "full" : "blocked";
  }

  /** The newest first. @returns {Line[]} */
  lines() {
    return this.#load().map((value, place) => (isKeptGame(value)
      ? { id: value.id, name: value.name, game: value }
      : { id: `#${place}`, name: nameOf(value, place), game: null }));
  }

  /** @param {string} name @param {unknown} saved @param {Date} now @returns {Kept} */
  add(name, saved, now) {
    const all = this.#load();
    if (all.length >= MOST_GAMES) return "many";
    return this.#save([{ id: crypto.randomUUID?.() ?? `${now.getTime()}-${Math.random()}`, name: cleanName(name), date: now.toISOString(), saved }, ...all]);
  }

  /** @param {string} id @param {string} name @returns {Kept} */
  rename(id, name) {
    return this.#save(this.#load().map((value) => (isKeptGame(value) && value.id === id ? { ...value, name: cleanName(name) } : value)));
  }

  /** @param {string} id @returns {{value: unknown, place: number} | null} what is gone, to put it back */
  remove(id) {
    const place = this.lines().findIndex((line) => line.id === id);
    if (place < 0) return null;
    const all = this.#load();
    const [value] = all.splice(place, 1);
    return this.#save(all) === "kept" ? { value, place } : null;
  }

  /** @param {{value: unknown, place: number}} gone @returns {Kept} */
  putBack({ value, place }) {
    const all = this.#load();
    all.splice(place, 0, value);
    return this.#save(all);
  }

  /** All games as one file. */
  file() {
    return `${JSON.stringify({ format: FILE_FORMAT, v: 1, games: this.lines().flatMap(({ game }) => game ?? []) }, null, 1)}\n`;
  }

  /**
   * Takes the games of a file in; those that are here already count as such.
   * @param {string} text
   * @returns {{kept: Kept, added: number, here: number, damaged: string[]} | null} null when it is no such file
   */
  takeFile(text) {
    /** @type {{format?: unknown, v?: unknown, games?: unknown} | null} */
    let file;
    try {
      file = JSON.parse(text);
    } catch {
      return null;
    }
    if (file?.format !== FILE_FORMAT || file.v !== 1 || !Array.isArray(file.games)) return null;
    const all = this.#load();
    const known = new Set(all.map((value) => (isKeptGame(value) ? value.id : "")));
    const damaged = file.games.flatMap((value, place) => (isKeptGame(value) ? [] : [nameOf(value, place)]));
    /** @type {KeptGame[]} */
    const games = file.games.filter(isKeptGame);
    const fresh = games.filter(({ id }) => !known.has(id) && known.add(id)).map(({ id, name, date, saved }) => ({ id, name: cleanName(name), date, saved }));
    const here = games.length - fresh.length;
    if (all.length + fresh.length > MOST_GAMES) return { kept: "many", added: 0, here, damaged };
    const kept = fresh.length === 0 ? "kept" : this.#save([...fresh, ...all]);
    return { kept, added: kept === "kept" ? fresh.length : 0, here, damaged };
  }
}
