// The single file, and the ways a worker is made, with a stand-in page in Chromium.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openPage, root, startServer } from "../e2e/helpers.mjs";
import { bundler, fixtures } from "./tools.mjs";

const work = mkdtempSync(join(tmpdir(), "fanorona-page-"));
const www = join(work, "www");
const single = join(work, "single.html");
const glue = join(root, "target/pkg/embed");
const wasm = join(root, "target/pkg/web/fanorona_wasm_bg.wasm");
const from = ["--www", www, "--glue", glue];

before(() => {
  cpSync(join(root, "www/engine"), join(www, "engine"), { recursive: true });
  cpSync(join(fixtures, "page"), www, { recursive: true });
  cpSync(join(root, "target/pkg/web"), join(www, "pkg"), { recursive: true });
  const notice = join(work, "notice.txt");
  writeFileSync(notice, "a notice that must come along");
  execFileSync(bundler, ["worker", ...from, "--out", join(www, "pkg/worker-classic.js")]);
  execFileSync(bundler, ["page", ...from, "--wasm", wasm, "--notice", notice, "--out", single]);
});
after(() => rmSync(work, { recursive: true }));

/** @param {import("playwright-core").Page} page */
async function report(page) {
  await page.waitForFunction(() => document.querySelector("#out")?.textContent !== "waiting");
  const text = (await page.textContent("#out")) ?? "";
  assert.ok(text.startsWith("{"), text);
  return JSON.parse(text);
}

/** @param {any} result @param {{ single: boolean, classic: boolean }} expected */
function check(result, expected) {
  assert.equal(result.isSingleFile, expected.single);
  assert.ok(result.exports.includes("Game") && result.exports.includes("perft"), "the page has the rules");
  assert.equal(result.early, "yes", "an inline script of the page runs");
  assert.equal(result.lazy, "</scr" + "ipt> in a string");
  const answers = result.answers.filter((/** @type {unknown} */ answer) => typeof answer === "object");
  assert.ok(answers.length >= 1, `a worker answers: ${JSON.stringify(result.answers)}`);
  for (const answer of answers) {
    assert.equal(answer.isSingleFile, expected.single);
    assert.equal(answer.classic, expected.classic);
    assert.deepEqual(answer.exports, result.exports);
  }
}

test("the single file runs from file://, and asks nobody for anything", async (t) => {
  const page = await openPage(t, { url: pathToFileURL(single).href });
  check(await report(page), { single: true, classic: true });
  assert.match(await page.evaluate(() => getComputedStyle(document.body).backgroundImage), /^url\("data:.*url\("data:/);
  assert.equal(await page.evaluate(() => /** @type {HTMLImageElement} */ (document.querySelector("#dot")).naturalWidth), 8);
  assert.match((await page.textContent("#notices")) ?? "", /a notice that must come along/);
});

test("the single file forbids what it does not need", () => {
  const html = readFileSync(single, "utf8");
  const policy = /<meta http-equiv="Content-Security-Policy" content="(.*?)">/.exec(html)?.[1] ?? "";
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^;]*; worker-src blob:;/);
  assert.doesNotMatch(policy, /'unsafe-eval'|script-src[^;]*'unsafe-inline'|http/);
  const files = html.match(/<link rel="(?:stylesheet|manifest|modulepreload)"|(?:src|href)="(?!data:)[^"]*"/g);
  assert.equal(files, null);
});

test("over http the worker is a module", async (t) => {
  const server = await startServer({ folder: www, prefix: "/some/where/" });
  t.after(server.close);
  check(await report(await openPage(t, { url: server.url })), { single: false, classic: false });
});

test("over http, without module workers, a classic worker takes its place", async (t) => {
  const server = await startServer({ folder: www, answer: (path) => (path.endsWith("engine/worker.js") ? 404 : undefined) });
  t.after(server.close);
  const page = await openPage(t, { url: server.url, allowErrors: /404/ });
  const result = await report(page);
  assert.equal(typeof result.answers[0], "string", "the first kind fails");
  check(result, { single: false, classic: true });
});

test("a policy that allows the page's own worker only", async (t) => {
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'";
  const server = await startServer({ folder: www, headers: { "Content-Security-Policy": policy } });
  t.after(server.close);
  check(await report(await openPage(t, { url: server.url })), { single: false, classic: false });
});

/**
 * Builds the page with one file changed; gives back the error.
 * @param {string} file @param {(text: string) => string} change
 */
function broken(file, change) {
  const folder = mkdtempSync(join(work, "broken-"));
  cpSync(www, folder, { recursive: true });
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  assert.notEqual(change(text), text);
  writeFileSync(path, change(text));
  const args = ["page", "--www", folder, "--glue", glue, "--wasm", wasm, "--out", join(folder, "out.html")];
  const run = spawnSync(bundler, args, { encoding: "utf8" });
  assert.notEqual(run.status, 0, "it must be refused");
  return run.stderr;
}

/** @type {[string, string, (text: string) => string, RegExp][]} */
const refused = [
  ["the glue imported past platform.js", "engine/worker.js", (text) => `import "../pkg/fanorona_wasm.js";\n${text}`, /loadRules\(\)/],
  ["a picture that is not there", "style.css", (text) => text.replace("dot.svg", "none.svg"), /cannot read .*none\.svg/],
  ["a picture from another host", "style.css", (text) => text.replace("images/dot.svg", "https://example.org/dot.svg"), /another host/],
  ["a style sheet that imports", "style.css", (text) => `@import "other.css";\n${text}`, /@import/],
  ["a second module script", "index.html", (text) => text.replace("</body>", '<script type="module" src="app/lazy.js"></script></body>'), /2 module scripts/],
  ["a classic script file", "index.html", (text) => text.replace("</body>", '<script src="app/lazy.js"></script></body>'), /classic <script src>/],
  ["a link of an unknown kind", "index.html", (text) => text.replace('rel="icon"', 'rel="import"'), /is not known/],
  ["the end of a script inside a script", "app/lazy.js", (text) => text.replace('"</scr" + "ipt>', '"</script>'), /breaks an inline script/],
];
for (const [what, file, change, message] of refused) {
  test(`refused with a message: ${what}`, () => {
    assert.match(broken(file, change), message);
  });
}
