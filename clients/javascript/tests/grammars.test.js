import assert from "node:assert/strict";
import { test } from "node:test";
import { Grammar, RFCS, advise, extract, inspect } from "rfc1738/grammar";

test("a grammar of one's own parses, and its productions may recurse", () => {
  const grammar = Grammar.fromAbnf('sum = sum "+" term / term\nterm = "(" sum ")" / 1*DIGIT\n');
  assert.deepEqual([grammar.start, grammar.rules], ["sum", ["sum", "term", "DIGIT"]]);
  assert.equal(grammar.isValid("1+(2+3)"), true);
  assert.deepEqual([...grammar.parse("1+2")].map((node) => node.rule), ["sum", "term"]);
  const error = grammar.check("1+");
  assert.equal(error.message, 'not a valid sum: expected "(" or DIGIT, found the end of the text at offset 2');
  assert.deepEqual([error.rule, error.found, error.id, error.notes], ["sum", null, "term-syntax", []]);
  assert.throws(() => grammar.parse("1+"), { name: "ParseError", offset: 2 });
  assert.equal(grammar.parse("7", "term", { characters: true }).rule, "term");
});

test("a tree can be deep", () => {
  const grammar = Grammar.fromAbnf('a = "(" a ")" / "x"\n');
  const text = `${"(".repeat(5000)}x${")".repeat(5000)}`;
  assert.equal(grammar.parse(text).findAll("a").length, 5001);
});

test("offsets count UTF-16 code units in strings, octets in octets", () => {
  const grammar = Grammar.fromAbnf('pair = key "=" key\nkey = 1*(%x3B1-3C9 / %x1D4B3)\n');
  assert.deepEqual(grammar.parse("𝒳β=γ").findAll("key").map((node) => [node.start, node.text]), [[0, "𝒳β"], [4, "γ"]]);
  assert.equal(grammar.check("𝒳β=x").offset, 4);
  assert.match(grammar.check("𝒳β=x").message, / at offset 4$/);
  assert.equal(grammar.check(new TextEncoder().encode("𝒳β=x")).offset, 7);
});

test("a grammar with errors names them with lines and columns", () => {
  assert.throws(() => Grammar.fromAbnf("a = b\n"), (error) => {
    assert.equal(error.name, "GrammarError");
    assert.deepEqual([error.errors[0].line, error.errors[0].column], [1, 5]);
    assert.match(error.errors[0].message, /the production `b` is used and never defined/);
    return true;
  });
});

test("a text that only people know is undecided", () => {
  const grammar = Grammar.fromAbnf('greeting = "hi" [ " " day ] "!"\n', { strict: false });
  assert.equal(grammar.errors.length, 1);
  assert.equal(grammar.isValid("hi!"), true);
  assert.equal(grammar.isValid("ho!"), false);
  assert.throws(() => grammar.isValid("hi Monday!"), { name: "Undecided", production: "day", offset: 3 });
});

test("the nearest valid texts are whole or undecided", () => {
  const grammar = Grammar.fromAbnf('pair = key "=" key\nkey = 1*(%x3B1-3C9 / %x1D4B3)\n');
  assert.deepEqual(grammar.nearest("𝒳β:γ"), {
    distance: 1,
    repairs: [{ text: "𝒳β=γ", edits: [{ start: 3, end: 4, text: "=" }] }],
    count: 1,
  });
  // What the grammar spells comes first.
  const more = grammar.nearest("β=", undefined, 2);
  assert.deepEqual([more.count, more.repairs.map((one) => one.text)], [26, ["β=𝒳", "β=α"]]);
  assert.deepEqual(grammar.nearest("α=β").repairs, [{ text: "α=β", edits: [] }]);
  const message = "no text is valid after at most 5 edits";
  assert.throws(() => grammar.nearest("nothing like it"), { name: "Undecided", message, production: null });
  for (const count of [0, 1001, 1.5, "1"]) {
    assert.throws(() => grammar.nearest("", "key", count), new RangeError(`count: ${count} is not a number of texts; write 1 to 1000`));
  }
  assert.equal(Grammar.fromRfc(1738).nearest("8o", "port").repairs[0].text, "8");
});

test("a grammar of an RFC comes by its number", () => {
  assert.equal(RFCS.includes(3986) && RFCS.includes(1738), true);
  assert.equal(Grammar.fromRfc(3986).isValid("http://[::1]/~me", "URI"), true);
  for (const number of [NaN, 1738.5, 2 ** 32 + 1738]) assert.throws(() => Grammar.fromRfc(number), RangeError);
  assert.throws(() => Grammar.fromRfc("1738"), new TypeError("the number of an RFC must be a number, not string"));
  assert.throws(() => Grammar.fromRfc(1), new RangeError("the package has no grammar of RFC 1; `RFCS` lists them"));
  assert.throws(() => Grammar.fromRfc(1738).isValid("", "nosuch"), { name: "RangeError", message: /`nosuch`.*`Grammar.rules` lists them/ });
});

test("generated texts are valid and depend on the seed alone", () => {
  const grammar = Grammar.fromRfc(1738);
  const texts = grammar.generate("httpurl", 20, { seed: 7 });
  assert.equal(new Set(texts).size, 20);
  assert.equal(texts.every((text) => grammar.isValid(text, "httpurl")), true);
  assert.deepEqual(grammar.generate("httpurl", 20, { seed: 7 }), texts);
  assert.equal(grammar.generate("port", 5, { kind: "invalid" }).some((text) => grammar.isValid(text, "port")), false);
  assert.throws(() => grammar.generate("port", -1), new RangeError("count: -1 is not a number of texts; write 0 or more"));
  const kind = 'kind: there is no kind "odd" of texts; write "valid", "invalid" or "cover"';
  assert.throws(() => grammar.generate("port", 1, { kind: "odd" }), { name: "GrammarError", message: kind });
  for (const seed of [1.5, "1", NaN]) {
    assert.throws(() => grammar.generate("port", 1, { seed }), new RangeError(`seed: ${seed} is not an integer`));
  }
});

test("a suite has texts of a production with verdicts", () => {
  const suite = Grammar.fromRfc(1738).suite("port");
  const cases = [...suite];
  assert.deepEqual([suite.rule, suite.size, suite.depth, cases.length], ["port", 742, null, 742]);
  assert.equal(cases.every((one) => one.valid === /^[0-9]+$/.test(one.text)), true);
  assert.equal(cases.length, [...suite].length);
  const wrong = (choice, error) => assert.throws(() => Grammar.fromRfc(1738).suite("port", choice), error);
  wrong({ extraStates: 256 }, { name: "RangeError" });
  wrong({ depth: -1 }, new RangeError("depth: -1 is not a depth; write 0 or more"));
  wrong({ depth: 1.5 }, { name: "RangeError" });
  const kind = 'kind: there is no suite "odd"; write "complete", "productions" or "quick"';
  wrong({ kind: "odd" }, { name: "GrammarError", message: kind });
});

test("a lone surrogate is an octet outside UTF-8", () => {
  const grammar = Grammar.fromAbnf("a = %x00-FF\n");
  const cases = [...grammar.suite("a")];
  const one = cases.find(({ octets }) => octets.length === 1 && octets[0] === 0xe9);
  assert.deepEqual([one.text, one.valid], ["\udce9", true]);
  assert.equal(cases.every((one) => grammar.isValid(one.text) === one.valid), true);
});

test("extract finds the URLs of a text", () => {
  const mail = "𝒳 See <URL:http://host.dom/\n~me> or http://x.y/.";
  const [marked, bare] = extract(mail, { unmarked: true });
  assert.deepEqual([marked.url, marked.valid, marked.line], ["http://host.dom/~me", false, 1]);
  assert.equal(mail.slice(marked.start, marked.end), "http://host.dom/\n~me");
  assert.deepEqual([bare.url, bare.kind], ["http://x.y/", "bare"]);
});

test("advise warns about URLs, inspect says what clients send", () => {
  const [advice] = advise("http://host.dom:8080/");
  assert.deepEqual([advice.id, advice.severity], ["non-default-port", "warning"]);
  assert.deepEqual(inspect("gopher://host.dom/7find%09two").client, ["find\ttwo\r\n"]);
  assert.throws(() => advise("http:"), { name: "ParseError" });
  assert.throws(() => inspect(null), TypeError);
});
