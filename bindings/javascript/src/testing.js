// Tests of a parser against the suite of a production, for vitest, jest and node:test.
import { Grammar } from "./grammar.js";

/** The most tests that `cases` makes. Each takes memory, and some milliseconds. */
const MOST = 100_000;
/** The most texts that a failure lists. */
const LISTED = 10;

const suiteOf = (rule, { grammar = Grammar.fromRfc(1738), ...choice }) => grammar.suite(rule, choice);

/** Returns a text in ASCII, with quotes. */
const quoted = (text) =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export function cases(rule, choice = {}) {
  const suite = suiteOf(rule, choice);
  if (suite.size > MOST) {
    throw new RangeError(
      `the suite of \`${suite.rule}\` has ${suite.size} texts, and \`cases\` makes at most ${MOST} tests: ` +
        'write kind: "productions" or kind: "quick", or use `conformance`',
    );
  }
  return Array.from(suite, (one) => [`${one.rule}-${one.valid ? "valid" : "invalid"}-${quoted(one.text)}`, one]);
}

export function conformance(parser, rule, { throws = false, octets = false, ...choice } = {}) {
  const suite = suiteOf(rule, choice);
  const accepted = [];
  const rejected = [];
  let texts = 0;
  for (const one of suite) {
    texts++;
    const accepts = answer(parser, octets ? one.octets : one.text, throws);
    if (accepts && !one.valid) accepted.push(one);
    if (!accepts && one.valid) rejected.push(one);
  }
  const wrong = accepted.length + rejected.length;
  if (wrong === 0) return texts;
  const lines = [`${wrong} of ${texts} texts of \`${suite.rule}\` have a wrong verdict`];
  for (const [name, found] of [["wrongly accepted", accepted], ["wrongly rejected", rejected]]) {
    if (found.length === 0) continue;
    const shortest = [...found].sort((one, other) => one.octets.length - other.octets.length).slice(0, LISTED);
    lines.push(`  ${name}: ${found.length}`, ...shortest.map((one) => `    ${quoted(one.text)}`));
    if (found.length > LISTED) lines.push(`    and ${found.length - LISTED} more`);
  }
  throw new Error(lines.join("\n"));
}

function answer(parser, text, throws) {
  if (!throws) return Boolean(parser(text));
  try {
    parser(text);
    return true;
  } catch {
    return false;
  }
}
