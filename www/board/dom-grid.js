// The accessible twin of the canvas: a real grid of cells over it, one for each point, one tab stop for all.

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./types.js").Square} Square */

/**
 * What a cell says and allows.
 * @typedef {object} CellView
 * @property {string} label
 * @property {boolean} selected
 * @property {boolean} grab  a touch on it starts a drag, so it must not scroll the page
 * @property {"stone" | "target" | "none"} hint  for forced colours, where the canvas may be hard to read
 */

export class DomGrid {
  /** @type {Map<Square, HTMLElement>} */
  #cells = new Map();
  #shape = "";
  /** The cell that holds the tab stop. @type {Square | null} */
  current = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.element = document.createElement("div");
    this.element.className = "fan-grid";
    this.element.setAttribute("role", "grid");
    root.append(this.element);
    this.element.addEventListener("focusin", (event) => {
      const square = this.squareOf(event.target);
      if (square !== null) this.#move(square);
    });
  }

  /** @param {Geometry} geometry @param {string} label */
  layout(geometry, label) {
    this.element.setAttribute("aria-label", label);
    const { columns, rows, portrait, flipped } = geometry;
    const shape = [columns, rows, portrait, flipped].join();
    const focused = this.hasFocus;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#cells.clear();
      const lines = geometry.seenRows().map((squares) => {
        const line = document.createElement("div");
        line.setAttribute("role", "row");
        line.append(...squares.map((square) => this.#cell(square)));
        return line;
      });
      this.element.replaceChildren(...lines);
      if (this.current === null || !this.#cells.has(this.current)) {
        this.current = /** @type {Square} */ (geometry.fromSeen(Math.floor(geometry.across / 2), Math.floor(geometry.down / 2)));
      }
      const cell = /** @type {HTMLElement} */ (this.#cells.get(this.current));
      cell.tabIndex = 0;
      if (focused) cell.focus({ preventScroll: true });
    }
    const { unit } = geometry;
    for (const [square, cell] of this.#cells) {
      const p = geometry.pixel(square);
      cell.style.left = `${p.x - unit / 2}px`;
      cell.style.top = `${p.y - unit / 2}px`;
      cell.style.width = cell.style.height = `${unit}px`;
    }
  }

  /** @param {Square} square */
  #cell(square) {
    const cell = document.createElement("div");
    cell.className = "fan-cell";
    cell.setAttribute("role", "gridcell");
    cell.dataset.square = square;
    cell.tabIndex = -1;
    this.#cells.set(square, cell);
    return cell;
  }

  /** @param {(square: Square) => CellView} view */
  update(view) {
    for (const [square, cell] of this.#cells) {
      const { label, selected, grab, hint } = view(square);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(selected));
      cell.toggleAttribute("data-grab", grab);
      cell.dataset.hint = hint;
    }
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** @param {EventTarget | null} target @returns {Square | null} */
  squareOf(target) {
    const cell = target instanceof Element ? target.closest(".fan-cell") : null;
    return cell instanceof HTMLElement && this.element.contains(cell) ? (cell.dataset.square ?? null) : null;
  }

  /** @param {Square} square */
  focus(square) {
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  /** Moves the tab stop without taking the focus. @param {Square} square */
  point(square) {
    if (this.#cells.has(square)) this.#move(square);
  }

  /** @param {Square} square */
  #move(square) {
    const before = this.current === null ? undefined : this.#cells.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = square;
    /** @type {HTMLElement} */ (this.#cells.get(square)).tabIndex = 0;
  }
}
