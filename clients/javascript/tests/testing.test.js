import assert from "node:assert/strict";
import { test } from "node:test";
import { Grammar } from "rfc1738/grammar";
import { cases, conformance } from "rfc1738/testing";

test("cases have names for test.each", () => {
  const [[name, one]] = cases("port", { kind: "quick" });
  assert.equal(name, `port-${one.valid ? "valid" : "invalid"}-${JSON.stringify(one.text)}`);
});

test("conformance passes a right parser and counts the texts", () => {
  assert.equal(conformance((text) => /^[0-9]+$/.test(text), "port"), 742);
  const grammar = Grammar.fromAbnf("bit = %x30-31\n");
  assert.equal(conformance((octets) => octets.length === 1 && (octets[0] | 1) === 0x31, "bit", { grammar, octets: true }) > 1, true);
});

test("conformance lists what a wrong parser gets wrong", () => {
  assert.throws(() => conformance((text) => text !== "", "port"), {
    message: /^\d+ of 742 texts of `port` have a wrong verdict\n {2}wrongly accepted: \d+\n {4}".*\n[^]*and \d+ more$/,
  });
});

test("a parser that throws rejects", () => {
  const port = (text) => {
    if (!/^[0-9]+$/.test(text)) throw new TypeError(text);
    return undefined;
  };
  assert.equal(conformance(port, "port", { throws: true }), 742);
});

test("a parser that returns a promise has no answer", () => {
  for (const throws of [false, true]) {
    assert.throws(() => conformance(async () => true, "port", { throws }), { name: "TypeError", message: /returns a promise/ });
  }
});

test("an error of a parser is not a rejection", () => {
  const broken = () => {
    throw new TypeError("broken");
  };
  assert.throws(() => conformance(broken, "port"), new TypeError("broken"));
});
