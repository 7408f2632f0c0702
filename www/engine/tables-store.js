// Tables of endings kept on the device. Every call is guarded: where the browser keeps nothing, is full or does not
// answer, the tables are built again. What is kept is a file with a checksum of its own, so a bad one is found when it is opened.

const DATABASE = "fanorona.tables";
const FILES = "files";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class TablesStore {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;

  /**
   * @param {object} options
   * @param {number} options.version  of the format: files of another one are deleted
   * @param {() => IDBFactory | undefined} [options.factory]  throws where storage is blocked
   * @param {number} [options.patienceMs]  a store that says nothing for so long counts as blocked
   */
  constructor({ version, factory = () => globalThis.indexedDB, patienceMs = 4000 }) {
    this.version = version;
    this.factory = factory;
    this.patienceMs = patienceMs;
  }

  /** The numbers of stones that files of a board are kept for, ascending. @param {string} board @returns {Promise<number[]>} */
  list(board) {
    return this.#guard([], async () => {
      const keys = (await this.#ask("readonly", (files) => files.getAllKeys())).map(String);
      const old = keys.filter((key) => !key.startsWith(`${this.version}/`));
      if (old.length > 0) void this.#guard(null, () => this.#ask("readwrite", (files) => old.map((key) => files.delete(key))[0]));
      const mine = keys.map((key) => key.split("/")).filter(([version, name]) => version === String(this.version) && name === board);
      return mine.map(([, , stones]) => Number(stones)).filter((stones) => stones > 1).sort((a, b) => a - b);
    });
  }

  /** @param {string} board @param {number} stones @returns {Promise<Uint8Array | null>} */
  load(board, stones) {
    return this.#guard(null, async () => {
      const found = await this.#ask("readonly", (files) => files.get(this.#key(board, stones)));
      return found instanceof Uint8Array ? found : null;
    });
  }

  /** @param {string} board @param {number} stones @param {Uint8Array} bytes @returns {Promise<boolean>} whether they are kept */
  save(board, stones, bytes) {
    return this.#guard(false, async () => {
      await this.#ask("readwrite", (files) => files.put(bytes, this.#key(board, stones)));
      return true;
    });
  }

  /** @param {string} board @param {number} stones @returns {Promise<void>} */
  async remove(board, stones) {
    await this.#guard(undefined, () => this.#ask("readwrite", (files) => files.delete(this.#key(board, stones))));
  }

  /** @param {string} board @param {number} stones */
  #key(board, stones) {
    return `${this.version}/${board}/${stones}`;
  }

  /** @returns {Promise<IDBDatabase>} */
  #open() {
    this.#database ??= (async () => {
      const factory = this.factory();
      if (!factory) throw new Error("no storage");
      const request = factory.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(FILES);
      const database = await answer(request);
      // Another page of ours may want to change it.
      database.onversionchange = () => {
        database.close();
        this.#database = null;
      };
      return database;
    })();
    return this.#database;
  }

  /** @template T @param {IDBTransactionMode} mode @param {(files: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T>} */
  async #ask(mode, act) {
    const transaction = (await this.#open()).transaction(FILES, mode);
    const whole = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error);
    });
    whole.catch(() => {});
    const result = await answer(act(transaction.objectStore(FILES)));
    // A full disk may show only here.
    await whole;
    return result;
  }

  /** @template T @param {T} otherwise @param {() => Promise<T>} act @returns {Promise<T>} */
  #guard(otherwise, act) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(otherwise), this.patienceMs);
      act().catch(() => {
        this.#database = null;
        return otherwise;
      }).then((result) => {
        clearTimeout(timer);
        resolve(result);
      });
    });
  }
}
