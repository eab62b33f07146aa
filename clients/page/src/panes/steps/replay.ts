// The tree that a parser has built after some steps of a trace.

import type { Step, TreeNode } from "../../engine/types.ts";
import type { Stop } from "../../store.ts";

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

/** Returns the next step at which one of the stops is. */
export function run(steps: Step[], at: number, stops: Stop[]): number | null {
  const next = steps.findIndex((step, index) => index >= at && stops.some((stop) => isAt(step, stop)));
  return next < 0 ? null : next + 1;
}

/** Returns the steps at which a stop is. */
export function stopsIn(steps: Step[], stops: Stop[], most: number): number[] {
  const found: number[] = [];
  for (let at = run(steps, 0, stops); at !== null && found.length < most; at = run(steps, at, stops)) {
    found.push(at);
  }
  return found;
}

function isAt(step: Step, stop: Stop): boolean {
  return "rule" in stop
    ? step.event === "try" && step.rule === stop.rule
    : stop.offset === 0 ? step.event === "try" && step.depth === 0 : step.event === "take" && step.end === stop.offset;
}

/** Returns the productions that are open after the first `count` steps. */
export function openAt(steps: Step[], count: number): string[] {
  return replay(steps, count).filter((node) => node.end === null).map((node) => node.rule);
}
