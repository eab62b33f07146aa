// Texts, and how their offsets count: in UTF-16 code units for a string, in octets for a Uint8Array.
//
// In a string, a lone surrogate from U+DC80 to U+DCFF stands for an octet, as in Python. Any other lone
// surrogate is in no text of any grammar.

/** A text: offsets are in UTF-16 code units for a string, in octets for a Uint8Array. */
export type Text = string | Uint8Array;

/** Returns the offset in a text for one in its octets: that of the character around it, or after it for an end. */
export type Offset = (octet: number, isEnd?: boolean) => number;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LONE = /\p{Surrogate}/u;
const NO_OCTET = /[\ud800-\udc7f\udd00-\udfff]/u;

/** Returns the octets of a text. */
export function octetsOf(text: Text): Uint8Array {
  if (typeof text === "string") return LONE.test(text) ? withSurrogates(text) : encoder.encode(text);
  if (text instanceof Uint8Array) return text;
  throw new TypeError(`the text must be a string or a Uint8Array, not ${kindOf(text)}`);
}

/** Returns what a value is called that is of no type expected: its class, or what `typeof` says. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  const name = typeof value === "object" ? value.constructor?.name : undefined;
  return name || typeof value;
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

function withSurrogates(text: string): Uint8Array {
  const octets: number[] = [];
  const escaped = !NO_OCTET.test(text);
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (!isSurrogate(code)) octets.push(...encoder.encode(character));
    else if (escaped) octets.push(code & 0xff);
    else octets.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return Uint8Array.from(octets);
}

/** Returns octets as a string; undefined if they are not UTF-8. */
export function decoded(octets: Uint8Array): string | undefined {
  try {
    return decoder.decode(octets);
  } catch {
    return undefined;
  }
}

/** Returns a function from offsets in the octets to those in the text. */
export function offsetsOf(text: Text, octets: Uint8Array): Offset {
  if (typeof text !== "string" || text.length === octets.length) return (octet) => octet;
  const starts = new Uint32Array(octets.length + 1);
  const ends = new Uint32Array(octets.length + 1);
  const escaped = !NO_OCTET.test(text);
  let octet = 0;
  let unit = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : isSurrogate(code) && escaped ? 1 : code < 0x10000 ? 3 : 4;
    starts.fill(unit, octet, octet + length);
    ends.fill(unit + character.length, octet + 1, octet + length);
    ends[octet] = unit;
    octet += length;
    unit += character.length;
  }
  starts[octet] = ends[octet] = unit;
  return (at, isEnd = false) => (isEnd ? ends : starts)[at]!;
}
