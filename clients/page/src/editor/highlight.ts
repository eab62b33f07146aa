// Colours for BNF: names, literals, comments and operators.

import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";

export const TOKEN =
  /(;.*$)|("[^"\n]*"|<">|%[bdxBDX][0-9A-Fa-f.-]+|%[is]"[^"\n]*")|(<?[A-Za-z][\w-]*>?(?=\s*(?:=\/?|::=)))|(<?[A-Za-z][\w-]*>?)|(::=|=\/?|[|/*[\]()#]|\d+)/gm;

const CLASSES = ["comment", "literal", "defined", "name", "operator"];

const marks = CLASSES.map((name) => Decoration.mark({ class: `bnf-${name}` }));

const decorator = new MatchDecorator({
  regexp: TOKEN,
  decoration: (match) => marks[match.slice(1).findIndex((group) => group !== undefined)] ?? null,
});

export const highlight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
