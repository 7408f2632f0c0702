// A text as a QR code: a picture for the camera of another device.

import { t } from "../i18n.js";
import { makeText } from "./status-view.js";

const SVG = "http://www.w3.org/2000/svg";
/** Light points around the code, which readers need to find it. */
export const QUIET = 4;

/** One path of all dark points: runs of a row as bars. @param {Uint8Array} points row by row, 1 is dark @param {number} side */
export function qrPath(points, side) {
  let path = "";
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (points[y * side + x] !== 1) continue;
      const from = x;
      while (x + 1 < side && points[y * side + x + 1] === 1) x++;
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  }
  return path;
}

/** @param {string} name @param {{[attribute: string]: string}} attributes */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/**
 * Shows the code of a text, or says that it is too long for one.
 * @param {HTMLElement} box @param {import("../session.js").Rules} rules @param {string} text
 */
export function showQr(box, rules, text) {
  let points;
  try {
    points = rules.qrCode(text);
  } catch {
    box.replaceChildren(makeText("p", "", "send.qr.tooLong"));
    return;
  }
  const side = Math.sqrt(points.length);
  const whole = side + 2 * QUIET;
  const svg = element("svg", { viewBox: `0 0 ${whole} ${whole}`, role: "img", "aria-label": t("send.qr.label"), "data-t-label": "send.qr.label", "shape-rendering": "crispEdges" });
  svg.append(element("rect", { class: "qr-light", width: String(whole), height: String(whole) }), element("path", { class: "qr-dark", d: qrPath(points, side) }));
  box.replaceChildren(svg);
}
