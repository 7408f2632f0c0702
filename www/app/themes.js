// Which colours are shown: what the person has chosen, or what the device says.

/** @typedef {"auto" | "light" | "dark" | "contrast-light" | "contrast-dark"} Theme */

/** @type {readonly Theme[]} */
export const THEMES = ["auto", "light", "dark", "contrast-light", "contrast-dark"];

/** @param {Theme} theme @param {{dark: boolean, more: boolean}} device @returns {{scheme: "light" | "dark", contrast: boolean}} */
export function shownTheme(theme, { dark, more }) {
  if (theme === "auto") return { scheme: dark ? "dark" : "light", contrast: more };
  return { scheme: theme.endsWith("dark") ? "dark" : "light", contrast: theme.startsWith("contrast") };
}

/** The other of light and dark, as strong as what is shown. @param {{scheme: "light" | "dark", contrast: boolean}} shown @returns {Theme} */
export function otherTheme({ scheme, contrast }) {
  const to = scheme === "dark" ? "light" : "dark";
  return contrast ? `contrast-${to}` : to;
}

/**
 * Paper is light: while the page is printed it has the light colours, and the board is painted anew with them.
 * @param {() => void} repaint
 */
export function connectPrint(repaint) {
  const print = (/** @type {boolean} */ on) => {
    document.documentElement.toggleAttribute("data-print", on);
    repaint();
  };
  // Before a dialog to print opens the page still has the colours of the screen; a medium that only changes sends no such event.
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
}
