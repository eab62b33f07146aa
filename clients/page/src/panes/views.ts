// The five views in one row.

import { fill, h } from "../dom.ts";
import { icon } from "../drawing/icons.ts";
import { Pane } from "../pane.ts";
import { set, VIEWS, type State, type View } from "../store.ts";
import { words } from "../text/words.ts";

export class ViewTabs extends Pane {
  readonly #tabs = new Map<View, HTMLElement>();

  protected build(): void {
    const list = h("div", { role: "tablist", "aria-label": words.views.name });
    for (const view of VIEWS) {
      const tab = h("button", {
        type: "button",
        role: "tab",
        id: `t-${view}`,
        "aria-controls": "panel",
        "aria-label": words.views.names[view],
        title: words.views.about[view],
        onclick: () => set({ view }),
      }, icon(view), h("span", { class: "w" }, words.views.names[view]), h("span", { class: "m" }, words.views.short[view]));
      this.#tabs.set(view, tab);
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => this.#key(event));
    fill(this, list, h("span", { class: "gr" }), h("button", { type: "button", class: "btn out", onclick: () => set({ isLecture: false }) }, words.views.leave));
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
    if (now !== before && now.view === before.view && now.isLecture === before.isLecture) {
      return;
    }
    document.body.dataset.view = now.view;
    document.body.classList.toggle("lecture", now.isLecture);
    document.querySelector("#panel")?.setAttribute("aria-labelledby", `t-${now.view}`);
    // In the views that fold the tree, it is a picture for the eye only.
    const isFolded = now.view === "rails" || now.view === "examples" || now.view === "choice";
    const tree = document.querySelector<HTMLElement>("figure-pane .tree");
    if (tree !== null) {
      tree.inert = isFolded;
    }
    for (const [view, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(view === now.view));
      tab.setAttribute("tabindex", view === now.view ? "0" : "-1");
    }
    if (now.isLecture && !before.isLecture) {
      document.querySelector<HTMLElement>("#panel")?.focus();
    }
  }
}

customElements.define("view-tabs", ViewTabs);
