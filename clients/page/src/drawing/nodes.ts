// The classical tree: a circle for each production, a letter for each part of the text, and edges between them.

import type { TreeNode } from "../engine/types.ts";
import { part } from "../text/octets.ts";
import { visible } from "../text/show.ts";

const SVG = "http://www.w3.org/2000/svg";

/** The distance of rows, the least distance of leaves, the height of a node, and the width of a character, in points. */
const ROW = 50;
const GAP = 18;
const HIGH = 30;
const CHARACTER = 8.6;

/** The most nodes that are drawn. */
export const MOST_NODES = 400;

/** The most characters of a part of the text. */
const LONG = 12;

interface Drawn {
  label: string;
  /** The index of the node; `null` for a part of the text. */
  index: number | null;
  children: Drawn[];
  x: number;
  y: number;
}

/**
 * Returns the drawing of a tree, in preorder. `isThere` says which nodes a derivation has so far, and with -1 less the index
 * of a node whether a step has replaced it. `replaced` is the one that the last step replaced.
 */
export function drawNodes(text: string, nodes: TreeNode[], label: string, isThere: (index: number) => boolean, replaced: number | null): SVGElement {
  const root = rooted(text, nodes);
  let right = 0;
  let bottom = 0;
  // A circle is wider than the letter below it.
  const place = (one: Drawn, depth: number, least = 0): void => {
    one.y = 18 + depth * ROW;
    bottom = Math.max(bottom, one.y + HIGH);
    if (one.children.length === 0) {
      const wide = Math.max(least, widthOf(one)) / 2;
      one.x = right + wide;
      right = one.x + wide + GAP;
      return;
    }
    const [only] = one.children.length === 1 ? one.children : [];
    one.children.forEach((child) => place(child, depth + 1, child === only ? Math.max(least, widthOf(one)) : 0));
    one.x = ((one.children[0]?.x ?? 0) + (one.children.at(-1)?.x ?? 0)) / 2;
  };
  const svg = make("svg", { class: "nodes", role: "img", "aria-label": label });
  if (root === null) {
    return svg;
  }
  place(root, 0);
  const edges: SVGElement[] = [];
  const marks: SVGElement[] = [];
  const draw = (one: Drawn, above: Drawn | null, isGone: boolean): void => {
    const isHere = one.index === null ? !isGone : isThere(one.index);
    if (above !== null) {
      edges.push(make("line", { x1: above.x, y1: above.y + (above.index === null ? 8 : 14), x2: one.x, y2: one.y - (one.index === null ? 10 : 14), class: isHere ? "" : "gh" }));
    }
    if (one.index === null) {
      marks.push(written(one, isHere ? "t" : "t gh"));
    } else {
      const wide = widthOf(one);
      marks.push(make("rect", { x: one.x - wide / 2, y: one.y - 15, width: wide, height: HIGH, rx: 15, class: one.index === replaced ? "s" : isHere ? "" : "gh" }), written(one, one.index === replaced ? "s" : isHere ? "" : "gh"));
    }
    one.children.forEach((child) => draw(child, one, child.index === null && !isThere(-1 - (one.index ?? 0))));
  };
  draw(root, null, false);
  const width = Math.max(40, right);
  svg.setAttribute("width", String(Math.ceil(width)));
  svg.setAttribute("height", String(bottom));
  svg.setAttribute("viewBox", `0 0 ${Math.ceil(width)} ${bottom}`);
  svg.append(...edges, ...marks);
  return svg;
}

function rooted(text: string, nodes: TreeNode[]): Drawn | null {
  const open: Drawn[] = [];
  const all = nodes.map((node, index) => {
    const one: Drawn = { label: node.rule, index, children: [], x: 0, y: 0 };
    open.length = Math.min(open.length, node.depth);
    open[node.depth - 1]?.children.push(one);
    open[node.depth] = one;
    return one;
  });
  const leaf = (start: number, end: number): Drawn => {
    const letters = [...part(text, start, end)];
    return { label: start === end ? "ε" : letters.slice(0, LONG).map(visible).join("") + (letters.length > LONG ? "…" : ""), index: null, children: [], x: 0, y: 0 };
  };
  nodes.forEach((node, index) => {
    const one = all[index]!;
    const end = node.end ?? node.start;
    const children: Drawn[] = [];
    let at = node.start;
    for (const child of one.children) {
      const { start, end: last } = nodes[child.index ?? 0]!;
      if (start > at) {
        children.push(leaf(at, start));
      }
      children.push(child);
      at = Math.max(at, last ?? start);
    }
    if (end > at || children.length === 0) {
      children.push(leaf(at, end));
    }
    one.children = children;
  });
  return all[0] ?? null;
}

function widthOf({ label, index }: Drawn): number {
  return Math.max(index === null ? 8 : HIGH, label.length * CHARACTER + (index === null ? 0 : 14));
}

function written({ label, x, y }: Drawn, kind: string): SVGElement {
  const text = make("text", { x, y: y + 5, class: kind, "text-anchor": "middle" });
  text.textContent = label;
  return text;
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, String(value)));
  return element;
}
