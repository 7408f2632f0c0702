// The colours of a board, read from CSS custom properties so that a page's theme reaches the canvas.

/**
 * @typedef {object} Palette
 * @property {string} board @property {string} board2 @property {string} field @property {string} carve
 * @property {string} light @property {string} grid
 * @property {string} ivory @property {string} ivoryShade @property {string} ivoryRim
 * @property {string} basalt @property {string} basaltShade @property {string} basaltLight @property {string} basaltRim
 * @property {string} approach @property {string} withdrawal @property {string} path @property {string} accent
 * @property {string} badge @property {string} ink @property {string} soft
 */

/** @type {Palette} */
const LIGHT = {
  board: "#e6cfa4",
  board2: "#d9bd8b",
  field: "#ecd9b3",
  carve: "#7a4a2b",
  light: "#fff6df",
  grid: "#5b4030",
  ivory: "#fbf7ee",
  ivoryShade: "#dccdb2",
  ivoryRim: "#8d7a66",
  basalt: "#2b2625",
  basaltShade: "#0f0d0d",
  basaltLight: "#625a57",
  basaltRim: "#0d0b0a",
  approach: "#1f5fb4",
  withdrawal: "#b65205",
  path: "#0b6f65",
  accent: "#a63a22",
  badge: "#fffaf1",
  ink: "#2a211b",
  soft: "#6d5d50",
};

/** `basaltLight` is read from `--fan-basalt-light`. @param {string} name */
function property(name) {
  return "--fan-" + name.replace(/[A-Z2]/g, (c) => "-" + c.toLowerCase());
}

/**
 * Reads the colours as they are in force at an element, `var()`, `light-dark()` and all resolved.
 * @param {HTMLElement} element @returns {Palette}
 */
export function readPalette(element) {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.setProperty("forced-color-adjust", "none"); // the canvas is a picture, and keeps its colours
  element.append(probe);
  const style = getComputedStyle(probe);
  const palette = { ...LIGHT };
  for (const name of /** @type {(keyof Palette)[]} */ (Object.keys(LIGHT))) {
    probe.style.color = `var(${property(name)}, ${LIGHT[name]})`;
    palette[name] = style.color;
  }
  probe.remove();
  return palette;
}
