// What the service worker keeps, and under which names. Shared with the page; knows no browser.

/** Folders of builds; see crates/fanorona-tools/src/site.rs. */
const BUILD_FOLDER = /^[0-9a-f]{12}\//;

/**
 * The name of the cache with the files of a build, and of the lock that a page holds while it runs that build.
 * One host may have the page in several folders, so the folder is part of it.
 * @param {string} scope  the address of the site @param {string} build
 */
export function cacheName(scope, build) {
  return `fanorona-${new URL(scope).pathname}#${build}`;
}

/** Whether a cache belongs to this site, whichever build. @param {string} scope @param {string} name */
export function isOwnCache(scope, name) {
  return name.startsWith(cacheName(scope, ""));
}

/**
 * The address in the site of what is asked for, without query and fragment. Null where it is none of the files that are
 * kept, such as tables of endings: those are asked of the host.
 * @param {string} scope @param {{has: (path: string) => boolean}} files  of this build @param {string} url
 * @returns {string | null}
 */
export function keptPath(scope, files, url) {
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  if (!address.startsWith(scope)) return null;
  const path = address.slice(scope.length);
  if (path === "index.html") return "";
  // A page of an earlier build goes on with the files of that build.
  return files.has(path) || BUILD_FOLDER.test(path) ? path : null;
}
