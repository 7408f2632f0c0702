// Sending a game to a friend, and opening what comes back.

import { t } from "../i18n.js";
import { closable } from "./dialogs.js";
import { showQr } from "./qr.js";
import { byId, makeText, telling } from "./status-view.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../play.js").Play} Play */

/**
 * What is sent. A page opened as a file has no address that others could open: there the text behind `#` is sent,
 * for the friend to paste.
 * @param {string} fragment @param {Pick<Location, "protocol" | "href">} place
 */
export function sendable(fragment, { protocol, href }) {
  return protocol === "file:" ? fragment : href.replace(/#.*$/, "") + fragment;
}

/** @param {Store} store @param {Play} play @param {(text: string) => void} say @returns {() => void} opens it */
export function sendDialog(store, play, say) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("send-dialog"));
  const field = /** @type {HTMLInputElement} */ (byId("send-link"));
  const share = byId("send-share");
  const done = byId("send-done");
  closable(dialog);
  const isFile = location.protocol === "file:";
  byId("send-hint").append(makeText("span", "", isFile ? "send.hint.file" : "send.hint"));
  share.hidden = typeof navigator.share !== "function";
  byId("send-copy").classList.toggle("primary", share.hidden);
  const shown = telling(store, (text) => {
    done.textContent = text;
  });
  const tell = (/** @type {string} */ key) => {
    shown(() => t(key));
    say(t(key));
  };
  // The whole text stands ready to be copied by hand.
  const mark = () => {
    field.focus();
    field.select();
  };
  field.addEventListener("focus", () => field.select());
  byId("send-copy").addEventListener("click", () => {
    // Not there on a page without https, refused in some frames.
    const copied = navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject(new Error("no clipboard"));
    copied.then(() => tell("send.copied"), () => {
      mark();
      tell("send.byHand");
    });
  });
  share.addEventListener("click", () => {
    const data = isFile ? { text: field.value } : { title: t("page.title"), text: t("send.message"), url: field.value };
    navigator.share(data).then(() => tell("send.shared"), (/** @type {unknown} */ error) => {
      // Who closes the device's own dialog has decided.
      if (error instanceof DOMException && error.name === "AbortError") return;
      mark();
      tell("send.byHand");
    });
  });
  return () => {
    const { game } = store.state;
    if (!game) return;
    field.value = sendable(play.link(), location);
    showQr(byId("send-qr"), play.rules, field.value);
    shown("");
    dialog.showModal();
    byId(share.hidden ? "send-copy" : "send-share").focus();
  };
}

/** The field for a link that came another way than by a tap on it. @param {Store} store @param {Play} play */
export function showLinkField(store, play) {
  const form = /** @type {HTMLFormElement} */ (byId("link-form"));
  const field = /** @type {HTMLInputElement} */ (byId("link-text"));
  const fault = byId("link-fault");
  const tell = telling(store, (text) => {
    fault.textContent = text;
    fault.hidden = text === "";
    field.setAttribute("aria-invalid", String(text !== ""));
  });
  field.addEventListener("input", () => tell(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const problem = play.openLink(field.value);
    tell(problem ?? "");
    if (problem === null) {
      field.value = "";
      byId("panel-close").click();
    } else {
      field.focus();
    }
  });
}
