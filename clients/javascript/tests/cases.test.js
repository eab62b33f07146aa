// The cases of each production: JavaScript says what they say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { RULES, check, isValid } from "rfc1738";
import { root } from "./documents.js";

for (const rule of RULES) {
  test(`JavaScript says what the cases of ${rule} say`, () => {
    const blocks = readFileSync(`${root}tests/corpus/${rule}.txt`, "utf8").split("\n=== ").slice(1);
    const cases = blocks.map((block) => /^(.*)\n([^]*?)\n?---(.*)/.exec(block).slice(1));
    // The texts of the others have escapes.
    const plain = cases.filter(([title]) => !title.endsWith("[escapes]"));
    assert.ok(plain.length > 3);
    for (const [title, text, expected] of plain) {
      const valid = !expected.startsWith(" error at ");
      assert.equal(isValid(text, rule), valid, title);
      // Every text before an error is ASCII, so its offset is the same in UTF-16.
      if (!valid) assert.equal(` error at ${check(text, rule).offset}`, expected.replace(", incomplete", ""), title);
    }
  });
}
