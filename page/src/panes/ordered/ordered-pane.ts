// What ordered choice loses: the grammar read as a naive parser would read it.

import { fill, h } from "../../dom.ts";
import { Icicle } from "../../drawing/icicle.ts";
import { naive as lostText, sideBySide } from "../../engine/questions.ts";
import { Stopped } from "../../engine/lane.ts";
import type { NaiveProduction, Production, SideBySide } from "../../engine/types.ts";
import { TabPane } from "../../pane.ts";
import { get, grammarOf, pin, selected, set, type State } from "../../store.ts";
import { counted, quoted } from "../../text/show.ts";

/** The most productions that are looked at. */
const MOST = 200;

export class OrderedPane extends TabPane {
  readonly view = "Ordered choice";
  readonly #own = new Icicle();
  readonly #naive = new Icicle();
  readonly #sentence = h("p", { class: "blame" });
  readonly #both = h("div", { class: "both" });
  readonly #list = h("div", { class: "naive-list" });
  readonly #left = h("p", { class: "note" });
  #grammar = "";

  protected build(): void {
    fill(
      this,
      h("p", { class: "caption" },
        "A naive parser takes the first alternative that matches, repeats as often as it can, and never goes back. It loses texts that the grammar derives."),
      this.#sentence,
      this.#both,
      h("h3", {}, "A text that each production gets wrong"),
      this.#list,
      this.#left,
    );
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict !== before.verdict || now.outline !== before.outline;
  }

  protected show(state: State): void {
    this.#compare(state);
    const key = JSON.stringify(grammarOf());
    if (key !== this.#grammar) {
      this.#grammar = key;
      void this.busy(this.#search(state));
    }
  }

  /** Looks at one production after the other, those that use little first. */
  async #search({ outline }: State): Promise<void> {
    const key = this.#grammar;
    const grammar = grammarOf();
    const productions = outline?.productions ?? [];
    const names = smallestFirst(productions).slice(0, MOST);
    const left = productions.filter((one) => !canBeRead(one)).map((one) => one.name);
    const listLeft = () =>
      fill(this.#left, left.length > 0 && `Not looked at, because ordered choice may not end or because they cannot be read: ${left.join(", ")}.`);
    listLeft();
    fill(this.#list);
    const found: NaiveProduction[] = [];
    for (const [index, rule] of names.entries()) {
      try {
        const one = await lostText(grammar, rule);
        if (one !== null) {
          found.push(one);
        } else {
          left.push(rule);
          listLeft();
        }
      } catch (error) {
        if (error instanceof Stopped) {
          const uses = outline?.productions.find((one) => one.name === rule)?.uses ?? [];
          found.push(await lostBelow(rule, found.filter((one) => uses.includes(one.rule))));
        }
      }
      if (key !== this.#grammar) {
        return;
      }
      fill(this.#list, ...this.#rows(found, names.length - index - 1));
    }
  }

  #rows(found: NaiveProduction[], left: number): HTMLElement[] {
    const wrong = found.filter((one) => one.result === "wrong");
    wrong.sort((a, b) => Number(b.origin === "body") - Number(a.origin === "body"));
    const undecided = found.filter((one) => one.result === "undecided");
    const right = found.filter((one) => one.result === "right");
    const row = (one: NaiveProduction) => {
      const load = () => set({ production: one.rule, text: one.text ?? "" });
      const why =
        one.origin === "body"
          ? "its own body"
          : one.origin === "others"
            ? one.causes?.join(", ")
            : one.origin === "below"
              ? `${one.causes?.join(", ")} loses it; there may be a shorter one`
              : "cause not decided";
      return h("tr", { class: one.origin === "body" ? "cause" : "" },
        h("th", { scope: "row" }, one.rule),
        h("td", {}, h("button", { type: "button", class: "sample", onclick: load }, quoted(one.text ?? ""))),
        h("td", {}, why),
      );
    };
    const other = (one: NaiveProduction) =>
      h("tr", {},
        h("th", { scope: "row" }, one.rule),
        h("td", {}, h("button", {
          type: "button",
          class: "sample",
          onclick: () => set({ production: one.rule, text: one.other_tree ?? "" }),
        }, quoted(one.other_tree ?? ""))),
        h("td", {}, "accepted with another tree"),
      );
    const others = found.filter((one) => one.other_tree !== undefined);
    const table = h("table", {},
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, "Production"),
        h("th", { scope: "col" }, "Gets wrong"),
        h("th", { scope: "col" }, "At fault"),
      )),
      h("tbody", {}, ...wrong.map(row), ...others.map(other)),
    );
    const names = (some: NaiveProduction[]) => some.map((one) => one.rule).join(", ");
    const out: HTMLElement[] = [];
    if (wrong.length + others.length > 0) {
      out.push(table);
    }
    if (undecided.length > 0) {
      out.push(h("p", {}, `Not decided within 2 seconds: ${names(undecided)}.`));
    }
    if (left > 0) {
      out.push(h("p", { class: "note" }, `The engine looks at ${counted(left, "further production")} …`));
      return out;
    }
    out.push(h("p", { class: "note" },
      wrong.length === 0
        ? `${counted(right.length, "production")}: ordered choice loses none of their texts.`
        : `${counted(right.length, "production")} ${right.length === 1 ? "loses" : "lose"} nothing.`));
    return out;
  }

  #compare({ verdict, production }: State): void {
    if (verdict === null) {
      fill(this.#both);
      this.#sentence.textContent = "There is no verdict on the text.";
      return;
    }
    const { text } = verdict;
    this.answer(
      sideBySide(grammarOf(), production, text),
      "both readings of the text",
      (both) => {
        if (get().verdict === verdict) {
          this.#draw(text, both);
        }
      },
      (reason) => {
        fill(this.#both);
        this.#sentence.textContent = reason;
      },
    );
  }

  #draw(text: string, both: SideBySide): void {
    const { blame } = both;
    fill(this.#sentence, sentence(text, both));
    if (blame !== null) {
      const mark = () =>
        pin({ rule: blame.rule, at: { start: blame.start, end: blame.end }, part: both.partAt });
      this.#sentence.append(" ", h("button", { type: "button", class: "fix", onclick: mark }, `Mark ${blame.rule} in the grammar`));
    }
    if (!both.derived) {
      fill(this.#both);
      return;
    }
    fill(
      this.#both,
      h("figure", {}, h("figcaption", {}, "The grammar derives all of it"), this.#own.element),
      h("figure", {},
        h("figcaption", {}, both.naive ? "A naive parser accepts it" : both.stopsAt === null ? "A naive parser fails" : `A naive parser stops at ${both.stopsAt}`),
        this.#naive.element,
      ),
    );
    this.#own.show(text, both.tree, { mark: blame });
    this.#naive.show(text, both.naiveTree, {
      caret: both.naive ? null : (both.stopsAt ?? 0),
      mark: blame?.took ?? null,
    });
    this.light(get());
  }

  protected override light(state: State): void {
    this.#own.light(selected(state));
    this.#naive.light(selected(state));
  }
}

/** Tries the texts that the productions below lose: one of them may be a text of this production. */
async function lostBelow(rule: string, below: NaiveProduction[]): Promise<NaiveProduction> {
  const lost = below.filter((one) => one.text !== undefined);
  lost.sort((a, b) => (a.text?.length ?? 0) - (b.text?.length ?? 0));
  for (const { rule: cause, text } of lost) {
    try {
      const { derived, naive } = await sideBySide(grammarOf(), rule, text ?? "", "lost below");
      if (derived && !naive) {
        return { rule, result: "wrong", text: text ?? "", origin: "below", causes: [cause] };
      }
    } catch {
      // Another text may be decided.
    }
  }
  return { rule, result: "undecided" };
}

/** Returns whether nothing but recursion is in the way of a production. */
function canBeRead({ obstacle }: Production): boolean {
  return obstacle === null || obstacle.recursion;
}

/** Returns the names, those of the productions first that lead to few others. */
function smallestFirst(productions: Production[]): string[] {
  const byName = new Map(productions.map((one) => [one.name, one]));
  const size = (name: string, seen = new Set<string>()): number => {
    if (!seen.has(name)) {
      seen.add(name);
      byName.get(name)?.uses.forEach((used) => size(used, seen));
    }
    return seen.size;
  };
  const free = productions.filter((one) => canBeRead(one) && !one.character);
  const sized = free.slice(0, 4 * MOST).map((one) => [one.name, size(one.name)] as const);
  return sized.sort((a, b) => a[1] - b[1]).map(([name]) => name);
}

function sentence(text: string, { agree, derived, naive, blame, stopsAt }: SideBySide): string {
  if (!derived) {
    return `The grammar does not derive ${quoted(text, 30)}, and neither does a naive parser.`;
  }
  if (agree) {
    return `Ordered choice reads ${quoted(text, 30)} as the grammar does.`;
  }
  if (naive) {
    return `Ordered choice accepts ${quoted(text, 30)}, with another tree.`;
  }
  if (blame === null) {
    return `Ordered choice loses ${quoted(text, 30)}: it stops at ${stopsAt ?? 0}.`;
  }
  const took = blame.took ? ` takes ${quoted(text.slice(blame.took.start, blame.took.end), 20)}` : " fails";
  const why = {
    alternative: `, where the later alternative ${blame.needed ?? ""} is needed`,
    option: ", which the rest of the text needs",
    round: " in one more round, which the rest of the text needs",
    extent: `, where ${quoted(blame.needed ?? "", 20)} is needed`,
  }[blame.fault];
  return `Ordered choice loses ${quoted(text, 30)}. The cause is ${blame.rule}: its part ${blame.part}${took}${why}.`;
}

customElements.define("ordered-pane", OrderedPane);
