// Lines that do not fit: the rest stands under the body of the production, as printed grammars have it.

import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";

/** What stands before the body in its first line, or before it in a further one. */
const MARGIN = /^(?:<?[A-Za-z][\w-]*>?[ \t]*(?:::=|=\/?)[ \t]*|[ \t;]*)/;

/** The widest indent in characters. On a phone, a line has some thirty. */
const WIDEST = 18;

export const hanging = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = indented(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) {
        this.decorations = indented(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function indented({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const width = Math.min(WIDEST, MARGIN.exec(line.text)?.[0].length ?? 0);
      if (width > 0) {
        const style = `padding-left: calc(6px + ${width}ch); text-indent: -${width}ch`;
        lines.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      }
      at = line.to + 1;
    }
  }
  return lines.finish();
}
