// The editor of the grammar, with its errors and findings in the margin.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { isOwn } from "../../checking.ts";
import { fill, h } from "../../dom.ts";
import { hanging } from "../../editor/hanging.ts";
import { highlight } from "../../editor/highlight.ts";
import { insertion } from "../../editor/insertion.ts";
import { lit, setLit } from "../../editor/lit.ts";
import type { Finding, Production } from "../../engine/types.ts";
import { Pane } from "../../pane.ts";
import { get, hover, pin, selected, set, type State } from "../../store.ts";
import { counted } from "../../text/show.ts";

/** What an empty editor shows. */
const EXAMPLE = `greeting = hello [ "," SP name ]
hello    = "hello" | "hi"
name     = 1*("a" | "b" | "c")

BNF as in RFC 822, ABNF (RFC 5234), or BNF with <names> and ::=`;

/** The most problems that are listed. */
const LISTED = 60;

export class GrammarPane extends Pane {
  #view!: EditorView;
  readonly #count = h("p", { class: "note", "aria-live": "polite" });
  readonly #problems = h("ul", { class: "problems", "aria-label": "Errors and findings", tabindex: 0 });
  readonly #readings = h("input", { type: "checkbox", id: "readings" });
  readonly #readingsLabel = h("label", {
    class: "check",
    for: "readings",
    title: "Where the prose of RFC 1738 decides what its BNF leaves open",
  }, this.#readings, " Apply the readings of RFC 1738");
  #isOwnChange = false;

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
          history(),
          drawSelection(),
          highlightActiveLine(),
          lintGutter(),
          highlight,
          insertion,
          lit,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ "aria-label": "Grammar", spellcheck: "false" }),
          EditorView.lineWrapping,
          hanging,
          placeholder(EXAMPLE),
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
    this.#view.scrollDOM.setAttribute("aria-label", "Grammar editor");
    this.#readings.addEventListener("change", () => set({ readings: this.#readings.checked }));
    fill(
      this,
      editor,
      h("div", { class: "bar" },
        this.#readingsLabel,
        this.#count,
      ),
      this.#problems,
    );
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
    if (this.#view.state.doc.length !== now.grammar.length || this.#view.state.doc.toString() !== now.grammar) {
      this.#isOwnChange = true;
      this.#view.dispatch({
        changes: { from: 0, to: this.#view.state.doc.length, insert: now.grammar },
        scrollIntoView: true,
        selection: { anchor: 0 },
      });
      this.#isOwnChange = false;
    }
    this.#readingsLabel.hidden = !isOwn(now.grammar);
    if (isFirst || now.outline !== before.outline || now.findings !== before.findings) {
      this.#showProblems(now);
    }
    if (isFirst || now.hovered !== before.hovered || now.pinned !== before.pinned || now.outline !== before.outline) {
      this.#light(now, now.pinned !== before.pinned);
    }
  }

  #light(state: State, isPinned: boolean): void {
    const selection = selected(state);
    const found = state.outline?.productions.find((one) => one.name === selection?.rule);
    const production = found?.at ?? null;
    const isCurrent = production === null || production.end <= this.#view.state.doc.length;
    if (!isCurrent) {
      return;
    }
    const effects = [setLit.of({ production, part: selection?.part ?? null })];
    // What the pointer is on in another pane comes into view; the editor itself never moves.
    if (production !== null && (isPinned || !this.matches(":hover, :focus-within"))) {
      effects.push(EditorView.scrollIntoView(production.start, { y: "nearest", yMargin: 40 }) as never);
    }
    this.#view.dispatch({ effects });
  }

  #showProblems({ outline, findings, grammar }: State): void {
    const length = grammar.length;
    const errors = outline?.errors ?? [];
    const clamp = (at: number) => Math.max(0, Math.min(length, at));
    const diagnostics: Diagnostic[] = [
      ...errors.map(({ start, end, message, help }) => ({
        from: clamp(start),
        to: clamp(end),
        severity: "error" as const,
        message: help === null ? message : `${message}\n${help}`,
      })),
      ...findings.map((one) => ({
        from: clamp(one.start),
        to: clamp(one.end),
        severity: isWarning(one) ? ("warning" as const) : ("info" as const),
        message: `${one.kind}: ${one.message}`,
      })),
    ];
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
    const count = outline?.productions.length ?? 0;
    const failures = errors.length + (outline?.errorsOmitted ?? 0);
    this.#count.textContent =
      outline === null
        ? ""
        : `${outline.notation}: ${counted(count, "production")}, ${counted(failures, "error")}, ${counted(findings.length, "finding")}`;
    const goTo = (start: number, end: number) => () => {
      this.#view.dispatch({ selection: { anchor: clamp(start), head: clamp(end) }, scrollIntoView: true });
      this.#view.focus();
    };
    const rows = [
      ...errors.map((one) =>
        h("li", { class: "problem error-problem" },
          h("button", { type: "button", onclick: goTo(one.start, one.end) },
            h("span", { class: "sign", "aria-hidden": "true" }, "✗"),
            h("span", {}, h("strong", {}, "Error: "), one.message, one.help !== null && h("small", {}, ` ${one.help}`))))),
      ...findings.map((one) =>
        h("li", { class: `problem ${one.kind === "ambiguity" ? "choice-problem" : ""}` },
          h("button", { type: "button", onclick: goTo(one.start, one.end) },
            h("span", { class: "sign", "aria-hidden": "true" }, isWarning(one) ? "!" : "i"),
            h("span", {}, h("strong", {}, `${one.kind} in ${one.rule}: `), one.message)))),
    ];
    fill(this.#problems, ...rows.slice(0, LISTED));
    this.#problems.hidden = rows.length === 0;
  }
}

function isWarning(finding: Finding): boolean {
  return finding.losesTexts || finding.kind === "shadowed alternative" || finding.kind === "undecided";
}

customElements.define("grammar-pane", GrammarPane);
