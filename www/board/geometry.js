// Where points are: names, columns and rows, and pixels, for a board that may be flipped or turned.

/** @typedef {import("./types.js").Square} Square */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

// Measures in units of the distance between two points.
export const STONE = 0.355;
export const FIELD = 0.47; // from the outermost points to the edge of the playing field
const FRAME = 0.29; // the frame at the sides, where the coordinates are written
export const BAND = 0.36; // the carved band
const RIM = 0.1; // plain wood outside the band
export const LABELS = 0.29; // the strip with the coordinates below the field
const GAP = 0.09; // between the field and the upper band

/** @param {number} column @param {number} row @returns {Square} */
export function squareName(column, row) {
  return LETTERS[column] + String(row + 1);
}

/** @param {Square} square @returns {{column: number, row: number}} */
export function squareAt(square) {
  return { column: LETTERS.indexOf(square[0]), row: Number(square.slice(1)) - 1 };
}

/** The direction of a numpad digit as seen on the screen, or null for 5 and others. @param {string} digit @returns {Point | null} */
export function digitDirection(digit) {
  const n = "123456789".indexOf(digit);
  if (n < 0 || digit.length !== 1 || n === 4) return null;
  return { x: (n % 3) - 1, y: 1 - Math.floor(n / 3) };
}

/** The box of a board in units: what it takes without any scale. @param {number} columns @param {number} rows as seen */
function unitBox(columns, rows) {
  return {
    w: columns - 1 + 2 * (FIELD + FRAME),
    h: rows - 1 + 2 * FIELD + GAP + LABELS + 2 * (BAND + RIM),
  };
}

export class Geometry {
  /**
   * @param {object} options
   * @param {number} options.columns
   * @param {number} options.rows
   * @param {boolean} [options.portrait]
   * @param {boolean} [options.flipped]
   * @param {number} options.width  CSS pixels to fill
   * @param {number} [options.dpr]
   */
  constructor({ columns, rows, portrait = false, flipped = false, width, dpr = 1 }) {
    this.columns = columns;
    this.rows = rows;
    this.portrait = portrait;
    this.flipped = flipped;
    this.dpr = dpr;
    /** Columns and rows as seen. */
    this.across = portrait ? rows : columns;
    this.down = portrait ? columns : rows;
    const box = unitBox(this.across, this.down);
    this.width = Math.max(1, Math.floor(width * dpr) / dpr);
    /** Pixels between neighbouring points; whole device pixels so that lines are sharp. */
    this.unit = Math.max(1, Math.floor((this.width / box.w) * dpr)) / dpr;
    this.height = Math.ceil(this.unit * box.h * dpr) / dpr;
    const snap = (/** @type {number} */ v) => (Math.round(v * dpr) + 0.5) / dpr;
    this.left = snap((this.width - (this.across - 1) * this.unit) / 2);
    this.top = snap((RIM + BAND + GAP + FIELD) * this.unit);
  }

  /** Width over height of such a board. @param {number} columns @param {number} rows @param {boolean} portrait */
  static ratio(columns, rows, portrait) {
    const box = portrait ? unitBox(rows, columns) : unitBox(columns, rows);
    return box.w / box.h;
  }

  /** The width beyond which such a board only gets coarse. @param {number} columns @param {number} rows @param {boolean} portrait */
  static widest(columns, rows, portrait) {
    return Math.round((portrait ? unitBox(rows, columns) : unitBox(columns, rows)).w * 116);
  }

  /** Whether a board reads better turned at this width. @param {number} columns @param {number} rows @param {number} width */
  static prefersPortrait(columns, rows, width) {
    return columns > rows && width / unitBox(columns, rows).w < 46;
  }

  /** Column and row as seen, from the upper left. @param {Square} square */
  seen(square) {
    const { column, row } = squareAt(square);
    // Turned a quarter clockwise: column a comes to the top and White's side to the left.
    let x = this.portrait ? row : column;
    let y = this.portrait ? column : this.rows - 1 - row;
    if (this.flipped) {
      x = this.across - 1 - x;
      y = this.down - 1 - y;
    }
    return { x, y };
  }

  /** The point at a column and row as seen, or null off the board. @param {number} x @param {number} y @returns {Square | null} */
  fromSeen(x, y) {
    if (x < 0 || y < 0 || x >= this.across || y >= this.down) return null;
    const sx = this.flipped ? this.across - 1 - x : x;
    const sy = this.flipped ? this.down - 1 - y : y;
    return this.portrait ? squareName(sy, sx) : squareName(sx, this.rows - 1 - sy);
  }

  /** @param {Square} square @returns {Point} pixels */
  pixel(square) {
    const { x, y } = this.seen(square);
    return { x: this.left + x * this.unit, y: this.top + y * this.unit };
  }

  /** The point whose square cell holds these pixels. @param {number} x @param {number} y @returns {Square | null} */
  hit(x, y) {
    return this.fromSeen(Math.round((x - this.left) / this.unit), Math.round((y - this.top) / this.unit));
  }

  /** The neighbour in a direction as seen. @param {Square} square @param {Point} direction */
  neighbour(square, direction) {
    const { x, y } = this.seen(square);
    return this.fromSeen(x + direction.x, y + direction.y);
  }

  /** Columns and rows turned into a direction as seen. @param {[number, number]} direction @returns {Point} */
  seenDirection([columns, rows]) {
    const sign = this.flipped ? -1 : 1;
    return this.portrait ? { x: sign * rows || 0, y: sign * columns || 0 } : { x: sign * columns || 0, y: -sign * rows || 0 };
  }

  /** Direction as seen from one point to another, each part -1, 0 or 1. @param {Square} from @param {Square} to @returns {Point} */
  direction(from, to) {
    const a = this.seen(from);
    const b = this.seen(to);
    return { x: Math.sign(b.x - a.x), y: Math.sign(b.y - a.y) };
  }

  /** The playing field in pixels. @returns {Box} */
  field() {
    const m = FIELD * this.unit;
    return {
      x: this.left - m,
      y: this.top - m,
      w: (this.across - 1) * this.unit + 2 * m,
      h: (this.down - 1) * this.unit + 2 * m,
    };
  }

  /** The two carved bands in pixels. @returns {[Box, Box]} */
  bands() {
    const u = this.unit;
    const field = this.field();
    const bottom = field.y + field.h + LABELS * u;
    const h = BAND * u;
    return [
      { x: field.x, y: RIM * u, w: field.w, h },
      { x: field.x, y: bottom, w: field.w, h },
    ];
  }

  /** Every point, row by row as seen. @returns {Square[][]} */
  seenRows() {
    return Array.from({ length: this.down }, (_, y) =>
      Array.from({ length: this.across }, (_, x) => /** @type {Square} */ (this.fromSeen(x, y))));
  }
}

/** The area two boxes share. @param {Box} a @param {Box} b */
export function overlap(a, b) {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * Places one or two chips beside a point so that they cover as little as possible of what matters.
 * With two, the first lies further along `direction` than the second.
 * @param {Geometry} geometry
 * @param {Square} at
 * @param {{w: number, h: number}[]} sizes
 * @param {Point} direction  as seen
 * @param {{at: Point, weight: number}[]} keep  places not to cover, in pixels, and how much each matters
 * @returns {Point[]} the upper left corner of each chip
 */
export function placeChips(geometry, at, sizes, direction, keep) {
  const u = geometry.unit;
  const centre = geometry.pixel(at);
  const gap = 6;
  const w = sizes.reduce((sum, s) => sum + s.w, gap * (sizes.length - 1));
  const tall = sizes.reduce((sum, s) => sum + s.h, gap * (sizes.length - 1));
  const wide = Math.max(...sizes.map((s) => s.w));
  const high = Math.max(...sizes.map((s) => s.h));
  const r = u * 0.36;
  /** @type {{box: Box, row: boolean, cost: number}[]} */
  const options = [];
  const ways = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]];
  for (const [dx, dy, far] of [...ways.map(([x, y]) => [x, y, 1]), ...ways.map(([x, y]) => [x, y, 1.7])]) {
    for (const row of sizes.length > 1 ? [true, false] : [true]) {
      const bw = row ? w : wide;
      const bh = row ? high : tall;
      const x = centre.x - bw / 2 + dx * (r * 1.2 * far + bw / 2);
      const y = centre.y - bh / 2 + dy * (r * 1.2 * far + bh / 2);
      const box = {
        x: Math.min(Math.max(x, 4), geometry.width - bw - 4),
        y: Math.min(Math.max(y, 4), geometry.height - bh - 4),
        w: bw,
        h: bh,
      };
      let cost = options.length * 0.002 + (far - 1) * 0.25 + (Math.abs(box.x - x) + Math.abs(box.y - y)) / u / 8;
      // The order of the chips should tell the direction: rows suit sideways steps, columns suit steps up and down.
      if (sizes.length > 1 && (row ? direction.x : direction.y) === 0) cost += 0.4;
      for (const { at: p, weight } of keep) {
        const area = overlap(box, { x: p.x - r, y: p.y - r, w: 2 * r, h: 2 * r });
        cost += (weight * area) / (u * u);
      }
      const own = overlap(box, { x: centre.x - r, y: centre.y - r, w: 2 * r, h: 2 * r });
      cost += (8 * own) / (u * u);
      options.push({ box, row, cost });
    }
  }
  const best = options.reduce((a, b) => (b.cost < a.cost ? b : a));
  if (sizes.length === 1) return [{ x: best.box.x, y: best.box.y }];
  const { box, row } = best;
  const forward = row ? direction.x || -direction.y : direction.y || direction.x;
  const order = forward > 0 ? [1, 0] : [0, 1];
  /** @type {Point[]} */
  const places = [];
  let offset = 0;
  for (const index of order) {
    places[index] = row
      ? { x: box.x + offset, y: box.y }
      : { x: box.x + (wide - sizes[index].w) / 2, y: box.y + offset };
    offset += (row ? sizes[index].w : sizes[index].h) + gap;
  }
  return places;
}
