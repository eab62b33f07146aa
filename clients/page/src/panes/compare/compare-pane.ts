// A second grammar beside the first: which texts only one of them derives. And the first in other notations.

import grammars from "virtual:grammars";
import { defaultKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { fill, h } from "../../dom.ts";
import { hanging } from "../../editor/hanging.ts";
import { highlight } from "../../editor/highlight.ts";
import { explain } from "../../checking.ts";
import { Superseded, Unavailable } from "../../engine/lane.ts";
import { lit, setLit } from "../../editor/lit.ts";
import { alike, difference, exported, second, type GrammarText } from "../../engine/questions.ts";
import type { Alike, Outline, Pair, Pairs } from "../../engine/types.ts";
import { save } from "../../files.ts";
import { Pane } from "../../pane.ts";
import { complete, isWithout } from "../../presets.ts";
import { get, grammarOf, set, type State } from "../../store.ts";
import { sentence } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { titleOf } from "../../work.ts";
import { CompareView } from "./compare-view.ts";
import { pairsOf, type Named } from "./pairs.ts";

const NOTATIONS = ["rfc822", "bnf", "abnf", "ebnf", "pest", "regex", "dot"] as const;

/** The most errors that are listed. */
const ERRORS = 5;

/** The most causes, and the most pairs that are compared again with the causes alike. */
const CAUSES = 3;
const AGAIN = 12;

export class ComparePane extends Pane {
  readonly #preset = h("select", { "aria-label": words.compare.with });
  #other!: EditorView;
  #isOwnChange = false;
  readonly #editor = h("div", { class: "editor second" });
  /** What is wrong with the second grammar, as far as it cannot be read. */
  readonly #errors = h("ul", { class: "errors", "aria-label": words.compare.errors });
  /** The production of each grammar whose languages are compared first. */
  readonly #start = h("select", { "aria-label": words.compare.startOfSecond });
  readonly #starts = h("span", { class: "starts", hidden: true }, h("span", { class: "mu" }, words.bar.startsWith), " ", this.#start);
  #startName = "";
  readonly #view = new CompareView((pair) => this.#light(pair.b));
  /** The productions of the second grammar. */
  #second: Outline["productions"] = [];
  readonly #a = h("select", { "aria-label": words.compare.pairA });
  readonly #b = h("select", { "aria-label": words.compare.pairB });
  readonly #adder = h("div", { class: "tools adder" });
  readonly #notation = h("select", { "aria-label": words.compare.notation });
  readonly #exported = h("textarea", { "aria-label": words.compare.exported, rows: 8, readonly: true, wrap: "off", dir: "ltr" });
  readonly #refusal = h("p", { class: "bad", role: "alert" });
  #added: Named[] = [];
  #asked = "";
  #round = 0;
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
      // The answer is there.
      set({ view: "tree" });
      const { grammar, readings } = get();
      const isTyped = this.#preset.value === "own" || this.#preset.value === "typed";
      if (chosen?.source != null) {
        set({ other: chosen.source, otherReadings: chosen.readings });
      } else if (this.#preset.value === "own") {
        set({ other: grammar, otherReadings: readings });
      }
      if (isTyped) {
        this.#other.focus();
      }
    });
    this.#other = new EditorView({
      parent: this.#editor,
      state: EditorState.create({
        doc: get().other,
        extensions: [
          lineNumbers(), drawSelection(), lintGutter(), highlight, lit, keymap.of(defaultKeymap), EditorView.lineWrapping, hanging,
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
    this.#other.scrollDOM.tabIndex = 0;
    this.#other.scrollDOM.setAttribute("role", "region");
    this.#other.scrollDOM.setAttribute("aria-label", words.compare.editor);
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
      h("div", { class: "sub" }, h("b", {}, words.compare.solution), this.#preset, this.#starts, h("span", { class: "gr" }), h("button", { type: "button", class: "btn", title: words.compare.swapTitle, onclick: () => this.#swap() }, words.compare.swap)),
      this.#editor,
      this.#errors,
      h("div", { class: "pane-body" },
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
    document.querySelector("#view > .body")?.append(this.#view.element);
  }

  /** Each grammar takes the place of the other. */
  #swap(): void {
    const { grammar, readings, other, otherReadings, production } = get();
    if (other.trim() !== "") {
      const start = this.#startName;
      this.#startName = production;
      set({ grammar: other, readings: otherReadings, notation: "", other: grammar, otherReadings: readings, production: start });
    }
  }

  /** Lights a production in the second grammar. */
  #light(name: string): void {
    const at = this.#second.find((one) => one.name === name)?.at ?? null;
    if (at !== null && at.end <= this.#other.state.doc.length) {
      this.#other.dispatch({ effects: [setLit.of({ production: at, part: null }), EditorView.scrollIntoView(at.start, { y: "nearest" })] });
    }
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
    document.body.classList.toggle("compares", isShown && now.other.trim() !== "");
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
      fill(this.#errors);
      this.#adder.hidden = true;
      this.#starts.hidden = true;
      return;
    }
    this.#view.say(words.compare.comparing);
    this.#view.begin();
    const [own, theirs] = [grammarOf(state), { source: other, readings: otherReadings }];
    const asked = this.#asked;
    this.#round += 1;
    const round = this.#round;
    const isStale = () => asked !== this.#asked || round !== this.#round;
    const ask = async () => {
      const read = await second(theirs);
      this.#mark(read);
      this.#second = read.productions;
      const [inA, inB] = [state.outline?.productions.map((one) => one.name) ?? [], read.productions.map((one) => one.name)];
      const start = this.#startsOf(state, read);
      const known = pairsOf(own, theirs, inA, inB, [...(start === null ? [] : [start]), ...this.#added]);
      const option = (name: string) => h("option", { value: name }, name);
      fill(this.#a, ...inA.map(option));
      fill(this.#b, ...inB.map(option));
      this.#adder.hidden = false;
      const found: Pairs = { pairs: [], withoutA: without(inA, known.map(([a]) => a)), withoutB: without(inB, known.map(([, b]) => b)) };
      const show = (causes: [string, string][] = [], alike: Map<Pair, Alike> | null = null) =>
        this.#view.show({ ...found, grammars: [own, theirs], titles: titlesOf(state), known, start: start && [start[0], start[1]], isWaiting: found.pairs.length < known.length, causes, alike });
      // One pair after the other: a pair that takes too long stops no other.
      for (const [a, b] of known) {
        if (isStale()) {
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
        show();
      }
      if (known.length === 0) {
        show();
      }
      const causes = start === null ? [] : causesOf(found.pairs, state.outline?.productions ?? []);
      if (causes.length > 0 && causes.length <= CAUSES) {
        const again = await this.#again([own, theirs], found.pairs, causes, isStale);
        if (!isStale() && again !== null) {
          show(causes, again);
        }
      }
    };
    this.answer(ask(), words.compare.theDifference, () => {}, (reason) => this.#view.say(reason, true));
  }

  /** Compares the pairs that differ again, with the causes alike. */
  async #again([own, theirs]: [GrammarText, GrammarText], pairs: Pair[], causes: [string, string][], isStale: () => boolean): Promise<Map<Pair, Alike> | null> {
    const others = pairs.filter((one) => one.result === "differs" && !causes.some(([a, b]) => one.a === a && one.b === b));
    const found = new Map<Pair, Alike>();
    for (const pair of others.slice(0, AGAIN)) {
      if (isStale()) {
        return null;
      }
      try {
        found.set(pair, await alike(own, theirs, [pair.a, pair.b], causes));
      } catch {
        // What takes too long is not said of the pair.
      }
    }
    return found;
  }

  /** Marks the errors of the second grammar, and names them with their lines. */
  #mark({ errors }: Outline): void {
    const { doc } = this.#other.state;
    const clamp = (at: number) => Math.max(0, Math.min(doc.length, at));
    this.#other.dispatch(setDiagnostics(this.#other.state, errors.map((one) => ({ from: clamp(one.start), to: clamp(one.end), severity: "error" as const, message: sentence(one.message) }))));
    const goTo = (start: number) => () => {
      this.#other.dispatch({ selection: { anchor: clamp(start) }, scrollIntoView: true });
      this.#other.focus();
    };
    fill(this.#errors, ...errors.slice(0, ERRORS).map((one) =>
      h("li", {}, h("button", { type: "button", class: "bad", onclick: goTo(one.start) }, words.compare.error(doc.lineAt(clamp(one.start)).number, sentence(one.message))))));
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
    return [production, this.#startName, ""];
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

/** Returns what the two grammars are called. */
function titlesOf(state: State): readonly [string, string] {
  const [title, other] = [titleOf(state), titleOf({ grammar: state.other, readings: state.otherReadings })];
  const isPreset = grammars.some((one) => one.source === state.other && one.readings === state.otherReadings);
  return title === other || !isPreset ? [words.compare.yours, words.compare.solution] : [title, other];
}

/** Returns the pairs that differ and use no other pair that differs, unless all do: the reasons of the others. */
function causesOf(pairs: Pair[], productions: Outline["productions"]): [string, string][] {
  const differing = pairs.filter((one) => one.result === "differs");
  const names = new Set(differing.map((one) => one.a));
  const uses = (name: string) => productions.find((one) => one.name === name)?.uses ?? [];
  const causes = differing.filter(({ a }) => !uses(a).some((used) => used !== a && names.has(used)));
  return causes.length === differing.length ? [] : causes.map(({ a, b }) => [a, b]);
}

/** Returns the names that are in no pair. */
function without(names: string[], paired: string[]): string[] {
  const known = new Set(paired);
  return names.filter((name) => !known.has(name));
}

customElements.define("compare-pane", ComparePane);
