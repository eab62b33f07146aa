import { ParseError, RULES, check, isValid, parse, tree } from "rfc1738";
import type { Component, Fix, Node, Url } from "rfc1738";
import { Grammar, GrammarError, Undecided, advise, extract } from "rfc1738/grammar";
import { cases, conformance } from "rfc1738/testing";

const url: Url = parse("http://host.dom/");
const host: string | null = url.host;
const port: number | null = url.portOrDefault;
const segment: Component | undefined = url.segments[0];
const octets: Uint8Array | undefined = segment?.decoded;
const error: ParseError | null = check(new Uint8Array([0x68]), RULES[0]);
const fix: Fix | undefined = error?.notes[0]?.fixes[0];
const node: Node = tree("80", "port", { characters: true });
const part: Uint8Array = tree(new Uint8Array([0x38]), "port").text;
const kinds: string[] = [...node].map((child) => child.rule);

try {
  const grammar = Grammar.fromAbnf("a = DIGIT\n", { strict: false });
  const texts: string[] = grammar.generate("a", 3, { kind: "cover", seed: 1n });
  for (const one of grammar.suite("a", { kind: "quick" })) one.valid satisfies boolean;
  console.log(texts, advise(url)[0]?.fixes, extract("", { unmarked: true })[0]?.kind);
} catch (reason) {
  if (reason instanceof Undecided) console.log(reason.production);
  if (reason instanceof GrammarError) console.log(reason.errors[0]?.line);
  if (reason instanceof ParseError) console.log(reason.offset);
}
conformance((text) => text.length > 0, "port", { throws: true });
conformance((text) => text.byteLength > 0, "port", { octets: true });
for (const [name, one] of cases("port")) console.log(name, one.text);

// @ts-expect-error a text is no number
isValid(80);
// @ts-expect-error a tree comes from `tree`
new Node("port", 0, 1, "8");
// @ts-expect-error a URL does not change
url.host = "h";
console.log(host, port, octets, fix, part, kinds);
