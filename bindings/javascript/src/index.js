// URLs exactly as RFC 1738 defines them.
//
// The WebAssembly module is inside of a JavaScript module, as gzip. So every bundler and every runtime
// loads it like any other code, and no function waits for it.
import init, * as native from "./built/url.js";
import packed from "./built/url_module.js";
import { ParseError } from "./errors.js";
import { inflate } from "./load.js";
import { treeOf } from "./node.js";
import { octetsOf, offsetsOf } from "./text.js";
import { Url, urlText } from "./url.js";

export { Fix, ParseError } from "./errors.js";
export { Node } from "./node.js";
export { Component, Url } from "./url.js";

await init({ module_or_path: await inflate(packed) });

export const RULES = Object.freeze(native.rules().split(" "));
const numbers = new Map(RULES.map((name, number) => [name, number]));

function number(rule = "url") {
  const found = numbers.get(rule);
  if (found === undefined) throw new RangeError(`there is no production \`${rule}\`; \`RULES\` lists them`);
  return found;
}

export function isValid(text, rule) {
  return native.is_valid(number(rule), octetsOf(text));
}

export function check(text, rule = "url") {
  const octets = octetsOf(text);
  const answer = native.check(number(rule), octets);
  return answer === undefined ? null : new ParseError(text, offsetsOf(text, octets), { rule, ...JSON.parse(answer) });
}

export function parse(text) {
  const answer = native.parse(octetsOf(text));
  if (answer === undefined) throw check(text);
  return new Url(urlText(text), JSON.parse(answer), (other) => {
    const normal = native.normalized(octetsOf(other));
    if (normal === undefined) throw check(other);
    return parse(normal);
  });
}

export function tree(text, rule, { characters = false } = {}) {
  const octets = octetsOf(text);
  const answer = native.tree(number(rule), octets, characters);
  if (answer === undefined) throw check(text, rule);
  return treeOf(JSON.parse(answer), text, offsetsOf(text, octets));
}
