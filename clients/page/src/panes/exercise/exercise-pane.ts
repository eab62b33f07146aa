// Exercises at the left: the task of one and what is known of the answer, or the sheet, or the form of who writes them.

import "../../styles/exercise.css";
import { EditorView } from "@codemirror/view";
import { fill, h } from "../../dom.ts";
import { exerciseAnswer } from "../../engine/questions.ts";
import type { Answered, Exercise, Sheet } from "../../engine/types.ts";
import { Pane } from "../../pane.ts";
import { get, set, type State } from "../../store.ts";
import { words } from "../../text/exercise-words.ts";
import { sentence, visible } from "../../text/show.ts";
import { ExerciseBar } from "./exercise-bar.ts";
import { AnswerLine } from "./answer-line.ts";
import { GradeForm } from "./grade.ts";
import { keepProgress, progressOf, type Progress } from "./progress.ts";
import { SheetForm } from "./sheet.ts";
import { WriteForm } from "./write.ts";

/** The time in milliseconds without a key after which an answer is checked. */
const PAUSE = 300;

const SIGNS = ["=", "/", "|", '"', "(", ")", "[", "]", "*", "→", "ε"];
const MARKS: Record<string, string> = { proved: "✓", refuted: "✗", "up-to": "~", undecided: "?" };
const KINDS: Record<string, string> = { proved: "ok", refuted: "bad", "up-to": "prefix", undecided: "mu" };

export class ExercisePane extends Pane {
  readonly #task = h("div", { class: "task", tabindex: 0, role: "region", "aria-label": words.show.task });
  readonly #conditions = h("ul", { class: "cond", "aria-label": words.show.conditions });
  readonly #sub = h("div", { class: "sub" }, h("b", {}, words.show.yours), h("span", { class: "gr" }), h("button", { type: "button", class: "btn", title: words.show.againTitle, onclick: () => this.#again() }, words.show.again));
  readonly #keys = h("div", { class: "keys", role: "group", "aria-label": words.show.signs }, ...SIGNS.map((sign) => h("button", { type: "button", "aria-label": words.show.insert(sign), onclick: () => insertInto(sign) }, sign)));
  readonly #texts = h("div", { class: "texts" });
  readonly #form = h("div", { class: "pane-body exercise-form" });
  readonly #bar = new ExerciseBar((task) => this.#open(task));
  readonly #line = new AnswerLine((task) => this.#open(task));
  readonly #sheet = new SheetForm((task) => this.#open(task), (name) => this.#name(name));
  readonly #write = new WriteForm();
  readonly #grade = new GradeForm();
  #progress: Progress = { name: "", answers: {} };
  #answer: Answered | null = null;
  #asked = "";
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** The text that the page put into the view: a counterexample. It follows the answer until another one is typed. */
  #own: string | null = null;

  protected build(): void {
    fill(this, this.#task, this.#sub, this.#keys, this.#texts, this.#form);
    const body = document.querySelector("#view > .body");
    body?.prepend(this.#line.element);
    body?.append(this.#sheet.list, this.#write.view, this.#grade.view);
    document.querySelector("page-bar h1")?.after(this.#bar.element);
  }

  protected changed(now: State, before: State): void {
    const isFirst = now === before;
    const isOn = now.side === "exercise";
    const { sheet, task, mode } = now;
    const kind = !isOn ? "" : mode === "solve" ? (sheet === null || task < 0 ? "sheet" : "solve") : mode;
    document.body.dataset.exercise = kind;
    this.#bar.element.hidden = !isOn || sheet === null || mode === "grade";
    if (sheet !== null && (isFirst || sheet !== before.sheet)) {
      this.#progress = progressOf(sheet);
    }
    if (isFirst || sheet !== before.sheet || task !== before.task || mode !== before.mode || now.side !== before.side) {
      this.#answer = null;
      this.#asked = "";
      this.#show(now, kind);
    }
    if (kind === "solve" && sheet !== null && (isFirst || sheet !== before.sheet)) {
      const one = sheet.exercise[task];
      if (one !== undefined && this.#progress.answers[one.title] !== undefined && now.grammar === (one.start ?? "")) {
        // A link is followed again: what the student has done stays.
        queueMicrotask(() => this.#open(task));
        return;
      }
    }
    if (kind === "solve" && !isFirst && before.side !== "exercise" && before.sheet === sheet) {
      // The tutorial has left another grammar.
      queueMicrotask(() => this.#open(task));
      return;
    }
    if (kind === "solve" && sheet !== null) {
      if (!isFirst && now.text !== before.text && now.text !== this.#own) {
        this.#own = null;
      }
      const key = JSON.stringify([now.grammar, now.production, task]);
      if (now.outline !== null && key !== this.#asked) {
        this.#asked = key;
        clearTimeout(this.#pause);
        this.#pause = setTimeout(() => this.#check(get()), PAUSE);
      }
    }
    if (kind === "write") {
      this.#write.changed(now, isFirst || sheet !== before.sheet || task !== before.task || mode !== before.mode);
    }
  }

  /** Shows an exercise, with the answer that was there. A negative number shows all of them. */
  #open(task: number): void {
    const { sheet } = get();
    const one = sheet?.exercise[task];
    if (sheet === null || one === undefined) {
      set({ task: -1, mode: "solve", side: "exercise" });
      return;
    }
    const done = this.#progress.answers[one.title];
    this.#own = "";
    set({ task, mode: "solve", side: "exercise", view: "tree", grammar: done?.grammar ?? one.start ?? "", readings: false, notation: "", production: done?.start ?? "", text: "", pinned: null, derivation: 0 });
  }

  #again(): void {
    const { sheet, task } = get();
    set({ grammar: sheet?.exercise[task]?.start ?? "", notation: "" });
  }

  #name(name: string): void {
    const { sheet } = get();
    this.#progress = { ...this.#progress, name };
    if (sheet !== null) {
      keepProgress(sheet, this.#progress);
    }
  }

  #show(state: State, kind: string): void {
    const { sheet, task } = state;
    const one = sheet?.exercise[task];
    const isSolving = kind === "solve" && one !== undefined;
    [this.#task, this.#sub, this.#keys, this.#texts].forEach((element) => (element.hidden = !isSolving));
    this.#form.hidden = isSolving;
    this.#line.show(null, state, this.#progress);
    this.#sheet.list.hidden = kind !== "sheet";
    this.#write.view.hidden = kind !== "write";
    this.#grade.view.hidden = kind !== "grade";
    if (sheet !== null) {
      this.#bar.show(sheet, task, this.#progress);
    }
    if (isSolving) {
      fill(this.#task, h("h2", {}, one.title), h("p", {}, one.task ?? ""), this.#conditions);
      this.#showFindings(one);
    } else if (kind === "sheet" && sheet !== null) {
      fill(this.#form, ...this.#sheet.form(sheet, this.#progress));
      this.#sheet.show(sheet, this.#progress);
    } else if (kind === "write") {
      fill(this.#form, this.#write.form);
    } else if (kind === "grade") {
      fill(this.#form, this.#grade.form);
      this.#grade.show(state);
    }
  }

  #check({ sheet, task, grammar, production, outline }: State): void {
    const one = sheet?.exercise[task];
    const asked = this.#asked;
    if (sheet === null || one === undefined) {
      return;
    }
    const start = outline?.productions.some(({ name }) => name === production) === true ? production : "";
    this.answer(
      exerciseAnswer(one, grammar, start),
      words.show.theAnswer,
      (found) => {
        if (asked === this.#asked) {
          this.#take(sheet, one, found, grammar, start);
        }
      },
      (reason) => asked === this.#asked && this.#line.refuse(reason),
    );
  }

  #take(sheet: Sheet, one: Exercise, found: Answered, grammar: string, start: string): void {
    this.#answer = found;
    if (grammar.trim() !== (one.start ?? "").trim() || this.#progress.answers[one.title] !== undefined) {
      this.#progress = { ...this.#progress, answers: { ...this.#progress.answers, [one.title]: { grammar, start, outcome: found.outcome, mistake: found.mistakes[0] ?? "" } } };
      keepProgress(sheet, this.#progress);
    }
    const state = get();
    this.#line.show(found, state, this.#progress);
    this.#bar.show(sheet, state.task, this.#progress);
    this.#showFindings(one);
    const witness = this.#line.texts[0];
    if (witness !== undefined && (state.text === this.#own || state.text === "")) {
      this.#own = witness;
      // Two trees of one text are seen beside each other.
      const isAmbiguous = found.findings.some((one) => one.ambiguous?.text === witness);
      set({ text: witness, ...(isAmbiguous ? { both: true } : {}) });
    }
  }

  #showFindings(one: Exercise): void {
    const findings = this.#answer?.findings ?? [];
    const isText = (condition: string) => condition === "valid" || condition === "invalid";
    const rows = this.#answer === null ? [h("li", { class: "mu" }, words.show.checking)] : findings.filter(({ condition }) => !isText(condition)).map(({ name, verdict, message }) =>
      h("li", {}, h("b", { class: KINDS[verdict] ?? "" }, MARKS[verdict] ?? "", h("span", { class: "vh" }, ` ${words.verdicts[verdict] ?? ""}: `)), h("span", {}, sentence(name).replace(/\.$/, ""), h("span", { class: "mu" }, ` ${message}`))));
    fill(this.#conditions, ...rows);
    const chips = (condition: "valid" | "invalid", texts: string[]) => texts.map((text) => {
      const found = findings.find((finding) => finding.condition === condition && finding.text === text);
      const kind = found === undefined ? "" : found.verdict === "proved" ? "okc" : found.verdict === "refuted" ? "badc" : "";
      return h("button", { type: "button", class: `chip ${kind}`, onclick: () => set({ text }) }, `${found === undefined ? "" : `${MARKS[found.verdict]} `}${text === "" ? "ε" : [...text].map(visible).join("")}`);
    });
    const [valid, invalid] = [one.valid ?? [], one.invalid ?? []];
    fill(this.#texts,
      valid.length > 0 && h("b", {}, words.show.valid), valid.length > 0 && h("div", {}, ...chips("valid", valid)),
      invalid.length > 0 && h("b", {}, words.show.invalid), invalid.length > 0 && h("div", {}, ...chips("invalid", invalid)));
    this.#texts.hidden = valid.length + invalid.length === 0;
  }
}

/** Writes a sign into the grammar, where the caret is. */
function insertInto(sign: string): void {
  const editor = document.querySelector<HTMLElement>("grammar-pane .cm-editor");
  const view = editor === null ? null : EditorView.findFromDOM(editor);
  if (view !== null) {
    view.dispatch(view.state.replaceSelection(sign));
    view.focus();
  }
}

customElements.define("exercise-pane", ExercisePane);
