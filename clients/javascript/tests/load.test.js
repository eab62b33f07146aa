import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, deflateRawSync } from "node:zlib";
import { unpacked } from "../dist/load.js";

const octets = (length, octet) => Buffer.from(Array.from({ length }, (_, index) => octet(index) & 255));
const DATA = {
  nothing: Buffer.alloc(0),
  "one octet": Buffer.of(97),
  "what repeats": octets(70_000, (index) => index % 3),
  "what does not repeat": octets(70_000, (index) => Math.imul(index, 0x9e3779b1) >>> 13),
  "both": octets(300_000, (index) => (index * index) >> 3),
};
const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED } = constants;

for (const [name, data] of Object.entries(DATA)) {
  test(`${name} is unpacked as zlib packs it, with blocks of every kind`, () => {
    for (const strategy of [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED]) {
      for (const level of [0, 1, 9]) {
        const packed = deflateRawSync(data, { level, strategy }).toString("base64");
        assert.equal(Buffer.compare(unpacked([data.length, packed]), data), 0, `${strategy} ${level}`);
      }
    }
  });
}
