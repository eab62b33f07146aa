// The shortest text that ordered choice loses, for each production of the grammar.

import { fill, h } from "../../dom.ts";
import { Stopped } from "../../engine/lane.ts";
import { naive, sideBySide } from "../../engine/questions.ts";
import type { NaiveProduction, Production, Text } from "../../engine/types.ts";
import { get, grammarOf, set, type State } from "../../store.ts";
import { quoted } from "../../text/show.ts";
import { words } from "../../text/words.ts";

/** The most productions that are looked at. */
const MOST = 200;

const NO_TEXT: Text = { text: "", octets: "" };

/** The productions that are not looked at. */
interface Left {
  /** Those that cannot be read, and those of which ordered choice may not end. */
  unread: string[];
  endless: string[];
  /** The number of those beyond the most that are looked at. */
  further: number;
}

export class LostList {
  readonly #title = h("h2", {}, words.choice.each);
  readonly #list = h("table", { class: "rows" });
  readonly #left = h("p", { class: "mu", "aria-live": "polite" });
  readonly element = h("section", { class: "lost", "aria-label": words.choice.each }, this.#title, this.#list, this.#left);
  #grammar = "";

  /** Looks at one production after the other, those that use little first. */
  async search({ outline }: State): Promise<void> {
    const grammar = grammarOf();
    const key = JSON.stringify(grammar);
    if (key === this.#grammar || outline === null) {
      return;
    }
    this.#grammar = key;
    const { productions } = outline;
    const all = smallestFirst(productions);
    const names = all.slice(0, MOST);
    // Of a character, ordered choice loses nothing: the first alternative that matches is a whole text.
    const readable = productions.filter((one) => canBeRead(one) && !one.character).length;
    const left: Left = { unread: productions.filter((one) => !canBeRead(one)).map((one) => one.name), endless: [], further: readable - names.length };
    const found: NaiveProduction[] = [];
    this.#show(found, names.length, left);
    for (const [index, rule] of names.entries()) {
      try {
        const one = await naive(grammar, rule);
        if (one !== null) {
          found.push(one);
        } else {
          left.endless.push(rule);
        }
      } catch (error) {
        if (error instanceof Stopped) {
          const uses = productions.find((one) => one.name === rule)?.uses ?? [];
          found.push(await lostBelow(rule, found.filter((one) => uses.includes(one.rule))));
        } else {
          left.unread.push(rule);
        }
      }
      if (key !== this.#grammar) {
        return;
      }
      this.#show(found, names.length - index - 1, left);
    }
  }

  #show(found: NaiveProduction[], waiting: number, left: Left): void {
    const wrong = found.filter((one) => one.result === "wrong");
    wrong.sort((a, b) => Number(b.origin === "body") - Number(a.origin === "body"));
    const others = found.filter((one) => one.other_tree !== undefined);
    const focused = this.#list.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const row = (one: NaiveProduction, { text, octets }: Text, why: string) =>
      h("tr", { class: one.origin === "body" ? "cause" : "" },
        h("th", { scope: "row" }, one.rule),
        h("td", {}, text === null
          ? h("span", { class: "chip octets", title: words.examples.noText }, quoted(octets))
          : h("button", { type: "button", class: "chip", onclick: () => set({ production: one.rule, text }) }, quoted(text))),
        h("td", { class: "mu" }, why),
      );
    fill(
      this.#list,
      h("thead", { class: "vh" }, h("tr", {}, ...words.choice.columns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {},
        ...wrong.map((one) => row(one, one.text ?? NO_TEXT, [words.choice.origin(one.origin, one.causes ?? []), one.depth !== undefined && words.choice.toDepth(one.depth)].filter(Boolean).join(", "))),
        ...others.map((one) => row(one, one.other_tree ?? NO_TEXT, words.choice.otherTreeOf)),
      ),
    );
    if (focused) {
      [...this.#list.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
    }
    const undecided = found.filter((one) => one.result === "undecided");
    const stopped = undecided.filter((one) => one.length === undefined).map((one) => one.rule);
    const right = found.filter((one) => one.result === "right");
    const exactly = right.filter((one) => one.depth === undefined).length;
    const depths = [...new Set(right.flatMap(({ depth }) => (depth === undefined ? [] : [depth])))];
    this.#list.hidden = wrong.length + others.length === 0;
    this.#title.hidden = this.#list.hidden;
    this.#left.textContent = [
      waiting > 0 && words.choice.waiting(waiting),
      waiting === 0 && exactly > 0 && words.choice.right(exactly, wrong.length > 0),
      ...(waiting > 0 ? [] : depths.map((depth) => words.choice.rightTo(depth, right.filter((one) => one.depth === depth).map((one) => one.rule)))),
      ...undecided.map((one) => one.length !== undefined && words.choice.undecidedTo(one.rule, one.length, one.depth ?? null)),
      stopped.length > 0 && words.choice.notDecided(stopped),
      left.endless.length > 0 && words.choice.endless(left.endless),
      left.unread.length > 0 && words.choice.notLookedAt(left.unread),
      left.further > 0 && words.choice.tooMany(left.further),
    ].filter(Boolean).join(" ");
  }
}

/** Tries the texts that the productions below lose: one of them may be a text of this production. */
async function lostBelow(rule: string, below: NaiveProduction[]): Promise<NaiveProduction> {
  const lost = below.flatMap(({ rule: cause, text }) => (text === undefined || text.text === null ? [] : [{ cause, text, written: text.text }]));
  lost.sort((a, b) => a.written.length - b.written.length);
  for (const { cause, text, written } of lost) {
    try {
      const { derived, naive: takes } = await sideBySide(grammarOf(get()), rule, written, "lost below");
      if (derived && !takes) {
        return { rule, result: "wrong", text, origin: "below", causes: [cause] };
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

/** Returns the names, those of the productions first that reach few others. */
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
