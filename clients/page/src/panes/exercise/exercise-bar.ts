// The bar of a sheet: which exercise it is, and how far the student is.

import { fill, h } from "../../dom.ts";
import type { Sheet } from "../../engine/types.ts";
import { words } from "../../text/exercise-words.ts";
import { isSolved, type Progress } from "./progress.ts";

export class ExerciseBar {
  readonly element = h("div", { class: "exercise-bar", hidden: true });

  constructor(private readonly onopen: (task: number) => void) {}

  show({ title, exercise }: Sheet, task: number, { answers }: Progress): void {
    const select = h("select", { "aria-label": words.sheet.list, onchange: (event: Event) => this.onopen(Number((event.target as HTMLSelectElement).value)) },
      h("option", { value: -1 }, title === undefined || title === "" ? words.sheet.overview : title),
      ...exercise.map((one, index) => h("option", { value: index }, `${index + 1} ${one.title}`)));
    select.value = String(task);
    const move = (label: string, sign: string, to: number) =>
      h("button", { type: "button", class: "btn ico", "aria-label": label, title: label, disabled: to < -1 || to >= exercise.length, onclick: () => this.onopen(to) }, sign);
    const solved = exercise.filter((one) => isSolved(answers[one.title])).length;
    fill(this.element, move(words.sheet.back, "‹", task - 1), select, move(words.sheet.forward, "›", task + 1),
      h("span", { class: "bars", role: "img", "aria-label": words.sheet.of(solved, exercise.length) }, ...exercise.map((one, index) => h("i", { class: `${barOf(answers[one.title])}${index === task ? " cur" : ""}` }))));
  }
}

/** Returns the kind of the bar of an exercise. */
export function barOf(done: Progress["answers"][string] | undefined): string {
  return done === undefined ? "" : isSolved(done) ? "done" : "begun";
}
