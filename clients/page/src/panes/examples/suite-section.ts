// The conformance suite of a production: its size, its first texts, and all of them as a file.

import { fill, h } from "../../dom.ts";
import { suite, suiteCases, suitePiece, type GrammarText } from "../../engine/questions.ts";
import type { SuiteCase, SuiteCases, SuiteFormat, SuitePiece, SuitePlan } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { grammarOf, set, type State } from "../../store.ts";
import { words } from "../../text/words.ts";
import { signs } from "./made-section.ts";
import { Section } from "./section.ts";

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

export class SuiteSection extends Section {
  readonly #about = h("p", { class: "mu" });
  readonly #depth = h("input", { type: "number", min: 0, max: DEEPEST, value: DEPTH });
  readonly #depthLabel = h("label", { class: "mu" }, words.suite.depth, " ", this.#depth);
  readonly #result = h("div", { class: "suite", "aria-live": "polite" });
  readonly #first = h("ul", { class: "exs", "aria-label": words.suite.first });
  readonly #files = h("div", { class: "tools" });
  readonly #stop = h("button", { type: "button", class: "btn ln", hidden: true }, words.suite.stop);
  readonly #progress = h("progress", { "aria-label": words.suite.written, hidden: true });
  readonly #outcome = h("p", { class: "mu", "aria-live": "polite" });
  #subject: Subject = { grammar: { source: "", readings: false }, rule: "", depth: DEPTH };
  #plan: SuitePlan | null = null;
  /** Counts the questions: an answer to an earlier one is not shown. */
  #round = 0;
  /** The button that writes the file. */
  #writer: HTMLElement | null = null;

  protected build(): void {
    const file = (label: string, format: SuiteFormat) => {
      const button = h("button", { type: "button", class: "btn ln", onclick: () => this.#write(format, button) }, label);
      return button;
    };
    this.#stop.addEventListener("click", () => this.#end(words.suite.stopped));
    this.#depth.addEventListener("change", () => this.#changeDepth());
    fill(this.#files, file(words.suite.saveLines, "jsonl"), file(words.suite.saveTexts, "txt"), this.#stop);
    fill(
      this,
      this.#about,
      h("div", { class: "tools" },
        this.#depthLabel,
        h("button", { type: "button", class: "btn ln", onclick: () => this.#ask() }, words.suite.show),
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
    this.#about.textContent = recurses ? `${words.suite.about} ${words.suite.toDepth(rule)}` : words.suite.about;
    const grammar = grammarOf(state);
    const before = this.#subject;
    if (rule !== before.rule || grammar.source !== before.grammar.source || grammar.readings !== before.grammar.readings || grammar.notation !== before.grammar.notation) {
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
    const subject = words.suite.theSuite(rule, this.#depthLabel.hidden ? null : depth);
    fill(this.#result, h("p", { class: "mu" }, words.suite.counting));
    const shown = async () => {
      const plan = await suite(grammar, rule, depth);
      return { plan, cases: await suiteCases(grammar, rule, depth, SHOWN) };
    };
    const isLate = () => round !== this.#round;
    this.answer(
      shown(),
      subject,
      ({ plan, cases }) => isLate() || this.#showSuite(plan, cases),
      (reason) => isLate() || fill(this.#result, h("p", { class: "failure bad" }, reason)),
    );
  }

  #showSuite(plan: SuitePlan, { cases, undecided, texts }: SuiteCases): void {
    this.#plan = plan;
    const isTooLarge = plan.texts > MOST;
    const valid = cases.filter((one) => one.offset === null).length;
    fill(
      this.#result,
      h("p", { class: "count" }, words.suite.size(plan.texts, plan.states, plan.depth)),
      isTooLarge && h("p", { class: "failure bad" }, words.suite.tooLarge(MOST, plan.depth !== null)),
      undecided > 0 && h("p", { class: "mu" }, words.suite.undecided(undecided, texts)),
      h("p", { class: "mu" }, words.suite.firstOf(valid, cases.length - valid)),
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
        words.suite.theSuite(rule, null),
        (piece) => isLate() || take(piece),
        (reason) => isLate() || this.#end(words.suite.noFile(reason)),
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
  const content = [
    h("span", { class: "ic", "aria-hidden": "true" }, isValid ? "✓" : "✗"),
    h("code", {}, ...signs(text ?? octets)),
    h("small", {}, isValid ? words.suite.isValid : words.suite.isInvalid(offset)),
  ];
  return h("li", { class: isValid ? "y" : "no" },
    // The text of the page is UTF-8, and holds no other octets.
    text === null
      ? h("span", { class: "row" }, ...content)
      : h("button", { type: "button", class: "row", onclick: () => set({ text }) }, ...content));
}

/** Says what a file holds, and what it does not. */
function sentenceOf({ texts, undecided, leftOut }: { texts: number; undecided: number; leftOut: number }): string {
  return words.suite.saved(texts - undecided - leftOut, undecided, leftOut);
}

customElements.define("suite-section", SuiteSection);
