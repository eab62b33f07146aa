// The grammars to begin with, read from the files of the project.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const BEGINNINGS = [
  ["rfc1738", "RFC 1738: URLs", "grammar/rfc1738.bnf", "url", "http://user@host/"],
  ["rfc1808", "RFC 1808: relative URLs", "examples/grammars/rfc1808.bnf", "URL", "../a/b?c#d"],
  ["rfc2396", "RFC 2396: URIs", "examples/grammars/rfc2396.bnf", "URI-reference", "http://a/b/c/d;p?q"],
  ["rfc3986", "RFC 3986: URIs", "examples/grammars/rfc3986.abnf", "URI", "http://[::1]/a"],
  ["rfc822", "RFC 822: dates", "examples/grammars/rfc822.bnf", "date-time", "20Jun8208:30UT"],
  ["rfc1945", "RFC 1945: dates of HTTP", "examples/grammars/rfc1945.bnf", "HTTP-date", "Sun, 06 Nov 1994 08:49:37 GMT"],
  ["rfc8259", "RFC 8259: JSON", "examples/grammars/rfc8259.abnf", "JSON-text", "{\"a\":[1,true]}"],
  ["rfc5322", "RFC 5322: addresses of mail", "examples/grammars/rfc5322.abnf", "address", "Ann (a (nested) comment) <ann@example.org>"],
  ["rfc9110", "RFC 9110: User-Agent", "examples/grammars/rfc9110.abnf", "User-Agent", "CERN-LineMode/2.15 (a (nested) comment)"],
  ["arithmetic-left", "Arithmetic, recursive to the left", "examples/grammars/arithmetic-left.bnf", "expression", "1-2-3*(4+5)"],
  ["arithmetic", "Arithmetic, with repetition", "examples/grammars/arithmetic.abnf", "expression", "1-2-3*(4+5)"],
  ["arithmetic-ambiguous", "Arithmetic, ambiguous", "examples/grammars/arithmetic-ambiguous.abnf", "expression", "1-2*3"],
  ["dangling-else", "Statements with a dangling else", "examples/grammars/dangling-else.abnf", "statement", "if a then if b then x := 1 else x := 2"],
  ["date", "Dates, from the tutorial", "examples/grammars/date.bnf", "date", "7 Nov 2026"],
  ["date-ordered", "The same dates for ordered choice", "examples/grammars/date-ordered.bnf", "date", "7 Nov 2026"],
  ["list", "A list, from the tutorial", "examples/grammars/list.bnf", "list", "a,a"],
  ["time", "Times, from the tutorial", "examples/grammars/time.bnf", "time", "23:59"],
] as const;

/** Returns the grammars of the project at `root`. */
export function grammars(root: string) {
  return BEGINNINGS.map(([id, title, file, production, text]) => ({
    id,
    title,
    source: readFileSync(resolve(root, file), "utf8"),
    readings: id === "rfc1738",
    production,
    text,
  }));
}
