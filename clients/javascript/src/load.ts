// Unpacks what clients/wasm/inline.js has packed: deflate (RFC 1951) in base64.
//
// DecompressionStream does the same, but not synchronously. Then each module would need a top-level `await`, which
// `require` and bundles in older formats do not have.

/** The lengths that the symbols from 257 on stand for, and the distances: the first, and the number of further bits. */
const LENGTHS = ranges(29, (symbol) => (symbol < 8 || symbol === 28 ? 0 : (symbol >> 2) - 1), 3);
LENGTHS[28]![0] = 258;
const DISTANCES = ranges(30, (symbol) => (symbol < 4 ? 0 : (symbol >> 1) - 1), 1);
/** The order in which a block lists the lengths of the codes of code lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function ranges(count: number, bits: (symbol: number) => number, first: number): [first: number, bits: number][] {
  return Array.from({ length: count }, (_, symbol) => {
    const range: [number, number] = [first, bits(symbol)];
    first += 1 << range[1];
    return range;
  });
}

/** A Huffman code: for each `width` bits that can follow, the symbol times 16 plus the length of its code. */
interface Code {
  width: number;
  table: Uint16Array;
}

function codeOf(lengths: number[]): Code {
  const width = Math.max(...lengths);
  const table = new Uint16Array(1 << width);
  let code = 0;
  for (let length = 1; length <= width; length++) {
    for (const [symbol, its] of lengths.entries()) {
      if (its !== length) continue;
      // The first bit of a code is its highest, and the first bit of the input is the lowest.
      let reversed = 0;
      for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let index = reversed; index < table.length; index += 1 << length) table[index] = (symbol << 4) | length;
      code++;
    }
    code <<= 1;
  }
  return { width, table };
}

const filled = (count: number, length: number): number[] => new Array<number>(count).fill(length);
const FIXED = codeOf([...filled(144, 8), ...filled(112, 9), ...filled(24, 7), ...filled(8, 8)]);
const FIXED_DISTANCES = codeOf(filled(30, 5));

/** Returns the octets of a module; `size` is their number. */
export function unpacked([size, base64]: readonly [number, string]): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  // `Uint8Array.from` takes longer than everything else here.
  const input = new Uint8Array(characters.length);
  for (let index = 0; index < input.length; index++) input[index] = characters.charCodeAt(index);
  const output = new Uint8Array(size);
  let at = 0;
  let end = 0;
  // The next bits of the input, and their number.
  let held = 0;
  let count = 0;

  const peek = (width: number): number => {
    for (; count < width; count += 8) held |= input[at++]! << count;
    return held & ((1 << width) - 1);
  };
  const bits = (width: number): number => {
    const value = peek(width);
    held >>>= width;
    count -= width;
    return value;
  };
  const symbol = ({ width, table }: Code): number => {
    const entry = table[peek(width)]!;
    bits(entry & 15);
    return entry >> 4;
  };
  const codes = (): [Code, Code] => {
    const literals = bits(5) + 257;
    const distances = bits(5) + 1;
    const order = ORDER.slice(0, bits(4) + 4);
    const lengths = filled(19, 0);
    for (const place of order) lengths[place] = bits(3);
    const code = codeOf(lengths);
    const all: number[] = [];
    while (all.length < literals + distances) {
      const next = symbol(code);
      if (next < 16) all.push(next);
      else if (next === 16) all.push(...filled(3 + bits(2), all.at(-1)!));
      else all.push(...filled(next === 17 ? 3 + bits(3) : 11 + bits(7), 0));
    }
    return [codeOf(all.slice(0, literals)), codeOf(all.slice(literals))];
  };

  for (let last = 0; last === 0; ) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      bits(count & 7);
      const length = bits(16);
      bits(16);
      for (const stop = end + length; end < stop; ) output[end++] = bits(8);
      continue;
    }
    const [code, distances] = kind === 1 ? [FIXED, FIXED_DISTANCES] : codes();
    for (let next = symbol(code); next !== 256; next = symbol(code)) {
      if (next < 256) {
        output[end++] = next;
        continue;
      }
      const [length, more] = LENGTHS[next - 257]!;
      const stop = end + length + bits(more);
      const [distance, further] = DISTANCES[symbol(distances)]!;
      const back = distance + bits(further);
      for (; end < stop; end++) output[end] = output[end - back]!;
    }
  }
  return output;
}
