// Keeping things on the device. Every call is guarded: blocked or full storage costs saving, never the game.

const PREFIX = "fanorona.";

/** @returns {Storage | null} */
function open() {
  try {
    const storage = globalThis.localStorage;
    const probe = `${PREFIX}probe`;
    storage.setItem(probe, "1");
    storage.removeItem(probe);
    return storage;
  } catch {
    return null;
  }
}

export class Keeper {
  #storage = open();

  /** Whether anything can be saved at all. */
  get works() {
    return this.#storage !== null;
  }

  /** @param {string} name @returns {unknown} what was saved, or null; undefined where it cannot be read */
  load(name) {
    try {
      const text = this.#storage?.getItem(PREFIX + name);
      return text ? JSON.parse(text) : null;
    } catch {
      return undefined;
    }
  }

  /** @param {string} name @param {unknown} value @returns {boolean} whether it is saved */
  save(name, value) {
    if (this.#storage === null) return false;
    try {
      this.#storage.setItem(PREFIX + name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  /** Puts what cannot be read beside, so that it can be looked into and nothing new is saved over it. @param {string} name @returns {boolean} whether there was something */
  setAside(name) {
    try {
      const text = this.#storage?.getItem(PREFIX + name);
      if (!text) return false;
      this.#storage?.setItem(`${PREFIX}${name}.damaged`, text);
      this.#storage?.removeItem(PREFIX + name);
      return true;
    } catch {
      return false;
    }
  }
}
