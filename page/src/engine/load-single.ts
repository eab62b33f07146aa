// Where the worker and the module come from in the page that is one file: from inside it. A page
// opened from disk may neither fetch a file nor start a worker from one.

import InlineWorker from "./worker.ts?worker&inline";
import base64 from "virtual:engine-base64";

let module: Promise<ArrayBuffer> | null = null;

/** Returns the octets of the engine. */
export function loadModule(): Promise<ArrayBuffer> {
  module ??= decode();
  return module;
}

async function decode(): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Starts a worker. */
export function startWorker(): Worker {
  return new InlineWorker();
}
