// A second grammar beside the first, and the first in other notations.

import grammars from "virtual:grammars";
import { fill, h } from "../../dom.ts";
import { difference, exported } from "../../engine/questions.ts";
import type { Difference } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, set, type State } from "../../store.ts";
import { counted, quoted } from "../../text/show.ts";

const NOTATIONS = [
  ["rfc822", "BNF of RFC 822"],
  ["bnf", "BNF with ::="],
  ["abnf", "ABNF (RFC 5234)"],
  ["ebnf", "EBNF (W3C)"],
  ["pest", "pest"],
  ["regex", "Regular expression of the production"],
  ["dot", "Automaton of the production, for Graphviz"],
] as const;

export class ComparePane extends TabPane {
  readonly view = "Compare";
  readonly #other = h("textarea", { "aria-label": "Compare with", rows: 8, spellcheck: "false", wrap: "off", dir: "ltr" });
  readonly #preset = h("select", { "aria-label": "Compare with a known one" });
  readonly #readings = h("input", { type: "checkbox" });
  readonly #result = h("div", { "aria-live": "polite" });
  readonly #notation = h("select", { "aria-label": "Notation" });
  readonly #exported = h("textarea", { "aria-label": "Other notation", rows: 10, readonly: true, wrap: "off", dir: "ltr" });

  readonly #refusal = h("p", { class: "failure", role: "alert" });

  protected build(): void {
    const compare = () => this.compare();
    this.#other.addEventListener("input", () => set({ other: this.#other.value }));
    this.#readings.addEventListener("change", () => set({ otherReadings: this.#readings.checked }));
    fill(
      this.#preset,
      h("option", { value: "" }, "Start from …"),
      h("option", { value: "own" }, "A copy of the first grammar"),
      ...grammars.map((one) => h("option", { value: one.id }, one.title)),
    );
    this.#preset.addEventListener("change", () => {
      const chosen = grammars.find((one) => one.id === this.#preset.value);
      const own = get();
      set(
        chosen === undefined
          ? { other: own.grammar, otherReadings: own.readings }
          : { other: chosen.source, otherReadings: chosen.readings },
      );
      compare();
    });
    fill(this.#notation, ...NOTATIONS.map(([id, title]) => h("option", { value: id }, title)));
    const write = () => this.#export();
    this.#notation.addEventListener("change", () => {
      this.#exported.value = "";
    });
    fill(
      this,
      h("h3", {}, "Compare with a second grammar"),
      h("div", { class: "bar" },
        this.#preset,
        h("label", { class: "check" }, this.#readings, " with the readings of RFC 1738"),
        h("button", { type: "button", class: "primary", onclick: compare }, "Compare"),
      ),
      this.#other,
      this.#result,
      h("h3", {}, "Write the grammar in another notation"),
      h("div", { class: "bar" },
        this.#notation,
        h("button", { type: "button", onclick: write }, "Write"),
        h("button", { type: "button", onclick: () => save("grammar.txt", this.#exported.value) }, "Save it"),
      ),
      this.#refusal,
      this.#exported,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.other !== before.other || now.otherReadings !== before.otherReadings;
  }

  protected show({ other, otherReadings }: State): void {
    if (this.#other.value !== other) {
      this.#other.value = other;
    }
    this.#readings.checked = otherReadings;
  }

  /** Compares the grammar with the second one. */
  compare(): void {
    const { other, otherReadings } = get();
    if (other.trim() === "") {
      fill(this.#result, h("p", { class: "note" }, "Type or paste a second grammar, or start from one."));
      return;
    }
    fill(this.#result, h("p", { class: "note" }, "The engine compares …"));
    this.answer(
      difference(grammarOf(), { source: other, readings: otherReadings }),
      "the difference",
      (found) => fill(this.#result, ...rows(found)),
      (reason) => fill(this.#result, h("p", { class: "failure" }, reason)),
    );
  }

  #export(): void {
    const notation = this.#notation.value;
    const isOne = notation === "regex" || notation === "dot";
    const show = (text: string, refusal = "") => {
      this.#exported.value = text;
      this.#refusal.textContent = refusal;
    };
    this.answer(
      exported(grammarOf(), notation, isOne ? get().production : ""),
      "the other notation",
      show,
      (reason) => show("", reason),
    );
  }
}

function rows(found: Difference[]): HTMLElement[] {
  const of = (result: Difference["result"]) => found.filter((one) => one.result === result);
  const differing = of("differs").sort((a, b) => a.causes.length - b.causes.length);
  const equal = of("equal").length;
  const same = `${counted(equal, "production")} ${equal === 1 ? "derives" : "derive"} the same texts`;
  const names = (some: Difference[]) => some.map((one) => one.rule).join(", ");
  const sample = (rule: string, text: string | null) =>
    text === null
      ? h("span", { class: "note" }, "nothing")
      : h("button", { type: "button", class: "sample", onclick: () => set({ production: rule, text }) }, quoted(text));
  const row = (one: Difference) =>
    h("tr", {},
      h("th", { scope: "row" }, one.rule),
      h("td", {}, sample(one.rule, one.onlyA)),
      h("td", {}, sample(one.rule, one.onlyB)),
      h("td", {}, one.origin === "others" ? `because of ${one.causes.join(", ")}` : "by itself"),
    );
  const out: HTMLElement[] = [
    h("p", { class: "count" },
      differing.length === 0 && equal === 0
        ? "Nothing was compared: the grammars have no production of the same name that can be decided."
        : differing.length === 0
          ? `No production that both grammars have differs: ${same}.`
          : `${counted(differing.length, "production")} ${differing.length === 1 ? "differs" : "differ"}, ${same}.`),
  ];
  if (differing.length > 0) {
    out.push(
      h("table", {},
        h("thead", {}, h("tr", {},
          h("th", { scope: "col" }, "Production"),
          h("th", { scope: "col" }, "Only in the first"),
          h("th", { scope: "col" }, "Only in the second"),
          h("th", { scope: "col" }, "Why"),
        )),
        h("tbody", {}, ...differing.map(row)),
      ),
    );
  }
  for (const [result, label] of [["only_a", "Only in the first grammar"], ["only_b", "Only in the second grammar"]] as const) {
    if (of(result).length > 0) {
      out.push(h("p", { class: "note" }, `${label}: ${names(of(result))}.`));
    }
  }
  for (const one of of("undecided")) {
    const length = one.length === null ? "" : ` and ${counted(one.length, "octet")}`;
    out.push(h("p", { class: "note" }, `${one.rule} has no difference in all texts to depth ${one.depth}${length}.`));
  }
  for (const one of of("abstained")) {
    out.push(h("p", { class: "note" }, `${one.rule} was not compared: ${one.why ?? ""}.`));
  }
  return out;
}

customElements.define("compare-pane", ComparePane);
