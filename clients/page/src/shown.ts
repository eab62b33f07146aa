// What the figure shows of the state: one tree, and what is lit in it.

import type { Edit, Forms, Span, TreeNode } from "./engine/types.ts";
import { replay } from "./panes/steps/replay.ts";
import { selected, type Asked, type Selection, type State } from "./store.ts";
import { lengthOf } from "./text/octets.ts";
import { rangeName, setOf, shownRanges, without } from "./text/ranges.ts";
import { words } from "./text/words.ts";

export interface Tree {
  nodes: TreeNode[];
  isComplete: boolean;
  /** The offset where the text is wrong. */
  error: number | null;
  /** The offset at which the parser is. */
  cursor: number | null;
  /** The indices of the nodes that another derivation does not have, or of the one around the place where they differ. */
  differs: number[];
  /** Whether the other derivation has none of these nodes. */
  isOnly: boolean;
}

/** The most productions of a grammar, and of characters of a text, with which the tree is read to the end. */
const SMALL = 20;

/** Whether the tree shows the productions that only say what a character is. In a large one, they hide the others. */
export function showsCharacters({ outline, readings, text }: Pick<State, "outline" | "readings" | "text">): boolean {
  const count = outline?.productions.filter((one) => one.at !== null).length ?? 0;
  return !readings && count <= SMALL && text.length <= SMALL;
}

/** Returns the tree that is shown: that of the step, of the derivation, or as far as the text is valid. */
export function treeOf(state: State, derivation = state.derivation): Tree {
  const { verdict, derivations, view, trace, step, forms, form } = state;
  const error = verdict?.rejected?.offset ?? null;
  const none = { cursor: null, differs: [], isOnly: false, isComplete: true };
  if (view === "steps" && trace !== null) {
    const last = trace.steps[step - 1];
    const cursor = last === undefined ? 0 : last.event === "fail" ? last.start : (last.end ?? last.start);
    return { ...none, nodes: replay(trace.steps, step), error, cursor };
  }
  if (view === "derivation" && forms !== null) {
    const there = madeUntil(forms, form);
    return { ...none, nodes: forms.tree.nodes.filter((_, index) => there.has(index)), error };
  }
  const trees = derivations?.trees ?? [];
  const found = trees.length > 1 ? trees[derivation] : undefined;
  if (found !== undefined) {
    const partsAt = found.partsAt ?? trees[1]?.partsAt ?? null;
    const own = ownNodes(found.nodes, trees[derivation === 0 ? 1 : 0]?.nodes ?? []);
    const isOnly = own.length > 0;
    const around = partsAt === null ? -1 : aroundOf(found.nodes, partsAt);
    const differs = isOnly ? own : around < 0 ? [] : [around];
    return { ...onlyShown(state, found.nodes, differs, partsAt), cursor: null, isOnly, isComplete: found.complete, error };
  }
  const tree = verdict?.tree ?? verdict?.rejected?.progress ?? null;
  return { ...none, nodes: tree?.nodes ?? [], isComplete: tree?.complete ?? true, error };
}

/** Returns the nodes that a derivation has made until a form. A node whose text alone took its place is there as -1 less its index. */
export function madeUntil({ forms }: Forms, form: number): Set<number> {
  const made = new Set<number>();
  for (const one of forms.slice(0, form + 1)) {
    one.parts.slice(one.new[0], one.new[1]).forEach((part) => typeof part === "number" && made.add(part));
    if (one.replaced === null) {
      one.parts.forEach((part) => typeof part === "number" && made.add(part));
    } else {
      made.add(-1 - one.replaced);
    }
  }
  return made;
}

/** Returns the derivation that is shown below the one that is chosen, or `null`. */
export function otherOf({ derivations, derivation, both, view }: State): number | null {
  const isShown = both && view === "tree" && (derivations?.trees.length ?? 0) > 1;
  return !isShown ? null : derivation === 0 ? 1 : 0;
}

/** Returns the index of the node around a node, or around the place of one that is not there. */
function aroundOf(nodes: TreeNode[], at: number): number {
  const depth = nodes[at]?.depth ?? (nodes[at - 1]?.depth ?? 0) + 1;
  return nodes.findLastIndex((node, index) => index < at && node.depth < depth);
}

/** Returns the indices of the nodes that another tree does not have. */
function ownNodes(nodes: TreeNode[], others: TreeNode[]): number[] {
  const key = ({ rule, start, end }: TreeNode) => `${rule} ${start} ${end}`;
  const known = new Set(others.map(key));
  return nodes.flatMap((node, index) => (known.has(key(node)) ? [] : [index]));
}

/** Leaves out the nodes of character productions, where the tree does not show them. */
export function withoutCharacters(state: State, nodes: TreeNode[]): TreeNode[] {
  if (showsCharacters(state)) {
    return nodes;
  }
  const characters = new Set(state.outline?.productions.filter((one) => one.character).map((one) => one.name));
  // What is below a character says no more than the character.
  let above = Infinity;
  return nodes.filter((node) => {
    above = node.depth <= above ? Infinity : above;
    if (above === Infinity && node.depth > 0 && characters.has(node.rule)) {
      above = node.depth;
    }
    return above === Infinity;
  });
}

/** Leaves out the nodes that only say what a character is, unless the derivations differ in them. */
function onlyShown(state: State, nodes: TreeNode[], differs: number[], partsAt: number | null) {
  const characters = new Set(state.outline?.productions.filter((one) => one.character).map((one) => one.name));
  const differing = partsAt === null ? undefined : nodes[partsAt]?.rule;
  if (showsCharacters(state) || (differing !== undefined && characters.has(differing))) {
    return { nodes, differs };
  }
  const marked = new Set(differs);
  const kept = nodes.map((node, index) => ({ node, index })).filter(({ node, index }) => node.depth === 0 || !characters.has(node.rule) || marked.has(index));
  return { nodes: kept.map(({ node }) => node), differs: kept.flatMap(({ index }, at) => (marked.has(index) ? [at] : [])) };
}

/** Returns the production that the views speak of: what is selected, or else what matters most. */
export function focusOf(state: State): Selection | null {
  const chosen = selected(state);
  const { nodes, error, cursor } = treeOf(state);
  const isSteps = state.view === "steps" && state.trace !== null;
  if (chosen !== null && !(isSteps && state.hovered === null)) {
    return chosen;
  }
  const isOpen = nodes.findLast((node) => node.end === null);
  const replaced = state.view === "derivation" ? (state.forms?.forms[state.form]?.replaced ?? null) : null;
  const node = (replaced === null ? null : state.forms?.tree.nodes[replaced]) ?? isOpen ?? (isSteps ? nodes.at(-1) : nodes[0]);
  const until = cursor ?? error ?? lengthOf(state.text);
  return node === undefined ? null : { rule: node.rule, at: { start: node.start, end: node.end ?? Math.max(node.start, until) } };
}

/** Whether the text is right as far as it goes, and could go on. */
export function isPrefix({ verdict }: Pick<State, "verdict">): boolean {
  const rejected = verdict?.rejected ?? null;
  return verdict !== null && rejected !== null && rejected.offset >= lengthOf(verdict.text) && (rejected.next !== "" || (rejected.nextRanges ?? []).length > 0);
}

/** Returns the question for the nearest texts, if it is about the text that is there and this is wrong. */
export function askedOf({ asked, grammar, readings, notation, production, text, verdict }: State): Asked | null {
  const isAbout = asked?.text === text && asked.grammar === grammar && asked.readings === readings && asked.notation === notation && asked.production === production;
  return isAbout && verdict?.text === text && verdict.rejected !== null ? asked : null;
}

/** Returns the edits that lead to the nearest text that the reader looks at. */
export function editsOf(state: State): Edit[] {
  return askedOf(state)?.nearest?.repairs[state.suggestion]?.edits ?? [];
}

/** Returns what each open node allows next and the open nodes below it do not, as text. */
export function allowedOf({ open, view, verdict }: State): string[] {
  if (view === "steps" || verdict === null || verdict.rejected === null) {
    return [];
  }
  return allowedIn(open);
}

/** Returns what each open production allows next and the ones below it do not, as text. */
export function allowedIn(open: State["open"]): string[] {
  const sets = open.map(({ next, nextRanges }) => setOf({ next: next ?? "", nextRanges }));
  return open.map((one, index) => {
    const own = without(sets[index] ?? [], sets.slice(index + 1).flat());
    const names = shownRanges(own).map(rangeName);
    if (index === 0 && one.canEnd) {
      names.push(words.verdict.end);
    }
    return names.join(" ");
  });
}

/** Returns whether a production is made of literals alone, so that what it matches is one. */
export function literalOf({ outline, grammar }: State): (rule: string) => boolean {
  const known = new Map<string, boolean>();
  return (rule) => {
    let is = known.get(rule);
    if (is === undefined) {
      const found = outline?.productions.find((one) => one.name === rule);
      const at: Span | null = found?.at ?? null;
      is = found !== undefined && at !== null && found.uses.length === 0 && grammar.slice(at.start, at.end).includes('"');
      known.set(rule, is);
    }
    return is;
  };
}
