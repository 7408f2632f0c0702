// The engine in the page itself, for hosts where no worker can be made. It looks like a worker to the client.

import { EngineHost } from "./host.js";

/** @typedef {import("./client.js").WorkerLike} WorkerLike */

/** @param {Promise<import("./host.js").Rules>} rules @returns {WorkerLike} */
export function inPageWorker(rules) {
  /** @type {((event: {data: unknown}) => void)[]} */
  const listeners = [];
  const later = (/** @type {() => void} */ act) => setTimeout(act, 0);
  // Small slices, or the page could not answer a hand.
  const host = new EngineHost(rules, (reply) => later(() => listeners.forEach((listen) => listen({ data: reply }))), (slice) => slice / 3);
  return {
    postMessage: (message) => later(() => host.hear(message)),
    terminate: () => host.end(),
    addEventListener: (type, listener) => {
      if (type === "message") listeners.push(listener);
    },
  };
}
