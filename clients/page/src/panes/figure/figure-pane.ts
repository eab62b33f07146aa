// The text, its ruler and its tree: always there, whatever the view.

import { isRunning, quiet } from "../../checking.ts";
import { fill, h, hide, mark, nextFrame } from "../../dom.ts";
import { Figure } from "../../drawing/figure.ts";
import { sentences } from "../../engine/questions.ts";
import type { TreeNode } from "../../engine/types.ts";
import { Pane } from "../../pane.ts";
import { allowedOf, editsOf, focusOf, isPrefix, literalOf, otherOf, treeOf } from "../../shown.ts";
import { get, grammarOf, selected, set, type State } from "../../store.ts";
import { lengthOf, octetAt } from "../../text/octets.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { TextEditor } from "./editor.ts";
import type { LongText } from "./long-text.ts";
import { reading } from "./reading.ts";

/** The least width in pixels of a cell with which two trees are beside each other, and what is around them. */
const BESIDE = 26;
const BETWEEN = 44;
const PADDING = 32;

/** A text is long from here on, in characters or in lines. */
const LONG = 400;
/** A text above this many characters is a strip: an editor lays out whole lines. */
const LONGEST = 300_000;
const LINES = 4;

/** The time in milliseconds after a key until the tree is cut to the text if there is no verdict. */
const LATE = 300;

/** *Another text* chooses among this many texts. */
const ANOTHER = 12;

/** The most characters that fit on a line of paper, and the most that are printed. */
const PAPER = 64;
const MOST = 4_000;

export class FigurePane extends Pane {
  readonly #figure = new Figure();
  /** The tree of another derivation, on the same scale. */
  readonly #other = new Figure();
  readonly editor = new TextEditor(this.#figure);
  readonly #redraw = nextFrame(() => this.#draw(get()));
  /** Shows what is typed. The tree follows with the verdict. */
  readonly #type = nextFrame(() => this.#showTyped());
  readonly #light = nextFrame(() => {
    this.#figure.light(lit(get()));
    this.#other.light(lit(get()));
  });
  readonly #heads = [h("div"), h("div")];
  readonly #another = h("button", { type: "button", class: "btn", onclick: () => this.#makeAnother() }, words.figure.another);
  readonly #label = h("p", { class: "label" }, h("b", {}, words.figure.text), h("span", { class: "mu" }, words.figure.type), h("span", { class: "gr" }), this.#another);
  /** The seed of the text that the page made last. */
  #seed = 0;
  /** A text on paper that is wider than the paper. */
  readonly #paper = h("p", { class: "paper", "aria-hidden": "true" });
  /** The editor of a long text, once there was one, and whether the reader wants one line all the same. */
  #long: LongText | null = null;
  #isLoading = false;
  #isOneLine = false;
  readonly #size = h("span", { class: "mu" });
  readonly #ways = [false, true].map((isOneLine) => h("button", { type: "button", onclick: () => {
    this.#isOneLine = isOneLine;
    this.#draw(get());
  } }, isOneLine ? words.long.oneLine : words.long.wrapped));
  readonly #bar = h("p", { class: "long-bar", hidden: true }, h("b", {}, words.figure.text), this.#size, h("span", { class: "gr" }), h("span", { class: "switch", role: "group", "aria-label": words.long.how }, ...this.#ways));
  /** The text for which the cells were drawn last. */
  #drawn = "";
  #late: ReturnType<typeof setTimeout> | undefined;
  /** Whether the end of a run of keys is waited for. */
  #isWaiting = false;
  /** The width of the pane. */
  #width = 0;

  protected build(): void {
    this.#figure.onlayout = () => this.editor.draw();
    this.#other.element.classList.add("under");
    this.#other.element.hidden = true;
    this.#figure.element.prepend(this.#label, this.#heads[0]!);
    this.#other.element.prepend(this.#heads[1]!);
    fill(this, this.#paper, this.#bar, h("div", { class: "figs" }, this.#figure.element, this.#other.element));
    new ResizeObserver(() => (this.#width = this.clientWidth)).observe(this);
    this.#figure.growIn(this);
    this.#other.growIn(this);
    window.addEventListener("beforeprint", () => this.#drawAll(true));
    window.addEventListener("afterprint", () => this.#drawAll(false));
    document.fonts?.ready.then(() => this.#draw(get()));
  }

  protected changed(now: State, before: State): void {
    if (now === before || now.text !== before.text) {
      this.editor.show(now.text);
      this.#long?.showText(now.text);
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
      now.asked !== before.asked ||
      now.suggestion !== before.suggestion ||
      now.outline !== before.outline ||
      now.isLecture !== before.isLecture ||
      now.view !== before.view ||
      (now.view === "steps" && (now.step !== before.step || now.trace !== before.trace)) ||
      (now.view === "derivation" && (now.form !== before.form || now.forms !== before.forms));
    if (now === before) {
      this.#draw(now);
    } else if (isNew) {
      // Several answers come in one frame.
      this.#redraw();
    } else if (now.text !== this.#drawn) {
      this.#type();
    } else if (now.hovered !== before.hovered || now.pinned !== before.pinned) {
      this.#light();
      if (this.editor.instead !== null && now.pinned !== before.pinned) {
        this.#redraw();
      }
    }
  }

  #drawAll(isWhole: boolean): void {
    this.#figure.drawAll(isWhole);
    this.#other.drawAll(isWhole);
  }

  /** Returns what is made of the figure while all rows of its tree are drawn. */
  whole<T>(make: (figure: HTMLElement) => T): T {
    this.#drawAll(true);
    const made = make(this.#figure.element);
    this.#drawAll(false);
    return made;
  }

  /** Asks the grammar for another text. */
  #makeAnother(): void {
    const { production, text } = get();
    this.#seed += 1;
    this.answer(
      sentences(grammarOf(), production, "random", this.#seed, ANOTHER),
      words.examples.texts,
      (made) => {
        const found = made.map((one) => one.text).find((one) => one !== null && one !== "" && one !== text && one.length <= 60);
        if (get().text === text && typeof found === "string") {
          set({ text: found });
        }
      },
      (reason) => set({ notice: { text: reason, isError: true } }),
    );
  }

  #showTyped(): void {
    const { text } = get();
    if (text === this.#drawn) {
      return;
    }
    const isLong = text.length > LONG && text.length <= LONGEST;
    // What is typed into the editor of a long text is there.
    this.#awaitEnd();
    const isShown = this.editor.instead === null ? this.#figure.type(text) : isLong;
    if (!isShown) {
      this.#draw(get());
      return;
    }
    this.#drawn = text;
    if (this.editor.instead === null) {
      this.editor.draw();
    }
    clearTimeout(this.#late);
    this.#late = setTimeout(this.#redraw, LATE);
  }

  /** After a run of keys, the cells have the width of the text again. */
  #awaitEnd(): void {
    if (!this.#isWaiting && isRunning()) {
      this.#isWaiting = true;
      void quiet().then(() => {
        this.#isWaiting = false;
        this.#redraw();
      });
    }
  }

  #draw(state: State): void {
    clearTimeout(this.#late);
    const { text, verdict } = state;
    // Until the engine has answered, the cells show the text that is typed, and the tree that of before.
    const isCurrent = verdict?.text === text;
    const length = lengthOf(text);
    const tree = treeOf(state);
    const { error } = tree;
    const isFocused = document.activeElement === this.editor.field;
    this.#drawn = text;
    const edits = isCurrent ? editsOf(state) : [];
    const isLiteral = literalOf(state);
    const other = otherOf(state);
    this.#arrange(state, other);
    this.#figure.light(lit(state));
    const long = this.#longFor(state, other);
    if (long !== null && !isCurrent) {
      // The tree of a long text stays until the engine has answered.
      return;
    }
    const shown = long?.show(state, tree.nodes, error) ?? null;
    this.#figure.show({
      ...tree,
      text,
      span: shown?.span ?? null,
      nodes: shown?.nodes ?? (isCurrent ? tree.nodes : clipped(tree.nodes, length)),
      error: isCurrent ? error : null,
      allowed: allowedOf(state),
      isPrefix: isPrefix(state),
      edits,
      isLiteral,
      label: words.figure.tree(state.view === "steps" ? words.figure.atStep(state.step) : error === null ? words.figure.derivation(nth(state, state.derivation)) : words.figure.upTo(error)),
      focus: isFocused && shown === null ? octetAt(text, this.editor.field.selectionEnd) : (edits[0]?.start ?? null),
      isRunning: shown === null && isRunning(),
    });
    fill(this.#paper, text.length > PAPER ? h("code", {}, quoted(text, MOST)) : null);
    this.editor.draw();
    if (other !== null) {
      this.#other.light(lit(state));
      this.#other.show({ text, ...treeOf(state, other), isLiteral, isRunning: isRunning(), label: words.figure.tree(words.figure.derivation(nth(state, other))) });
    }
  }

  /** Returns the editor for a long text; `null` if the strip shows it, or until the editor is loaded. */
  #longFor({ text, view }: State, other: number | null): LongText | null {
    const lines = text.length > LONG ? 0 : text.split("\n", LINES + 1).length - 1;
    const isLong = view === "tree" && other === null && text.length <= LONGEST && (text.length > LONG || lines >= LINES);
    hide(this.#bar, !isLong);
    const isUsed = isLong && !this.#isOneLine;
    this.#ways.forEach((button, index) => mark(button, "aria-pressed", String(this.#isOneLine === (index === 1))));
    if (isLong) {
      this.#size.textContent = words.long.size(text.length, text.split("\n").length);
    }
    if (isUsed && this.#long === null) {
      if (!this.#isLoading) {
        this.#isLoading = true;
        void import("./long-text.ts").then(({ LongText }) => {
          this.#long = new LongText(() => this.#redraw());
          this.#bar.after(this.#long.element);
          this.#draw(get());
        });
      }
      return null;
    }
    const long = isUsed ? this.#long : null;
    if ((long !== null) !== (this.editor.instead !== null)) {
      const { field } = this.editor;
      const hadFocus = document.activeElement === field || this.#long?.hasFocus === true;
      const caret = long === null ? (this.#long?.caret ?? 0) : field.selectionEnd;
      this.editor.instead = long;
      this.classList.toggle("as-text", long !== null);
      field.disabled = long !== null;
      this.editor.show(text);
      if (hadFocus && long !== null) {
        long.focus(caret);
      } else if (hadFocus) {
        field.focus();
        field.setSelectionRange(caret, caret);
      }
      if (long !== null) {
        // Nothing is laid out for a field that nobody sees.
        field.value = "";
      }
    }
    return long;
  }

  /** Puts two derivations beside each other where there is room, or else one below the other on one scale. */
  #arrange(state: State, other: number | null): void {
    const isNarrow = ((this.#width - 2 * PADDING - BETWEEN) / 2) / Math.max(1, lengthOf(state.text)) >= BESIDE;
    hide(this.#other.element, other === null);
    document.body.classList.toggle("both", other !== null);
    document.body.classList.toggle("beside", other !== null && isNarrow);
    const trees = state.derivations?.trees ?? [];
    const heads = [state.derivation, other].map((at) => {
      if (at === null || other === null) {
        return null;
      }
      const reads = reading(state.text, trees, at);
      return h("p", { class: "which" }, h("b", {}, nth(state, at)), reads === "" ? null : h("span", { class: "mu" }, `${words.verdict.reads} `, h("code", {}, reads)));
    });
    fill(this.#heads[0]!, heads[0]);
    fill(this.#heads[1]!, heads[1]);
  }
}

/** Returns the nodes of a tree as far as a text goes that may be shorter. */
function clipped(nodes: TreeNode[], length: number): TreeNode[] {
  const last = nodes[0]?.end ?? 0;
  return last <= length ? nodes : nodes.filter((node) => node.start <= length).map((node) => ({ ...node, end: node.end === null ? null : Math.min(node.end, length) }));
}

/** Returns the number of a derivation among all of them; `null` if it is the only one that is known. */
function nth({ derivations }: State, at: number): string | null {
  return derivations === null || derivations.trees.length < 2 ? null : words.verdict.nth(at, derivations);
}

/** What is lit in the figure: what is chosen, and in the steps the production that acts. */
function lit(state: State) {
  return state.view === "steps" || state.view === "derivation" ? focusOf(state) : selected(state);
}

customElements.define("figure-pane", FigurePane);

/** Returns the editor of the text. */
export function textEditor(): TextEditor | null {
  return document.querySelector<FigurePane>("figure-pane")?.editor ?? null;
}
