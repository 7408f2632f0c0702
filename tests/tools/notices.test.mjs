// The licence texts that go with the program: one for each library, wherever it keeps it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../e2e/helpers.mjs";
import { notices } from "./tools.mjs";

test("every library in the wasm module has its licence text, the one that keeps it at the head of its source too", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "notices-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "out.txt");
  execFileSync(notices, ["--package", "fanorona-wasm", "--target", "wasm32-unknown-unknown", "--out", file], { cwd: root });
  const [, ...parts] = readFileSync(file, "utf8").split("=".repeat(80));
  assert.ok(parts.length >= 8, `${parts.length} libraries`);
  for (const part of parts) assert.match(part, /Permission is hereby\s+granted|Apache License|Redistribution and use/, part.slice(0, 80));
  const qr = parts.find((part) => part.includes("qrcodegen-no-heap")) ?? "";
  assert.match(qr, /Copyright \(c\) Project Nayuki/);
  // Its text alone: neither the signs of the comment nor the code behind it.
  assert.doesNotMatch(qr, /\*\/|#!\[no_std\]|^ \*/m);
});
