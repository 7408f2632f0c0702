// Where the files of a built site lie (crates/fanorona-tools/src/site.rs makes it).

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The name of the build in `folder`, which is also the folder of its modules, style sheets and engine. @param {string} folder @returns {string} */
export function buildIn(folder) {
  const index = join(folder, "index.html");
  const build = existsSync(index) ? /<meta name="fanorona-build" content="([0-9a-f]+)">/.exec(readFileSync(index, "utf8"))?.[1] : undefined;
  if (build === undefined) throw new Error(`${folder} holds no built site. Run: ./build.sh build`);
  return build;
}
