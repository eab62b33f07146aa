/** A node of a tree: a production, and the part of the text that it derives. */
export class Node {
  #text;

  constructor(rule, start, end, text) {
    this.rule = rule;
    this.start = start;
    this.end = end;
    this.children = [];
    this.#text = text;
  }

  get text() {
    return this.#text.slice(this.start, this.end);
  }

  *[Symbol.iterator]() {
    yield* this.children;
  }

  *walk() {
    const open = [this];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]);
    }
  }

  find(rule) {
    for (const node of this.walk()) if (node.rule === rule) return node;
    return null;
  }

  findAll(rule) {
    return [...this.walk()].filter((node) => node.rule === rule);
  }
}

/** Returns the root of the nodes of a tree, which are in preorder, each with its depth. */
export function treeOf(nodes, text, offset) {
  const open = [];
  for (const { rule, start, end, depth } of nodes) {
    const node = new Node(rule, offset(start), offset(end, true), text);
    open.length = depth;
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  return open[0];
}
