// Grammars that are read at run time, test suites, and what is found in texts.
import init, * as native from "./built/grammar.js";
import packed from "./built/grammar_module.js";
import { Fix, ParseError } from "./errors.js";
import { inflate } from "./load.js";
import { treeOf } from "./node.js";
import { octetsOf, offsetsOf } from "./text.js";
import { check } from "./index.js";

export { Fix, ParseError } from "./errors.js";
export { Node } from "./node.js";

await init({ module_or_path: await inflate(packed) });

export const RFCS = Object.freeze(JSON.parse(native.rfcs()));

/** A text that is neither valid nor invalid, as far as anybody can tell. */
export class Undecided extends Error {
  constructor(text, { message, production, offset }, at) {
    super(message);
    this.production = production;
    this.offset = offset === null ? null : at(offset);
    Object.defineProperty(this, "text", { value: text });
  }
}
Undecided.prototype.name = "Undecided";

/** A grammar that cannot be read, or that has no answer to a question. */
export class GrammarError extends Error {
  constructor(message, excerpt = "", errors = []) {
    super(message);
    this.errors = errors;
    Object.defineProperty(this, "excerpt", { value: excerpt });
  }
}
GrammarError.prototype.name = "GrammarError";

/** Runs a function of the module, which throws a sentence. */
function answered(run, Kind = GrammarError) {
  try {
    return run();
  } catch (reason) {
    throw typeof reason === "string" ? new Kind(reason) : reason;
  }
}

/** Returns the octets of hexadecimal digits. */
const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns octets as a string, in which a lone surrogate stands for each octet that is not UTF-8. */
function escaped(octets) {
  let text = "";
  for (let start = 0; start < octets.length; ) {
    let length = Math.min(4, octets.length - start);
    for (; length > 0; length--) {
      try {
        const character = fatal.decode(octets.subarray(start, start + length));
        text += [...character][0];
        length = new TextEncoder().encode([...character][0]).length;
        break;
      } catch {
        // Fewer octets can be a character.
      }
    }
    if (length === 0) text += String.fromCharCode(0xdc00 + octets[start]);
    start += Math.max(length, 1);
  }
  return text;
}

/** Returns octets that JSON has as a string or as digits. */
const textOf = (octets) => (typeof octets === "string" ? octets : escaped(fromHex(octets.hex)));

/** A text of a suite, and the verdict of a right parser. */
export class Case {
  constructor({ rule, input, hex, ok, offset }) {
    this.rule = rule;
    this.text = textOf(input);
    this.octets = fromHex(hex);
    this.valid = ok;
    this.offset = ok ? null : offsetsOf(this.text, this.octets)(offset);
  }
}

export class Suite {
  #suite;

  constructor(suite) {
    this.#suite = suite;
    this.rule = suite.rule();
    this.depth = suite.depth() ?? null;
    this.size = suite.size();
  }

  *[Symbol.iterator]() {
    for (let number = 0; ; number++) {
      const part = this.#suite.part(number);
      if (part === undefined) return;
      for (const record of JSON.parse(part)) yield new Case(record);
    }
  }
}

export class Grammar {
  #native;

  constructor(grammar, strict) {
    this.#native = grammar;
    this.rules = Object.freeze(JSON.parse(grammar.rules()));
    const [message, excerpt, errors] = JSON.parse(grammar.faults() ?? "[null,null,[]]");
    this.errors = errors;
    if (errors.length > 0 && (strict || this.rules.length === 0)) throw new GrammarError(message, excerpt, errors);
  }

  static fromAbnf(source, { strict = true } = {}) {
    return new Grammar(native.Grammar.read(source, "abnf"), strict);
  }

  static fromBnf(source, { strict = true } = {}) {
    return new Grammar(native.Grammar.read(source, "bnf"), strict);
  }

  static fromRfc822(source, { strict = true } = {}) {
    return new Grammar(native.Grammar.read(source, "rfc822"), strict);
  }

  static read(source, { strict = true } = {}) {
    return new Grammar(native.Grammar.read(source, ""), strict);
  }

  static fromRfc(number) {
    return new Grammar(answered(() => native.Grammar.rfc(number), RangeError), true);
  }

  get start() {
    return this.#name();
  }

  #name(rule) {
    return answered(() => this.#native.name(rule), RangeError);
  }

  #ask(text, rule, question) {
    const name = this.#name(rule);
    const octets = octetsOf(text);
    const answer = JSON.parse(answered(() => this.#native.ask(name, octets, question)));
    const offset = offsetsOf(text, octets);
    if (answer.ok === null) throw new Undecided(text, answer, offset);
    const error = () => new ParseError(text, offset, { ...answer, ...answer.record });
    return { ...answer, error, tree: () => treeOf(answer.nodes, text, offset) };
  }

  isValid(text, rule) {
    return this.#ask(text, rule, "verdict").ok;
  }

  check(text, rule) {
    const answer = this.#ask(text, rule, "error");
    return answer.ok ? null : answer.error();
  }

  parse(text, rule, { characters = false } = {}) {
    const answer = this.#ask(text, rule, characters ? "characters" : "tree");
    if (!answer.ok) throw answer.error();
    return answer.tree();
  }

  generate(rule, count = 10, { kind = "valid", seed = 0 } = {}) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`count: ${count} is no number of texts; write 0 or more`);
    }
    const name = this.#name(rule);
    return JSON.parse(answered(() => this.#native.generate(name, count, kind, BigInt(seed)))).map(textOf);
  }

  suite(rule, { kind = "complete", extraStates = 0, depth = 1 } = {}) {
    if (!Number.isInteger(extraStates) || extraStates < 0 || extraStates > 255) {
      throw new RangeError(`extraStates: ${extraStates} is not from 0 to 255; 1 makes large suites`);
    }
    const name = this.#name(rule);
    return new Suite(answered(() => this.#native.suite(name, kind, extraStates, depth)));
  }
}

/** Returns the URLs that a text marks; with `unmarked`, all. */
export function extract(text, { unmarked = false } = {}) {
  const octets = octetsOf(text);
  const offset = offsetsOf(text, octets);
  return JSON.parse(native.extract(octets, unmarked)).map((one) => ({
    url: one.text,
    valid: one.ok,
    start: offset(one.start),
    end: offset(one.end, true),
    line: one.line,
    column: one.column,
    fragment: one.fragment,
    kind: one.kind,
    fault: one.fault ?? null,
    alternatives: (one.alternatives ?? []).map((other) => other.text),
  }));
}

/** Returns the advice of RFC 1738 on a URL. */
export function advise(url) {
  return JSON.parse(aboutUrl(url, native.advise)).map((one) => ({
    ...one,
    fixes: (one.fixes ?? []).map((fix) => new Fix(fix, (offset) => offset)),
  }));
}

/** Returns the object that `rfc1738 inspect --format json` writes about a URL. */
export function inspect(url) {
  return JSON.parse(aboutUrl(url, native.inspect));
}

function aboutUrl(url, ask) {
  const text = url instanceof Uint8Array ? url : String(url);
  const answer = ask(octetsOf(text));
  if (answer === undefined) throw check(text);
  return answer;
}
