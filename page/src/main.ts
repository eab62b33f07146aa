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
import { keepWork, keptWork, remembered } from "./visit.ts";

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
  keepWork();
  // The panes show the state as soon as they are defined, so it comes first.
  await import("./panes/all.ts");
  document.querySelector("#waiting")?.remove();
  startChecking();
}

/** Takes the state from the link, if it has one. */
async function follow(otherwise: string): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === "") {
    return;
  }
  try {
    set(await unpacked(fragment));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `${sentence(reason)} ${otherwise}`;
    set({ notice: { text, isError: true } });
  }
}

window.addEventListener("hashchange", () => void follow("The page stays as it is."));
window.addEventListener("keydown", (event: KeyboardEvent) => {
  if (event.key === "Escape") {
    pin(null);
    set({ pinned: null });
    hover(null);
  }
});
void begin();
