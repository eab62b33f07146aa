import type { Case, Grammar, SuiteOptions } from "./grammar.js";

export interface Choice extends SuiteOptions {
  /** The grammar; without one, that of RFC 1738. */
  grammar?: Grammar;
}

/**
 * Returns the cases of a suite, each with a name, for `test.each` of vitest and jest. Throws RangeError for more than
 * 100,000 texts.
 */
export function cases(rule?: string, choice?: Choice): [name: string, one: Case][];

/**
 * Asks a parser about each text of a suite, and throws an error with a summary if a verdict is wrong. Returns the
 * number of texts. The parser returns whether it accepts a text; with `throws`, it accepts what throws nothing.
 */
export function conformance(
  parser: (text: string) => unknown,
  rule?: string,
  choice?: Choice & { throws?: boolean; octets?: false },
): number;
export function conformance(
  parser: (octets: Uint8Array) => unknown,
  rule: string | undefined,
  choice: Choice & { throws?: boolean; octets: true },
): number;
