// Undo for everything: what is typed, and what a button does.
//
// One stack for the grammar, the production and the text, because one button can change all of them.
// Keys that follow each other quickly in the same field are one step.

import { get, set, subscribe, type Work } from "./store.ts";

type Kept = Pick<Work, "grammar" | "readings" | "notation" | "production" | "text" | "examples" | "other" | "otherReadings">;

const FIELDS = ["grammar", "readings", "notation", "production", "text", "examples", "other", "otherReadings"] as const;

/** The time in milliseconds without a key after which the next key begins a new step. */
const PAUSE = 700;

/** The most steps. */
const MOST = 200;

const done: Kept[] = [];
let undone: Kept[] = [];
let last: { field: string; at: number } | null = null;
let isOwn = false;

function kept(work: Work): Kept {
  const { grammar, readings, notation, production, text, examples, other, otherReadings } = work;
  return { grammar, readings, notation, production, text, examples, other, otherReadings };
}

/** Begins to keep what changes. */
export function startKeeping(): void {
  subscribe((now, before) => {
    const changed = FIELDS.filter((field) => now[field] !== before[field]);
    if (isOwn || changed.length === 0) {
      return;
    }
    // The engine chooses a production for a new grammar: that is part of the change before it.
    const follows = changed.length === 1 && changed[0] === "production" && last?.field.includes("grammar");
    const field = changed.join(" ");
    const time = performance.now();
    const isTyping = (field === "text" || field === "grammar" || field === "other") && isSmall(now[field], before[field]);
    if (!follows && !(isTyping && last?.field === field && time - last.at < PAUSE)) {
      done.push(kept(before));
      done.splice(0, done.length - MOST);
    }
    undone = [];
    last = { field: follows ? "grammar production" : isTyping ? field : `${field} `, at: time };
  });
}

function isSmall(now: string, before: string): boolean {
  return Math.abs(now.length - before.length) <= 1;
}

function go(from: Kept[], to: Kept[]): void {
  const target = from.pop();
  if (target !== undefined) {
    to.push(kept(get()));
    isOwn = true;
    set({ ...target, notice: null });
    isOwn = false;
    last = null;
  }
}

/** Goes back by one step. */
export function undo(): void {
  go(done, undone);
}

/** Goes forward again by one step. */
export function redo(): void {
  go(undone, done);
}

/** Undoes or redoes if the event is the key for it. */
export function undoByKey(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) {
    return false;
  }
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") {
    event.preventDefault();
    (key === "y" || event.shiftKey ? redo : undo)();
    return true;
  }
  return false;
}
