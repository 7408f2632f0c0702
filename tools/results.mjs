// Sums up the suites: node tools/results.mjs RESULTS_FOLDER EXPECTED_COUNTS [failed part …]
//
// A suite fails when it did not run, when a test failed, or when fewer tests ran than
// tests/expected-counts.json says: a test that vanished must not look like success.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, expectedFile, ...failedParts] = process.argv.slice(2);
const record = failedParts[0] === "--record";

/** @type {Record<string, number>} */
const expected = JSON.parse(readFileSync(expectedFile, "utf8"));
/** @type {Record<string, number>} */
const seen = {};
let passedInAll = 0;
let failedInAll = 0;

for (const [suite, least] of Object.entries(expected)) {
  const file = join(folder, suite);
  const [passed, failed] = existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").map(Number) : [0, 0];
  seen[suite] = passed;
  let note = "";
  let bad = failed;
  if (passed + failed === 0) {
    note = "did not run";
    bad = 1;
  } else if (failed === 0 && passed < least) {
    note = `only ${passed} of at least ${least} ran`;
    bad = 1;
  } else if (passed > least && !record) {
    note = `more than the ${least} recorded: run ./build.sh record-counts`;
  }
  passedInAll += passed;
  failedInAll += bad;
  console.log(`${suite.padEnd(12)} ${String(passed).padStart(6)} passed ${String(bad).padStart(4)} failed  ${note}`);
}

if (record) {
  writeFileSync(expectedFile, `${JSON.stringify(seen, null, 2)}\n`);
  console.log(`recorded in ${expectedFile}`);
} else {
  if (failedInAll === 0 && failedParts.length > 0) failedInAll = failedParts.length;
  console.log(`${passedInAll} passed, ${failedInAll} failed`);
  process.exitCode = failedInAll === 0 ? 0 : 1;
}
