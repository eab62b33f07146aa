// Links that hold the grammar, the production, the text and the view.
//
// A link ends with `#1.`, the version, a checksum and the deflated state. Nothing of it reaches a
// server: a browser keeps what follows the `#` to itself.

import { VIEWS, type State, type View } from "./store.ts";

/** The longest link that programs pass on without loss. */
export const LONGEST = 8_000;

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

async function through(octets: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const body = new Blob([octets as BlobPart]).stream().pipeThrough(stream as never);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Returns the part of the link behind the `#`. */
export async function packed(state: Shared): Promise<string> {
  const json = JSON.stringify(state);
  const octets = new TextEncoder().encode(json);
  const small = await through(octets, new CompressionStream("deflate-raw"));
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
  let octets: Uint8Array;
  try {
    const binary = atob((base64 ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const small = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    octets = await through(small, new DecompressionStream("deflate-raw"));
  } catch {
    throw new Damaged("the link is damaged: a part of it is missing or has changed");
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
