// The grammars to begin with, read from files when the page is built.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

type Beginning = [id: string, title: string, file: string, production: string, text: string];

const START: Beginning[] = [
  ["arithmetic", "Arithmetic", "clients/page/grammars/arithmetic.abnf", "expr", "1+2*(3-1)"],
  ["json", "JSON", "examples/grammars/rfc8259.abnf", "JSON-text", "{\"a\":1,\"b\":[2]}"],
  ["dates", "Dates", "examples/grammars/date.bnf", "date", "7 Nov 2026"],
  ["sentence", "A toy sentence", "clients/page/grammars/sentence.abnf", "sentence", "I saw a man with a telescope"],
];

const RFCS: Beginning[] = [
  ["rfc1738", "RFC 1738", "grammar/rfc1738.bnf", "url", "http://user@host/index.html"],
  ["rfc3986", "RFC 3986", "examples/grammars/rfc3986.abnf", "URI", "http://[::1]/a"],
  ["rfc1808", "RFC 1808", "examples/grammars/rfc1808.bnf", "URL", "../a/b?c#d"],
  ["rfc2396", "RFC 2396", "examples/grammars/rfc2396.bnf", "URI-reference", "http://a/b/c/d;p?q"],
  ["rfc5322", "RFC 5322", "examples/grammars/rfc5322.abnf", "address", "Ann (a (nested) comment) <ann@example.org>"],
  ["rfc9110", "RFC 9110", "examples/grammars/rfc9110.abnf", "User-Agent", "CERN-LineMode/2.15 (a (nested) comment)"],
  ["rfc822", "RFC 822", "examples/grammars/rfc822.bnf", "date-time", "20Jun8208:30UT"],
  ["rfc1945", "RFC 1945", "examples/grammars/rfc1945.bnf", "HTTP-date", "Sun, 06 Nov 1994 08:49:37 GMT"],
];

const MORE: Beginning[] = [
  ["dangling-else", "A dangling else", "examples/grammars/dangling-else.abnf", "statement", "if a then if b then x := 1 else x := 2"],
  ["arithmetic-left", "Arithmetic, left-recursive", "examples/grammars/arithmetic-left.bnf", "expression", "1-2-3*(4+5)"],
  ["arithmetic-repetition", "Arithmetic, with repetition", "examples/grammars/arithmetic.abnf", "expression", "1-2-3*(4+5)"],
  ["dates-ordered", "Dates, for ordered choice", "examples/grammars/date-ordered.bnf", "date", "7 Nov 2026"],
  ["list", "A list", "examples/grammars/list.bnf", "list", "a,a"],
  ["times", "Times", "examples/grammars/time.bnf", "time", "23:59"],
];

/** Returns the grammars of the project at `root`, in groups. */
export function grammars(root: string) {
  const groups = { start: START, rfcs: RFCS, more: MORE };
  return Object.entries(groups).flatMap(([group, beginnings]) =>
    beginnings.map(([id, title, file, production, text]) => ({
      id,
      title,
      group,
      source: readFileSync(resolve(root, file), "utf8"),
      readings: id === "rfc1738",
      production,
      text,
    })));
}

/** Returns the grammars of the first load: the others come without their texts. */
export function beginnings(root: string) {
  return grammars(root).map((one) => (one.group === "start" || one.id === "rfc1738" ? one : { ...one, source: null }));
}

/** Returns the texts of the other grammars by their names. */
export function laterSources(root: string): Record<string, string> {
  return Object.fromEntries(grammars(root).map((one) => [one.id, one.source]));
}

/** Returns which productions of two grammars correspond: the name in each, and why. */
export function pairs(root: string): Record<string, [string, string, string][]> {
  const text = readFileSync(resolve(root, "examples/grammars/rfc1738-rfc3986.toml"), "utf8");
  const tables = text.split("[[pair]]").slice(1).map((table) => {
    const value = (key: string) => new RegExp(`^${key} = "(.*)"$`, "m").exec(table)?.[1] ?? "";
    return [value("a"), value("b"), value("why")] as [string, string, string];
  });
  return { "rfc1738 rfc3986": tables };
}

/** Returns the values of a key in the tables of this name of a TOML file. */
function tables(text: string, name: string, keys: string[]): string[][] {
  const parts = text.split(/^\[\[/m).filter((part) => part.startsWith(`${name}]]`));
  return parts.map((part) => keys.map((key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(part)?.[1] ?? ""));
}

/**
 * Returns the grammars that others can import from, in ABNF. The page has one text for a grammar and no file beside it, so
 * prose says that another part of a text gives the length of what a production derives.
 */
export function library(root: string): { title: string; source: string; prose: Record<string, string> }[] {
  const folder = resolve(root, "crates/rfcbnf/library");
  const names = readdirSync(folder).sort().filter((name) => name.endsWith(".abnf"));
  const files = names.map((name) => {
    let source = readFileSync(resolve(folder, name), "utf8");
    const beside = resolve(folder, name.replace(/abnf$/, "imports.toml"));
    const text = existsSync(beside) ? readFileSync(beside, "utf8") : "";
    for (const [production = "", reason, section] of tables(text, "length", ["production", "reason", "section"])) {
      const rule = new RegExp(`^${production}[ \\t]*=.*(?:\\n[ \\t]+.*)*`, "m");
      source = source.replace(rule, `${production} = <the grammar does not check the length: ${reason} (${section})>`);
    }
    return { title: `RFC ${name.slice(3, -5)}`, source, prose: {} as Record<string, string>, imports: text };
  });
  // What grammars say in prose about a production that another one has: `<As defined in …>` is `URI`.
  for (const { imports } of files) {
    for (const [from = "", list = ""] of [...imports.matchAll(/^from = "(.*)"\nnames = \{(.*)\}$/gm)].map(([, from, list]) => [from, list])) {
      const target = files.find((one) => one.title === `RFC ${from.slice(3)}`);
      for (const [, prose = "", name = ""] of list.matchAll(/"([^"]*)" = "([^"]*)"/g)) {
        Object.assign(target?.prose ?? {}, { [prose]: name });
      }
    }
  }
  return files.map(({ title, source, prose }) => ({ title, source, prose }));
}
