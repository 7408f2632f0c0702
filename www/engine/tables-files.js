// Files of tables that a site may have beside the page. A site without them, or a page opened from a file, is silence.

/** A file of tables that the site has. @typedef {{board: string, stones: number, bytes: number, name: string}} TablesFile */

const NAME = /^[\w-]+\.fanotabl$/;
const ANY = 1_000_000_000;

export class TablesFiles {
  /** @type {Promise<TablesFile[]> | null} */
  #list = null;

  /** @param {string | null} folder  its address with a slash at the end, or null where there is none @param {typeof fetch} [get] */
  constructor(folder, get = (...args) => fetch(...args)) {
    this.folder = folder;
    this.get = get;
  }

  /** What the site has for a board. @param {string} board @returns {Promise<TablesFile[]>} */
  async list(board) {
    this.#list ??= this.#read();
    return (await this.#list).filter((file) => file.board === board);
  }

  /** @returns {Promise<TablesFile[]>} */
  async #read() {
    if (this.folder === null) return [];
    try {
      const response = await this.get(`${this.folder}list.json`);
      if (!response.ok) return [];
      const { files } = await response.json();
      return files.filter((/** @type {Partial<TablesFile> | null} */ file) => typeof file?.board === "string" && typeof file.name === "string" && NAME.test(file.name)
        && Number.isSafeInteger(file.stones) && Number.isSafeInteger(file.bytes) && Number(file.bytes) > 0 && Number(file.bytes) < ANY);
    } catch {
      return [];
    }
  }

  /**
   * The bytes of a file, or null where the site does not have it after all. Rejects when the way is cut or `signal` stops it.
   * @param {TablesFile} file @param {AbortSignal} signal @param {(done: number) => void} onProgress  0 to 1
   * @returns {Promise<Uint8Array | null>}
   */
  async load(file, signal, onProgress) {
    const response = await this.get(`${this.folder}${file.name}`, { signal });
    if (!response.ok || !response.body) return null;
    const reader = response.body.getReader();
    const bytes = new Uint8Array(file.bytes);
    let at = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes.subarray(0, at);
      if (at + value.length > bytes.length) {
        // Another file than the one in the list: the tables' own check says so.
        await reader.cancel();
        return bytes;
      }
      bytes.set(value, at);
      at += value.length;
      onProgress(at / bytes.length);
    }
  }
}
