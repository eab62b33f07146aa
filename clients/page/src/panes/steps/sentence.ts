// What a step does, and why, in one line.

import type { Step, Trace } from "../../engine/types.ts";
import { characterAt, lengthOf, part } from "../../text/octets.ts";
import { isOctets, rangeName, setOf, shownRanges } from "../../text/ranges.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { openAt } from "./replay.ts";

const SAID = words.steps;

/** The most ranges of characters that are listed. */
const LISTED = 6;

/** Returns the production that acts, and what it does and why. */
export function sentenceOf({ steps }: Trace, at: number, text: string): { rule: string | null; says: string } {
  const step = steps[at - 1];
  if (step === undefined) {
    return { rule: null, says: SAID.before };
  }
  const open = openAt(steps, at);
  const around = step.event === "try" ? open.at(-2) : open.at(-1);
  const matched = quoted(part(text, step.start, step.end ?? undefined), 20);
  switch (step.event) {
    case "try":
      return { rule: step.rule ?? null, says: around === undefined ? SAID.begins(step.start) : SAID.tried(around, step.start, step.trial === true) };
    case "match":
      return { rule: step.rule ?? null, says: `${SAID.matches(matched)} ${around === undefined ? SAID.atEnd(step.end === lengthOf(text)) : SAID.goesOn(around)}` };
    case "fail":
      return { rule: step.rule ?? null, says: `${SAID.fails(step.start)} ${around === undefined ? SAID.textFails : next(steps, at, around)}` };
    case "take":
      return { rule: around ?? null, says: SAID.takes(matched) };
    case "miss": {
      const found = step.start < lengthOf(text) ? quoted(characterAt(text, step.start)) : SAID.theEnd;
      return { rule: around ?? null, says: `${SAID.wants(wanted(step), step.start, found)} ${next(steps, at, around)}` };
    }
    case "give_back":
      return { rule: around ?? null, says: SAID.givesBack(matched) };
    case "redo":
      return { rule: step.rule ?? null, says: SAID.again(matched) };
    case "endless":
      return { rule: step.circle?.[0] ?? null, says: SAID.endless(step.circle ?? []) };
  }
}

function wanted(step: Step): string {
  const wanted = shownRanges(setOf({ next: step.characters ?? "", nextRanges: step.ranges ?? null }));
  const names = wanted.map((one) => (one.first === one.last && !isOctets(one) ? quoted(String.fromCodePoint(one.first)) : rangeName(one)));
  if (names.length > LISTED) {
    return SAID.listOf([...names.slice(0, LISTED), SAID.others(names.length - LISTED)]);
  }
  return SAID.listOf(names);
}

/** Says what follows from a step that did not match. */
function next(steps: Step[], at: number, around: string | undefined): string {
  const after = steps[at];
  switch (after?.event) {
    case undefined:
      return "";
    case "fail":
      return SAID.soFails(after.rule ?? around ?? "");
    case "match":
      return SAID.soEnds(after.rule ?? around ?? "");
    case "give_back":
    case "redo":
      return SAID.soBack;
    case "try":
      return SAID.soTries(after.rule ?? "");
    case "take":
    case "miss":
      return SAID.soOther;
    case "endless":
      return "";
  }
}
