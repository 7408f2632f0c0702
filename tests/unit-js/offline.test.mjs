// What the service worker answers, and which caches it calls its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheName, isOwnCache, keptPath } from "../../www/offline/site-files.js";

const scope = "https://example.org/games/fanorona/";
const files = new Set(["", "icon.svg", "0123456789ab/app/main.js"]);

test("files of the site are answered, however their address ends", () => {
  const kept = [
    ["", ""],
    ["?from=app", ""],
    ["#v1;id=abc", ""],
    ["index.html", ""],
    ["index.html?x=1#y", ""],
    ["icon.svg?1", "icon.svg"],
    ["0123456789ab/app/main.js", "0123456789ab/app/main.js"],
  ];
  for (const [address, path] of kept) assert.equal(keptPath(scope, files, scope + address), path, address);
});

test("files of an earlier build are looked for too", () => {
  assert.equal(keptPath(scope, files, `${scope}ffffffffffff/engine/worker.js`), "ffffffffffff/engine/worker.js");
});

test("all else is asked of the host", () => {
  for (const address of ["tables/list.json", "tables/9x5-6.fanotabl", "LICENSE-MIT", "sw.js", "app/main.js", "fffff/engine/worker.js"]) {
    assert.equal(keptPath(scope, files, scope + address), null, address);
  }
  for (const url of ["https://example.org/games/", "https://example.org/icon.svg", "https://example.com/games/fanorona/", "http://example.org/games/fanorona/"]) {
    assert.equal(keptPath(scope, files, url), null, url);
  }
});

test("caches of other sites on the host, and of other programs, are left alone", () => {
  const own = cacheName(scope, "0123456789ab");
  assert.ok(own.startsWith("fanorona-"));
  assert.ok(isOwnCache(scope, own));
  assert.ok(isOwnCache(scope, cacheName(scope, "ffffffffffff")));
  for (const other of ["https://example.org/", "https://example.org/games/", "https://example.org/games/fanorona/next/", "https://example.org/games/fanorona2/"]) {
    assert.equal(isOwnCache(scope, cacheName(other, "0123456789ab")), false, other);
    assert.equal(isOwnCache(other, own), false, other);
  }
  for (const name of ["fanorona-", "fanorona-0123456789ab", "workbox-precache", ""]) assert.equal(isOwnCache(scope, name), false, name);
});
