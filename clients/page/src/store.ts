// The one state of the page, shared by all panes.

import type { Derivations, Findings, Forms, Inspection, Nearest, OpenProduction, Outline, Sheet, Span, Trace, Verdict } from "./engine/types.ts";

export const VIEWS = ["tree", "derivation", "steps", "choice", "rails", "examples", "tables"] as const;
export type View = (typeof VIEWS)[number];

/** What stands at the left, beside the live views. */
export const SIDES = ["exercise", "grammar", "tutorial", "compare"] as const;
export type Side = (typeof SIDES)[number];

/** What is done with exercises: they are solved, written, or hand-ins to them are answered. */
export const MODES = ["solve", "write", "grade"] as const;
export type Mode = (typeof MODES)[number];

/** A production, and where it is: in the text, in the grammar, or in both. */
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

/** The question which valid texts are nearest to a text. */
export interface Asked extends Pick<Work, "grammar" | "readings" | "notation" | "production" | "text"> {
  /** `null` until it is known. */
  nearest: Nearest | null;
  /** Why it is not known, as a sentence. */
  told: string | null;
}

/** Where the steps stop: when a production is tried, or at an offset. */
export type Stop = { rule: string } | { offset: number };

/** What a link holds, and what undo brings back or keeps. */
export interface Work {
  grammar: string;
  /** Whether the readings of RFC 1738 apply to the grammar. */
  readings: boolean;
  /** The notation in which the grammar is read, by its id; "" for the one that it shows. */
  notation: string;
  production: string;
  text: string;
  view: View;
  side: Side;
  /** The derivation that is shown, counted from 0. */
  derivation: number;
  /** Whether two derivations are shown, one below the other. */
  both: boolean;
  step: number;
  stops: Stop[];
  /** The sentential form that is shown, counted from 0, and whether the name at the right is replaced first. */
  form: number;
  rightmost: boolean;
  /** Whether Rails shows all productions. */
  all: boolean;
  count: number;
  seed: number;
  lesson: number;
  /** The exercises that are solved: `3.2`. */
  solved: string[];
  pinned: Selection | null;
  examples: Example[];
  other: string;
  otherReadings: boolean;
  /** The exercises, and which of them is open; a negative number for their list. */
  sheet: Sheet | null;
  task: number;
  mode: Mode;
  /** A hand-in that a link holds, as it is packed. */
  handIn: string;
}

export interface State extends Work {
  isLecture: boolean;
  /** Whether the left side is folded. */
  isFolded: boolean;
  /** Whether the left side is open as a sheet, on a narrow screen. */
  isSheet: boolean;
  /** The grammar as it was last read. */
  outline: Outline | null;
  /** What the analysis of the grammar found; `null` until it is known. */
  findings: Findings | null;
  verdict: Verdict | null;
  /** Why there is no verdict. */
  obstacle: string | null;
  /** All derivations of the text of the verdict. */
  derivations: Derivations | null;
  /** Why the derivations of a valid text are not known; `null` while they are looked for. */
  uncounted: string | null;
  /** The productions that are open where the text becomes wrong. */
  open: OpenProduction[];
  /** What may follow the text of the verdict, if it is valid. */
  then: OpenProduction | null;
  /** The steps over the text of the verdict; only while they are shown. */
  trace: Trace | null;
  /** The sentential forms of the text of the verdict; only while they are shown. */
  forms: Forms | null;
  /** What the prose of RFC 1738 says of the text. */
  inspection: Inspection | null;
  /** What the reader asked last: which valid texts are nearest. `askedOf` says whether it is about the text that is there. */
  asked: Asked | null;
  /** Which of the nearest texts has its edits drawn. */
  suggestion: number;
  hovered: Selection | null;
  /** The production that is to blame for what ordered choice loses, and its part. */
  blamed: Selection | null;
  /** What the page has to say about a file, a link or the engine. */
  notice: { text: string; isError: boolean; undo?: boolean } | null;
}

type Listener = (state: State, before: State) => void;

export const NO_WORK: Work = {
  grammar: "",
  readings: false,
  notation: "",
  production: "",
  text: "",
  view: "tree",
  side: "grammar",
  derivation: 0,
  both: false,
  step: 0,
  stops: [],
  form: 0,
  rightmost: false,
  all: false,
  count: 20,
  seed: 1,
  lesson: 0,
  solved: [],
  pinned: null,
  examples: [],
  other: "",
  otherReadings: false,
  sheet: null,
  task: -1,
  mode: "solve",
  handIn: "",
};

let state: State = {
  ...NO_WORK,
  isLecture: false,
  isFolded: false,
  isSheet: false,
  outline: null,
  findings: null,
  verdict: null,
  obstacle: null,
  derivations: null,
  uncounted: null,
  open: [],
  then: null,
  trace: null,
  forms: null,
  inspection: null,
  asked: null,
  suggestion: 0,
  hovered: null,
  blamed: null,
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

export function isSame(one: Selection | null, other: Selection | null): boolean {
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

/** Keeps a selection lit. */
export function pin(selection: Selection | null): void {
  if (!isSame(selection, state.pinned)) {
    set({ pinned: selection });
  }
}

/** Returns the grammar as the engine takes it. */
export function grammarOf({ grammar, readings, notation }: Pick<State, "grammar" | "readings" | "notation"> = state): {
  source: string;
  readings: boolean;
  notation: string;
} {
  return { source: grammar, readings, notation };
}
