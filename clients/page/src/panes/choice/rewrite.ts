// A rewrite of the production at fault: its alternatives in another order, or one for what they have in common.
//
// Invariant: a rewrite is offered only if the engine has decided that it derives the same texts, and that
// ordered choice loses none of them because of the production itself.

import { difference, naive, rails as railsOf } from "../../engine/questions.ts";
import type { Rails, SideBySide } from "../../engine/types.ts";
import { grammarOf, type State } from "../../store.ts";
import { Offsets } from "../../text/offsets.ts";
import { sourceOf } from "../../drawing/definition.ts";

export interface Rewrite {
  rule: string;
  /** The production as it would be. */
  text: string;
  grammar: string;
}

/** Returns a rewrite that is right in both readings, or `null` if none is known. */
export async function rewritten(state: State, found: SideBySide): Promise<Rewrite | null> {
  const { blame } = found;
  const source = blame === null ? null : sourceOf(state, blame.rule);
  if (blame === null || source === null) {
    return null;
  }
  const { grammar } = state;
  try {
    const rails = await railsOf(grammarOf(state), blame.rule);
    for (const body of [swapped(state, found), ...factored(rails, grammar, source.text)]) {
      const text = body ?? "";
      const changed = grammar.slice(0, source.start) + text + grammar.slice(source.start + source.text.length);
      if (text !== "" && await isRight(state, blame.rule, changed)) {
        return { rule: blame.rule, text, grammar: changed };
      }
    }
  } catch {
    // Without an answer, nothing is known to be right.
  }
  return null;
}

async function isRight(state: State, rule: string, changed: string): Promise<boolean> {
  const own = { source: changed, readings: state.readings, notation: state.notation };
  const { pairs } = await difference(grammarOf(state), own, [[rule, rule]]);
  if (pairs[0]?.result !== "equal") {
    return false;
  }
  const found = await naive(own, rule, true);
  return found !== null && (found.result === "right" || (found.result === "wrong" && found.origin === "others"));
}

/** Returns the production with the alternative that is needed first. */
function swapped(state: State, { blame, partAt, neededAt }: SideBySide): string | null {
  const source = sourceOf(state, blame?.rule ?? "");
  if (source === null || blame?.fault !== "alternative" || partAt === null || neededAt === null || neededAt.start < partAt.end) {
    return null;
  }
  const { text, start } = source;
  const [one, other] = [{ start: partAt.start - start, end: partAt.end - start }, { start: neededAt.start - start, end: neededAt.end - start }];
  return text.slice(0, one.start) + text.slice(other.start, other.end) + text.slice(one.end, other.start) + text.slice(one.start, one.end) + text.slice(other.end);
}

/**
 * Returns the production with what its alternatives begin with in front of them, and with repetitions that leave
 * what comes after them: `a | a *( a | "-" ) a` becomes `a *( *"-" a )`.
 */
function factored(rails: Rails, grammar: string, text: string): string[] {
  const offsets = new Offsets(grammar);
  const printer = new Printer((start, end) => grammar.slice(offsets.index(start), offsets.index(end)), grammar);
  const body = printer.print(printer.patient(printer.factor(rails)), true);
  const head = /^.*?(?:::=|=)\s*/s.exec(text)?.[0] ?? "";
  return body === null ? [] : [head + body];
}

/** Reads and writes rails as the grammar writes its productions. */
class Printer {
  readonly #or: string;
  readonly #brackets: [string, string];

  constructor(readonly source: (start: number, end: number) => string, grammar: string) {
    this.#or = / \| |\n\s*\|/.test(grammar) ? " | " : " / ";
    // RFC 1738 groups what it repeats in brackets.
    this.#brackets = /\*\[/.test(grammar) ? ["[ ", " ]"] : ["( ", " )"];
  }

  /** Returns the part in the notation; `null` if it cannot be written. */
  print(rails: Rails, isWhole = false): string | null {
    switch (rails.kind) {
      case "name":
      case "literal": {
        const all = rails.spans.map(([start, end]) => this.source(start, end));
        return all.length === 0 ? null : all.length === 1 || isWhole ? all.join(this.#or) : `( ${all.join(this.#or)} )`;
      }
      case "sequence":
        return this.#join(rails.parts, " ");
      case "choice": {
        const inner = this.#join(rails.parts, this.#or);
        return inner === null || isWhole ? inner : `( ${inner} )`;
      }
      case "optional": {
        const { part } = rails;
        const inner = this.print(part.kind === "loop" ? part.part : part, true);
        return inner === null || (part.kind === "loop" && part.times !== null) ? null : part.kind === "loop" ? `*${this.#group(part.part, inner)}` : `[ ${inner} ]`;
      }
      case "loop": {
        const inner = this.print(rails.part, true);
        return inner === null || rails.times !== null ? null : `1*${this.#group(rails.part, inner)}`;
      }
    }
  }

  #group(part: Rails, inner: string): string {
    const isOne = (part.kind === "name" || part.kind === "literal") && part.spans.length === 1;
    return isOne ? inner : this.#brackets.join(inner);
  }

  #join(parts: Rails[], sign: string): string | null {
    const all = parts.map((part) => this.print(part));
    return all.includes(null) ? null : all.join(sign);
  }

  #isSame(one: Rails | undefined, other: Rails | undefined): boolean {
    const text = one === undefined ? null : this.print(one);
    return text !== null && other !== undefined && text === this.print(other);
  }

  /** Puts what consecutive alternatives begin with in front of them. */
  factor(rails: Rails): Rails {
    if (rails.kind !== "choice") {
      return rails;
    }
    const lists = rails.parts.map((part) => (part.kind === "sequence" ? part.parts : [part]));
    const groups: Rails[][][] = [];
    for (const list of lists) {
      const last = groups.at(-1);
      if (last !== undefined && this.#isSame(last[0]?.[0], list[0])) {
        last.push(list);
      } else {
        groups.push([list]);
      }
    }
    const parts = groups.map((group): Rails => {
      const [first] = group;
      const head = first?.[0];
      if (group.length === 1 || head === undefined) {
        return sequence(first ?? []);
      }
      const rests = group.map((list) => list.slice(1));
      const longer = rests.filter((rest) => rest.length > 0).map(sequence);
      const rest: Rails = longer.length === 1 && longer[0] !== undefined ? longer[0] : { kind: "choice", parts: longer };
      return sequence([head, ...(longer.length === 0 ? [] : longer.length < rests.length ? [{ kind: "optional", part: rest } as const] : [rest])]);
    });
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "choice", parts };
  }

  /** Makes `1*( *b a )` of `*( a | b ) a`, wherever that is. */
  patient(rails: Rails): Rails {
    switch (rails.kind) {
      case "choice":
        return { ...rails, parts: rails.parts.map((part) => this.patient(part)) };
      case "optional": {
        const part = this.patient(rails.part);
        return { kind: "optional", part };
      }
      case "sequence": {
        const parts: Rails[] = [];
        for (const part of rails.parts) {
          const before = parts.at(-1);
          const others = before?.kind === "optional" && before.part.kind === "loop" && before.part.times === null ? this.#others(before.part.part, part) : null;
          if (others === null) {
            parts.push(this.patient(part));
          } else {
            parts.pop();
            parts.push({ kind: "loop", times: null, part: sequence([{ kind: "optional", part: { kind: "loop", times: null, part: others } }, part]) });
          }
        }
        return sequence(parts);
      }
      default:
        return rails;
    }
  }

  /** Returns the alternatives without one of them; `null` if that is not among them. */
  #others(rails: Rails, one: Rails): Rails | null {
    if (rails.kind !== "choice") {
      return null;
    }
    const parts = rails.parts.filter((part) => !this.#isSame(part, one));
    return parts.length === rails.parts.length || parts.length === 0 ? null : parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "choice", parts };
  }
}

function sequence(parts: Rails[]): Rails {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "sequence", parts };
}
