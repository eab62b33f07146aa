// Tests of a parser against the suite of a production, for vitest, jest and node:test.
import { Grammar, type Case, type Suite, type SuiteOptions } from "./grammar.js";
import type { Text } from "./text.js";

/** The most tests that `cases` makes. Each takes memory, and some milliseconds. */
const MOST = 100_000;
/** The most texts that a failure lists. */
const LISTED = 10;

export interface Choice extends SuiteOptions {
  /** The grammar; without one, that of RFC 1738. */
  grammar?: Grammar;
}

const suiteOf = (rule: string | undefined, { grammar = Grammar.fromRfc(1738), ...choice }: Choice): Suite =>
  grammar.suite(rule, choice);

/** Returns a text in ASCII, with quotes. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Returns the cases of a suite, each with a name, for `test.each` of vitest and jest. Throws RangeError for more than
 * 100,000 texts.
 */
export function cases(rule?: string, choice: Choice = {}): [name: string, one: Case][] {
  const suite = suiteOf(rule, choice);
  if (suite.size > MOST) {
    throw new RangeError(
      `the suite of \`${suite.rule}\` has ${suite.size} texts, and \`cases\` makes at most ${MOST} tests: ` +
        'write kind: "productions" or kind: "quick", or use `conformance`',
    );
  }
  return Array.from(suite, (one) => [`${one.rule}-${one.valid ? "valid" : "invalid"}-${quoted(one.text)}`, one]);
}

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
export function conformance(
  parser: (text: never) => unknown,
  rule?: string,
  { throws = false, octets = false, ...choice }: Choice & { throws?: boolean; octets?: boolean } = {},
): number {
  const suite = suiteOf(rule, choice);
  const accepted: Case[] = [];
  const rejected: Case[] = [];
  let texts = 0;
  for (const one of suite) {
    texts++;
    const accepts = answer(parser as (text: Text) => unknown, octets ? one.octets : one.text, throws);
    if (accepts && !one.valid) accepted.push(one);
    if (!accepts && one.valid) rejected.push(one);
  }
  const wrong = accepted.length + rejected.length;
  if (wrong === 0) return texts;
  const lines = [`${wrong} of ${texts} texts of \`${suite.rule}\` have a wrong verdict`];
  for (const [name, found] of [["wrongly accepted", accepted], ["wrongly rejected", rejected]] as const) {
    if (found.length === 0) continue;
    const shortest = [...found].sort((one, other) => one.octets.length - other.octets.length).slice(0, LISTED);
    lines.push(`  ${name}: ${found.length}`, ...shortest.map((one) => `    ${quoted(one.text)}`));
    if (found.length > LISTED) lines.push(`    and ${found.length - LISTED} more`);
  }
  throw new Error(lines.join("\n"));
}

function answer(parser: (text: Text) => unknown, text: Text, throws: boolean): boolean {
  let result: unknown;
  try {
    result = parser(text);
  } catch (reason) {
    if (throws) return false;
    throw reason;
  }
  // A promise is true, whatever comes of it.
  if (result instanceof Promise) {
    throw new TypeError("the parser returns a promise, not an answer: await it in a test of each of the `cases`");
  }
  return throws || Boolean(result);
}
