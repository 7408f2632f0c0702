// The module the build writes into the single file (see platform-single.js).
declare module "fanorona:embedded" {
  /** The texts of the languages other than English. */
  export const texts: Record<string, unknown>;
  export const wasmBase64: string;
  export const workerSource: string;
  export const puzzlesText: string;
}
