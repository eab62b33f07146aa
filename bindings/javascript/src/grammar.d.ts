import type { Fix, Node, ParseError, Text, TreeOptions, Url } from "./index.js";

export { Fix, Node, ParseError, Text, TreeOptions } from "./index.js";

/** The RFCs whose grammars are in this package. */
export const RFCS: readonly number[];

export interface ReadOptions {
  /** Whether errors of the grammar are thrown. Otherwise they are in `errors`, and the productions that they spare can be used. */
  strict?: boolean;
}

/**
 * A grammar whose productions parse texts. Without the name of a production, a method takes the first, and
 * `url` in RFC 1738. An unknown name is a RangeError.
 */
export class Grammar {
  private constructor();
  /** Reads ABNF (RFC 5234 and 7405). Throws GrammarError. */
  static fromAbnf(source: string, options?: ReadOptions): Grammar;
  /** Reads BNF: <name> ::= body. */
  static fromBnf(source: string, options?: ReadOptions): Grammar;
  /** Reads the notation of RFC 822, as RFC 1738 uses it. */
  static fromRfc822(source: string, options?: ReadOptions): Grammar;
  /** Reads a grammar in the notation that its text shows. */
  static read(source: string, options?: ReadOptions): Grammar;
  /** Returns the grammar of an RFC in `RFCS`, with what it imports. */
  static fromRfc(number: number): Grammar;
  readonly rules: readonly string[];
  readonly errors: readonly GrammarFault[];
  /** The production that questions are about without a name. */
  get start(): string;
  /** Returns whether the production derives the text. Throws Undecided. */
  isValid(text: Text, rule?: string): boolean;
  /** Returns the ParseError without throwing it; null if the production derives the text. Throws Undecided. */
  check(text: Text, rule?: string): ParseError | null;
  /** Returns the tree. Throws ParseError and Undecided. */
  parse<T extends Text>(text: T, rule?: string, options?: TreeOptions): Node<T>;
  /** Returns texts of the production, each once. The same seed gives the same texts everywhere. */
  generate(rule?: string, count?: number, options?: GenerateOptions): string[];
  /** Returns the conformance suite of the production. */
  suite(rule?: string, options?: SuiteOptions): Suite;
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

/** The texts of a production with the verdicts of a right parser. */
export class Suite implements Iterable<Case> {
  private constructor();
  readonly rule: string;
  /** The depth of the texts; null if the suite is that of all texts. */
  readonly depth: number | null;
  readonly size: number;
  [Symbol.iterator](): IterableIterator<Case>;
}

export class Case {
  private constructor();
  readonly rule: string;
  /** A lone surrogate from U+DC80 on stands for an octet that is not UTF-8. */
  readonly text: string;
  readonly octets: Uint8Array;
  readonly valid: boolean;
  /** The offset of the error in the text; null if the text is valid. */
  readonly offset: number | null;
}

/** An error of a grammar file. Lines and columns count from 1. */
export interface GrammarFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly help: string | null;
}

/** A grammar that cannot be read, or that has no answer to a question. */
export class GrammarError extends Error {
  private constructor();
  readonly errors: readonly GrammarFault[];
  /** The lines of the grammar with marks. */
  readonly excerpt: string;
}

/** A text that is neither valid nor invalid, as far as anybody can tell. */
export class Undecided extends Error {
  private constructor();
  readonly text: Text;
  /** The production whose texts are unknown; null if a limit was reached. */
  readonly production: string | null;
  readonly offset: number | null;
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
  readonly kind: "wrapped" | "prefixed" | "bare";
  readonly fault: string | null;
  /** Other readings of hyphens at line ends. */
  readonly alternatives: readonly string[];
}

/** Returns the URLs that a text marks as such, as in <URL:http://host.dom/>; with `unmarked`, all. */
export function extract(text: Text, options?: { unmarked?: boolean }): Match[];

/** A warning about a valid URL. */
export interface Advice {
  readonly id: string;
  readonly severity: "danger" | "warning" | "note";
  readonly start: number;
  readonly end: number;
  readonly section: string;
  readonly message: string;
  readonly reference: string | null;
  readonly fixes: readonly Fix[];
}

/** Returns the advice of RFC 1738 on a URL. Throws ParseError for a text that is none. */
export function advise(url: Text | Url): Advice[];

/** Returns the object that `rfc1738 inspect --format json` writes. Throws ParseError for a text that is no URL. */
export function inspect(url: Text | Url): Record<string, unknown>;
