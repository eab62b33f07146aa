// What the browser keeps on this machine: choices for the next visit, and the work of this one for when
// the page is loaded again. A page from disk may have no storage.

import { shared, sharedOf, type Shared } from "./link.ts";
import { get } from "./store.ts";

const WORK = "bnf-work";

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

/** Keeps the work when the page is left. */
export function keepWork(): void {
  window.addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(WORK, JSON.stringify({ hash: location.hash, ...sharedOf(get()) }));
    } catch {
      // Without storage, or with too little, the work ends with the page.
    }
  });
}

/** Returns the work of this visit, if the page had the same address. */
export function keptWork(): Shared | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(WORK) ?? "null");
    return kept?.hash === location.hash ? shared(kept) : null;
  } catch {
    return null;
  }
}
