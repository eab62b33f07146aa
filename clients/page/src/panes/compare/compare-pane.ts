// A second grammar beside the first: which texts only one of them derives. And the first in other notations.

import grammars from "virtual:grammars";
import { defaultKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { fill, h } from "../../dom.ts";
import { Figure } from "../../drawing/figure.ts";
import { hanging } from "../../editor/hanging.ts";
import { highlight } from "../../editor/highlight.ts";
import { explain } from "../../checking.ts";
import { Superseded, Unavailable } from "../../engine/lane.ts";
import { difference, exported, judged, second, type Judgement } from "../../engine/questions.ts";
import type { Outline, Pair, Pairs, Text } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { Pane } from "../../pane.ts";
import { complete, isWithout } from "../../presets.ts";
import { get, grammarOf, set, type State } from "../../store.ts";
import { quoted, sentence, visible } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { titleOf } from "../../work.ts";
import { signs } from "../examples/made-section.ts";
import { pairsOf, type Named } from "./pairs.ts";

const NOTATIONS = ["rfc822", "bnf", "abnf", "ebnf", "pest", "regex", "dot"] as const;

/** The most errors that are listed, and the longest witness that is drawn. */
const ERRORS = 5;
const DRAWN = 60;

export class ComparePane extends Pane {
  readonly #preset = h("select", { "aria-label": words.compare.with });
  #other!: EditorView;
  #isOwnChange = false;
  readonly #editor = h("div", { class: "editor second" });
  /** What is wrong with the second grammar, as far as it cannot be read. */
  readonly #errors = h("ul", { class: "errors", "aria-label": words.compare.errors });
  readonly #own = h("details", {}, h("summary", {}, words.compare.second), this.#editor, this.#errors);
  /** The production of each grammar whose languages are compared first. */
  readonly #start = h("select", { "aria-label": words.compare.startOfSecond });
  readonly #starts = h("p", { class: "tools starts", hidden: true });
  #startName = "";
  readonly #result = h("div", { class: "result", "aria-live": "polite" });
  readonly #a = h("select", { "aria-label": words.compare.pairA });
  readonly #b = h("select", { "aria-label": words.compare.pairB });
  readonly #adder = h("div", { class: "tools adder" });
  readonly #notation = h("select", { "aria-label": words.compare.notation });
  readonly #exported = h("textarea", { "aria-label": words.compare.exported, rows: 8, readonly: true, wrap: "off", dir: "ltr" });
  readonly #refusal = h("p", { class: "bad", role: "alert" });
  #added: Named[] = [];
  #asked = "";
  #round = 0;
  /** The texts that are shown, which stay while further pairs are compared. */
  readonly #witnesses = new Map<string, HTMLElement>();
  #pause: ReturnType<typeof setTimeout> | undefined;

  protected build(): void {
    fill(
      this.#preset,
      h("option", { value: "" }, words.compare.choose),
      h("option", { value: "own" }, words.compare.copy),
      h("option", { value: "typed" }, words.compare.typed),
      ...grammars.map((one) => h("option", { value: one.id }, one.title)),
    );
    this.#preset.addEventListener("change", async () => {
      if (isWithout(this.#preset.value)) {
        await complete().catch(() => explain(new Unavailable(words.checking.noFile), ""));
      }
      const chosen = grammars.find((one) => one.id === this.#preset.value);
      const { grammar, readings } = get();
      this.#own.open = this.#preset.value === "own" || this.#preset.value === "typed";
      if (chosen?.source != null) {
        set({ other: chosen.source, otherReadings: chosen.readings });
      } else if (this.#preset.value === "own") {
        set({ other: grammar, otherReadings: readings });
      }
      if (this.#own.open) {
        this.#other.focus();
      }
    });
    this.#other = new EditorView({
      parent: this.#editor,
      state: EditorState.create({
        doc: get().other,
        extensions: [
          lineNumbers(), drawSelection(), lintGutter(), highlight, keymap.of(defaultKeymap), EditorView.lineWrapping, hanging,
          placeholder(words.compare.typeSecond),
          EditorView.contentAttributes.of({ "aria-label": words.compare.second, spellcheck: "false" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.#isOwnChange) {
              set({ other: update.state.doc.toString(), otherReadings: false });
            }
          }),
        ],
      }),
    });
    this.#other.scrollDOM.tabIndex = -1;
    this.#start.addEventListener("change", () => {
      this.#startName = this.#start.value;
      this.#compare(get());
    });
    const add = () => {
      this.#added = [[this.#a.value, this.#b.value, ""], ...this.#added];
      this.#compare(get());
    };
    fill(this.#adder, h("span", { class: "mu" }, words.compare.pair), this.#a, this.#b, h("button", { type: "button", class: "btn ln", onclick: add }, words.compare.add));
    this.#adder.hidden = true;
    fill(this.#notation, ...NOTATIONS.map((id) => h("option", { value: id }, words.compare.notations[id])));
    this.#notation.addEventListener("change", () => {
      this.#exported.value = "";
    });
    fill(
      this,
      h("div", { class: "pane-body" },
        h("h2", {}, words.compare.title),
        this.#preset,
        this.#own,
        this.#starts,
        this.#result,
        this.#adder,
        h("details", { class: "export" },
          h("summary", {}, words.compare.otherNotation),
          h("div", { class: "tools" },
            this.#notation,
            h("button", { type: "button", class: "btn ln", onclick: () => this.#export() }, words.compare.write),
            h("button", { type: "button", class: "btn", onclick: () => save("grammar.txt", this.#exported.value) }, words.compare.save)),
          this.#refusal,
          this.#exported),
      ),
    );
  }

  protected changed(now: State, before: State): void {
    if (now === before || now.other !== before.other || now.otherReadings !== before.otherReadings) {
      if (this.#other.state.doc.toString() !== now.other) {
        this.#isOwnChange = true;
        this.#other.dispatch({ changes: { from: 0, to: this.#other.state.doc.length, insert: now.other } });
        this.#isOwnChange = false;
      }
      const preset = grammars.find((one) => one.source === now.other && one.readings === now.otherReadings);
      this.#preset.value = preset?.id ?? (now.other === "" ? "" : "typed");
      this.#added = [];
    }
    const isShown = now.side === "compare";
    const key = JSON.stringify([grammarOf(now), now.other, now.otherReadings, now.production]);
    if (isShown && now.outline !== null && key !== this.#asked) {
      this.#asked = key;
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#compare(get()), 200);
    }
  }

  #compare(state: State): void {
    const { other, otherReadings } = state;
    if (other.trim() === "") {
      fill(this.#result);
      fill(this.#errors);
      this.#adder.hidden = true;
      this.#starts.hidden = true;
      return;
    }
    fill(this.#result, h("p", { class: "mu" }, words.compare.comparing));
    const [own, theirs] = [grammarOf(state), { source: other, readings: otherReadings }];
    const asked = this.#asked;
    const ask = async () => {
      const read = await second(theirs);
      this.#mark(read);
      const [inA, inB] = [state.outline?.productions.map((one) => one.name) ?? [], read.productions.map((one) => one.name)];
      const start = this.#startsOf(state, read);
      const pairs = pairsOf(own, theirs, inA, inB, [...(start === null ? [] : [start]), ...this.#added]);
      const option = (name: string) => h("option", { value: name }, name);
      fill(this.#a, ...inA.map(option));
      fill(this.#b, ...inB.map(option));
      this.#adder.hidden = false;
      const found: Pairs = { pairs: [], withoutA: without(inA, pairs.map(([a]) => a)), withoutB: without(inB, pairs.map(([, b]) => b)) };
      // One pair after the other: a pair that takes too long stops no other.
      for (const [a, b] of pairs) {
        if (asked !== this.#asked || round !== this.#round) {
          return;
        }
        try {
          found.pairs.push(...(await difference(own, theirs, [[a, b]])).pairs);
        } catch (error) {
          if (error instanceof Superseded) {
            return;
          }
          const why = error instanceof Error ? error.message : String(error);
          found.pairs.push({ a, b, result: "abstained", onlyA: null, onlyB: null, why, depth: null, length: null, whole: null, random: false });
        }
        this.#show(state, found, pairs, start, found.pairs.length < pairs.length);
      }
      if (pairs.length === 0) {
        this.#show(state, found, pairs, start, false);
      }
    };
    this.#round += 1;
    const round = this.#round;
    this.#witnesses.clear();
    this.answer(ask(), words.compare.theDifference, () => {}, (reason) => fill(this.#result, h("p", { class: "bad" }, reason)));
  }

  /** Marks the errors of the second grammar, and names them with their lines. */
  #mark({ errors }: Outline): void {
    const { doc } = this.#other.state;
    const clamp = (at: number) => Math.max(0, Math.min(doc.length, at));
    this.#other.dispatch(setDiagnostics(this.#other.state, errors.map((one) => ({ from: clamp(one.start), to: clamp(one.end), severity: "error" as const, message: sentence(one.message) }))));
    const goTo = (start: number) => () => {
      this.#own.open = true;
      this.#other.dispatch({ selection: { anchor: clamp(start) }, scrollIntoView: true });
      this.#other.focus();
    };
    fill(this.#errors, ...errors.slice(0, ERRORS).map((one) =>
      h("li", {}, h("button", { type: "button", class: "bad", onclick: goTo(one.start) }, words.compare.error(doc.lineAt(clamp(one.start)).number, sentence(one.message))))));
    if (errors.length > 0) {
      this.#own.open = true;
    }
  }

  /** Returns the pair of the two starts; `null` for two grammars of the page, whose pairs are known. */
  #startsOf({ production, other, otherReadings, grammar, readings }: State, { productions, start }: Outline): Named | null {
    const names = productions.map((one) => one.name);
    const isPreset = (source: string, has: boolean) => grammars.some((one) => one.source === source && one.readings === has);
    const isKnown = isPreset(grammar, readings) && isPreset(other, otherReadings) && grammar !== other;
    this.#starts.hidden = isKnown || names.length === 0;
    if (isKnown || names.length === 0) {
      return null;
    }
    if (!names.includes(this.#startName)) {
      this.#startName = names.find((name) => name === production) ?? start ?? names[0] ?? "";
    }
    fill(this.#start, ...names.map((name) => h("option", { value: name }, name)));
    this.#start.value = this.#startName;
    fill(this.#starts, h("b", {}, words.compare.yours), h("span", { class: "mu" }, words.bar.startsWith), h("code", {}, production), h("b", {}, words.compare.solution), h("span", { class: "mu" }, words.bar.startsWith), this.#start);
    return [production, this.#startName, ""];
  }

  /** The answer for the two starts, first of all, in one sentence. */
  #verdict({ result, onlyA, onlyB, whole, why }: Pair, [yours, theirs]: readonly [string, string]): HTMLElement {
    const [text, accepts, rejects] = onlyA !== null ? [onlyA, yours, theirs] : [onlyB, theirs, yours];
    switch (result) {
      case "equal":
        return h("p", { class: "answer ok" }, h("b", {}, words.compare.yes), ` ${words.compare.same}`);
      case "differs":
        return h("p", { class: "answer" }, h("b", { class: "bad" }, words.compare.no(accepts, text === null ? "" : quoted(text.text ?? text.octets, 40))), ` ${words.compare.doesNot(rejects)}`);
      case "undecided":
        return h("p", { class: "answer" }, h("b", { class: "prefix" }, words.compare.upTo(whole ?? 0)), ` ${words.compare.notDecided}`);
      default:
        return h("p", { class: "answer" }, h("b", {}, words.compare.notCompared), ` ${sentence(why ?? "")}`);
    }
  }

  #show(state: State, { pairs, withoutA, withoutB }: Pairs, known: Named[], start: Named | null, isWaiting: boolean): void {
    const differing = pairs.filter((one) => one.result === "differs");
    const equal = pairs.filter((one) => one.result === "equal");
    const undecided = pairs.filter((one) => one.result === "undecided");
    const abstained = pairs.filter((one) => one.result === "abstained");
    const why = (pair: Pair) => known.find(([a, b]) => a === pair.a && b === pair.b)?.[2] ?? "";
    const [title, other] = [titleOf(state), titleOf({ grammar: state.other, readings: state.otherReadings })];
    const isPreset = grammars.some((one) => one.source === state.other && one.readings === state.otherReadings);
    const titles = title === other || !isPreset ? ([words.compare.yours, words.compare.solution] as const) : ([title, other] as const);
    const first = start === null ? undefined : pairs.find((one) => one.a === start[0] && one.b === start[1]);
    const name = ({ a, b }: Pair) => (a === b ? a : `${a} ↔ ${b}`);
    const note = (label: string, list: string[]) => list.length > 0 && h("details", {}, h("summary", {}, label), h("p", { class: "mu" }, list.join(", ")));
    fill(
      this.#result,
      first !== undefined && this.#verdict(first, titles),
      h("p", { class: !isWaiting && pairs.length > 0 && equal.length === pairs.length ? "count ok" : "count" },
        isWaiting ? words.compare.waiting(pairs.length, known.length) : words.compare.summary({ differing: differing.length, equal: equal.length, undecided: undecided.length, abstained: abstained.length })),
      ...differing.map((pair) =>
        h("section", { class: "pair", "aria-label": name(pair) },
          h("h3", {}, name(pair)),
          why(pair) !== "" && h("p", { class: "mu" }, why(pair)),
          this.#witness(state, pair, pair.onlyA, titles),
          this.#witness(state, pair, pair.onlyB, titles),
          pair.random ? h("p", { class: "mu" }, words.compare.random) : pair.depth !== null && h("p", { class: "mu" }, words.compare.toDepth(pair.depth)))),
      ...undecided.map((one) => h("p", {}, words.compare.undecided(name(one), one.depth ?? 0, one.length, one.whole ?? 0))),
      ...abstained.map((one) => h("p", {}, words.compare.abstained(name(one), one.why ?? ""))),
      note(words.compare.equal(equal.length), equal.map(name)),
      note(words.compare.onlyIn(titles[0], withoutA.length), withoutA),
      note(words.compare.onlyIn(titles[1], withoutB.length), withoutB),
    );
  }

  /** A text that only one grammar derives, with the verdict of both. */
  #witness(state: State, { a, b, onlyA }: Pair, found: Text | null, titles: readonly [string, string]): HTMLElement | null {
    if (found === null) {
      return null;
    }
    const { text, octets } = found;
    const key = `${a} ${b} ${octets}`;
    const shown = this.#witnesses.get(key);
    if (shown !== undefined) {
      return shown;
    }
    const sides = [h("span", { class: "side" }), h("span", { class: "side" })];
    const say = (index: number, ok: boolean | null, verdict: string) => {
      const side = sides[index];
      if (side !== undefined) {
        const title = h("span", { class: "mu" }, titles[index] ?? "");
        fill(side, title, " ", h("span", { class: ok === true ? "ok" : ok === null ? "mu" : "bad" }, `${ok === true ? "✓" : ok === null ? "?" : "✗"} ${verdict}`));
      }
    };
    const ask = async (index: number, text: string) => {
      const grammar = index === 0 ? grammarOf(state) : { source: state.other, readings: state.otherReadings };
      const { ok, offset, found, nodes } = await judged(grammar, index === 0 ? a : b, text).catch((): Judgement => ({ ok: null, offset: null, found: "", nodes: [] }));
      say(index, ok, ok === null
        ? words.verdict.undecided
        : ok
          ? words.compare.accepts
          : found === "" ? words.compare.endsAt(offset ?? 0) : words.compare.stopsAt(offset ?? 0, visible(found)));
      this.#draw(figures[index], text, { ok, offset, found, nodes });
    };
    const figures = text === null ? [] : [new Figure(true), new Figure(true)];
    if (text === null) {
      // The page cannot ask about octets. The engine has decided who accepts them.
      const isInA = found === onlyA;
      say(0, isInA, isInA ? words.compare.accepts : words.compare.rejects);
      say(1, !isInA, isInA ? words.compare.rejects : words.compare.accepts);
    } else {
      void this.busy(Promise.allSettled([ask(0, text), ask(1, text)]));
    }
    const witness = h("div", { class: "witness" },
      text === null
        ? h("span", { class: "chip octets", title: words.examples.noText }, octets)
        : h("button", { type: "button", class: "chip", "aria-label": words.compare.show(text), onclick: () => set({ production: a, text }) }, ...signs(text)),
      // Each side is above its tree.
      ...sides.map((side, index) => (figures[index] === undefined ? side : h("div", { class: "tried" }, side, figures[index].element))));
    this.#witnesses.set(key, witness);
    return witness;
  }

  /** Draws how one grammar reads the text. */
  #draw(figure: Figure | undefined, text: string, { ok, offset, nodes }: Judgement): void {
    if (figure !== undefined && text.length <= DRAWN) {
      figure.show({ text, nodes, isComplete: true, error: ok === false ? offset : null, isLiteral: () => false, label: words.figure.tree(words.figure.derivation(null)) });
    }
  }

  #export(): void {
    const notation = this.#notation.value;
    const isOne = notation === "regex" || notation === "dot";
    const show = (text: string, refusal = "") => {
      this.#exported.value = text;
      this.#refusal.textContent = refusal;
    };
    this.answer(exported(grammarOf(), notation, isOne ? get().production : ""), words.compare.theNotation, show, (reason) => show("", reason));
  }
}

/** Returns the names that are in no pair. */
function without(names: string[], paired: string[]): string[] {
  const known = new Set(paired);
  return names.filter((name) => !known.has(name));
}

customElements.define("compare-pane", ComparePane);
