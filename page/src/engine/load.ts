// Where the worker and the module come from: files beside the page.

import address from "./built/engine_bg.wasm?url";

let module: Promise<ArrayBuffer> | null = null;

/** Returns the octets of the engine. They are fetched once. */
export function loadModule(): Promise<ArrayBuffer> {
  module ??= fetch(address).then((response) => response.arrayBuffer());
  return module;
}

/** Starts a worker. */
export function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
