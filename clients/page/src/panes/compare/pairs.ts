// Which productions of two grammars correspond.

import grammars from "virtual:grammars";
import known from "virtual:pairs";
import type { GrammarText } from "../../engine/questions.ts";

/** Two names, and why they correspond. */
export type Named = [a: string, b: string, why: string];

function idOf({ source, readings }: GrammarText): string {
  return grammars.find((one) => one.source === source && one.readings === readings)?.id ?? "";
}

/** Returns the pairs that the project knows for two grammars, in either order. */
function knownPairs(a: GrammarText, b: GrammarText): Named[] {
  const [one, other] = [idOf(a), idOf(b)];
  const back = known[`${other} ${one}`]?.map(([first, second, why]): Named => [second, first, why]);
  return known[`${one} ${other}`] ?? back ?? [];
}

/** Returns a name without what differs between the notations: case, brackets, dashes. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[<>_\s-]/g, "");
}

/** Returns the pairs to compare: those that are known, those that the user adds, and names that are alike. */
export function pairsOf(a: GrammarText, b: GrammarText, inA: string[], inB: string[], added: Named[]): Named[] {
  const pairs = [...added, ...knownPairs(a, b)].filter(([one, other]) => inA.includes(one) && inB.includes(other));
  const paired = new Set(pairs.map(([one]) => one));
  for (const name of inA) {
    const same = inB.find((other) => other === name) ?? inB.find((other) => plain(other) === plain(name));
    if (same !== undefined && !paired.has(name)) {
      pairs.push([name, same, ""]);
    }
  }
  return pairs;
}
