// Headings that fold the productions below them.
//
// The engine knows the heading of each production. The line of a heading is the first one between two
// productions that has its words. A fold opens when the caret or what is lit comes into it.

import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Text } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker, keymap, WidgetType, type DecorationSet } from "@codemirror/view";
import type { Production } from "../engine/types.ts";
import { words } from "../text/words.ts";

/** The productions under one heading. */
export interface Section {
  /** The start of the line of the heading. */
  heading: number;
  /** What a fold hides: from the end of that line to the end of the last production. */
  from: number;
  to: number;
}

/** Says which sections there are. */
export const setSections = StateEffect.define<Section[]>();

/** Folds a section or opens it, by the start of its heading. */
const toggle = StateEffect.define<number>();

/** Opens the folds around a place. */
export const unfold = StateEffect.define<number>();

interface Folding {
  sections: Section[];
  folded: Section[];
}

/** Returns the sections of a grammar. */
export function sectionsOf(document: Text, productions: Production[]): Section[] {
  const found: Section[] = [];
  let [last, end]: [string | null, number] = [null, 0];
  for (const { heading, at } of productions) {
    if (at === null || at.end > document.length || at.start < end) {
      continue;
    }
    const [open] = found.slice(-1);
    const line = heading === null || heading === last ? null : headingLine(document, heading, end, at.start);
    if (line !== null) {
      found.push({ heading: line.from, from: line.to, to: at.end });
    } else if (open !== undefined && heading === last) {
      open.to = at.end;
    }
    [last, end] = [heading, at.end];
  }
  return found;
}

function headingLine(document: Text, heading: string, from: number, to: number): { from: number; to: number } | null {
  const words = heading.trim().slice(0, 24);
  for (let line = document.lineAt(from); line.from <= to; line = document.line(line.number + 1)) {
    if (line.text.includes(words)) {
      return line;
    }
    if (line.number === document.lines) {
      break;
    }
  }
  return null;
}

const state = StateField.define<Folding>({
  create: () => ({ sections: [], folded: [] }),
  update({ sections, folded }, { changes, docChanged, effects, selection, state }) {
    if (docChanged) {
      const moved = (one: Section) => ({ heading: changes.mapPos(one.heading), from: changes.mapPos(one.from, 1), to: changes.mapPos(one.to, -1) });
      [sections, folded] = [sections, folded].map((list) => list.map(moved).filter((one) => one.from < one.to)) as [Section[], Section[]];
    }
    const open = (at: number) => (folded = folded.filter((one) => at <= one.from || at > one.to));
    for (const effect of effects) {
      if (effect.is(setSections)) {
        sections = effect.value;
        folded = sections.filter((one) => folded.some((other) => other.heading === one.heading));
      } else if (effect.is(toggle)) {
        const section = sections.find((one) => one.heading === effect.value);
        const isFolded = folded.some((one) => one.heading === effect.value);
        folded = isFolded ? folded.filter((one) => one.heading !== effect.value) : section === undefined ? folded : [...folded, section].sort((one, other) => one.from - other.from);
      } else if (effect.is(unfold)) {
        open(effect.value);
      }
    }
    if (selection !== undefined) {
      open(state.selection.main.head);
    }
    return { sections, folded };
  },
  provide: (field) => EditorView.decorations.from(field, ({ folded }) => hidden(folded)),
});

class Dots extends WidgetType {
  constructor(readonly heading: number) {
    super();
  }

  override eq(other: Dots): boolean {
    return other.heading === this.heading;
  }

  toDOM(view: EditorView): HTMLElement {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "cm-dots", textContent: "⋯", ariaLabel: words.grammar.unfold, title: words.grammar.unfold });
    button.addEventListener("click", () => view.dispatch({ effects: toggle.of(this.heading) }));
    return button;
  }
}

function hidden(folded: Section[]): DecorationSet {
  const ranges = new RangeSetBuilder<Decoration>();
  folded.forEach(({ heading, from, to }) => ranges.add(from, to, Decoration.replace({ widget: new Dots(heading) })));
  return ranges.finish();
}

class Sign extends GutterMarker {
  constructor(readonly sign: string) {
    super();
  }

  override eq(other: Sign): boolean {
    return other.sign === this.sign;
  }

  override toDOM(): Node {
    return document.createTextNode(this.sign);
  }
}

const [OPEN, FOLDED] = [new Sign("▾"), new Sign("▸")];

/** Folds the section around the caret, or opens the one that is folded there. */
function toggleAtCaret(view: EditorView): boolean {
  const { sections } = view.state.field(state);
  const { head } = view.state.selection.main;
  const section = sections.findLast((one) => one.heading <= head && head <= one.to);
  if (section === undefined) {
    return false;
  }
  view.dispatch({ selection: { anchor: section.heading }, effects: toggle.of(section.heading) });
  return true;
}

function markerAt(editor: EditorState, at: number): GutterMarker | null {
  const { sections, folded } = editor.field(state);
  return !sections.some((one) => one.heading === at) ? null : folded.some((one) => one.heading === at) ? FOLDED : OPEN;
}

export const folding = [
  state,
  gutter({
    class: "cm-folds",
    lineMarker: (view, line) => markerAt(view.state, line.from),
    lineMarkerChange: (update) => update.startState.field(state) !== update.state.field(state),
    domEventHandlers: {
      mousedown: (view, line) => {
        const isHeading = markerAt(view.state, line.from) !== null;
        if (isHeading) {
          view.dispatch({ effects: toggle.of(line.from) });
        }
        return isHeading;
      },
    },
  }),
  keymap.of([{ key: "Ctrl-Shift-[", mac: "Cmd-Alt-[", run: toggleAtCaret }]),
];
