// The module the build writes into the service worker (see service-worker.js).
declare module "fanorona:build" {
  /** The name of the build, and of the folder with its files. */
  export const build: string;
  /** Each file of the site, by its address in it, with what its content must hash to, or "". */
  export const files: [string, string][];
}
