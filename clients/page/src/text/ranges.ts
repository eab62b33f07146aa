// Sets of characters, as ranges that a reader sees at once.

import { visible } from "./show.ts";

/** Characters that follow each other, as their code points. Octets that are no characters are behind those. */
export interface Range {
  first: number;
  last: number;
}

/** What the engine says can come next: characters, and if some are above ASCII, all of them as ranges. */
export interface Next {
  next: string;
  nextRanges: [string, string][] | null;
}

/** The number of the octet 0: an octet above 7F is no character. */
const OCTETS = 0x11_0000;

/** Octets of UTF-16 that are no characters. */
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** The most characters of a range that are listed. */
const LISTED = 256;

function kind(code: number): number {
  if (code >= 0x80) {
    return code < OCTETS ? 5 : 6;
  }
  const character = String.fromCodePoint(code);
  return /[A-Z]/.test(character) ? 1 : /[a-z]/.test(character) ? 2 : /[0-9]/.test(character) ? 3 : 4;
}

/** Returns ranges that do not overlap, in the order of their code points. */
function joined(ranges: Range[]): Range[] {
  const found: Range[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = found.at(-1);
    if (before !== undefined && first <= before.last + 1) {
      before.last = Math.max(before.last, last);
    } else {
      found.push({ first, last });
    }
  }
  return found;
}

/** Returns what can come next. Without ranges, what is above ASCII in a set of the engine stands for octets. */
export function setOf({ next, nextRanges }: Next): Range[] {
  const codes = [...next].map((one) => one.codePointAt(0) ?? 0);
  const above = nextRanges?.map(([first, last]) => ({ first: first.codePointAt(0) ?? 0, last: last.codePointAt(0) ?? 0 }));
  const single = codes.map((code) => (code < 0x80 ? code : OCTETS + code)).map((code) => ({ first: code, last: code }));
  return joined([...single, ...(above ?? [])]);
}

/** Returns what is in the first set only. */
export function without(ranges: Range[], others: Range[]): Range[] {
  let left = ranges;
  for (const other of others) {
    left = left.flatMap(({ first, last }) =>
      [{ first, last: Math.min(last, other.first - 1) }, { first: Math.max(first, other.last + 1), last }].filter((one) => one.first <= one.last));
  }
  return left;
}

/** Returns the ranges as they are shown: letters and digits first, then the others of ASCII one by one. */
export function shownRanges(set: Range[]): Range[] {
  const found = joined(set).flatMap(({ first, last }) => {
    const parts: Range[] = [];
    for (let code = first; code <= Math.min(last, 0x7f); code += 1) {
      const before = parts.at(-1);
      if (before !== undefined && kind(before.first) === kind(code) && kind(code) !== 4) {
        before.last = code;
      } else {
        parts.push({ first: code, last: code });
      }
    }
    return last > 0x7f ? [...parts, { first: Math.max(first, 0x80), last }] : parts;
  });
  found.sort((a, b) => kind(a.first) - kind(b.first) || a.first - b.first);
  // Two that follow each other are as short one by one.
  return found.flatMap(({ first, last }) => (last === first + 1 ? [{ first, last: first }, { first: last, last }] : [{ first, last }]));
}

/** Returns whether the range is one of octets, which no field of a browser can hold alone. */
export function isOctets({ first }: Range): boolean {
  return first >= OCTETS;
}

/** Returns a range as a reader sees it: `a–z`, or `%x80–FF` for octets. */
export function rangeName(range: Range): string {
  const { first, last } = range;
  const name = (code: number) => (isOctets(range) ? (code - OCTETS).toString(16).toUpperCase() : visible(String.fromCodePoint(code)));
  return `${isOctets(range) ? "%x" : ""}${first === last ? name(first) : `${name(first)}–${name(last)}`}`;
}

/** Returns the first characters of a range, and the number of those that are left out. */
export function members({ first, last }: Range): { characters: string[]; omitted: number } {
  const parts = without([{ first, last }], [SURROGATES]);
  const count = parts.reduce((sum, one) => sum + one.last - one.first + 1, 0);
  const characters: string[] = [];
  for (const part of parts) {
    for (let code = part.first; code <= part.last && characters.length < LISTED; code += 1) {
      characters.push(String.fromCodePoint(code));
    }
  }
  return { characters, omitted: count - characters.length };
}
