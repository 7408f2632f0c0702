// The page in Chromium, Firefox and WebKit: from a server and from a file, a turn by hand and the
// computer's answer; and the golden numbers in each engine's WebAssembly. `./build.sh browsers`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Builder, By, Capabilities, until } from "selenium-webdriver";
import * as chrome from "selenium-webdriver/chrome.js";
import * as firefox from "selenium-webdriver/firefox.js";
import { buildIn } from "../../tools/built-site.mjs";
import { chromiumPath, root, singleFile, site, startServer } from "../e2e/helpers.mjs";

/** @typedef {import("selenium-webdriver").WebDriver} WebDriver */

/** @param {string} name */
function tool(name) {
  const path = process.env[name];
  if (!path) throw new Error(`the environment variable ${name} is missing; run ./build.sh browsers`);
  return path;
}

/** Each gives a running browser and what ends it. @type {Record<string, () => Promise<{ driver: WebDriver, end: () => Promise<void> }>>} */
const browsers = {
  async chromium() {
    const options = new chrome.Options();
    options.setChromeBinaryPath(chromiumPath());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-sync");
    return built(new Builder().forBrowser("chrome").setChromeOptions(options).setChromeService(new chrome.ServiceBuilder(tool("CHROMEDRIVER"))));
  },
  async firefox() {
    const options = new firefox.Options();
    options.setBinary(tool("FIREFOX"));
    options.addArguments("-headless");
    // The driver relaxes the rules for files; a person's browser does not.
    options.setPreference("remote.prefs.recommended", false);
    options.setPreference("security.fileuri.strict_origin_policy", true);
    return built(new Builder().forBrowser("firefox").setFirefoxOptions(options).setFirefoxService(new firefox.ServiceBuilder(tool("GECKODRIVER"))));
  },
  async webkit() {
    const port = await freePort();
    const server = spawn(tool("WEBKITWEBDRIVER"), [`--port=${port}`], { stdio: "ignore" });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const capabilities = new Capabilities();
    capabilities.set("browserName", "MiniBrowser");
    capabilities.set("webkitgtk:browserOptions", { binary: tool("MINIBROWSER"), args: ["--automation"] });
    const { driver, end } = await built(new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities));
    return { driver, end: () => end().finally(() => server.kill()) };
  },
};

/** @param {Builder} builder */
async function built(builder) {
  const driver = await builder.build();
  return { driver, end: () => driver.quit() };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @type {{ fen: string, perft: number[] }[]} */
const golden = JSON.parse(readFileSync(join(root, "tests/data/golden/positions.json"), "utf8"));
const wait = 60_000;
/** Nodes of the fixed search in the first browser. @type {number | undefined} */
let searched;

for (const [name, start] of Object.entries(browsers)) {
  describe(name, () => {
    /** @type {WebDriver} */
    let driver;
    let end = async () => {};
    /** @type {Awaited<ReturnType<typeof startServer>>} */
    let server;
    before(async () => {
      server = await startServer();
      ({ driver, end } = await start());
    });
    after(async () => {
      await end();
      await server.close();
    });

    /** @param {string} square */
    async function click(square) {
      const cell = await driver.wait(until.elementLocated(By.css(`[role=gridcell][data-square="${square}"]`)), wait);
      await driver.actions().move({ origin: cell }).click().perform();
    }

    for (const at of ["http", "file"]) {
      test(`${name}, ${at}: a turn by hand, and the computer answers`, async () => {
        const address = at === "http" ? server.url : pathToFileURL(singleFile).href;
        // Leaves the page of the test before: a change of the fragment alone loads nothing.
        await driver.get("about:blank");
        await driver.get(`${address}#rules=standard&play=white&level=1`);
        await driver.wait(until.elementLocated(By.css("#undo span")), wait);
        await driver.wait(async () => (await driver.findElement(By.css("#status")).getText()).startsWith("White begins"), wait);
        await click("f2");
        await click("e3");
        await driver.wait(async () => (await driver.findElements(By.css("#moves button"))).length >= 2, wait, "the computer did not answer");
        const moves = await driver.findElements(By.css("#moves button"));
        assert.match((await moves[0].getAttribute("textContent")) ?? "", /f2-e3A/);
      });
    }

    test(`${name}: the golden numbers`, async () => {
      await driver.get(`${server.url}LICENSE-MIT`);
      await driver.manage().setTimeouts({ script: wait });
      const found = await driver.executeAsyncScript(
        `const [url, positions, done] = arguments;
         import(url + "pkg/fanorona_wasm.js").then(async (glue) => {
           await glue.default();
           done({ perft: positions.map((p) => [...glue.perft({ fen: p.fen }, p.perft.length)]), nodes: glue.bench().nodes });
         }).catch((error) => done({ error: String(error) }));`,
        `${server.url}${buildIn(site)}/`,
        golden,
      );
      const { error, perft, nodes } = /** @type {any} */ (found);
      assert.equal(error, undefined);
      assert.deepEqual(perft, golden.map((position) => position.perft));
      assert.ok(nodes > 0);
      searched ??= nodes;
      assert.equal(nodes, searched, "every engine visits the same nodes");
    });
  });
}
