/** A text: offsets are in UTF-16 code units for a string, in octets for a Uint8Array. */
export type Text = string | Uint8Array;

/** The names of the 67 productions of RFC 1738. */
export const RULES: readonly string[];

/** Returns whether the production derives the text; without one, `url`. Throws RangeError for an unknown name. */
export function isValid(text: Text, rule?: string): boolean;

/** Parses a URL. Throws ParseError for a text that is none. */
export function parse(text: Text): Url;

/** Returns the ParseError of the text without throwing it; null if the production derives the text. */
export function check(text: Text, rule?: string): ParseError | null;

/** Returns the tree of the text. Throws ParseError if the production does not derive it. */
export function tree<T extends Text>(text: T, rule?: string, options?: TreeOptions): Node<T>;

export interface TreeOptions {
  /** Whether the tree has the productions that derive single characters. */
  characters?: boolean;
}

/** A URL by RFC 1738. `parse` makes it. Texts are as written; null stands for what the URL does not have. */
export class Url {
  private constructor();
  /** The production of its scheme, such as "ftpurl", or "otherurl". */
  readonly rule: string;
  readonly scheme: string;
  /** User, password, host and port with the delimiters between them. */
  readonly authority: string | null;
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string | null;
  /** The port that the URL names, which can be above 65535. */
  readonly port: number | null;
  readonly defaultPort: number | null;
  /** The port to connect to; null if the scheme has none, or if the URL names one above 65535. */
  readonly portOrDefault: number | null;
  /** The path, without the slash before it. */
  readonly path: string | null;
  readonly segments: readonly Component[];
  /** The query, which the RFC calls search. */
  readonly query: string | null;
  /** All components in the order of the text. */
  readonly components: readonly Component[];
  /** Returns the normal form, the same text for all URLs that mean the same by the RFC. */
  normalized(): Url;
  /** Returns whether both URLs mean the same by the RFC. */
  isEquivalent(other: string | Url): boolean;
  toString(): string;
  toJSON(): string;
}

/** A component of a URL. */
export class Component {
  private constructor();
  /** Its name in the RFC, such as "host" or "fsegment". */
  readonly name: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** The octets that it stands for, with escapes decoded. */
  get decoded(): Uint8Array;
  /** The same as text; null if they are not UTF-8. */
  get text(): string | null;
  toString(): string;
}

/** A text that a production does not derive. Its message is one line, without passwords. */
export class ParseError extends Error {
  private constructor();
  readonly text: Text;
  readonly rule: string;
  /** The offset of the first character that cannot stand where it stands. */
  readonly offset: number;
  /** The part of the text to underline. */
  readonly start: number;
  readonly end: number;
  /** The stable name of the error, such as "http-user" or "port-syntax". */
  readonly id: string;
  /** What stands at the offset; null at the end of the text. */
  readonly found: string | null;
  /** What could stand there, in few names. */
  readonly expected: readonly string[];
  /** Every character that could stand there. */
  readonly next: string;
  readonly canEnd: boolean;
  /** The productions that are open there, the outermost first. */
  readonly context: readonly string[];
  readonly notes: readonly Note[];
  /** The message with the line of the text, a mark and the notes. Its offsets are in octets. */
  readonly excerpt: string;
}

/** What the prose of RFC 1738 says about an error. */
export interface Note {
  readonly id: string;
  readonly section: string;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** An edit that makes a text valid: `replacement` in the place of `start` to `end`. */
export class Fix {
  private constructor();
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Whether a program may apply it without asking. */
  readonly certain: boolean;
  apply(text: string): string;
}

/** A node of a tree: a production, and the part of the text that it derives. */
export class Node<T extends Text = string> implements Iterable<Node<T>> {
  private constructor();
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Node<T>[];
  get text(): T;
  [Symbol.iterator](): IterableIterator<Node<T>>;
  /** This node and all nodes below it, in the order of a book. */
  walk(): IterableIterator<Node<T>>;
  find(rule: string): Node<T> | null;
  findAll(rule: string): Node<T>[];
}
