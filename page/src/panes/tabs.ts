// The tabs: one pane at a time.

import { fill, h } from "../dom.ts";
import { Pane } from "../pane.ts";
import { set, VIEWS, type State, type View } from "../store.ts";

const NAMES: Record<View, string> = {
  Tree: "tree-pane",
  Derivations: "derivations-pane",
  Steps: "steps-pane",
  "Ordered choice": "ordered-pane",
  Rails: "rails-pane",
  Examples: "examples-pane",
  Compare: "compare-pane",
  Inspect: "inspect-pane",
  Tutorial: "tutorial-pane",
};

export class TabBar extends Pane {
  readonly #tabs = new Map<View, HTMLElement>();
  readonly #panels = new Map<View, HTMLElement>();

  protected build(): void {
    const list = h("div", { role: "tablist", "aria-label": "Views" });
    const panels = h("div", { class: "panels" });
    for (const view of VIEWS) {
      const id = NAMES[view];
      const choose = () => set({ view });
      const tab = h("button", {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        onclick: choose,
      }, view);
      const panel = h("div", {
        role: "tabpanel",
        id: `panel-${id}`,
        "aria-labelledby": `tab-${id}`,
        tabindex: 0,
      }, document.createElement(id));
      this.#tabs.set(view, tab);
      this.#panels.set(view, panel);
      list.append(tab);
      panels.append(panel);
    }
    list.addEventListener("keydown", (event) => this.#key(event));
    fill(this, list, panels);
  }

  #key(event: KeyboardEvent): void {
    const at = VIEWS.findIndex((view) => this.#tabs.get(view) === document.activeElement);
    const to = {
      ArrowRight: (at + 1) % VIEWS.length,
      ArrowLeft: (at + VIEWS.length - 1) % VIEWS.length,
      Home: 0,
      End: VIEWS.length - 1,
    }[event.key];
    const view = to === undefined ? undefined : VIEWS[to];
    if (view !== undefined) {
      event.preventDefault();
      set({ view });
      this.#tabs.get(view)?.focus();
    }
  }

  protected changed(now: State, before: State): void {
    if (now !== before && now.view === before.view) {
      return;
    }
    for (const view of VIEWS) {
      const isChosen = view === now.view;
      const tab = this.#tabs.get(view);
      tab?.setAttribute("aria-selected", String(isChosen));
      tab?.setAttribute("tabindex", isChosen ? "0" : "-1");
      const panel = this.#panels.get(view);
      if (panel) {
        panel.hidden = !isChosen;
      }
      if (isChosen) {
        reveal(tab);
      }
    }
  }
}

/** Scrolls the list of tabs, and never the page. */
function reveal(tab: HTMLElement | undefined): void {
  const list = tab?.parentElement;
  if (!tab || !list) {
    return;
  }
  const [start, end] = [tab.offsetLeft - list.offsetLeft, tab.offsetLeft - list.offsetLeft + tab.offsetWidth];
  if (start < list.scrollLeft) {
    list.scrollLeft = start;
  } else if (end > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = end - list.clientWidth;
  }
}

customElements.define("tab-bar", TabBar);
