// What the browser keeps on this machine: choices for the next visit, and the work of this one for when
// the page is loaded again. A page from disk may have no storage.

import { shared, sharedOf, type Shared } from "./link.ts";
import { get } from "./store.ts";

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

/** Keeps the work of the entry that is shown, for when the user comes back to it. */
export function keepWork(): void {
  if (entry !== null) {
    works = { ...works, [entry]: sharedOf(get()) };
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
export function keptWork(): Shared | null {
  const known: unknown = (history.state as { work?: unknown } | null)?.work;
  if (typeof known === "number" && known in works) {
    entry = known;
    return shared(works[known]);
  }
  // Numbers are the keys of an object in their order.
  entry = Math.max(0, ...Object.keys(works).map(Number), entry ?? 0) + 1;
  history.replaceState({ work: entry }, "");
  return null;
}

function stored(): Record<number, Shared> {
  try {
    const works: unknown = JSON.parse(sessionStorage.getItem(WORK) ?? "{}");
    return typeof works === "object" && works !== null ? (works as Record<number, Shared>) : {};
  } catch {
    return {};
  }
}
