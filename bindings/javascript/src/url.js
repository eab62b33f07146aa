import { decoded, octetsOf } from "./text.js";

/** A component of a URL: its text as written, and where it is. */
export class Component {
  constructor(text, [name, start, end]) {
    this.name = name;
    this.raw = text.slice(start, end);
    this.start = start;
    this.end = end;
  }

  get decoded() {
    const octets = (_, digits) => String.fromCharCode(parseInt(digits, 16));
    return Uint8Array.from(this.raw.replace(/%(..)/g, octets), (octet) => octet.charCodeAt(0));
  }

  get text() {
    return decoded(this.decoded) ?? null;
  }

  toString() {
    return this.raw;
  }
}

const NAMES = ["scheme", "authority", "user", "password", "host", "path", "query"];

/** A URL by RFC 1738. `parse` makes it. */
export class Url {
  #text;
  #normalized;

  constructor(text, record, normalized) {
    this.#text = text;
    this.#normalized = normalized;
    const component = (one) => new Component(text, one);
    this.rule = record.rule;
    for (const name of NAMES) this[name] = record[name] && component(record[name]).raw;
    this.port = record.port && Number(component(record.port).raw);
    this.defaultPort = record.default_port;
    this.portOrDefault = record.port_or_default;
    this.segments = record.segments.map(component);
    this.components = record.components.map(component);
    Object.freeze(this);
  }

  normalized() {
    return this.#normalized(this.#text);
  }

  isEquivalent(other) {
    return String(this.normalized()) === String(this.#normalized(String(other)));
  }

  toString() {
    return this.#text;
  }

  toJSON() {
    return this.#text;
  }

  /** What node shows: the URL without its password. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    const [secret] = this.components.filter((one) => one.name === "password");
    const text = this.#text;
    return `Url("${secret ? `${text.slice(0, secret.start)}***${text.slice(secret.end)}` : text}")`;
  }
}

/** Returns a text as a string of its octets, which are those of a URL. */
export const urlText = (text) => (typeof text === "string" ? text : decoded(octetsOf(text)));
