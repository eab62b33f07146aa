import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { RULES, check, isValid, parse, tree } from "rfc1738";

test("a text is valid by url or by another production", () => {
  assert.equal(isValid("news:comp.infosystems.www.misc"), true);
  assert.equal(isValid(Uint8Array.from([0x68, 0xff])), false);
  assert.equal(isValid("80", "port"), true);
  assert.equal(RULES.length, 67);
});

test("unknown productions and texts of other types are errors", () => {
  assert.throws(() => isValid("80", "nosuch"), new RangeError("there is no production `nosuch`; `RULES` lists them"));
  assert.throws(() => isValid(80), new TypeError("the text must be a string or a Uint8Array, not number"));
  assert.throws(() => isValid(new URL("http://h/")), new TypeError("the text must be a string or a Uint8Array, not URL"));
  assert.throws(() => isValid(Object.create(null)), new TypeError("the text must be a string or a Uint8Array, not object"));
  assert.throws(() => parse("http://h/").isEquivalent(null), TypeError);
  assert.throws(() => parse(null), new TypeError("the text must be a string or a Uint8Array, not null"));
});

test("a URL has the components of its scheme", () => {
  const url = parse("ftp://me:secret@host.dom/etc/mo%20td;type=a");
  assert.deepEqual([url.rule, url.scheme, url.user, url.host], ["ftpurl", "ftp", "me", "host.dom"]);
  assert.deepEqual([url.port, url.defaultPort, url.portOrDefault, url.query], [null, 21, 21, null]);
  assert.deepEqual([url.path, url.authority], ["etc/mo%20td", "me:secret@host.dom"]);
  const name = url.segments[1];
  assert.deepEqual([name.name, name.start, name.end, name.raw, name.text], ["fsegment", 29, 36, "mo%20td", "mo td"]);
  assert.equal(parse("http://h:65536/").port, 65536);
  assert.equal(parse("http://h:65536/").portOrDefault, null);
});

test("nothing of a URL changes", () => {
  const url = parse("http://h/a");
  assert.throws(() => (url.host = "x"), TypeError);
  assert.throws(() => (url.segments[0].raw = "x"), TypeError);
  assert.throws(() => url.segments.push(url.segments[0]), TypeError);
});

test("octets that are not UTF-8 have no text", () => {
  const [segment] = parse("http://h/%ff").segments;
  assert.deepEqual(segment.decoded, Uint8Array.of(0xff));
  assert.equal(segment.text, null);
});

test("URLs compare by their meaning", () => {
  const url = parse("HTTP://Host.DOM:80/%7euser");
  assert.equal(`${url.normalized()}`, "http://host.dom/%7Euser");
  assert.equal(url.isEquivalent("http://host.dom/%7Euser"), true);
  assert.equal(url.isEquivalent(parse("http://host.dom/")), false);
  assert.throws(() => url.isEquivalent("http:"), { name: "ParseError" });
});

test("a URL is its text, and node shows no password", () => {
  const url = parse("ftp://me:secret@host.dom/");
  assert.equal(JSON.stringify({ url }), '{"url":"ftp://me:secret@host.dom/"}');
  assert.equal(inspect(url), 'Url("ftp://me:***@host.dom/")');
  assert.equal(inspect(parse("http://h/")), 'Url("http://h/")');
});

test("an error has its place, its cause and a fix", () => {
  const error = check("http://me@host.dom/");
  assert.equal(
    error.message,
    'not a valid url: found "@" at offset 9; no user name or password is allowed in an http URL (RFC 1738, 3.3)',
  );
  assert.deepEqual([error.rule, error.offset, error.start, error.end], ["url", 9, 9, 10]);
  assert.deepEqual([error.found, error.canEnd, error.id], ["@", true, "http-user"]);
  assert.deepEqual(error.expected, ["alphadigit", '"-"', '"."', '":"', '"/"', "end of text"]);
  assert.deepEqual(error.context, ["url", "httpurl", "hostport"]);
  assert.equal(error.notes[0].section, "3.3");
  assert.equal(error.notes[0].fixes[0].apply(error.text), "http://host.dom/");
  assert.match(error.excerpt, /\n {2}\| {10}\^ in url, httpurl, hostport\n/);
  assert.equal(check("http://host.dom/"), null);
});

test("an error shows no password", () => {
  const error = check("ftp://me:secret@host.dom/ ");
  assert.doesNotMatch(inspect(error) + error.excerpt, /secret/);
  assert.match(error.text, /secret/);
});

test("offsets count UTF-16 code units in strings, octets in octets", () => {
  const text = "http://h/𝒳é";
  const error = check(text);
  assert.deepEqual([error.offset, error.start, error.end], [9, 9, 11]);
  assert.equal(error.notes.length > 0, true);
  const [fix] = error.notes[0].fixes;
  assert.equal(fix.apply(text), "http://h/%F0%9D%92%B3%C3%A9");
  assert.equal(check(new TextEncoder().encode(text)).end, 13);
});

test("a lone surrogate is an octet or in no text", () => {
  assert.equal(isValid("http://h/\udcff"), false);
  assert.deepEqual([check("http://h/\udcff").offset, check("http://h/\udcff").end], [9, 10]);
  assert.equal(check("http://h/\ud800a").end, 10);
});

test("a tree has the productions of a text", () => {
  const root = tree("host.dom:80", "hostport");
  assert.deepEqual([...root].map((node) => [node.rule, node.text]), [["host", "host.dom"], ["port", "80"]]);
  assert.equal(root.find("toplabel").start, 5);
  assert.equal(root.find("nosuch"), null);
  assert.deepEqual(root.findAll("port").map((node) => node.end), [11]);
  assert.deepEqual([...tree("8", "port").walk()].map((node) => node.rule), ["port", "digits"]);
  assert.equal(tree("8", "port", { characters: true }).find("digit").text, "8");
  assert.throws(() => tree("x", "port"), { name: "ParseError", offset: 0 });
});
