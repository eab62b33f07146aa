// The texts of sentential forms and tables, which are loaded with their panes.

import { counted } from "./show.ts";

const number = (count: number) => count.toLocaleString("en");

export const words = {
  forms: {
    name: "Sentential forms",
    tree: "The same tree, as nodes and edges",
    order: "Which name is replaced next",
    leftmost: "Leftmost",
    rightmost: "Rightmost",
    fromLeft: "the first name from the left is replaced next",
    fromRight: "the first name from the right is replaced next",
    back: "Previous form",
    forward: "Next form",
    isNew: "new",
    isNext: "replaced next",
    of: (form: number, last: number) => `${number(form)} of ${number(last)}`,
    begins: "A derivation begins with ",
    step: (form: number) => `Step ${number(form)} replaces `,
    by: " by ",
    noDerivation: "A text that is not valid has no derivation.",
    tooMany: (most: number) => `The tree has more than ${number(most)} nodes, too many to draw.`,
    picture: (form: number, last: number, nodes: number) => `The tree of ${counted(nodes, "node")} at step ${form} of ${last}`,
    leftOut: "Further forms are left out.",
    theForms: "the sentential forms",
  },

  tables: {
    isLl1: "✓ LL(1)",
    isNotLl1: "✗ Not LL(1)",
    cells: (count: number) => (count === 1 ? "one cell holds two alternatives:" : `${number(count)} conflicts, cells that hold several alternatives:`),
    at: (name: string, next: string) => `${name} at ${next}`,
    conflict: "The conflict",
    sets: "FIRST and FOLLOW",
    table: "LL(1): what is taken, seeing the next character",
    production: "Production",
    end: "A cell holds the right side. end is the end of the text, $ in some books.",
    seeing: " at ",
    both: ": both ",
    and: " and ",
    fit: " fit.",
    moreRows: (count: number) => `${counted(count, "row")} more.`,
    moreColumns: (count: number) => `${counted(count, "column")} more.`,
    theTables: "FIRST, FOLLOW and the table",
  },
};
