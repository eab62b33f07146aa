// A long text as text: wrapped, with numbered lines, and an outline of its tree beside it.
//
// A strip of thousands of cells shows a reader nothing. So the editor shows the lines, the outline the nodes, and the
// figure below them only the node that is selected. All three draw what is in view, so that the length of the text does
// not matter.

import { defaultKeymap } from "@codemirror/commands";
import { EditorState, StateEffect, StateField, type ChangeSet, type Text } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { fill, h, hide } from "../../dom.ts";
import type { Span, TreeNode } from "../../engine/types.ts";
import { get, pin, selected, set, type State } from "../../store.ts";
import { indexAt, octetAt, part } from "../../text/octets.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";

/** The most children of a node that the outline shows before it is asked for more, and how many more it shows then. */
const CHILDREN = 40;

/** The most nodes above the one that is shown, before the outline is asked for more, and how many of these are the first ones. */
const PATH = { most: 40, first: 8 };

/** The most octets of a node whose figure is shown without being selected. */
const WHOLE = 60;

/** The longest part of a node in the outline. */
const SNIPPET = 28;

const setMarks = StateEffect.define<{ selected: Span | null; wrong: number | null }>();
const chosen = Decoration.mark({ class: "chosen-part" });
const wrong = Decoration.mark({ class: "wrong-part" });
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let found = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) {
        const { length } = transaction.newDoc;
        const { selected, wrong: at } = effect.value;
        found = Decoration.set([
          ...(selected !== null && selected.start < selected.end && selected.end <= length ? [chosen.range(selected.start, selected.end)] : []),
          ...(at !== null && at < length ? [wrong.range(at, length)] : []),
        ], true);
      }
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A tree in preorder, with the end of the nodes below each. */
interface Preorder {
  nodes: TreeNode[];
  ends: Uint32Array;
}

function preorder(nodes: TreeNode[]): Preorder {
  const ends = new Uint32Array(nodes.length);
  const open: number[] = [];
  nodes.forEach(({ depth }, index) => {
    for (let last = open.at(-1); last !== undefined && (nodes[last]?.depth ?? 0) >= depth; last = open.at(-1)) {
      ends[last] = index;
      open.pop();
    }
    open.push(index);
  });
  open.forEach((index) => (ends[index] = nodes.length));
  return { nodes, ends };
}

/** Returns the text after changes. The document would put all of its lines together again. */
function after(changes: ChangeSet, text: string): string {
  let changed = "";
  let at = 0;
  changes.iterChanges((from, to, _start, _end, inserted) => {
    changed += text.slice(at, from) + inserted.toString();
    at = to;
  });
  return changed + text.slice(at);
}

/** Inserts what a key types. The editor would read it from the whole line, which can be the whole text. */
function insert(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  const { anchorNode, anchorOffset, isCollapsed } = getSelection() ?? {};
  if (inputType !== "insertText" || data === null || data === "\n" || isComposing || view.composing || !isCollapsed || !anchorNode || !view.contentDOM.contains(anchorNode)) {
    return false;
  }
  // The caret can have moved without the editor hearing of it yet.
  const { main } = view.state.selection;
  if (!main.empty || view.posAtDOM(anchorNode, anchorOffset) !== main.head) {
    return false;
  }
  view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

export class LongText {
  readonly element = h("div", { class: "long" });
  readonly #view: EditorView;
  readonly #outline = h("ul", { class: "outline", role: "tree", "aria-label": words.long.outline, hidden: true });
  #isOwnChange = false;
  /** What the editor holds. */
  #text = get().text;
  #tree: Preorder = { nodes: [], ends: new Uint32Array() };
  /** The nodes that are unfolded, and how many children of each are shown. */
  readonly #unfolded = new Map<string, number>();
  /** The most nodes above the current one that are shown. */
  #path = PATH.most;
  /** The node whose figure is shown. */
  #current = 0;
  /** The marks that the editor has, the document in which they were set, and the node to which the outline has scrolled. */
  #marked = "";
  #markedIn: Text | null = null;
  #scrolled = "";
  #focused: string | null = null;

  /** `onmove` is called when the caret moves to another node. */
  constructor(private readonly onmove: () => void) {
    this.#view = new EditorView({
      state: EditorState.create({
        doc: get().text,
        extensions: [
          // Only LF ends a line here; CR is a character that is shown.
          EditorState.lineSeparator.of("\n"),
          lineNumbers(), EditorView.lineWrapping, marks, keymap.of(defaultKeymap),
          highlightSpecialChars({ addSpecialChars: /[\r\t\0]/ }),
          EditorView.contentAttributes.of({ "aria-label": words.figure.text, spellcheck: "false" }),
          EditorView.domEventHandlers({ beforeinput: insert }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              this.#text = after(update.changes, this.#text);
            }
            if (update.docChanged && !this.#isOwnChange) {
              set({ text: this.#text });
            }
            if (update.selectionSet && !update.docChanged) {
              this.onmove();
            }
          }),
        ],
      }),
    });
    this.#view.scrollDOM.tabIndex = 0;
    this.#view.scrollDOM.setAttribute("role", "region");
    this.#view.scrollDOM.setAttribute("aria-label", words.long.lines);
    this.#outline.addEventListener("keydown", (event) => this.#key(event));
    fill(this.element, this.#view.dom, this.#outline);
  }

  get hasFocus(): boolean {
    return this.#view.hasFocus;
  }

  focus(at: number): void {
    this.#view.dispatch({ selection: { anchor: Math.min(at, this.#view.state.doc.length) }, scrollIntoView: true });
    this.#view.focus();
  }

  /** The index of the caret. */
  get caret(): number {
    return this.#view.state.selection.main.head;
  }

  replace(inserted: string, from: number, to: number): void {
    this.#view.dispatch({ changes: { from, to, insert: inserted }, selection: { anchor: from + inserted.length }, scrollIntoView: true });
    this.#view.focus();
  }

  showText(text: string): void {
    if (this.#text !== text) {
      this.#isOwnChange = true;
      this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
      this.#isOwnChange = false;
    }
  }

  /** Shows the tree of the text, and returns the node whose figure is to be shown, with the nodes below it. */
  show(state: State, nodes: TreeNode[], error: number | null): { span: Span; nodes: TreeNode[] } {
    if (this.#tree.nodes !== nodes) {
      this.#tree = preorder(nodes);
    }
    const until = error ?? octetAt(state.text, state.text.length);
    this.#current = this.#choose(state, until);
    const node = nodes[this.#current];
    const span = node === undefined ? { start: 0, end: until } : { start: node.start, end: node.end ?? Math.max(node.start, until) };
    this.#mark(
      selected(state) === null ? null : { start: indexAt(state.text, span.start), end: indexAt(state.text, span.end) },
      error === null ? null : indexAt(state.text, error),
    );
    this.#showOutline(state.text, until);
    const below = nodes.slice(this.#current, this.#tree.ends[this.#current] ?? 0);
    const depth = node?.depth ?? 0;
    return { span, nodes: below.map((one) => ({ ...one, depth: one.depth - depth })) };
  }

  #mark(chosen: Span | null, wrong: number | null): void {
    const { doc } = this.#view.state;
    const marked = chosen === null && wrong === null ? "" : `${chosen?.start} ${chosen?.end} ${wrong}`;
    // Marks move with what is typed, so those of before may be elsewhere now.
    if (marked !== this.#marked || (marked !== "" && doc !== this.#markedIn)) {
      this.#marked = marked;
      this.#markedIn = doc;
      this.#view.dispatch({ effects: setMarks.of({ selected: chosen, wrong }) });
    }
  }

  /** Returns the node that is selected, or else the largest one at the caret that fits the figure. */
  #choose(state: State, until: number): number {
    const { nodes } = this.#tree;
    const chosen = selected(state);
    const end = (node: TreeNode) => node.end ?? Math.max(node.start, until);
    if (chosen?.at) {
      const { start, end: last } = chosen.at;
      const found = nodes.findIndex((node) => node.rule === chosen.rule && node.start === start && end(node) === last);
      if (found >= 0) {
        return found;
      }
    }
    const caret = Math.min(octetAt(state.text, this.caret), Math.max(0, until - 1));
    const isAt = (node: TreeNode) => node.start <= caret && caret < end(node);
    const small = nodes.findIndex((node) => isAt(node) && end(node) - node.start <= WHOLE);
    return small >= 0 ? small : Math.max(0, nodes.findLastIndex(isAt));
  }

  #childrenOf(index: number): number[] {
    const { ends } = this.#tree;
    const found: number[] = [];
    for (let child = index + 1; child < (ends[index] ?? 0); child = ends[child] ?? Infinity) {
      found.push(child);
    }
    return found;
  }

  #keyOf(index: number): string {
    const node = this.#tree.nodes[index];
    return `${node?.rule} ${node?.start} ${node?.depth}`;
  }

  /** Returns the nodes from the root to the current one. */
  #pathOf(): number[] {
    const { nodes } = this.#tree;
    const path: number[] = [];
    let depth = Infinity;
    for (let index = this.#current; index >= 0; index -= 1) {
      const node = nodes[index];
      if (node !== undefined && node.depth < depth) {
        path.unshift(index);
        depth = node.depth;
      }
    }
    return path;
  }

  /** Returns the rows of the outline. A tree can be deeper than the stack of the browser, so what is left is a list. */
  #rowsOf(text: string, until: number): HTMLElement[] {
    const { nodes, ends } = this.#tree;
    const path = this.#pathOf();
    const onPath = new Set(path);
    const omitted = Math.max(0, path.length - this.#path);
    const rows: HTMLElement[] = [];
    const left: (() => void)[] = [() => add(0, 0)];
    const more = (count: number, level: number, show: () => void) => rows.push(h("li", { role: "treeitem", tabindex: -1, "aria-level": level + 1, class: "further", style: `--i:${level}`, onclick: () => {
      show();
      this.onmove();
    } }, words.long.more(count)));
    const add = (index: number, level: number) => {
      const node = nodes[index];
      if (node === undefined) {
        return;
      }
      if (omitted > 0 && index === path[PATH.first]) {
        more(omitted, level, () => (this.#path += CHILDREN));
        left.push(() => addRow(path[PATH.first + omitted] ?? index, level));
      } else {
        addRow(index, level);
      }
    };
    const addRow = (index: number, level: number) => {
      const node = nodes[index]!;
      const key = this.#keyOf(index);
      const hasChildren = (ends[index] ?? 0) > index + 1;
      const isOpen = hasChildren && (this.#unfolded.has(key) || (onPath.has(index) && index !== this.#current && !this.#unfolded.has(`${key} folded`)));
      const end = node.end ?? Math.max(node.start, until);
      rows.push(this.#row(index, key, level, hasChildren ? isOpen : null, node.rule, quoted(part(text, node.start, Math.min(end, node.start + SNIPPET)), SNIPPET), `${node.start}–${node.end === null ? "…" : end}`));
      if (!isOpen) {
        return;
      }
      const children = this.#childrenOf(index);
      const most = this.#unfolded.get(key) ?? CHILDREN;
      const at = children.findIndex((child) => onPath.has(child));
      const from = at > most - 5 ? Math.max(0, at - Math.trunc(most / 2)) : 0;
      const further = (count: number, to: number) => more(count, level + 1, () => this.#unfolded.set(key, Math.max(to, most)));
      if (from > 0) {
        further(from, children.length);
      }
      if (children.length > from + most) {
        left.push(() => further(children.length - from - most, most + CHILDREN));
      }
      children.slice(from, from + most).reverse().forEach((child) => left.push(() => add(child, level + 1)));
    };
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      next();
    }
    return rows;
  }

  #showOutline(text: string, until: number): void {
    const hadFocus = this.#outline.contains(document.activeElement);
    const rows = this.#rowsOf(text, until);
    fill(this.#outline, ...rows);
    hide(this.#outline, rows.length === 0);
    const focused = rows.find((row) => row.dataset.key === this.#focused) ?? rows.find((row) => row.classList.contains("sel")) ?? rows[0];
    focused?.setAttribute("tabindex", "0");
    if (hadFocus) {
      focused?.focus();
    }
    const current = this.#keyOf(this.#current);
    if (this.#scrolled !== current) {
      this.#scrolled = current;
      this.#outline.querySelector(".sel")?.scrollIntoView({ block: "nearest" });
    }
  }

  #row(index: number, key: string, level: number, isOpen: boolean | null, rule: string, snippet: string, span: string): HTMLElement {
    const isCurrent = index === this.#current;
    return h("li", {
      role: "treeitem",
      tabindex: -1,
      "aria-level": level + 1,
      "aria-selected": String(isCurrent),
      "aria-expanded": isOpen === null ? null : String(isOpen),
      "data-key": key,
      "data-index": index,
      class: isCurrent ? "sel" : "",
      style: `--i:${level}`,
      onclick: (event: MouseEvent) => {
        const isFold = event.target instanceof Element && event.target.closest(".tw") !== null;
        this.#focused = key;
        if (isFold) {
          this.#fold(key, isOpen !== true);
        } else {
          this.#pin(index);
        }
      },
    }, h("span", { class: "tw", "aria-hidden": "true" }, isOpen === null ? "" : isOpen ? "▾" : "▸"), h("b", {}, rule), h("code", {}, snippet), h("span", { class: "n" }, span));
  }

  #fold(key: string, isOpen: boolean): void {
    if (isOpen) {
      this.#unfolded.set(key, CHILDREN);
      this.#unfolded.delete(`${key} folded`);
    } else {
      this.#unfolded.delete(key);
      this.#unfolded.set(`${key} folded`, 0);
    }
    this.onmove();
  }

  /** Selects a node, and brings it into view in the text. */
  #pin(index: number): void {
    const node = this.#tree.nodes[index];
    if (node === undefined) {
      return;
    }
    const { text } = get();
    const end = node.end ?? octetAt(text, text.length);
    pin({ rule: node.rule, at: { start: node.start, end } });
    this.#view.dispatch({ effects: EditorView.scrollIntoView(Math.min(indexAt(text, node.start), this.#view.state.doc.length), { y: "center" }) });
    this.onmove();
  }

  #key(event: KeyboardEvent): void {
    const rows = [...this.#outline.querySelectorAll<HTMLElement>("li")];
    const at = rows.findIndex((row) => row === document.activeElement);
    const row = rows[at];
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const go = (to: number) => {
      const target = rows[Math.max(0, Math.min(rows.length - 1, to))];
      row.setAttribute("tabindex", "-1");
      target?.setAttribute("tabindex", "0");
      target?.focus();
      this.#focused = target?.dataset.key ?? null;
    };
    const isOpen = row.getAttribute("aria-expanded");
    const level = Number(row.getAttribute("aria-level"));
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (isOpen === "false" ? this.#fold(row.dataset.key ?? "", true) : go(at + 1)),
      ArrowLeft: () => (isOpen === "true" ? this.#fold(row.dataset.key ?? "", false) : go(rows.findLastIndex((one, index) => index < at && Number(one.getAttribute("aria-level")) < level))),
      Enter: () => row.click(),
      " ": () => row.click(),
    };
    const act = acts[event.key];
    if (act !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  }
}
