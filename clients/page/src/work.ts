// The grammars that a user has worked on. None is lost: the last ones are kept in the browser, and nowhere
// else.

import grammars from "virtual:grammars";
import { get, NO_WORK, set, subscribe, type Example, type Work } from "./store.ts";
import { words } from "./text/words.ts";
import { keep, kept } from "./visit.ts";

const KEY = "history";

/** The most grammars that are kept. */
const MOST = 12;

/** The time in milliseconds after a change until the grammar is kept. */
const PAUSE = 600;

/** A grammar with what belongs to it. */
export interface Kept {
  title: string;
  grammar: string;
  readings: boolean;
  notation?: string;
  production: string;
  text: string;
  examples: Example[];
}

/** Returns the grammars that were worked on, the newest first. */
export function history(): Kept[] {
  const list = kept(KEY);
  return Array.isArray(list) ? (list as Kept[]).filter((one) => typeof one?.grammar === "string") : [];
}

/** Returns the preset that the grammar is, if it is one. */
export function presetOf({ grammar, readings }: Pick<Work, "grammar" | "readings">) {
  return grammars.find((one) => one.source === grammar && one.readings === readings);
}

/** Returns a title for a grammar: that of the preset, or the name of its first production. */
export function titleOf(work: Pick<Work, "grammar" | "readings">): string {
  const name = /^\s*(<?[\w-]+>?)\s*(?:=|::=|:|<-)/m.exec(work.grammar)?.[1];
  return presetOf(work)?.title ?? (name === undefined ? words.bar.own : words.bar.ownNamed(name));
}

/** Keeps the grammar on the page, unless it is a preset as it came. */
function remember(work: Work): void {
  const { grammar, readings, notation, production, text, examples } = work;
  const isAsItCame = presetOf(work) !== undefined && examples.length === 0;
  if (grammar.trim() === "" || isAsItCame) {
    return;
  }
  // A grammar that grows key by key is one grammar: its beginning is the same.
  const entry: Kept = { title: titleOf(work), grammar, readings, notation, production, text, examples };
  const others = history().filter((one) => one.grammar !== grammar && !isVersion(one.grammar, grammar));
  keep(KEY, [entry, ...others].slice(0, MOST));
}

/** Whether one grammar was typed into the other: most of it is the same. */
function isVersion(before: string, now: string): boolean {
  const least = Math.min(before.length, now.length);
  let start = 0;
  while (start < least && before[start] === now[start]) {
    start += 1;
  }
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === now[now.length - 1 - end]) {
    end += 1;
  }
  return Math.max(before.length, now.length) - start - end <= 12 || (start + end) * 10 > 9 * Math.max(before.length, now.length);
}

/** Shows a grammar with its text. What was shown before is kept. */
export function load(next: Pick<Work, "grammar" | "readings" | "production" | "text"> & { examples?: Example[]; notation?: string }): void {
  remember(get());
  const earlier = history().find((one) => one.grammar === next.grammar && one.readings === next.readings);
  const { derivation, step, form, stops, pinned, sheet, task, mode, handIn } = NO_WORK;
  set({ ...next, notation: next.notation ?? "", examples: next.examples ?? earlier?.examples ?? [], derivation, step, form, stops, pinned, sheet, task, mode, handIn, hovered: null, notice: null });
}

/** Begins to keep the grammars that are typed. */
export function startRemembering(): void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  subscribe((now, before) => {
    if (now.grammar !== before.grammar || now.text !== before.text || now.examples !== before.examples) {
      clearTimeout(pause);
      pause = setTimeout(() => remember(get()), PAUSE);
    }
  });
}
