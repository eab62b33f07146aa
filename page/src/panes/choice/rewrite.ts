// A rewrite of the production at fault: its alternatives in another order.
//
// Invariant: a rewrite is offered only if the engine has decided that it derives the same texts, and that
// ordered choice loses none of them because of the production itself.

import { difference, naive } from "../../engine/questions.ts";
import type { SideBySide } from "../../engine/types.ts";
import { grammarOf, type State } from "../../store.ts";
import { sourceOf } from "../../drawing/definition.ts";

export interface Rewrite {
  rule: string;
  /** The production as it would be. */
  text: string;
  grammar: string;
}

/** Returns a rewrite that is right in both readings, or `null` if none is known. */
export async function rewritten(state: State, { blame, partAt, neededAt }: SideBySide): Promise<Rewrite | null> {
  const source = blame === null ? null : sourceOf(state, blame.rule);
  if (blame === null || source === null || blame.fault !== "alternative" || partAt === null || neededAt === null) {
    return null;
  }
  const { grammar } = state;
  // The alternative that is needed comes first.
  const [first, second] = [grammar.slice(partAt.start, partAt.end), grammar.slice(neededAt.start, neededAt.end)];
  if (neededAt.start < partAt.end) {
    return null;
  }
  const changed = grammar.slice(0, partAt.start) + second + grammar.slice(partAt.end, neededAt.start) + first + grammar.slice(neededAt.end);
  const own = { source: changed, readings: state.readings };
  try {
    const { pairs } = await difference(grammarOf(state), own, [[blame.rule, blame.rule]]);
    if (pairs[0]?.result !== "equal") {
      return null;
    }
    const found = await naive(own, blame.rule);
    const isRight = found !== null && (found.result === "right" || (found.result === "wrong" && found.origin === "others"));
    return isRight ? { rule: blame.rule, text: changed.slice(source.start, source.start + source.text.length), grammar: changed } : null;
  } catch {
    return null;
  }
}
