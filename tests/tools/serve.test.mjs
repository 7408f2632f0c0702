// The static server that `play` and `serve` start.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { server } from "./tools.mjs";

const folder = mkdtempSync(join(tmpdir(), "fanorona-serve-"));
mkdirSync(join(folder, "root/sub folder"), { recursive: true });
writeFileSync(join(folder, "secret.txt"), "secret");
symlinkSync(join(folder, "secret.txt"), join(folder, "root/link.txt"));
for (const name of ["index.html", "a.js", "a.wasm", "a.css", "a.svg", "m.webmanifest", "sub folder/index.html", "empty.txt"]) {
  writeFileSync(join(folder, "root", name), name === "empty.txt" ? "" : name);
}

/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
after(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

/** @param {number} port @returns {Promise<string>} */
function start(port) {
  const child = spawn(server, [join(folder, "root"), "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (line) => resolve(String(line).trim()));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/**
 * Asks for a path exactly as it is written, which `fetch` would tidy up.
 * @param {string} base @param {string} path @param {string} [method]
 * @returns {Promise<{ status: number | undefined, headers: import("node:http").IncomingHttpHeaders, body: string }>}
 */
function get(base, path, method = "GET") {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("two servers take two ports of this machine only", async () => {
  const first = await start(18230);
  const second = await start(18230);
  assert.match(first, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  assert.notEqual(first, second);
});

test("files come with their types, fresh each time", async () => {
  const base = await start(0);
  const types = {
    "/": "text/html; charset=utf-8",
    "/a.js": "text/javascript; charset=utf-8",
    "/a.wasm": "application/wasm",
    "/a.css?v=1": "text/css; charset=utf-8",
    "/a.svg": "image/svg+xml",
    "/m.webmanifest": "application/manifest+json",
    "/sub%20folder/": "text/html; charset=utf-8",
    "/empty.txt": "text/plain; charset=utf-8",
  };
  for (const [path, type] of Object.entries(types)) {
    const answer = await get(base, path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers["content-type"], type, path);
    assert.equal(answer.headers["cache-control"], "no-cache", path);
  }
  assert.equal((await get(base, "/a.js")).body, "a.js");
  const folderAnswer = await get(base, "/sub%20folder?x=1");
  assert.equal(folderAnswer.status, 308);
  assert.equal(folderAnswer.headers.location, "/sub%20folder/?x=1");
});

test("nothing outside the folder, and only reading", async () => {
  const base = await start(0);
  for (const path of ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/sub%20folder/../../secret.txt", "/link.txt", "//etc/passwd", "/none", "/%00", "/%ff", "/..\\secret.txt"]) {
    const answer = await get(base, path);
    assert.equal(answer.status, 404, path);
    assert.doesNotMatch(answer.body, /secret/);
  }
  assert.equal((await get(base, "/a.js", "HEAD")).body, "");
  assert.equal((await get(base, "/a.js", "POST")).status, 405);
});
