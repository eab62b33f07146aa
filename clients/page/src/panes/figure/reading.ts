// How a derivation reads the text: with brackets around what it takes together.

import type { Derivation, TreeNode } from "../../engine/types.ts";
import { characterAt, part, sizeOf } from "../../text/octets.ts";
import { visible } from "../../text/show.ts";

/** The longest text, and the most pairs of brackets. */
const READS = 60;
const PAIRS = 30;

const BRACKETS = ["()", "[]", "{}", "<>"];

interface Group {
  start: number;
  end: number;
}

/**
 * Returns the text with brackets around each part that the derivation takes together; the empty text if all
 * derivations read it alike. A part that has brackets of its own gets no more, and neither does a word: a production
 * whose parts are nodes of one production without nodes below, such as the digits of a number.
 *
 * Every part gets them, whether or not another derivation has it, too. `1+2*3` alone would be read by a rule of school.
 */
export function reading(text: string, trees: Derivation[], at: number): string {
  const own = trees[at];
  if (own === undefined || text.length > READS || !own.complete) {
    return "";
  }
  const groups = groupsOf(text, own.nodes);
  const key = (found: Group[]) => found.map(({ start, end }) => `${start}-${end}`).sort().join();
  const isAlike = trees.every((other) => key(groupsOf(text, other.nodes)) === key(groups));
  if (isAlike || groups.length === 0 || groups.length > PAIRS) {
    return "";
  }
  const opens = (octet: number) => groups.filter(({ start }) => start === octet).length;
  const closes = (octet: number) => groups.filter(({ end }) => end === octet).length;
  let read = "";
  let octet = 0;
  for (const character of text) {
    read += ")".repeat(closes(octet)) + "(".repeat(opens(octet)) + (character === " " ? character : visible(character));
    octet += sizeOf(character);
  }
  return read + ")".repeat(closes(octet));
}

/** Returns the parts of the text that a derivation takes together. */
function groupsOf(text: string, nodes: TreeNode[]): Group[] {
  const groups: Group[] = [];
  nodes.forEach(({ start, end, depth }, index) => {
    if (end === null || depth === 0) {
      return;
    }
    const parent = nodes.slice(0, index).findLast((node) => node.depth < depth);
    const below = belowOf(nodes, index);
    const children = below.filter((node) => node.depth === depth + 1 && node.end !== node.start);
    const isWhole = children.some((node) => node.start === start && node.end === end);
    if (parent === undefined || isWhole || children.length === 0) {
      return;
    }
    const last = children.at(-1)?.end ?? start;
    const isCovered = children.every((node, at) => node.start === (at === 0 ? start : children[at - 1]?.end)) && last === end;
    const isWord = isCovered && below.every((node) => node.depth === depth + 1 && node.rule === children[0]?.rule);
    const isAll = start === 0 && end === nodes[0]?.end;
    if (!isWord && !isAll && !hasBrackets(text, start, end, children) && !isBetween(text, start, end, nodes, index)) {
      groups.push({ start, end });
    }
  });
  return groups;
}

/** Returns the nodes below a node. */
function belowOf(nodes: TreeNode[], index: number): TreeNode[] {
  const depth = nodes[index]?.depth ?? 0;
  const end = nodes.findIndex((node, at) => at > index && node.depth <= depth);
  return nodes.slice(index + 1, end < 0 ? undefined : end);
}

/** Returns whether a node begins and ends with a pair of brackets that are its own. */
function hasBrackets(text: string, start: number, end: number, children: TreeNode[]): boolean {
  const isOwn = (octet: number) => children.every((node) => octet < node.start || octet >= (node.end ?? 0));
  return isOwn(start) && isOwn(end - 1) && BRACKETS.includes(characterAt(text, start) + part(text, end - 1, end));
}

/** Returns whether a node is all that is between the brackets of a node above it. */
function isBetween(text: string, start: number, end: number, nodes: TreeNode[], index: number): boolean {
  const around = nodes.slice(0, index).findLast((node) => node.start < start && (node.end ?? 0) > end && node.depth < (nodes[index]?.depth ?? 0));
  return around?.start === start - 1 && around.end === end + 1 && BRACKETS.includes(characterAt(text, start - 1) + characterAt(text, end));
}
