// The verdict in two lines that are always there, so that typing never moves the text.

import { fill, h } from "../../dom.ts";
import type { Derivation, Fix, Rejected, Verdict } from "../../engine/types.ts";
import { Pane } from "../../pane.ts";
import { get, set, type State } from "../../store.ts";
import { members, rangeName, ranges, type Range } from "../../text/ranges.ts";
import { characterAt, lengthOf, part, sizeOf } from "../../text/octets.ts";
import { quoted, sentence, visible } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { sectionLink } from "../section.ts";
import { textEditor } from "./figure-pane.ts";

/** The most ranges that are shown, and the most characters that a range opens. */
const RANGES = 24;

/** The longest reading of a derivation that is shown. */
const READS = 60;

export class VerdictPane extends Pane {
  readonly #verdict = h("p", { class: "first" });
  readonly #status = h("span", { role: "status", class: "status" });
  readonly #hint = h("span", { class: "hint" });
  readonly #fix = h("span", { class: "fixes" });
  readonly #second = h("p", { class: "second hint" });
  /** The range that is opened. */
  #opened: string | null = null;

  protected build(): void {
    fill(this.#verdict, this.#status, this.#hint, this.#fix);
    fill(this, this.#verdict, this.#second);
  }

  protected changed(now: State, before: State): void {
    if (now.text !== before.text) {
      this.#opened = null;
    }
    const isSame =
      now !== before &&
      now.verdict === before.verdict &&
      now.obstacle === before.obstacle &&
      now.derivations === before.derivations &&
      now.derivation === before.derivation &&
      now.both === before.both &&
      now.inspection === before.inspection;
    if (!isSame) {
      this.#show(now);
    }
  }

  #show(state: State): void {
    const { verdict, obstacle } = state;
    const kind = verdict === null || verdict.ok === null ? "unknown" : verdict.ok ? "ok" : "bad";
    const sign = { ok: "✓", bad: "✗", unknown: "?" }[kind];
    const short = verdict === null
      ? (obstacle === null ? words.verdict.starts : words.verdict.none)
      : verdict.ok === null
        ? words.verdict.undecided
        : verdict.ok
          ? words.verdict.valid
          : words.verdict.validUpTo(verdict.rejected?.offset ?? 0);
    // A screen reader hears the whole sentence, and the eye sees the word.
    fill(
      this.#status,
      h("b", { class: kind, "aria-hidden": "true" }, h("span", { class: "sign" }, sign), ` ${short}`),
      h("span", { class: "vh" }, spoken(verdict, short, obstacle)),
    );
    this.#showHint(state);
    this.#showSecond(state);
  }

  #showHint({ verdict, obstacle, derivations, inspection }: State): void {
    fill(this.#fix);
    if (verdict === null || verdict.ok === null) {
      fill(this.#hint, verdict?.undecided ? sentence(verdict.undecided) : obstacle);
      return;
    }
    const { rejected } = verdict;
    if (rejected !== null) {
      const [note] = rejected.notes;
      fill(this.#hint, note ? sentence(note.message) : words.verdict.found(found(verdict, rejected)), note ? " " : null, note ? sectionLink(note.section) : null);
      const fixes = rejected.notes.flatMap((one) => one.fixes).slice(0, 2);
      fill(this.#fix, ...fixes.map((fix) => fixButton(verdict.text, fix)), takesReturns(verdict, rejected) && returnsButton(verdict.text));
      return;
    }
    if (verdict.tree === null) {
      fill(this.#hint, words.verdict.noTree(verdict.undecided ?? ""));
      return;
    }
    const count = derivations?.trees.length ?? 1;
    if (derivations !== null && (count > 1 || derivations.infinite)) {
      fill(this.#hint, words.verdict.ambiguous(derivations));
    } else if (derivations?.undecided) {
      fill(this.#hint, words.verdict.oneDerivation(derivations.undecided));
    } else if (inspection !== null) {
      fill(this.#hint, words.verdict.url(inspection.scheme));
    } else {
      fill(this.#hint, words.verdict.oneTree(verdict.rule));
    }
  }

  #showSecond(state: State): void {
    const { verdict, derivations, derivation, inspection } = state;
    const rejected = verdict?.rejected ?? null;
    const hadFocus = this.#second.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.name : undefined;
    if (verdict !== null && rejected !== null) {
      this.#showAllowed(verdict, rejected);
    } else if (derivations !== null && derivations.trees.length > 1) {
      const trees = derivations.trees;
      const go = (by: number) => () => set({ derivation: Math.max(0, Math.min(trees.length - 1, get().derivation + by)) });
      const button = (name: string, sign: string, by: number, isOff: boolean) =>
        h("button", { type: "button", class: "btn ico", "aria-label": name, title: name, "data-name": name, "aria-disabled": isOff ? "true" : null, onclick: go(by) }, sign);
      const reads = verdict === null ? "" : reading(verdict.text, trees, derivation);
      fill(
        this.#second,
        h("span", { class: "step", role: "group", "aria-label": words.verdict.derivations },
          button(words.verdict.previous, "‹", -1, derivation === 0),
          h("b", { "aria-live": "polite" }, words.verdict.nth(derivation, derivations)),
          button(words.verdict.next, "›", 1, derivation >= trees.length - 1)),
        h("button", { type: "button", class: "btn ln", "data-name": "both", "aria-pressed": String(state.both), onclick: () => set({ both: !get().both }) }, words.verdict.both),
        reads !== "" && h("span", { class: "mu" }, words.verdict.reads),
        reads !== "" && h("code", {}, reads),
      );
    } else if (inspection !== null) {
      const parts = inspection.components.filter((one) => one.end > one.start).slice(0, 6);
      fill(this.#second, ...parts.flatMap((one) => [
        h("span", { class: "mu part" }, one.name),
        h("code", {}, quoted(one.raw, 24).slice(1, -1)),
      ]), inspection.port !== null && !parts.some((one) => one.name === "port") && h("span", { class: "mu part" }, words.verdict.port), inspection.port !== null && !parts.some((one) => one.name === "port") && h("code", {}, String(inspection.port)));
    } else {
      fill(this.#second);
    }
    if (hadFocus !== undefined) {
      [...this.#second.querySelectorAll<HTMLElement>("[data-name]")].find((one) => one.dataset.name === hadFocus)?.focus();
    }
  }

  #showAllowed({ text }: Verdict, { offset, next, canEnd }: Rejected): void {
    const all = ranges(next);
    const opened = all.find((one) => rangeName(one) === this.#opened);
    const insert = (character: string) => textEditor()?.replace(character, offset, offset);
    const chip = (range: Range) => {
      const name = rangeName(range);
      const isOne = range.first === range.last;
      const open = () => {
        this.#opened = this.#opened === name ? null : name;
        this.#showSecond(get());
        this.#second.querySelector<HTMLElement>(this.#opened === null ? `[data-name="${CSS.escape(name)}"]` : "[data-name^='open ']")?.focus();
      };
      return h("button", {
        type: "button",
        class: "chip",
        "data-name": name,
        "aria-label": isOne ? words.verdict.insert(name) : words.verdict.show(name),
        "aria-expanded": isOne ? null : String(this.#opened === name),
        onclick: isOne ? () => insert(range.first) : open,
      }, name);
    };
    const shown = opened === undefined
      ? all.slice(0, RANGES).map(chip)
      : [chip(opened), ...members(opened).map((one) =>
          h("button", { type: "button", class: "chip one", "data-name": `open ${one}`, "aria-label": words.verdict.insert(visible(one)), onclick: () => insert(one) }, visible(one)))];
    const end = () => textEditor()?.replace("", offset, lengthOf(text));
    fill(
      this.#second,
      h("span", { class: "mu" }, words.verdict.allowedAt(offset)),
      all.length === 0 && !canEnd && h("span", {}, words.verdict.nothing),
      ...shown,
      all.length > RANGES && opened === undefined && h("span", { class: "mu" }, words.verdict.more(all.length - RANGES)),
      canEnd && opened === undefined && h("button", { type: "button", class: "chip end", "data-name": "end", "aria-label": words.verdict.endHere, onclick: end }, words.verdict.end),
    );
  }
}

function found({ text }: Verdict, { offset }: Rejected): string {
  return offset >= lengthOf(text) ? words.verdict.theEnd : quoted(characterAt(text, offset));
}

/** Returns the verdict as a screen reader says it. */
function spoken(verdict: Verdict | null, short: string, obstacle: string | null): string {
  if (verdict === null || verdict.ok === null) {
    return obstacle ?? short;
  }
  const text = quoted(verdict.text, 40);
  return verdict.ok ? words.verdict.isValid(text, verdict.rule) : words.verdict.isNotValid(text, verdict.rule, verdict.rejected?.summary ?? "");
}

/** Whether the text is wrong because a line ends with LF, where the grammar has CR LF. */
function takesReturns({ text }: Verdict, { offset, next }: Rejected): boolean {
  return next.includes("\r") && characterAt(text, offset) === "\n";
}

function returnsButton(text: string): HTMLElement {
  const change = () => textEditor()?.replace(text.replaceAll(/\r?\n/g, "\r\n"), 0, lengthOf(text));
  return h("button", { type: "button", class: "btn fix", onclick: change }, words.verdict.returns);
}

function fixButton(text: string, { start, end, replacement }: Fix): HTMLElement {
  const removed = quoted(part(text, start, end), 20);
  const label =
    replacement === ""
      ? words.verdict.remove(removed)
      : start === end
        ? words.verdict.insertText(quoted(replacement, 20))
        : words.verdict.replace(removed, quoted(replacement, 20));
  return h("button", { type: "button", class: "btn fix", onclick: () => textEditor()?.replace(replacement, start, end) }, label);
}

/** Returns the text with brackets around the nodes that the derivation has and another one has not. */
export function reading(text: string, trees: Derivation[], at: number): string {
  const [own, other] = [trees[at], trees[at === 0 ? 1 : 0]];
  if (own === undefined || other === undefined || text.length > READS) {
    return "";
  }
  const key = (start: number, end: number | null) => `${start}-${end}`;
  const others = new Set(other.nodes.map((node) => key(node.start, node.end)));
  const spans = new Map<string, [number, number]>();
  for (const { start, end, depth } of own.nodes) {
    if (depth > 0 && end !== null && end - start > 1 && !others.has(key(start, end))) {
      spans.set(key(start, end), [start, end]);
    }
  }
  if (spans.size === 0 || spans.size > 12) {
    return "";
  }
  const opens = (index: number) => [...spans.values()].filter(([start]) => start === index).length;
  const closes = (index: number) => [...spans.values()].filter(([, end]) => end === index).length;
  let read = "";
  let octet = 0;
  for (const character of text) {
    read += ")".repeat(closes(octet)) + "(".repeat(opens(octet)) + character;
    octet += sizeOf(character);
  }
  read += ")".repeat(closes(octet));
  return [...read].map((one) => (one === " " ? one : visible(one))).join("");
}

customElements.define("verdict-pane", VerdictPane);
