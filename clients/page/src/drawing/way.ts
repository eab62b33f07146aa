// The way that a text takes through the rails of its production.

import type { Rails } from "../engine/types.ts";

/** How often a part of the rails was passed. */
export interface Passed {
  through: number;
  /** How often an option was skipped. */
  skipped: number;
  /** The rounds of a loop, for each time that it was passed. */
  rounds: number[];
}

export type Way = Map<Rails, Passed>;

/** The literals and names in a part. */
function leavesOf(rails: Rails): Set<string> {
  switch (rails.kind) {
    case "name":
    case "literal":
      return new Set(rails.spans.map(String));
    case "sequence":
    case "choice":
      return new Set(rails.parts.flatMap((part) => [...leavesOf(part)]));
    default:
      return leavesOf(rails.part);
  }
}

/**
 * Returns the way that passes these parts of the grammar, one after the other; `null` if there is none. Each part
 * is at one place only, so the way follows from them, but for parts that match nothing.
 */
export function wayOf(rails: Rails, parts: [number, number][]): Way | null {
  const way: Way = new Map();
  const sets = new Map<Rails, Set<string>>();
  let at = 0;
  const has = (one: Rails) => {
    const next = parts[at];
    let set = sets.get(one);
    if (set === undefined) {
      set = leavesOf(one);
      sets.set(one, set);
    }
    return next !== undefined && set.has(String(next));
  };
  const passed = (one: Rails) => {
    const known = way.get(one) ?? { through: 0, skipped: 0, rounds: [] };
    way.set(one, known);
    return known;
  };
  const isNullable = (one: Rails): boolean =>
    one.kind === "optional" ||
    (one.kind === "sequence" && one.parts.every(isNullable)) ||
    (one.kind === "choice" && one.parts.some(isNullable)) ||
    (one.kind === "loop" && isNullable(one.part));
  const walk = (one: Rails): boolean => {
    const here = passed(one);
    switch (one.kind) {
      case "name":
      case "literal":
        if (!has(one)) {
          return false;
        }
        here.through += 1;
        at += 1;
        return true;
      case "sequence":
        here.through += 1;
        return one.parts.every(walk);
      case "choice": {
        here.through += 1;
        const part = one.parts.find(has) ?? one.parts.find(isNullable);
        return part !== undefined && walk(part);
      }
      case "optional":
        if (!has(one.part)) {
          here.skipped += 1;
          return true;
        }
        here.through += 1;
        return walk(one.part);
      case "loop": {
        here.through += 1;
        let rounds = 0;
        let before = at;
        do {
          before = at;
          rounds += 1;
          if (!walk(one.part)) {
            return false;
          }
        } while (at !== before && has(one.part));
        here.rounds.push(rounds);
        return true;
      }
    }
  };
  return walk(rails) && at === parts.length ? way : null;
}

/** Returns what all of the ways pass. */
export function together(ways: Way[]): Way {
  const all: Way = new Map();
  for (const way of ways) {
    for (const [rails, { through, skipped, rounds }] of way) {
      const known = all.get(rails) ?? { through: 0, skipped: 0, rounds: [] };
      all.set(rails, { through: known.through + through, skipped: known.skipped + skipped, rounds: [...known.rounds, ...rounds] });
    }
  }
  return all;
}
