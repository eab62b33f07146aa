// A tree under its text: each node as wide as its span.
//
// The drawing is for the eye and the pointer, and hidden from assistive technology: the outline
// beside it says the same. Offsets are drawn from left to right, whatever the direction of the
// characters.

import { fill, h } from "../dom.ts";
import type { FlatTree, TreeNode } from "../engine/types.ts";
import { hover, pin, type Selection } from "../store.ts";
import { visible } from "../text/show.ts";

/** The most characters that are drawn at once. */
const WINDOW = 600;

/** The most nodes that are drawn at once. */
const NODES = 4_000;

/** The least and the greatest width of a character in pixels. */
const WIDTHS = [13, 56] as const;

/** The height of a row in pixels. */
const ROW = 28;

export interface IcicleOptions {
  /** The offset where the text is wrong. */
  caret?: number | null;
  /** The offset at which a parser is. */
  cursor?: number | null;
  /** The index of a node to outline. */
  parting?: number | null;
  /** A part of the text to mark. */
  mark?: { start: number; end: number } | null;
}

export class Icicle {
  readonly element = h("div", { class: "icicle", "aria-hidden": "true" });
  #drawn: { element: HTMLElement; node: TreeNode }[] = [];
  #letters: { element: HTMLElement; at: number }[] = [];
  /** The width of the element. To ask for it after each key would make the browser lay out twice. */
  #room = 0;

  constructor() {
    this.element.addEventListener("pointerleave", () => hover(null));
    new ResizeObserver(([entry]) => {
      this.#room = entry?.contentRect.width ?? 0;
    }).observe(this.element);
  }

  /** Draws the tree. */
  show(text: string, tree: FlatTree | null, options: IcicleOptions = {}): void {
    const { caret = null, cursor = null, parting = null, mark = null } = options;
    const place = caret ?? cursor;
    const focus = place ?? mark?.start ?? 0;
    const from = text.length <= WINDOW ? 0 : Math.max(0, Math.min(focus - 200, text.length - WINDOW));
    const to = Math.min(text.length, from + WINDOW);
    this.#room ||= this.element.clientWidth;
    const room = this.#room || 800;
    const ideal = (room - 24) / Math.max(1, to - from + (place === text.length ? 1 : 0));
    const width = Math.max(WIDTHS[0], Math.min(WIDTHS[1], ideal));
    const left = (index: number) => (Math.max(from, Math.min(to, index)) - from) * width;
    this.#drawn = [];
    this.#letters = [];
    const letters = this.#row(text, from, to, width, caret, mark);
    if (place !== null && place >= from && place <= to) {
      const sign = h("span", { class: caret === null ? "caret cursor" : "caret" });
      sign.style.left = `${(place - from) * width}px`;
      letters.append(sign);
    }
    const nodes = (tree?.nodes ?? []).filter((node) => {
      const end = node.end ?? text.length;
      return node.start <= to && end >= from;
    });
    const deepest = nodes.reduce((most, node) => Math.max(most, node.depth), -1);
    const body = h("div", { class: "icicle-body" });
    body.style.height = `${(deepest + 1) * ROW}px`;
    body.style.width = `${(to - from + 1) * width}px`;
    const partingNode = parting === null ? null : tree?.nodes[parting];
    for (const node of nodes.slice(0, NODES)) {
      const end = node.end ?? place ?? text.length;
      const isOpen = node.end === null;
      const isEmpty = end === node.start && !isOpen;
      const box = h("div", {
        class: `node tint-${node.depth % 3}${isOpen ? " open" : ""}${isEmpty ? " empty" : ""}${node === partingNode ? " parting" : ""}`,
        title: `${node.rule} ${node.start}..${node.end ?? "…"}`,
      }, h("span", {}, node.rule));
      const extra = isOpen ? width * 0.5 : 0;
      box.style.left = `${left(node.start)}px`;
      box.style.top = `${node.depth * ROW}px`;
      box.style.width = `${Math.max(isEmpty ? 6 : 10, left(end) - left(node.start) + extra) - 2}px`;
      const selection: Selection = { rule: node.rule, at: { start: node.start, end } };
      box.addEventListener("pointerenter", () => hover(selection));
      box.addEventListener("click", () => pin(selection));
      this.#drawn.push({ element: box, node: { ...node, end } });
      body.append(box);
    }
    const notes: string[] = [];
    if (to - from < text.length) {
      notes.push(`Characters ${from.toLocaleString("en")} to ${to.toLocaleString("en")} of ${text.length.toLocaleString("en")} are drawn.`);
    }
    if (nodes.length > NODES || tree?.complete === false) {
      notes.push("Some nodes are left out.");
    }
    fill(
      this.element,
      letters,
      body,
      notes.length > 0 && h("p", { class: "note" }, notes.join(" ")),
    );
  }

  #row(
    text: string,
    from: number,
    to: number,
    width: number,
    caret: number | null,
    mark: { start: number; end: number } | null,
  ): HTMLElement {
    const row = h("div", { class: "letters" });
    row.style.width = `${(to - from + 1) * width}px`;
    for (let at = from; at < to; ) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      const shown = visible(character);
      const isWrong = caret !== null && at >= caret;
      const isMarked = mark !== null && at >= mark.start && at < mark.end;
      const letter = h("span", {
        class: `letter${shown === character ? "" : " sign"}${isWrong ? " beyond" : ""}${isMarked ? " marked" : ""}`,
      }, h("bdi", {}, shown));
      letter.style.width = `${width * character.length}px`;
      this.#letters.push({ element: letter, at });
      row.append(letter);
      at += character.length;
    }
    return row;
  }

  /** Lights the nodes and characters of the selection. */
  light(selection: Selection | null): void {
    let spans: { start: number; end: number }[] = [];
    for (const { element, node } of this.#drawn) {
      const end = node.end ?? 0;
      const at = selection?.at;
      const isLit =
        selection !== null &&
        selection.rule === node.rule &&
        (at === null || (at?.start === node.start && at.end === end));
      element.classList.toggle("lit", isLit);
      if (isLit) {
        spans.push({ start: node.start, end });
      }
    }
    if (spans.length === 0 && selection?.at) {
      spans = [selection.at];
    }
    for (const { element, at } of this.#letters) {
      element.classList.toggle("lit", spans.some((span) => at >= span.start && at < span.end));
    }
  }
}
