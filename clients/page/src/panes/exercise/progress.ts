// What a student has done of a sheet. It is kept in the browser, and leaves it only as a hand-in that the student copies.

import type { Answered, Sheet } from "../../engine/types.ts";
import { pack } from "../../link.ts";
import { keep, kept } from "../../visit.ts";

/** An answer to an exercise, and what was found out about it last. */
export interface Done {
  grammar: string;
  start: string;
  outcome: Answered["outcome"] | null;
  mistake: string;
}

/** The answers to a sheet by the titles of its exercises, and the name of the student. */
export interface Progress {
  name: string;
  answers: Record<string, Done>;
}

/** Returns what tells a sheet from others: its titles and tasks. Who changes a solution keeps the answers. */
function keyOf({ title, exercise }: Sheet): string {
  let sum = 7;
  for (const letter of JSON.stringify([title, exercise.map((one) => [one.title, one.task])])) {
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291;
  }
  return `sheet-${sum.toString(36)}`;
}

export function progressOf(sheet: Sheet): Progress {
  const found = kept(keyOf(sheet)) as Partial<Progress> | null;
  const answers: Record<string, Done> = {};
  for (const [title, one] of Object.entries(found?.answers ?? {})) {
    if (typeof one?.grammar === "string") {
      answers[title] = { grammar: one.grammar, start: typeof one.start === "string" ? one.start : "", outcome: one.outcome ?? null, mistake: typeof one.mistake === "string" ? one.mistake : "" };
    }
  }
  return { name: typeof found?.name === "string" ? found.name : "", answers };
}

export function keepProgress(sheet: Sheet, progress: Progress): void {
  keep(keyOf(sheet), progress);
}

/** Whether an answer solves its exercise, as far as is known. */
export function isSolved(done: { outcome: Answered["outcome"] | null } | null | undefined): boolean {
  return done?.outcome === "solved" || done?.outcome === "up-to";
}

/** Returns a hand-in as one line: the name, and the packed grammars. What it says of itself is believed by nobody. */
export async function handIn(sheet: Sheet, { name, answers }: Progress): Promise<string> {
  const own = sheet.exercise.filter(({ title }) => answers[title] !== undefined);
  const content = {
    "hand-in": { name, ...(sheet.title === undefined ? {} : { sheet: sheet.title }), solved: own.filter(({ title }) => isSolved(answers[title])).length },
    answer: own.map(({ title }) => {
      const { grammar = "", start = "" } = answers[title] ?? {};
      return { exercise: title, grammar, ...(start === "" ? {} : { start }) };
    }),
  };
  return `${name.replaceAll(/\s+/g, " ")} ${location.href.split("#")[0]}#hand-in=${await pack(content)}`;
}
