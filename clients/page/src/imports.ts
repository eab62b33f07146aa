// Productions that a grammar uses and another RFC defines.
//
// The page has one text for a grammar, so an import copies the productions below it. The grammars of the RFCs are
// fetched when a grammar misses something.

import { second } from "./engine/questions.ts";
import type { Outline } from "./engine/types.ts";

/** What one RFC has of what a grammar misses. */
interface Part {
  names: string[];
  title: string;
  source: string;
  /** The names for texts in angle brackets. */
  prose: [string, string][];
}

/** All that can be imported. */
export interface Import {
  names: string[];
  title: string;
  parts: Part[];
}

/** The names that a grammar defines by more than prose. */
const DEFINED = /^[ \t]*([A-Za-z][\w-]*)[ \t]*=(?!\/|\s*<)/gm;

/** Returns from where what is missing can be imported, from as few RFCs as possible; `null` if no RFC has any of it. */
export async function importFor({ notation, productions }: Outline, grammar: string): Promise<Import | null> {
  // The grammars are in ABNF. One that shows no notation yet can become ABNF.
  const isAbnf = notation === "ABNF" || (notation.startsWith("RFC 822") && !grammar.includes("|"));
  const own = new Set(productions.map((one) => one.name.toLowerCase()));
  let missing = [...new Set(productions.flatMap((one) => one.uses))].filter((name) => !own.has(name.toLowerCase()));
  const hasProse = /<[^>\n]{8,}>/.test(grammar);
  if (!isAbnf || (missing.length === 0 && !hasProse)) {
    return null;
  }
  const { default: library } = await import("virtual:library");
  const found = library.map(({ title, source, prose }) => ({
    title,
    source,
    defined: new Set([...source.matchAll(DEFINED)].map(([, name]) => name?.toLowerCase())),
    prose: Object.entries(prose).filter(([text]) => grammar.includes(`<${text}>`)),
  }));
  const parts: Part[] = [];
  for (;;) {
    const offers = found.filter((one) => parts.every((part) => part.title !== one.title)).map(({ title, source, defined, prose }) => ({
      title, source, prose, names: missing.filter((name) => defined.has(name.toLowerCase())),
    }));
    const weight = (one: Part) => one.names.length + one.prose.length;
    const best = offers.reduce<Part | null>((best, one) => (weight(one) > (best === null ? 0 : weight(best)) ? one : best), null);
    if (best === null) {
      break;
    }
    parts.push(best);
    missing = missing.filter((name) => !best.names.includes(name));
  }
  const names = parts.flatMap((one) => [...one.names, ...one.prose.map(([, name]) => name)]);
  return parts.length === 0 ? null : { names, title: parts.map((one) => one.title).join(", "), parts };
}

/** Returns the grammar with the productions of the import, and those that they use, below it. */
export async function imported(grammar: string, { productions: own }: Outline, { parts }: Import): Promise<string> {
  const seen = new Set(own.map((one) => one.name.toLowerCase()));
  let written = grammar.trimEnd();
  for (const { names, title, source, prose } of parts) {
    const known = new Map((await second({ source, readings: false })).productions.map((one) => [one.name.toLowerCase(), one]));
    const waiting = [...names, ...prose.map(([, name]) => name)].map((name) => name.toLowerCase());
    const taken: { start: number; end: number }[] = [];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const found = known.get(name);
      if (!seen.has(name) && found !== undefined && found.at !== null) {
        taken.push(found.at);
        waiting.push(...found.uses.map((one) => one.toLowerCase()));
      }
      // What this RFC does not have, another one may.
      if (found !== undefined) {
        seen.add(name);
      }
    }
    for (const [text, name] of prose) {
      written = written.replaceAll(`<${text}>`, name);
    }
    const copied = taken.sort((one, other) => one.start - other.start).map(({ start, end }) => source.slice(start, end).trimEnd());
    written = `${written}\n\n; ${title}\n${copied.join("\n")}`;
  }
  return `${written}\n`;
}
