// The text, its production and its verdict.

import { fill, h } from "../../dom.ts";
import { Pane } from "../../pane.ts";
import { get, selected, set, type State } from "../../store.ts";
import { counted, quoted } from "../../text/show.ts";
import { errorDetails } from "./error-details.ts";

/** The longest text behind which spans are marked. */
const MARKED = 5_000;

/** A text shorter than that fits one line, even on a phone. */
const SHORT = 24;

export class TextPane extends Pane {
  readonly #production = h("select", { "aria-label": "Production", id: "production" });
  readonly #text = h("textarea", {
    "aria-label": "Text",
    rows: 1,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "soft",
    dir: "ltr",
  });
  readonly #marks = h("div", { class: "marks", "aria-hidden": "true", dir: "ltr" });
  readonly #verdict = h("p", { class: "verdict", role: "status" });
  readonly #details = h("div", { class: "details" });
  /** The productions that the list holds. */
  #listed = "";

  protected build(): void {
    this.#production.addEventListener("change", () =>
      set({ production: this.#production.value }),
    );
    this.#text.addEventListener("beforeinput", (event) => {
      const data = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
      this.#text.classList.toggle("long", this.#text.value.length + data.length > MARKED);
    });
    this.#text.addEventListener("input", () => set({ text: this.#text.value }));
    this.#text.addEventListener("scroll", () => {
      this.#marks.scrollTop = this.#text.scrollTop;
    });
    fill(
      this,
      h("div", { class: "field" },
        h("label", { for: "production" }, "Production"),
        this.#production,
      ),
      h("div", { class: "field text-field" },
        h("span", { class: "label", "aria-hidden": "true" }, "Text"),
        h("div", { class: "text-box" }, this.#marks, this.#text),
      ),
      this.#verdict,
      this.#details,
    );
  }

  protected changed(now: State, before: State): void {
    const isFirst = now === before;
    if (isFirst || now.outline !== before.outline) {
      this.#fillProductions(now);
    }
    if (this.#production.value !== now.production) {
      this.#production.value = now.production;
    }
    if (this.#text.value !== now.text) {
      this.#text.value = now.text;
    }
    if (isFirst || now.text !== before.text) {
      this.#grow();
    }
    if (isFirst || now.verdict !== before.verdict || now.obstacle !== before.obstacle) {
      this.#showVerdict(now);
    }
    this.#mark(now);
  }

  #fillProductions({ outline }: State): void {
    const productions = outline?.productions ?? [];
    // Most keys in the grammar leave the names as they are, and there may be thousands.
    const listed = JSON.stringify(productions.map(({ name, heading }) => [name, heading]));
    if (listed === this.#listed) {
      return;
    }
    this.#listed = listed;
    const groups = new Map<string, string[]>();
    for (const { name, heading } of productions) {
      const key = heading ?? "";
      groups.set(key, [...(groups.get(key) ?? []), name]);
    }
    const option = (name: string) => h("option", { value: name }, name);
    const children = [...groups].flatMap<HTMLElement>(([heading, names]) =>
      heading === "" || groups.size > 60
        ? names.map(option)
        : [h("optgroup", { label: heading.slice(0, 60) }, ...names.map(option))],
    );
    fill(this.#production, ...children);
  }

  #grow(): void {
    const { text } = get();
    const { length } = text;
    // To break a long text between any two characters takes the browser seconds.
    const isLong = length > MARKED;
    this.#text.classList.toggle("long", isLong);
    if (isLong) {
      this.#text.style.height = "120px";
      return;
    }
    if (length < SHORT && !text.includes("\n")) {
      this.#text.style.height = "44px";
      return;
    }
    this.#text.style.height = "auto";
    this.#text.style.height = `${Math.max(44, Math.min(160, this.#text.scrollHeight))}px`;
  }

  #showVerdict(state: State): void {
    const { verdict, obstacle } = state;
    const kind = kindOf(verdict);
    this.#verdict.className = `verdict ${kind}`;
    const sign = { valid: "✓", invalid: "✗", unknown: "?" }[kind];
    const sentence = verdict === null ? (obstacle ?? "The engine starts.") : sentenceOf(state);
    fill(this.#verdict, h("span", { class: "sign", "aria-hidden": "true" }, sign), sentence);
    fill(this.#details, verdict?.rejected ? errorDetails(verdict, verdict.rejected) : null);
  }

  #mark(state: State): void {
    const { text, verdict } = state;
    if (text.length > MARKED) {
      fill(this.#marks);
      return;
    }
    const at = selected(state)?.at ?? null;
    const offset = verdict?.text === text ? (verdict.rejected?.offset ?? null) : null;
    const cuts = [0, text.length];
    if (at) {
      cuts.push(at.start, at.end);
    }
    if (offset !== null) {
      cuts.push(offset);
    }
    const places = [...new Set(cuts)].filter((one) => one <= text.length).sort((a, b) => a - b);
    const parts = places.slice(1).map((end, index) => {
      const start = places[index] ?? 0;
      const isLit = at !== null && start >= at.start && end <= at.end;
      const isWrong = offset !== null && start >= offset;
      return h("span", { class: `${isLit ? "lit " : ""}${isWrong ? "beyond" : ""}` }, text.slice(start, end));
    });
    fill(this.#marks, ...parts, "\u200b");
    this.#marks.scrollTop = this.#text.scrollTop;
  }
}

function kindOf(verdict: State["verdict"]): "valid" | "invalid" | "unknown" {
  if (verdict === null || verdict.ok === null) {
    return "unknown";
  }
  return verdict.ok ? "valid" : "invalid";
}

/** Returns the verdict in a sentence. */
function sentenceOf({ verdict }: State): string {
  if (verdict === null) {
    return "";
  }
  const text = quoted(verdict.text, 40);
  if (verdict.ok) {
    const { tree } = verdict;
    if (tree === null) {
      return `${text} is a valid ${verdict.rule}. Undecided: ${verdict.undecided ?? "its tree is not computed"}.`;
    }
    const all = tree.complete ? "" : "more than ";
    return `${text} is a valid ${verdict.rule}: its tree has ${all}${counted(tree.nodes.length, "node")}.`;
  }
  if (verdict.ok === null) {
    return `Undecided: ${verdict.undecided ?? ""}.`;
  }
  return `${text} is not a valid ${verdict.rule}: ${verdict.rejected?.summary ?? ""}.`;
}

customElements.define("text-pane", TextPane);
