// The stones: ivory and basalt, each drawn once for a size and a theme.

/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./types.js").Color} Color */

/** @typedef {{image: HTMLCanvasElement, size: number}} Sprite  size in CSS pixels, the stone in the middle */

/** @param {Color} color @param {number} radius @param {number} dpr @param {Palette} palette @returns {Sprite} */
export function stoneSprite(color, radius, dpr, palette) {
  const size = Math.ceil(radius * 2 * 1.5);
  const image = document.createElement("canvas");
  image.width = image.height = Math.ceil(size * dpr);
  const ctx = /** @type {CanvasRenderingContext2D} */ (image.getContext("2d"));
  ctx.scale(dpr, dpr);
  ctx.translate(size / 2, size / 2);
  const white = color === "white";

  // The shadow falls to the lower right, since light comes from the upper left.
  ctx.save();
  ctx.shadowColor = "rgba(20, 10, 4, 0.45)";
  ctx.shadowBlur = radius * 0.26 * dpr;
  ctx.shadowOffsetX = radius * 0.06 * dpr;
  ctx.shadowOffsetY = radius * 0.13 * dpr;
  ctx.fillStyle = white ? palette.ivoryShade : palette.basaltShade;
  disc(ctx, radius * 0.98);
  ctx.fill();
  ctx.restore();

  const body = ctx.createRadialGradient(-radius * 0.36, -radius * 0.42, radius * 0.05, 0, 0, radius * 1.06);
  if (white) {
    body.addColorStop(0, "#ffffff");
    body.addColorStop(0.55, palette.ivory);
    body.addColorStop(1, palette.ivoryShade);
  } else {
    body.addColorStop(0, palette.basaltLight);
    body.addColorStop(0.5, palette.basalt);
    body.addColorStop(1, palette.basaltShade);
  }
  ctx.fillStyle = body;
  disc(ctx, radius);
  ctx.fill();

  // A turned hollow: one fine ring, dark on its upper left, light on its lower right.
  const hollow = radius * 0.66;
  ctx.lineWidth = Math.max(0.75, radius * 0.045);
  for (const [shade, turn] of /** @type {[string, number][]} */ ([
    [white ? "rgba(120, 92, 58, 0.34)" : "rgba(0, 0, 0, 0.55)", 0],
    [white ? "rgba(255, 255, 255, 0.9)" : "rgba(255, 244, 230, 0.17)", Math.PI],
  ])) {
    ctx.strokeStyle = shade;
    ctx.beginPath();
    ctx.arc(0, 0, hollow, Math.PI * 0.75 + turn, Math.PI * 1.75 + turn);
    ctx.stroke();
  }

  // The rim keeps both sides apart from the wood, in grey as well.
  ctx.lineWidth = Math.max(1, radius * 0.055);
  ctx.strokeStyle = white ? palette.ivoryRim : palette.basaltRim;
  disc(ctx, radius - ctx.lineWidth / 2);
  ctx.stroke();
  return { image, size };
}

/** @param {CanvasRenderingContext2D} ctx @param {number} radius */
function disc(ctx, radius) {
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, Math.PI * 2);
}
