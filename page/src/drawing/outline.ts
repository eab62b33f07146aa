// A tree as an outline with the keys of an ARIA tree.

import { fill, h } from "../dom.ts";
import type { FlatTree, TreeNode } from "../engine/types.ts";
import { hover, pin, type Selection } from "../store.ts";
import { quoted } from "../text/show.ts";

/** The most items. */
const ITEMS = 1_500;

interface Item {
  node: TreeNode;
  element: HTMLElement;
  parent: Item | null;
  children: Item[];
  /** The number among its siblings, counted from 1. */
  position: number;
  isOpen: boolean;
}

function mark(item: Item): string {
  return item.isOpen ? "▾" : "▸";
}

export class OutlineTree {
  readonly element = h("ul", { class: "outline", role: "tree", "aria-label": "Parse tree" });
  #items: Item[] = [];
  #current: Item | null = null;
  #until = 0;

  constructor() {
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusout", () => hover(null));
    this.element.addEventListener("pointerleave", () => hover(null));
  }

  /**
   * Builds the items. What a node that is still open derives ends at `until`. A node that was there before, with
   * the same production in the same place, stays folded and keeps the focus.
   */
  show(text: string, tree: FlatTree | null, until = text.length): void {
    const hadFocus = this.element.contains(document.activeElement);
    const kept = this.#replace(tree?.nodes.slice(0, ITEMS) ?? []);
    this.#until = until;
    for (const item of this.#items) {
      this.#build(item, text, until);
    }
    const left = (tree?.nodes.length ?? 0) - this.#items.length;
    fill(
      this.element,
      ...this.#items.map((item) => item.element),
      left > 0 && h("li", { class: "note", role: "none" }, `${left} more nodes are not listed.`),
    );
    this.#hide();
    this.#current = null;
    this.#select(kept ?? this.#items[0]);
    if (hadFocus) {
      kept?.element.focus();
    }
  }

  /** Replaces the items. Returns the one that takes the place of the current one, or of the nearest above it. */
  #replace(nodes: TreeNode[]): Item | null {
    const successors = new Map<Item, Item>();
    const before: (Item | undefined)[] = [];
    const open: Item[] = [];
    const items = nodes.map((node) => {
      open.length = Math.min(open.length, node.depth);
      const parent = open[node.depth - 1] ?? null;
      const item: Item = { node, element: h("li"), parent, children: [], position: 1, isOpen: true };
      item.position = parent?.children.push(item) ?? 1;
      open[node.depth] = item;
      const last = parent === null ? this.#items[0] : before[node.depth - 1]?.children[item.position - 1];
      const same = last?.node.rule === node.rule ? last : undefined;
      before[node.depth] = same;
      if (same !== undefined) {
        item.isOpen = same.isOpen;
        successors.set(same, item);
      }
      return item;
    });
    this.#items = items;
    let last = this.#current;
    while (last !== null && !successors.has(last)) {
      last = last.parent;
    }
    return (last && successors.get(last)) ?? null;
  }

  /** Builds an item. Items stand in one list, so that the name of each is its own line. */
  #build(item: Item, text: string, until: number): void {
    const { node, element, children } = item;
    const end = node.end ?? until;
    const selection: Selection = { rule: node.rule, at: { start: node.start, end } };
    const siblings = item.parent?.children ?? [item];
    const attributes = {
      role: "treeitem",
      class: "line",
      tabindex: "-1",
      "aria-level": node.depth + 1,
      "aria-posinset": item.position,
      "aria-setsize": siblings.length,
      "aria-selected": "false",
      ...(children.length > 0 ? { "aria-expanded": item.isOpen } : {}),
    };
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
    element.style.setProperty("--depth", String(node.depth));
    fill(
      element,
      h("span", { class: "toggle", "aria-hidden": "true" }, children.length === 0 ? "" : mark(item)),
      h("span", { class: "rule" }, node.rule),
      " ",
      h("span", { class: "span" }, `${node.start}..${node.end ?? "…"}`),
      " ",
      h("span", { class: "value" }, quoted(text.slice(node.start, end))),
    );
    element.addEventListener("pointerenter", () => hover(selection));
    element.addEventListener("focus", () => hover(selection));
    element.addEventListener("click", (event) => {
      if ((event.target as Element).classList.contains("toggle")) {
        this.#open(item, !item.isOpen);
      } else {
        this.#focus(item);
        pin(selection);
      }
    });
  }

  #open(item: Item, isOpen: boolean): void {
    if (item.children.length === 0) {
      return;
    }
    item.isOpen = isOpen;
    item.element.setAttribute("aria-expanded", String(isOpen));
    const toggle = item.element.querySelector(".toggle");
    if (toggle !== null) {
      toggle.textContent = mark(item);
    }
    this.#hide();
  }

  /** Hides what stands in a closed item. */
  #hide(): void {
    const shown = new Set(this.#shown());
    for (const one of this.#items) {
      one.element.hidden = !shown.has(one);
    }
  }

  #focus(item: Item | null | undefined): void {
    this.#select(item);
    item?.element.focus();
  }

  /** Makes the item the one that the tabulator key reaches. */
  #select(item: Item | null | undefined): void {
    if (item) {
      this.#current?.element.setAttribute("tabindex", "-1");
      this.#current = item;
      item.element.setAttribute("tabindex", "0");
    }
  }

  /** Returns the items that no closed item hides. An item stands behind its parent. */
  #shown(): Item[] {
    const shown = new Set<Item | null>([null]);
    return this.#items.filter((item) => {
      const isShown = shown.has(item.parent) && (item.parent?.isOpen ?? true);
      return isShown && shown.add(item);
    });
  }

  #key(event: KeyboardEvent): void {
    const item = this.#current;
    if (item === null || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const shown = this.#shown();
    const at = shown.indexOf(item);
    const actions: Record<string, () => void> = {
      ArrowDown: () => this.#focus(shown[at + 1]),
      ArrowUp: () => this.#focus(shown[at - 1]),
      Home: () => this.#focus(shown[0]),
      End: () => this.#focus(shown.at(-1)),
      ArrowRight: () =>
        item.isOpen ? this.#focus(item.children[0]) : this.#open(item, true),
      ArrowLeft: () =>
        item.isOpen && item.children.length > 0
          ? this.#open(item, false)
          : this.#focus(item.parent),
      Enter: () => this.#pin(item),
      " ": () => this.#pin(item),
      "*": () => item.parent?.children.forEach((one) => this.#open(one, true)),
    };
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    } else if (/^[\w-]$/.test(event.key)) {
      const rest = [...shown.slice(at + 1), ...shown.slice(0, at)];
      this.#focus(rest.find((one) => one.node.rule.toLowerCase().startsWith(event.key.toLowerCase())));
    }
  }

  #pin({ node }: Item): void {
    pin({ rule: node.rule, at: { start: node.start, end: node.end ?? this.#until } });
  }

  /** Lights the items of the selection. */
  light(selection: Selection | null, isPinned: boolean): void {
    for (const { node, element } of this.#items) {
      const at = selection?.at;
      const isLit =
        selection?.rule === node.rule &&
        (at === null || (at?.start === node.start && at.end === (node.end ?? at.end)));
      element.classList.toggle("lit", isLit);
      element.setAttribute("aria-selected", String(isLit && isPinned));
    }
  }
}
