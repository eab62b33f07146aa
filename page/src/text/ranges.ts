// Sets of characters, as ranges that a reader sees at once.

import { visible } from "./show.ts";

/** Characters that follow each other. */
export interface Range {
  first: string;
  last: string;
}

function kind(code: number): number {
  const character = String.fromCodePoint(code);
  return /[A-Z]/.test(character) ? 1 : /[a-z]/.test(character) ? 2 : /[0-9]/.test(character) ? 3 : code < 0x80 ? 4 : 5;
}

/** Returns the ranges of the characters: letters and digits first, then the others one by one. */
export function ranges(characters: string): Range[] {
  const codes = [...new Set([...characters].map((one) => one.codePointAt(0) ?? 0))].sort((a, b) => kind(a) - kind(b) || a - b);
  const found: { first: number; last: number }[] = [];
  for (const code of codes) {
    const before = found.at(-1);
    if (before !== undefined && before.last + 1 === code && kind(before.first) === kind(code) && kind(code) !== 4) {
      before.last = code;
    } else {
      found.push({ first: code, last: code });
    }
  }
  // Two that follow each other are as short one by one.
  return found.flatMap(({ first, last }) => {
    const [from, to] = [String.fromCodePoint(first), String.fromCodePoint(last)];
    return last === first + 1 ? [{ first: from, last: from }, { first: to, last: to }] : [{ first: from, last: to }];
  });
}

/** Returns a range as a reader sees it: `a–z`. */
export function rangeName({ first, last }: Range): string {
  return first === last ? visible(first) : `${visible(first)}–${visible(last)}`;
}

/** Returns the characters of a range. */
export function members({ first, last }: Range): string[] {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  return Array.from({ length: Math.min(256, to - from + 1) }, (_, index) => String.fromCodePoint(from + index));
}
