// All derivations of the text, one at a time beside the first.

import { fill, h } from "../../dom.ts";
import { Icicle } from "../../drawing/icicle.ts";
import { derivations } from "../../engine/questions.ts";
import type { Derivation, Derivations, TreeNode } from "../../engine/types.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, selected, type State } from "../../store.ts";
import { quoted } from "../../text/show.ts";

/** The most derivations that are shown. The engine looks for one more. */
const MOST = 100;

export class DerivationsPane extends TabPane {
  readonly view = "Derivations";
  readonly #first = new Icicle();
  readonly #other = new Icicle();
  readonly #count = h("p", { class: "count", "aria-live": "polite" });
  readonly #parting = h("p", { class: "parting-sentence" });
  readonly #previous = this.#button("Previous derivation", "[", -1);
  readonly #next = this.#button("Next derivation", "]", 1);
  readonly #body = h("div");
  #found: Derivations | null = null;
  #text = "";
  #at = 0;

  protected build(): void {
    fill(
      this,
      h("div", { class: "bar" }, this.#previous, this.#count, this.#next),
      this.#parting,
      this.#body,
    );
    document.addEventListener("keydown", (event) => {
      const isTyping = (event.target as Element).closest("textarea, input, select, .cm-content");
      if (isTyping === null && (event.key === "[" || event.key === "]")) {
        if (get().view === this.view) {
          this.#step(event.key === "]" ? 1 : -1);
        }
      }
    });
  }

  #button(name: string, key: string, by: number): HTMLButtonElement {
    const step = () => this.#step(by);
    return h("button", { type: "button", "aria-label": name, onclick: step },
      by < 0 ? "← Previous " : "Next → ", h("kbd", {}, key));
  }

  #step(by: number): void {
    const count = Math.min(MOST, this.#found?.trees.length ?? 0);
    this.#at = Math.max(0, Math.min(count - 1, this.#at + by));
    this.#draw();
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict !== before.verdict;
  }

  protected show({ verdict, production }: State): void {
    this.#found = null;
    this.#at = 0;
    if (!verdict?.ok) {
      this.#text = "";
      fill(this.#body);
      const isUndecided = verdict !== null && verdict.ok === null;
      this.#count.textContent = isUndecided ? "" : "0 derivations";
      this.#parting.textContent = verdict === null
        ? "There is no verdict yet."
        : isUndecided
        ? `Undecided: ${verdict.undecided ?? ""}.`
        : "A text that is wrong has no derivation. The pane Tree shows how far it went.";
      return;
    }
    const { text } = verdict;
    this.answer(
      derivations(grammarOf(), production, text),
      "all derivations",
      (found) => {
        if (get().verdict === verdict) {
          this.#found = found;
          this.#text = text;
          this.#draw();
        }
      },
      (reason) => {
        this.#count.textContent = "";
        this.#parting.textContent = reason;
      },
    );
  }

  #draw(): void {
    const { trees = [] } = this.#found ?? {};
    const tree = trees[this.#at];
    const first = trees[0];
    this.#previous.disabled = this.#at === 0;
    this.#next.disabled = this.#at >= Math.min(MOST, trees.length) - 1;
    if (tree === undefined || first === undefined) {
      return;
    }
    this.#count.textContent = `${this.#at + 1} of ${this.#all()}`;
    this.#parting.textContent = this.#sentence(first, tree, trees.length);
    const { partsAt } = tree;
    if (partsAt === null) {
      fill(this.#body, this.#other.element);
    } else {
      fill(
        this.#body,
        h("h3", {}, "The first derivation"),
        this.#first.element,
        h("h3", {}, `Derivation ${this.#at + 1}`),
        this.#other.element,
      );
      this.#first.show(this.#text, first, { parting: partsAt });
    }
    this.#other.show(this.#text, tree, { parting: partsAt });
    this.light(get());
  }

  /** Returns how many derivations there are, as far as it is known. */
  #all(): string {
    const { trees = [], total = null, moreThan = null, infinite = false } = this.#found ?? {};
    const finite = total !== null
      ? String(total)
      : moreThan !== null
      ? `more than ${moreThan}`
      : `${trees.length} or more`;
    return infinite ? `infinitely many, ${finite} without repeated nodes` : finite;
  }

  #sentence(first: Derivation, tree: Derivation, count: number): string {
    const { partsAt } = tree;
    if (partsAt === null) {
      const { complete = true, infinite = false, undecided = null } = this.#found ?? {};
      if (count === 1 && undecided !== null) {
        return `This is the first derivation. Undecided: ${undecided}.`;
      }
      if (count === 1 && infinite) {
        return "The text has infinitely many derivations. In all but this one, a node repeats one of the same production and text around it, or a repetition has empty rounds that it does not need.";
      }
      return count === 1 && complete
        ? "The text has one derivation: one tree of productions, and no other."
        : "This is the first derivation, the one that parsers return. Go to the next one to see where it parts.";
    }
    return `It parts from the first derivation at ${this.#name(tree.nodes[partsAt])}, where the first has ${this.#name(first.nodes[partsAt])}.`;
  }

  #name(node: TreeNode | undefined): string {
    if (node === undefined) {
      return "no further node";
    }
    return `${node.rule} ${quoted(this.#text.slice(node.start, node.end ?? undefined), 30)}`;
  }

  protected override light(state: State): void {
    this.#first.light(selected(state));
    this.#other.light(selected(state));
  }
}

customElements.define("derivations-pane", DerivationsPane);
