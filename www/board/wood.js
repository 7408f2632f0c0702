// The board itself: wood, the woven band, the grooves. Drawn once for a size and a theme, then copied.

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./types.js").Square} Square */

import { LABELS, squareAt, squareName } from "./geometry.js";

/** Always the same grain. @param {number} seed */
function random(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Geometry} geometry
 * @param {Palette} palette
 * @param {{strong: Set<Square>, coordinates: boolean}} options
 */
export function paintWood(ctx, geometry, palette, { strong, coordinates }) {
  const { width, height, unit } = geometry;
  const radius = Math.min(16, unit * 0.22);
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(0, 0, width, height, radius);
  ctx.clip();
  const wood = ctx.createLinearGradient(0, 0, width, height);
  wood.addColorStop(0, palette.board);
  wood.addColorStop(1, palette.board2);
  ctx.fillStyle = wood;
  ctx.fillRect(0, 0, width, height);
  grain(ctx, { x: 0, y: 0, w: width, h: height }, palette, unit, 7, 1);

  for (const band of geometry.bands()) woven(ctx, band, palette, unit);
  field(ctx, geometry, palette);
  ctx.restore();

  ctx.save();
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, width - 1, height - 1, radius);
  ctx.strokeStyle = palette.light;
  ctx.globalAlpha = 0.35;
  ctx.stroke();
  ctx.restore();

  grooves(ctx, geometry, palette, strong);
  if (coordinates) labels(ctx, geometry, palette);
}

/** Long fibres along the longer side. @param {CanvasRenderingContext2D} ctx @param {Box} box @param {Palette} palette @param {number} unit @param {number} seed @param {number} strength */
function grain(ctx, box, palette, unit, seed, strength) {
  const next = random(seed);
  const along = box.w >= box.h;
  const length = along ? box.w : box.h;
  const across = along ? box.h : box.w;
  ctx.save();
  if (!along) {
    ctx.translate(box.x + box.w, box.y);
    ctx.rotate(Math.PI / 2);
  } else ctx.translate(box.x, box.y);
  ctx.strokeStyle = palette.carve;
  const lines = Math.round((across / unit) * 15);
  for (let i = 0; i < lines; i++) {
    const y = next() * across;
    const sway = unit * (0.05 + next() * 0.16);
    const from = next() < 0.3 ? next() * length * 0.6 : 0;
    const to = next() < 0.3 ? length * (0.5 + next() * 0.5) : length;
    ctx.globalAlpha = strength * (0.025 + next() * next() * 0.11);
    ctx.lineWidth = 0.5 + next() * next() * unit * 0.05;
    ctx.beginPath();
    ctx.moveTo(from, y);
    const third = (to - from) / 3;
    ctx.bezierCurveTo(from + third, y + sway * (next() - 0.5) * 2, from + 2 * third, y + sway * (next() - 0.5) * 2, to, y + sway * (next() - 0.5));
    ctx.stroke();
  }
  ctx.restore();
}

/** A band of woven lozenges as carved by the Zafimaniry. @param {CanvasRenderingContext2D} ctx @param {Box} box @param {Palette} palette @param {number} unit */
function woven(ctx, box, palette, unit) {
  const line = Math.max(1, unit * 0.022);
  const edge = Math.max(2, unit * 0.05);
  const y0 = box.y + edge;
  const h = box.h - 2 * edge;
  const half = h / 2;
  const count = Math.max(4, Math.round(box.w / (h * 1.5)));
  const cell = box.w / count;
  const middle = y0 + half;

  /** @param {(dx: number, dy: number) => void} draw the cut, with its lower edge in the light */
  const cut = (draw) => {
    ctx.strokeStyle = palette.light;
    ctx.globalAlpha = 0.5;
    draw(line * 0.7, line * 0.7);
    ctx.strokeStyle = palette.carve;
    ctx.globalAlpha = 0.85;
    draw(0, 0);
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.w, box.h);
  ctx.clip();
  ctx.lineJoin = "miter";
  ctx.lineWidth = line;
  for (const y of [box.y + line, box.y + box.h - line * 1.7]) {
    cut((dx, dy) => {
      ctx.beginPath();
      ctx.moveTo(box.x + dx, y + dy);
      ctx.lineTo(box.x + box.w + dx, y + dy);
      ctx.stroke();
    });
  }
  for (let i = 0; i < count; i++) {
    const x = box.x + cell * (i + 0.5);
    const lozenge = (/** @type {number} */ scale, /** @type {number} */ dx, /** @type {number} */ dy) => {
      const rx = (cell / 2) * scale;
      const ry = half * scale;
      ctx.beginPath();
      ctx.moveTo(x - rx + dx, middle + dy);
      ctx.lineTo(x + dx, middle - ry + dy);
      ctx.lineTo(x + rx + dx, middle + dy);
      ctx.lineTo(x + dx, middle + ry + dy);
      ctx.closePath();
    };
    // The lozenge: two cut lines, a dark heart with a light seed.
    cut((dx, dy) => {
      lozenge(0.96, dx, dy);
      ctx.stroke();
    });
    ctx.fillStyle = palette.carve;
    ctx.globalAlpha = 0.8;
    lozenge(0.6, 0, 0);
    ctx.fill();
    ctx.fillStyle = palette.board;
    ctx.globalAlpha = 0.95;
    lozenge(0.24, 0, 0);
    ctx.fill();
    // Between lozenges: nested chevrons above and below, the over and under of the weave.
    const edgeX = x + cell / 2;
    for (const side of [-1, 1]) {
      for (const [scale, fill] of /** @type {[number, boolean][]} */ ([[0.66, false], [0.34, true]])) {
        const rx = (cell / 2) * scale;
        const base = middle + side * half;
        const tip = base - side * half * scale;
        ctx.beginPath();
        ctx.moveTo(edgeX - rx, base);
        ctx.lineTo(edgeX, tip);
        ctx.lineTo(edgeX + rx, base);
        ctx.globalAlpha = fill ? 0.7 : 0.6;
        ctx.fillStyle = ctx.strokeStyle = palette.carve;
        if (fill) ctx.fill();
        else ctx.stroke();
      }
    }
  }
  // Half chevrons at the left end close the weave.
  for (const side of [-1, 1]) {
    const base = middle + side * half;
    ctx.beginPath();
    ctx.moveTo(box.x, base);
    ctx.lineTo(box.x, base - side * half * 0.34);
    ctx.lineTo(box.x + (cell / 2) * 0.34, base);
    ctx.globalAlpha = 0.7;
    ctx.fillStyle = palette.carve;
    ctx.fill();
  }
  ctx.restore();
}

/** The playing field, a lighter panel let into the frame. @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Palette} palette */
function field(ctx, geometry, palette) {
  const box = geometry.field();
  const radius = geometry.unit * 0.12;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.w, box.h, radius);
  ctx.clip();
  ctx.fillStyle = palette.field;
  ctx.fillRect(box.x, box.y, box.w, box.h);
  grain(ctx, box, palette, geometry.unit, 23, 0.8);
  const glow = ctx.createRadialGradient(box.x + box.w * 0.35, box.y + box.h * 0.25, 0, box.x + box.w / 2, box.y + box.h / 2, Math.max(box.w, box.h) * 0.7);
  glow.addColorStop(0, palette.light);
  glow.addColorStop(1, "transparent");
  ctx.globalAlpha = 0.16;
  ctx.fillStyle = glow;
  ctx.fillRect(box.x, box.y, box.w, box.h);
  ctx.restore();
  ctx.save();
  ctx.lineWidth = Math.max(1, geometry.unit * 0.018);
  ctx.beginPath();
  ctx.roundRect(box.x + 1, box.y + 1, box.w, box.h, radius);
  ctx.strokeStyle = palette.light;
  ctx.globalAlpha = 0.4;
  ctx.stroke();
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.w, box.h, radius);
  ctx.strokeStyle = palette.carve;
  ctx.globalAlpha = 0.6;
  ctx.stroke();
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Palette} palette @param {Set<Square>} strong */
function grooves(ctx, geometry, palette, strong) {
  const { columns, rows, unit, dpr } = geometry;
  /** @type {[Square, Square][]} */
  const straight = [];
  /** @type {[Square, Square][]} */
  const diagonal = [];
  for (let row = 0; row < rows; row++) straight.push([squareName(0, row), squareName(columns - 1, row)]);
  for (let column = 0; column < columns; column++) straight.push([squareName(column, 0), squareName(column, rows - 1)]);
  for (const square of strong) {
    const { column, row } = squareAt(square);
    if (row + 1 >= rows) continue;
    for (const next of [column - 1, column + 1]) {
      if (next >= 0 && next < columns) diagonal.push([square, squareName(next, row + 1)]);
    }
  }
  /** Whole device pixels, and an odd number, since points lie on half pixels. @param {number} w */
  const sharp = (w) => (Math.max(1, Math.round(((w * dpr) - 1) / 2) * 2 + 1)) / dpr;
  ctx.save();
  ctx.lineCap = "round";
  for (const [lines, weight] of /** @type {[[Square, Square][], number][]} */ ([[diagonal, 0.02], [straight, 0.03]])) {
    const w = sharp(Math.max(1, unit * weight));
    for (const [color, alpha, offset] of /** @type {[string, number, number][]} */ ([[palette.light, 0.5, w * 0.75], [palette.grid, 1, 0]])) {
      ctx.strokeStyle = color;
      ctx.globalAlpha = alpha;
      ctx.lineWidth = w;
      ctx.beginPath();
      for (const [a, b] of lines) {
        const p = geometry.pixel(a);
        const q = geometry.pixel(b);
        ctx.moveTo(p.x + offset, p.y + offset);
        ctx.lineTo(q.x + offset, q.y + offset);
      }
      ctx.stroke();
    }
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = palette.grid;
  for (const square of strong) {
    const p = geometry.pixel(square);
    ctx.beginPath();
    ctx.arc(p.x, p.y, Math.max(2, unit * 0.05), 0, 7);
    ctx.fill();
  }
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Palette} palette */
function labels(ctx, geometry, palette) {
  const { unit } = geometry;
  const field = geometry.field();
  ctx.save();
  ctx.fillStyle = palette.grid;
  ctx.globalAlpha = 0.9;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `500 ${Math.round(Math.min(18, Math.max(11, unit * 0.19)))}px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
  const rows = geometry.seenRows();
  const below = field.y + field.h + (LABELS * unit) / 2 + 0.5;
  const beside = field.x / 2 + 0.5;
  // Letters name columns, digits name rows; on a turned board they change places.
  const letter = (/** @type {Square} */ square) => square[0];
  const digit = (/** @type {Square} */ square) => square.slice(1);
  const [acrossText, downText] = geometry.portrait ? [digit, letter] : [letter, digit];
  for (const square of rows[rows.length - 1]) ctx.fillText(acrossText(square), geometry.pixel(square).x, below);
  for (const row of rows) ctx.fillText(downText(row[0]), beside, geometry.pixel(row[0]).y);
  ctx.restore();
}
