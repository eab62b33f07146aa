// The form of who writes exercises: a task, a solution that is checked by its own conditions, and the link.

import { fill, h } from "../../dom.ts";
import { exerciseCheck, sheetFile, sheetIn } from "../../engine/questions.ts";
import type { Checked, Exercise, Sheet } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { pack } from "../../link.ts";
import { get, set, type State } from "../../store.ts";
import { words } from "../../text/exercise-words.ts";
import { sentence } from "../../text/show.ts";
import { words as all } from "../../text/words.ts";
import { explain } from "../../checking.ts";

/** The time in milliseconds without a key after which an exercise is checked. */
const PAUSE = 300;

type Flag = "unambiguous" | "no-left-recursion" | "ll1";

export class WriteForm {
  readonly form = h("div", { class: "write-form" });
  readonly view = h("section", { class: "exercise-view", "aria-label": words.write.asks, hidden: true });
  readonly #verdict = h("div", { class: "ready", "aria-live": "polite" });
  readonly #first = h("div", { class: "preview" });
  readonly #link = h("input", { type: "text", readonly: true, "aria-label": words.write.link });
  readonly #size = h("p", { class: "mu" });
  readonly #file = h("input", { type: "file", hidden: true, accept: ".toml,.txt" });
  readonly #marks = new Map<string, HTMLElement>();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isOwn = false;
  #round = 0;

  constructor() {
    this.#file.addEventListener("change", () => void this.#open());
  }

  /** Hears of each change. `isOther` says that another exercise is to be written. */
  changed(state: State, isOther: boolean): void {
    if (state.sheet === null) {
      // A sheet to begin with.
      queueMicrotask(() => set({ sheet: { exercise: [{ ...words.write.sample, "show-solution": true, unambiguous: true }] }, task: 0 }));
      return;
    }
    if (isOther && !this.#isOwn) {
      this.#build(state.sheet, Math.max(0, Math.min(state.task, state.sheet.exercise.length - 1)));
      this.#later();
    }
  }

  #build(sheet: Sheet, at: number): void {
    const one = sheet.exercise[at];
    if (one === undefined) {
      return;
    }
    const field = (id: string, label: string, note: string, element: HTMLInputElement | HTMLTextAreaElement, take: (value: string) => Partial<Exercise>) => {
      element.id = `write-${id}`;
      element.addEventListener("input", () => this.#change(take(element.value)));
      return h("p", { class: "field" }, h("label", { for: element.id }, h("b", {}, label), note === "" ? "" : h("span", { class: "mu" }, ` ${note}`)), element);
    };
    const area = (value: string, rows: number, isCode = false) => Object.assign(h("textarea", { rows, spellcheck: isCode ? "false" : "true", class: isCode ? "code" : "" }), { value });
    const title = h("input", { type: "text", value: one.title });
    const sheetTitle = h("input", { type: "text", id: "write-sheet", value: sheet.title ?? "", oninput: () => this.#set({ ...get().sheet!, title: sheetTitle.value }) });
    const choose = h("select", { "aria-label": words.write.exercises, onchange: () => set({ task: Number(choose.value) }) }, ...sheet.exercise.map((each, index) => h("option", { value: index }, `${index + 1} ${each.title}`)));
    choose.value = String(at);
    const shows = h("input", { type: "checkbox", checked: one["show-solution"] === true, onchange: () => this.#change({ "show-solution": shows.checked }) });
    fill(this.form,
      h("div", { class: "tools" }, choose,
        h("button", { type: "button", class: "btn ln", onclick: () => this.#add() }, words.write.add),
        sheet.exercise.length > 1 && h("button", { type: "button", class: "btn", onclick: () => this.#remove(at) }, words.write.remove)),
      h("p", { class: "field" }, h("label", { for: "write-sheet" }, h("b", {}, words.write.sheetTitle)), sheetTitle),
      field("title", words.write.title, "", title, (value) => ({ title: value })),
      field("task", words.write.task, "", area(one.task ?? "", 3), (value) => ({ task: value })),
      field("start", words.write.start, words.write.startNote, area(one.start ?? "", 3, true), (value) => ({ start: value })),
      field("solution", words.write.solution, words.write.solutionNote, area(one.solution, 4, true), (value) => ({ solution: value })),
      h("label", { class: "check" }, shows, ` ${words.write.showSolution}`),
      h("p", { class: "mu" }, words.write.secret));
    this.#buildView(one, area);
  }

  #buildView(one: Exercise, area: (value: string, rows: number, isCode?: boolean) => HTMLTextAreaElement): void {
    const mark = (name: string) => {
      const element = h("span", { class: "mark" });
      this.#marks.set(name, element);
      return element;
    };
    const flag = (name: Flag, label: string) => {
      const box = h("input", { type: "checkbox", checked: one[name] === true, onchange: () => this.#change({ [name]: box.checked }) });
      return h("li", {}, h("label", { class: "check" }, box, ` ${label}`), mark(name));
    };
    const most = h("input", { type: "number", min: 1, max: 200, class: "small", "aria-label": words.write.most, value: one.productions ?? "", oninput: () => this.#change({ productions: Number.isInteger(most.valueAsNumber) && most.valueAsNumber > 0 ? most.valueAsNumber : undefined }) });
    const texts = (id: "valid" | "invalid", label: string) => {
      const element = area((one[id] ?? []).map((text) => (text === "" ? "ε" : text)).join("\n"), 4, true);
      element.id = `write-${id}`;
      element.addEventListener("input", () => this.#change({ [id]: element.value.split("\n").filter((line) => line !== "").map((line) => (line === "ε" ? "" : line)) }));
      return h("p", { class: "field" }, h("label", { for: element.id }, h("b", {}, label)), element, mark(id));
    };
    fill(this.view,
      this.#verdict,
      h("div", { class: "two" },
        h("section", {}, h("h2", { class: "mu" }, words.write.conditions), h("ul", { class: "conditions" },
          h("li", {}, h("span", {}, words.write.same), h("span", { class: "mark mu" }, words.write.always)),
          flag("unambiguous", words.write.unambiguous),
          flag("no-left-recursion", words.write.noLeftRecursion),
          h("li", {}, h("span", {}, words.write.productions, " ", most), mark("productions")),
          flag("ll1", words.write.ll1))),
        h("section", {}, h("h2", { class: "mu" }, words.write.texts), texts("valid", words.show.valid), texts("invalid", words.show.invalid))),
      this.#first,
      h("div", { class: "tools link-row" }, this.#link,
        h("button", { type: "button", class: "btn pri", onclick: () => void this.#copy() }, words.write.copy),
        h("button", { type: "button", class: "btn ln", onclick: () => this.#preview() }, words.write.preview),
        h("button", { type: "button", class: "btn", onclick: () => this.#file.click() }, words.write.open), this.#file,
        h("button", { type: "button", class: "btn", onclick: () => void this.#save() }, words.write.save)),
      this.#size);
  }

  #set(sheet: Sheet): void {
    this.#isOwn = true;
    set({ sheet });
    this.#isOwn = false;
    this.#later();
  }

  #change(change: Partial<Exercise>): void {
    const { sheet, task } = get();
    if (sheet !== null) {
      const changed = (one: Exercise): Exercise => {
        const next = { ...one, ...change };
        // What is not asked for is not in the link.
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== false)) as unknown as Exercise;
      };
      this.#set({ ...sheet, exercise: sheet.exercise.map((one, index) => (index === Math.max(0, task) ? changed(one) : one)) });
    }
  }

  #add(): void {
    const { sheet } = get();
    if (sheet !== null) {
      const title = `${words.write.new} ${sheet.exercise.length + 1}`;
      set({ sheet: { ...sheet, exercise: [...sheet.exercise, { title, task: "", solution: 's = "a"\n' }] }, task: sheet.exercise.length });
    }
  }

  #remove(at: number): void {
    const { sheet } = get();
    if (sheet !== null) {
      set({ sheet: { ...sheet, exercise: sheet.exercise.filter((_, index) => index !== at) }, task: Math.max(0, at - 1) });
    }
  }

  #preview(): void {
    const { sheet, task } = get();
    const one = sheet?.exercise[Math.max(0, task)];
    set({ mode: "solve", task: Math.max(0, task), view: "tree", grammar: one?.start ?? "", readings: false, notation: "", production: "", text: "" });
  }

  #later(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#check(), PAUSE);
  }

  async #check(): Promise<void> {
    const { sheet, task } = get();
    const one = sheet?.exercise[Math.max(0, task)];
    if (sheet === null || one === undefined) {
      return;
    }
    this.#round += 1;
    const round = this.#round;
    void addressOf(sheet).then((address) => {
      this.#link.value = address;
      this.#size.textContent = words.write.size(address.length);
    });
    try {
      const found = await exerciseCheck(one);
      if (round === this.#round) {
        this.#show(found);
      }
    } catch (error) {
      const reason = explain(error, words.write.theCheck);
      if (reason !== null && round === this.#round) {
        fill(this.#verdict, h("p", {}, h("b", { class: "bad" }, words.write.notReady), ` ${reason}`));
      }
    }
  }

  #show({ ready, problems, solution, start }: Checked): void {
    fill(this.#verdict,
      h("p", { class: "answer" }, h("b", { class: ready ? "ok" : "bad" }, ready ? words.write.ready : words.write.notReady), ready ? ` ${words.write.readySays}` : ""),
      ...problems.map((one) => h("p", { class: "bad" }, sentence(one))));
    for (const [name, mark] of this.#marks) {
      const found = solution?.findings.filter((one) => one.condition === name) ?? [];
      const isMet = found.length > 0 && found.every((one) => one.verdict === "proved" || one.verdict === "up-to");
      mark.className = `mark ${found.length === 0 ? "mu" : isMet ? "ok" : "bad"}`;
      mark.textContent = found.length === 0 ? "" : found.length > 1 ? `${isMet ? "✓" : "✗"} ${found.filter((one) => one.verdict === "proved").length}/${found.length}` : `${isMet ? "✓" : "✗"} ${found[0]?.message ?? ""}`;
    }
    fill(this.#first, ...(start === null ? [] : [h("b", { class: "mu" }, words.write.first), h("ul", { class: "cond" }, ...start.findings.filter((one) => one.text === undefined).map((one) =>
      h("li", {}, h("b", { class: one.verdict === "refuted" ? "bad" : one.verdict === "proved" ? "ok" : "mu" }, one.verdict === "refuted" ? "✗" : one.verdict === "proved" ? "✓" : "~"), h("span", {}, one.name, h("span", { class: "mu" }, ` ${one.message}`)))))]));
    this.#first.hidden = start === null;
  }

  /** Opens a sheet that the command reads, too. */
  async #open(): Promise<void> {
    const text = await this.#file.files?.[0]?.text();
    this.#file.value = "";
    if (text === undefined) {
      return;
    }
    try {
      set({ sheet: await sheetIn(text), task: 0 });
    } catch (error) {
      const reason = explain(error, words.write.theFile);
      if (reason !== null) {
        set({ notice: { text: reason, isError: true } });
      }
    }
  }

  async #save(): Promise<void> {
    const { sheet } = get();
    if (sheet !== null) {
      save("exercises.toml", await sheetFile(sheet));
    }
  }

  async #copy(): Promise<void> {
    const { sheet } = get();
    if (sheet === null) {
      return;
    }
    try {
      await navigator.clipboard.writeText(await addressOf(sheet));
      set({ notice: { text: words.write.copied, isError: false } });
    } catch {
      this.#link.select();
      set({ notice: { text: all.share.noClipboard, isError: true } });
    }
  }
}

/** Returns the link of a sheet. It holds everything. */
export async function addressOf(sheet: Sheet): Promise<string> {
  return `${location.href.split("#")[0]}#exercise=${await pack(sheet)}`;
}
