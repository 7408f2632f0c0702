// What work in slices needs: a pause that lets messages in, and what an error means.

/** A wasm trap leaves the engine in pieces; an error with a code is an answer. @param {unknown} error */
export function isCrash(error) {
  return !(error instanceof Error) || error instanceof WebAssembly.RuntimeError || !("code" in error);
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A message to oneself is a macrotask without the delay that nested timers get. */
export function turnstile() {
  const channel = new MessageChannel();
  /** @type {(() => void) | null} */
  let resume = null;
  channel.port1.onmessage = () => resume?.();
  return {
    /** @returns {Promise<void>} */
    wait: () => new Promise((resolve) => {
      resume = resolve;
      channel.port2.postMessage(null);
    }),
    close: () => channel.port1.close(),
  };
}
