// Puts a scene on the canvas: the wood, the stones, the signs.

import { STONE } from "./geometry.js";
import * as marks from "./marks.js";
import { stoneSprite } from "./stones.js";
import { paintWood } from "./wood.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./types.js").Square} Square */
/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./timeline.js").ShownStone} ShownStone */
/** @typedef {import("./input.js").Preview} Preview */
/** @typedef {{[color in Color]: import("./stones.js").Sprite}} Sprites */

/**
 * @typedef {object} SceneTarget
 * @property {Square} from
 * @property {Square} to
 * @property {number} approach  stones taken that way, 0 for none
 * @property {number} withdrawal
 */

/**
 * All that is drawn, as plain data.
 * @typedef {object} Scene
 * @property {ShownStone[]} stones
 * @property {Color} turn
 * @property {Square[]} rings  stones that can move
 * @property {Square | null} active  the stone that moves
 * @property {SceneTarget[]} targets
 * @property {boolean} badges  with the counts
 * @property {Preview | null} preview
 * @property {boolean} landing  the preview shows the stone where it would land
 * @property {Square[]} path  of the turn under way
 * @property {Square[]} trail  of the last turn
 * @property {boolean} quiet  the last turn steps back behind a choice
 * @property {{square: Square, part: number}[]} crosses  taken this turn or in the last one
 * @property {import("./types.js").BoardMove | null} suggested  a turn that could be made
 * @property {{at: Square, direction: Point, onBoard: boolean} | null} barred
 * @property {{square: Square, x: number, y: number} | null} dragged
 * @property {{square: Square, offset: number} | null} shaken
 */

export class Painter {
  /** @type {HTMLCanvasElement | null} */
  #wood = null;
  #woodKey = "";
  /** @type {Sprites | null} */
  #sprites = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  }

  /**
   * Prepares for a size, a theme or another board.
   * @param {Geometry} geometry @param {Palette} palette @param {Set<Square>} strong @param {boolean} coordinates
   */
  setup(geometry, palette, strong, coordinates) {
    const { width, height, dpr, portrait, flipped, columns, rows } = geometry;
    this.geometry = geometry;
    this.palette = palette;
    const key = JSON.stringify([width, height, dpr, portrait, flipped, columns, rows, [...strong], coordinates, palette]);
    if (key === this.#woodKey) return;
    this.#woodKey = key;
    const w = Math.round(width * dpr);
    const h = Math.round(height * dpr);
    this.canvas.width = w;
    this.canvas.height = h;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.#wood ??= document.createElement("canvas");
    this.#wood.width = w;
    this.#wood.height = h;
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.#wood.getContext("2d"));
    ctx.scale(dpr, dpr);
    paintWood(ctx, geometry, palette, { strong, coordinates });
    const radius = geometry.unit * STONE;
    this.#sprites = { white: stoneSprite("white", radius, dpr, palette), black: stoneSprite("black", radius, dpr, palette) };
  }

  /** @param {Scene} scene */
  paint(scene) {
    const { ctx, geometry, palette } = this;
    if (!geometry || !palette || !this.#wood || !this.#sprites) return;
    const { unit, dpr } = geometry;
    const at = (/** @type {Square} */ square) => geometry.pixel(square);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.drawImage(this.#wood, 0, 0);
    ctx.setTransform(dpr, 0, 0, dpr, 0, 0);

    const faint = scene.quiet ? 0.3 : 0.6;
    for (const { square, part } of scene.crosses) marks.cross(ctx, at(square), unit, palette, part, faint, false);
    marks.trail(ctx, scene.trail.map(at), unit, palette, scene.quiet ? 0.35 : 0.85);
    if (scene.barred) marks.barred(ctx, at(scene.barred.at), scene.barred.direction, scene.barred.onBoard, unit, palette);
    marks.path(ctx, scene.path.map(at), unit, palette);

    const { preview, suggested } = scene;
    if (suggested) marks.trail(ctx, suggested.path.map(at), unit, palette, 1);
    // Of one point only: this stone, wherever it goes.
    const pointed = suggested?.path.length === 1 ? suggested.path[0] : null;
    const going = new Set([...(preview ? preview.takes : []), ...(suggested ? suggested.captures : [])]);
    const rings = new Set(scene.rings);
    const lifted = scene.landing && preview ? preview.from : null;
    /** @type {(() => void)[]} */
    const later = [];
    for (const stone of scene.stones) {
      if (scene.dragged && stone.square === scene.dragged.square) continue;
      let p = at(stone.square);
      if (stone.toward !== null) {
        const q = at(stone.toward);
        p = { x: p.x + (q.x - p.x) * stone.part, y: p.y + (q.y - p.y) * stone.part };
      }
      if (scene.shaken?.square === stone.square) p = { x: p.x + scene.shaken.offset * unit, y: p.y };
      const alpha = going.has(stone.square) ? 0.42 : stone.square === lifted ? 0.55 : stone.alpha;
      const draw = () => {
        this.#stone(stone.color, p, alpha, stone.scale);
        if (stone.toward === null && rings.has(stone.square)) marks.ring(ctx, p, unit, palette.path, false, palette.badge);
      };
      if (stone.toward !== null) later.push(draw);
      else draw();
    }
    for (const draw of later) draw();

    for (const { to } of scene.targets) {
      if (!scene.landing || to !== preview?.to) marks.target(ctx, at(to), unit, palette, false);
    }
    if (pointed !== null) marks.ring(ctx, at(pointed), unit, palette.path, true, palette.badge);
    else if (suggested) this.#stone(suggested.color, at(suggested.path[suggested.path.length - 1]), 0.7, 1);
    if (preview && scene.landing) this.#stone(scene.turn, at(preview.to), 0.85, 1);
    if (preview?.either) {
      for (const kind of /** @type {const} */ (["approach", "withdrawal"])) {
        for (const square of preview.either[kind]) marks.group(ctx, at(square), unit, palette, kind);
      }
    }
    if (scene.active !== null && !scene.dragged) marks.ring(ctx, at(scene.active), unit, palette.path, true, palette.badge);
    if (scene.badges) this.#badges(scene);
    for (const square of going) marks.cross(ctx, at(square), unit, palette, 1, 1, true);
    if (scene.dragged) {
      const { square, x, y } = scene.dragged;
      const color = scene.stones.find((s) => s.square === square)?.color ?? scene.turn;
      marks.target(ctx, at(square), unit, palette, true);
      this.#stone(color, { x, y }, 1, 1.12);
    }
  }

  /** @param {Color} color @param {Point} p @param {number} alpha @param {number} scale */
  #stone(color, p, alpha, scale) {
    const sprite = /** @type {Sprites} */ (this.#sprites)[color];
    const size = sprite.size * scale;
    this.ctx.globalAlpha = alpha;
    this.ctx.drawImage(sprite.image, p.x - size / 2, p.y - size / 2, size, size);
    this.ctx.globalAlpha = 1;
  }

  /** @param {Scene} scene */
  #badges(scene) {
    const geometry = /** @type {Geometry} */ (this.geometry);
    const palette = /** @type {Palette} */ (this.palette);
    for (const { from, to, approach, withdrawal } of scene.targets) {
      const d = geometry.direction(from, to);
      for (const [kind, count] of /** @type {const} */ ([["approach", approach], ["withdrawal", withdrawal]])) {
        if (count === 0) continue;
        const toward = kind === "approach" ? d : { x: -d.x, y: -d.y };
        marks.badge(this.ctx, badgePlace(geometry, { from, to, kind }), toward, kind, count, geometry.unit, palette);
      }
    }
  }
}

/** The middle of a badge: beside the target, at the side of the stones that go. @param {Geometry} geometry @param {{from: Square, to: Square, kind: import("./types.js").StepKind}} step @returns {Point} */
export function badgePlace(geometry, { from, to, kind }) {
  const d = geometry.direction(from, to);
  const p = geometry.pixel(to);
  const far = geometry.unit * (d.x !== 0 && d.y !== 0 ? 0.33 : d.x !== 0 ? 0.44 : 0.4) * (kind === "withdrawal" ? -1 : 1);
  return { x: p.x + d.x * far, y: p.y + d.y * far };
}
