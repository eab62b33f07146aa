// The tiles of a tree: nodes, literals between them, and empty nodes.

import type { TreeNode } from "../engine/types.ts";

export interface Tile {
  kind: "node" | "literal" | "empty";
  /** The production, or that of the node around a literal. */
  rule: string;
  start: number;
  end: number;
  depth: number;
  isOpen: boolean;
  /** The index of the node in its tree; -1 for a literal. */
  index: number;
  parent: Tile | null;
  children: Tile[];
}

/**
 * Returns the tiles in the order of the tree. What an open node has matched ends at `until`. A node has tiles
 * for what it matches itself: between the nodes below it, and of one that is open what `isLiteral` says. A tile that
 * would only repeat all of its parent is left out.
 */
export function tilesOf(nodes: TreeNode[], until: number, isLiteral: (rule: string) => boolean): Tile[] {
  const roots: Tile[] = [];
  const open: Tile[] = [];
  nodes.forEach(({ rule, start, end, depth }, index) => {
    const isOpen = end === null;
    const kind = !isOpen && end === start ? "empty" : "node";
    open.length = Math.min(open.length, depth);
    const parent = open[depth - 1] ?? null;
    const tile: Tile = { kind, rule, start, end: end ?? Math.max(start, until), depth, isOpen, index, parent, children: [] };
    (parent?.children ?? roots).push(tile);
    open[depth] = tile;
  });
  const all: Tile[] = [];
  // A tree can be deeper than the stack of the browser.
  const left = roots.reverse();
  for (let tile = left.pop(); tile !== undefined; tile = left.pop()) {
    all.push(tile);
    // An empty node has nothing but empty nodes below it.
    if (tile.kind === "node") {
      tile.children = withLiterals(tile, isLiteral);
    }
    for (let at = tile.children.length - 1; at >= 0; at -= 1) {
      left.push(tile.children[at]!);
    }
  }
  return all;
}

function withLiterals(tile: Tile, isLiteral: (rule: string) => boolean): Tile[] {
  const { children } = tile;
  if (children.length === 0 && !(tile.isOpen && isLiteral(tile.rule))) {
    return [];
  }
  const found: Tile[] = [];
  let at = tile.start;
  const literal = (start: number, end: number) => {
    if (end > start) {
      found.push({ kind: "literal", rule: tile.rule, start, end, depth: tile.depth + 1, isOpen: false, index: -1, parent: tile, children: [] });
    }
  };
  for (const child of children) {
    literal(at, child.start);
    found.push(child);
    at = Math.max(at, child.end);
  }
  if (!children.some((child) => child.isOpen)) {
    literal(at, tile.end);
  }
  return found;
}

/** Returns a short form of a name that has at most `most` characters, or `null`. */
export function shortForm(name: string, most: number): string | null {
  if (most < 3) {
    return null;
  }
  // `begin-object` is `b-obj`: names that begin alike differ at their ends.
  const parts = name.split(/[-_]/).filter((one) => one !== "");
  const [end = ""] = parts.splice(-1);
  const initials = `${parts.map((one) => one.slice(0, 1)).join("")}-`;
  if (parts.length > 0 && end.length >= 3 && initials.length + 3 <= most) {
    return `${initials}${end.slice(0, 3)}`;
  }
  const consonants = name.slice(0, 1) + name.slice(1).replaceAll(/[aeiou_-]/gi, "");
  if (consonants.length >= 2 && consonants.length <= most) {
    return consonants;
  }
  return name.slice(0, 3);
}
