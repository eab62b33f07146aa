// A sheet: its exercises with how far each is, and the hand-in.

import { fill, h } from "../../dom.ts";
import type { Sheet } from "../../engine/types.ts";
import { set } from "../../store.ts";
import { words } from "../../text/exercise-words.ts";
import { words as all } from "../../text/words.ts";
import { barOf } from "./exercise-bar.ts";
import { handIn, isSolved, type Progress } from "./progress.ts";

export class SheetForm {
  readonly list = h("section", { class: "exercise-view", "aria-label": words.sheet.list, hidden: true });

  constructor(private readonly onopen: (task: number) => void, private readonly onname: (name: string) => void) {}

  /** Returns what stands at the left. */
  form(sheet: Sheet, progress: Progress): HTMLElement[] {
    const { exercise, title } = sheet;
    const count = (kind: string) => exercise.filter((one) => barOf(progress.answers[one.title]) === kind).length;
    let own = progress;
    const name = h("input", { type: "text", id: "hand-in-name", autocomplete: "name", value: progress.name, oninput: () => {
      own = { ...own, name: name.value };
      this.onname(name.value);
    } });
    return [
      h("h2", {}, title === undefined || title === "" ? words.sheet.untitled : title),
      h("span", { class: "bars", "aria-hidden": "true" }, ...exercise.map((one) => h("i", { class: barOf(progress.answers[one.title]) }))),
      h("p", {}, h("b", {}, words.sheet.of(count("done"), exercise.length)), h("span", { class: "mu" }, ` ${words.sheet.begun(count("begun"))}`)),
      h("section", { class: "hand-in", "aria-label": words.sheet.handIn },
        h("h3", {}, words.sheet.handIn),
        h("label", { for: "hand-in-name" }, h("b", {}, words.sheet.name), h("span", { class: "mu" }, ` ${words.sheet.nameNote}`)),
        name,
        h("button", { type: "button", class: "btn pri", onclick: () => void this.#handIn(sheet, own, name) }, words.sheet.copy),
        h("p", { class: "mu" }, words.sheet.whole),
        h("p", { class: "mu" }, words.sheet.hard)),
      h("p", { class: "tools" },
        h("button", { type: "button", class: "btn ln", onclick: () => set({ mode: "grade" }) }, words.sheet.toGrade),
        h("button", { type: "button", class: "btn ln", onclick: () => set({ mode: "write", task: 0 }) }, words.sheet.toWrite),
        h("button", { type: "button", class: "btn", onclick: () => set({ sheet: null, task: -1, side: "grammar" }) }, words.sheet.leave)),
    ];
  }

  /** Shows the exercises in the place of the view. */
  show({ exercise }: Sheet, { answers }: Progress): void {
    fill(this.list, h("ol", { class: "tasks" }, ...exercise.map((one, index) => {
      const done = answers[one.title];
      return h("li", {},
        h("span", { class: "nr", "aria-hidden": "true" }, String(index + 1)),
        h("div", {}, h("h2", {}, one.title), h("p", {}, one.task ?? ""), done !== undefined && h("code", {}, done.grammar.trim().split("\n")[0] ?? "")),
        h("p", { class: "state" }, done === undefined ? h("b", { class: "mu" }, words.sheet.notBegun) : isSolved(done) ? h("b", { class: "ok" }, words.sheet.solved) : h("b", { class: "bad" }, `${words.sheet.wrong} ${done.mistake}`)),
        h("button", { type: "button", class: `btn ${done !== undefined && !isSolved(done) ? "pri" : "ln"}`, "aria-label": `${stateOf(done)} ${index + 1} ${one.title}`, onclick: () => this.onopen(index) }, stateOf(done)));
    })));
  }

  async #handIn(sheet: Sheet, progress: Progress, name: HTMLInputElement): Promise<void> {
    if (progress.name.trim() === "") {
      set({ notice: { text: words.sheet.noName, isError: true } });
      name.focus();
      return;
    }
    try {
      await navigator.clipboard.writeText(await handIn(sheet, progress));
      set({ notice: { text: words.sheet.copied, isError: false } });
    } catch {
      set({ notice: { text: all.share.noClipboard, isError: true } });
    }
  }
}

function stateOf(done: Progress["answers"][string] | undefined): string {
  return done === undefined ? words.sheet.begin : isSolved(done) ? words.sheet.open : words.sheet.goOn;
}
