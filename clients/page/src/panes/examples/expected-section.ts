// Texts with the verdict that the user expects. They stay with the grammar for which they were written.

import { explain } from "../../checking.ts";
import { fill, h } from "../../dom.ts";
import { judged } from "../../engine/questions.ts";
import { get, grammarOf, set, type Example, type State } from "../../store.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { signs } from "./made-section.ts";
import { Section } from "./section.ts";

export class ExpectedSection extends Section {
  readonly #list = h("ul", { class: "exs", "aria-label": words.examples.expected });
  readonly #summary = h("p", { class: "mu", "aria-live": "polite" });
  #round = 0;

  protected build(): void {
    const add = (isValid: boolean) => () => {
      const { examples, production: rule, text } = get();
      const others = examples.filter((one) => one.rule !== rule || one.text !== text);
      set({ examples: [...others, { rule, text, isValid }] });
    };
    fill(
      this,
      h("div", { class: "tools" },
        h("button", { type: "button", class: "btn ln", onclick: add(true) }, words.examples.shouldBeValid),
        h("button", { type: "button", class: "btn ln", onclick: add(false) }, words.examples.shouldBeInvalid),
      ),
      this.#summary,
      this.#list,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.outline !== before.outline || now.examples !== before.examples;
  }

  protected show(state: State): void {
    void this.busy(this.#judge(state));
  }

  async #judge({ examples }: State): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const grammar = grammarOf();
    const rows: HTMLElement[] = [];
    let [met, undecided] = [0, 0];
    for (const example of examples) {
      let isValid: boolean | null = null;
      try {
        isValid = (await judged(grammar, example.rule, example.text)).ok;
      } catch (error) {
        explain(error, words.examples.theVerdicts);
      }
      if (round !== this.#round) {
        return;
      }
      met += Number(isValid === example.isValid);
      undecided += Number(isValid === null);
      rows.push(this.#row(example, isValid));
    }
    fill(this.#list, ...rows);
    this.#summary.textContent = examples.length === 0 ? words.examples.noneExpected : words.examples.asExpected(met, undecided, examples.length);
  }

  #row(example: Example, isValid: boolean | null): HTMLElement {
    const isMet = isValid === example.isValid;
    const load = () => set({ production: example.rule, text: example.text });
    const remove = () => {
      const at = get().examples.indexOf(example);
      set({ examples: get().examples.filter((one) => one !== example) });
      // The focus goes to the example that takes its place.
      requestAnimationFrame(() => {
        const buttons = this.#list.querySelectorAll<HTMLElement>("button.remove");
        (buttons[Math.min(at, buttons.length - 1)] ?? this.querySelector<HTMLElement>(".tools button"))?.focus();
      });
    };
    return h("li", { class: isMet ? "y" : isValid === null ? "mu" : "no" },
      h("button", { type: "button", class: "row", onclick: load },
        h("span", { class: "ic", "aria-hidden": "true" }, isMet ? "✓" : isValid === null ? "?" : "✗"),
        h("code", {}, ...signs(example.text)),
        h("small", {}, `${example.rule}: ${words.examples.verdict(example.isValid, isValid)}`)),
      h("button", { type: "button", class: "btn ico remove", "aria-label": words.examples.remove(quoted(example.text)), onclick: remove }, "×"));
  }
}

customElements.define("expected-section", ExpectedSection);
