// The table of hand-ins: what each answer is, the commonest mistakes, and the table for spreadsheets.

import type { Answered, HandedIn, Sheet } from "../../engine/types.ts";
import { words } from "../../text/exercise-words.ts";

/** What is known of an answer; a reason if the engine gave up. */
export type Known = Pick<Answered, "outcome" | "mistakes" | "length"> | { outcome: "given up"; mistakes: string[]; length?: number };

/** A hand-in with its answers, as far as they are known; `null` where there is none. */
export interface Graded extends HandedIn {
  known: (Known | null)[];
}

/** A mistake, and the hand-ins that make it, by their places. */
export interface Mistake {
  exercise: number;
  mistake: string;
  by: number[];
}

export function isRight(known: Known | null | undefined): boolean {
  return known?.outcome === "solved" || known?.outcome === "up-to";
}

export function solvedOf({ known }: Graded): number {
  return known.filter(isRight).length;
}

/** Says in a few words what is known of an answer. */
export function saidOf(known: Known): string {
  switch (known.outcome) {
    case "solved":
      return "✓";
    case "up-to":
      return words.grade.upTo(known.length ?? 0);
    case "undecided":
      return "?";
    case "given up":
      return `? ${known.mistakes[0] ?? ""}`;
    default:
      return `✗ ${known.mistakes[0] ?? ""}`;
  }
}

/** Returns the mistakes, the commonest of each exercise first. */
export function mistakesOf(rows: Graded[]): Mistake[] {
  const found = new Map<string, Mistake>();
  rows.forEach((row, at) => row.known.forEach((known, exercise) => {
    for (const mistake of known?.outcome === "wrong" ? known.mistakes : []) {
      const key = `${exercise} ${mistake}`;
      const one = found.get(key) ?? { exercise, mistake, by: [] };
      found.set(key, { ...one, by: [...one.by, at] });
    }
  }));
  return [...found.values()].sort((one, other) => one.exercise - other.exercise || other.by.length - one.by.length);
}

/** Adds to each hand-in that has the name of another one that it does. */
export function withNames(rows: Graded[]): Graded[] {
  const counts = new Map<string, number>();
  rows.filter((row) => row.read).forEach(({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1));
  return rows.map((row) => ((counts.get(row.name) ?? 0) > 1 && row.read ? { ...row, remarks: [...row.remarks, words.grade.sameName(counts.get(row.name) ?? 0)] } : row));
}

/** Returns the table as RFC 4180 writes it. A cell that a spreadsheet would take for a formula has an apostrophe before it. */
export function csvOf({ exercise }: Sheet, rows: Graded[]): string {
  const field = (text: string) => {
    const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  const said = (known: Known | null) => (known === null ? "" : known.outcome === "wrong" ? known.mistakes.join("; ") : saidOf(known));
  const head = ["name", ...exercise.map((one) => one.title), "solved", "says", "remarks", "line"];
  const lines = rows.map((row) => [row.name, ...exercise.map((_, at) => said(row.known[at] ?? null)), row.read ? String(solvedOf(row)) : "", row.says === null ? "" : String(row.says), row.remarks.join("; "), String(row.line)]);
  return [head, ...lines].map((line) => `${line.map(field).join(",")}\r\n`).join("");
}
