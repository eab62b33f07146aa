// The entry of the page.

import "./styles/base.css";
import "./styles/layout.css";
import "./styles/controls.css";
import "./styles/text.css";
import "./styles/grammar.css";
import "./styles/drawing.css";
import "./styles/panes.css";
import grammars from "virtual:grammars";
import { startChecking } from "./checking.ts";
import { unpacked } from "./link.ts";
import { hover, pin, set } from "./store.ts";
import { sentence } from "./text/show.ts";
import { keepWork, keepWorkWhenLeft, keptWork, remembered } from "./visit.ts";

async function begin(): Promise<void> {
  const theme = remembered("theme");
  if (theme !== null) {
    document.documentElement.dataset.theme = theme;
  }
  const first = grammars[0];
  if (first !== undefined) {
    const { source: grammar, readings, production, text } = first;
    set({ grammar, readings, production, text });
  }
  const work = keptWork();
  if (work === null) {
    await follow("The page shows its first example instead.");
  } else {
    set(work);
  }
  keepWorkWhenLeft();
  // The panes show the state as soon as they are defined, so it comes first.
  await import("./panes/all.ts");
  document.querySelector("#waiting")?.remove();
  startChecking();
}

/** Shows the entry in the history that the browser has gone to: the work that was there, or a link. */
async function turn(): Promise<void> {
  keepWork();
  const work = keptWork();
  if (work === null) {
    const isReplaced = await follow("The page stays as it is.");
    if (isReplaced) {
      const text = "The link has replaced your grammar and text. Go back in the browser to return to them.";
      set({ notice: { text, isError: false } });
    }
  } else {
    set({ ...work, notice: null });
  }
}

/** Takes the state from the link, if it has one. Returns whether it did. */
async function follow(otherwise: string): Promise<boolean> {
  const fragment = location.hash.slice(1);
  if (fragment === "") {
    return false;
  }
  try {
    const state = await unpacked(fragment);
    // The browser may have gone on meanwhile.
    const isShown = fragment === location.hash.slice(1);
    if (isShown) {
      set(state);
    }
    return isShown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `${sentence(reason)} ${otherwise}`;
    set({ notice: { text, isError: true } });
    return false;
  }
}

window.addEventListener("hashchange", () => void turn());
window.addEventListener("keydown", (event: KeyboardEvent) => {
  if (event.key === "Escape") {
    pin(null);
    set({ pinned: null });
    hover(null);
  }
});
void begin();
