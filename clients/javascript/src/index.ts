// URLs exactly as RFC 1738 defines them.
//
// The WebAssembly module is packed inside of a JavaScript module. So every bundler and every runtime loads it like any
// other code, and nothing waits for it.
import * as native from "../built/url.js";
import packed from "../built/url_module.js";
import { ParseError } from "./errors.js";
import { unpacked } from "./load.js";
import { Node } from "./node.js";
import type { ListedNode, Rejected, UrlRecord } from "./records.js";
import { octetsOf, offsetsOf, type Text } from "./text.js";
import { Url, urlText } from "./url.js";

export { Fix, ParseError, type Note } from "./errors.js";
export { Node } from "./node.js";
export type { Text } from "./text.js";
export { Component, Url } from "./url.js";

export interface TreeOptions {
  /** Whether the tree has the productions that derive single characters. */
  characters?: boolean;
}

native.initSync({ module: unpacked(packed) });

/** The names of the 67 productions of RFC 1738. */
export const RULES: readonly string[] = Object.freeze(native.rules().split(" "));
const numbers = new Map(RULES.map((name, number) => [name, number]));

function number(rule = "url"): number {
  const found = numbers.get(rule);
  if (found === undefined) throw new RangeError(`there is no production \`${rule}\`; \`RULES\` lists them`);
  return found;
}

/** Returns whether the production derives the text; without one, `url`. Throws RangeError for an unknown name. */
export function isValid(text: Text, rule?: string): boolean {
  return native.is_valid(number(rule), octetsOf(text));
}

/** Returns the ParseError of the text without throwing it; null if the production derives the text. */
export function check(text: Text, rule = "url"): ParseError | null {
  const octets = octetsOf(text);
  const answer = native.check(number(rule), octets);
  if (answer === undefined) return null;
  return ParseError.of(rule, text, offsetsOf(text, octets), JSON.parse(answer) as Rejected);
}

/** Parses a URL. Throws ParseError for a text that is none. */
export function parse(text: Text): Url {
  const answer = native.parse(octetsOf(text));
  if (answer === undefined) throw check(text);
  return Url.of(urlText(text), JSON.parse(answer) as UrlRecord, (other) => {
    const normal = native.normalized(octetsOf(other));
    if (normal === undefined) throw check(other);
    return parse(normal);
  });
}

/** Returns the tree of the text. Throws ParseError if the production does not derive it. */
export function tree<T extends Text>(text: T, rule?: string, { characters = false }: TreeOptions = {}): Node<T> {
  const octets = octetsOf(text);
  const answer = native.tree(number(rule), octets, characters);
  if (answer === undefined) throw check(text, rule);
  return Node.root(JSON.parse(answer) as ListedNode[], text, offsetsOf(text, octets));
}
