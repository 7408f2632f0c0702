import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Geometry, digitDirection, overlap, placeChips, squareAt, squareName } from "../../www/board/geometry.js";

const VIEWS = [];
for (const [columns, rows] of [[9, 5], [5, 5], [3, 3], [7, 3], [3, 5], [1, 1]]) {
  for (const portrait of [false, true]) {
    for (const flipped of [false, true]) VIEWS.push({ columns, rows, portrait, flipped });
  }
}

test("names and places are the same thing", () => {
  assert.equal(squareName(0, 0), "a1");
  assert.equal(squareName(8, 4), "i5");
  assert.deepEqual(squareAt("e3"), { column: 4, row: 2 });
});

test("every point is hit at its own pixel, in every view and density", () => {
  for (const view of VIEWS) {
    for (const dpr of [1, 1.5, 2, 3]) {
      const geometry = new Geometry({ ...view, width: 611, dpr });
      const seen = new Set();
      for (const square of geometry.seenRows().flat()) {
        const p = geometry.pixel(square);
        assert.equal(geometry.hit(p.x, p.y), square);
        assert.equal(geometry.hit(p.x + geometry.unit * 0.45, p.y - geometry.unit * 0.45), square);
        assert.ok(p.x > 0 && p.x < geometry.width && p.y > 0 && p.y < geometry.height);
        seen.add(square);
      }
      assert.equal(seen.size, view.columns * view.rows);
    }
  }
});

test("a point off the board is none", () => {
  const geometry = new Geometry({ columns: 9, rows: 5, width: 900 });
  assert.equal(geometry.hit(1, 1), null);
  assert.equal(geometry.hit(899, geometry.height - 1), null);
  assert.equal(geometry.neighbour("a1", { x: -1, y: 0 }), null);
});

test("White sits below a lying board and at the left of a standing one", () => {
  const lying = new Geometry({ columns: 9, rows: 5, width: 900 });
  assert.deepEqual(lying.seen("a1"), { x: 0, y: 4 });
  const standing = new Geometry({ columns: 9, rows: 5, width: 360, portrait: true });
  assert.deepEqual(standing.seen("a1"), { x: 0, y: 0 });
  assert.deepEqual(standing.seen("i5"), { x: 4, y: 8 });
  const flipped = new Geometry({ columns: 9, rows: 5, width: 900, flipped: true });
  assert.deepEqual(flipped.seen("a1"), { x: 8, y: 0 });
});

test("turning the board is a turn and not a mirror", () => {
  // From e3 the four neighbours, clockwise as seen, are the same round in every view.
  const round = (geometry) => [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }].map((d) => geometry.neighbour("e3", d)).join();
  const base = round(new Geometry({ columns: 9, rows: 5, width: 900 }));
  const turns = new Set();
  const parts = base.split(",");
  for (let i = 0; i < 4; i++) turns.add([...parts.slice(i), ...parts.slice(0, i)].join());
  for (const portrait of [false, true]) {
    for (const flipped of [false, true]) assert.ok(turns.has(round(new Geometry({ columns: 9, rows: 5, width: 900, portrait, flipped }))));
  }
});

test("directions given in columns and rows agree with directions between points", () => {
  for (const portrait of [false, true]) {
    for (const flipped of [false, true]) {
      const geometry = new Geometry({ columns: 9, rows: 5, width: 900, portrait, flipped });
      for (const [columns, rows] of [[1, 0], [0, 1], [-1, 1], [1, 1], [-1, 0]]) {
        const to = squareName(4 + columns, 2 + rows);
        assert.deepEqual(geometry.seenDirection([columns, rows]), geometry.direction("e3", to));
      }
    }
  }
});

test("digits lie as on a number pad", () => {
  assert.deepEqual(digitDirection("8"), { x: 0, y: -1 });
  assert.deepEqual(digitDirection("1"), { x: -1, y: 1 });
  assert.deepEqual(digitDirection("9"), { x: 1, y: -1 });
  for (const none of ["5", "0", "a", "12", ""]) assert.equal(digitDirection(none), null);
});

test("a narrow screen stands the board up, and its points stay at least 44 px apart at 360", () => {
  assert.equal(Geometry.prefersPortrait(9, 5, 336), true);
  assert.equal(Geometry.prefersPortrait(9, 5, 880), false);
  assert.equal(Geometry.prefersPortrait(5, 5, 336), false);
  assert.ok(new Geometry({ columns: 9, rows: 5, width: 256, portrait: true, dpr: 3 }).unit >= 44);
});

test("lines are sharp: points lie on half device pixels", () => {
  for (const dpr of [1, 2, 3]) {
    const { left, top, unit } = new Geometry({ columns: 9, rows: 5, width: 777, dpr });
    for (const v of [left, top]) assert.ok(Math.abs(((v * dpr) % 1) - 0.5) < 1e-6);
    assert.ok(Math.abs((unit * dpr) - Math.round(unit * dpr)) < 1e-6);
  }
});

test("chips stay on the board, apart, off the stones of the groups, the first one further along", () => {
  const size = { w: 84, h: 44 };
  for (const portrait of [false, true]) {
    const geometry = new Geometry({ columns: 9, rows: 5, width: portrait ? 300 : 800, portrait, dpr: 2 });
    for (const from of ["d3", "e4", "c1", "a3", "b2"]) {
      for (const direction of [{ x: 1, y: 0 }, { x: 0, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 0 }]) {
        const to = geometry.neighbour(from, direction);
        const ahead = to && geometry.neighbour(to, direction);
        const behind = geometry.neighbour(from, { x: -direction.x, y: -direction.y });
        if (!to || !ahead || !behind) continue;
        const keep = [ahead, behind].map((square) => ({ at: geometry.pixel(square), weight: 9 }));
        const [a, w] = placeChips(geometry, to, [size, size], direction, keep);
        const boxes = [a, w].map((p) => ({ ...p, ...size }));
        assert.equal(overlap(boxes[0], boxes[1]), 0);
        for (const box of boxes) {
          assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= geometry.width && box.y + box.h <= geometry.height);
          const p = geometry.pixel(to);
          assert.equal(overlap(box, { x: p.x - 4, y: p.y - 4, w: 8, h: 8 }), 0);
        }
        const along = (a.x - w.x) * direction.x + (a.y - w.y) * direction.y;
        if (direction.x === 0 || direction.y === 0) assert.ok(along >= 0, `${from} ${JSON.stringify(direction)}`);
      }
    }
  }
});

test("the page keeps the board's place before the board is there", () => {
  const css = readFileSync(new URL("../../www/style.css", import.meta.url), "utf8");
  const [lying, standing] = [...css.matchAll(/--ratio: ([0-9.]+);\s*--cap: (\d+)px/g)].map(([, ratio, cap]) => [Number(ratio), Number(cap)]);
  for (const [[ratio, cap], portrait] of /** @type {const} */ ([[lying, false], [standing, true]])) {
    assert.ok(Math.abs(ratio - Geometry.ratio(9, 5, portrait)) < 1e-4);
    assert.equal(cap, Geometry.widest(9, 5, portrait));
  }
  const widest = Number(/max-width: (\d+)px\) and \(orientation: portrait\) { :root/.exec(css)?.[1]);
  assert.deepEqual([widest, widest + 1].map((width) => Geometry.prefersPortrait(9, 5, width - 24)), [true, false]);
});
