// The tree under the text, and the same tree as an outline.

import { fill, h } from "../../dom.ts";
import { Icicle } from "../../drawing/icicle.ts";
import { OutlineTree } from "../../drawing/outline.ts";
import { TabPane } from "../../pane.ts";
import { selected, type State } from "../../store.ts";

export class TreePane extends TabPane {
  readonly view = "Tree";
  readonly #icicle = new Icicle();
  readonly #outline = new OutlineTree();
  readonly #caption = h("p", { class: "caption" });

  protected build(): void {
    fill(this, this.#caption, this.#icicle.element, this.#outline.element);
  }

  protected concerns(now: State, before: State): boolean {
    // The notes of an error arrive later than its tree, and do not change it.
    const [one, other] = [now.verdict, before.verdict];
    return (
      one?.text !== other?.text ||
      one?.tree !== other?.tree ||
      one?.rejected?.progress !== other?.rejected?.progress
    );
  }

  protected show({ verdict }: State): void {
    const rejected = verdict?.rejected ?? null;
    const tree = verdict?.tree ?? rejected?.progress ?? null;
    const text = verdict?.text ?? "";
    this.#caption.textContent =
      verdict === null
        ? "There is no tree yet."
        : tree === null
          ? `There is no tree of this text: ${verdict.undecided ?? ""}.`
          : rejected === null
            ? "Each production is as wide as the text that it derives."
            : "The text is wrong at the caret. Productions with a ragged end were still open there.";
    this.#icicle.show(text, tree, { caret: rejected?.offset ?? null });
    this.#outline.show(text, tree, rejected?.offset);
  }

  protected override light(state: State): void {
    const selection = selected(state);
    this.#icicle.light(selection);
    this.#outline.light(selection, state.pinned !== null);
  }
}

customElements.define("tree-pane", TreePane);
