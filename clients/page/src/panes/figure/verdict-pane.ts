// The verdict in two lines that are always there, so that typing never moves the text.

import { fill, h } from "../../dom.ts";
import { nearest } from "../../engine/questions.ts";
import type { Derivations, Fix, Rejected, Verdict } from "../../engine/types.ts";
import { Pane } from "../../pane.ts";
import { get, grammarOf, set, type Asked, type State } from "../../store.ts";
import { isOctets, members, rangeName, setOf, shownRanges, type Range } from "../../text/ranges.ts";
import { askedOf, isPrefix } from "../../shown.ts";
import { characterAt, lengthOf, part } from "../../text/octets.ts";
import { quoted, sentence, visible } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { sectionLink } from "../section.ts";
import { textEditor } from "./figure-pane.ts";
import { heardOf, nearestTexts } from "./nearest.ts";
import { reading } from "./reading.ts";

/** The time in milliseconds after which the page says that it is still counting. */
const LATE = 300;

/** The time in milliseconds after which a verdict on an older text is seen to be one. */
const STALE = 300;

/** The most ranges that are shown, and the most characters that a range opens. */
const RANGES = 24;

/** The most of the nearest texts that are shown. */
const NEAREST = 3;

export class VerdictPane extends Pane {
  readonly #verdict = h("p", { class: "first" });
  readonly #status = h("span", { role: "status", class: "status" });
  readonly #hint = h("span", { class: "hint" });
  readonly #fix = h("span", { class: "fixes" });
  /** Asks which valid texts are nearest. */
  readonly #ask = h("button", { type: "button", class: "btn ln", "data-name": "ask", onclick: () => this.#askNearest() }, words.nearest.ask);
  readonly #heard = h("span", { class: "vh", "aria-live": "polite" });
  readonly #second = h("p", { class: "second hint" });
  #late: ReturnType<typeof setTimeout> | undefined;
  #stale: ReturnType<typeof setTimeout> | undefined;
  /** The range that is opened. */
  #opened: string | null = null;

  protected build(): void {
    fill(this.#verdict, this.#status, this.#hint, this.#fix, this.#heard);
    fill(this, this.#verdict, this.#second);
    // In the two lines of a phone, a sentence can be longer than the room that it has, and a keyboard scrolls what it reaches.
    const phone = matchMedia("(max-width: 520px)");
    const reach = () => (phone.matches ? this.#hint.setAttribute("tabindex", "0") : this.#hint.removeAttribute("tabindex"));
    phone.addEventListener("change", reach);
    reach();
  }

  protected changed(now: State, before: State): void {
    if (now.text !== before.text) {
      this.#opened = null;
    }
    this.#fade(now.verdict !== null && now.verdict.text !== now.text);
    const isSame =
      now !== before &&
      now.verdict === before.verdict &&
      now.obstacle === before.obstacle &&
      now.derivations === before.derivations &&
      now.uncounted === before.uncounted &&
      now.derivation === before.derivation &&
      now.both === before.both &&
      now.then === before.then &&
      now.inspection === before.inspection &&
      askedOf(now) === askedOf(before);
    if (!isSame) {
      this.#show(now);
    }
    if (!isSame || now.suggestion !== before.suggestion) {
      this.#second.querySelectorAll(".near").forEach((one, index) => one.classList.toggle("drawn", index === now.suggestion));
    }
  }

  /** Lets a verdict fade that is still about an older text. */
  #fade(isStale: boolean): void {
    if (isStale) {
      this.#stale ??= setTimeout(() => this.classList.add("stale"), STALE);
    } else if (this.#stale !== undefined) {
      clearTimeout(this.#stale);
      this.#stale = undefined;
      this.classList.remove("stale");
    }
  }

  #show(state: State): void {
    const { verdict, obstacle } = state;
    const kind = verdict === null || verdict.ok === null ? "unknown" : verdict.ok ? "ok" : isPrefix(state) ? "prefix" : "bad";
    const sign = { ok: "✓", bad: "✗", prefix: "⋯", unknown: "?" }[kind];
    const short = verdict === null
      ? (obstacle === null ? words.verdict.starts : words.verdict.none)
      : verdict.ok === null
        ? words.verdict.undecided
        : verdict.ok
          ? words.verdict.valid
          : kind === "prefix" ? words.verdict.prefix : words.verdict.validUpTo(verdict.rejected?.offset ?? 0);
    // A screen reader hears the whole sentence, and the eye sees the word.
    fill(
      this.#status,
      h("b", { class: kind, "aria-hidden": "true" }, h("span", { class: "sign" }, sign), ` ${short}`),
      h("span", { class: "vh" }, spoken(verdict, short, obstacle)),
    );
    this.#showHint(state);
    this.#showSecond(state);
    const asked = askedOf(state);
    const heard = asked === null ? "" : heardOf(asked);
    if (this.#heard.textContent !== heard) {
      this.#heard.textContent = heard;
    }
  }

  /** Asks which valid texts are nearest, or puts the answer away. */
  #askNearest(): void {
    const state = get();
    if (askedOf(state) !== null) {
      set({ asked: null });
      return;
    }
    const { grammar, readings, notation, production, text } = state;
    const asked: Asked = { grammar, readings, notation, production, text, nearest: null, told: null };
    set({ asked, suggestion: 0 });
    const show = (change: Partial<Asked>) => {
      if (get().asked === asked) {
        set({ asked: { ...asked, ...change } });
      }
    };
    this.answer(
      nearest(grammarOf(state), production, text, NEAREST),
      words.nearest.theTexts,
      (found) => show({ nearest: found, told: found.undecided === null ? null : words.undecided(found.undecided) }),
      (told) => show({ told }),
    );
  }

  #showHint({ verdict, obstacle, derivations, uncounted, inspection }: State): void {
    fill(this.#fix);
    // Most answers are there before the eye could read that they are not.
    const isCounting = verdict?.tree != null && derivations === null && uncounted === null && inspection === null;
    this.#hint.classList.toggle("late", isCounting);
    clearTimeout(this.#late);
    if (isCounting) {
      this.#late = setTimeout(() => this.#hint.classList.remove("late"), LATE);
    }
    if (verdict === null || verdict.ok === null) {
      fill(this.#hint, verdict?.undecided ? sentence(verdict.undecided) : obstacle);
      return;
    }
    const { rejected } = verdict;
    if (rejected !== null) {
      const [note] = rejected.notes;
      fill(this.#hint, note ? sentence(note.message) : reasonOf(verdict, rejected), note ? " " : null, note ? sectionLink(note.section) : null);
      const fixes = rejected.notes.flatMap((one) => one.fixes).slice(0, 2);
      fill(this.#fix, ...fixes.map((fix) => fixButton(verdict.text, fix)), takesReturns(verdict, rejected) && returnsButton(verdict.text));
      return;
    }
    if (verdict.tree === null) {
      fill(this.#hint, words.verdict.noTree(verdict.undecided ?? ""));
      return;
    }
    if (derivations !== null && isMany(derivations)) {
      fill(this.#hint, words.verdict.ambiguous(derivations));
    } else if (derivations !== null && derivations.total !== 1) {
      fill(this.#hint, words.verdict.moreUndecided(derivations.undecided ?? ""));
    } else if (inspection !== null) {
      fill(this.#hint, words.verdict.url(inspection.scheme));
    } else if (derivations === null) {
      fill(this.#hint, uncounted === null ? words.verdict.counting : words.verdict.notCounted(uncounted));
    } else {
      fill(this.#hint, words.verdict.oneTree(verdict.rule));
    }
  }

  #showSecond(state: State): void {
    const { verdict, derivations, derivation, inspection } = state;
    const rejected = verdict?.rejected ?? null;
    const hadFocus = this.#second.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.name : undefined;
    const asked = askedOf(state);
    this.#ask.setAttribute("aria-expanded", String(asked !== null));
    if (asked !== null) {
      fill(this.#second, this.#ask, ...nearestTexts(asked, (repaired) => textEditor()?.replace(repaired, 0, lengthOf(asked.text))));
    } else if (verdict !== null && rejected !== null) {
      fill(this.#second, verdict.text !== "" && this.#ask, ...this.#allowed(verdict, isPrefix(state) ? words.verdict.nextAt(rejected.offset) : words.verdict.allowedAt(rejected.offset), rejected));
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
        reads !== "" && !state.both && h("span", { class: "mu" }, words.verdict.reads),
        reads !== "" && !state.both && h("code", {}, reads),
        ...this.#after(state),
      );
    } else if (inspection !== null) {
      const parts = inspection.components.filter((one) => one.end > one.start).slice(0, 6);
      fill(this.#second, ...parts.flatMap((one) => [
        h("span", { class: "mu part" }, one.name),
        h("code", {}, quoted(one.raw, 24).slice(1, -1)),
      ]), inspection.port !== null && !parts.some((one) => one.name === "port") && h("span", { class: "mu part" }, words.verdict.port), inspection.port !== null && !parts.some((one) => one.name === "port") && h("code", {}, String(inspection.port)));
    } else {
      fill(this.#second, ...this.#after(state));
    }
    if (hadFocus !== undefined) {
      [...this.#second.querySelectorAll<HTMLElement>("[data-name]")].find((one) => one.dataset.name === hadFocus)?.focus();
    }
  }

  /** What may follow a valid text. */
  #after({ verdict, then }: State): (HTMLElement | false)[] {
    if (verdict === null || then === null || (then.next === null && then.nextRanges === null)) {
      return [];
    }
    const offset = lengthOf(verdict.text);
    return this.#allowed(verdict, words.verdict.thenAt(offset), { offset, next: then.next ?? "", nextRanges: then.nextRanges, canEnd: then.canEnd });
  }

  /** Chips for what is allowed at an offset, after a label. */
  #allowed({ text }: Verdict, label: string, { offset, next, nextRanges, canEnd }: Pick<Rejected, "offset" | "next" | "nextRanges" | "canEnd">): (HTMLElement | false)[] {
    const all = shownRanges(setOf({ next, nextRanges }));
    const opened = all.find((one) => rangeName(one) === this.#opened);
    const insert = (character: string) => textEditor()?.replace(character, offset, offset);
    const chip = (range: Range) => {
      const name = rangeName(range);
      const isOne = range.first === range.last;
      if (isOctets(range)) {
        return h("span", { class: "chip octets", title: words.verdict.octets }, name);
      }
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
        onclick: isOne ? () => insert(String.fromCodePoint(range.first)) : open,
      }, name);
    };
    const single = opened === undefined ? { characters: [], omitted: 0 } : members(opened);
    const shown = opened === undefined
      ? all.slice(0, RANGES).map(chip)
      : [chip(opened), ...single.characters.map((one) =>
          h("button", { type: "button", class: "chip one", "data-name": `open ${one}`, "aria-label": words.verdict.insert(visible(one)), onclick: () => insert(one) }, visible(one)))];
    const end = () => textEditor()?.replace("", offset, lengthOf(text));
    return [
      h("span", { class: "mu" }, label),
      all.length === 0 && !canEnd && h("span", {}, words.verdict.nothing),
      ...shown,
      single.omitted > 0 && h("span", { class: "mu" }, words.verdict.more(single.omitted)),
      all.length > RANGES && opened === undefined && h("span", { class: "mu" }, words.verdict.more(all.length - RANGES)),
      canEnd && opened === undefined && h("button", { type: "button", class: "chip end", "data-name": "end", "aria-label": words.verdict.endHere, onclick: end }, words.verdict.end),
    ];
  }
}

/** Returns whether more than one derivation is known. */
function isMany({ total, moreThan, infinite, trees }: Derivations): boolean {
  return infinite || trees.length > 1 || moreThan !== null || (total ?? 1) > 1;
}

/** Says what was found where, and in which production. */
function reasonOf(verdict: Verdict, rejected: Rejected): string {
  const { text } = verdict;
  const { offset, progress } = rejected;
  const open = progress.nodes.findLast((node) => node.end === null);
  if (isPrefix({ verdict })) {
    return text === "" ? words.verdict.nothingYet(verdict.rule) : words.verdict.goesOn(open?.rule ?? verdict.rule);
  }
  const found = offset >= lengthOf(text) ? words.verdict.theEnd : quoted(characterAt(text, offset));
  const before = open === undefined ? "" : part(text, open.start, offset);
  return words.verdict.foundIn(open?.rule ?? null, found, before === "" ? "" : quoted(before.length > 24 ? `…${before.slice(-20)}` : before));
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

customElements.define("verdict-pane", VerdictPane);
