/**
 * The bytes behind a base64 text.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesFromBase64(text) {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
