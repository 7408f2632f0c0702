// The small buttons beside a point: which capture, stop here, play. Real buttons, so every way of input reaches them.

/** @typedef {import("./geometry.js").Point} Point */

/**
 * @typedef {object} Chip
 * @property {"approach" | "withdrawal" | "stop" | "play"} id
 * @property {string} label  for the ear
 * @property {string} text  shown
 * @property {string} key  the key that does the same, shown with a mouse
 * @property {Point} toward  where the chevron points
 * @property {Point} at  upper left corner
 */

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = { approach: "M-5.5-7 7 0-5.5 7-2.5 0Z", withdrawal: "M-5-7 6 0-5 7", stop: "M-5-5H5V5H-5Z", play: "M-4-6 6 0-4 6Z" };

const FONT = '600 16px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** The room a chip needs; keys are shown only where a mouse is. @param {string} text @returns {{w: number, h: number}} */
export function chipSize(text) {
  ruler ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  ruler.font = FONT;
  const key = matchMedia("(hover: hover)").matches ? 26 : 0;
  return { w: Math.ceil(ruler.measureText(text).width) + 52 + key, h: 44 };
}

export class Chips {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {HTMLElement} root @param {{press: (id: Chip["id"]) => void, point: (id: Chip["id"] | null) => void}} handlers */
  constructor(root, handlers) {
    this.element = document.createElement("div");
    this.element.className = "fan-chips";
    root.append(this.element);
    this.handlers = handlers;
  }

  /** @param {Chip[]} chips */
  update(chips) {
    for (const [id, button] of this.#buttons) {
      if (chips.some((chip) => chip.id === id)) continue;
      this.#buttons.delete(id);
      button.remove();
    }
    for (const chip of chips) {
      const button = this.#buttons.get(chip.id) ?? this.#create(chip.id);
      const { w, h } = chipSize(chip.text);
      button.style.left = `${chip.at.x}px`;
      button.style.top = `${chip.at.y}px`;
      button.style.width = `${w}px`;
      button.style.height = `${h}px`;
      button.setAttribute("aria-label", chip.label);
      button.setAttribute("aria-keyshortcuts", chip.key);
      /** @type {HTMLElement} */ (button.querySelector(".fan-chip-text")).textContent = chip.text;
      button.dataset.key = chip.key;
      const angle = chip.id === "approach" || chip.id === "withdrawal" ? (Math.atan2(chip.toward.y, chip.toward.x) * 180) / Math.PI : 0;
      /** @type {SVGElement} */ (button.querySelector("path")).setAttribute("transform", `rotate(${angle})`);
    }
  }

  /** @param {Chip["id"]} id */
  #create(id) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `fan-chip fan-chip-${id}`;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-9 -9 18 18");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", SHAPES[id]);
    svg.append(path);
    const text = document.createElement("span");
    text.className = "fan-chip-text";
    button.append(svg, text);
    button.addEventListener("click", () => this.handlers.press(id));
    for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => this.handlers.point(id));
    for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => this.handlers.point(null));
    this.#buttons.set(id, button);
    this.element.append(button);
    return button;
  }
}
