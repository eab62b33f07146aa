// Where the workers and the modules come from in the page that is one file: from inside it. A page
// opened from disk may neither fetch a file nor start a worker from one.

import base64 from "virtual:engine-base64";
import InlineWorker from "./worker.ts?worker&inline";

/** The modules of the engine. */
export type ModuleName = "engine" | "prose" | "export" | "choice" | "study" | "exercise" | "course" | "grading";

const modules = new Map<ModuleName, Promise<WebAssembly.Module>>();

/** Returns a module. It is compiled once, for all workers. */
export function loadModule(name: ModuleName): Promise<WebAssembly.Module> {
  const module = modules.get(name) ?? unpacked(name).then((octets) => WebAssembly.compile(octets));
  modules.set(name, module);
  return module;
}

async function unpacked(name: ModuleName): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64[name]), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Starts a worker. */
export function startWorker(): Worker {
  return new InlineWorker();
}
