// What the productions do with the text, step by step.

import { fill, h } from "../../dom.ts";
import { Icicle } from "../../drawing/icicle.ts";
import { steps } from "../../engine/questions.ts";
import type { Step } from "../../engine/types.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, hover, selected, type State } from "../../store.ts";
import { counted, quoted } from "../../text/show.ts";
import { givenBack, type GivenBack, outOf, replay, run, sentence } from "./replay.ts";

/** The number of steps listed before and after the current one. */
const AROUND = 5;

/** The most steps that get a button because they give characters back. */
const GIVEN_BACK = 12;

export class StepsPane extends TabPane {
  readonly view = "Steps";
  readonly #icicle = new Icicle();
  readonly #slider = h("input", { type: "range", "aria-label": "Step", min: 0, max: 0, value: 0 });
  readonly #count = h("span", { class: "count" });
  readonly #sentence = h("p", { class: "step-sentence", "aria-live": "polite" });
  readonly #list = h("ol", { class: "steps-list" });
  readonly #rule = h("select", { "aria-label": "Breakpoint" });
  readonly #offset = h("input", { type: "number", "aria-label": "Break at offset", min: 0, placeholder: "offset" });
  readonly #missed = h("span", { class: "note", "aria-live": "polite" });
  readonly #givenBack = h("p", { class: "given-back" });
  #steps: Step[] = [];
  #omitted = 0;
  #exceeded: number | null = null;
  #text = "";

  protected build(): void {
    const go = (to: () => number) => () => this.#go(to());
    const at = () => Number(this.#slider.value);
    const button = (label: string, title: string, to: () => number) =>
      h("button", { type: "button", title, onclick: go(to) }, label);
    this.#slider.addEventListener("input", () => this.#draw());
    this.#slider.addEventListener("keydown", (event) => {
      if (event.shiftKey && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
        event.preventDefault();
        this.#go(outOf(this.#steps, at(), event.key === "ArrowRight" ? 1 : -1));
      }
    });
    const offset = () => (this.#offset.value === "" ? null : Number(this.#offset.value));
    fill(
      this,
      h("div", { class: "bar" },
        button("|←", "First step (Home)", () => 0),
        button("←", "One step back (Left)", () => at() - 1),
        button("→", "One step (Right)", () => at() + 1),
        button("Out", "Out of the production (Shift and Right)", () => outOf(this.#steps, at(), 1)),
        button("→|", "Last step (End)", () => this.#steps.length),
        this.#count,
      ),
      this.#slider,
      h("div", { class: "bar" },
        h("label", {}, "Break at ", this.#rule),
        h("label", {}, "or at ", this.#offset),
        h("button", {
          type: "button",
          title: "Run to the next breakpoint",
          onclick: () => {
            const next = run(this.#steps, at(), this.#rule.value, offset());
            this.#go(next ?? this.#steps.length);
            this.#missed.textContent = next === null ? "No further step meets the breakpoint." : "";
          },
        }, "▶ Run to break"),
        this.#missed,
      ),
      this.#givenBack,
      this.#sentence,
      this.#icicle.element,
      this.#list,
      h("p", { class: "caption" }, "Faint steps do not count in the end. The text can be edited all the while."),
    );
  }

  #go(to: number): void {
    this.#slider.value = String(Math.max(0, Math.min(this.#steps.length, to)));
    this.#draw();
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict !== before.verdict || now.outline !== before.outline;
  }

  protected show({ verdict, production, outline }: State): void {
    const chosen = this.#rule.value;
    const names = outline?.productions.filter((one) => !one.character).map((one) => one.name) ?? [];
    fill(
      this.#rule,
      h("option", { value: "" }, "no production"),
      ...names.map((name) => h("option", { value: name }, name)),
    );
    this.#rule.value = names.includes(chosen) ? chosen : "";
    if (verdict === null) {
      this.#clear("There is no verdict on the text.");
      return;
    }
    this.answer(
      steps(grammarOf(), production, verdict.text),
      "the steps",
      (trace) => {
        if (get().verdict === verdict) {
          const atEnd = Number(this.#slider.value) >= this.#steps.length;
          this.#steps = trace.steps;
          this.#omitted = trace.omitted;
          this.#exceeded = trace.exceeded;
          this.#text = verdict.text;
          this.#showGivenBack();
          this.#slider.max = String(trace.steps.length);
          if (atEnd || Number(this.#slider.value) > trace.steps.length) {
            this.#slider.value = String(trace.steps.length);
          }
          this.#draw();
        }
      },
      (reason) => this.#clear(reason),
    );
  }

  /** Shows no steps, and why. */
  #clear(reason: string): void {
    this.#steps = [];
    this.#omitted = 0;
    this.#exceeded = null;
    this.#text = "";
    this.#slider.max = "0";
    fill(this.#givenBack);
    this.#draw();
    this.#sentence.textContent = reason;
  }

  /** Lists the steps that give characters back: nobody finds them among hundreds. */
  #showGivenBack(): void {
    const found = givenBack(this.#steps);
    const button = ({ at, rule, start, end }: GivenBack) =>
      h("button", { type: "button", class: "fix", title: `Step ${at}`, onclick: () => this.#go(at) },
        `${rule} gives back ${quoted(this.#text.slice(start, end), 20)} at ${start}`);
    const shown = found.slice(0, GIVEN_BACK).sort((a, b) => a.at - b.at);
    const left = found.length - GIVEN_BACK;
    if (this.#exceeded !== null) {
      const most = this.#exceeded;
      fill(this.#givenBack, `A parser that backtracks takes more than ${most} steps here: only the right choices are shown.`);
      return;
    }
    fill(
      this.#givenBack,
      found.length === 0 ? "No production gives anything back." : "Backtracking: ",
      ...shown.map(button),
      left > 0 && ` and ${counted(left, "shorter one")}`,
    );
  }

  #draw(): void {
    const at = Number(this.#slider.value);
    const step = this.#steps[at - 1];
    const left = this.#omitted > 0 ? `, ${counted(this.#omitted, "further step")} left out` : "";
    this.#count.textContent = `Step ${at} of ${this.#steps.length}${left}`;
    const words = step ? sentence(step, this.#text, (part) => quoted(part, 20)) : "Before the first step.";
    this.#sentence.textContent = words;
    this.#slider.setAttribute("aria-valuetext", `${at}: ${words}`);
    const nodes = replay(this.#steps, at);
    const caret = step ? (step.event === "fail" ? step.start : (step.end ?? step.start)) : 0;
    this.#icicle.show(this.#text, { nodes, complete: true }, { cursor: caret });
    const from = Math.max(0, at - AROUND - 1);
    const shown = this.#steps.slice(from, at + AROUND);
    fill(
      this.#list,
      ...shown.map((one, index) => {
        const number = from + index + 1;
        const go = () => this.#go(number);
        const item = h("li", {
          class: `${one.kept ? "kept" : "dropped"} ${one.event}${number === at ? " current" : ""}`,
          value: number,
        }, h("button", { type: "button", tabindex: -1, onclick: go }, sentence(one, this.#text, (part) => quoted(part, 20))));
        item.style.setProperty("--depth", String(one.depth));
        return item;
      }),
    );
    const open = nodes.filter((node) => node.end === null).at(-1);
    hover(open ? { rule: open.rule, at: { start: open.start, end: caret } } : null);
    this.light(get());
  }

  protected override light(state: State): void {
    this.#icicle.light(selected(state));
  }
}

customElements.define("steps-pane", StepsPane);
