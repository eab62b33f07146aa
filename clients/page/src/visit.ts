// What the browser keeps on this machine: choices for the next visit, and the work of this one for when
// the page is loaded again. A page from disk may have no storage.

import { known as asWork, workOf } from "./link.ts";
import { get, type Work } from "./store.ts";

const WORK = "bnf-works";

/** The most entries of the history whose work is kept when the page is left. */
const ENTRIES = 20;

/** The work of each entry in the history of this tab. */
let works = stored();

/** The entry that is shown. */
let entry: number | null = null;

/** Remembers a choice. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`bnf-${key}`, value);
  } catch {
    // Without storage, the choice ends with the visit.
  }
}

/** Returns a choice of an earlier visit. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`bnf-${key}`);
  } catch {
    return null;
  }
}

/** Keeps a value as JSON for the next visit. */
export function keep(key: string, value: unknown): void {
  remember(key, JSON.stringify(value));
}

/** Returns a value that was kept, or `null`. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(remembered(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps the work of the entry that is shown, for when the user comes back to it. */
export function keepWork(): void {
  if (entry !== null) {
    works = { ...works, [entry]: workOf(get()) };
  }
}

/** Keeps all work when the page is left. */
export function keepWorkWhenLeft(): void {
  window.addEventListener("pagehide", () => {
    keepWork();
    for (const most of [ENTRIES, 1]) {
      try {
        const newest = Object.entries(works).slice(-most);
        sessionStorage.setItem(WORK, JSON.stringify(Object.fromEntries(newest)));
        return;
      } catch {
        // Without storage, or with too little, older work ends with the page.
      }
    }
  });
}

/**
 * Returns the work of the entry in the history that the browser shows; `null` if the entry is new. A
 * user comes back to an entry by loading the page again, or by going back and forward.
 */
export function keptWork(): Work | null {
  const number: unknown = (history.state as { work?: unknown } | null)?.work;
  if (typeof number === "number" && number in works) {
    entry = number;
    return asWork(works[number]);
  }
  // Numbers are the keys of an object in their order.
  entry = Math.max(0, ...Object.keys(works).map(Number), entry ?? 0) + 1;
  history.replaceState({ work: entry }, "");
  return null;
}

function stored(): Record<number, Work> {
  try {
    const works: unknown = JSON.parse(sessionStorage.getItem(WORK) ?? "{}");
    return typeof works === "object" && works !== null ? (works as Record<number, Work>) : {};
  } catch {
    return {};
  }
}
