// The complete suites of all productions: JavaScript says what Rust says.
//
// The command writes them with the verdicts and offsets of the automata. JavaScript answers by the generated
// parsers, once for strings and once for octets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { RULES, check, isValid } from "rfc1738";
import { Grammar } from "rfc1738/grammar";

const command = process.env.RFC1738;
const grammar = Grammar.fromRfc(1738);

for (const rule of RULES) {
  test(`JavaScript and Rust agree on the complete suite of ${rule}`, async () => {
    assert.ok(command, "set RFC1738 to the command, as clients/javascript/test does");
    const run = spawn(command, ["conformance", "export", "--rule", rule, "--format", "jsonl"]);
    const suite = grammar.suite(rule);
    const cases = suite[Symbol.iterator]();
    let count = 0;
    for await (const line of createInterface({ input: run.stdout })) {
      const { hex, ok, offset } = JSON.parse(line);
      const octets = Buffer.from(hex, "hex");
      const { value: one } = cases.next();
      if (!octets.equals(one.octets) || one.valid !== ok) assert.fail(line);
      if (isValid(octets, rule) !== ok || isValid(one.text, rule) !== ok) assert.fail(line);
      // Every text before an error is ASCII, so its offset is the same in UTF-16.
      if (!ok && (one.offset !== offset || check(octets, rule).offset !== offset)) assert.fail(line);
      count++;
    }
    assert.equal(count, suite.size);
    assert.equal(cases.next().done, true);
  });
}
