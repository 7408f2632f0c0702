// The module the build writes into the single file (see platform-single.js).
declare module "fanorona:embedded" {
  export const wasmBase64: string;
  export const workerSource: string;
  export const puzzlesText: string;
}
