import type { Fix as FixRecord, Rejected } from "./records.js";
import type { Offset, Text } from "./text.js";

/** An edit that makes a text valid: `replacement` in the place of `start` to `end`. */
export class Fix {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Whether a program may apply it without asking. */
  readonly certain: boolean;

  private constructor(record: FixRecord, offset: Offset) {
    this.start = offset(record.start);
    this.end = offset(record.end, true);
    this.replacement = record.replacement;
    this.certain = record.certain;
  }

  /** @internal */
  static of(record: FixRecord, offset: Offset): Fix {
    return new Fix(record, offset);
  }

  apply(text: string): string {
    return text.slice(0, this.start) + this.replacement + text.slice(this.end);
  }
}

/** What the prose of RFC 1738 says about an error. */
export interface Note {
  readonly id: string;
  readonly section: string;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** A text that a production does not derive. Its message is one line, without passwords. */
export class ParseError extends Error {
  static {
    ParseError.prototype.name = "ParseError";
  }

  declare readonly text: Text;
  readonly rule: string;
  /** The offset of the first character that cannot stand where it stands. */
  readonly offset: number;
  /** The start of the part of the text to underline. */
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
  declare readonly excerpt: string;

  private constructor(rule: string, text: Text, offset: Offset, { message, excerpt, error }: Rejected) {
    const at = offset(error.offset);
    super(at === error.offset ? message : message.replace(/ at offset \d+$/, ` at offset ${at}`));
    this.offset = at;
    this.start = offset(error.start);
    this.end = offset(error.end, true);
    this.rule = rule;
    this.id = error.id;
    this.found = error.found;
    this.expected = error.expected;
    this.next = error.next;
    this.canEnd = error.can_end;
    this.context = error.context;
    this.notes = error.notes.map(({ id, section, message, fixes }) => ({
      id,
      section,
      message,
      fixes: fixes.map((fix) => Fix.of(fix, offset)),
    }));
    // A text can hold a password, so no log of the error shows it.
    Object.defineProperty(this, "text", { value: text });
    Object.defineProperty(this, "excerpt", { value: excerpt });
  }

  /** @internal */
  static of(rule: string, text: Text, offset: Offset, record: Rejected): ParseError {
    return new ParseError(rule, text, offset, record);
  }
}
