// The editor of the grammar, with its errors and findings in the margin.

import { defaultKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { isOwn } from "../../checking.ts";
import { fill, h, hide } from "../../dom.ts";
import { folding, sectionsOf, setSections, unfold } from "../../editor/folding.ts";
import { hanging } from "../../editor/hanging.ts";
import { highlight } from "../../editor/highlight.ts";
import { insertion } from "../../editor/insertion.ts";
import { lit, setLit } from "../../editor/lit.ts";
import { exported, notations } from "../../engine/questions.ts";
import type { Finding, Findings, Fitting, Outline, Production, Span } from "../../engine/types.ts";
import { imported, importFor } from "../../imports.ts";
import { Pane } from "../../pane.ts";
import { get, grammarOf, hover, pin, selected, set, type Selection, type State } from "../../store.ts";
import { focusOf } from "../../shown.ts";
import { sentence } from "../../text/show.ts";
import { words } from "../../text/words.ts";
import { presetOf } from "../../work.ts";

/** The most problems that are listed. */
const LISTED = 60;

/** The kinds of findings that say what a literal or an operator means, and the most of them that are not folded. */
const MEANING = /\b(?:case|precedence|encoding)\b/;
const MEANINGS = 3;

/** The time in milliseconds without a key after which the page looks for other notations. */
const PAUSE = 400;

/** The notations whose alternatives are ordered. */
const ORDERED = /^(?:PEG|pest)$/;

export class GrammarPane extends Pane {
  #view!: EditorView;
  readonly #count = h("span");
  readonly #notes = h("span", { class: "nt" });
  readonly #problems = h("ul", { "aria-label": words.grammar.problems });
  readonly #details = h("details", {}, h("summary", {}, this.#count, this.#notes));
  /** What the reader of a grammar has to know before a verdict says anything. It is never folded. */
  readonly #meaning = h("ul", { class: "meaning", "aria-label": words.grammar.meaning, hidden: true });
  readonly #readings = h("input", { type: "checkbox", id: "readings" });
  readonly #readingsLabel = h("label", {
    class: "check",
    for: "readings",
    title: words.grammar.readingsTitle,
  }, this.#readings, " ", words.grammar.readings);
  #isOwnChange = false;
  #hadErrors = false;
  /** What is lit. */
  #lit = "";
  readonly #import = h("li", { hidden: true });
  /** The notations in which the grammar of the outline has different meanings. */
  #fitting: Fitting[] = [];

  protected build(): void {
    const changed = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.#isOwnChange) {
        set({ grammar: update.state.doc.toString() });
      }
      if (update.selectionSet && !update.docChanged && this.#view.hasFocus) {
        const found = this.#productionAt(update.state.selection.main.head);
        hover(found === null ? null : { rule: found.name, at: null });
      }
    });
    const editor = h("div", { class: "editor" });
    this.#view = new EditorView({
      parent: editor,
      state: EditorState.create({
        doc: get().grammar,
        extensions: [
          lineNumbers(),
          folding,
          drawSelection(),
          highlightActiveLine(),
          lintGutter(),
          highlight,
          insertion,
          lit,
          keymap.of(defaultKeymap),
          EditorView.contentAttributes.of({ "aria-label": words.grammar.name, spellcheck: "false" }),
          EditorView.lineWrapping,
          hanging,
          placeholder(words.grammar.placeholder),
          changed,
          EditorView.domEventHandlers({
            mousemove: (event) => {
              const at = this.#view.posAtCoords({ x: event.clientX, y: event.clientY });
              const found = at === null ? null : this.#productionAt(at);
              hover(found === null ? null : { rule: found.name, at: null });
            },
            mouseleave: () => hover(null),
            blur: () => hover(null),
            dblclick: () => {
              const found = this.#productionAt(this.#view.state.selection.main.head);
              if (found !== null) {
                pin({ rule: found.name, at: null });
              }
            },
          }),
        ],
      }),
    });
    this.#view.scrollDOM.tabIndex = 0;
    this.#view.scrollDOM.setAttribute("role", "region");
    this.#view.scrollDOM.setAttribute("aria-label", words.grammar.editor);
    this.#readings.addEventListener("change", () => set({ readings: this.#readings.checked }));
    this.#details.append(this.#readingsLabel, this.#problems);
    fill(this, this.#details, this.#meaning, editor);
  }

  /** Returns the production whose name is at the offset, or whose definition contains it. */
  #productionAt(at: number): Production | null {
    const productions = get().outline?.productions ?? [];
    const { text, from } = this.#view.state.doc.lineAt(Math.min(at, this.#view.state.doc.length));
    for (const match of text.matchAll(/[A-Za-z][\w-]*/g)) {
      const start = from + match.index;
      if (start <= at && at <= start + match[0].length) {
        const named = productions.find((one) => one.name.toLowerCase() === match[0].toLowerCase());
        if (named !== undefined) {
          return named;
        }
      }
    }
    return productions.find((one) => one.at !== null && one.at.start <= at && at <= one.at.end) ?? null;
  }

  protected changed(now: State, before: State): void {
    const isFirst = now === before;
    this.#readings.checked = now.readings;
    const isOther = isFirst || now.grammar !== before.grammar;
    if (isOther && (this.#view.state.doc.length !== now.grammar.length || this.#view.state.doc.toString() !== now.grammar)) {
      this.#isOwnChange = true;
      this.#view.dispatch(change(this.#view.state.doc.toString(), now.grammar));
      this.#isOwnChange = false;
    }
    if (isOther) {
      hide(this.#readingsLabel, !isOwn(now.grammar));
    }
    if (now.outline !== null && (isFirst || now.outline !== before.outline)) {
      void this.#offerImport(now.outline);
      void this.#askNotation(now.outline);
      this.#view.dispatch({ effects: setSections.of(sectionsOf(this.#view.state.doc, now.outline.productions)) });
    }
    if (isFirst || now.outline !== before.outline || now.findings !== before.findings) {
      this.#showProblems(now);
    }
    if (isFirst || now.hovered !== before.hovered || now.pinned !== before.pinned || now.outline !== before.outline || now.verdict !== before.verdict || now.form !== before.form || now.forms !== before.forms || now.step !== before.step || now.trace !== before.trace || now.view !== before.view || now.blamed !== before.blamed || now.isLecture !== before.isLecture || (now.isLecture && (now.open !== before.open || now.derivations !== before.derivations))) {
      this.#light(now, now.isLecture || now.pinned !== before.pinned || (now.view === "steps" && (now.step !== before.step || now.trace !== before.trace)) || now.blamed !== before.blamed);
    }
  }

  #light(state: State, isPinned: boolean): void {
    const selection = state.view === "steps" || state.view === "derivation" || state.isLecture ? focusOf(state) : ((state.view === "choice" ? state.blamed : null) ?? selected(state));
    const found = state.outline?.productions.find((one) => one.name === selection?.rule);
    const production = (state.isLecture ? this.#lineOf(state, selection) : null) ?? found?.at ?? null;
    const isCurrent = production === null || production.end <= this.#view.state.doc.length;
    const key = JSON.stringify([production, selection?.part ?? null, isPinned]);
    if (!isCurrent || (key === this.#lit && !isPinned)) {
      return;
    }
    this.#lit = key;
    const effects = [setLit.of({ production, part: selection?.part ?? null })];
    // What is chosen in another pane comes into view. The pointer alone scrolls nothing.
    if (production !== null && isPinned && !this.matches(":hover, :focus-within")) {
      effects.push(unfold.of(production.start) as never, EditorView.scrollIntoView(production.start, { y: "nearest", yMargin: 40 }) as never);
    }
    this.#view.dispatch({ effects });
  }

  /** In a lecture, only the line at which an open production is, not all of it. */
  #lineOf({ open, view }: State, selection: Selection | null): Span | null {
    const at = view === "steps" ? null : (open.find((one) => one.rule === selection?.rule && one.start === selection.at?.start)?.at ?? null);
    if (at === null || at > this.#view.state.doc.length) {
      return null;
    }
    const { from, to } = this.#view.state.doc.lineAt(at);
    return { start: from, end: to };
  }

  /** Offers to import what the grammar uses and does not define. */
  async #offerImport(outline: Outline): Promise<void> {
    this.#import.hidden = true;
    const found = await importFor(outline, get().grammar).catch(() => null);
    const isCurrent = () => get().outline === outline;
    if (found === null || !isCurrent()) {
      return;
    }
    const take = () =>
      this.answer(
        imported(get().grammar, outline, found),
        words.grammar.theImport(found.title),
        (grammar) => isCurrent() && set({ grammar }),
        (reason) => set({ notice: { text: reason, isError: true } }),
      );
    fill(this.#import, h("button", { type: "button", class: "btn ln", onclick: take }, words.grammar.importFrom(found.names, found.title)));
    this.#import.hidden = false;
  }

  /** Finds out whether the grammar can be read in several notations. */
  async #askNotation(outline: Outline): Promise<void> {
    const before = this.#fitting;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (get().outline !== outline) {
      return;
    }
    // The answer depends on the grammar alone, not on the notation that is chosen.
    const found = presetOf(get()) !== undefined ? [] : await notations({ ...grammarOf(), notation: "" }).catch(() => null);
    if (found === null || get().outline !== outline) {
      return;
    }
    this.#fitting = found;
    if (found.length > 0 || before.length > 0) {
      this.#showProblems(get());
    }
  }

  /** Asks in which notation the grammar is meant, and says what it means in each. */
  #whichNotation({ notation, outline }: State): HTMLElement | null {
    if (outline === null || (this.#fitting.length === 0 && notation === "")) {
      return null;
    }
    const choose = ({ id, name, means }: Fitting) => {
      const isTaken = name === outline.notation;
      return h("li", {},
        h("button", { type: "button", class: "btn ln", "aria-pressed": String(isTaken), onclick: () => set({ notation: id }) }, words.grammar.asNotation(name)),
        h("code", {}, means));
    };
    return h("li", {}, this.#fitting.length === 0 ? words.grammar.chosen(outline.notation) : words.grammar.whichNotation(this.#fitting.some((one) => one.name === outline.notation) ? null : outline.notation),
      h("ul", { class: "fitting" }, ...this.#fitting.map(choose)),
      notation !== "" && h("button", { type: "button", class: "btn ln", onclick: () => set({ notation: "" }) }, words.grammar.findOut));
  }

  /** Writes the grammar in ABNF, which the lessons and the signs are about. */
  #convert(): void {
    const { grammar } = get();
    this.answer(
      exported(grammarOf(), "abnf", ""),
      words.compare.theNotation,
      (written) => get().grammar === grammar && set({ grammar: written }),
      (reason) => set({ notice: { text: reason, isError: true } }),
    );
  }

  /** Writes into the grammar how letters compare, so that it says itself what it means. */
  #decide(mark: "%i" | "%s"): void {
    const lines = get().grammar.split("\n").map((line) => {
      // What is in a comment or in angle brackets is no literal.
      return line.replace(/;.*$|<[^>]*>|(%[is])?"([^"]*)"/g, (whole, marked: string | undefined, inner: string | undefined) =>
        inner !== undefined && marked === undefined && /[A-Za-z]/.test(inner) ? `${mark}${whole}` : whole);
    });
    set({ grammar: lines.join("\n") });
  }

  #showProblems(state: State): void {
    const { outline, findings: analysis, grammar } = state;
    const findings = analysis?.findings ?? [];
    const length = grammar.length;
    const errors = outline?.errors ?? [];
    const clamp = (at: number) => Math.max(0, Math.min(length, at));
    const diagnostics: Diagnostic[] = [
      ...errors.map(({ start, end, message, help }) => ({
        from: clamp(start),
        to: clamp(end),
        severity: "error" as const,
        message: help === null ? sentence(message) : `${sentence(message)}\n${sentence(help)}`,
      })),
      ...findings.map((one) => ({
        from: clamp(one.start),
        to: clamp(one.end),
        severity: isWarning(one) ? ("warning" as const) : ("info" as const),
        message: `${one.kind}: ${one.message}`,
      })),
    ];
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
    const own = outline?.productions.filter((one) => one.at !== null).length ?? 0;
    const failures = errors.length + (outline?.errorsOmitted ?? 0);
    this.#count.textContent = outline === null ? "" : words.grammar.count(own);
    this.#notes.textContent = outline === null ? "" : words.grammar.notes(failures, analysis === null ? null : findings.length + analysis.omitted);
    this.#notes.classList.toggle("bad", failures > 0);
    const goTo = (start: number, end: number) => () => {
      this.#view.dispatch({ selection: { anchor: clamp(start), head: clamp(end) }, scrollIntoView: true });
      this.#view.focus();
    };
    const row = (kind: string, start: number, end: number, ...children: (Node | string)[]) =>
      h("li", { class: kind }, h("button", { type: "button", onclick: goTo(start, end) }, ...children));
    const noted = (one: Finding) =>
      row("", one.start, one.end, h("b", {}, one.rule), ` ${words.grammar.finding(one.kind)}${one.kind === "unreferenced production" ? "." : `: ${sentence(one.message)}`}`);
    const choice = outline?.choice ?? null;
    const meaning = [
      this.#whichNotation(state) ?? false,
      choice !== null && h("li", {}, sentence(words.grammar.choice(choice)),
        h("p", { class: "which-one" }, h("b", {}, words.grammar.which),
          h("button", { type: "button", class: "btn ln", onclick: () => this.#decide("%i") }, words.grammar.eitherCase),
          h("button", { type: "button", class: "btn ln", onclick: () => this.#decide("%s") }, words.grammar.asWritten))),
      outline !== null && ORDERED.test(outline.notation) && h("li", {}, words.grammar.unordered),
      ...findings.filter((one) => MEANING.test(one.kind)).slice(0, MEANINGS).map(noted),
    ].filter((one) => one instanceof Node);
    fill(this.#meaning, ...meaning);
    this.#meaning.hidden = meaning.length === 0;
    const rows = [
      ...errors.map((one) => row("bad", one.start, one.end, h("b", {}, words.grammar.error), ` ${sentence(one.message)}`, one.help === null ? "" : h("small", {}, ` ${sentence(one.help)}`))),
      ...findings.map(noted),
    ];
    fill(
      this.#problems,
      outline !== null && h("li", { class: "mo" }, words.grammar.notation(outline.notation)),
      outline !== null && failures === 0 && /^(?:EBNF|ANTLR|PEG|pest|the notation of textbooks)/.test(outline.notation) && h("li", {}, h("button", { type: "button", class: "btn ln", onclick: () => this.#convert() }, words.grammar.convert)),
      this.#import,
      ...rows.slice(0, LISTED),
      rows.length + (analysis?.omitted ?? 0) > LISTED && h("li", { class: "mo" }, words.grammar.more(Math.max(0, rows.length - LISTED) + (analysis?.omitted ?? 0))),
      ...unexamined(analysis).map((says) => h("li", { class: "mo" }, says)));
    // An error shows itself, and hides again when it is gone.
    if (failures > 0 !== this.#hadErrors) {
      this.#hadErrors = failures > 0;
      this.#details.open = this.#hadErrors;
    }
  }
}

/** Returns the smallest change that makes one text of the other, so that the caret stays where it is. */
function change(before: string, now: string): { changes: { from: number; to: number; insert: string } } {
  const least = Math.min(before.length, now.length);
  let from = 0;
  while (from < least && before[from] === now[from]) {
    from += 1;
  }
  let end = 0;
  while (end < least - from && before[before.length - 1 - end] === now[now.length - 1 - end]) {
    end += 1;
  }
  return { changes: { from, to: before.length - end, insert: now.slice(from, now.length - end) } };
}

/** Says which productions were not examined, or not to every depth. */
function unexamined(analysis: Findings | null): string[] {
  const groups = new Map<string, string[]>();
  for (const { rule, reason, depth } of analysis?.unexamined ?? []) {
    const key = JSON.stringify([reason, depth ?? null]);
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups].map(([key, names]) => {
    const [reason, depth]: [string, number | null] = JSON.parse(key);
    return depth === null ? words.grammar.unexamined(reason, names) : words.grammar.examinedTo(depth, names);
  });
}

function isWarning(finding: Finding): boolean {
  return finding.losesTexts || finding.kind === "shadowed alternative" || finding.kind === "undecided";
}

customElements.define("grammar-pane", GrammarPane);
