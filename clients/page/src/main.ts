// The entry of the page.

import "./styles/base.css";
import "./styles/layout.css";
import "./styles/controls.css";
import "./styles/figure.css";
import "./styles/grammar.css";
import "./styles/docks.css";
import "./styles/narrow.css";
import "./styles/print.css";
import grammars from "virtual:grammars";
import { startChecking } from "./checking.ts";
import { unpacked } from "./link.ts";
import { startPressing } from "./keys.ts";
import { complete } from "./presets.ts";
import { get, set } from "./store.ts";
import { sentence } from "./text/show.ts";
import { words } from "./text/words.ts";
import { startKeeping } from "./undo.ts";
import { keepWork, keepWorkWhenLeft, keptWork, remembered } from "./visit.ts";
import { load, startRemembering } from "./work.ts";

async function begin(): Promise<void> {
  const theme = remembered("theme");
  if (theme !== null) {
    document.documentElement.dataset.theme = theme;
  }
  const first = grammars[0];
  if (first?.source != null) {
    const { readings, production, text } = first;
    const grammar = first.source;
    set({ grammar, readings, production, text });
  }
  const work = keptWork();
  if (work === null) {
    await follow(words.link.firstInstead);
  } else {
    // The grammar may be one whose text is no part of the first load.
    await complete().catch(() => {});
    set(work);
  }
  keepWorkWhenLeft();
  // The panes show the state as soon as they are defined, so it comes first.
  await import("./panes/all.ts");
  document.querySelector("#waiting")?.remove();
  document.documentElement.lang = "en";
  startChecking();
  startKeeping();
  startRemembering();
  startPressing();
  if (import.meta.env.PROD && !__SINGLE__ && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("./offline.js").catch(() => {
      // A page from a folder that is not served has none.
    });
  }
}

/** Shows the entry in the history that the browser has gone to: the work that was there, or a link. */
async function turn(): Promise<void> {
  keepWork();
  const work = keptWork();
  if (work === null) {
    const isReplaced = await follow(words.link.stays);
    if (isReplaced) {
      set({ notice: { text: words.link.replaced, isError: false } });
    }
  } else {
    set({ ...work, notice: null });
  }
}

/** Takes the work from the link, if it has one. Returns whether it did. */
async function follow(otherwise: string): Promise<boolean> {
  const fragment = location.hash.slice(1);
  // The links that skip to a part of the page.
  if (fragment === "" || document.getElementById(fragment) !== null) {
    return false;
  }
  try {
    const work = await unpacked(fragment);
    // The browser may have gone on meanwhile.
    const isShown = fragment === location.hash.slice(1);
    if (isShown) {
      const { view, side, derivation, step, form, stops, pinned } = work;
      load(work);
      set({ ...work, view, side, derivation, step, form, stops, pinned, isSheet: get().isSheet });
    }
    return isShown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    set({ notice: { text: `${sentence(reason)} ${otherwise}`, isError: true } });
    return false;
  }
}

for (const link of document.querySelectorAll<HTMLAnchorElement>("a.skip")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>(link.hash)?.focus();
  });
}
document.querySelector(".veil")?.addEventListener("click", () => set({ isSheet: false }));
window.addEventListener("hashchange", () => void turn());
void begin();
