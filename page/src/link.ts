// Links that hold the grammar, the production, the text and the view.
//
// A link ends with `#1.`, the version, a checksum and the deflated state. Nothing of it reaches a
// server: a browser keeps what follows the `#` to itself.

import { VIEWS, type State, type View } from "./store.ts";

/** The longest link that programs pass on without loss. */
export const LONGEST = 8_000;

/** The most octets that a link may hold. Deflated, a thousand times as many fit into a link. */
export const LARGEST = 1_000_000;

const VERSION = "1";

/** What a link holds. */
export type Shared = Pick<
  State,
  "grammar" | "readings" | "production" | "text" | "view" | "examples" | "other" | "otherReadings"
>;

/** Returns what a link holds of the state. */
export function sharedOf(state: State): Shared {
  const { grammar, readings, production, text, view, examples, other, otherReadings } = state;
  return { grammar, readings, production, text, view, examples, other, otherReadings };
}

/** The link cannot be read. The message says why. */
export class Damaged extends Error {}

function checksum(octets: Uint8Array): string {
  let [low, high] = [1, 0];
  for (const octet of octets) {
    low = (low + octet) % 65_521;
    high = (high + low) % 65_521;
  }
  return (high * 65_536 + low).toString(36);
}

/** The state has more octets than a link may hold. */
export class TooLarge extends Error {
  constructor(what: string) {
    super(`${what} more than ${LARGEST.toLocaleString("en")} octets, too many for a link`);
  }
}

/** Returns the octets after the stream; `null` as soon as there are more than `most`. */
async function through(octets: Uint8Array, stream: GenericTransformStream, most = Infinity): Promise<Uint8Array | null> {
  const body: ReadableStream<Uint8Array> = new Blob([octets as BlobPart]).stream().pipeThrough(stream as never);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const part = value ?? new Uint8Array();
    size += part.length;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Returns the part of the link behind the `#`. Fails if the state is too large. */
export async function packed(state: Shared): Promise<string> {
  const json = JSON.stringify(state);
  const octets = new TextEncoder().encode(json);
  if (octets.length > LARGEST) {
    throw new TooLarge("the grammar, the texts and the examples have");
  }
  const small = await through(octets, new CompressionStream("deflate-raw")) ?? new Uint8Array();
  let binary = "";
  for (const octet of small) {
    binary += String.fromCharCode(octet);
  }
  const base64 = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${VERSION}.${checksum(octets)}.${base64}`;
}

/** Returns the state in the part of a link behind the `#`. */
export async function unpacked(fragment: string): Promise<Shared> {
  const [version, sum, base64] = fragment.split(".");
  if (version !== VERSION) {
    throw new Damaged("the link comes from another version of the page, or its beginning is missing");
  }
  let octets: Uint8Array | null;
  try {
    const binary = atob((base64 ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const small = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    octets = await through(small, new DecompressionStream("deflate-raw"), LARGEST);
  } catch {
    throw new Damaged("the link is damaged: a part of it is missing or has changed");
  }
  if (octets === null) {
    throw new TooLarge("the link holds");
  }
  if (checksum(octets) !== sum) {
    throw new Damaged("the link is damaged: a part of it is missing or has changed");
  }
  return shared(JSON.parse(new TextDecoder().decode(octets)));
}

/** Takes the fields that it knows, whatever else a link or a file holds. */
export function shared(raw: unknown): Shared {
  const from = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const string = (key: string) => (typeof from[key] === "string" ? (from[key] as string) : "");
  const examples = Array.isArray(from.examples) ? from.examples : [];
  return {
    grammar: string("grammar"),
    readings: from.readings === true,
    production: string("production"),
    text: string("text"),
    view: VIEWS.includes(from.view as View) ? (from.view as View) : "Tree",
    examples: examples
      .filter((one) => typeof one?.rule === "string" && typeof one?.text === "string")
      .map((one) => ({ rule: one.rule, text: one.text, isValid: one.isValid === true })),
    other: string("other"),
    otherReadings: from.otherReadings === true,
  };
}
