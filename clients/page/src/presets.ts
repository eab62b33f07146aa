// The grammars to begin with. The texts of those that few visitors choose are loaded when they are asked for.

import grammars from "virtual:grammars";

let all: Promise<void> | null = null;

/** Loads the texts of all grammars. */
export function complete(): Promise<void> {
  all ??= import("virtual:sources").then(({ default: sources }) => {
    for (const one of grammars) {
      one.source ??= sources[one.id] ?? null;
    }
  }, (error) => {
    all = null;
    throw error;
  });
  return all;
}

/** Whether the grammar with this name, or one that is unknown, has no text yet. */
export function isWithout(id: string): boolean {
  return grammars.find((one) => one.id === id)?.source === null;
}
