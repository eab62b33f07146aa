// Links that hold everything on the screen.
//
// A preset with a short text makes a link that a person can read and type:
// `#rfc1738/url?text=http://h/&view=steps&step=12`. Everything else is compressed: `#2.`, a checksum and the
// deflated work. Nothing of either reaches a server: a browser keeps what follows the `#` to itself.

import grammars from "virtual:grammars";
import { complete, isWithout } from "./presets.ts";
import type { Exercise, Sheet } from "./engine/types.ts";
import { MODES, NO_WORK, SIDES, VIEWS, type Example, type Mode, type Selection, type Side, type Stop, type View, type Work } from "./store.ts";
import { words } from "./text/words.ts";

/** The longest link that programs pass on without loss. */
export const LONGEST = 8_000;

/** The longest link that is written readably. */
const READABLE = 500;

/** The most octets that a link may hold. Deflated, a thousand times as many fit into a link. */
export const LARGEST = 1_000_000;

const VERSION = "2";

/** Returns what a link holds of the state. */
export function workOf(state: Work): Work {
  const keys = Object.keys(NO_WORK) as (keyof Work)[];
  const work = Object.fromEntries(keys.map((key) => [key, state[key]])) as unknown as Work;
  // The exercises belong to the tutorial, and to no other link.
  return state.side === "tutorial" ? work : { ...work, solved: [] };
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

/** Returns the part of the link behind the `#`. Fails if the work is too large. */
export async function packed(work: Work): Promise<string> {
  const plain = readable(work);
  if (plain !== null && plain.length <= READABLE) {
    return plain;
  }
  return pack(work);
}

/** Packs what can be written as JSON. Fails if it is too large. */
export async function pack(value: unknown): Promise<string> {
  const octets = new TextEncoder().encode(JSON.stringify(value));
  if (octets.length > LARGEST) {
    throw new Damaged(words.link.tooLarge(LARGEST));
  }
  const small = await through(octets, new CompressionStream("deflate-raw")) ?? new Uint8Array();
  let binary = "";
  for (const octet of small) {
    binary += String.fromCharCode(octet);
  }
  const base64 = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${VERSION}.${checksum(octets)}.${base64}`;
}

/** Returns the work in the part of a link behind the `#`. */
export async function unpacked(fragment: string): Promise<Work> {
  const [kind, packed] = fragment.split("=", 2);
  if (kind === "exercise" && packed !== undefined) {
    const sheet = sheetOf(await unpack(packed));
    const [only] = sheet?.exercise ?? [];
    if (sheet === null || only === undefined) {
      throw new Damaged(words.link.damaged);
    }
    const isOne = sheet.exercise.length === 1;
    return { ...NO_WORK, sheet, task: isOne ? 0 : -1, side: "exercise", grammar: only.start ?? "" };
  }
  if (kind === "hand-in" && packed !== undefined) {
    return { ...NO_WORK, side: "exercise", mode: "grade", handIn: `#${fragment}` };
  }
  if (fragment === "exercise-write") {
    return { ...NO_WORK, side: "exercise", mode: "write", task: 0 };
  }
  if (!/^\d+\./.test(fragment)) {
    const other = /[?&]other=([^&]*)/.exec(fragment)?.[1] ?? "";
    if ([fragment.split(/[/?]/)[0] ?? "", other].some(isWithout)) {
      await complete();
    }
    return typed(fragment);
  }
  return known(await unpack(fragment));
}

/** Returns what was packed, whatever it is. */
export async function unpack(packed: string): Promise<unknown> {
  const [version, sum, base64] = packed.split(".");
  if (version !== VERSION) {
    throw new Damaged(words.link.version);
  }
  let octets: Uint8Array | null;
  try {
    const binary = atob((base64 ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const small = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    octets = await through(small, new DecompressionStream("deflate-raw"), LARGEST);
  } catch {
    throw new Damaged(words.link.damaged);
  }
  if (octets === null) {
    throw new Damaged(words.link.holdsTooMuch(LARGEST));
  }
  if (checksum(octets) !== sum) {
    throw new Damaged(words.link.damaged);
  }
  return JSON.parse(new TextDecoder().decode(octets));
}

/** The most exercises of a sheet. */
const EXERCISES = 100;

/** Takes what it knows of a sheet, whatever else is in it; `null` if it is none. */
export function sheetOf(raw: unknown): Sheet | null {
  const { title, exercise } = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const list = Array.isArray(exercise) ? (exercise as Record<string, unknown>[]) : [];
  const exercises = list.slice(0, EXERCISES).flatMap((one): Exercise[] => {
    if (typeof one?.title !== "string" || typeof one.solution !== "string") {
      return [];
    }
    const strings = (key: string) => (Array.isArray(one[key]) ? { [key]: (one[key] as unknown[]).filter((text) => typeof text === "string") } : {});
    const string = (key: string) => (typeof one[key] === "string" ? { [key]: one[key] } : {});
    const flag = (key: string) => (one[key] === true ? { [key]: true } : {});
    const count = (key: string) => (typeof one[key] === "number" && Number.isInteger(one[key]) && one[key] >= 0 ? { [key]: one[key] } : {});
    return [{
      title: one.title, solution: one.solution, ...string("task"), ...string("start"), ...flag("show-solution"), ...strings("valid"), ...strings("invalid"),
      ...flag("unambiguous"), ...flag("no-left-recursion"), ...count("productions"), ...flag("ll1"), ...count("length"),
    } as Exercise];
  });
  // A title names an exercise, in progress and in hand-ins.
  const titles = new Set<string>();
  const own = exercises.filter((one) => !titles.has(one.title) && titles.add(one.title));
  return own.length === 0 ? null : { ...(typeof title === "string" ? { title } : {}), exercise: own };
}

/** Encodes what has a meaning in the link, or is not seen, and nothing else. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(/%(?:3A|2F|40|2C|3B|24|5B|5D|3F|3D)/g, decodeURIComponent);
}

function span(selection: Selection): string {
  return selection.at === null ? selection.rule : `${selection.rule}:${selection.at.start}-${selection.at.end}`;
}

/** Returns the link that a person can read, or `null` if the grammar is no preset. */
export function readable(work: Work): string | null {
  const preset = grammars.find((one) => one.source === work.grammar && one.readings === work.readings);
  const other = work.other === "" ? null : grammars.find((one) => one.source === work.other && one.readings === work.otherReadings);
  if (preset === undefined || other === undefined || work.notation !== "" || work.side === "exercise") {
    return null;
  }
  const fields: [string, string | number | boolean][] = [];
  const add = (key: string, value: string | number | boolean, without: string | number | boolean) => {
    if (value !== without) {
      fields.push([key, value]);
    }
  };
  add("text", work.text, preset.text);
  add("view", work.view, NO_WORK.view);
  add("step", work.step, NO_WORK.step);
  add("both", work.both ? 1 : 0, 0);
  add("derivation", work.derivation + 1, 1);
  work.stops.forEach((stop) => fields.push(["stop", "rule" in stop ? stop.rule : stop.offset]));
  add("form", work.form, 0);
  add("rightmost", work.rightmost ? 1 : 0, 0);
  add("all", work.all ? 1 : 0, 0);
  add("count", work.count, NO_WORK.count);
  add("seed", work.seed, NO_WORK.seed);
  add("side", work.side, NO_WORK.side);
  add("lesson", work.lesson + 1, 1);
  add("solved", work.solved.join(","), "");
  add("other", other?.id ?? "", "");
  if (work.pinned !== null && !work.pinned.part) {
    fields.push(["select", span(work.pinned)]);
  }
  work.examples.forEach(({ rule, text, isValid }) => fields.push([isValid ? "valid" : "invalid", `${rule}:${text}`]));
  const query = fields.map(([key, value]) => `${key}=${encoded(String(value))}`).join("&");
  return `${preset.id}/${encoded(work.production)}${query === "" ? "" : `?${query}`}`;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Damaged(words.link.damaged);
  }
}

/** Returns the work of a link that a person can read. */
function typed(fragment: string): Work {
  const at = fragment.indexOf("?");
  const [path, query] = at < 0 ? [fragment, ""] : [fragment.slice(0, at), fragment.slice(at + 1)];
  const [id = "", ...rest] = path.split("/");
  const preset = grammars.find((one) => one.id === decoded(id));
  if (preset === undefined) {
    throw new Damaged(words.link.unknown(decoded(id).slice(0, 40)));
  }
  const fields = query.split("&").filter((one) => one !== "").map((one) => {
    const equals = one.indexOf("=");
    return [one.slice(0, equals), decoded(one.slice(equals + 1))] as const;
  });
  const one = (key: string) => fields.find(([name]) => name === key)?.[1];
  const number = (key: string) => (/^\d{1,9}$/.test(one(key) ?? "") ? Number(one(key)) : null);
  const other = grammars.find((candidate) => candidate.id === one("other"));
  const selection = /^(.*?)(?::(\d+)-(\d+))?$/.exec(one("select") ?? "");
  const examples = fields.flatMap(([key, value]): Example[] => {
    const colon = value.indexOf(":");
    const isOne = (key === "valid" || key === "invalid") && colon > 0;
    return isOne ? [{ rule: value.slice(0, colon), text: value.slice(colon + 1), isValid: key === "valid" }] : [];
  });
  return known({
    ...NO_WORK,
    grammar: preset.source ?? "",
    readings: preset.readings,
    production: decoded(rest.join("/")) || preset.production,
    text: one("text") ?? preset.text,
    view: one("view"),
    side: one("side"),
    step: number("step") ?? 0,
    derivation: (number("derivation") ?? 1) - 1,
    stops: fields.filter(([key]) => key === "stop").map(([, value]) => (/^\d+$/.test(value) ? { offset: Number(value) } : { rule: value })),
    form: number("form") ?? 0,
    rightmost: one("rightmost") === "1",
    all: one("all") === "1",
    both: one("both") === "1",
    count: number("count") ?? NO_WORK.count,
    seed: number("seed") ?? NO_WORK.seed,
    lesson: (number("lesson") ?? 1) - 1,
    solved: (one("solved") ?? "").split(","),
    pinned: selection?.[1] ? { rule: selection[1], at: selection[2] ? { start: Number(selection[2]), end: Number(selection[3]) } : null } : null,
    examples,
    other: other?.source ?? "",
    otherReadings: other?.readings ?? false,
  });
}

function selection(raw: unknown): Selection | null {
  const from = raw as Selection | null;
  if (typeof from?.rule !== "string") {
    return null;
  }
  const { at } = from;
  const isSpan = typeof at?.start === "number" && typeof at.end === "number";
  return { rule: from.rule, at: isSpan ? { start: at.start, end: at.end } : null };
}

/** Takes the fields that it knows, whatever else a link or a file holds. */
export function known(raw: unknown): Work {
  const from = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const string = (key: string) => (typeof from[key] === "string" ? (from[key] as string) : "");
  const count = (key: "derivation" | "step" | "form" | "count" | "seed" | "lesson") => {
    const value = from[key];
    return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : NO_WORK[key];
  };
  const list = (key: string): unknown[] => (Array.isArray(from[key]) ? (from[key] as unknown[]) : []);
  const examples = list("examples") as Example[];
  const stops = list("stops") as { rule?: unknown; offset?: unknown }[];
  return {
    grammar: string("grammar"),
    readings: from.readings === true,
    notation: /^[a-z0-9]{0,12}$/.test(string("notation")) ? string("notation") : "",
    production: string("production"),
    text: string("text"),
    view: VIEWS.includes(from.view as View) ? (from.view as View) : NO_WORK.view,
    side: SIDES.includes(from.side as Side) ? (from.side as Side) : NO_WORK.side,
    derivation: count("derivation"),
    step: count("step"),
    stops: stops.flatMap((one): Stop[] =>
      typeof one?.rule === "string" ? [{ rule: one.rule }] : typeof one?.offset === "number" ? [{ offset: one.offset }] : []),
    form: count("form"),
    rightmost: from.rightmost === true,
    all: from.all === true,
    both: from.both === true,
    count: count("count"),
    seed: count("seed"),
    lesson: count("lesson"),
    solved: list("solved").filter((one): one is string => typeof one === "string" && /^\d+\.\d+$/.test(one)),
    pinned: selection(from.pinned),
    examples: examples
      .filter((one) => typeof one?.rule === "string" && typeof one?.text === "string")
      .map((one) => ({ rule: one.rule, text: one.text, isValid: one.isValid === true })),
    other: string("other"),
    otherReadings: from.otherReadings === true,
    sheet: sheetOf(from.sheet),
    task: typeof from.task === "number" && Number.isInteger(from.task) ? from.task : NO_WORK.task,
    mode: MODES.includes(from.mode as Mode) ? (from.mode as Mode) : NO_WORK.mode,
    handIn: string("handIn"),
  };
}
