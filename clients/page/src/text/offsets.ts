// Byte offsets in a grammar, which the engine counts, as indices into its string.

/** Maps byte offsets of a text to indices. */
export class Offsets {
  /** The index of each byte, unless every byte is a character. */
  readonly #indices: Uint32Array | null;

  constructor(text: string) {
    // eslint-disable-next-line no-control-regex
    this.#indices = /^[\0-\x7f]*$/.test(text) ? null : indices(text);
  }

  /** Returns the index of the character that contains the byte. */
  index(byte: number): number {
    if (this.#indices === null) {
      return byte;
    }
    const last = this.#indices.length - 1;
    return this.#indices[Math.min(byte, last)] ?? 0;
  }
}

function indices(text: string): Uint32Array {
  const bytes: number[] = [];
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let byte = 0; byte < length; byte += 1) {
      bytes.push(index);
    }
    index += character.length;
  }
  bytes.push(index);
  return Uint32Array.from(bytes);
}
