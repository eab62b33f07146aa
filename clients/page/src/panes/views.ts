// The views in one row.

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
        onclick: (event: MouseEvent) => this.#choose(view, event.detail > 0),
      }, icon(view), h("span", { class: "w" }, words.views.names[view]), h("span", { class: "m" }, words.views.short[view]));
      this.#tabs.set(view, tab);
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => this.#key(event));
    fill(this, list, h("span", { class: "gr" }), h("button", { type: "button", class: "btn out", onclick: () => set({ isLecture: false }) }, words.views.leave));
  }

  /** Shows a view. After a click its keys work at once; who chose it by key goes on among the views. */
  #choose(view: View, isClick: boolean): void {
    set({ view });
    if (isClick) {
      document.querySelector<HTMLElement>("#panel")?.focus({ preventScroll: true });
    }
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
    const isFolded = now.view === "choice";
    const tree = document.querySelector<HTMLElement>("figure-pane .tree");
    if (tree !== null) {
      tree.inert = isFolded;
    }
    for (const [view, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(view === now.view));
      if (view === now.view) {
        // On a narrow screen, the row of views scrolls.
        tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
      // In a lecture the arrows are those of the remote, so the tabulator key goes through the views.
      tab.setAttribute("tabindex", view === now.view || now.isLecture ? "0" : "-1");
    }
    if (now.isLecture && !before.isLecture) {
      document.querySelector<HTMLElement>("#panel")?.focus();
    }
  }
}

customElements.define("view-tabs", ViewTabs);
