// The site for a static host: what lies where, what it is called, and what is refused.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import vm from "node:vm";
import { buildIn } from "../../tools/built-site.mjs";
import { root } from "../e2e/helpers.mjs";
import { bundler } from "./tools.mjs";

const work = mkdtempSync(join(tmpdir(), "fanorona-site-"));
after(() => rmSync(work, { recursive: true }));

/** @param {(www: string) => void} [change] @returns {{www: string, out: string}} a copy of the page, changed */
function copy(change = () => {}) {
  const folder = mkdtempSync(join(work, "copy-"));
  const www = join(folder, "www");
  cpSync(join(root, "www"), www, { recursive: true });
  change(www);
  return { www, out: join(folder, "site") };
}

/** @param {(www: string) => void} [change] @returns {string} the folder of the site */
function built(change) {
  const { www, out } = copy(change);
  const said = execFileSync(bundler, ["site", "--www", www, "--out", out], { encoding: "utf8" });
  assert.equal(said.trim(), buildIn(out));
  return out;
}

/** @param {string} file @param {string} from @param {string} to @returns {(www: string) => void} */
function replacing(file, from, to) {
  return (www) => {
    const path = join(www, file);
    const before = readFileSync(path, "utf8");
    assert.ok(before.includes(from), `${file} holds ${from}`);
    writeFileSync(path, before.replace(from, to));
  };
}

/** @param {string} folder @returns {string[]} all files in it, sorted */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile()).sort();
}

/** The list in a service worker: what it fetches when it is installed, with what each must hash to. @param {string} folder @returns {Promise<Map<string, string>>} */
async function listOf(folder) {
  /** @type {Map<string, string>} */
  const asked = new Map();
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  const cache = { put: async () => {} };
  const scope = {
    registration: { scope: "http://localhost/" },
    addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => listeners.set(type, listener),
  };
  const fetch = async (/** @type {string} */ address, /** @type {{integrity?: string}} */ { integrity = "" }) => {
    asked.set(address.slice(scope.registration.scope.length), integrity);
    return new Response(`"${buildIn(folder)}"`);
  };
  const globals = { self: scope, fetch, URL, Response, caches: { has: async () => false, open: async () => cache } };
  vm.runInNewContext(readFileSync(join(folder, "sw.js"), "utf8"), globals);
  await new Promise((resolve, reject) => listeners.get("install")?.({ waitUntil: (/** @type {Promise<void>} */ work) => work.then(resolve, reject) }));
  return asked;
}

const site = built();
const build = buildIn(site);

test("all that belongs together lies in one folder, named by the build", () => {
  const top = readdirSync(site).sort();
  assert.deepEqual(top.filter((name) => /^[0-9a-f]{12}$/.test(name)), [build]);
  assert.deepEqual(top.filter((name) => name !== build), ["icon.svg", "icons", "index.html", "manifest.webmanifest", "sw.js"]);
  for (const name of ["app/main.js", "engine/worker.js", "pkg/fanorona_wasm.js", "pkg/fanorona_wasm_bg.wasm", "pkg/worker-classic.js", "style.css"]) {
    assert.ok(existsSync(join(site, build, name)), name);
  }
  assert.deepEqual(filesOf(site).filter((name) => /platform-single|platform-classic|service-worker|\.d\.ts$/.test(name)), []);
});

test("the page names files that are there, and nothing of the build outside its folder", () => {
  const html = readFileSync(join(site, "index.html"), "utf8");
  const named = [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, address]) => address);
  assert.ok(named.length >= 6, named.join(" "));
  for (const address of named) assert.ok(existsSync(join(site, address)), address);
  assert.deepEqual(named.filter((address) => /\.(js|css)$/.test(address) && !address.startsWith(`${build}/`)), []);
});

test("the service worker lists every file of the site but itself, with its hash", async () => {
  const list = await listOf(site);
  const files = filesOf(site).filter((name) => name !== "sw.js").map((name) => (name === "index.html" ? "" : name));
  assert.deepEqual([...list.keys()].sort(), files.sort());
  for (const [name, digest] of list) {
    const expected = name.startsWith(build) ? `sha256-${createHash("sha256").update(readFileSync(join(site, name))).digest("base64")}` : "";
    assert.equal(digest, expected, name);
  }
});

test("the same page gives the same build, and any change another", () => {
  assert.equal(buildIn(built()), build);
  const changes = [
    replacing("app/texts/en.js", '"act.flip": "Flip"', '"act.flip": "Turn"'),
    replacing("style.css", "min-height: 44px", "min-height: 45px"),
    replacing("index.html", "<title>Fanorona</title>", "<title>Fanorona!</title>"),
    replacing("manifest.webmanifest", '"lang": "en"', '"lang": "mg"'),
    replacing("offline/service-worker.js", '"use"', '"take"'),
    (/** @type {string} */ www) => writeFileSync(join(www, "icon.svg"), "<svg/>"),
  ];
  const builds = changes.map((change) => buildIn(built(change)));
  assert.equal(new Set([build, ...builds]).size, changes.length + 1);
});

test("tables of endings are no part of a build", () => {
  const folder = built((www) => {
    mkdirSync(join(www, "tables"), { recursive: true });
    writeFileSync(join(www, "tables/9x5-6.fanotabl"), "a table");
  });
  assert.equal(buildIn(folder), build);
  assert.equal(existsSync(join(folder, "tables")), false);
});

test("JavaScript and CSS are smaller, and modules export what they did", async () => {
  for (const name of ["app/link.js", "board/geometry.js", "engine/protocol.js"]) {
    const [before, now] = [join(root, "www", name), join(site, build, name)];
    assert.ok(statSync(now).size < 0.7 * statSync(before).size, name);
    assert.deepEqual(Object.keys(await import(now)).sort(), Object.keys(await import(before)).sort());
  }
  assert.ok(statSync(join(site, build, "style.css")).size < statSync(join(root, "www/style.css")).size);
});

/** @type {[string, (www: string) => void, RegExp][]} */
const refused = [
  ["a module that does not parse", (www) => writeFileSync(join(www, "app/i18n.js"), "export const = 1;"), /app\/i18n\.js: /],
  ["a style sheet that does not parse", (www) => writeFileSync(join(www, "style.css"), "} body { color: red }"), /style\.css: /],
  ["a picture in a style sheet that stays outside", (www) => writeFileSync(join(www, "board/board.css"), "a { background: url(../icon.svg) }"), /`\.\.\/icon\.svg` is not in the folder of the build/],
  ["an icon that is missing", (www) => rmSync(join(www, "icons/any-512.png")), /the icon `icons\/any-512\.png` is missing/],
  ["a page without a head", (www) => writeFileSync(join(www, "index.html"), "<p>"), /one <head>/],
  ["a page that is not there", (www) => rmSync(join(www, "index.html")), /no index\.html/],
  ["a file whose address needs escapes", (www) => writeFileSync(join(www, "app/a b.js"), ""), /`a b\.js` would need escapes/],
];
for (const [what, change, message] of refused) {
  test(`refused with a message, and nothing written: ${what}`, () => {
    const { www, out } = copy(change);
    const run = spawnSync(bundler, ["site", "--www", www, "--out", out], { encoding: "utf8" });
    assert.equal(run.status, 1);
    assert.match(run.stderr, message);
    assert.equal(existsSync(out), false);
  });
}

test("a folder that holds an older build is not built into", () => {
  const { www, out } = copy();
  mkdirSync(out);
  writeFileSync(join(out, "old.js"), "");
  const run = spawnSync(bundler, ["site", "--www", www, "--out", out], { encoding: "utf8" });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /is not empty/);
  assert.deepEqual(readdirSync(out), ["old.js"]);
});
