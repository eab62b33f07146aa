import type { Part, UrlRecord } from "./records.js";
import { decoded, octetsOf, type Text } from "./text.js";

/** A component of a URL: its text as written, and where it is. */
export class Component {
  /** Its name in the RFC, such as "host" or "fsegment". */
  readonly name: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;

  private constructor(text: string, [name, start, end]: Part) {
    this.name = name;
    this.raw = text.slice(start, end);
    this.start = start;
    this.end = end;
    Object.freeze(this);
  }

  /** @internal */
  static of(text: string, part: Part): Component {
    return new Component(text, part);
  }

  /** The octets that it stands for, with escapes decoded. */
  get decoded(): Uint8Array {
    const octets = this.raw.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
    return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
  }

  /** The same as text; null if they are not UTF-8. */
  get text(): string | null {
    return decoded(this.decoded) ?? null;
  }

  toString(): string {
    return this.raw;
  }
}

/** A URL by RFC 1738. `parse` makes it. Texts are as written; null stands for what the URL does not have. */
export class Url {
  /** The production of its scheme, such as "ftpurl", or "otherurl". */
  readonly rule: string;
  readonly scheme: string;
  /** User, password, host and port with the delimiters between them. */
  readonly authority: string | null;
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string | null;
  /** The port that the URL names, which can be above 65535. */
  readonly port: number | null;
  readonly defaultPort: number | null;
  /** The port to connect to; null if the scheme has none, or if the URL names one above 65535. */
  readonly portOrDefault: number | null;
  /** The path, without the slash before it. */
  readonly path: string | null;
  readonly segments: readonly Component[];
  /** The query, which the RFC calls search. */
  readonly query: string | null;
  /** All components in the order of the text. */
  readonly components: readonly Component[];
  #text: string;
  #normalized: (text: string) => Url;

  private constructor(text: string, record: UrlRecord, normalized: (text: string) => Url) {
    this.#text = text;
    this.#normalized = normalized;
    const raw = ([, start, end]: Part): string => text.slice(start, end);
    const component = (part: Part): Component => Component.of(text, part);
    this.rule = record.rule;
    this.scheme = raw(record.scheme);
    this.authority = record.authority && raw(record.authority);
    this.user = record.user && raw(record.user);
    this.password = record.password && raw(record.password);
    this.host = record.host && raw(record.host);
    this.port = record.port && Number(raw(record.port));
    this.defaultPort = record.default_port;
    this.portOrDefault = record.port_or_default;
    this.path = record.path && raw(record.path);
    this.segments = Object.freeze(record.segments.map(component));
    this.query = record.query && raw(record.query);
    this.components = Object.freeze(record.components.map(component));
    Object.freeze(this);
  }

  /** @internal */
  static of(text: string, record: UrlRecord, normalized: (text: string) => Url): Url {
    return new Url(text, record, normalized);
  }

  /** Returns the normal form, the same text for all URLs that mean the same by the RFC. */
  normalized(): Url {
    return this.#normalized(this.#text);
  }

  /** Returns whether both URLs mean the same by the RFC. */
  isEquivalent(other: string | Url): boolean {
    const normal = this.#normalized(other instanceof Url ? other.#text : other);
    return this.normalized().#text === normal.#text;
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }

  /**
   * What node shows: the URL without its password.
   *
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const secret = this.components.find((one) => one.name === "password");
    const text = this.#text;
    return `Url("${secret ? `${text.slice(0, secret.start)}***${text.slice(secret.end)}` : text}")`;
  }
}

/** Returns a text as a string of its octets, which are those of a URL. */
export const urlText = (text: Text): string => (typeof text === "string" ? text : decoded(octetsOf(text))!);
