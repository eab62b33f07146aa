// Texts: those that the grammar makes, those with an expected verdict, its conformance suite and its automaton.

import { fill, h } from "../../dom.ts";
import { Dock } from "../../pane.ts";
import type { State } from "../../store.ts";
import { words } from "../../text/words.ts";
import "./automaton-section.ts";
import "./expected-section.ts";
import "./made-section.ts";
import "./suite-section.ts";

const SECTIONS = [
  ["made", "made-section"],
  ["expected", "expected-section"],
  ["suite", "suite-section"],
  ["automaton", "automaton-section"],
] as const;

export class ExamplesDock extends Dock {
  readonly view = "examples";
  readonly #bodies = SECTIONS.map(([, name]) => document.createElement(name));
  readonly #buttons = SECTIONS.map(([kind], index) =>
    h("button", { type: "button", "aria-pressed": index === 0 ? "true" : "false", onclick: () => this.#choose(index) }, words.examples.sections[kind]));

  protected build(): void {
    this.classList.add("dock", "xs");
    fill(this, h("div", { class: "seg", role: "group", "aria-label": words.examples.kinds }, ...this.#buttons), ...this.#bodies);
    this.#choose(0);
  }

  #choose(chosen: number): void {
    this.#bodies.forEach((body, index) => (body.hidden = index !== chosen));
    this.#buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index === chosen)));
  }

  protected concerns(): boolean {
    return false;
  }

  protected show(_: State): void {}
}

customElements.define("examples-dock", ExamplesDock);
