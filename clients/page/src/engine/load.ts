// Where the workers and the modules come from: files beside the page.

import choice from "./built/choice_bg.wasm?url";
import course from "./built/course_bg.wasm?url";
import engine from "./built/engine_bg.wasm?url";
import exercise from "./built/exercise_bg.wasm?url";
import exports from "./built/export_bg.wasm?url";
import grading from "./built/grading_bg.wasm?url";
import prose from "./built/prose_bg.wasm?url";
import study from "./built/study_bg.wasm?url";

/** The modules of the engine. */
export type ModuleName = "engine" | "prose" | "export" | "choice" | "study" | "exercise" | "course" | "grading";

const ADDRESSES: Record<ModuleName, string> = { engine, prose, export: exports, choice, study, exercise, course, grading };
const modules = new Map<ModuleName, Promise<WebAssembly.Module>>();

/** Returns a module. It is fetched and compiled once, for all workers. */
export function loadModule(name: ModuleName): Promise<WebAssembly.Module> {
  const known = modules.get(name);
  if (known !== undefined) {
    return known;
  }
  const module = fetch(ADDRESSES[name]).then((response) => {
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    return response.arrayBuffer();
  }).then((octets) => WebAssembly.compile(octets));
  modules.set(name, module);
  // The next question tries again.
  module.catch(() => modules.delete(name));
  return module;
}

/** Starts a worker. */
export function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
