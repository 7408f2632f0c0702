// The page without a network: the built site has a service worker that keeps its files. A new version is offered, never
// forced. Where service workers or storage are blocked, or the page was not built, nothing of this happens.

import { cacheName } from "../offline/site-files.js";
import { t } from "./i18n.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Notice} Notice */

/** A page that stays open for days looks for a new version when it is looked at. */
const LOOK_AGAIN_MS = 3_600_000;

/**
 * @param {object} parts
 * @param {Store} parts.store
 * @param {(text: string) => void} parts.say
 * @param {() => boolean} parts.save  keeps the game; false where that fails
 */
export async function workOffline({ store, say, save }) {
  const build = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=fanorona-build]"))?.content;
  if (build === undefined || location.protocol === "file:") return;
  try {
    const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    runsBuild(cacheName(registration.scope, build));
    let offered = false;
    const consider = async (/** @type {ServiceWorker} */ worker) => {
      // A page that came past the service worker runs the new version already.
      if ((await buildOf(worker)) === build) {
        worker.postMessage("use");
      } else if (!offered) {
        offered = true;
        offer(store, say, () => use(registration, store, save));
      }
    };
    watch(registration, consider);
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("tidy"));
    lookAgain(registration);
  } catch {
    // Blocked here: the page works as it would without.
  }
}

/** Tells the service worker, by a lock, that the files of this build are in use. @param {string} name */
function runsBuild(name) {
  let release = () => {};
  const hold = () => {
    navigator.locks?.request(name, { mode: "shared" }, () => new Promise((resolve) => (release = () => resolve(undefined)))).catch(() => {});
  };
  hold();
  // A page that holds a lock could not be kept for the way back.
  addEventListener("pagehide", () => release());
  addEventListener("pageshow", (event) => event.persisted && hold());
}

/** @param {ServiceWorker} worker @returns {Promise<string>} */
function buildOf(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("build", [port2]);
  });
}

/** Hears of each version that waits, also of one that waits already. @param {ServiceWorkerRegistration} registration @param {(worker: ServiceWorker) => void} consider */
function watch(registration, consider) {
  const follow = (/** @type {ServiceWorker | null} */ worker) => {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && registration.active) consider(worker);
    });
  };
  if (registration.waiting) consider(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
}

/** @param {ServiceWorkerRegistration} registration */
function lookAgain(registration) {
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < LOOK_AGAIN_MS) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Offers the new version, when there is nothing else to tell. @param {Store} store @param {(text: string) => void} say @param {() => void} run */
function offer(store, say, run) {
  const notice = { text: () => t("offline.ready"), action: { label: () => t("offline.use"), run } };
  const show = () => {
    store.set({ notice });
    say(notice.text());
  };
  let closed = false;
  if (store.state.notice === null) show();
  store.subscribe((state, before) => {
    if (closed || state.notice !== null || before.notice === null) return;
    // Closed by the person: it is not offered again until the page is opened again.
    if (before.notice === notice) closed = true;
    else show();
  });
}

/** @param {ServiceWorkerRegistration} registration @param {Store} store @param {() => boolean} save */
function use(registration, store, save) {
  if (!save()) {
    store.set({ notice: { text: () => t("offline.notKept") } });
    return;
  }
  const { waiting } = registration;
  if (!waiting) {
    // Another window has taken it.
    location.reload();
    return;
  }
  waiting.addEventListener("statechange", () => {
    if (waiting.state === "activated" || waiting.state === "redundant") location.reload();
  });
  waiting.postMessage("use");
}
