// The part of the grammar that the selection lights.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { Span } from "../engine/types.ts";

export interface Lit {
  production: Span | null;
  part: Span | null;
}

export const setLit = StateEffect.define<Lit>();

const line = Decoration.line({ class: "lit-line" });
const part = Decoration.mark({ class: "lit-part" });

export const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let decorations = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setLit)) {
        decorations = build(effect.value, transaction.newDoc);
      }
    }
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function build(shown: Lit, document: { length: number; lineAt(at: number): { from: number; to: number } }): DecorationSet {
  const ranges = [];
  const within = (span: Span | null) => span !== null && span.end <= document.length && span.start < span.end;
  if (shown.production !== null && within(shown.production)) {
    for (let at = shown.production.start; at <= shown.production.end; ) {
      const { from, to } = document.lineAt(at);
      ranges.push(line.range(from));
      at = to + 1;
    }
  }
  if (shown.part !== null && within(shown.part)) {
    ranges.push(part.range(shown.part.start, shown.part.end));
  }
  return Decoration.set(ranges, true);
}
