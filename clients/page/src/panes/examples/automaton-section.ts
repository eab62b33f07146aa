// The automaton of the production, with the states that the text passes.

import { fill, h } from "../../dom.ts";
import { automaton } from "../../engine/questions.ts";
import { grammarOf, type State } from "../../store.ts";
import { lengthOf } from "../../text/octets.ts";
import { words } from "../../text/words.ts";
import { drawAutomaton } from "./automaton.ts";
import { Section } from "./section.ts";

export class AutomatonSection extends Section {
  readonly #drawing = h("div", { class: "scr", tabindex: 0, role: "region", "aria-label": words.examples.sections.automaton });

  readonly #state = h("p", { class: "mu", "aria-live": "polite" });

  protected build(): void {
    fill(this, this.#drawing, this.#state);
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict !== before.verdict || now.outline !== before.outline;
  }

  protected show({ production, text, verdict }: State): void {
    this.#state.textContent = "";
    this.answer(
      automaton(grammarOf(), production, text),
      words.examples.theAutomaton,
      (found) => {
        fill(this.#drawing, drawAutomaton(found, production));
        const state = found.path.at(-1) ?? 0;
        const offset = verdict?.rejected?.offset ?? lengthOf(text);
        if (verdict?.text === text) {
          this.#state.textContent = offset < lengthOf(text) ? words.examples.leavesFrom(state, offset) : words.examples.stateAfter(state, found.accepting.includes(state));
        }
      },
      (reason) => fill(this.#drawing, h("p", { class: "mu" }, reason)),
    );
  }
}

customElements.define("automaton-section", AutomatonSection);
