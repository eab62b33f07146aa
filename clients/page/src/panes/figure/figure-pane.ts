// The text, its ruler and its tree: always there, whatever the view.

import { fill, h, nextFrame } from "../../dom.ts";
import { Figure } from "../../drawing/figure.ts";
import { Pane } from "../../pane.ts";
import { allowedOf, focusOf, literalOf, otherOf, treeOf } from "../../shown.ts";
import { get, selected, type State } from "../../store.ts";
import { lengthOf, octetAt } from "../../text/octets.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { TextEditor } from "./editor.ts";

/** The most characters that fit on a line of paper, and the most that are printed. */
const PAPER = 64;
const MOST = 4_000;

export class FigurePane extends Pane {
  readonly #figure = new Figure();
  /** The tree of another derivation, on the same scale. */
  readonly #other = new Figure();
  readonly editor = new TextEditor(this.#figure);
  readonly #light = nextFrame(() => {
    this.#figure.light(lit(get()));
    this.#other.light(lit(get()));
  });
  /** A text on paper that is wider than the paper. */
  readonly #paper = h("p", { class: "paper", "aria-hidden": "true" });
  /** The text for which the cells were drawn last. */
  #drawn = "";

  protected build(): void {
    this.#figure.onlayout = () => this.editor.draw();
    this.#other.element.classList.add("under");
    this.#other.element.hidden = true;
    fill(this, this.#paper, h("div", { class: "figs" }, this.#figure.element, this.#other.element));
    document.fonts?.ready.then(() => this.#draw(get()));
  }

  protected changed(now: State, before: State): void {
    if (now === before || now.text !== before.text) {
      this.editor.show(now.text);
    }
    const isNew =
      now === before ||
      now.verdict?.tree !== before.verdict?.tree ||
      now.verdict?.rejected?.progress !== before.verdict?.rejected?.progress ||
      now.verdict === null !== (before.verdict === null) ||
      now.derivations !== before.derivations ||
      now.derivation !== before.derivation ||
      now.both !== before.both ||
      now.open !== before.open ||
      now.outline !== before.outline ||
      now.isLecture !== before.isLecture ||
      now.view !== before.view ||
      (now.view === "steps" && (now.step !== before.step || now.trace !== before.trace));
    if (isNew || now.text !== this.#drawn) {
      this.#draw(now);
    } else if (now.hovered !== before.hovered || now.pinned !== before.pinned) {
      this.#light();
    }
  }

  #draw(state: State): void {
    const { text, verdict } = state;
    // Until the engine has answered, the cells show the text that is typed, and the tree that of before.
    const isCurrent = verdict?.text === text;
    const length = lengthOf(text);
    const { nodes, isComplete, error, cursor, differs } = treeOf(state);
    const within = (at: number | null) => (at === null ? null : Math.min(at, length));
    const isFocused = document.activeElement === this.editor.field;
    this.#drawn = text;
    const isLiteral = literalOf(state);
    this.#figure.light(lit(state));
    this.#figure.show({
      text,
      nodes: isCurrent ? nodes : nodes.filter((node) => node.start <= length).map((node) => ({ ...node, end: within(node.end) })),
      isComplete,
      error: isCurrent ? error : null,
      cursor,
      differs,
      allowed: allowedOf(state),
      isLiteral,
      label: words.figure.tree(state.view === "steps" ? words.figure.atStep(state.step) : error === null ? words.figure.derivation(nth(state, state.derivation)) : words.figure.upTo(error)),
      focus: isFocused ? octetAt(text, this.editor.field.selectionEnd) : null,
    });
    fill(this.#paper, text.length > PAPER ? h("code", {}, quoted(text, MOST)) : null);
    this.editor.draw();
    const other = otherOf(state);
    this.#other.element.hidden = other === null;
    document.body.classList.toggle("both", other !== null);
    if (other !== null) {
      const tree = treeOf(state, other);
      this.#other.light(lit(state));
      this.#other.show({ text, ...tree, isLiteral, label: words.figure.tree(words.figure.derivation(nth(state, other))) });
    }
  }
}

/** Returns the number of a derivation among all of them; `null` if it is the only one that is known. */
function nth({ derivations }: State, at: number): string | null {
  return derivations === null || derivations.trees.length < 2 ? null : words.verdict.nth(at, derivations);
}

/** What is lit in the figure: what is chosen, and in the steps the production that acts. */
function lit(state: State) {
  return state.view === "steps" ? focusOf(state) : selected(state);
}

customElements.define("figure-pane", FigurePane);

/** Returns the editor of the text. */
export function textEditor(): TextEditor | null {
  return document.querySelector<FigurePane>("figure-pane")?.editor ?? null;
}
