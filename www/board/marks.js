// The signs over the board. Each meaning has a shape of its own first, a colour second.

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./types.js").Square} Square */

/** A ring around a stone: it can move (thin), or it is the one that moves (strong). @param {CanvasRenderingContext2D} ctx @param {Point} p @param {number} unit @param {string} color @param {boolean} strong @param {string} back */
export function ring(ctx, p, unit, color, strong, back) {
  const r = unit * (strong ? 0.425 : 0.415);
  const w = Math.max(strong ? 2.5 : 1.75, unit * (strong ? 0.06 : 0.036));
  ctx.save();
  ctx.beginPath();
  ctx.arc(p.x, p.y, r, 0, 7);
  ctx.strokeStyle = back;
  ctx.globalAlpha = strong ? 0.9 : 0.55;
  ctx.lineWidth = w + 2;
  ctx.stroke();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color;
  ctx.lineWidth = w;
  ctx.stroke();
  ctx.restore();
}

/** Where the stone may go. @param {CanvasRenderingContext2D} ctx @param {Point} p @param {number} unit @param {Palette} palette @param {boolean} lit */
export function target(ctx, p, unit, palette, lit) {
  ctx.save();
  ctx.beginPath();
  ctx.arc(p.x, p.y, unit * 0.165, 0, 7);
  ctx.fillStyle = lit ? palette.path : palette.badge;
  ctx.globalAlpha = lit ? 1 : 0.92;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = palette.path;
  ctx.lineWidth = Math.max(2, unit * 0.045);
  ctx.stroke();
  ctx.restore();
}

/** A stone that is taken, or was. @param {CanvasRenderingContext2D} ctx @param {Point} p @param {number} unit @param {Palette} palette @param {number} part 0 to 1 drawn @param {number} alpha @param {boolean} bold */
export function cross(ctx, p, unit, palette, part, alpha, bold) {
  const r = unit * (bold ? 0.2 : 0.125);
  ctx.save();
  ctx.lineCap = "round";
  const draw = () => {
    ctx.beginPath();
    ctx.moveTo(p.x - r, p.y - r);
    const first = Math.min(1, part * 2);
    ctx.lineTo(p.x - r + 2 * r * first, p.y - r + 2 * r * first);
    if (part > 0.5) {
      const second = part * 2 - 1;
      ctx.moveTo(p.x + r, p.y - r);
      ctx.lineTo(p.x + r - 2 * r * second, p.y - r + 2 * r * second);
    }
    ctx.stroke();
  };
  ctx.globalAlpha = alpha;
  if (bold) {
    ctx.strokeStyle = palette.badge;
    ctx.lineWidth = Math.max(5, unit * 0.13);
    draw();
  }
  ctx.strokeStyle = palette.accent;
  ctx.lineWidth = bold ? Math.max(3, unit * 0.075) : Math.max(2, unit * 0.045);
  draw();
  ctx.restore();
}

/** A stone in a group that could be chosen. @param {CanvasRenderingContext2D} ctx @param {Point} p @param {number} unit @param {Palette} palette @param {"approach" | "withdrawal"} kind */
export function group(ctx, p, unit, palette, kind) {
  ctx.save();
  ctx.beginPath();
  ctx.arc(p.x, p.y, unit * 0.425, 0, 7);
  ctx.strokeStyle = palette.badge;
  ctx.lineWidth = Math.max(4.5, unit * 0.1);
  ctx.stroke();
  if (kind === "withdrawal") ctx.setLineDash([unit * 0.13, unit * 0.095]);
  ctx.strokeStyle = palette[kind];
  ctx.lineWidth = Math.max(2.5, unit * 0.06);
  ctx.stroke();
  ctx.restore();
}

/**
 * The path of the turn under way: a line, numbers on the points left behind.
 * @param {CanvasRenderingContext2D} ctx @param {Point[]} points @param {number} unit @param {Palette} palette
 */
export function path(ctx, points, unit, palette) {
  if (points.length < 2) return;
  ctx.save();
  line(ctx, shorten(points, unit * 0.43), palette.badge, Math.max(6, unit * 0.13), 0.75);
  line(ctx, shorten(points, unit * 0.43), palette.path, Math.max(3.5, unit * 0.085), 1);
  const r = Math.max(9, unit * 0.17);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `700 ${Math.round(r * 1.25)}px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
  points.slice(0, -1).forEach((p, i) => {
    ctx.beginPath();
    ctx.arc(p.x, p.y, r, 0, 7);
    ctx.fillStyle = palette.path;
    ctx.fill();
    ctx.strokeStyle = palette.badge;
    ctx.lineWidth = Math.max(1.5, unit * 0.025);
    ctx.stroke();
    ctx.fillStyle = palette.badge;
    ctx.fillText(String(i + 1), p.x, p.y + r * 0.08);
  });
  ctx.restore();
}

/** The last turn: a quiet line with an arrow head. @param {CanvasRenderingContext2D} ctx @param {Point[]} points @param {number} unit @param {Palette} palette @param {number} alpha */
export function trail(ctx, points, unit, palette, alpha) {
  if (points.length < 2) return;
  const all = shorten(points, unit * 0.44);
  const end = all[all.length - 1];
  const before = all[all.length - 2];
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const head = Math.max(8, unit * 0.19);
  const body = shorten(all, head * 0.8);
  ctx.save();
  line(ctx, body, palette.badge, Math.max(5, unit * 0.105), 0.55 * alpha);
  line(ctx, body, palette.path, Math.max(2.5, unit * 0.06), alpha);
  ctx.globalAlpha = alpha;
  ctx.fillStyle = palette.path;
  ctx.strokeStyle = palette.badge;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(all[0].x, all[0].y, Math.max(4, unit * 0.085), 0, 7);
  ctx.stroke();
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(end.x, end.y);
  for (const side of [-1, 1]) {
    const a = angle + Math.PI + side * 0.5;
    ctx.lineTo(end.x + head * Math.cos(a), end.y + head * Math.sin(a));
  }
  ctx.closePath();
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

/** The direction that may not be used next. @param {CanvasRenderingContext2D} ctx @param {Point} p @param {Point} direction @param {boolean} onBoard @param {number} unit @param {Palette} palette */
export function barred(ctx, p, direction, onBoard, unit, palette) {
  const length = Math.hypot(direction.x, direction.y);
  const d = { x: direction.x / length, y: direction.y / length };
  const far = onBoard ? unit * length - unit * 0.2 : unit * 0.62;
  ctx.save();
  ctx.strokeStyle = palette.badge;
  ctx.lineCap = "butt";
  const draw = () => {
    ctx.beginPath();
    ctx.moveTo(p.x + d.x * unit * 0.46, p.y + d.y * unit * 0.46);
    ctx.lineTo(p.x + d.x * far, p.y + d.y * far);
    ctx.stroke();
    if (!onBoard) return;
    ctx.beginPath();
    ctx.arc(p.x + direction.x * unit, p.y + direction.y * unit, unit * 0.2, 0, 7);
    ctx.stroke();
  };
  ctx.lineWidth = Math.max(4, unit * 0.085);
  ctx.globalAlpha = 0.8;
  draw();
  ctx.setLineDash([unit * 0.075, unit * 0.065]);
  ctx.strokeStyle = palette.soft;
  ctx.lineWidth = Math.max(2, unit * 0.042);
  ctx.globalAlpha = 1;
  draw();
  ctx.restore();
}

/**
 * How many stones a step takes, at the side where they stand. Filled chevron = approach, open = withdrawal.
 * @param {CanvasRenderingContext2D} ctx @param {Point} p centre of the badge @param {Point} toward direction of the stones @param {"approach" | "withdrawal"} kind
 * @param {number} count @param {number} unit @param {Palette} palette
 */
export function badge(ctx, p, toward, kind, count, unit, palette) {
  const h = Math.max(17, unit * 0.31);
  const w = h * (count > 9 ? 2.1 : 1.75);
  ctx.save();
  ctx.translate(p.x, p.y);
  ctx.shadowColor = "rgba(20, 10, 4, 0.35)";
  ctx.shadowBlur = 3;
  ctx.shadowOffsetY = 1;
  ctx.beginPath();
  ctx.roundRect(-w / 2, -h / 2, w, h, h / 2);
  ctx.fillStyle = palette.badge;
  ctx.fill();
  ctx.shadowColor = "transparent";
  ctx.strokeStyle = palette[kind];
  ctx.lineWidth = Math.max(1.5, unit * 0.03);
  ctx.stroke();
  ctx.save();
  ctx.translate(-w / 2 + h * 0.6, 0);
  chevron(ctx, toward, h * 0.25, kind, palette[kind]);
  ctx.restore();
  ctx.fillStyle = palette.ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `700 ${Math.round(h * 0.66)}px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
  ctx.fillText(String(count), w / 2 - h * (count > 9 ? 0.68 : 0.52), h * 0.05);
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} toward @param {number} r @param {"approach" | "withdrawal"} kind @param {string} color */
function chevron(ctx, toward, r, kind, color) {
  ctx.rotate(Math.atan2(toward.y, toward.x));
  ctx.beginPath();
  ctx.moveTo(-r * 0.75, -r * 0.95);
  ctx.lineTo(r, 0);
  ctx.lineTo(-r * 0.75, r * 0.95);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  ctx.lineWidth = Math.max(1.75, r * 0.45);
  ctx.strokeStyle = ctx.fillStyle = color;
  if (kind === "approach") {
    ctx.lineTo(-r * 0.3, 0);
    ctx.closePath();
    ctx.fill();
  }
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {Point[]} points @param {string} color @param {number} width @param {number} alpha */
function line(ctx, points, color, width, alpha) {
  ctx.globalAlpha = alpha;
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  points.forEach((p, i) => (i === 0 ? ctx.moveTo(p.x, p.y) : ctx.lineTo(p.x, p.y)));
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The same points, the last leg cut short. @param {Point[]} points @param {number} by @returns {Point[]} */
function shorten(points, by) {
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const part = Math.max(0.05, (length - by) / length);
  return [...points.slice(0, -1), { x: before.x + (end.x - before.x) * part, y: before.y + (end.y - before.y) * part }];
}
