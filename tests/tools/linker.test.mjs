// The linker: a linked script must do what its modules do, and what it cannot link it must refuse.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { bundler, fixtures } from "./tools.mjs";

const work = mkdtempSync(join(tmpdir(), "fanorona-linker-"));
after(() => rmSync(work, { recursive: true }));

/**
 * Writes files into a folder of their own and links `main.js`.
 * @param {Record<string, string>} files
 */
function link(files) {
  const folder = mkdtempSync(join(work, "case-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const out = join(folder, "out.cjs");
  const run = spawnSync(bundler, ["script", join(folder, "main.js"), "--out", out], { encoding: "utf8" });
  return { ok: run.status === 0, errors: run.stderr, out };
}

test("a linked script does what the modules do", () => {
  const folder = join(work, "modules");
  cpSync(join(fixtures, "link"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const asModules = execFileSync("node", [join(folder, "main.js")], { encoding: "utf8" });
  const out = join(work, "linked.cjs");
  execFileSync(bundler, ["script", join(folder, "main.js"), "--out", out]);
  const linked = execFileSync("node", [out], { encoding: "utf8" });
  assert.equal(linked, asModules);
  assert.match(asModules, /^done \|/m, "the modules ran to their end");
});

test("comments go, licences stay, names of the machine do not come in", () => {
  const { ok, out } = link({ "main.js": "/*! kept */\n// gone\nconst a = 1; /* gone */ console.log(a);\n" });
  assert.ok(ok);
  const text = readFileSync(out, "utf8");
  assert.match(text, /kept/);
  assert.doesNotMatch(text, /gone/);
  assert.ok(!text.includes(work));
});

/** @type {[string, Record<string, string>, RegExp][]} */
const refused = [
  ["a missing file", { "main.js": 'import "./none.js";' }, /cannot read .*none\.js/],
  ["a missing name", { "main.js": 'import { b } from "./a.js"; b;', "a.js": "export const a = 1;" }, /a\.js exports no "b"/],
  ["a missing name passed on", { "main.js": 'export { b } from "./a.js";', "a.js": "export const a = 1;" }, /exports "b", which/],
  ["two stars for one name", { "main.js": 'import { a } from "./s.js"; a;', "s.js": 'export * from "./a.js"; export * from "./b.js";', "a.js": "export const a = 1;", "b.js": "export const a = 2;" }, /two `export \*`/],
  ["top-level await", { "main.js": "\nawait 1;" }, /main\.js:2: top-level `await`/],
  ["top-level for await", { "main.js": "for await (const x of []) x;" }, /top-level `await`/],
  ["import.meta", { "main.js": "let a;\n\na = import.meta.url;" }, /main\.js:3: `import\.meta`/],
  ["a computed import", { "main.js": 'import("./" + name);' }, /only `import/],
  ["import options", { "main.js": 'import("./a.js", {});', "a.js": "" }, /only `import/],
  ["import attributes", { "main.js": 'import a from "./a.json" with { type: "json" }; a;', "a.json": "1" }, /import attributes|Unexpected|expected/i],
  ["a bare name", { "main.js": 'import "lodash";' }, /only relative paths/],
  ["another host", { "main.js": 'import "https://example.org/a.js";' }, /only relative paths/],
  ["a syntax error", { "main.js": "const = 1;" }, /main\.js:1/],
  ["an assignment to an import", { "main.js": 'import { a } from "./a.js"; a = 2;', "a.js": "export let a = 1;" }, /assign|import/i],
  ["a name of the linker's own", { "main.js": "const $mod1 = 1;" }, /kept for the linker/],
];
for (const [what, files, message] of refused) {
  test(`refused with a message: ${what}`, () => {
    const { ok, errors } = link(files);
    assert.equal(ok, false);
    assert.match(errors, message);
  });
}

test("`list` names a module and all it imports", () => {
  const list = execFileSync(bundler, ["list", join(fixtures, "link/cycle-a.js")], { encoding: "utf8" });
  const names = list.trim().split("\n").map((file) => file.replace(/.*\//, ""));
  assert.deepEqual(names, ["cycle-a.js", "cycle-b.js"]);
});
