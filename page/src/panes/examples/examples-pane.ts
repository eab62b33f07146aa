// Texts with the verdict that the user expects, texts that the grammar makes, and its automaton.

import { explain } from "../../checking.ts";
import { fill, h } from "../../dom.ts";
import { automaton, sentences, verdict } from "../../engine/questions.ts";
import type { Kind, Sentence } from "../../engine/types.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, set, type Example, type State } from "../../store.ts";
import { counted, quoted } from "../../text/show.ts";
import { drawAutomaton } from "./automaton.ts";
import "./suite-section.ts";

/** The number of texts that a button makes. */
const MADE = 12;

export class ExamplesPane extends TabPane {
  readonly view = "Examples";
  readonly #list = h("ul", { class: "examples", "aria-label": "Examples" });
  readonly #summary = h("p", { class: "note", "aria-live": "polite" });
  readonly #made = h("ul", { class: "examples", "aria-label": "Texts of the grammar" });
  readonly #automaton = h("div", { class: "drawing automaton" });
  #seed = 1;
  #round = 0;
  #wanted: Kind | null = null;

  protected build(): void {
    const add = (isValid: boolean) => () => {
      const { examples, production: rule, text } = get();
      const others = examples.filter((one) => one.rule !== rule || one.text !== text);
      set({ examples: [...others, { rule, text, isValid }] });
    };
    const make = (label: string, kind: Kind) =>
      h("button", { type: "button", onclick: () => this.make(kind) }, label);
    fill(
      this,
      h("div", { class: "bar" },
        h("button", { type: "button", onclick: add(true) }, "✓ The text should be valid"),
        h("button", { type: "button", onclick: add(false) }, "✗ The text should be invalid"),
      ),
      this.#summary,
      this.#list,
      h("h3", {}, "Texts that the grammar makes"),
      h("div", { class: "bar" },
        make("Random", "random"),
        make("Covering", "cover"),
        make("Shortest", "shortest"),
        make("Nearly valid", "near"),
      ),
      this.#made,
      document.createElement("suite-section"),
      h("h3", {}, "The automaton"),
      this.#automaton,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return (
      now.verdict !== before.verdict ||
      now.outline !== before.outline ||
      now.examples !== before.examples
    );
  }

  protected show(state: State): void {
    void this.busy(this.#judge(state));
    this.#drawAutomaton(state);
    this.#makeWanted(state);
  }

  async #judge({ examples }: State): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const grammar = grammarOf();
    const rows: HTMLElement[] = [];
    let met = 0;
    for (const example of examples) {
      let isValid: boolean | null = null;
      try {
        isValid = (await verdict(grammar, example.rule, example.text, false)).ok;
      } catch (error) {
        explain(error, "the verdicts of the examples");
      }
      if (round !== this.#round) {
        return;
      }
      met += Number(isValid === example.isValid);
      rows.push(row(example, isValid));
    }
    fill(this.#list, ...rows);
    this.#summary.textContent =
      examples.length === 0
        ? "No examples yet. Say what you expect of the text above; the page keeps the answer with the grammar."
        : `${met} of ${counted(examples.length, "example")} as expected.`;
  }

  /** Makes texts of the production that is chosen, as soon as the engine knows it. */
  make(kind: Kind): void {
    this.#wanted = kind;
    this.#makeWanted(get());
  }

  #makeWanted({ verdict, production }: State): void {
    const kind = this.#wanted;
    if (kind === null || verdict?.rule !== production) {
      return;
    }
    this.#wanted = null;
    this.#seed += 1;
    this.answer(
      sentences(grammarOf(), get().production, kind, this.#seed, MADE),
      "texts",
      (texts) => fill(this.#made, ...texts.slice(0, 60).map(made)),
      (reason) => fill(this.#made, h("li", { class: "note" }, reason)),
    );
  }

  #drawAutomaton({ production, text }: State): void {
    this.answer(
      automaton(grammarOf(), production, text),
      "the automaton",
      (found) => fill(this.#automaton, drawAutomaton(found, production)),
      (reason) => fill(this.#automaton, h("p", { class: "note" }, reason)),
    );
  }
}

function row(example: Example, isValid: boolean | null): HTMLElement {
  const isMet = isValid === example.isValid;
  const wish = example.isValid ? "should be valid" : "should be invalid";
  const fact = isValid === null ? "is not decided" : isValid ? "is valid" : "is invalid";
  const load = () => set({ production: example.rule, text: example.text });
  const remove = () => set({ examples: get().examples.filter((one) => one !== example) });
  return h("li", { class: isMet ? "met" : "unmet" },
    h("span", { class: "sign", "aria-hidden": "true" }, isMet ? "✓" : "✗"),
    h("button", { type: "button", class: "sample", onclick: load }, quoted(example.text)),
    h("span", { class: "rule" }, example.rule),
    h("span", {}, isMet ? `${wish}, and it is` : `${wish}, and it ${fact}`),
    h("button", { type: "button", class: "quiet", "aria-label": `Remove ${quoted(example.text)}`, onclick: remove }, "✕"),
  );
}

function made({ text, error, undecided }: Sentence): HTMLElement {
  const load = () => set({ text });
  const isMet = error === undefined && undecided === undefined;
  const sign = undecided !== undefined ? "?" : isMet ? "✓" : "✗";
  return h("li", { class: isMet ? "met" : "unmet" },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    h("button", { type: "button", class: "sample", onclick: load }, quoted(text)),
    h("span", {}, undecided === undefined ? (error ?? "valid") : `undecided: ${undecided}`),
  );
}

customElements.define("examples-pane", ExamplesPane);
