// The conformance suite of a production: its size, its first texts, and all of them as a file.

import { fill, h } from "../../dom.ts";
import { suite, suiteCases, suitePiece, type GrammarText } from "../../engine/questions.ts";
import type { SuiteCase, SuiteCases, SuiteFormat, SuitePiece, SuitePlan } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { TabPane } from "../../pane.ts";
import { grammarOf, set, type State } from "../../store.ts";
import { counted, quoted } from "../../text/show.ts";

/** The most valid texts that are shown, and the most invalid ones. */
const SHOWN = 10;

/** The most texts that a file holds. */
const MOST = 1_000_000;

/** The depth that the command takes, too. */
const DEPTH = 1;

/** The greatest depth that can be chosen. Automata are too large before. */
const DEEPEST = 99;

/** What the suite is made for. */
interface Subject {
  grammar: GrammarText;
  rule: string;
  depth: number;
}

export class SuiteSection extends TabPane {
  readonly view = "Examples";
  readonly #about = h("p", { class: "note" });
  readonly #depth = h("input", { type: "number", min: 0, max: DEEPEST, value: DEPTH });
  readonly #depthLabel = h("label", { class: "check" }, "Depth", this.#depth);
  readonly #result = h("div", { class: "suite", "aria-live": "polite" });
  readonly #first = h("ul", { class: "examples", "aria-label": "First texts of the suite" });
  readonly #files = h("div", { class: "bar" });
  readonly #stop = h("button", { type: "button", hidden: true }, "Stop");
  readonly #progress = h("progress", { "aria-label": "Texts written", hidden: true });
  readonly #outcome = h("p", { class: "note", "aria-live": "polite" });
  #subject: Subject = { grammar: { source: "", readings: false }, rule: "", depth: DEPTH };
  #plan: SuitePlan | null = null;
  /** Counts the questions: an answer to an earlier one is not shown. */
  #round = 0;
  /** The button that writes the file. */
  #writer: HTMLElement | null = null;

  protected build(): void {
    const file = (label: string, format: SuiteFormat) => {
      const button = h("button", { type: "button", onclick: () => this.#write(format, button) }, label);
      return button;
    };
    this.#stop.addEventListener("click", () => this.#end("Stopped; no file was written."));
    this.#depth.addEventListener("change", () => this.#changeDepth());
    fill(this.#files, file("Save as JSON Lines", "jsonl"), file("Save the texts alone", "txt"), this.#stop);
    fill(
      this,
      h("h3", {}, "Conformance suite"),
      this.#about,
      h("div", { class: "bar" },
        this.#depthLabel,
        h("button", { type: "button", onclick: () => this.#ask() }, "Show the suite"),
      ),
      this.#result,
      this.#first,
      this.#files,
      this.#progress,
      this.#outcome,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.production !== before.production || now.outline !== before.outline || now.grammar !== before.grammar;
  }

  protected show(state: State): void {
    const { production: rule, outline } = state;
    const obstacle = outline?.productions.find((one) => one.name === rule)?.obstacle;
    const recurses = obstacle?.recursion === true && !obstacle.automaton;
    this.#depthLabel.hidden = !recurses;
    fill(
      this.#about,
      "A wrong parser fails on at least one text of the suite, if it has no more states than the smallest right parser. The state after an error counts.",
      ...(recurses
        ? [
            " Texts of ",
            h("code", {}, rule),
            " nest to any depth, so the suite is made for one depth. The verdicts of deeper texts are right, too.",
          ]
        : []),
    );
    const grammar = grammarOf(state);
    const before = this.#subject;
    if (rule !== before.rule || grammar.source !== before.grammar.source || grammar.readings !== before.grammar.readings) {
      this.#subject = { ...before, grammar, rule };
      this.#clear();
    }
  }

  /** Shows nothing of a suite. */
  #clear(): void {
    this.#end("");
    this.#plan = null;
    this.#files.hidden = true;
    fill(this.#result);
    fill(this.#first);
  }

  #changeDepth(): void {
    const depth = Math.min(DEEPEST, Math.max(0, Math.trunc(this.#depth.valueAsNumber)));
    this.#subject = { ...this.#subject, depth: Number.isNaN(depth) ? DEPTH : depth };
    this.#depth.value = String(this.#subject.depth);
    if (this.#result.childElementCount > 0) {
      this.#ask();
    }
  }

  /** Asks for the size of the suite and its first texts. */
  #ask(): void {
    this.#clear();
    const { grammar, rule, depth } = this.#subject;
    const round = this.#round;
    const subject = this.#depthLabel.hidden ? `the suite of \`${rule}\`` : `the suite of \`${rule}\` to depth ${depth}`;
    fill(this.#result, h("p", { class: "note" }, "The engine counts the texts …"));
    const shown = async () => {
      const plan = await suite(grammar, rule, depth);
      return { plan, cases: await suiteCases(grammar, rule, depth, SHOWN) };
    };
    const isLate = () => round !== this.#round;
    this.answer(
      shown(),
      subject,
      ({ plan, cases }) => isLate() || this.#showSuite(plan, cases),
      (reason) => isLate() || fill(this.#result, h("p", { class: "failure" }, reason)),
    );
  }

  #showSuite(plan: SuitePlan, { cases, undecided, texts }: SuiteCases): void {
    this.#plan = plan;
    const depth = plan.depth === null ? "" : ` to depth ${plan.depth}`;
    const isTooLarge = plan.texts > MOST;
    const valid = cases.filter((one) => one.offset === null).length;
    fill(
      this.#result,
      h("p", { class: "count" }, `${counted(plan.texts, "text")}. The smallest right parser${depth} has ${counted(plan.states, "state")}.`),
      isTooLarge &&
        h("p", { class: "failure" },
          `Too large for a file: a file of this page holds at most ${counted(MOST, "text")}. Choose a smaller ${plan.depth === null ? "production" : "depth or production"}, or use the command `,
          h("code", {}, "rfc1738 conformance export"),
          ".",
        ),
      undecided > 0 &&
        h("p", { class: "note" }, `${counted(undecided, "text")} of the first ${texts.toLocaleString("en")} ${undecided === 1 ? "is" : "are"} undecided: the recognizer reached a limit.`),
      h("p", { class: "note" }, `The first ${counted(valid, "valid text")} and ${counted(cases.length - valid, "invalid text")}:`),
    );
    fill(this.#first, ...cases.map(row));
    this.#files.hidden = isTooLarge;
  }

  /** Makes all texts, one piece after the other, and saves them. */
  #write(format: SuiteFormat, button: HTMLElement): void {
    const plan = this.#plan;
    if (plan === null) {
      return;
    }
    this.#end("");
    const round = this.#round;
    const { grammar, rule, depth } = this.#subject;
    this.#writer = button;
    this.#stop.hidden = false;
    this.#progress.hidden = false;
    this.#progress.max = plan.texts;
    this.#progress.value = 0;
    const lines: Blob[] = [];
    const written = { texts: 0, undecided: 0, leftOut: 0 };
    const isLate = () => round !== this.#round;
    const take = (piece: SuitePiece) => {
      // Strings of all pieces would fill the memory of the page.
      lines.push(new Blob([piece.lines]));
      written.texts += piece.texts;
      written.undecided += piece.undecided;
      written.leftOut += piece.leftOut;
      this.#progress.value = written.texts;
      if (piece.next !== null) {
        next(piece.next);
        return;
      }
      save(`${rule}${plan.depth === null ? "" : `-depth-${plan.depth}`}.${format}`, ...lines);
      this.#end(sentenceOf(written));
    };
    const next = (part: number) =>
      this.answer(
        suitePiece(grammar, rule, depth, format, part),
        `the suite of \`${rule}\``,
        (piece) => isLate() || take(piece),
        (reason) => isLate() || this.#end(`No file was written. ${reason}`),
      );
    next(0);
  }

  /** Ends the writing of a file, with a sentence. */
  #end(sentence: string): void {
    this.#round += 1;
    if (document.activeElement === this.#stop) {
      this.#writer?.focus();
    }
    this.#stop.hidden = true;
    this.#progress.hidden = true;
    this.#outcome.textContent = sentence;
  }
}

function row({ text, octets, offset }: SuiteCase): HTMLElement {
  const isValid = offset === null;
  const shown = quoted(text ?? octets);
  return h("li", { class: isValid ? "met" : "unmet" },
    h("span", { class: "sign", "aria-hidden": "true" }, isValid ? "✓" : "✗"),
    // The text of the page is UTF-8, and holds no other octets.
    text === null
      ? h("span", { class: "sample" }, shown)
      : h("button", { type: "button", class: "sample", onclick: () => set({ text }) }, shown),
    h("span", {}, isValid ? "valid" : `invalid at offset ${offset}`),
  );
}

/** Says what a file holds, and what it does not. */
function sentenceOf({ texts, undecided, leftOut }: { texts: number; undecided: number; leftOut: number }): string {
  const saved = `Saved ${counted(texts - undecided - leftOut, "text")}.`;
  const is = (count: number) => `${counted(count, "text")} ${count === 1 ? "is" : "are"}`;
  const without = undecided > 0 ? ` ${is(undecided)} undecided and left out: the recognizer reached a limit.` : "";
  const lines = leftOut > 0 ? ` ${is(leftOut)} left out, because a line cannot hold LF or end in CR; JSON Lines has all.` : "";
  return `${saved}${without}${lines}`;
}

customElements.define("suite-section", SuiteSection);
