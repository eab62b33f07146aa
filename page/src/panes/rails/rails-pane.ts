// The railroad diagram of a production, with the path that the text took.

import { fill, h } from "../../dom.ts";
import { path, rails } from "../../engine/questions.ts";
import type { TreeNode } from "../../engine/types.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, hover, selected, type State } from "../../store.ts";
import { quoted } from "../../text/show.ts";

export class RailsPane extends TabPane {
  readonly view = "Rails";
  readonly #title = h("h3", {});
  readonly #caption = h("p", { class: "caption" });
  readonly #drawing = h("div", { class: "drawing", tabindex: 0, role: "region", "aria-label": "Railroad diagram" });
  #rule = "";
  #expanded = new Set<string>();
  #asked = "";

  protected build(): void {
    const collapse = () => {
      this.#expanded.clear();
      this.#redraw(get());
    };
    fill(
      this,
      h("div", { class: "bar" }, this.#title, h("button", { type: "button", onclick: collapse }, "Collapse all")),
      this.#caption,
      this.#drawing,
    );
    this.#drawing.addEventListener("click", (event) => {
      const name = linked(event);
      if (name !== null) {
        event.preventDefault();
        if (!this.#expanded.delete(name)) {
          this.#expanded.add(name);
        }
        this.#redraw(get());
      }
    });
    const light = (event: Event) => {
      const name = linked(event);
      hover(name === null ? null : { rule: name, at: null });
    };
    this.#drawing.addEventListener("pointerover", light);
    this.#drawing.addEventListener("focusin", light);
    this.#drawing.addEventListener("pointerleave", () => hover(null));
  }

  protected concerns(now: State, before: State): boolean {
    return (
      now.verdict !== before.verdict ||
      now.outline !== before.outline ||
      now.pinned !== before.pinned ||
      now.production !== before.production
    );
  }

  protected show(state: State): void {
    const rule = state.pinned?.rule ?? state.production;
    if (rule !== this.#rule) {
      this.#rule = rule;
      this.#expanded.clear();
    }
    this.#redraw(state);
  }

  #redraw(state: State): void {
    const refuse = (reason: string) => {
      this.#caption.textContent = reason;
    };
    this.answer(this.#ask(state), `the diagram of ${this.#rule}`, () => {}, refuse);
  }

  async #ask(state: State): Promise<void> {
    const rule = this.#rule;
    const expanded = [...this.#expanded];
    const grammar = grammarOf(state);
    const question = JSON.stringify([grammar, rule, expanded]);
    this.#title.textContent = rule;
    if (question !== this.#asked) {
      const svg = await rails(grammar, rule, expanded);
      this.#asked = question;
      this.#draw(svg);
    }
    await this.#path(state, rule, expanded);
  }

  #draw(svg: string): void {
    // The engine escapes names and literals. As SVG without scripts it is data all the same.
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    const drawing = document.importNode(parsed.documentElement, true);
    fill(this.#drawing, drawing);
    for (const link of drawing.querySelectorAll("a")) {
      const name = nameOf(link);
      link.setAttribute("aria-label", `${this.#expanded.has(name) ? "Collapse" : "Expand"} ${name}`);
      link.setAttribute("role", "button");
    }
  }

  /** Lights the boxes on the path of the node that is pinned, or of the first one. */
  async #path(state: State, rule: string, expanded: string[]): Promise<void> {
    const { verdict, production, pinned } = state;
    const nodes = verdict?.tree?.nodes ?? [];
    const isMeant = (node: TreeNode) =>
      node.rule === rule &&
      (!pinned?.at || (pinned.at.start === node.start && pinned.at.end === node.end));
    const node = nodes.find(isMeant) ?? nodes.find((one) => one.rule === rule);
    const boxes = [...this.#drawing.querySelectorAll("[data-parts]")];
    if (verdict === null || node === undefined) {
      this.#drawing.classList.remove("has-path");
      this.#caption.textContent = `Follow the rails from left to right: every path spells a text of ${rule}. Click a name to expand it. The text takes no path here.`;
      return;
    }
    const parts = new Set(await path(grammarOf(state), production, verdict.text, node, expanded));
    for (const box of boxes) {
      const own = (box.getAttribute("data-parts") ?? "").split(" ");
      box.classList.toggle("on-path", own.some((part) => parts.has(part)));
    }
    this.#drawing.classList.toggle("has-path", parts.size > 0);
    this.#caption.textContent = `The lit boxes are the path of ${quoted(verdict.text.slice(node.start, node.end ?? undefined), 40)}. Click a name to expand it in place.`;
  }

  protected override light(state: State): void {
    const rule = selected(state)?.rule;
    for (const link of this.#drawing.querySelectorAll("a")) {
      link.classList.toggle("lit", nameOf(link) === rule);
    }
  }
}

function nameOf(link: Element): string {
  const target = link.getAttribute("xlink:href") ?? link.getAttribute("href") ?? "#";
  return target.slice(1);
}

function linked(event: Event): string | null {
  const link = (event.target as Element).closest("a");
  return link === null ? null : nameOf(link);
}

customElements.define("rails-pane", RailsPane);
