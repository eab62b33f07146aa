// Grammars that are read at run time, test suites, and what is found in texts.
import * as native from "../built/grammar.js";
import packed from "../built/grammar_module.js";
import { Fix, ParseError } from "./errors.js";
import { check, type TreeOptions } from "./index.js";
import { unpacked } from "./load.js";
import { Node } from "./node.js";
import type {
  Advice as AdviceRecord,
  Answer,
  CaseRecord,
  GrammarFault,
  GrammarFaults,
  InspectionRecord,
  MatchRecord,
  Octets,
  RepairsRecord,
  UndecidedRecord,
} from "./records.js";
import { kindOf, octetsOf, offsetsOf, type Offset, type Text } from "./text.js";
import { Url } from "./url.js";

export { Fix, ParseError } from "./errors.js";
export type { TreeOptions } from "./index.js";
export { Node } from "./node.js";
export type { GrammarFault, InspectionRecord } from "./records.js";
export type { Text } from "./text.js";

native.initSync({ module: unpacked(packed) });

/** The RFCs whose grammars are in this package. */
export const RFCS: readonly number[] = Object.freeze(JSON.parse(native.rfcs()) as number[]);

/** A text that is neither valid nor invalid, as far as anybody can tell. */
export class Undecided extends Error {
  static {
    Undecided.prototype.name = "Undecided";
  }

  declare readonly text: Text;
  /** The production whose texts are unknown; null if a limit was reached. */
  readonly production: string | null;
  readonly offset: number | null;

  private constructor(text: Text, { reason, production, offset }: UndecidedRecord, at: Offset) {
    super(reason);
    this.production = production ?? null;
    this.offset = offset === undefined ? null : at(offset);
    Object.defineProperty(this, "text", { value: text });
  }

  /** @internal */
  static of(text: Text, record: UndecidedRecord, at: Offset): Undecided {
    return new Undecided(text, record, at);
  }
}

/** A grammar that cannot be read, or that has no answer to a question. */
export class GrammarError extends Error {
  static {
    GrammarError.prototype.name = "GrammarError";
  }

  readonly errors: readonly GrammarFault[];
  /** The lines of the grammar with marks. */
  declare readonly excerpt: string;

  private constructor({ message, excerpt, errors }: GrammarFaults) {
    super(message);
    this.errors = errors;
    Object.defineProperty(this, "excerpt", { value: excerpt });
  }

  /** @internal */
  static of(record: GrammarFaults): GrammarError {
    return new GrammarError(record);
  }
}

const withoutAnswer = (message: string): Error => GrammarError.of({ message, excerpt: "", errors: [] });
const outOfRange = (message: string): Error => new RangeError(message);

/** Runs a function of the module, which throws a sentence. */
function answered<T>(run: () => T, error = withoutAnswer): T {
  try {
    return run();
  } catch (reason) {
    throw typeof reason === "string" ? error(reason) : reason;
  }
}

/** Returns the octets of hexadecimal digits. */
const fromHex = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns octets as a string, in which a lone surrogate stands for each octet that is not UTF-8. */
function escaped(octets: Uint8Array): string {
  let text = "";
  for (let start = 0; start < octets.length; ) {
    let length = Math.min(4, octets.length - start);
    for (; length > 0; length--) {
      try {
        const [character] = fatal.decode(octets.subarray(start, start + length));
        text += character!;
        length = new TextEncoder().encode(character).length;
        break;
      } catch {
        // Fewer octets can be a character.
      }
    }
    if (length === 0) text += String.fromCharCode(0xdc00 + octets[start]!);
    start += Math.max(length, 1);
  }
  return text;
}

/** Returns octets that JSON has as a string or as digits. */
const textOf = (octets: Octets): string => (typeof octets === "string" ? octets : escaped(fromHex(octets.hex)));

/** A text of a suite, and the verdict of a right parser. */
export class Case {
  readonly rule: string;
  /** A lone surrogate from U+DC80 on stands for an octet that is not UTF-8. */
  readonly text: string;
  readonly octets: Uint8Array;
  readonly valid: boolean;
  /** The offset of the error in the text; null if the text is valid. */
  readonly offset: number | null;

  private constructor({ rule, input, hex, ok, offset }: CaseRecord) {
    this.rule = rule;
    this.text = textOf(input);
    this.octets = fromHex(hex);
    this.valid = ok;
    this.offset = offset === undefined ? null : offsetsOf(this.text, this.octets)(offset);
  }

  /** @internal */
  static of(record: CaseRecord): Case {
    return new Case(record);
  }
}

/** The texts of a production with the verdicts of a right parser. */
export class Suite implements Iterable<Case> {
  readonly rule: string;
  /** The depth of the texts; null if the suite is that of all texts. */
  readonly depth: number | null;
  readonly size: number;
  #suite: native.Suite;

  private constructor(suite: native.Suite) {
    this.#suite = suite;
    this.rule = suite.rule();
    this.depth = suite.depth() ?? null;
    this.size = suite.size();
  }

  /** @internal */
  static of(suite: native.Suite): Suite {
    return new Suite(suite);
  }

  *[Symbol.iterator](): IterableIterator<Case> {
    for (let number = 0; ; number++) {
      const part = this.#suite.part(number);
      if (part === undefined) return;
      for (const record of JSON.parse(part) as CaseRecord[]) yield Case.of(record);
    }
  }
}

/** One edit: `text` in the place of `start` to `end`. An insertion ends where it starts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A valid text, and the edits that lead to it, in ascending order. Those that touch are one. */
export interface Repair {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** The valid texts that are nearest to a text. */
export interface Nearest {
  /** The number of characters that are inserted, deleted or replaced; 0 if the text is valid. */
  readonly distance: number;
  /** The first ones, in the order that the manual defines. */
  readonly repairs: readonly Repair[];
  /** How many texts are at the distance; null if there are too many to count. */
  readonly count: number | null;
}

export interface ReadOptions {
  /** Whether errors of the grammar are thrown. Otherwise they are in `errors`, and the productions that they spare can be used. */
  strict?: boolean;
}

export interface GenerateOptions {
  /** "invalid" makes texts that one edit makes valid; "cover" a few that use every alternative. */
  kind?: "valid" | "invalid" | "cover";
  seed?: number | bigint;
}

export interface SuiteOptions {
  kind?: "complete" | "productions" | "quick";
  /** A complete suite finds every wrong parser with so many states more than the smallest automaton. */
  extraStates?: number;
  /** If the production recurses in the middle, the suite is that of its texts to this depth. */
  depth?: number;
}

/**
 * A grammar whose productions parse texts. Without the name of a production, a method takes the first, and
 * `url` in RFC 1738. An unknown name is a RangeError.
 */
export class Grammar {
  readonly rules: readonly string[];
  readonly errors: readonly GrammarFault[];
  #native: native.Grammar;

  private constructor(grammar: native.Grammar, strict: boolean) {
    this.#native = grammar;
    this.rules = Object.freeze(JSON.parse(grammar.rules()) as string[]);
    const faults = grammar.faults();
    const record = faults === undefined ? null : (JSON.parse(faults) as GrammarFaults);
    this.errors = record?.errors ?? [];
    if (record && (strict || this.rules.length === 0)) throw GrammarError.of(record);
  }

  static #read(source: string, notation: string, { strict = true }: ReadOptions): Grammar {
    if (typeof source !== "string") throw new TypeError(`the grammar must be a string, not ${kindOf(source)}`);
    return new Grammar(native.Grammar.read(source, notation), strict);
  }

  /** Reads ABNF (RFC 5234 and 7405). Throws GrammarError. */
  static fromAbnf(source: string, options: ReadOptions = {}): Grammar {
    return Grammar.#read(source, "abnf", options);
  }

  /** Reads BNF: <name> ::= body. */
  static fromBnf(source: string, options: ReadOptions = {}): Grammar {
    return Grammar.#read(source, "bnf", options);
  }

  /** Reads the notation of RFC 822, as RFC 1738 uses it. */
  static fromRfc822(source: string, options: ReadOptions = {}): Grammar {
    return Grammar.#read(source, "rfc822", options);
  }

  /** Reads a grammar in the notation that its text shows. */
  static read(source: string, options: ReadOptions = {}): Grammar {
    return Grammar.#read(source, "", options);
  }

  /** Returns the grammar of an RFC in `RFCS`, with what it imports. */
  static fromRfc(number: number): Grammar {
    if (typeof number !== "number") throw new TypeError(`the number of an RFC must be a number, not ${kindOf(number)}`);
    if (!RFCS.includes(number)) throw outOfRange(`the package has no grammar of RFC ${number}; \`RFCS\` lists them`);
    return new Grammar(answered(() => native.Grammar.rfc(number), outOfRange), true);
  }

  /** The production that questions are about without a name. */
  get start(): string {
    return this.#name();
  }

  #name(rule?: string): string {
    return answered(() => this.#native.name(rule), outOfRange);
  }

  #ask(text: Text, rule: string | undefined, question: string) {
    const name = this.#name(rule);
    const octets = octetsOf(text);
    const answer = JSON.parse(answered(() => this.#native.ask(name, octets, question))) as Answer;
    const offset = offsetsOf(text, octets);
    if (answer.undecided) throw Undecided.of(text, answer.undecided, offset);
    const error = answer.rejected ? ParseError.of(name, text, offset, answer.rejected) : null;
    return { ok: answer.ok === true, nodes: answer.nodes ?? [], error, offset };
  }

  /** Returns whether the production derives the text. Throws Undecided. */
  isValid(text: Text, rule?: string): boolean {
    return this.#ask(text, rule, "verdict").ok;
  }

  /** Returns the ParseError without throwing it; null if the production derives the text. Throws Undecided. */
  check(text: Text, rule?: string): ParseError | null {
    return this.#ask(text, rule, "error").error;
  }

  /** Returns the tree. Throws ParseError and Undecided. */
  parse<T extends Text>(text: T, rule?: string, { characters = false }: TreeOptions = {}): Node<T> {
    const { error, nodes, offset } = this.#ask(text, rule, characters ? "characters" : "tree");
    if (error) throw error;
    return Node.root(nodes, text, offset);
  }

  /**
   * Returns the valid texts that the fewest edits make of the text, and at most `count` of them. Nothing is nearer, and
   * the list is whole or not at all: throws Undecided if a limit is reached, such as 5 edits.
   */
  nearest(text: Text, rule?: string, count = 10): Nearest {
    if (!Number.isInteger(count) || count < 1 || count > 1000) {
      throw new RangeError(`count: ${count} is not a number of texts; write 1 to 1000`);
    }
    const name = this.#name(rule);
    const octets = octetsOf(text);
    const found = JSON.parse(answered(() => this.#native.nearest(name, octets, count))) as RepairsRecord;
    const offset = offsetsOf(text, octets);
    const repairs = found.repairs ?? [];
    if (found.repairs_undecided !== undefined) {
      throw Undecided.of(text, { reason: found.repairs_undecided }, offset);
    }
    return {
      distance: repairs[0]?.distance ?? 0,
      repairs: repairs.map((one) => ({
        text: textOf(one.text),
        edits: one.edits.map((edit) => ({
          start: offset(edit.start),
          end: offset(edit.end, true),
          text: textOf(edit.text),
        })),
      })),
      count: found.repairs_count ?? null,
    };
  }

  /** Returns texts of the production, each once. The same seed gives the same texts everywhere. */
  generate(rule?: string, count = 10, { kind = "valid", seed = 0 }: GenerateOptions = {}): string[] {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`count: ${count} is not a number of texts; write 0 or more`);
    }
    if (typeof seed !== "bigint" && !Number.isSafeInteger(seed)) {
      throw new RangeError(`seed: ${seed} is not an integer`);
    }
    const name = this.#name(rule);
    const texts = answered(() => this.#native.generate(name, count, kind, BigInt(seed)));
    return (JSON.parse(texts) as Octets[]).map(textOf);
  }

  /** Returns the conformance suite of the production. */
  suite(rule?: string, { kind = "complete", extraStates = 0, depth = 1 }: SuiteOptions = {}): Suite {
    if (!Number.isInteger(extraStates) || extraStates < 0 || extraStates > 255) {
      throw new RangeError(`extraStates: ${extraStates} is not from 0 to 255; 1 makes large suites`);
    }
    if (!Number.isInteger(depth) || depth < 0 || depth > 0xffff_ffff) {
      throw new RangeError(`depth: ${depth} is not a depth; write 0 or more`);
    }
    const name = this.#name(rule);
    return Suite.of(answered(() => this.#native.suite(name, kind, extraStates, depth)));
  }
}

/** A URL in a text. */
export interface Match {
  readonly url: string;
  /** Whether it is a URL of RFC 1738, and nothing is doubtful about its end. */
  readonly valid: boolean;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly fragment: string | null;
  readonly kind: MatchRecord["kind"];
  readonly fault: string | null;
  /** Other readings of hyphens at line ends. */
  readonly alternatives: readonly string[];
}

/** Returns the URLs that a text marks as such, as in <URL:http://host.dom/>; with `unmarked`, all. */
export function extract(text: Text, { unmarked = false }: { unmarked?: boolean } = {}): Match[] {
  const octets = octetsOf(text);
  const offset = offsetsOf(text, octets);
  return (JSON.parse(native.extract(octets, unmarked)) as MatchRecord[]).map((one) => ({
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

/** A warning about a valid URL. */
export interface Advice extends Readonly<Omit<AdviceRecord, "fixes">> {
  readonly fixes: readonly Fix[];
}

/** Returns the advice of RFC 1738 on a URL. Throws ParseError for a text that is none. */
export function advise(url: Text | Url): Advice[] {
  return (JSON.parse(aboutUrl(url, native.advise)) as AdviceRecord[]).map((one) => ({
    ...one,
    fixes: (one.fixes ?? []).map((fix) => Fix.of(fix, (offset) => offset)),
  }));
}

/** Returns the object that `rfc1738 inspect --format json` writes. Throws ParseError for a text that is no URL. */
export function inspect(url: Text | Url): InspectionRecord {
  return JSON.parse(aboutUrl(url, native.inspect)) as InspectionRecord;
}

function aboutUrl(url: Text | Url, ask: (octets: Uint8Array) => string | undefined): string {
  const text = url instanceof Url ? String(url) : url;
  const answer = ask(octetsOf(text));
  if (answer === undefined) throw check(text);
  return answer;
}
