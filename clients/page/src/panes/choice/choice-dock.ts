// Ordered choice: the tree of the grammar beside that of a parser that takes the first alternative that matches.

import { fill, h } from "../../dom.ts";
import { definition, sourceOf } from "../../drawing/definition.ts";
import { Figure } from "../../drawing/figure.ts";
import { sideBySide } from "../../engine/questions.ts";
import type { SideBySide } from "../../engine/types.ts";
import { Dock } from "../../pane.ts";
import { literalOf, withoutCharacters } from "../../shown.ts";
import { get, grammarOf, selected, set, type State } from "../../store.ts";
import { part } from "../../text/octets.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { rewritten } from "./rewrite.ts";
import { LostList } from "./lost-list.ts";

export class ChoiceDock extends Dock {
  readonly view = "choice";
  readonly #own = new Figure(true);
  readonly #ordered = new Figure(true);
  readonly #ownHead = h("h2", {}, words.choice.grammar);
  readonly #orderedHead = h("h2", {}, words.choice.ordered);
  readonly #both = h("div", { class: "two" },
    h("section", {}, this.#ownHead, this.#own.element),
    h("section", {}, this.#orderedHead, this.#ordered.element));
  readonly #blame = h("pre", { class: "blame" });
  readonly #sentence = h("p", { class: "say", "aria-live": "polite" });
  readonly #rewrite = h("p", { class: "rewrite" });
  readonly #list = new LostList();

  protected build(): void {
    this.classList.add("dock", "ch");
    this.#both.hidden = true;
    this.#blame.hidden = true;
    fill(this, this.#both, this.#blame, this.#sentence, this.#rewrite, this.#list.element);
  }

  protected concerns(now: State, before: State): boolean {
    return now.verdict?.text !== before.verdict?.text || now.verdict?.rule !== before.verdict?.rule || now.verdict?.ok !== before.verdict?.ok || now.outline !== before.outline || now.hovered !== before.hovered;
  }

  #compared = "";

  protected show(state: State): void {
    const { verdict, outline, production } = state;
    void this.busy(this.#list.search(state));
    if (verdict === null) {
      this.#compared = "";
      this.#clear(words.choice.noVerdict);
      return;
    }
    const { text } = verdict;
    const key = JSON.stringify([grammarOf(state), production, text, outline === null]);
    if (key === this.#compared) {
      this.#own.light(selected(state));
      this.#ordered.light(selected(state));
      return;
    }
    this.#compared = key;
    this.answer(
      sideBySide(grammarOf(state), production, text),
      words.choice.bothReadings,
      (both) => {
        if (this.#compared === key) {
          this.#draw(get(), text, both);
        }
      },
      (reason) => this.#clear(reason),
    );
  }

  #clear(reason: string): void {
    set({ blamed: null });
    this.#both.hidden = true;
    this.#blame.hidden = true;
    fill(this.#rewrite);
    this.#sentence.textContent = reason;
  }

  #draw(state: State, text: string, both: SideBySide): void {
    const { blame } = both;
    if (!both.derived) {
      this.#clear(words.choice.notDerived(quoted(text, 30)));
      return;
    }
    this.#both.hidden = false;
    fill(this.#ownHead, words.choice.grammar, h("b", { class: "ok" }, `✓ ${words.choice.accepts}`));
    fill(this.#orderedHead, words.choice.ordered, both.naive
      ? h("b", { class: both.agree ? "ok" : "mu" }, both.agree ? `✓ ${words.choice.sameTree}` : `≠ ${words.choice.otherTree}`)
      : h("b", { class: "bad" }, both.stopsAt === null ? `✗ ${words.choice.fails}` : `✗ ${words.choice.stopsAt(both.stopsAt)}`));
    const isLiteral = literalOf(state);
    const common = { text, isLiteral };
    const seen = (tree: SideBySide["tree"]) => withoutCharacters(state, tree?.nodes ?? []);
    this.#own.show({ ...common, nodes: seen(both.tree), isComplete: both.tree?.complete ?? true, label: words.choice.treeOfGrammar });
    this.#ordered.show({ ...common, nodes: seen(both.naiveTree), isComplete: both.naiveTree?.complete ?? true, error: both.naive ? null : (both.stopsAt ?? 0), label: words.choice.treeOfOrdered });
    set({ blamed: blame === null ? null : { rule: blame.rule, at: null, part: both.partAt } });
    const lit = blame === null ? selected(state) : { rule: blame.rule, at: null };
    this.#own.light(lit);
    this.#ordered.light(lit);
    this.#blame.hidden = blame === null;
    if (blame === null) {
      this.#sentence.textContent = both.agree ? words.choice.agrees : both.naive ? words.choice.acceptsOther : words.choice.loses(both.stopsAt ?? 0);
      fill(this.#rewrite);
      return;
    }
    fill(this.#blame, ...definition(state, blame.rule, { part: both.partAt }));
    const took = blame.took === null ? null : quoted(part(text, blame.took.start, blame.took.end), 20);
    fill(this.#sentence, h("b", {}, blame.part), ` ${took === null ? words.choice.partFails : words.choice.wins(took)} ${words.choice.why(blame.fault, blame.needed ?? "")}`);
    this.#offer(state, both);
  }

  /** Offers a rewrite that is right in both readings, where that is decided. */
  #offer(state: State, both: SideBySide): void {
    fill(this.#rewrite);
    const key = this.#compared;
    void this.busy(rewritten(state, both)).then((found) => {
      if (found === null || key !== this.#compared) {
        return;
      }
      const apply = () => {
        set({ grammar: found.grammar });
        this.#sentence.tabIndex = -1;
        this.#sentence.focus();
      };
      const source = sourceOf({ outline: state.outline, grammar: state.grammar }, found.rule);
      fill(
        this.#rewrite,
        h("span", { class: "mu" }, words.choice.worksInBoth),
        h("code", {}, found.text.replaceAll(/\s+/g, " ")),
        source !== null && h("button", { type: "button", class: "btn fix", onclick: apply }, words.choice.apply),
      );
    });
  }
}

customElements.define("choice-dock", ChoiceDock);
