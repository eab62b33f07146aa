import type { ListedNode } from "./records.js";
import type { Offset, Text } from "./text.js";

/** A node of a tree: a production, and the part of the text that it derives. */
export class Node<T extends Text = string> implements Iterable<Node<T>> {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Node<T>[];
  #text: T;

  private constructor(rule: string, start: number, end: number, children: Node<T>[], text: T) {
    this.rule = rule;
    this.start = start;
    this.end = end;
    this.children = children;
    this.#text = text;
  }

  /**
   * Returns the root of the nodes of a tree, which are in preorder, each with its depth.
   *
   * @internal
   */
  static root<T extends Text>(nodes: ListedNode[], text: T, offset: Offset): Node<T> {
    const open: Node<T>[][] = [[]];
    for (const { rule, start, end, depth } of nodes) {
      const children: Node<T>[] = [];
      open.length = depth + 1;
      open[depth]!.push(new Node(rule, offset(start), offset(end, true), children, text));
      open.push(children);
    }
    return open[0]![0]!;
  }

  get text(): T {
    return this.#text.slice(this.start, this.end) as T;
  }

  *[Symbol.iterator](): IterableIterator<Node<T>> {
    yield* this.children;
  }

  /** This node and all nodes below it, in the order of a book. */
  *walk(): IterableIterator<Node<T>> {
    const open: Node<T>[] = [this];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!);
    }
  }

  find(rule: string): Node<T> | null {
    for (const node of this.walk()) if (node.rule === rule) return node;
    return null;
  }

  findAll(rule: string): Node<T>[] {
    return [...this.walk()].filter((node) => node.rule === rule);
  }
}
