// A text as the octets of its UTF-8.
//
// Offsets of a text count octets, as the engine and its messages do, so that a grammar of octets and one of
// characters have the same ruler. Fields and strings of the browser count UTF-16: `indexAt` and `octetAt` convert.

/** The octet at which each index is, and the index of the character that has each octet. */
interface Table {
  octets: Uint32Array;
  indices: Uint32Array;
}

/** The text that was asked about last, and its table; `null` if every character is an octet. */
let last: { text: string; table: Table | null } = { text: "", table: null };

function tableOf(text: string): Table | null {
  if (last.text !== text) {
    // eslint-disable-next-line no-control-regex
    last = { text, table: /^[\0-\x7f]*$/.test(text) ? null : counted(text) };
  }
  return last.table;
}

function counted(text: string): Table {
  const octets = new Uint32Array(text.length + 1);
  const indices: number[] = [];
  let index = 0;
  for (const character of text) {
    const start = indices.length;
    const length = sizeOf(character);
    octets.fill(start, index, index + character.length);
    for (let octet = 0; octet < length; octet += 1) {
      indices.push(index);
    }
    index += character.length;
  }
  octets[index] = indices.length;
  indices.push(index);
  return { octets, indices: Uint32Array.from(indices) };
}

/** Returns the number of octets of a character. Half of a surrogate pair becomes U+FFFD, which has three. */
export function sizeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Returns the number of octets of a text. */
export function lengthOf(text: string): number {
  return octetAt(text, text.length);
}

/** Returns the offset of an index. */
export function octetAt(text: string, index: number): number {
  return tableOf(text)?.octets[Math.min(index, text.length)] ?? Math.min(index, text.length);
}

/** Returns the index of the character that has the octet at an offset. */
export function indexAt(text: string, octet: number): number {
  const table = tableOf(text);
  return table === null ? Math.min(octet, text.length) : (table.indices[octet] ?? text.length);
}

/** Returns the character that has the octet at an offset; the empty text at the end. */
export function characterAt(text: string, octet: number): string {
  const code = text.codePointAt(indexAt(text, octet));
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Returns the octets from one offset to another as text. A part of a character is shown as numbers: `\xC3`. */
export function part(text: string, start: number, end: number = lengthOf(text)): string {
  const [first, behind] = [indexAt(text, start), indexAt(text, end)];
  if (octetAt(text, first) === start && octetAt(text, behind) === end) {
    return text.slice(first, behind);
  }
  const from = octetAt(text, first);
  const octets = new TextEncoder().encode(text.slice(first, behind + 2)).subarray(start - from, end - from);
  return Array.from(octets, (octet) => (octet < 0x80 ? String.fromCharCode(octet) : `\\x${octet.toString(16).toUpperCase()}`)).join("");
}
