// Measures what a browser downloads from dist/, raw and compressed, against tests/budgets.json.
// Prints the same last line as a test program, so that build.sh can count it.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { buildIn } from "./built-site.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const site = join(root, "dist/site");
const build = join(site, buildIn(site));
const bundler = join(root, ".tools/tools/fanorona-bundle");

/**
 * A thing a browser downloads: `files` as they lie in dist/site or in the folder of the build (`*.css` at any depth
 * too), and `entries`, modules that count with all they import.
 * @typedef {{ files?: string[], entries?: string[], raw?: number, gzip?: number, brotli?: number }} Budget
 */

/** @param {string} pattern */
function filesOf(pattern) {
  if (!pattern.startsWith("*")) return [[site, build].map((folder) => join(folder, pattern)).find(existsSync) ?? pattern];
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(pattern.slice(1)))
    .map((name) => join(site, name));
}

/** @param {string} entry */
function modulesOf(entry) {
  const list = execFileSync(bundler, ["list", join(build, entry)], { encoding: "utf8" });
  return list.split("\n").filter(Boolean);
}

/** @param {Budget} budget */
function measure(budget) {
  const files = new Set([...(budget.files ?? []).flatMap(filesOf), ...(budget.entries ?? []).flatMap(modulesOf)]);
  const sizes = { raw: 0, gzip: 0, brotli: 0 };
  for (const file of files) {
    const bytes = readFileSync(file);
    sizes.raw += bytes.length;
    // The levels a static host uses for files it compresses once.
    sizes.gzip += gzipSync(bytes, { level: 9 }).length;
    sizes.brotli += brotliCompressSync(bytes).length;
  }
  return { count: files.size, sizes };
}

/** @type {Record<string, Budget>} */
const budgets = JSON.parse(readFileSync(join(root, "tests/budgets.json"), "utf8")).size;
let passed = 0;
let failed = 0;
console.log(`${"".padEnd(28)} files       raw      gzip    brotli  (limits below)`);
for (const [name, budget] of Object.entries(budgets)) {
  const { count, sizes } = measure(budget);
  const kinds = /** @type {const} */ (["raw", "gzip", "brotli"]);
  const over = kinds.filter((kind) => sizes[kind] > (budget[kind] ?? Infinity));
  const columns = kinds.map((kind) => String(sizes[kind]).padStart(9)).join(" ");
  const limits = kinds.map((kind) => String(budget[kind] ?? "-").padStart(9)).join(" ");
  console.log(`${name.padEnd(28)} ${String(count).padStart(5)} ${columns}\n${"".padEnd(34)} ${limits}`);
  if (over.length > 0) {
    failed += 1;
    console.log(`FAILED: ${name} is larger than its budget: ${over.join(", ")}`);
  } else {
    passed += 1;
  }
}
console.log(`test result: ${failed === 0 ? "ok" : "FAILED"}. ${passed} passed; ${failed} failed;`);
process.exitCode = failed === 0 ? 0 : 1;
