// Hand-ins: a teacher pastes them by the hundred and gets a table. Every answer is computed again.

import { fill, h } from "../../dom.ts";
import { exerciseAnswer, gradesCsv, gradesTable, handInAnswers, handInRow, handIns } from "../../engine/questions.ts";
import type { Answered, AnswerText, Graded, Grades, Sheet } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { sheetOf, unpack } from "../../link.ts";
import { get, set, type State } from "../../store.ts";
import { words } from "../../text/exercise-words.ts";
import { sentence } from "../../text/show.ts";
import { words as all } from "../../text/words.ts";
import { explain } from "../../checking.ts";
import { isSolved } from "./progress.ts";

/** The time in milliseconds without a key after which hand-ins are read. */
const PAUSE = 400;

/** The most remarks that are listed. */
const REMARKS = 30;

/** What is known of an answer, and as the table has it. */
type Known = Pick<Answered, "outcome" | "length" | "mistakes">;
type Answer = NonNullable<Graded["answers"][number]>;

export class GradeForm {
  readonly form = h("div", { class: "grade-form" });
  readonly view = h("section", { class: "exercise-view", "aria-label": words.grade.title, hidden: true });
  readonly #text = h("textarea", { rows: 12, id: "hand-ins", spellcheck: "false", wrap: "off", class: "code" });
  readonly #link = h("input", { type: "text", id: "sheet-link" });
  readonly #needs = h("p", { class: "field" }, h("label", { for: "sheet-link" }, h("b", {}, words.grade.sheet)), this.#link, h("span", { class: "mu" }, words.grade.sheetNote));
  readonly #file = h("input", { type: "file", multiple: true, hidden: true });
  readonly #said = h("div", { "aria-live": "polite" });
  readonly #table = h("div", { class: "scr", tabindex: 0, role: "region", "aria-label": words.grade.table });
  readonly #detail = h("section", { class: "detail", "aria-live": "polite", hidden: true });
  readonly #tools = h("div", { class: "tools" }, h("span", { class: "gr" }),
    h("button", { type: "button", class: "btn ln", onclick: () => void this.#csv(true) }, words.grade.csv),
    h("button", { type: "button", class: "btn", onclick: () => void this.#csv(false) }, words.grade.saveCsv));
  /** The hand-ins that are answered, their answers, and how many there are. */
  #rows: Graded[] = [];
  #answers: (AnswerText | null)[][] = [];
  #grades: Grades | null = null;
  #count = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #round = 0;
  #read = "";

  constructor() {
    this.#text.addEventListener("input", () => this.#later());
    this.#link.addEventListener("input", () => void this.#takeSheet());
    this.#file.addEventListener("change", () => void this.#open());
    fill(this.form,
      this.#needs,
      h("label", { for: "hand-ins" }, h("b", {}, words.grade.paste)),
      this.#text,
      h("div", { class: "tools" },
        h("button", { type: "button", class: "btn ln", onclick: () => this.#file.click() }, words.grade.openFile), this.#file,
        h("button", { type: "button", class: "btn", onclick: () => {
          this.#text.value = "";
          this.#later();
        } }, words.grade.clear),
        h("button", { type: "button", class: "btn", onclick: () => set({ mode: "solve", task: -1 }) }, words.sheet.overview)),
      this.#said,
      h("p", { class: "mu" }, words.grade.again));
    fill(this.view, this.#tools, this.#table, this.#detail);
  }

  show({ sheet, handIn }: State): void {
    this.#needs.hidden = sheet !== null;
    if (handIn !== "" && !this.#text.value.includes(handIn)) {
      this.#text.value = `${this.#text.value}${this.#text.value === "" ? "" : "\n"}${handIn}\n`;
    }
    this.#later();
  }

  async #takeSheet(): Promise<void> {
    const found = /#exercise=(\S+)/.exec(this.#link.value)?.[1];
    try {
      const sheet = found === undefined ? null : sheetOf(await unpack(found));
      if (sheet !== null) {
        set({ sheet });
        return;
      }
    } catch {
      // The sentence below says it.
    }
    this.#said.textContent = this.#link.value.trim() === "" ? "" : words.grade.notSheet;
  }

  async #open(): Promise<void> {
    const files = [...(this.#file.files ?? [])];
    this.#file.value = "";
    const texts = await Promise.all(files.map((file) => file.text()));
    this.#text.value = [this.#text.value, ...texts].filter((one) => one !== "").join("\n");
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#grade(), PAUSE);
  }

  async #grade(): Promise<void> {
    const { sheet } = get();
    const text = this.#text.value;
    const key = JSON.stringify([sheet, text]);
    if (sheet === null || key === this.#read) {
      return;
    }
    this.#read = key;
    this.#round += 1;
    const round = this.#round;
    this.#rows = [];
    this.#answers = [];
    this.#grades = null;
    this.#count = 0;
    this.#detail.hidden = true;
    if (text.trim() === "") {
      fill(this.#said);
      fill(this.#table, h("p", { class: "mu" }, words.grade.none));
      this.#tools.hidden = true;
      return;
    }
    try {
      const count = await handIns(sheet, text);
      this.#count = count;
      // Equal answers are computed once.
      const known = new Map<string, Known>();
      for (let index = 0; index < count; index += 1) {
        const answers = await handInAnswers(index);
        const found: (Known | null)[] = [];
        for (const [at, answer] of answers.entries()) {
          found.push(answer === null ? null : await this.#answer(sheet, at, answer, known));
          if (round !== this.#round) {
            return;
          }
        }
        const row = await handInRow(index, found);
        if (round !== this.#round) {
          return;
        }
        this.#rows.push(row);
        this.#answers.push(answers);
        // A picture for each of hundreds of rows would take longer than the answers.
        if (index < 10 || index % 20 === 19) {
          this.#show(sheet);
        }
      }
      const grades = await gradesTable();
      if (round === this.#round) {
        this.#grades = grades;
        this.#rows = grades.hand_ins;
        this.#show(sheet);
      }
    } catch (error) {
      this.#said.textContent = explain(error, words.grade.theTable) ?? "";
    }
  }

  /** Answers the grammar of a hand-in. What the hand-in says of it counts for nothing. */
  async #answer(sheet: Sheet, at: number, { grammar, start = "" }: AnswerText, known: Map<string, Known>): Promise<Known> {
    const exercise = sheet.exercise[at];
    const key = JSON.stringify([at, grammar, start]);
    let found = known.get(key);
    if (found === undefined && exercise !== undefined) {
      // An answer that takes too long is undecided, and stops no other.
      found = await exerciseAnswer(exercise, grammar, start ?? "", true).catch((): Known => ({ outcome: "undecided", mistakes: [] }));
      known.set(key, found);
    }
    return found ?? { outcome: "undecided", mistakes: [] };
  }

  #show(sheet: Sheet): void {
    const rows = this.#rows;
    const read = rows.filter((row) => row.read);
    const mistakes = this.#grades?.mistakes ?? [];
    this.#tools.hidden = rows.length === 0;
    fill(this.#said,
      h("p", {}, h("b", {}, rows.length < this.#count ? words.grade.progress(rows.length, this.#count) : words.grade.read(rows.length, read.length))),
      ...rows.filter((row) => row.remarks.length > 0).slice(0, REMARKS).map((row) => h("p", { class: row.read ? "mu" : "bad" }, words.grade.cannot(row.line, sentence(row.remarks.join("; "))))));
    const cell = (row: Graded, at: number, exercise: number) => {
      const known = row.answers[exercise] ?? null;
      if (known === null) {
        return h("td", { class: "mu" }, row.read ? "–" : "?");
      }
      const kind = isSolved(known) ? "ok" : known.outcome === "wrong" ? "bad" : "mu";
      return h("td", {}, h("button", { type: "button", class: `cell ${kind}`, onclick: () => this.#choose(sheet, row, at, exercise) }, saidOf(known), h("span", { class: "vh" }, ` ${words.grade.cell(row.name, sheet.exercise[exercise]?.title ?? "")}`)));
    };
    const often = (exercise: number) => {
      const found = mistakes.find((one) => one.exercise === exercise);
      return h("td", { class: "mu" }, found === undefined ? "" : `${found.mistake} ${words.grade.times(found.count)}`);
    };
    fill(this.#table, h("table", { class: "grades" },
      h("thead", {}, h("tr", {}, h("th", {}, words.grade.name), ...sheet.exercise.map((one, index) => h("th", {}, `${index + 1} ${one.title}`)), h("th", {}, words.grade.solved))),
      h("tbody", {},
        ...rows.map((row, at) => h("tr", {},
          h("th", { scope: "row" }, row.name === "" ? words.grade.line(row.line) : row.name, row.says !== null && row.says !== row.solved && h("span", { class: "says" }, ` ${words.grade.says(row.says)}`)),
          ...sheet.exercise.map((_, exercise) => cell(row, at, exercise)),
          h("td", {}, row.read ? String(row.solved) : ""))),
        h("tr", { class: "mu" }, h("th", { scope: "row" }, words.grade.solved), ...sheet.exercise.map((_, exercise) => h("td", {}, words.grade.of(read.filter((row) => isSolved(row.answers[exercise])).length, read.length))), h("td", {})),
        mistakes.length > 0 && h("tr", { class: "mu" }, h("th", { scope: "row" }, words.grade.often), ...sheet.exercise.map((_, exercise) => often(exercise)), h("td", {})))));
  }

  #choose(sheet: Sheet, row: Graded, at: number, exercise: number): void {
    const { grammar = "", start = "" } = this.#answers[at]?.[exercise] ?? {};
    const title = sheet.exercise[exercise]?.title ?? "";
    const same = this.#grades?.mistakes.find((one) => one.exercise === exercise && one.made_by.includes(at) && one.count > 1);
    const names = same?.made_by.map((index) => this.#rows[index]?.name ?? "").filter((name) => name !== "") ?? [];
    this.#detail.hidden = false;
    fill(this.#detail,
      h("h2", {}, words.grade.cell(row.name, `${exercise + 1} ${title}`)),
      ...(row.answers[exercise]?.mistakes ?? []).map((one) => h("p", { class: "bad" }, `✗ ${one}`)),
      h("pre", { class: "code" }, grammar),
      names.length > 1 && h("p", { class: "mu" }, words.grade.sameMistake(names)),
      h("button", { type: "button", class: "btn ln", onclick: () => set({ mode: "solve", task: exercise, view: "tree", grammar, readings: false, notation: "", production: start, text: "" }) }, words.grade.views));
    this.#detail.scrollIntoView({ block: "nearest" });
  }

  async #csv(isCopied: boolean): Promise<void> {
    const csv = await gradesCsv().catch(() => null);
    if (csv === null) {
      return;
    }
    if (!isCopied) {
      save("hand-ins.csv", csv);
      return;
    }
    try {
      await navigator.clipboard.writeText(csv);
      set({ notice: { text: words.grade.copied(this.#rows.length), isError: false } });
    } catch {
      set({ notice: { text: all.share.noClipboard, isError: true } });
    }
  }
}

/** Says in a few words what is known of an answer. */
function saidOf(known: Answer): string {
  switch (known.outcome) {
    case "solved":
      return "✓";
    case "up-to":
      return words.grade.upTo(known.length ?? 0);
    case "undecided":
      return "?";
    default:
      return `✗ ${known.mistakes[0] ?? ""}`;
  }
}
