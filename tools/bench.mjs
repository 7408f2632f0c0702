// Counts instructions under valgrind: the same program and input give the same count on any load,
// so a slower inner loop shows at once. The counts to compare with are in tests/budgets.json.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * `example`: a program of crates/fanorona/examples. Its first output line holds `units` (a number before
 * that word); `perUnit` is how many instructions one took when this was recorded.
 * @typedef {{ example: string, args: string[], units: string, perUnit: number }} Bench
 */

/** @param {Bench} bench */
function count(bench) {
  const program = join(root, "target/release/examples", bench.example);
  const args = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, ...bench.args];
  // Neither the environment nor the working folder may shift the count.
  const run = spawnSync("valgrind", args, { encoding: "utf8", env: { LC_ALL: "C", PATH: process.env.PATH }, cwd: "/" });
  if (run.status !== 0) throw new Error(`valgrind ${args.join(" ")}\n${run.error ?? run.stderr}`);
  const instructions = Number(/Collected : (\d+)/.exec(run.stderr)?.[1]);
  const units = Number(new RegExp(`(\\d+) ${bench.units}`).exec(run.stdout)?.[1]);
  if (!(instructions > 0 && units > 0)) throw new Error(`${bench.example}: no count in its output:\n${run.stdout}${run.stderr}`);
  return { instructions, units, perUnit: instructions / units };
}

/** @type {{ tolerance: number, programs: Record<string, Bench> }} */
const { tolerance, programs } = JSON.parse(readFileSync(join(root, "tests/budgets.json"), "utf8")).bench;
let passed = 0;
let failed = 0;
for (const [name, bench] of Object.entries(programs)) {
  const { instructions, units, perUnit } = count(bench);
  const change = perUnit / bench.perUnit - 1;
  const percent = `${change >= 0 ? "+" : ""}${(100 * change).toFixed(2)} %`;
  console.log(`${name}: ${instructions} instructions for ${units} ${bench.units}, ${perUnit.toFixed(2)} each (recorded ${bench.perUnit}, ${percent})`);
  if (change > tolerance) {
    failed += 1;
    console.log(`FAILED: ${name} got slower by more than ${100 * tolerance} %`);
  } else {
    passed += 1;
    if (change < -tolerance) console.log(`${name} got faster: write ${perUnit.toFixed(2)} into tests/budgets.json`);
  }
}
console.log(`test result: ${failed === 0 ? "ok" : "FAILED"}. ${passed} passed; ${failed} failed;`);
process.exitCode = failed === 0 ? 0 : 1;
