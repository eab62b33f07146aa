// Productions that a grammar uses and another RFC defines.
//
// The page has one text for a grammar, so an import copies the productions below it. The grammars of the RFCs are
// fetched when a grammar misses something.

import { second } from "./engine/questions.ts";
import type { Outline } from "./engine/types.ts";

export interface Import {
  /** The names that are missing and that the RFC defines. */
  names: string[];
  /** The RFC. */
  title: string;
  source: string;
}

/** The names that a grammar defines by more than prose. */
const DEFINED = /^[ \t]*([A-Za-z][\w-]*)[ \t]*=(?!\/|\s*<)/gm;

/** Returns from where most of what is missing can be imported; `null` if no RFC has any of it. */
export async function importFor({ notation, productions }: Outline, grammar: string): Promise<Import | null> {
  // The grammars are in ABNF. One that shows no notation yet can become ABNF.
  const isAbnf = notation === "ABNF" || (notation.startsWith("RFC 822") && !grammar.includes("|"));
  const own = new Set(productions.map((one) => one.name.toLowerCase()));
  const missing = [...new Set(productions.flatMap((one) => one.uses))].filter((name) => !own.has(name.toLowerCase()));
  if (!isAbnf || missing.length === 0) {
    return null;
  }
  const { default: library } = await import("virtual:library");
  let best: Import | null = null;
  for (const { title, source } of library) {
    const defined = new Set([...source.matchAll(DEFINED)].map(([, name]) => name?.toLowerCase()));
    const names = missing.filter((name) => defined.has(name.toLowerCase()));
    if (names.length > (best?.names.length ?? 0)) {
      best = { names, title, source };
    }
  }
  return best;
}

/** Returns the grammar with the productions of the import, and those that they use, below it. */
export async function imported(grammar: string, { productions: own }: Outline, { names, title, source }: Import): Promise<string> {
  const known = new Map((await second({ source, readings: false })).productions.map((one) => [one.name.toLowerCase(), one]));
  const seen = new Set(own.map((one) => one.name.toLowerCase()));
  const waiting = names.map((name) => name.toLowerCase());
  const taken: { start: number; end: number }[] = [];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const found = known.get(name);
    if (!seen.has(name) && found !== undefined && found.at !== null) {
      taken.push(found.at);
      waiting.push(...found.uses.map((one) => one.toLowerCase()));
    }
    seen.add(name);
  }
  const copied = taken.sort((one, other) => one.start - other.start).map(({ start, end }) => source.slice(start, end).trimEnd());
  return `${grammar.trimEnd()}\n\n; ${title}\n${copied.join("\n")}\n`;
}
