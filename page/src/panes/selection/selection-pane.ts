// What the grammar and its prose say about the production that is lit.

import { fill, h } from "../../dom.ts";
import { about } from "../../engine/questions.ts";
import type { About } from "../../engine/types.ts";
import { Pane } from "../../pane.ts";
import { get, grammarOf, hover, pin, selected, set, type State } from "../../store.ts";
import { quoted } from "../../text/show.ts";

export class SelectionPane extends Pane {
  readonly #known = new Map<string, About>();
  readonly #body = h("div", { class: "selection-body" });
  #shown = "";

  protected build(): void {
    this.addEventListener("pointerleave", () => hover(null));
    fill(this, this.#body);
  }

  protected changed(now: State, before: State): void {
    if (now.grammar !== before.grammar || now.readings !== before.readings) {
      this.#known.clear();
      this.#shown = "";
    }
    // The pointer is on the pane itself: what it shows stays.
    if (this.matches(":hover") && now.pinned === before.pinned) {
      return;
    }
    const selection = selected(now);
    const rule = selection?.rule ?? now.production;
    const key = JSON.stringify([rule, selection?.at, now.pinned === null, now.text]);
    if (now.outline === null || key === this.#shown) {
      return;
    }
    if (!now.outline.productions.some((one) => one.name === rule)) {
      this.#shown = "";
      fill(this.#body, h("p", { class: "note" }, "No production is selected."));
      return;
    }
    this.#shown = key;
    const known = this.#known.get(rule);
    if (known !== undefined) {
      this.#show(known, now);
      return;
    }
    about(grammarOf(now), rule).then(
      (found) => {
        this.#known.set(rule, found);
        if (this.#shown === key) {
          this.#show(found, get());
        }
      },
      () => {},
    );
  }

  #show(found: About, state: State): void {
    const at = selected(state)?.at ?? null;
    const isPinned = state.pinned?.rule === found.rule;
    const part = at === null ? null : `${at.start}..${at.end} ${quoted(state.text.slice(at.start, at.end), 40)}`;
    const release = () => pin(null);
    fill(
      this.#body,
      h("div", { class: "selection-head" },
        h("h2", {}, found.rule),
        part !== null && h("span", { class: "span" }, part),
        found.section !== null && h("span", { class: "section" }, `Section ${found.section}`),
        found.rule !== state.production &&
          h("button", { type: "button", class: "quiet", onclick: () => set({ production: found.rule, text: at ? state.text.slice(at.start, at.end) : state.text }) }, "Start here"),
        isPinned && h("button", { type: "button", class: "quiet", onclick: release }, "Release ", h("kbd", {}, "Esc")),
      ),
      h("pre", { class: "definition", tabindex: 0 }, found.text),
      ...found.remarks.slice(0, 2).map(([section, text]) =>
        h("p", { class: "prose" }, h("span", { class: "section" }, `Section ${section}`), text)),
      ...found.readings.map(([, section, decision]) =>
        h("p", { class: "prose" }, h("span", { class: "section" }, `Reading, section ${section}`), decision)),
      found.users.length > 0 && h("p", { class: "users" }, "Used by ", ...links(found.users)),
    );
  }
}

function links(names: string[]): Node[] {
  return names.slice(0, 12).map((name) =>
    h("button", {
      type: "button",
      class: "chip",
      onclick: () => pin({ rule: name, at: null }),
    }, name));
}

customElements.define("selection-pane", SelectionPane);
