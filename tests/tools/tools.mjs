// Where the tests of the build tools find them.

import { join } from "node:path";
import { root } from "../e2e/helpers.mjs";

export const fixtures = join(root, "tests/tools/fixtures");
export const bundler = join(root, ".tools/tools/fanorona-bundle");
export const server = join(root, ".tools/tools/fanorona-serve");
export const notices = join(root, ".tools/tools/fanorona-notices");
