// The one state of the page, shared by all panes.

import type { Finding, Outline, Span, Verdict } from "./engine/types.ts";

export const VIEWS = [
  "Tree",
  "Derivations",
  "Steps",
  "Ordered choice",
  "Rails",
  "Examples",
  "Compare",
  "Inspect",
  "Tutorial",
] as const;
export type View = (typeof VIEWS)[number];

/** A production, and where it stands: in the text, in the grammar, or in both. */
export interface Selection {
  rule: string;
  /** The span in the text; `null` for every node of the production. */
  at: Span | null;
  /** A part of the grammar to mark besides the production. */
  part?: Span | null;
}

/** A text with the verdict that the user expects. */
export interface Example {
  rule: string;
  text: string;
  isValid: boolean;
}

export interface State {
  grammar: string;
  /** Whether the readings of RFC 1738 apply to the grammar. */
  readings: boolean;
  production: string;
  text: string;
  view: View;
  examples: Example[];
  other: string;
  otherReadings: boolean;
  /** The grammar as it was last read. */
  outline: Outline | null;
  findings: Finding[];
  verdict: Verdict | null;
  /** Why there is no verdict. */
  obstacle: string | null;
  hovered: Selection | null;
  pinned: Selection | null;
  /** What the page has to say about a file, a link or the engine. */
  notice: { text: string; isError: boolean } | null;
}

type Listener = (state: State, before: State) => void;

let state: State = {
  grammar: "",
  readings: false,
  production: "",
  text: "",
  view: "Tree",
  examples: [],
  other: "",
  otherReadings: false,
  outline: null,
  findings: [],
  verdict: null,
  obstacle: null,
  hovered: null,
  pinned: null,
  notice: null,
};

const listeners = new Set<Listener>();

/** Returns the state. It is never changed in place. */
export function get(): State {
  return state;
}

/** Changes some fields. Listeners hear of it if one of them has another value. */
export function set(change: Partial<State>): void {
  const before = state;
  const keys = Object.keys(change) as (keyof State)[];
  if (keys.every((key) => change[key] === before[key])) {
    return;
  }
  state = { ...state, ...change };
  for (const listener of [...listeners]) {
    listener(state, before);
  }
}

/** Calls the listener after each change. Returns a function that ends this. */
export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns what is lit: what the pointer or the focus is on, or else what is pinned. */
export function selected({ hovered, pinned }: State = state): Selection | null {
  return hovered ?? pinned;
}

function isSame(one: Selection | null, other: Selection | null): boolean {
  return (
    one?.rule === other?.rule &&
    one?.at?.start === other?.at?.start &&
    one?.at?.end === other?.at?.end &&
    one?.part?.start === other?.part?.start
  );
}

/** Lights a selection as long as the pointer or the focus is on it. */
export function hover(selection: Selection | null): void {
  if (!isSame(selection, state.hovered)) {
    set({ hovered: selection });
  }
}

/** Keeps a selection lit, or releases it if it is pinned already. */
export function pin(selection: Selection | null): void {
  set({ pinned: isSame(selection, state.pinned) ? null : selection });
}

/** Returns the grammar as the engine takes it. */
export function grammarOf({ grammar, readings }: State = state): {
  source: string;
  readings: boolean;
} {
  return { source: grammar, readings };
}
