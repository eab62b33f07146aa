// The tree that a parser has built after some steps of a trace.

import type { Step, TreeNode } from "../../engine/types.ts";

/** Returns the nodes after the first `count` steps, in preorder. Open ones have no end. */
export function replay(steps: Step[], count: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  // The number of the step that tried each node.
  const tried: number[] = [];
  const open: number[] = [];
  // What the innermost open production had matched behind the offset no longer counts.
  const forget = (offset: number) => {
    const inside = (open.at(-1) ?? -1) + 1;
    const past = nodes.findIndex(
      (node, index) => index >= inside && node.depth === open.length && (node.end ?? 0) > offset,
    );
    if (past >= 0) {
      nodes.length = past;
    }
  };
  for (const [index, step] of steps.slice(0, count).entries()) {
    const rule = step.rule ?? "";
    switch (step.event) {
      case "try":
        forget(step.start);
        open.push(nodes.length);
        tried[nodes.length] = index + 1;
        nodes.push({ rule, start: step.start, end: null, depth: open.length - 1 });
        break;
      case "match": {
        const node = nodes[open.pop() ?? -1];
        if (node) {
          node.end = step.end ?? step.start;
        }
        break;
      }
      case "fail":
        nodes.length = Math.min(nodes.length, open.pop() ?? 0);
        break;
      case "redo": {
        // The production is open again, and nothing counts that came behind it.
        const at = nodes.findLastIndex((_, other) => tried[other] === step.tried);
        const node = nodes[at];
        if (node) {
          const behind = nodes.findIndex((other, place) => place > at && other.depth <= node.depth);
          nodes.length = behind < 0 ? nodes.length : behind;
          node.end = null;
          open.push(at);
        }
        break;
      }
      case "endless":
        nodes.length = 0;
        open.length = 0;
        break;
      default:
        forget(step.start);
    }
  }
  return nodes;
}

/** A step that gives characters back, and the production that does. */
export interface GivenBack {
  /** The number of the step. */
  at: number;
  rule: string;
  start: number;
  end: number;
}

/** Returns the steps that give characters back, those first that give back most. */
export function givenBack(steps: Step[]): GivenBack[] {
  const found: GivenBack[] = [];
  const open: string[] = [];
  for (const [index, { event, rule = "", start, end = start }] of steps.entries()) {
    if (event === "try" || event === "redo") {
      open.push(rule);
    } else if (event === "match" || event === "fail") {
      open.pop();
    } else if (event === "endless") {
      open.length = 0;
    } else if (event === "give_back") {
      const rule = open.at(-1) ?? "";
      if (!found.some((one) => one.rule === rule && one.start === start && one.end === end)) {
        found.push({ at: index + 1, rule, start, end });
      }
    }
  }
  return found.sort((a, b) => b.end - b.start - (a.end - a.start));
}

/** Returns the number of the step after which the production around step `at` has ended. */
export function outOf(steps: Step[], at: number, by: 1 | -1): number {
  const depth = steps[at - 1]?.depth ?? 0;
  for (let next = at + by; next >= 1 && next <= steps.length; next += by) {
    if ((steps[next - 1]?.depth ?? 0) < depth) {
      return next;
    }
  }
  return by > 0 ? steps.length : 1;
}

/** Returns the next step at which a breakpoint stops. */
export function run(steps: Step[], at: number, rule: string, offset: number | null): number | null {
  const next = steps.findIndex(
    (step, index) =>
      index >= at &&
      ((step.event === "try" && step.rule === rule) ||
        (offset !== null && (step.end ?? step.start) === offset && step.event !== "match")),
  );
  return next < 0 ? null : next + 1;
}

/** Returns what a step does, in a sentence. */
export function sentence(step: Step, text: string, quoted: (text: string) => string): string {
  const part = quoted(text.slice(step.start, step.end));
  switch (step.event) {
    case "try":
      return `${step.trial ? "Look ahead: try" : "Try"} ${step.rule} at ${step.start}.`;
    case "match":
      return `${step.rule} matches ${part}.`;
    case "fail":
      return `${step.rule} does not match at ${step.start}.`;
    case "take":
      return `Take ${part}.`;
    case "miss": {
      const found = step.start < text.length ? quoted(text.slice(step.start, step.start + 1)) : "the end";
      return `Miss at ${step.start}: expected one of ${quoted(step.characters ?? "")}, found ${found}.`;
    }
    case "give_back":
      return `Backtrack: give back ${part}.`;
    case "redo":
      return `Try ${step.rule} again for another match than ${part}.`;
    case "endless":
      return `${circle(step.circle ?? [])}: this never ends. A parser that takes the right choice every time:`;
  }
}

/** Says which production begins with which. */
function circle(rules: string[]): string {
  const [first, ...others] = rules;
  if (others.length === 0) {
    return `${first} begins with itself`;
  }
  const pairs = rules.map((rule, index) => `${rule}${index === 0 ? " begins" : ""} with ${others[index] ?? first}`);
  return pairs.join(", ");
}
